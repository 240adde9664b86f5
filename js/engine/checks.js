// Checks of array lengths and indices that a C function relies on; the terms are described in wasm/shapes.mjs.
import { MjError } from './error.js';
import { fieldOf, layoutOf } from './schema.js';

/** @typedef {import('./module.js').Engine} Engine */
/** @typedef {import('./schema.js').Argument} Argument */
/** @typedef {{ args: any[], model: number, data: number }} Call arguments of a call; addresses of its model and data or 0 */
/** @typedef {(call: Call) => number} Quantity */

/** @param {any} value */
const lengthOf = (value) =>
  ArrayBuffer.isView(value) || Array.isArray(value)
    ? /** @type {Float64Array} */ (value).length
    : (value?.GetElementCount?.() ?? value.length);

/** @param {unknown} value */
const given = (value) => value !== null && value !== undefined;

/**
 * One name, number, /divisor or @state of an expression.
 * @param {string} text
 * @param {Argument[]} args
 * @param {Engine} engine
 * @returns {Quantity}
 */
function compileFactor(text, args, engine) {
  if (/^\d+$/.test(text)) return () => Number(text);
  if (text[0] === '/') {
    const divisor = compileFactor(text.slice(1), args, engine);
    return (call) => 1 / (divisor(call) || 1);
  }
  const at = args.findIndex((arg) => arg.name === text.replace('@', ''));
  if (text[0] === '@')
    return ({ args: values, model }) => engine.exports.mj_stateSize(model, values[at]);
  if (at >= 0) {
    if (args[at].kind === 'array')
      return ({ args: values }) => (given(values[at]) ? lengthOf(values[at]) : 0);
    return ({ args: values }) => values[at];
  }
  const ofModel = layoutOf('mjModel').byName.has(text);
  const { offset } = fieldOf(ofModel ? 'mjModel' : 'mjData', text);
  return ({ model, data }) => engine.i32[((ofModel ? model : data) + offset) >> 2];
}

/**
 * A sum of products.
 * @param {string} text
 * @param {Argument[]} args
 * @param {Engine} engine
 * @returns {Quantity}
 */
function compileExpression(text, args, engine) {
  const terms = [...text.matchAll(/([+-]?)([^+-]+)/g)].map(([, sign, product]) => {
    const factors = product.split('*').map((factor) => compileFactor(factor, args, engine));
    const scale = sign === '-' ? -1 : 1;
    return (/** @type {Call} */ call) =>
      factors.reduce((value, factor) => value * factor(call), scale);
  });
  if (terms.length === 1) return terms[0];
  return (call) => terms.reduce((sum, term) => sum + term(call), 0);
}

/**
 * The value of an argument that the others imply.
 * @param {string} text
 * @param {Argument[]} args
 * @param {Engine} engine
 * @returns {Quantity}
 */
export function compileImplied(text, args, engine) {
  const area = compileExpression(text.replace('√', ''), args, engine);
  return (call) => Math.round(text[0] === '√' ? Math.sqrt(area(call)) : area(call));
}

/**
 * A check that throws when a term does not hold.
 * @param {string} name the function
 * @param {string} text
 * @param {Argument[]} args
 * @param {Engine} engine
 * @returns {(call: Call) => void}
 */
export function compileTerm(name, text, args, engine) {
  const [condition, when] = text.split('|');
  const check = compileCondition(name, condition, args, engine);
  if (!when) return check;
  const at = args.findIndex((arg) => arg.name === when.replace('!', ''));
  const wanted = when[0] !== '!';
  return (call) => {
    if (given(call.args[at]) === wanted) check(call);
  };
}

/**
 * @param {string} name
 * @param {string} condition
 * @param {Argument[]} args
 * @param {Engine} engine
 * @returns {(call: Call) => void}
 */
function compileCondition(name, condition, args, engine) {
  const [, subject, operator, rest] = /** @type {RegExpExecArray} */ (
    /^(\w+)([#>%=<^])(.*)$/.exec(condition)
  );
  const at = args.findIndex((arg) => arg.name === subject);
  if (operator === '=') return compileEqual(name, subject, rest, args);
  const expected = operator === '^' ? () => 0 : compileExpression(rest, args, engine);
  return (call) => {
    const value = call.args[at];
    if (!given(value)) return;
    const wanted = expected(call);
    const got = operator === '<' ? Number(value) : lengthOf(value);
    if (holds(operator, got, wanted)) return;
    throw new MjError(`[${name}] ${subject} ${complaint(operator, got, wanted)}`);
  };
}

/**
 * @param {string} operator
 * @param {number} got
 * @param {number} wanted
 */
function holds(operator, got, wanted) {
  switch (operator) {
    case '#':
      return got === wanted;
    case '>':
      return got >= wanted;
    case '%':
      return wanted === 0 ? got === 0 : got % wanted === 0;
    case '<':
      return Number.isInteger(got) && got >= 0 && got < wanted;
    default:
      return Math.round(Math.sqrt(got)) ** 2 === got;
  }
}

/**
 * @param {string} operator
 * @param {number} got
 * @param {number} wanted
 */
function complaint(operator, got, wanted) {
  switch (operator) {
    case '#':
      return `must have size ${wanted}, got ${got}`;
    case '>':
      return `must have at least size ${wanted}, got ${got}`;
    case '%':
      return `must be divisible by ${wanted}, got quot=${Math.floor(got / wanted)} rem=${got % wanted}`;
    case '<':
      return `must be from 0 to ${wanted - 1}, got ${got}`;
    default:
      return `must be a perfect square, got ${got}`;
  }
}

/**
 * @param {string} name
 * @param {string} first
 * @param {string} second
 * @param {Argument[]} args
 * @returns {(call: Call) => void}
 */
function compileEqual(name, first, second, args) {
  const a = args.findIndex((arg) => arg.name === first);
  const b = args.findIndex((arg) => arg.name === second);
  return ({ args: values }) => {
    if (!given(values[a]) || !given(values[b])) return;
    const lengths = [lengthOf(values[a]), lengthOf(values[b])];
    if (lengths[0] === lengths[1]) return;
    throw new MjError(
      `[${name}] ${first} and ${second} must have equal size, got ${lengths[0]} and ${lengths[1]}`,
    );
  };
}
