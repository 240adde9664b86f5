// Where models come from: MJCF text, URLs, GitHub, files that a user picked or dropped, archives, binary models.
import { MjError } from '../engine/error.js';
import { toBytes } from '../engine/module.js';
import { joinPath } from '../engine/paths.js';
import { collectFiles, readFrom } from './collect.js';
import { isPage, isXml, isXmlText, isZip } from './content.js';
import { engineOf, sharedEngine } from './engine.js';

/** @typedef {import('./collect.js').Bundle} Bundle */
/** @typedef {import('./collect.js').Progress} Progress */
/** @typedef {import('./collect.js').Stored} Stored */
/** @typedef {import('../engine/module.js').Content} Content */
/** @typedef {import('../mujoco.js').MujocoModule} MujocoModule */

/**
 * What a model can be loaded from: MJCF or URDF text; a URL, a path (in Node) or `github:owner/repo/path@ref`, `menagerie:name`; a File, a list of
 * files, a dropped DataTransfer, a folder handle; bytes of a zip, mjz or MJB; or contents by name.
 * @typedef {string | URL | File | Blob | Iterable<File> | ArrayLike<File> | DataTransfer | FileSystemDirectoryHandle | ArrayBuffer |
 *   ArrayBufferView | Record<string, Content> | Map<string, Content>} ModelSource
 *
 * @typedef {object} SourceOptions
 * @property {string} [main] the model among several files
 * @property {Record<string, Content>} [files] more files, by name: they are taken before any other
 * @property {typeof fetch} [fetch] used instead of the global fetch
 * @property {AbortSignal} [signal] ends loading
 * @property {Map<string, Uint8Array> | boolean} [cache] keeps what was fetched, by address, for later loads: true for one that all
 *   loads share, or a map of the program's own
 * @property {(progress: Progress) => void} [onProgress] called for each file that came
 * @property {MujocoModule | Promise<MujocoModule>} [mujoco] the engine to use instead of the one that all simulations share
 * @property {number} [threads] that share the work of each step, with the results of one
 */

/** What loads with `cache: true` fetched. @type {Map<string, Uint8Array>} */
const sharedCache = new Map();

/** Where addresses led to, by redirects. @type {Map<string, string>} */
const cameFrom = new Map();

/**
 * All files of a model.
 * @param {ModelSource} source
 * @param {SourceOptions} [options]
 * @returns {Promise<Bundle>}
 */
export async function openSource(source, options = {}) {
  options.signal?.throwIfAborted();
  const held = takeItems(source);
  const extra = await readContents(options.files ?? {});
  if (source === '') throw new MjError('Loading error: the address is empty');
  if (typeof source === 'string' && isXmlText(source)) {
    const main = options.main ?? 'model.xml';
    return collect(main, new Map([...extra, [main, toBytes(source)]]), options);
  }
  if (typeof source === 'string' || source instanceof URL) return openUrl(source, extra, options);
  const single = await readSingle(source);
  if (single) return openBytes(single[1], single[0], new Map(extra), options);
  const { openSet, readMany } = await import('./file_set.js');
  return openSet([...(await readMany(source, held)), ...extra], options);
}

/**
 * All files of a source that is at hand: picked, dropped, a folder, an archive, contents by name. Archives among them give what is
 * in them. `findModels` tells which of them are models.
 * @param {ModelSource} source no text or address
 */
export async function readFiles(source) {
  const held = takeItems(source);
  const single = await readSingle(source);
  const { openArchives, readMany, unpackAll } = await import('./file_set.js');
  return unpackAll(await openArchives(single ? [single] : await readMany(source, held)));
}

/**
 * Names of the models among files, the likeliest to be meant first: those that no other includes before their parts; those nearest
 * the top; scene.xml; compiled ones (MJB) last.
 * @param {Map<string, Uint8Array>} files
 * @param {MujocoModule | Promise<MujocoModule>} [mujoco] the engine that reads them, when it is not the one that simulations share
 * @returns {Promise<string[]>}
 */
export async function findModels(files, mujoco) {
  const sets = await import('./file_set.js');
  return sets.findModels(files, mujoco);
}

/**
 * What was dropped, null for other sources: the list of items is emptied when the event ends, so that everything is taken before the
 * first wait.
 * @param {ModelSource} source
 */
function takeItems(source) {
  const { items } = Object(source);
  if (typeof items !== 'object' || !('types' in Object(source))) return null;
  return [.../** @type {DataTransferItemList} */ (items)].map(
    (item) => item.webkitGetAsEntry?.() ?? item.getAsFile(),
  );
}

/** @param {unknown} content @returns {content is Blob} */
const isBlob = (content) => typeof Blob !== 'undefined' && content instanceof Blob;

/** The one file that a source is, null for sources of several. @param {ModelSource} source */
async function readSingle(source) {
  const isBytes = source instanceof ArrayBuffer || ArrayBuffer.isView(source);
  if (!isBytes && !isBlob(source)) return null;
  const name = 'name' in source ? String(source.name) : 'model';
  return (await readContents(new Map([[name, source]])))[0];
}

/**
 * @param {string} main
 * @param {import('./collect.js').ReadFile} read
 * @param {SourceOptions} options
 */
const collectFrom = async (main, read, options) =>
  collectFiles(engineOf(await (options.mujoco ?? sharedEngine())), main, read, options);

/**
 * @param {string} main
 * @param {Map<string, Stored>} files
 * @param {SourceOptions} options
 */
