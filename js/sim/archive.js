// Files in zip and mjz archives: the directory at the archive's end is read here, the platform unpacks the rest.
import { MjError } from '../engine/error.js';
import { joinPath } from '../engine/paths.js';

const MAX_BYTES = 1e9; // a small archive can unpack to more than there is memory
const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const endSize = 22;
const stored = 0;
const deflated = 8;

/** @typedef {{ path: string, method: number, packed: Uint8Array, size: number }} Entry */

/** Position of the record that closes the directory, before a comment of any length. @param {DataView} view */
function findEnd(view) {
  let at = view.byteLength - endSize;
  while (view.getUint32(at, true) !== endMark) at--;
  return at;
}

/**
 * What the directory lists. Reading beyond the bytes throws a RangeError.
 * @param {Uint8Array} bytes
 * @returns {Entry[]}
 */
function readDirectory(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const short = (/** @type {number} */ at) => view.getUint16(at, true);
  const long = (/** @type {number} */ at) => view.getUint32(at, true);
  const end = findEnd(view);
  const entries = [];
  let at = long(end + 16);
  for (let count = short(end + 10); count > 0; count--) {
    if (long(at) !== entryMark || short(at + 8) & 1) throw new RangeError();
    const nameEnd = at + 46 + short(at + 28);
    const local = long(at + 42);
    const start = local + 30 + short(local + 26) + short(local + 28);
    entries.push({
      path: new TextDecoder().decode(bytes.subarray(at + 46, nameEnd)),
      method: short(at + 10),
      packed: bytes.subarray(start, start + long(at + 20)),
      size: long(at + 24),
    });
    at = nameEnd + short(at + 30) + short(at + 32);
  }
  return entries;
}

/**
 * The content of an entry; not a byte more than the directory says is unpacked.
 * @param {Entry} entry
 */
async function unpack({ method, packed, size }) {
  if (method === stored && packed.length === size) return packed;
  if (method !== deflated) throw new RangeError();
  const source = new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (packed)]).stream();
  const content = new Uint8Array(size);
  let at = 0;
  const reader = source.pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  for (let part; (part = (await reader.read()).value);) {
    content.set(part, at);
    at += part.length;
  }
  if (at !== size) throw new RangeError();
  return content;
}

/**
 * The files of an archive, by name.
 * @param {Uint8Array} bytes
 * @param {string} name of the archive, for messages
 * @returns {Promise<[string, Uint8Array][]>}
 */
export async function unzip(bytes, name) {
  try {
    const entries = readDirectory(bytes).filter(({ path }) => !/\/$|^__MACOSX\//.test(path));
    if (entries.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES) throw new RangeError();
    return await Promise.all(
      entries.map(
        async (entry) =>
          /** @type {[string, Uint8Array]} */ ([joinPath('', entry.path), await unpack(entry)]),
      ),
    );
  } catch (error) {
    throw new MjError(`Loading error: '${name}' is not a readable archive of less than 1 GB`, {
      cause: error,
    });
  }
}
