// Checks of array lengths and indices that a C function relies on, made from the rules of its arguments (js/engine/schema.js).
import { viewOf } from './arguments.js';
import { MjError } from './error.js';
import { fieldOf, layoutOf } from './schema.js';
import { numberOf } from './views.js';

/** @typedef {import('./module.js').Engine} Engine */
/** @typedef {import('./schema.js').Argument} Argument */
/** @typedef {import('./schema.js').Quantity} Quantity */
/** @typedef {{ args: unknown[], model: number, data: number }} Call arguments of a call; addresses of its model and data or 0 */
/** @typedef {(call: Call) => number} Amount */
/** @typedef {(call: Call) => void} Check */

/** Number of items of an array, a typed array or a buffer. @param {unknown} value */
function lengthOf(value) {
  const list = /** @type {{ length: number, GetElementCount?: () => number }} */ (value);
  return ArrayBuffer.isView(value) || Array.isArray(value)
    ? list.length
    : (list.GetElementCount?.() ?? list.length);
}

/** Where an argument stands, -1: nowhere. @param {Argument[]} args @param {string} wanted its name */
const placeOf = (args, wanted) => args.findIndex((arg) => arg.name === wanted);

/** @param {unknown} value */
const given = (value) => value !== null && value !== undefined;

/** Whether an argument is left out: an empty list leaves an optional one out. @param {Argument} arg @param {unknown} value */
const isLeftOut = (arg, value) => !given(value) || (arg.optional && lengthOf(value) === 0);

/**
 * A number, an argument, a size of the model, a count of the data or a length of a state.
 * @param {string} text
 * @param {Argument[]} args
 * @param {Engine} engine
 * @returns {Amount}
 */
function compileFactor(text, args, engine) {
  if (/^\d+$/.test(text)) return () => Number(text);
  const [, measure, of] = /^(\w+)\((.*)\)$/.exec(text) ?? [];
  if (measure) {
    const places = of.split(', ').map((name) => placeOf(args, name));
    const take = measures[measure] ?? firstOfRow(measure);
    return (call) => take(engine, call, ...places.map((at) => call.args[at]));
  }
  const at = placeOf(args, text);
  if (at >= 0 && (args[at].in || args[at].out))
    return ({ args: values }) => (given(values[at]) ? lengthOf(values[at]) : 0);
  if (at >= 0) return ({ args: values }) => asInt(values[at]);
  const ofModel = layoutOf('mjModel').byName.has(text);
  const { offset } = fieldOf(ofModel ? 'mjModel' : 'mjData', text);
  return ({ model, data }) => engine.i32[((ofModel ? model : data) + offset) >> 2];
}

/** @typedef {(engine: Engine, call: Call, ...values: unknown[]) => number} Measure */

/** The first int of a row of a table of the model. @param {string} table @returns {Measure} */
const firstOfRow = (table) => {
  const { offset, columns = 1 } = fieldOf('mjModel', table);
  return (engine, { model }, row) =>
    engine.i32[(engine.u32[(model + offset) >> 2] >> 2) + Number(columns) * Number(row)];
};

/**
 * How many columns of a row of M a sorted row lacks.
 * @param {Engine} engine
 * @param {Call} call
 * @param {number} row
 * @param {number[]} columns
 */
function lackingOfM(engine, call, row, columns) {
  const [count, start] = ['M_rownnz', 'M_rowadr'].map((table) =>
    firstOfRow(table)(engine, call, row),
  );
  const at = engine.u32[(call.model + fieldOf('mjModel', 'M_colind').offset) >> 2] >> 2;
  let lacking = 0;
  let k = 0;
  for (const column of engine.i32.subarray(at + start, at + start + count)) {
    while (columns[k] < column) k++;
    if (columns[k] !== column) lacking++;
  }
  return lacking;
}

/** Amounts that are computed from arguments. @type {Record<string, Measure>} */
const measures = {
  stateSize: (engine, { model }, signature) => engine.exports.mj_stateSize(model, asInt(signature)),
  sqrt: (_, __, list) => Math.round(Math.sqrt(lengthOf(list))),
  // where the last row of a sparse matrix ends, once it has the columns of M, too, when its own are given
  reach: (engine, call, ...arrays) => {
    const [counts, starts, columns] = arrays.map((array) =>
      Array.from(/** @type {Iterable<number>} */ (viewOf(array ?? []))),
    );
    return counts.reduce((end, count, row) => {
      const start = starts[row];
      if (columns) count += lackingOfM(engine, call, row, columns.slice(start, start + count));
      return count > 0 ? Math.max(end, start < 0 ? Infinity : start + count) : end;
    }, 0);
  },
};

