// The number types of the C interface: how many bytes an item has, the typed array that views it, which of the engine's heap arrays
// reads and writes a single one, and its range (of 64 bits but for rounding).

/** @typedef {'double' | 'float' | 'int' | 'uint' | 'char' | 'byte' | 'bool' | 'int64' | 'uint64' | 'size'} NumberType */
/** @typedef {'f64' | 'f32' | 'i32' | 'u32' | 'i8' | 'u8' | 'i64' | 'u64'} Heap */

const row = (
  /** @type {number} */ bytes,
  /** @type {ViewClass} */ View,
  /** @type {Heap} */ heap,
) => {
  const half = heap[0] === 'f' ? Infinity : 2 ** (8 * bytes - 1);
  const least = heap[0] === 'u' ? 0 : -half;
  return { bytes, View, heap, shift: Math.log2(bytes), least, most: (least ? half : 2 * half) - 1 };
};

export const numberTypes = {
  double: row(8, Float64Array, 'f64'),
  float: row(4, Float32Array, 'f32'),
  int: row(4, Int32Array, 'i32'),
  uint: row(4, Uint32Array, 'u32'),
  char: row(1, Int8Array, 'i8'),
  byte: row(1, Uint8Array, 'u8'),
  bool: row(1, Uint8Array, 'u8'),
  int64: row(8, BigInt64Array, 'i64'),
  uint64: row(8, BigUint64Array, 'u64'),
  /** Sizes and addresses, 32 bits in WebAssembly. */
  size: row(4, Uint32Array, 'u32'),
};

/**
 * @typedef {Float64ArrayConstructor | Float32ArrayConstructor | Int32ArrayConstructor | Uint32ArrayConstructor | Int8ArrayConstructor |
 *   Uint8ArrayConstructor | BigInt64ArrayConstructor | BigUint64ArrayConstructor} ViewClass
 */
