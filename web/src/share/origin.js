// What an edited model is based on: it goes along in links, so that whoever gets the fork finds the model that it came from.
//
// Links that name it may come from strangers: readOrigin() takes what is known and of its kind, and nothing of it is opened unasked.

/** Longer links of models are not carried in those of their forks, only the names. */
const LONGEST = 4000;
const LONGEST_NAME = 200;

/**
 * @typedef {object} Origin
 * @property {string} name of the model's file, or of the example or task
 * @property {'example' | 'task' | 'address' | 'link'} [kind] what opens it
 * @property {string} [at] the name of the example or task, the address, the fragment of the link
 */

const leafOf = (/** @type {string} */ name) =>
  name
    .replace(/^.*\//, '')
    .replace(/\.\w+$/, '')
    .slice(0, LONGEST_NAME);

/** What an edit of a model is based on; undefined for a model of one's own. @param {import('../studio.js').Source} source @returns {Origin | undefined} */
export function originFor({ example, task, address, link, origin, name }) {
  if (example) return { name: example, kind: 'example', at: example };
  if (task) return { name: task, kind: 'task', at: task };
  if (address) return { name: leafOf(name), kind: 'address', at: address };
  if (!link) return origin;
  return link.length > LONGEST
    ? { name: leafOf(name) }
    : { name: leafOf(name), kind: 'link', at: link };
}

/** Patterns of what the address of the page may be. @type {Record<string, RegExp>} */
const forms = {
  example: /^\w{1,40}$/,
  task: /^\w{1,40}$/,
  address: /^(https?:\/\/|github:)[\x21-\x7e]{1,2000}$/,
  link: /^#m=1\.[\w-]{1,4000}$/,
};

/** @param {unknown} value @returns {Origin | undefined} */
export function readOrigin(value) {
  if (value === null || typeof value !== 'object') return undefined;
  const [name, kind, at] = ['name', 'kind', 'at'].map((key) =>
    Object.hasOwn(value, key) ? /** @type {Record<string, unknown>} */ (value)[key] : undefined,
  );
  if (typeof name !== 'string' || name === '') return undefined;
  const known = typeof kind === 'string' && Object.hasOwn(forms, kind) && typeof at === 'string';
  const short = name.slice(0, LONGEST_NAME);
  if (!known || !forms[kind].test(at)) return { name: short };
  return { name: short, kind: /** @type {Origin['kind']} */ (kind), at };
}

/** The address of the page that shows an origin; '' where only its name is known. @param {Origin} origin */
export function pageOfOrigin({ kind, at = '' }) {
  if (kind === 'example') return `./#${at}`;
  if (kind === 'task') return `./#task=${at}`;
  if (kind === 'address') return `./?src=${encodeURIComponent(at)}`;
  return kind === 'link' ? `./${at}` : '';
}
