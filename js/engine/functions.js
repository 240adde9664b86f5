// Wrappers of the engine's C functions, made from the generated signatures.
//
// A wrapper turns its arguments into C values: handles into addresses, strings and arrays into copies on the module's stack
// (views of the module's own memory are passed as they are), checks lengths, copies output arrays back, and turns the result into
// a JavaScript value.
import { MjError } from './error.js';
import { Handle, Resource } from './handle.js';
import { compileImplied, compileTerm } from './checks.js';
import { decodeFunction, fieldOf, itemSize, layoutOf } from './schema.js';
import { enumNumber, makeView, wrap } from './views.js';

/** @typedef {import('./module.js').Engine} Engine */
/** @typedef {import('./schema.js').Argument} Argument */
/** @typedef {import('./schema.js').Signature} Signature */
/** @typedef {import('./views.js').Library} Library */
/** @typedef {import('./checks.js').Call} Call */
/** @typedef {{ address: number, length: number, type: string, heap: boolean, target: { [index: number]: unknown } & ArrayLike<unknown> | null }} Copy */

const largestOnStack = 1 << 14;

// C allows NULL for these parameters
const nullable = new Set(['mjsDefault', 'mjsFrame', 'mjVFS', 'mjvPerturb', 'mjLROpt']);

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
 * A wrapper of the C function `name`, or undefined where the module lacks it.
 * @param {Engine} engine
 * @param {string} name
 * @param {string} text
 * @param {Library} library
 * @returns {((...args: any[]) => unknown) | undefined}
 */
export function wrapFunction(engine, name, text, library) {
  const native = engine.exports[name];
  if (!native) return undefined;
  const signature = decodeFunction(text);
  const [first, second] = signature.args;
  const simple = signature.terms.length === 0 && signature.result === 'v';
  if (
    simple &&
    signature.args.length === 2 &&
    first.type === 'mjModel' &&
    second.type === 'mjData'
  ) {
    return wrapStage(engine, name, native, library);
  }
  return wrapGeneral(engine, name, native, signature, library);
}

/**
 * Reads the signatures of model and data: they agree when the data was made for the model.
 * @param {Engine} engine
 */
function pairChecker(engine) {
  const inModel = fieldOf('mjModel', 'signature').offset;
  const inData = fieldOf('mjData', 'signature').offset;
  return (/** @type {string} */ name, /** @type {number} */ model, /** @type {number} */ data) => {
    const m = (model + inModel) >> 2;
    const d = (data + inData) >> 2;
    const { u32 } = engine;
    if (u32[m] !== u32[d] || u32[m + 1] !== u32[d + 1]) {
      throw new MjError(`[${name}] data was made for another model`);
    }
  };
}

/**
 * Restores mjData's own stack after an error.
 * @param {Engine} engine
 */
export function stackKeeper(engine) {
  const pstack = fieldOf('mjData', 'pstack').offset;
  const pbase = fieldOf('mjData', 'pbase').offset;
  return {
    /** @param {number} data */
    save: (data) =>
      engine.depth === 0
        ? null
        : [engine.u32[(data + pstack) >> 2], engine.u32[(data + pbase) >> 2]],
    /**
     * @param {number} data
     * @param {number[] | null} saved
     */
    restore(data, saved) {
      engine.u32[(data + pstack) >> 2] = saved ? saved[0] : 0;
      engine.u32[(data + pbase) >> 2] = saved ? saved[1] : 0;
    },
  };
}

/**
 * @param {string} name
 * @param {string} argument
 * @param {string} type
 * @param {unknown} value
 */
function wrongHandle(name, argument, type, value) {
  const got =
    value instanceof Handle ? value.constructor.name : value === null ? 'null' : typeof value;
  return new MjError(`[${name}] ${argument} must be a ${publicName(type)}, got ${got}`);
}

/** @param {string} struct */
const publicName = (struct) => `M${struct.slice(1)}`;

/**
 * The common case, such as mj_step(model, data): no copies, nothing allocated.
 * @param {Engine} engine
 * @param {string} name
 * @param {(...args: number[]) => unknown} native
 * @param {Library} library
 */
function wrapStage(engine, name, native, library) {
  const Model = library.classOf('mjModel');
  const Data = library.classOf('mjData');
  const checkPair = pairChecker(engine);
  const stack = stackKeeper(engine);
  return (/** @type {unknown} */ model, /** @type {unknown} */ data) => {
    if (!(model instanceof Model)) throw wrongHandle(name, 'm', 'mjModel', model);
    if (!(data instanceof Data)) throw wrongHandle(name, 'd', 'mjData', data);
    const m = Handle.addressOf(model);
    const d = Handle.addressOf(data);
    checkPair(name, m, d);
    const saved = stack.save(d);
    try {
      native(m, d);
    } catch (error) {
      stack.restore(d, saved);
      throw engine.recover(error);
    }
  };
}

/**
 * @param {Engine} engine
 * @param {string} name
 * @param {(...args: (number | bigint)[]) => any} native
 * @param {Signature} signature
 * @param {Library} library
 */
