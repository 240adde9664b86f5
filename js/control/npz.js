// Arrays of npz archives (numpy.savez, numpy.savez_compressed).
import { MjError } from '../engine/error.js';
import { unzip } from '../sim/archive.js';

/** @typedef {{ data: Float64Array, shape: number[] }} NpyArray */

/** One array. @param {Uint8Array} bytes @param {string} name @returns {NpyArray} */
function readNpy(bytes, name) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (
    bytes.length < 10 ||
    bytes[0] !== 0x93 ||
    String.fromCharCode(...bytes.subarray(1, 6)) !== 'NUMPY'
  )
    throw new MjError(`npz: '${name}' is no array of numpy`);
  const wide = bytes[6] > 1;
  const length = wide ? view.getUint32(8, true) : view.getUint16(8, true);
  const start = (wide ? 12 : 10) + length;
  const head = new TextDecoder('latin1').decode(bytes.subarray(wide ? 12 : 10, start));
  const type = /'descr':\s*'([^']*)'/.exec(head)?.[1] ?? '';
  const shape = (/'shape':\s*\(([^)]*)\)/.exec(head)?.[1] ?? '')
    .split(',')
    .map((n) => n.trim())
    .filter(Boolean)
    .map(Number);
  if (/'fortran_order':\s*True/.test(head) && shape.length > 1)
    throw new MjError(
      `npz: '${name}' is in Fortran order; numpy.ascontiguousarray makes it C order`,
    );
  const count = shape.reduce((product, n) => product * n, 1);
  /** @type {Record<string, [number, (at: number) => number]>} */
  const readers = {
    '<f8': [8, (at) => view.getFloat64(at, true)],
    '<f4': [4, (at) => view.getFloat32(at, true)],
    '<i8': [8, (at) => Number(view.getBigInt64(at, true))],
    '<i4': [4, (at) => view.getInt32(at, true)],
    '|u1': [1, (at) => view.getUint8(at)],
  };
  if (!Object.hasOwn(readers, type))
    throw new MjError(
      `npz: '${name}' has numbers of type '${type}'; expected ${Object.keys(readers).join(', ')}`,
    );
  const [size, read] = readers[type];
  if (start + size * count > bytes.length) throw new MjError(`npz: '${name}' is cut off`);
  return { data: Float64Array.from({ length: count }, (_, i) => read(start + size * i)), shape };
}

/**
 * All arrays of an archive by their names.
 * @param {Uint8Array} bytes
 * @returns {Promise<Map<string, NpyArray>>}
 */
export async function readNpz(bytes) {
  const files = await unzip(bytes, 'npz');
  return new Map(
    files
      .filter(([name]) => name.endsWith('.npy'))
      .map(([name, content]) => [name.slice(0, -4), readNpy(content, name)]),
  );
}
