// What robots by name weigh and look like: their repository tells it of its pinned state in one answer, which is kept.
import { MjError } from '../engine/error.js';
import { source } from './menagerie.js';
import { base, keepingFetch, listModels } from './open.js';

/**
 * @typedef {object} Details
 * @property {number} bytes of all its files: what loading it fetches at most
 * @property {string | null} thumbnail address of its picture, null where it has none
 *
 * @typedef {import('./open.js').ModelEntry & Details} DescribedModel
 *
 * @typedef {object} Listed a file or folder of the repository
 * @property {string} path
 * @property {number} [size] in bytes, of files
 */

/** The list of files, where the files are: a mirror has it beside them. */
function treeAddress() {
  const { repository, commit } = source;
  return globalThis.process?.env?.LIMBER_MODELS_URL
    ? `${base()}tree.json`
    : `https://api.github.com/repos/${repository}/git/trees/${commit}?recursive=1`;
}

/** The picture of a folder: the one that is called like the model, else the first. @param {string} folder @param {string[]} names */
function pictureOf(folder, names) {
  const pictures = names.filter((name) => /^[^/]+\.(png|jpe?g|webp)$/i.test(name)).sort();
  return pictures.find((name) => folder.endsWith(name.replace(/\.\w+$/, ''))) ?? pictures[0];
}

/**
 * The models that are known by name, with what they weigh and a picture of each.
 * @param {{ fetch?: typeof fetch, signal?: AbortSignal }} [options] fetch: used instead of the global one
 * @returns {Promise<DescribedModel[]>}
 */
export async function describeModels({ fetch: request = fetch, signal } = {}) {
  const address = treeAddress();
  const keeping = await keepingFetch('the list of models', new URL(address).host, request);
  const response = await keeping(address, { signal });
  if (!response.ok) throw new MjError(`'${address}' cannot be read: ${response.status}`);
  /** @type {{ tree?: Listed[], truncated?: boolean }} */
  const { tree, truncated } = await response.json().catch(() => ({}));
  if (!Array.isArray(tree) || truncated) throw new MjError(`'${address}' is no list of all files`);
  return listModels().map((entry) => {
    const folder = entry.name.replace(/^\w+:/, '');
    const files = tree.filter(
      ({ path, size }) => path.startsWith(`${folder}/`) && size !== undefined,
    );
    const names = files.map(({ path }) => path.slice(folder.length + 1));
    const picture = pictureOf(folder, names);
    return {
      ...entry,
      bytes: files.reduce((sum, { size = 0 }) => sum + size, 0),
      thumbnail: picture ? base() + encodeURI(`${folder}/${picture}`) : null,
    };
  });
}
