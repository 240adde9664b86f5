// Turns JavaScript arguments into C values, and output arrays back.
//
// Handles become addresses; strings are copied to the module's stack, arrays to the engine's scratch memory, long arrays to its
// heap; views of the module's own memory are passed as they are.
import { MjError } from './error.js';
import { Handle, quickAddress, typeName } from './handle.js';
import { numberTypes } from './numbers.js';
import { description, numberType } from './schema.js';
import { makeView, setNumbers, toLong, toNumber } from './views.js';

/** @typedef {import('./module.js').Engine} Engine */
/** @typedef {import('./schema.js').Argument} Argument */
/** @typedef {import('./views.js').Library} Library */
/** @typedef {import('./numbers.js').NumberType} NumberType */
/** @typedef {{ [index: number]: number | bigint, length: number }} NumberList an array or a typed array */
/** @typedef {(value: unknown, frame: Frame) => number | bigint} Converter */

// from here on, a typed array's own `set` is faster than a loop
const longCopy = 24;

/** The arrays that one call copied into the module. */
export class Frame {
  /** @param {Engine} engine */
  constructor(engine) {
    this.engine = engine;
    /** Arrays of the caller's that the call fills: so many of the lists are in use. */
    this.count = 0;
    /** @type {(NumberList | null)[]} */
    this.targets = [];
    /** @type {number[]} */
    this.addresses = [];
    /** @type {NumberType[]} */
    this.types = [];
    /** Heap blocks to free. @type {number[]} */
    this.blocks = [];
  }

  /**
   * Memory for the time of the call.
   * @param {number} bytes
   * @returns {number}
   */
  take(bytes) {
    const address = this.engine.takeScratch(bytes);
    if (address) return address;
    const block = this.engine.alloc(bytes);
    this.blocks.push(block);
    return block;
  }

  /**
   * An array that the call fills.
   * @param {NumberList} target
   * @param {number} address
   * @param {NumberType} type
   */
  add(target, address, type) {
    const i = this.count++;
    this.targets[i] = target;
    this.addresses[i] = address;
    this.types[i] = type;
  }

  /** Gives the caller's arrays what the call wrote. */
  copyBack() {
    const { count, targets, addresses, types, engine } = this;
    for (let i = 0; i < count; i++) {
      const target = /** @type {NumberList} */ (targets[i]);
      if (types[i] === 'double' && target instanceof Float64Array && target.length < longCopy) {
        const { f64 } = engine;
        const start = addresses[i] >> 3;
        for (let k = 0; k < target.length; k++) target[k] = f64[start + k];
      } else {
        copyOut(engine, types[i], addresses[i], target);
      }
    }
  }

  /** Forgets the call. */
  clear() {
    // the caller's arrays are not kept alive
    while (this.count > 0) this.targets[--this.count] = null;
    if (this.blocks.length > 0) {
      for (const block of this.blocks) this.engine.free(block);
      this.blocks.length = 0;
    }
  }
}

/**
 * @param {Engine} engine
 * @param {NumberType} type
 * @param {number} address
 * @param {NumberList} target
 */
function copyOut(engine, type, address, target) {
  const result = /** @type {Float64Array} */ (makeView(engine, type, address, target.length));
  if (ArrayBuffer.isView(target)) /** @type {Float64Array} */ (target).set(result);
  else for (let i = 0; i < result.length; i++) target[i] = result[i];
}

/**
 * The C type of an argument that is a number or an enum's value; of an index, whose range is checked as a whole, any.
 * @param {Argument} arg
 * @returns {NumberType | undefined}
 */
export function numberTypeOf({ type = '', below }) {
  if (below !== undefined) return 'double';
  if (type in description().enums) return 'int';
  return numberType(type) && !/bool|64/.test(type) ? /** @type {NumberType} */ (type) : undefined;
}

/**
 * Turns one JavaScript argument into a C value.
 * @param {Engine} engine
 * @param {string} name of the function
 * @param {Argument} arg
 * @param {Library} library
 * @returns {Converter}
 */
export function converter(engine, name, arg, library) {
  if (arg.in || arg.out) return (value, frame) => passArray(engine, name, arg, value, frame);
  const number = numberTypeOf(arg);
  if (number) return (value) => toNumber(number, value, name, arg.name);
  switch (arg.type) {
    case 'text':
      return (value) => passText(engine, name, arg, value);
    case 'int64':
      return (value) => toLong('int64', value, name, arg.name);
    case 'bool':
      return (value) => (value ? 1 : 0);
    default:
      return handleConverter(name, arg, library);
  }
}

/**
 * Addresses of handles of the class that an argument asks for.
 * @param {string} name
 * @param {Argument} arg
 * @param {Library} library
 * @returns {(value: unknown) => number}
 */
export function handleConverter(name, { name: argument, type: struct = '', optional }, library) {
  const type = library.classOf(struct);
  return (value) => {
    const address = quickAddress(value, type);
    if (address !== 0) return address;
    if (value instanceof type) return Handle.addressOf(value);
    if (optional && (value === null || value === undefined)) return 0;
    throw wrongHandle(name, argument, struct, value);
  };
}