/** The int that C gets for an argument: of 5.7 it is 5. @param {unknown} value */
const asInt = (value) => (typeof value === 'number' ? value : (numberOf(value) ?? 0)) | 0;

/**
 * A product; `a / b` counts as a where b is 0.
 * @param {string} text
 * @param {Argument[]} args
 * @param {Engine} engine
 * @returns {Amount}
 */
function compileProduct(text, args, engine) {
  const [product, divisor] = text.split(' / ');
  const factors = product.split(' * ').map((factor) => compileFactor(factor, args, engine));
  const below = divisor ? compileFactor(divisor, args, engine) : () => 1;
  return (call) => factors.reduce((value, factor) => value * factor(call), 1) / (below(call) || 1);
}

/**
 * @param {Quantity} quantity
 * @param {Argument[]} args
 * @param {Engine} engine
 * @returns {Amount}
 */
export function compileQuantity(quantity, args, engine) {
  const terms = String(quantity)
    .split(/ (?=[+-] )/)
    .map((term) => {
      const amount = compileProduct(term.replace(/^[+-] /, ''), args, engine);
      return /** @type {Amount} */ (term.startsWith('- ') ? (call) => -amount(call) : amount);
    });
  if (terms.length === 1) return terms[0];
  return (call) => terms.reduce((sum, term) => sum + term(call), 0);
}

/**
 * What the rules ask of a number, an index or the length of an array: whether it is so, and what to say when it is not.
 * @type {Record<'same' | 'below' | 'square' | 'multiple' | 'least' | 'size', (got: number, wanted: number) => string | false>}
 */
const rules = {
  same: (got, wanted) => got !== wanted && 'have equal size',
  below: (got, wanted) =>
    !(Number.isInteger(got) && got >= 0 && got < wanted) && `be from 0 to ${wanted - 1}`,
  square: (got) => Math.round(Math.sqrt(got)) ** 2 !== got && 'be a perfect square',
  multiple: (got, wanted) => (wanted ? got % wanted : got) !== 0 && `be divisible by ${wanted}`,
  least: (got, wanted) => !(got >= wanted) && `have at least size ${wanted}`,
  size: (got, wanted) => got !== wanted && `have size ${wanted}`,
};

/**
 * The checks of one argument; they throw when a rule does not hold.
 * @param {string} name the function
 * @param {Argument[]} args those that JavaScript gives
 * @param {number} at which of them
 * @param {Engine} engine
 * @returns {Check[]}
 */
export function compileChecks(name, args, at, engine) {
  const arg = args[at];
  /** @type {Check[]} */
  const checks = [];
  for (const [rule, judge] of Object.entries(rules)) {
    const quantity = arg[/** @type {keyof typeof rules} */ (rule)];
    if (quantity === undefined) continue;
    const amount = amountOf(arg, quantity === true ? 0 : quantity, args, engine);
    checks.push((call) => {
      const value = call.args[at];
      if (isLeftOut(arg, value)) return;
      const wanted = amount(call);
      const got = rule === 'below' ? Number(value) : lengthOf(value);
      const expected = judge(got, wanted);
      if (!expected) return;
      const [who, what] =
        rule === 'same'
          ? [`${quantity} and ${arg.name}`, `${wanted} and ${got}`]
          : rule === 'multiple'
            ? [arg.name, `quot=${Math.floor(got / wanted)} rem=${got % wanted}`]
            : [arg.name, got];
      throw new MjError(`[${name}] ${who} must ${expected}, got ${what}`);
    });
  }
  return checks;
}

/**
 * What a rule asks for, which may depend on whether another argument is given.
 * @param {Argument} arg
 * @param {Quantity} quantity
 * @param {Argument[]} args
 * @param {Engine} engine
 * @returns {Amount}
 */
function amountOf({ when, otherwise = 0 }, quantity, args, engine) {
  const amount = compileQuantity(quantity, args, engine);
  if (!when) return amount;
  const other = compileQuantity(otherwise, args, engine);
  const at = placeOf(args, when);
  return (call) => (isLeftOut(args[at], call.args[at]) ? other(call) : amount(call));
}