export const collect = (main, files, options) => collectFrom(main, readFrom(files), options);

/**
 * One file: an archive, a model, or a binary model.
 * @param {Uint8Array} bytes
 * @param {string} name
 * @param {Map<string, Uint8Array>} extra
 * @param {SourceOptions} options
 * @returns {Promise<Bundle>}
 */
export async function openBytes(bytes, name, extra, options) {
  if (isZip(bytes)) {
    const { openSet } = await import('./file_set.js');
    return openSet([[name, bytes], ...extra], options);
  }
  if (!isXml(bytes)) return { files: new Map([[name, bytes]]), main: name };
  return collect(name, new Map([...extra, [name, bytes]]), options);
}

/**
 * @param {Record<string, Content> | Map<string, Content | Blob>} contents
 * @returns {Promise<[string, Uint8Array][]>}
 */
export async function readContents(contents) {
  const entries = contents instanceof Map ? [...contents] : Object.entries(contents);
  return Promise.all(
    entries.map(async ([name, content]) => {
      const value = isBlob(content) ? await content.arrayBuffer() : content;
      return /** @type {[string, Uint8Array]} */ ([joinPath('', name), toBytes(value)]);
    }),
  );
}

/**
 * The address that a source stands for.
 * @param {string | URL} source
 * @returns {Promise<URL>}
 */
export async function resolveUrl(source) {
  if (source instanceof URL) return source;
  if (source.startsWith('github:')) return (await import('../zoo/open.js')).githubUrl(source);
  if (typeof document !== 'undefined') return new URL(source, document.baseURI);
  if (typeof location !== 'undefined') return new URL(source, location.href);
  if (/^[a-z][a-z\d+.-]+:/i.test(source)) return new URL(source);
  const name = 'node:url';
  const { pathToFileURL } = await import(
    /* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ name
  );
  return pathToFileURL(source);
}

/**
 * @param {string | URL} source
 * @param {[string, Uint8Array][]} extra
 * @param {SourceOptions} options
 * @returns {Promise<Bundle>}
 */
async function openUrl(source, extra, options) {
  if (/^menagerie:/.test(String(source))) {
    const zoo = await import('../zoo/open.js');
    const { url, fetch } = await zoo.openModelByName(source, options);
    return openUrl(url, extra, { ...options, fetch });
  }
  const asked = await resolveUrl(source);
  const given = new Map(extra);
  const first = await readUrl(asked, options);
  if (!first) {
    const isPage = cameFrom.has(asked.href) ? ', there is a web page' : '';
    throw new MjError(`Loading error: there is no file '${asked}'${isPage}`, {
      file: String(asked),
      missing: [String(asked)],
    });
  }
  // where a redirect led to: the other files are there
  const url = new URL(cameFrom.get(asked.href) || asked);
  const nested = url.protocol === 'data:' || url.protocol === 'blob:';
  // names are as the program's own where files are below the working folder, else from the root
  const here = url.protocol === 'file:' ? String(await resolveUrl('./')) : '';
  const base = nested ? url : new URL(here && url.href.startsWith(here) ? here : '/', url);
  const main = nested ? 'model' : decodeURIComponent(url.pathname.slice(base.pathname.length));
  if (isZip(first) || !isXml(first)) return openBytes(first, main, given, options);
  /** @type {import('./collect.js').ReadFile} */
  const read = async (path) => {
    if (path === main) return first;
    const known = given.get(path) ?? [...given].find(([name]) => path.endsWith(`/${name}`))?.[1];
    if (known || nested) return known ?? null;
    const target = new URL(path.split('/').map(encodeURIComponent).join('/'), base);
    target.search = url.search;
    return readUrl(target, options);
  };
  return collectFrom(main, read, options);
}

/**
 * The content of an address, null when there is none.
 * @param {URL} url
 * @param {SourceOptions} options
 * @returns {Promise<Uint8Array | null>}
 */
async function readUrl(url, options) {
  if (url.protocol === 'file:' && !options.fetch) {
    const name = 'node:fs/promises';
    const { readFile } = await import(
      /* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ name
    );
    return readFile(url, { signal: options.signal }).then(
      (/** @type {Uint8Array} */ bytes) => new Uint8Array(bytes),
      (/** @type {{ code?: string }} */ error) => {
        if (error.code === 'EISDIR') throw new MjError(`Loading error: '${url}' is a folder`);
        if (error.code === 'ENOENT') return null;
        throw error;
      },
    );
  }
  const cache = options.cache === true ? sharedCache : options.cache || null;
  const kept = cache?.get(url.href);
  if (kept) return kept;
  const request = options.fetch ?? fetch;
  const { signal } = options;
  const response = await Promise.resolve(url.href)
    .then((href) => request(href, { signal }))
    .catch((error) => {
      if (signal?.aborted) throw error;
      throw new MjError(`Loading error: '${url}': ${error.message}`, { cause: error });
    });
  if (response.status === 404 || response.status === 410) return null;
  if (!response.ok)
    throw new MjError(`Loading error: '${url}': ${response.status} ${response.statusText}`);
  const content = new Uint8Array(await response.arrayBuffer());
  const page = isPage(content);
  if (page || response.redirected) cameFrom.set(url.href, response.url);
  // servers of single-page programs answer with their page where there is no file
  if (page) return null;
  cache?.set(url.href, content);
  return content;
}
