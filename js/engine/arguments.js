// Turns JavaScript arguments into C values, and output arrays back.
//
// Handles become addresses; strings and arrays are copied to the module's stack, long arrays to its heap; views of the module's
// own memory are passed as they are.
import { MjError } from './error.js';
import { Handle } from './handle.js';
import { itemSize } from './schema.js';
import { enumNumber, makeView } from './views.js';

/** @typedef {import('./module.js').Engine} Engine */
/** @typedef {import('./schema.js').Argument} Argument */
/** @typedef {import('./views.js').Library} Library */
/** @typedef {{ address: number, length: number, type: string, heap: boolean, target: { [index: number]: unknown } & ArrayLike<unknown> | null }} Copy */

const largestOnStack = 1 << 14;

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
 * @returns {(value: any, copies: Copy[]) => number | bigint}
 */
export function converter(engine, name, arg, optional, library) {
  switch (arg.kind) {
    case 'handle':
    case 'struct': {
      const type = library.classOf(arg.type);
      return (value) => {
        if (value instanceof type) return Handle.addressOf(value);
        if (optional && (value === null || value === undefined)) return 0;
        throw wrongHandle(name, arg.name, arg.type, value);
      };
    }
    case 'array':
      return (value, copies) => passArray(engine, name, arg, optional, value, copies);
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
        if (typeof value === 'string' || (Number.isNaN(number) && typeof value !== 'number')) {
          throw new MjError(`[${name}] ${arg.name} must be a number, got ${typeof value}`);
        }
        return number;
      };
  }
}

/**
 * @param {Engine} engine
 * @param {string} name
 * @param {Argument} arg
 * @param {boolean} optional
 * @param {any} value
 * @param {Copy[]} copies
 */
function passArray(engine, name, arg, optional, value, copies) {
  if (value === null || value === undefined) {
    if (optional) return 0;
    const expected = arg.constant ? 'a number[]' : 'a TypedArray or WasmBuffer';
    throw new MjError(
      `[${name}] Invalid argument. Expected ${expected}, got ${value} for ${arg.name}.`,
    );
  }
  const array = typeof value.GetView === 'function' ? value.GetView() : value;
  if (!ArrayBuffer.isView(array) && !Array.isArray(array)) {
    throw new MjError(
      `[${name}] Invalid argument. Expected TypedArray or WasmBuffer, got unknown type for ${arg.name}.`,
    );
  }
  const { length } = /** @type {ArrayLike<number>} */ (/** @type {unknown} */ (array));
  if (length === 0 && ArrayBuffer.isView(array)) checkAttached(name, arg.name, array);
  if (length < arg.length)
    throw new MjError(`[${name}] ${arg.name} must have size ${arg.length}, got ${length}`);

  // memory of the module itself is passed as it is
  if (ArrayBuffer.isView(array) && array.buffer === engine.memory.buffer) {
    if (array instanceof viewNames[/** @type {keyof typeof viewNames} */ (arg.type)])
      return array.byteOffset;
  }
  const bytes = length * itemSize[arg.type];
  const heap = bytes > largestOnStack;
  const address = heap ? engine.alloc(bytes) : engine.push(bytes + 8);
  const copy = {
    address,
    length,
    type: arg.type,
    heap,
    target: arg.constant ? null : /** @type {any} */ (array),
  };
  copies.push(copy);
  /** @type {Float64Array} */ (makeView(engine, arg.type, address, length)).set(
    /** @type {any} */ (array),
  );
  return address;
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
 * Copies an output array back to the caller's.
 * @param {Engine} engine
 * @param {Copy} copy
 */
export function copyBack(engine, { address, length, type, target }) {
  if (!target) return;
  const result = makeView(engine, type, address, length);
  if (ArrayBuffer.isView(target)) /** @type {any} */ (target).set(result);
  else for (let i = 0; i < length; i++) target[i] = result[i];
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
