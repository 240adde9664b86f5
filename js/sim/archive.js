// Files in zip and mjz archives: the directory at the archive's end is read here, the platform unpacks what is asked for.
import { MjError } from '../engine/error.js';
import { joinPath } from '../engine/paths.js';

const MAX_BYTES = 1e9; // a small archive can unpack to more than there is memory
const MAX_RATIO = 1032; // deflate packs no better
const MAX_COMMENT = 0xffff;
const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const endSize = 22;
const stored = 0;
const deflated = 8;

/** @typedef {{ path: string, method: number, start: number, end: number, packed: Uint8Array, size: number }} Entry */

/** Position of the record that closes the directory, before the comment. @param {DataView} view */
function findEnd(view) {
  let at = view.byteLength - endSize;
  const first = at - MAX_COMMENT;
  while (view.getUint32(at, true) !== endMark) if (--at < first) throw new RangeError();
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
      start: local,
      end: start + long(at + 20),
      packed: bytes.subarray(start, start + long(at + 20)),
      size: long(at + 24),
    });
    at = nameEnd + short(at + 30) + short(at + 32);
  }
  return entries;
}

/** No byte of the archive is content of two entries, and none unpacks to more than it can. @param {Entry[]} entries */
function checkEntries(entries) {
  let end = 0;
  for (const { start, end: next, packed, size } of [...entries].sort((a, b) => a.start - b.start)) {
    if (start < end || size > MAX_RATIO * (packed.length + 1)) throw new RangeError();
    end = next;
  }
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
 * A file that is still packed.
 * @typedef {object} Packed
 * @property {() => Promise<Uint8Array>} read unpacks it; the first call does so for all
 */

/**
 * The files of an archive, by name. What is read of it together is less than 1 GB.
 * @param {Uint8Array} bytes
 * @param {string} name of the archive, for messages
 * @returns {[string, Packed][]}
 */
export function openArchive(bytes, name) {
  let left = MAX_BYTES;
  const refuse = (/** @type {unknown} */ cause) =>
    new MjError(`Loading error: '${name}' is not a readable archive of less than 1 GB`, { cause });
  /** @param {Entry} entry @returns {Packed} */
  const packedFile = (entry) => {
    /** @type {Promise<Uint8Array> | undefined} */
    let content;
    const read = async () => {
      try {
        left -= entry.size;
        if (left < 0) throw new RangeError();
        return await unpack(entry);
      } catch (error) {
        throw refuse(error);
      }
    };
    return { read: () => (content ??= read()) };
  };
  try {
    const entries = readDirectory(bytes);
    checkEntries(entries);
    return entries
      .filter(({ path }) => !/\/$|^__MACOSX\//.test(path))
      .map((entry) => [joinPath('', entry.path), packedFile(entry)]);
  } catch (error) {
    throw refuse(error);
  }
}

/**
 * The files of an archive, unpacked.
 * @param {Uint8Array} bytes
 * @param {string} name of the archive, for messages
 * @returns {Promise<[string, Uint8Array][]>}
 */
export const unzip = async (bytes, name) =>
  Promise.all(
    openArchive(bytes, name).map(
      async ([path, file]) => /** @type {[string, Uint8Array]} */ ([path, await file.read()]),
    ),
  );
