// Objects that people look at: what consoles and JSON show of them, and an error where a name is misspelt.
import { MjError } from '../engine/error.js';

/** What Node, Deno and Bun call to print an object. */
const inspectNames = [Symbol.for('nodejs.util.inspect.custom'), Symbol.for('Deno.customInspect')];

// names that programs ask strange objects for: promises, JSON, consoles, test runners, frameworks
const probes =
  /^(__|\$\$|@@|_reactInternals|(then|toJSON|inspect|nodeType|nodeName|tagName|asymmetricMatch|hasAttribute|render|href|protocol)$)/;

/** A value as JSON has it. @param {unknown} value @returns {unknown} */
export const plainValue = (value) =>
  ArrayBuffer.isView(value)
    ? Array.from(/** @type {Float64Array} */ (value), (one) =>
        typeof one === 'bigint' ? Number(one) : one,
      )
    : value;

/**
 * Gives a class what consoles print: its name and what `read` finds.
 * @template T
 * @param {{ prototype: object, name: string }} type
 * @param {(object: T) => unknown} read
 */
export function showAs(type, read) {
  for (const name of inspectNames) {
    Object.defineProperty(type.prototype, name, {
      configurable: true,
      /** @this {T} @param {...unknown} args */
      value(...args) {
        const inspect = args.find((arg) => typeof arg === 'function');
        const options = args.find((arg) => typeof arg === 'object');
        const shown = read(this);
        const label = /** @type {object} */ (this).constructor.name;
        const text =
          typeof inspect === 'function' ? inspect(shown, options) : JSON.stringify(shown);
        return `${label} ${text}`;
      },
    });
  }
}

/** The number that a name is, -1 for other names. @param {string | symbol} name */
export const indexOf = (name) =>
  typeof name === 'string' && /^(0|[1-9]\d*)$/.test(name) ? Number(name) : -1;

/** In how many letters two words differ, swaps counted as two. @param {string} a @param {string} b */
function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length];
}

/** The same, but the beginning of a word is near. @param {string} name @param {string} known */
const farness = (name, known) =>
  name.length > 2 && known.startsWith(name) ? 1 : distance(name, known);

/** All names that an object answers to. @param {object} object */
function namesOf(object) {
  const names = [];
  for (let at = object; at && at !== Object.prototype; at = Object.getPrototypeOf(at))
    names.push(...Object.getOwnPropertyNames(at));
  return names.filter((name) => name !== 'constructor');
}

/**
 * Makes reading or writing a name that a class does not have an error; numbers are places of a list. Names that are found cost nothing
 * more.
 * @param {{ prototype: object }} type the first of its line
 * @param {(object: object) => string} describe says what was asked, such as 'a body'
 */
export function refuseUnknown(type, describe) {
  const before = Object.getPrototypeOf(type.prototype);
  /** @param {object} receiver @param {string} name */
  const complain = (receiver, name) => {
    const near = namesOf(receiver)
      .map((known) => ({ known, far: farness(name.toLowerCase(), known.toLowerCase()) }))
      .sort((a, b) => a.far - b.far)[0];
    const hint = near.far <= 2 ? `; did you mean '${near.known}'?` : '';
    return new MjError(`${describe(receiver)} has no '${name}'${hint}`);
  };
  /** @param {string | symbol} name @returns {name is symbol} */
  const isKnown = (name) => typeof name === 'symbol' || name in before || probes.test(name);
  const guard = new Proxy(before, {
    get(target, name, receiver) {
      if (isKnown(name)) return Reflect.get(target, name, receiver);
      const index = indexOf(name);
      if (index >= 0 && 'at' in receiver) return receiver.at(index);
      throw complain(receiver, name);
    },
    set(target, name, value, receiver) {
      if (isKnown(name)) return Reflect.set(target, name, value, receiver);
      throw complain(receiver, name);
    },
  });
  Object.setPrototypeOf(type.prototype, guard);
}
