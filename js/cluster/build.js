// Which engine this is: results are bit-identical where it is the same.
import { readFile } from 'node:fs/promises';
import { hashOf } from './blobs.js';

/** @type {Promise<{ version: string, module: string }> | null} */
let known = null;

async function read() {
  const [manifest, module] = await Promise.all([
    readFile(new URL('../../package.json', import.meta.url), 'utf8'),
    readFile(new URL('../engine/limber.wasm', import.meta.url)),
  ]);
  return { version: String(JSON.parse(manifest).version), module: hashOf(module) };
}

/** The version of the package, and the SHA-256 of the engine's module. */
export function engineBuild() {
  return (known ??= read());
}

/** @param {{ version: string, module: string }} build */
export const buildText = ({ version, module }) => `limber ${version} (${module.slice(0, 12)})`;
