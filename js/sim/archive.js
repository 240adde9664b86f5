// Files in zip and mjz archives.
import { unzipSync } from 'fflate';
import { MjError } from '../engine/error.js';
import { joinPath } from './scan.js';

/**
 * The files of an archive, by name.
 * @param {Uint8Array} bytes
 * @param {string} name of the archive, for messages
 * @returns {[string, Uint8Array][]}
 */
export function unzip(bytes, name) {
  try {
    return Object.entries(unzipSync(bytes))
      .filter(([path]) => !path.endsWith('/') && !path.startsWith('__MACOSX/'))
      .map(([path, content]) => [joinPath('', path), content]);
  } catch (error) {
    throw new MjError(`Loading error: '${name}' is not a readable archive`, { cause: error });
  }
}
