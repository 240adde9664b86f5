// The gallery: every model in examples/.
const texts = import.meta.glob('../../examples/*.xml', { query: '?raw', import: 'default' });

const nameOf = (/** @type {string} */ path) => path.replace(/^.*\//, '').replace(/\.xml$/, '');

/** Names of the examples; the humanoid first. */
export const exampleNames = Object.keys(texts)
  .map(nameOf)
  .sort((a, b) => Number(b === 'humanoid') - Number(a === 'humanoid') || a.localeCompare(b));

/** "box_stack" as "Box stack". @param {string} name */
export const titleOf = (name) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

/** @param {string} name @returns {Promise<string>} */
export async function exampleText(name) {
  const path = Object.keys(texts).find((file) => nameOf(file) === name);
  if (!path) throw new Error(`There is no example '${name}'.`);
  return /** @type {Promise<string>} */ (texts[path]());
}
