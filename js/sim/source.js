// Where models come from: MJCF text, URLs, GitHub, files that a user picked or dropped, archives, binary models.
import { MjError } from '../engine/error.js';
import { toBytes } from '../engine/module.js';
import { joinPath } from '../engine/paths.js';
import { collectFiles, contentOf, findMain, isTextName, readFrom } from './collect.js';
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

/** In place of what is still packed. */
const noBytes = new Uint8Array();

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
  const extra = await readContents(options.files ?? {});
  if (source === '') throw new MjError('Loading error: the address is empty');
  if (typeof source === 'string' && isXmlText(source)) {
    const main = options.main ?? 'model.xml';
    return collect(main, new Map([...extra, [main, toBytes(source)]]), options);
  }
  if (typeof source === 'string' || source instanceof URL) return openUrl(source, extra, options);
  const single = await readSingle(source);
  if (single) return openBytes(single[1], single[0], new Map(extra), options);
  return openSet([...(await readMany(source)), ...extra], options);
}

/**
 * All files of a source that is at hand: picked, dropped, a folder, an archive, contents by name. Archives among them give what is
 * in them. `findModels` tells which of them are models.
 * @param {ModelSource} source no text or address
 */
export async function readFiles(source) {
  const single = await readSingle(source);
  return unpackAll(await openArchives(single ? [single] : await readMany(source)));
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

/** Files with the content of archives in their place, packed. @param {Iterable<[string, Uint8Array]>} given */
async function openArchives(given) {
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
const unpackAll = async (files) =>
  new Map(
    await Promise.all(
      [...files].map(
        async ([name, file]) => /** @type {[string, Uint8Array]} */ ([name, await contentOf(file)]),
      ),
    ),
  );

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
const collect = (main, files, options) => collectFrom(main, readFrom(files), options);

/**
 * A set of files.
 * @param {Iterable<[string, Uint8Array]>} given
 * @param {SourceOptions} options
 * @returns {Promise<Bundle>}
 */
async function openSet(given, options) {
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
 * One file: an archive, a model, or a binary model.
 * @param {Uint8Array} bytes
 * @param {string} name
 * @param {Map<string, Uint8Array>} extra
 * @param {SourceOptions} options
 * @returns {Promise<Bundle>}
 */
async function openBytes(bytes, name, extra, options) {
  if (isZip(bytes)) return openSet([[name, bytes], ...extra], options);
  if (!isXml(bytes)) return { files: new Map([[name, bytes]]), main: name };
  return collect(name, new Map([...extra, [name, bytes]]), options);
}

/**
 * @param {Record<string, Content> | Map<string, Content | Blob>} contents
 * @returns {Promise<[string, Uint8Array][]>}
 */
async function readContents(contents) {
  const entries = contents instanceof Map ? [...contents] : Object.entries(contents);
  return Promise.all(
    entries.map(async ([name, content]) => {
      const value = isBlob(content) ? await content.arrayBuffer() : content;
      return /** @type {[string, Uint8Array]} */ ([joinPath('', name), toBytes(value)]);
    }),
  );
}

/**
 * What tells the kinds of sources apart; only one kind is there.
 * @typedef {Partial<DataTransfer & FileSystemDirectoryHandle & Iterable<File> & ArrayLike<File>>} AnySource
 */

/**
 * Files that a user picked or dropped, or contents by name.
 * @param {ModelSource} given
 * @returns {Promise<[string, Uint8Array][]>}
 */
async function readMany(given) {
  const source = /** @type {AnySource} */ (/** @type {unknown} */ (given));
  // a promise, a request and the like would look like an empty set of files
  const kind = Object.prototype.toString.call(source).slice(8, -1);
  if (/^(?!Object|Map|Array|File|Data)/.test(kind) && !(Symbol.iterator in Object(source)))
    throw new TypeError(`a model is loaded from text, an address, files or bytes, got ${kind}`);
  if (typeof source.items === 'object' && 'types' in source) {
    // the list of items is emptied when the event ends: everything is taken before the first wait
    const items = [...source.items].map((item) => item.webkitGetAsEntry?.() ?? item.getAsFile());
    const { droppedFiles } = await import('./picked.js');
    return readContents(await droppedFiles(items));
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

/**
 * The address that a source stands for.
 * @param {string | URL} source
 * @returns {Promise<URL>}
 */
export async function resolveUrl(source) {
  if (source instanceof URL) return source;
  const github = /^github:([^/@]+)\/([^/@]+)(?:\/([^@]*))?(?:@(.+))?$/.exec(source);
  if (github) {
    const [, owner, repository, path = '', ref = 'HEAD'] = github;
    const file = /\.\w+$/.test(path) ? path : joinPath(path, 'scene.xml');
    return new URL(`https://raw.githubusercontent.com/${owner}/${repository}/${ref}/${file}`);
  }
  if (source.startsWith('github:'))
    throw new MjError(`'${source}' is not of the form github:owner/repo/path@ref`);
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
    const zoo = await import('../zoo/index.js');
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
