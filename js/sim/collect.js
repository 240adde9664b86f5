// Gathers a model and every file that it names from wherever they are: all at once, in parallel, missing ones told together.
import { MjError } from '../engine/error.js';
import { baseName } from '../engine/paths.js';
import { FileSearch } from './references.js';

/**
 * Gives the content of a file, null when it is not there.
 * @typedef {(path: string) => Promise<Uint8Array | null>} ReadFile
 *
 * @typedef {object} Progress
 * @property {string} file the file that came last
 * @property {number} loaded number of files that came so far
 * @property {number} total number of files known so far; it grows while models are read that name others
 * @property {number} bytes number of bytes that came so far
 *
 * @typedef {{ files: Map<string, Uint8Array>, main: string }} Bundle
 * @typedef {import('../engine/error.js').Fault} Fault
 * @typedef {import('../mujoco.js').MujocoModule} MujocoModule
 */

/**
 * Reads files once each, and counts them.
 * @param {ReadFile} readFile
 * @param {((progress: Progress) => void) | undefined} onProgress
 * @param {AbortSignal | undefined} signal
 */
function makeReader(readFile, onProgress, signal) {
  /** @type {Map<string, Promise<Uint8Array | null>>} */
  const asked = new Map();
  let loaded = 0;
  let absent = 0;
  let bytes = 0;
  return (/** @type {string} */ path) => {
    const known = asked.get(path);
    if (known) return known;
    const coming = readFile(path).then((content) => {
      signal?.throwIfAborted();
      if (!content) {
        absent++;
        return null;
      }
      loaded++;
      bytes += content.length;
      onProgress?.({ file: path, loaded, total: asked.size - absent, bytes });
      return content;
    });
    asked.set(path, coming);
    return coming;
  };
}

/**
 * The main file and everything that it needs.
 * @param {import('../engine/module.js').Engine} engine that reads the texts
 * @param {string} main
 * @param {ReadFile} readFile
 * @param {{ onProgress?: (progress: Progress) => void, signal?: AbortSignal }} [options]
 * @returns {Promise<Bundle>}
 */
export async function collectFiles(engine, main, readFile, { onProgress, signal } = {}) {
  /** @type {Map<string, Uint8Array>} */
  const files = new Map();
  /** Where they are named, by name. @type {Map<string, Fault | undefined>} */
  const missing = new Map();
  const read = makeReader(readFile, onProgress, signal);
  const search = new FileSearch(engine, main);

  /** Takes the first of the places where a file may be. @param {import('./references.js').Wanted} wanted */
  const take = async (wanted) => {
    for (const [place, path] of wanted.places.entries()) {
      const content = await read(path);
      if (!content) continue;
      files.set(wanted.isText ? path : wanted.path, content);
      if (wanted.isText) search.give(wanted, place, content);
      return;
    }
    if (!missing.has(wanted.path)) missing.set(wanted.path, wanted.named);
    if (wanted.isText) search.give(wanted, -1);
  };

  /** Takes all that is wanted by now, and what that names. @returns {Promise<void>} */
  const takeAll = async () => {
    const coming = [];
    for (let wanted; (wanted = search.next());) coming.push(take(wanted).then(takeAll));
    await Promise.all(coming);
  };

  try {
    await takeAll();
  } finally {
    search.end();
  }
  if (missing.size > 0) throw missingFiles(missing, main);
  return { files, main };
}

/** As messages of the engine say it. @param {Fault} [place] */
const placeText = (place) =>
  place
    ? `\nElement '${place.element}', line ${place.line}, column ${place.column}, file '${place.file}'`
    : '';

/**
 * @param {Map<string, Fault | undefined>} places
 * @param {string} main
 */
function missingFiles(places, main) {
  const missing = [...places.keys()].sort();
  const what = missing.length === 1 ? 'a file is' : `${missing.length} files are`;
  const where = missing.map((name) => placeText(places.get(name))).join('');
  return new MjError(
    `Loading error: ${what} missing that '${main}' needs: ${missing.join(', ')}${where}`,
    { ...places.get(missing[0]), missing },
  );
}

/** A file, at hand or still packed. @typedef {Uint8Array | import('./archive.js').Packed} Stored */

/** The content of a file. @param {Stored} file */
export const contentOf = async (file) => (file instanceof Uint8Array ? file : file.read());

/**
 * Reads from a set of files; a name whose folder differs is found by its last part.
 * @param {Map<string, Stored>} files
 * @returns {ReadFile}
 */
export function readFrom(files) {
  /** @type {Map<string, Stored>} */
  const byBase = new Map();
  for (const [name, content] of files) byBase.set(baseName(name).toLowerCase(), content);
  return async (path) => {
    const file =
      files.get(path) ??
      files.get(path.replace(/^\/+/, '')) ??
      byBase.get(baseName(path).toLowerCase());
    return file ? contentOf(file) : null;
  };
}
