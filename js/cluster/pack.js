// Arrays of numbers with a description, as bytes: what chunks are given, and what they give. The same content is the same bytes.
import { MjError } from '../engine/error.js';

/** @typedef {Float64Array | Float32Array | Int32Array | Uint8Array} Numbers */

const types = { f64: Float64Array, f32: Float32Array, i32: Int32Array, u8: Uint8Array };
/** @typedef {keyof typeof types} TypeName */

/** @param {Numbers} array @returns {TypeName} */
function typeOf(array) {
  for (const [name, Type] of Object.entries(types))
    if (array instanceof Type) return /** @type {TypeName} */ (name);
  throw new MjError('pack: an array of this type cannot be packed');
}

/** @param {number} bytes */
const padded = (bytes) => Math.ceil(bytes / 8) * 8;

/**
 * @param {unknown} about any JSON
 * @param {Record<string, Numbers>} arrays
 * @returns {Uint8Array}
 */
export function pack(about, arrays) {
  const list = Object.entries(arrays).map(([name, array]) => ({
    name,
    type: typeOf(array),
    length: array.length,
  }));
  const head = new TextEncoder().encode(JSON.stringify({ about, arrays: list }));
  const start = padded(8 + head.length);
  const size = Object.values(arrays).reduce((sum, { byteLength }) => sum + padded(byteLength), 0);
  const bytes = new Uint8Array(start + size);
  new DataView(bytes.buffer).setUint32(0, head.length, true);
  bytes.set(head, 8);
  let at = start;
  for (const array of Object.values(arrays)) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += padded(array.byteLength);
  }
  return bytes;
}

/**
 * @param {Uint8Array} given
 * @returns {{ about: unknown, arrays: Record<string, Numbers> }}
 */
export function unpack(given) {
  // of its own, so that numbers lie where they may
  const bytes = new Uint8Array(given);
  const length = new DataView(bytes.buffer).getUint32(0, true);
  const head =
    /** @type {{ about: unknown, arrays: { name: string, type: TypeName, length: number }[] }} */ (
      JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)))
    );
  /** @type {Record<string, Numbers>} */
  const arrays = {};
  let at = padded(8 + length);
  for (const { name, type, length: count } of head.arrays) {
    const array = new types[type](bytes.buffer, at, count);
    arrays[name] = array;
    at += padded(array.byteLength);
  }
  return { about: head.about, arrays };
}
