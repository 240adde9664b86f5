// Sets of files: picked, dropped, a folder, an archive, contents by name; which of them is the model. Fetched with the first one:
// most programs load texts and addresses.
import { MjError } from '../engine/error.js';
import { baseName } from '../engine/paths.js';
import { contentOf } from './collect.js';
import { isZip } from './content.js';
import { engineOf, sharedEngine } from './engine.js';
import { FileSearch } from './references.js';
import { collect, openBytes, readContents } from './source.js';

/** @typedef {import('./collect.js').Bundle} Bundle */
/** @typedef {import('./collect.js').Stored} Stored */
/** @typedef {import('./source.js').ModelSource} ModelSource */
/** @typedef {import('./source.js').SourceOptions} SourceOptions */
/** @typedef {import('../engine/module.js').Content} Content */
/** @typedef {import('../mujoco.js').MujocoModule} MujocoModule */

/** In place of what is still packed. */
const noBytes = new Uint8Array();

/**
 * What tells the kinds of sources apart; only one kind is there.
 * @typedef {Partial<DataTransfer & FileSystemDirectoryHandle & Iterable<File> & ArrayLike<File>>} AnySource
 */

/**
 * Files that a user picked or dropped, or contents by name.
 * @param {ModelSource} given
 * @param {(FileSystemEntry | File | null)[] | null} dropped
 * @returns {Promise<[string, Uint8Array][]>}
 */
export async function readMany(given, dropped) {
  const source = /** @type {AnySource} */ (/** @type {unknown} */ (given));
  // a promise, a request and the like would look like an empty set of files
  const kind = Object.prototype.toString.call(source).slice(8, -1);
  if (/^(?!Object|Map|Array|File|Data)/.test(kind) && !(Symbol.iterator in Object(source)))
    throw new TypeError(`a model is loaded from text, an address, files or bytes, got ${kind}`);
  if (dropped) {
    const { droppedFiles } = await import('./picked.js');
    return readContents(await droppedFiles(dropped));
  }
  if (source.kind === 'directory') {
    const { folderFiles } = await import('./picked.js');
    return readContents(await folderFiles(/** @type {FileSystemDirectoryHandle} */ (source), ''));
  }
  if (source instanceof Map) return readContents(source);
  const isList = typeof source[Symbol.iterator] === 'function' || typeof source.length === 'number';
  if (!isList) return readContents(/** @type {Record<string, Content>} */ (given));
  const files = Array.from(/** @type {ArrayLike<File>} */ (source));
  return readContents(new Map(files.map((file) => [file.webkitRelativePath || file.name, file])));
}

/** Files with the content of archives in their place, packed. @param {Iterable<[string, Uint8Array]>} given */
export async function openArchives(given) {
  /** @type {Map<string, Stored>} */
  const files = new Map();
  for (const [name, bytes] of given) {
    if (!isZip(bytes)) files.set(name, bytes);
    else {
      // fetched when there is an archive
      const { openArchive } = await import('./archive.js');
      for (const [path, file] of openArchive(bytes, name)) files.set(path, file);
    }
  }
  return files;
}

/** @param {Iterable<[string, Stored]>} files */
export const unpackAll = async (files) =>
  new Map(
    await Promise.all(
      [...files].map(
        async ([name, file]) => /** @type {[string, Uint8Array]} */ ([name, await contentOf(file)]),
      ),
    ),
  );

/**
 * A set of files.
 * @param {Iterable<[string, Uint8Array]>} given
 * @param {SourceOptions} options
 * @returns {Promise<Bundle>}
 */
export async function openSet(given, options) {
  const files = await openArchives(given);
  if (files.size === 1) {
    const [[name, file]] = files;
    return openBytes(await contentOf(file), name, new Map(), options);
  }
  // to find the model the texts are looked into, the rest waits until a model names it
  const texts = await unpackAll([...files].filter(([name]) => !options.main && isTextName(name)));
  const known = new Map([...files.keys()].map((name) => [name, texts.get(name) ?? noBytes]));
  const main = await findMain(known, options.mujoco ?? sharedEngine(), options.main);
  if (/\.mjb$/i.test(main)) {
    return { files: await unpackAll([...files].filter(([name]) => name === main)), main };
  }
  return collect(main, files, options);
}

/**
 * The file of a set that is the model: the one asked for, or the likeliest.
 * @param {Map<string, Uint8Array>} files
 * @param {MujocoModule | Promise<MujocoModule>} mujoco
 * @param {string} [wanted]
 */
async function findMain(files, mujoco, wanted) {
  const main = wanted
    ? [...files.keys()].find((name) => name === wanted || name.endsWith(`/${wanted}`))
    : (await findModels(files, mujoco))[0];
  if (main) return main;
  throw wanted
    ? new MjError(`Loading error: '${wanted}' is not among the files`, { missing: [wanted] })
    : new MjError('Loading error: no model (.xml, .urdf or .mjb) among the files');
}

/**
 * What a text is, seen by itself: its root element, and the names of the texts that it includes or attaches.
 * @param {import('../engine/module.js').Engine} engine
 * @param {string} name
 * @param {Uint8Array} content
 */
function lookInto(engine, name, content) {
  const search = new FileSearch(engine, name);
  /** @type {string[]} */
  const parts = [];
  try {
    const main = search.next();
    if (main) search.give(main, 0, content);
    for (let wanted; (wanted = search.next());) {
      if (!wanted.isText) continue;
      parts.push(...wanted.places);
      search.give(wanted, -1);
    }
    return { root: search.root, parts };
  } finally {
    search.end();
  }
}

/** Whether a file may be a model or a part of one, by its name. @param {string} name */
const isTextName = (name) => /\.(xml|urdf|mjcf)$/i.test(name);

/**
 * `findModels` of source.js.
 * @param {Map<string, Uint8Array>} files
 * @param {MujocoModule | Promise<MujocoModule>} [mujoco] the engine that reads them, when it is not the one that simulations share
 * @returns {Promise<string[]>}
 */
export async function findModels(files, mujoco = sharedEngine()) {
  /** @type {Set<string>} */
  const included = new Set();
  /** @type {string[]} */
  const models = [];
  const texts = [...files].filter(([name]) => isTextName(name));
  const engine = texts.length > 0 ? engineOf(await mujoco) : null;
  for (const [name, content] of texts) {
    if (!engine) break;
    const { root, parts } = lookInto(engine, name, content);
    if (root === 'mujoco' || root === 'robot') models.push(name);
    for (const part of parts) included.add(part);
  }
  /** Text that sorts names by what they are ranked by, one after the other. @param {string} name */
  const rank = (name) =>
    [
      Number(included.has(name)),
      name.split('/').length,
      Number(!/^scene\b.*\.xml$/i.test(baseName(name))),
      name.length,
      name,
    ]
      .map((key) => String(key).padStart(4, '0'))
      .join();
  models.sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  return [...models, ...[...files.keys()].filter((name) => /\.mjb$/i.test(name))];
}
