// Files in zip and mjz archives.
import { unzipSync } from 'fflate';
import { MjError } from '../engine/error.js';
import { joinPath } from './scan.js';

const MAX_BYTES = 1e9; // a small archive can unpack to more than there is memory

/**
 * The files of an archive, by name.
 * @param {Uint8Array} bytes
 * @param {string} name of the archive, for messages
 * @returns {[string, Uint8Array][]}
 */
export function unzip(bytes, name) {
  try {
    let total = 0;
    const filter = (/** @type {import('fflate').UnzipFileInfo} */ { originalSize }) => {
      if ((total += originalSize) > MAX_BYTES) throw new RangeError();
      return true;
    };
    return Object.entries(unzipSync(bytes, { filter }))
      .filter(([path]) => !path.endsWith('/') && !path.startsWith('__MACOSX/'))
      .map(([path, content]) => [joinPath('', path), content]);
  } catch (error) {
    throw new MjError(`Loading error: '${name}' is not a readable archive of less than 1 GB`, {
      cause: error,
    });
  }
}
