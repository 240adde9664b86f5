// What varies, and through which values: texts of command lines and programs.
import { MjError, demand } from '../engine/error.js';
import { resolveParameter } from '../batch/names.js';

/** @typedef {import('../sim/simulation.js').Simulation} Simulation */
/** @typedef {import('./task.js').Axis} Axis */

/** Name of what policies and metrics take, and the model does not know. */
const freeName = /^policy\.([\w.-]+)$/;

const isNumber = (/** @type {string} */ text) =>
  text.trim() !== '' && Number.isFinite(Number(text));

/**
 * Values of a text: `0.1:2:16` are 16 numbers from 0.1 to 2, both among them; `0.4,0.8` are these.
 * @param {string} text
 * @param {string} name what they are for
 * @returns {number[]}
 */
export function parseValues(text, name) {
  const parts = text.split(text.includes(':') ? ':' : ',');
  if (!parts.every(isNumber) || (text.includes(':') && parts.length !== 3))
    throw new MjError(
      `'${name}' varies through first:last:count or a list a,b,c of numbers, got '${text}'`,
    );
  const numbers = parts.map(Number);
  if (!text.includes(':')) return numbers;
  const [first, last, count] = numbers;
  demand(
    Number.isInteger(count) && count > 0,
    `'${name}': the count of values is a whole number`,
    count,
  );
  // the same numbers whichever way they are counted
  return Array.from({ length: count }, (_, i) =>
    count === 1 ? first : i === count - 1 ? last : first + ((last - first) * i) / (count - 1),
  );
}

/**
 * An option of the command line: `joint:elbow.damping=0.1:2:16`.
 * @param {string} text
 * @returns {[name: string, values: number[]]}
 */
export function parseVary(text) {
  const at = text.lastIndexOf('=');
  if (at < 1)
    throw new MjError(`'${text}' has no values: expected NAME=first:last:count or NAME=a,b,c`);
  const name = text.slice(0, at);
  return [name, parseValues(text.slice(at + 1), name)];
}

/**
 * Where the values of a name go.
 * @param {Simulation} simulation
 * @param {string} name
 * @returns {Axis}
 */
export function axisOf(simulation, name) {
  const free = freeName.exec(name);
  if (free) return { name, field: null, items: [], free: free[1] };
  const { field, targets } = resolveParameter(simulation, name);
  return { name, field, items: targets.flatMap(({ items }) => items), free: null };
}