function wrapGeneral(engine, name, native, signature, library) {
  const implied = new Map();
  const optional = new Set();
  const checks = [];
  for (const term of signature.terms) {
    const [target, expression] = term.split(':');
    if (expression && !term.includes('|')) implied.set(target, expression);
    else if (term.endsWith('?')) optional.add(term.slice(0, -1));
    else checks.push(term);
  }
  const visible = signature.args.filter((arg) => !implied.has(arg.name));
  const lengthChecks = checks.map((term) => compileTerm(name, term, visible, engine));
  const sources = signature.args.map((arg) => {
    const expression = implied.get(arg.name);
    return expression ? compileImplied(expression, visible, engine) : null;
  });
  const modelAt = visible.findIndex((arg) => arg.type === 'mjModel');
  const dataAt = visible.findIndex((arg) => arg.type === 'mjData');
  const checkPair = pairChecker(engine);
  const stack = stackKeeper(engine);
  const convert = visible.map((arg) =>
    converter(engine, name, arg, optional.has(arg.name), library),
  );
  const finish = resultReader(engine, signature.result, library);
  const structResult = signature.result[0] === '&' ? signature.result.slice(1) : '';

  /** @param {unknown[]} args */
  function call(...args) {
    if (args.length < visible.length) {
      throw new MjError(
        `function ${name} called with ${args.length} arguments, expected ${visible.length}`,
      );
    }
    const pointer = engine.exports.emscripten_stack_get_current();
    /** @type {Copy[]} */
    const copies = [];
    let data = 0;
    let saved = null;
    try {
      const values = [];
      for (let i = 0; i < convert.length; i++) values.push(convert[i](args[i], copies));
      data = dataAt >= 0 ? Number(values[dataAt]) : 0;
      const model = modelAt >= 0 ? Number(values[modelAt]) : 0;
      if (model && data) checkPair(name, model, data);
      /** @type {Call} */
      const context = { args, model, data };
      for (const check of lengthChecks) check(context);
      const passed = [];
      const owner = structResult
        ? allocateStruct(engine, structResult, library)
        : firstHandle(args);
      if (structResult && owner) passed.push(Handle.addressOf(owner));
      for (let i = 0, next = 0; i < sources.length; i++) {
        const source = sources[i];
        passed.push(source ? source(context) : values[next++]);
      }
      if (data) saved = stack.save(data);
      const result = native(...passed);
      for (const copy of copies) copyBack(engine, copy);
      return finish(result, owner);
    } catch (error) {
      if (data) stack.restore(data, saved);
      throw engine.recover(error, pointer);
    } finally {
      for (const copy of copies) if (copy.heap) engine.free(copy.address);
      engine.exports._emscripten_stack_restore(pointer);
    }
  }
  return Object.defineProperty(call, 'length', { value: visible.length });
}

/** @param {unknown[]} args */
const firstHandle = (args) =>
  /** @type {Handle | null} */ (args.find((arg) => arg instanceof Handle) ?? null);

/**
 * A plain struct of its own, zeroed.
 * @param {Engine} engine
 * @param {string} name
 * @param {Library} library
 */
export function allocateStruct(engine, name, library) {
  const { size } = layoutOf(name);
  const pointer = engine.alloc(size);
  engine.u8.fill(0, pointer, pointer + size);
  return wrap(
    library.classOf(name),
    new Resource(engine, pointer, (block) => engine.free(block)),
    pointer,
    null,
  );
}

/**
 * Turns one JavaScript argument into a C value.
 * @param {Engine} engine
 * @param {string} name
 * @param {Argument} arg
 * @param {boolean} optional
 * @param {Library} library
 * @returns {(value: any, copies: Copy[]) => number | bigint}
 */
function converter(engine, name, arg, optional, library) {
  switch (arg.kind) {
    case 'handle':
    case 'struct': {
      const type = library.classOf(arg.type);
      const canBeNull = arg.kind === 'handle' && nullable.has(arg.type);
      return (value) => {
        if (value instanceof type) return Handle.addressOf(value);
        if (canBeNull && (value === null || value === undefined)) return 0;
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
function copyBack(engine, { address, length, type, target }) {
  if (!target) return;
  const result = makeView(engine, type, address, length);
  if (ArrayBuffer.isView(target)) /** @type {any} */ (target).set(result);
  else for (let i = 0; i < length; i++) target[i] = result[i];
}

/**
 * Turns a C result into a JavaScript value.
 * @param {Engine} engine
 * @param {string} result
 * @param {Library} library
 * @returns {(value: any, owner: Handle | null) => unknown}
 */
function resultReader(engine, result, library) {
  if (result === 'v') return () => undefined;
  if (result === 'n' || result === 'l') return (value) => value;
  if (result === 'B') return (value) => value !== 0;
  if (result === 's') return (value) => engine.string(value);
  if (result === 'S')
    return (value, owner) => (owner ? library.container('mjString', owner, value) : '');
  if (result[0] === '&') return (_value, owner) => owner;
  return (value, owner) => {
    if (!value || !owner) return undefined;
    return wrap(library.classOf(result), Handle.stateOf(owner).resource, value, owner);
  };
}
