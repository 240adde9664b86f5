// The gallery: the models in examples/, in the order and under the themes of examples/gallery.json.
import gallery from '../../examples/gallery.json';
import { programOf, startOf } from './programs.js';

const texts = import.meta.glob('../../examples/*.xml', { query: '?raw', import: 'default' });

/** Themes with the names of their models. @type {{ theme: string, models: string[] }[]} */
export const themes = gallery;

/** Names of all examples, in the order of the gallery. */
export const exampleNames = themes.flatMap(({ models }) => models);

/** Those that would leave the picture. */
const travellers = new Set([
  'balancer',
  'dune_buggy',
  'hopper',
  'passive_walker',
  'quadruped',
  'race_car',
  'rover',
  'swimmer',
  'tensegrity',
  'tippe_top',
]);

/** Lets the camera follow an example that does not stay. @param {import('./stage.js').Stage} stage @param {string} name */
export function followTraveller(stage, name) {
  if (travellers.has(name)) stage.look(-2);
}

/** "box_stack" as "Box stack". @param {string} name */
export const titleOf = (name) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');

/** What a model is about: the comment that it starts with. @param {string} xml */
export const descriptionOf = (xml) =>
  (xml.match(/^\s*<!--([\s\S]*?)-->/)?.[1] ?? '').replace(/\s+/g, ' ').trim();

/** @param {string} name @returns {Promise<string>} */
export async function exampleText(name) {
  const read = texts[`../../examples/${name}.xml`];
  if (!read) throw new Error(`There is no example '${name}'.`);
  return /** @type {Promise<string>} */ (read());
}

/** An example as the studio runs it. Its program is fetched beside it, so that its panel is there at once. @param {string} name */
export async function exampleSource(name) {
  const [xml] = await Promise.all([exampleText(name), programOf(name)?.()]);
  return { xml, name: `${name}.xml`, files: new Map(), example: name, program: startOf(name) };
}
