// Arrays as NumPy stores them (.npy): a header in Python's notation and the numbers.
//
// Format: numpy.lib.format, versions 1.0 to 3.0.
import { MjError } from '../engine/error.js';

/** @typedef {Float64Array | Float32Array | Int32Array | Uint32Array | Int16Array | Uint16Array | Int8Array | Uint8Array | BigInt64Array | BigUint64Array} Numbers */

/**
 * Numbers or texts with a shape, the last index the quickest.
 * @typedef {{ data: Numbers | string[], shape: number[] }} Tensor
 *
 * What is written: a tensor, or a list as a row of numbers or texts.
 * @typedef {Tensor | Numbers | readonly number[] | readonly string[]} TensorInput
 */

const magic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59]; // \x93NUMPY

/** Arrays by the type that NumPy calls them. */
const types = {
  '<f8': Float64Array,
  '<f4': Float32Array,
  '<i4': Int32Array,
  '<u4': Uint32Array,
  '<i2': Int16Array,
  '<u2': Uint16Array,
  '|i1': Int8Array,
  '|u1': Uint8Array,
  '<i8': BigInt64Array,
  '<u8': BigUint64Array,
};

/** @param {readonly number[]} shape */
const countOf = (shape) => shape.reduce((product, side) => product * side, 1);

/** @param {TensorInput} input @returns {Tensor} */
export function toTensor(input) {
  if (ArrayBuffer.isView(input))
    return { data: /** @type {Numbers} */ (input), shape: [input.length] };
  if (Array.isArray(input)) {
    const texts = input.some((item) => typeof item === 'string');
    return { data: texts ? input.map(String) : Float64Array.from(input), shape: [input.length] };
  }
  const { data, shape } = /** @type {Tensor} */ (input);
  if (data?.length !== countOf(shape ?? []))
    throw new MjError(
      `an array of the shape ${shape?.join(' x ')} has ${countOf(shape ?? [])} items, there are ${data?.length}`,
    );
  return { data, shape };
}

/** Texts as NumPy stores them: 4 bytes for each character, as many as the longest has. @param {string[]} texts */
function packTexts(texts) {
  const points = texts.map((text) => Array.from(text, (letter) => letter.codePointAt(0) ?? 0));
  const length = Math.max(1, ...points.map((list) => list.length));
  const packed = new Uint32Array(length * texts.length);
  points.forEach((list, k) => packed.set(list, k * length));
  return { descr: `<U${length}`, packed };
}

/** @param {Numbers} data */
function typeOf(data) {
  const found = Object.entries(types).find(([, Type]) => data instanceof Type);
  if (found) return found[0];
  throw new MjError(`an array of the type ${data?.constructor?.name} cannot be written`);
}

/**
 * An array as a .npy file.
 * @param {TensorInput} input
 * @returns {Uint8Array}
 */
export function writeNpy(input) {
  const { data, shape } = toTensor(input);
  const { descr, packed } = Array.isArray(data)
    ? packTexts(data)
    : { descr: typeOf(data), packed: data };
  const sides = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const text = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${sides}), }`;
  // numbers begin at a multiple of 64
  const length = Math.ceil((text.length + 11) / 64) * 64 - 10;
  const file = new Uint8Array(10 + length + packed.byteLength);
  file.set([...magic, 1, 0, length & 255, length >> 8]);
  file.set(new TextEncoder().encode(`${text.padEnd(length - 1)}\n`), 10);
  file.set(new Uint8Array(packed.buffer, packed.byteOffset, packed.byteLength), 10 + length);
  return file;
}

/** @param {Uint8Array} bytes @param {string} name */
function readHeader(bytes, name) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < 12 || magic.some((byte, k) => bytes[k] !== byte))
    throw new MjError(`'${name}' is no .npy file`);
  const long = bytes[6] > 1;
  const length = long ? view.getUint32(8, true) : view.getUint16(8, true);
  const start = (long ? 12 : 10) + length;
  const text = new TextDecoder().decode(bytes.subarray(long ? 12 : 10, start));
  const descr = /'descr':\s*'([^']*)'/.exec(text)?.[1];
  const order = /'fortran_order':\s*(True|False)/.exec(text)?.[1];
  const sides = /'shape':\s*\(([^)]*)\)/.exec(text)?.[1];
  if (descr === undefined || order === undefined || sides === undefined || start > bytes.length)
    throw new MjError(
      `'${name}': its header is not understood (records and objects are not read): ${text.trim().slice(0, 120)}`,
    );
  const shape = sides
    .split(',')
    .filter((side) => side.trim())
    .map(Number);
  return { descr, columns: order === 'True', shape, content: bytes.subarray(start) };
}

/**
 * The last index becomes the quickest.
 * @template {Numbers | string[]} T
 * @param {T} data
 * @param {number[]} shape
 * @returns {T}
 */
function toRows(data, shape) {
  const result = /** @type {T} */ (data.slice());
  const strides = shape.map((_, k) => countOf(shape.slice(0, k)));
  const at = shape.map(() => 0);
  for (let i = 0; i < data.length; i++) {
    const from = at.reduce((sum, index, k) => sum + index * strides[k], 0);
    result[i] = data[from];
    for (let k = shape.length - 1; k >= 0 && ++at[k] === shape[k]; k--) at[k] = 0;
  }
  return result;
}

/** Texts, 4 bytes or 1 byte for each character. @param {Uint8Array} content @param {number} size bytes of a character @param {number} length @param {number} count */
function unpackTexts(content, size, length, count) {
  const view = new DataView(content.buffer, content.byteOffset, content.length);
  return Array.from({ length: count }, (_, k) => {
    let text = '';
    for (let i = 0; i < length; i++) {
      const at = size * (k * length + i);
      const code = size === 4 ? view.getUint32(at, true) : content[at];
      if (code > 0) text += String.fromCodePoint(code);
    }
    return text;
  });
}

/**
 * The array of a .npy file.
 * @param {Uint8Array} bytes
 * @param {string} [name] for messages
 * @returns {Tensor}
 */
export function readNpy(bytes, name = 'the file') {
  const { descr, columns, shape, content } = readHeader(bytes, name);
  const count = countOf(shape);
  const [, kind, digits] = /^[<|]([US])(\d+)$/.exec(descr) ?? [];
  const known = descr.replace(/^\|b1$/, '|u1').replace(/^[<|=]([iu]1)$/, '|$1');
  const Type = Object.hasOwn(types, known)
    ? types[/** @type {keyof typeof types} */ (known)]
    : undefined;
  if (!kind && !Type)
    throw new MjError(
      `'${name}' has items of the type '${descr}', which is not read: ${Object.keys(types).join(', ')}, |b1, <U and |S are`,
    );
  const itemBytes = Type ? Type.BYTES_PER_ELEMENT : (kind === 'U' ? 4 : 1) * Number(digits);
  if (content.length < count * itemBytes)
    throw new MjError(
      `'${name}' ends early: ${shape.join(' x ')} items of ${itemBytes} bytes, there are ${content.length} bytes`,
    );
  /** @type {Numbers | string[]} */
  let data;
  if (Type) data = new Type(content.slice(0, count * itemBytes).buffer);
  else data = unpackTexts(content, kind === 'U' ? 4 : 1, Number(digits), count);
  return { data: columns && shape.length > 1 ? toRows(data, shape) : data, shape };
}
