// The wire format of Protocol Buffers, as far as ONNX files need it: fields of a message, and messages of fields.
//
// Source: Protocol Buffers, Encoding. A field is its number and wire type, then a varint (0), 8 bytes (1), a length and bytes (2) or
// 4 bytes (5).
import { MjError } from '../../engine/error.js';

/** @typedef {{ number: number, value: number, bytes: Uint8Array | null }} Field a number in `value`, or what has a length in `bytes` */

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** What a file that ends too early is told. */
const cut = () => new MjError('onnx: the file ends in the middle of a field');

/**
 * The fields of a message, in their order.
 * @param {Uint8Array} bytes
 * @returns {Generator<Field>}
 */
export function* fieldsOf(bytes) {
  let at = 0;
  const varint = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      if (at >= bytes.length) throw cut();
      const byte = bytes[at++];
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      if (factor > 2 ** 63) throw new MjError('onnx: a number has too many bytes');
    }
  };
  while (at < bytes.length) {
    const key = varint();
    const number = Math.floor(key / 8);
    const wire = key % 8;
    if (wire === 0) {
      yield { number, value: varint(), bytes: null };
      continue;
    }
    if (wire !== 1 && wire !== 2 && wire !== 5)
      throw new MjError(`onnx: this is no ONNX file: a field of wire type ${wire}`);
    const length = wire === 2 ? varint() : wire === 1 ? 8 : 4;
    if (at + length > bytes.length) throw cut();
    yield { number, value: 0, bytes: bytes.subarray(at, at + length) };
    at += length;
  }
}

/** @param {Uint8Array | null} bytes */
export const textOf = (bytes) => decoder.decode(bytes ?? new Uint8Array());

/** A message that is written field by field. */
export class Message {
  /** @type {Uint8Array[]} */
  #parts = [];

  /** @param {number} value whole number, not negative */
  static #varint(value) {
    const bytes = [];
    for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
    bytes.push(value);
    return Uint8Array.from(bytes);
  }

  /** @param {number} number @param {number} value */
  number(number, value) {
    return this.#push(Message.#varint(8 * number), Message.#varint(value));
  }

  /** A 32-bit float. @param {number} number @param {number} value */
  float(number, value) {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setFloat32(0, value, true);
    return this.#push(Message.#varint(8 * number + 5), bytes);
  }

  /** @param {number} number @param {Uint8Array} bytes */
  bytes(number, bytes) {
    return this.#push(Message.#varint(8 * number + 2), Message.#varint(bytes.length), bytes);
  }

  /** @param {number} number @param {string} text */
  text(number, text) {
    return this.bytes(number, encoder.encode(text));
  }

  /** @param {number} number @param {Message} message */
  message(number, message) {
    return this.bytes(number, message.encode());
  }

  /** @param {...Uint8Array} parts */
  #push(...parts) {
    this.#parts.push(...parts);
    return this;
  }

  /** @returns {Uint8Array<ArrayBuffer>} */
  encode() {
    const parts = this.#parts;
    const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  }
}