/**
 * @param {Engine} engine
 * @param {string} name
 * @param {Argument} arg
 * @param {unknown} value
 */
function passText(engine, name, arg, value) {
  if (arg.optional && (value === null || value === undefined)) return 0;
  if (value === null) throw new MjError(`[${name}] Invalid argument: ${arg.name} is null`);
  if (typeof value !== 'string')
    throw new MjError(`[${name}] ${arg.name} must be a string, got ${typeName(value)}`);
  return engine.pushString(value);
}

/**
 * The most frequent array.
 * @param {Engine} engine
 * @param {boolean} constant
 * @param {Float64Array} array
 * @param {Frame} frame
 */
export function passDoubles(engine, constant, array, frame) {
  // asking for the offset is cheap, asking for the buffer is not; nothing of the module's is at its start
  if (array.byteOffset !== 0 && array.buffer === engine.f64.buffer) return array.byteOffset;
  const { length } = array;
  const address = frame.take(8 * length);
  const { f64 } = engine;
  const start = address >> 3;
  if (length < longCopy) for (let k = 0; k < length; k++) f64[start + k] = array[k];
  else f64.set(array, start);
  if (!constant) frame.add(array, address, 'double');
  return address;
}

/**
 * @param {Engine} engine
 * @param {string} name
 * @param {Argument} arg
 * @param {unknown} value
 * @param {Frame} frame
 */
function passArray(engine, name, arg, value, frame) {
  if (value === null || value === undefined) {
    if (arg.optional) return 0;
    const expected = arg.in ? 'a number[]' : 'a TypedArray or WasmBuffer';
    throw new MjError(
      `[${name}] Invalid argument. Expected ${expected}, got ${value}. (${arg.name})`,
    );
  }
  const isArray = Array.isArray(value);
  const array = isArray ? value : viewOf(value);
  if (!isArray && (!ArrayBuffer.isView(array) || array instanceof DataView)) {
    throw new MjError(
      `[${name}] Invalid argument. Expected TypedArray or WasmBuffer, got unknown type for ${arg.name}.`,
    );
  }
  const { length } = /** @type {NumberList} */ (array);
  if (length === 0) {
    if (!isArray) checkAttached(name, arg.name, /** @type {ArrayBufferView} */ (array));
    if (arg.optional) return 0; // the reference has no other way to leave an array out
  }
  const { dim = 0 } = arg;
  if (length < dim) throw new MjError(`[${name}] ${arg.name} must have size ${dim}, got ${length}`);

  const type = /** @type {NumberType} */ (arg.in ?? arg.out);
  const { bytes, View } = numberTypes[type];
  // memory of the module itself is passed as it is
  if (array instanceof View && array.byteOffset !== 0) {
    if (value instanceof Handle || array.buffer === engine.f64.buffer) return array.byteOffset;
  }
  const address = frame.take(length * bytes);
  const numbers = /** @type {ArrayLike<number>} */ (array);
  const isOwn = type === 'double' && (isArray || array instanceof Float64Array);
  const isPlain = isOwn && isArray && length < longCopy;
  if (!isPlain || !copyList(engine.f64, address >> 3, numbers))
    setNumbers(makeView(engine, type, address, length), numbers, `[${name}] ${arg.name}`);
  if (arg.out) frame.add(/** @type {NumberList} */ (array), address, type);
  return address;
}

/** The items of a buffer (js/mujoco/buffers.js), or the value itself. @param {unknown} value */
export function viewOf(value) {
  const buffer = /** @type {{ GetView?: () => unknown }} */ (value);
  return typeof buffer.GetView === 'function' ? buffer.GetView() : value;
}

/**
 * Copies a list as long as it has numbers; returns whether it had nothing else.
 * @param {Float64Array} heap
 * @param {number} start
 * @param {ArrayLike<number>} list
 */
function copyList(heap, start, list) {
  for (let k = 0; k < list.length; k++) {
    if (typeof list[k] !== 'number') return false;
    heap[start + k] = list[k];
  }
  return true;
}

/**
 * Throws when a view's memory was taken away because the module's memory grew.
 * @param {string} name
 * @param {string} argument
 * @param {ArrayBufferView} array
 */
function checkAttached(name, argument, array) {
  try {
    new Uint8Array(array.buffer);
  } catch {
    throw new MjError(`[${name}] ${argument} is a stale view, read it again`);
  }
}

/**
 * @param {string} name of the function, '' where the argument says enough
 * @param {string} argument
 * @param {string} type the struct or its class
 * @param {unknown} value
 */
export function wrongHandle(name, argument, type, value) {
  const wanted = publicName(type);
  const text =
    value === null
      ? `null is not a valid ${wanted} (${argument})`
      : `${argument} must be a ${wanted}, got ${typeName(value)}`;
  return new MjError(name ? `[${name}] ${text}` : text);
}

/** @param {string} struct such as mjOption */
export const publicName = (struct) => `M${struct.slice(1)}`;
