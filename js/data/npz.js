// Several arrays by name in one file (.npz), as numpy.savez writes and numpy.load reads: a zip archive of .npy files.
import { MjError } from '../engine/error.js';
import { openArchive } from '../sim/archive.js';
import { readNpy, writeNpy } from './npy.js';

/** @typedef {import('./npy.js').Tensor} Tensor */
/** @typedef {import('./npy.js').TensorInput} TensorInput */

const localMark = 0x04034b50;
const entryMark = 0x02014b50;
const endMark = 0x06054b50;
const firstDay = 0x21; // 1 January 1980: files do not depend on when they are written

/** Remainders of the polynomial of zip's checksum. */
const remainders = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Checksum of zip archives. @param {Uint8Array} bytes */
function checksum(bytes) {
  let value = -1;
  for (let i = 0; i < bytes.length; i++)
    value = remainders[(value ^ bytes[i]) & 255] ^ (value >>> 8);
  return ~value;
}

/**
 * Files in one archive, not packed.
 * @param {[name: string, content: Uint8Array][]} files
 */
function writeZip(files) {
  const names = files.map(([name]) => new TextEncoder().encode(name));
  const total = files.reduce(
    (sum, [, content], k) => sum + content.length + 76 + 2 * names[k].length,
    22,
  );
  if (total > 0xffffffff) throw new MjError('an .npz file holds less than 4 GB');
  const archive = new Uint8Array(total);
  const view = new DataView(archive.buffer);
  let at = 0;
  const starts = files.map(([, content], k) => {
    const start = at;
    view.setUint32(at, localMark, true);
    writeCommon(view, at + 4, content, names[k].length);
    archive.set(names[k], at + 30);
    archive.set(content, at + 30 + names[k].length);
    at += 30 + names[k].length + content.length;
    return start;
  });
  const directory = at;
  files.forEach(([, content], k) => {
    view.setUint32(at, entryMark, true);
    view.setUint16(at + 4, 20, true);
    writeCommon(view, at + 6, content, names[k].length);
    view.setUint32(at + 42, starts[k], true);
    archive.set(names[k], at + 46);
    at += 46 + names[k].length;
  });
  view.setUint32(at, endMark, true);
  view.setUint16(at + 8, files.length, true);
  view.setUint16(at + 10, files.length, true);
  view.setUint32(at + 12, at - directory, true);
  view.setUint32(at + 16, directory, true);
  return archive;
}

/** What both records of a file have. @param {DataView} view @param {number} at @param {Uint8Array} content @param {number} nameLength */
function writeCommon(view, at, content, nameLength) {
  view.setUint16(at, 20, true); // version that is needed
  view.setUint16(at + 2, 0x800, true); // names are UTF-8
  view.setUint16(at + 8, firstDay, true);
  view.setInt32(at + 10, checksum(content), true);
  view.setUint32(at + 14, content.length, true);
  view.setUint32(at + 18, content.length, true);
  view.setUint16(at + 22, nameLength, true);
}

/**
 * Arrays as an .npz file.
 * @param {Readonly<Record<string, TensorInput>>} arrays
 * @returns {Uint8Array}
 */
export const writeNpz = (arrays) =>
  writeZip(Object.entries(arrays).map(([name, array]) => [`${name}.npy`, writeNpy(array)]));

/**
 * The arrays of an .npz file, packed or not.
 * @param {Uint8Array | ArrayBuffer} content
 * @param {string} [name] for messages
 * @returns {Promise<Record<string, Tensor>>}
 */
export async function readNpz(content, name = 'the file') {
  // a view of its own: slices of Node's buffers share memory
  const bytes =
    content instanceof Uint8Array
      ? new Uint8Array(content.buffer, content.byteOffset, content.byteLength)
      : new Uint8Array(content);
  /** @type {[string, Tensor][]} */
  const arrays = await Promise.all(
    openArchive(bytes, name)
      .filter(([path]) => path.endsWith('.npy'))
      .map(async ([path, file]) => [
        path.slice(0, -4),
        readNpy(await file.read(), `${name}: ${path}`),
      ]),
  );
  return Object.fromEntries(arrays);
}
