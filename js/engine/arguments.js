// Turns JavaScript arguments into C values, and output arrays back.
//
// Handles become addresses; strings are copied to the module's stack, arrays to the engine's scratch memory, long arrays to its
// heap; views of the module's own memory are passed as they are.
import { MjError } from './error.js';
import { Handle, quickAddress } from './handle.js';
import { itemSize } from './schema.js';
import { enumNumber, makeView } from './views.js';

/** @typedef {import('./module.js').Engine} Engine */
/** @typedef {import('./schema.js').Argument} Argument */
/** @typedef {import('./views.js').Library} Library */
/** @typedef {{ [index: number]: any, length: number }} NumberList an array or a typed array */

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
    /** @type {string[]} */
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
   * @param {string} type
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
      if (types[i] === 'd' && target instanceof Float64Array && target.length < longCopy) {
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
 * @param {string} type
 * @param {number} address
 * @param {NumberList} target
 */
function copyOut(engine, type, address, target) {
  const result = makeView(engine, type, address, target.length);
  if (ArrayBuffer.isView(target)) /** @type {any} */ (target).set(result);
  else for (let i = 0; i < result.length; i++) target[i] = result[i];
}

/** Names of the arrays' items in messages. */
const viewNames = {
  d: Float64Array,
  f: Float32Array,
  i: Int32Array,
  b: Uint8Array,
  B: Uint8Array,
  c: Int8Array,
  z: Uint32Array,
};

/**
 * Turns one JavaScript argument into a C value.
 * @param {Engine} engine
 * @param {string} name
 * @param {Argument} arg
 * @param {boolean} optional
 * @param {Library} library
 * @returns {(value: any, frame: Frame) => number | bigint}
 */
export function converter(engine, name, arg, optional, library) {
  switch (arg.kind) {
    case 'handle':
    case 'struct': {
      const type = library.classOf(arg.type);
      return (value) => {
        const address = quickAddress(value, type);
        if (address !== 0) return address;
        if (value instanceof type) return Handle.addressOf(value);
        if (optional && (value === null || value === undefined)) return 0;
        throw wrongHandle(name, arg.name, arg.type, value);
      };
    }
    case 'array':
      return (value, frame) => passArray(engine, name, arg, optional, value, frame);
    case 'string':
      return (value) => {
        if (optional && (value === null || value === undefined)) return 0;
        if (typeof value !== 'string')
          throw new MjError(
            `[${name}] ${arg.name} must be a string, got ${value === null ? 'null' : typeof value}`,
          );
        return engine.pushString(value);
      };
    case 'bigint':
      return (value) => BigInt(value);
    case 'bool':
      return (value) => (value ? 1 : 0);
    default:
      return (value) => {
        const number = enumNumber(value);
        if (
          typeof value === 'string' ||
          (typeof value === 'object' && value?.value === undefined) ||
          (Number.isNaN(number) && typeof value !== 'number')
        ) {
          throw new MjError(`[${name}] ${arg.name} must be a number, got ${typeof value}`);
        }
        return number;
      };
  }
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
  if (!constant) frame.add(array, address, 'd');
  return address;
}

/**
 * @param {Engine} engine
 * @param {string} name
 * @param {Argument} arg
 * @param {boolean} optional
 * @param {any} value
 * @param {Frame} frame
 */
function passArray(engine, name, arg, optional, value, frame) {
  if (value === null || value === undefined) {
    if (optional) return 0;
    const expected = arg.constant ? 'a number[]' : 'a TypedArray or WasmBuffer';
    throw new MjError(
      `[${name}] Invalid argument. Expected ${expected}, got ${value} for ${arg.name}.`,
    );
  }
  const isArray = Array.isArray(value);
  const array = isArray || typeof value.GetView !== 'function' ? value : value.GetView();
  if (!isArray && !ArrayBuffer.isView(array)) {
    throw new MjError(
      `[${name}] Invalid argument. Expected TypedArray or WasmBuffer, got unknown type for ${arg.name}.`,
    );
  }
  const { length } = /** @type {NumberList} */ (array);
  if (length === 0 && !isArray) checkAttached(name, arg.name, array);
  if (length < arg.length)
    throw new MjError(`[${name}] ${arg.name} must have size ${arg.length}, got ${length}`);

  // memory of the module itself is passed as it is
  if (!isArray && array.byteOffset !== 0) {
    const fits = array instanceof viewNames[/** @type {keyof typeof viewNames} */ (arg.type)];
    if (fits && (array !== value || array.buffer === engine.f64.buffer)) return array.byteOffset;
  }
  const address = frame.take(length * itemSize[arg.type]);
  if (isArray && arg.type === 'd') copyList(engine.f64, address >> 3, array);
  else if (length > 0)
    /** @type {Float64Array} */ (makeView(engine, arg.type, address, length)).set(array);
  if (!arg.constant) frame.add(array, address, arg.type);
  return address;
}

/**
 * @param {Float64Array} heap
 * @param {number} start
 * @param {number[]} list
 */
function copyList(heap, start, list) {
  for (let k = 0; k < list.length; k++) heap[start + k] = list[k];
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
    throw new MjError(
      `[${name}] ${argument} is a stale view: memory has grown since it was read, read it again`,
    );
  }
}

/**
 * @param {string} name
 * @param {string} argument
 * @param {string} type
 * @param {unknown} value
 */
export function wrongHandle(name, argument, type, value) {
  const got =
    value instanceof Handle ? value.constructor.name : value === null ? 'null' : typeof value;
  return new MjError(`[${name}] ${argument} must be a ${publicName(type)}, got ${got}`);
}

/** @param {string} struct */
const publicName = (struct) => `M${struct.slice(1)}`;
