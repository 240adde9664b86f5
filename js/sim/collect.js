// Gathers a model and every file that it names from wherever they are: all at once, in parallel, missing ones told together.
import { MjError } from '../engine/error.js';
import { assetPath, baseName, folderOf, joinPath, packagePlaces, scanModel } from './scan.js';

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
 */

const decoder = new TextDecoder();

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
 * @param {string} main
 * @param {ReadFile} readFile
 * @param {{ onProgress?: (progress: Progress) => void, signal?: AbortSignal }} [options]
 * @returns {Promise<Bundle>}
 */
export async function collectFiles(main, readFile, { onProgress, signal } = {}) {
  /** @type {Map<string, Uint8Array>} */
  const files = new Map();
  /** Where they are named, by name. @type {Map<string, Fault | undefined>} */
  const missing = new Map();
  const read = makeReader(readFile, onProgress, signal);

  /**
   * Takes the first of several places where a file may be.
   * @param {string[]} places
   * @param {Fault} [named] where
   * @param {string} [wanted] what the compiler looks for, whatever place it is found in
   */
  const take = async (places, named, wanted) => {
    for (const path of new Set(places)) {
      const content = await read(path);
      if (!content) continue;
      files.set(wanted ?? path, content);
      return { path, content };
    }
    const name = wanted ?? places[0];
    if (!missing.has(name)) missing.set(name, named);
    return null;
  };

  /** One model: its parts, then its assets, then the models that it attaches. @param {string} path @param {Set<string>} models @param {Fault} [named] */
  const takeModel = async (path, models, named) => {
    if (models.has(path)) return;
    models.add(path);
    const folder = folderOf(path);
    /** @type {import('./scan.js').Scan[]} */
    const scans = [];
    const seen = new Set();
    /** @param {string[]} places @param {Fault} [named] */
    const takePart = async (places, named) => {
      const part = await take(places, named);
      if (!part || seen.has(part.path)) return;
      seen.add(part.path);
      const scan = scanModel(decoder.decode(part.content), part.path);
      scans.push(scan);
      const includes = scan.references.filter(({ kind }) => kind === 'include');
      await Promise.all(
        includes.map(({ file, place }) =>
          takePart([joinPath(folder, file), joinPath(folderOf(part.path), file)], place),
        ),
      );
    };
    await takePart([path], named);

    // folders may be named in any part, and hold for the whole model
    const isUrdf = scans.some(({ root }) => root === 'robot');
    const compiler = Object.assign(
      isUrdf ? { strippath: true } : {},
      ...scans.map((scan) => scan.compiler),
    );
    const references = scans.flatMap((scan) => scan.references);
    await Promise.all(
      references.map(async (reference) => {
        if (reference.kind === 'include') return;
        if (reference.kind === 'model') {
          if (/\.(xml|urdf)$/i.test(reference.file))
            await takeModel(joinPath(folder, reference.file), models, reference.place);
          else await take([joinPath(folder, reference.file)], reference.place);
          return;
        }
        const place = assetPath(reference, folder, compiler);
        await take(packagePlaces(reference, folder, place), reference.place, place);
      }),
    );
  };

  await takeModel(main, new Set());
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

/**
 * The file of a set that is the model: the one asked for, or the likeliest.
 * @param {Map<string, Uint8Array>} files
 * @param {string} [wanted]
 */
export function findMain(files, wanted) {
  const main = wanted
    ? [...files.keys()].find((name) => name === wanted || name.endsWith(`/${wanted}`))
    : findModels(files)[0];
  if (main) return main;
  throw wanted
    ? new MjError(`Loading error: '${wanted}' is not among the files`, { missing: [wanted] })
    : new MjError('Loading error: there is no model (.xml, .urdf or .mjb) among the files');
}

/**
 * Names of the models among files, the likeliest to be meant first: those that no other includes before their parts; those nearest
 * the top; scene.xml; compiled ones (MJB) last.
 * @param {Map<string, Uint8Array>} files
 */
export function findModels(files) {
  /** @type {Set<string>} */
  const parts = new Set();
  /** @type {string[]} */
  const models = [];
  for (const [name, content] of files) {
    if (!/\.(xml|urdf|mjcf)$/i.test(name)) continue;
    const scan = scanModel(decoder.decode(content));
    if (scan.root === 'mujoco' || scan.root === 'robot') models.push(name);
    for (const { kind, file } of scan.references) {
      if (kind === 'include' || kind === 'model') parts.add(joinPath(folderOf(name), file));
    }
  }
  /** Text that sorts names by what they are ranked by, one after the other. @param {string} name */
  const rank = (name) =>
    [
      Number(parts.has(name)),
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

/**
 * Reads from a set of files; a name whose folder differs is found by its last part.
 * @param {Map<string, Uint8Array>} files
 * @returns {ReadFile}
 */
export function readFrom(files) {
  /** @type {Map<string, Uint8Array>} */
  const byBase = new Map();
  for (const [name, content] of files) byBase.set(baseName(name).toLowerCase(), content);
  return async (path) => files.get(path) ?? byBase.get(baseName(path).toLowerCase()) ?? null;
}
