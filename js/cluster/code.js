// Modules of programs as blobs: a metric or policy with the files that it imports by relative names. It is code: who runs it trusts
// whoever wrote it.
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { moduleAddress } from '../batch/modules.js';
import { MjError } from '../engine/error.js';
import { hashOf } from './blobs.js';

/** @typedef {{ main: string, files: Record<string, string> }} Bundle names are relative, with slashes */

/** Characters that a module may have with all that it imports. */
const mostCharacters = 4 << 20;

const imports = /(?:\bfrom|\bimport)\s*\(?\s*(['"])(\.{1,2}\/[^'"]+)\1/g;

/** The folder that all files are in. @param {string[]} files */
function commonFolder(files) {
  const folders = files.map((file) => path.dirname(file).split(path.sep));
  const first = folders[0];
  let depth = 0;
  while (depth < first.length && folders.every((parts) => parts[depth] === first[depth])) depth++;
  return first.slice(0, depth).join(path.sep) || path.sep;
}

/**
 * A module with what it imports by relative names.
 * @param {string | URL} given path or address of a file, with `#name` for an export that is not the default
 * @param {string} what it is for
 * @returns {Promise<{ bytes: Uint8Array, name: string, address: string }>}
 */
export async function bundleCode(given, what) {
  const text = typeof given === 'string' && !/^[a-z]+:/i.test(given) ? asAddress(given) : given;
  const address = moduleAddress(text, what);
  const [location, name = 'default'] = address.split('#');
  if (!location.startsWith('file:'))
    throw new MjError(`${what}: only files can be sent to workers, got '${location}'`);
  const main = fileURLToPath(location);
  /** @type {Map<string, string>} */
  const files = new Map();
  let size = 0;
  /** @param {string} file @param {string} from @returns {Promise<void>} */
  const take = async (file, from) => {
    if (files.has(file)) return;
    const content = await fs.readFile(file, 'utf8').catch((cause) => {
      throw new MjError(`${what}: there is no file '${file}'${from}`, { cause });
    });
    files.set(file, content);
    size += content.length;
    if (size > mostCharacters)
      throw new MjError(
        `${what}: '${main}' and its imports are longer than ${mostCharacters} characters`,
      );
    for (const [, , name] of content.matchAll(imports))
      await take(path.resolve(path.dirname(file), name), `, which '${file}' imports`);
  };
  await take(main, '');
  const folder = commonFolder([...files.keys()]);
  const relative = (/** @type {string} */ file) =>
    path.relative(folder, file).split(path.sep).join('/');
  /** @type {Bundle} */
  const bundle = {
    main: relative(main),
    files: Object.fromEntries(
      [...files.keys()].sort().map((file) => [relative(file), String(files.get(file))]),
    ),
  };
  return { bytes: new TextEncoder().encode(JSON.stringify(bundle)), name, address };
}

/** @param {string} given path, with #name */
function asAddress(given) {
  const [file, name] = given.split('#');
  return pathToFileURL(file).href + (name ? `#${name}` : '');
}

/** This package, for modules that import 'limber'. */
const here = fileURLToPath(new URL('../../', import.meta.url));

/** Folders of code that came from elsewhere, one for this process. */
export class CodeFolder {
  /** @type {Promise<string> | null} */
  #folder = null;
  /** @type {Map<string, Promise<string>>} */
  #opened = new Map();

  /**
   * The address of a bundle's module, after its files were written.
   * @param {Uint8Array} bytes
   * @param {string} name of the export
   */
  async open(bytes, name) {
    const id = hashOf(bytes);
    let written = this.#opened.get(id);
    if (!written) this.#opened.set(id, (written = this.#write(id, bytes)));
    return `${await written}#${name}`;
  }

  /** @param {string} id @param {Uint8Array} bytes */
  async #write(id, bytes) {
    this.#folder ??= fs.mkdtemp(path.join(os.tmpdir(), 'limber-code-'));
    const folder = path.join(await this.#folder, id.slice(0, 16));
    const { main, files } = /** @type {Bundle} */ (JSON.parse(new TextDecoder().decode(bytes)));
    for (const [name, content] of Object.entries(files)) {
      const file = path.join(folder, name);
      if (path.relative(folder, file).startsWith('..'))
        throw new MjError(`a module of the job is named '${name}', which is outside of its folder`);
      await fs.mkdir(path.dirname(file), { recursive: true });
      await fs.writeFile(file, content);
    }
    await fs.writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
    await fs.mkdir(path.join(folder, 'node_modules'), { recursive: true });
    await fs.symlink(here, path.join(folder, 'node_modules/limber'), 'junction').catch(() => {});
    return pathToFileURL(path.join(folder, main)).href;
  }

  /** Removes all files. */
  async close() {
    const folder = await this.#folder;
    if (folder) await fs.rm(folder, { recursive: true, force: true });
  }
}
