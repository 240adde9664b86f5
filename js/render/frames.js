// What Node and the page of the renderer send each other: a text in JSON and arrays of bytes, in one block.

/**
 * @typedef {object} Packet
 * @property {Record<string, unknown>} head
 * @property {Uint8Array[]} parts
 */

/**
 * Length of the head (4 bytes), the head as JSON with the lengths of all parts, the parts.
 * @param {Record<string, unknown>} head
 * @param {Uint8Array[]} [parts]
 */
export function pack(head, parts = []) {
  const text = new TextEncoder().encode(
    JSON.stringify({ ...head, lengths: parts.map(({ byteLength }) => byteLength) }),
  );
  const total = parts.reduce((sum, { byteLength }) => sum + byteLength, 4 + text.length);
  const bytes = new Uint8Array(total);
  new DataView(bytes.buffer).setUint32(0, text.length, true);
  bytes.set(text, 4);
  let at = 4 + text.length;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.byteLength;
  }
  return bytes;
}

/**
 * @param {Uint8Array} bytes
 * @returns {Packet}
 */
export function unpack(bytes) {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  let at = 4 + length;
  const parts = /** @type {number[]} */ (head.lengths).map((size) => bytes.slice(at, (at += size)));
  return { head, parts };
}

/** Bytes of an array of numbers. @param {ArrayBufferView} array */
export const bytesOf = (array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
