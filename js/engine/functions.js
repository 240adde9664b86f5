// Wrappers of the engine's C functions, made from the generated signatures: arguments are converted and checked, the call made,
// the result turned into a JavaScript value, and what an error leaves behind cleaned up.
import { MjError } from './error.js';
import { Handle, quickAddress, rename, Resource } from './handle.js';
import { compileChecks, compileQuantity } from './checks.js';
import { converter, Frame, handleConverter, numberTypeOf, passDoubles } from './arguments.js';
import { numberTypes } from './numbers.js';
import { description, fieldOf, layoutOf } from './schema.js';
import { wrap } from './views.js';

/** @typedef {import('./module.js').Engine} Engine */
/** @typedef {import('./schema.js').Signature} Signature */
/** @typedef {import('./views.js').Library} Library */
/** @typedef {import('./schema.js').Argument} Argument */
/** @typedef {import('./checks.js').Call} Call */
/** @typedef {import('./checks.js').Amount} Amount */
/** @typedef {(...args: unknown[]) => unknown} Wrapper */

/**
 * A wrapper of the C function `name`, or undefined where the module lacks it.
 * @param {Engine} engine
 * @param {string} name
 * @param {Signature} signature
 * @param {Library} library
 * @returns {Wrapper | undefined}
 */
export function wrapFunction(engine, name, signature, library) {
  const native = engine.exports[name];
  if (!native) return undefined;
  const types = signature.args.map(({ type }) => type).join();
  if (types === 'mjModel,mjData' && !signature.returns)
    return wrapStage(engine, name, native, library);
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
    engine.indices.check(name, model);
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
 * The common case, such as mj_step(model, data): no copies, nothing allocated.
 * @param {Engine} engine
 * @param {string} name
 * @param {(...args: number[]) => unknown} native
 * @param {Library} library
 */
function wrapStage(engine, name, native, library) {
  const Model = library.classOf('mjModel');
  const Data = library.classOf('mjData');
  const toModel = handleConverter(name, { name: 'm', type: 'mjModel' }, library);
  const toData = handleConverter(name, { name: 'd', type: 'mjData' }, library);
  const checkPair = pairChecker(engine);
  const stack = stackKeeper(engine);
  function stage(/** @type {unknown} */ model, /** @type {unknown} */ data) {
    if (arguments.length > 2) throw wrongCount(name, arguments.length, 2);
    // converters look first, too, but a call of one costs 5 ns
    const m = quickAddress(model, Model) || toModel(model);
    const d = quickAddress(data, Data) || toData(data);
    checkPair(name, m, d);
    const saved = stack.save(d);
    // inside of a hook the stack is in use
    const pointer =
      engine.depth > 0 ? engine.exports.emscripten_stack_get_current() : engine.stackBase;
    try {
      native(m, d);
    } catch (error) {
      stack.restore(d, saved);
      throw engine.recover(error, pointer);
    }
  }
  return rename(stage, name);
}

/** @type {(name: string, got: number, count: number) => MjError} */
const wrongCount = (name, got, count) =>
  new MjError(`function ${name} called with ${got} arguments, expected ${count}`, {
    expected: String(count),
  });

/**
 * Calls with as many values as there are; spreading an array costs more than the shorter calls themselves.
 * @param {(...args: (number | bigint)[]) => number} f
 * @param {(number | bigint)[]} v
 */
function invoke(f, v) {
  switch (v.length) {
    case 0:
      return f();
    case 1:
      return f(v[0]);
    case 2:
      return f(v[0], v[1]);
    case 3:
      return f(v[0], v[1], v[2]);
    case 4:
      return f(v[0], v[1], v[2], v[3]);
    case 5:
      return f(v[0], v[1], v[2], v[3], v[4]);
    default:
      return f(...v);
  }
}

/**
 * What a call does with its arguments, worked out once.
 * @param {Engine} engine
 * @param {string} name
 * @param {Signature} signature
 * @param {Library} library
 */
function planCall(engine, name, signature, library) {
  const { args, returns = '', byValue } = signature;
  const visible = args.filter(({ implied }) => implied === undefined);
  const isDouble = (/** @type {Argument} */ arg) => (arg.in ?? arg.out) === 'double';
  const rangeOf = (/** @type {Argument} */ arg) =>
    numberTypes[/** @type {'int'} */ (numberTypeOf(arg))];
  return {
    count: visible.length,
    modelAt: visible.findIndex(({ type }) => type === 'mjModel'),
    dataAt: visible.findIndex(({ type }) => type === 'mjData'),
    checks: visible.flatMap((_, at) => compileChecks(name, visible, at, engine)),
    convert: visible.map((arg) => converter(engine, name, arg, library)),
    /** Bounds of numbers; nothing lies between those of other arguments. */
    least: visible.map((arg) => rangeOf(arg)?.least ?? NaN),
    most: visible.map((arg) => rangeOf(arg)?.most ?? NaN),
    isRead: visible.map((arg) => arg.in !== undefined),
    /** Least length of an array of doubles; other arguments have none. */
    shortest: visible.map((arg) => (isDouble(arg) ? Math.max(arg.dim ?? 0, 1) : Infinity)),
    pushesText: visible.some(({ type }) => type === 'text'),
    /** Where C's arguments come from: amounts that others imply, null for those that are given. */
    sources: args.map(({ implied }) =>
      implied === undefined ? null : compileQuantity(implied, visible, engine),
    ),
    structResult: byValue ? returns : '',
    needsOwner: !byValue && /^(string|mj)/.test(returns),
    finish: resultReader(engine, signature, library),
  };
}

/**
 * C's arguments: the address of a struct that it returns, and those that others imply, between those that are given.
 * @param {(number | bigint)[]} passed
 * @param {(number | bigint)[]} values
 * @param {(Amount | null)[]} sources
 * @param {Call} context
 * @param {Handle | null} owner of the struct
 */
function fillArguments(passed, values, sources, context, owner) {
  let at = 0;
  if (owner) passed[at++] = Handle.addressOf(owner);
  for (let i = 0, next = 0; i < sources.length; i++) {
    const source = sources[i];
    passed[at++] = source ? Math.round(source(context)) : values[next++];
  }
}

/** @type {unknown[]} */
const nothing = [];

/**
 * Converts one argument of a call, numbers and arrays of doubles by the shortest way.
 * @param {Engine} engine
 * @param {ReturnType<typeof planCall>} plan
 * @param {Frame} frame
 */
function argumentPasser(engine, { convert, least, most, isRead, shortest }, frame) {
  return (/** @type {number} */ i, /** @type {unknown} */ value) => {
    if (typeof value === 'number' && value >= least[i] && value <= most[i]) return value;
    if (value instanceof Float64Array && value.length >= shortest[i])
      return passDoubles(engine, isRead[i], value, frame);
    return convert[i](value, frame);
  };
}

/**
 * @param {Engine} engine
 * @param {string} name
 * @param {(...args: (number | bigint)[]) => number} native
 * @param {Signature} signature
 * @param {Library} library
 * @returns {Wrapper}
 */
function wrapGeneral(engine, name, native, signature, library) {
  const plan = planCall(engine, name, signature, library);
  const { count, modelAt, dataAt, checks, pushesText, sources } = plan;
  const { structResult, needsOwner, finish } = plan;
  const checkPair = pairChecker(engine);
  const stack = stackKeeper(engine);
  const plain = sources.every((source) => !source) && !structResult;
  const needsArgs = checks.length > 0 || !plain;
  const { exports } = engine;

  // used by every call again; a call from inside a call takes another wrapper
  const frame = new Frame(engine);
  const pass = argumentPasser(engine, plan, frame);
  /** @type {(number | bigint)[]} */
  const values = plan.convert.map(() => 0);
  /** @type {(number | bigint)[]} */
  const passed = plain ? values : [...(structResult ? [0] : []), ...sources.map(() => 0)];
  /** @type {Call} */
  const context = { args: nothing, model: 0, data: 0 };
  let busy = false;
  /** @type {Wrapper | undefined} */
  let spare;

  /** @type {Wrapper} */
  function call(a, b, c, d, ...rest) {
    if (arguments.length !== count) throw wrongCount(name, arguments.length, count);
    if (busy) {
      spare ??= wrapGeneral(engine, name, native, signature, library);
      return spare(a, b, c, d, ...rest);
    }
    busy = true;
    const keepsStack = pushesText || engine.depth > 0;
    const pointer = keepsStack ? exports.emscripten_stack_get_current() : engine.stackBase;
    const mark = engine.scratchTop;
    let data = 0;
    let saved = null;
    try {
      if (count > 0) values[0] = pass(0, a);
      if (count > 1) values[1] = pass(1, b);
      if (count > 2) values[2] = pass(2, c);
      if (count > 3) values[3] = pass(3, d);
      for (let i = 4; i < count; i++) values[i] = pass(i, rest[i - 4]);
      data = dataAt >= 0 ? Number(values[dataAt]) : 0;
      if (modelAt >= 0) context.model = Number(values[modelAt]);
      if (context.model && data) checkPair(name, context.model, data);
      if (needsArgs) {
        context.args = [a, b, c, d, ...rest];
        context.data = data;
        for (let i = 0; i < checks.length; i++) checks[i](context);
      }
      const owner = structResult
        ? allocateStruct(engine, structResult, library)
        : needsOwner
          ? firstHandle([a, b, c, d, ...rest])
          : null;
      if (!plain) fillArguments(passed, values, sources, context, structResult ? owner : null);
      if (data) saved = stack.save(data);
      const result = invoke(native, passed);
      if (frame.count > 0) frame.copyBack();
      return finish(result, owner);
    } catch (error) {
      if (data) stack.restore(data, saved);
      throw engine.recover(error, pointer);
    } finally {
      if (frame.count > 0 || frame.blocks.length > 0) frame.clear();
      engine.scratchTop = mark;
      context.args = nothing;
      if (keepsStack) exports._emscripten_stack_restore(pointer);
      busy = false;
    }
  }
  return rename(Object.defineProperty(call, 'length', { value: count }), name);
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
function allocateStruct(engine, name, library) {
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
 * Turns a C result into a JavaScript value.
 * @param {Engine} engine
 * @param {Signature} signature
 * @param {Library} library
 * @returns {(value: number, owner: Handle | null) => unknown}
 */
function resultReader(engine, { returns, byValue }, library) {
  if (!returns) return () => undefined;
  if (byValue) return (_value, owner) => owner;
  switch (returns) {
    case 'number':
    case 'int64':
      return (value) => value;
    case 'bool':
      return (value) => value !== 0;
    case 'text':
      return (value) => engine.string(value);
    case 'string':
      return (value, owner) => (owner ? library.container('mjString', owner, value) : '');
  }
  if (returns in description().enums) return (value) => value;
  const isElement = /^mjs[A-Z]/.test(returns);
  return (value, owner) => {
    if (!value || !owner) return undefined;
    const made = wrap(library.classOf(returns), Handle.stateOf(owner).resource, value, owner);
    return isElement ? Handle.track(made) : made;
  };
}
