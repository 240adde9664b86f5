// Spaces that optimisers search: names with bounds, and the unit cube behind them.
import { MjError, demand } from '../engine/error.js';

/**
 * One number to be found, or several of one kind.
 * @typedef {object} Dimension
 * @property {number} low least value
 * @property {number} high greatest value
 * @property {number} [start] where the search begins (the middle)
 * @property {boolean} [log] whether equal factors count alike; low is above 0 then
 * @property {boolean} [integer] whether values are whole numbers
 * @property {number} [length] count of numbers, for a vector: values are then Float64Arrays
 */

/** What is searched, by name: [low, high], or a Dimension. @typedef {Record<string, readonly [number, number] | Dimension>} Space */

/** Values by the names of a space. @typedef {Record<string, number | Float64Array>} Point */

/** @typedef {{ name: string, at: number, length: number, low: number, high: number, log: boolean, integer: boolean, scalar: boolean, start: number }} Axis */

/** @param {string} name @param {readonly [number, number] | Dimension} given @param {number} at @returns {Axis} */
function readAxis(name, given, at) {
  const dimension = /** @type {Dimension} */ (
    Array.isArray(given) ? { low: given[0], high: given[1] } : Object(given)
  );
  const { low, high, log = false, integer = false, length } = dimension;
  const isRange = Number.isFinite(low) && Number.isFinite(high) && low < high;
  demand(isRange, `space: '${name}' is [low, high] with low < high`, given);
  if (log && low <= 0)
    throw new MjError(`space: '${name}' is logarithmic: its low must be above 0, got ${low}`);
  demand(
    length === undefined || (Number.isInteger(length) && length > 0),
    `space: the length of '${name}' is a positive whole number`,
    length,
  );
  const start = dimension.start ?? (log ? Math.sqrt(low * high) : (low + high) / 2);
  if (!(start >= low && start <= high))
    throw new MjError(`space: '${name}' starts at ${start}, which is not in ${low} to ${high}`);
  const scalar = length === undefined;
  return { name, at, length: length ?? 1, low, high, log, integer, scalar, start };
}

/** The unit cube of a space. */
export class Cube {
  /** @param {Space} space */
  constructor(space) {
    const names = Object.keys(Object(space));
    demand(names.length > 0, 'a space has names with bounds', space);
    let at = 0;
    /** @type {Axis[]} */
    this.axes = names.map((name) => {
      const axis = readAxis(name, space[name], at);
      at += axis.length;
      return axis;
    });
    /** Count of numbers. */
    this.size = at;
  }

  /** Where the search begins (size). */
  get start() {
    const unit = new Float64Array(this.size);
    for (const axis of this.axes) {
      const { low, high, log, start } = axis;
      const value = log
        ? Math.log(start / low) / Math.log(high / low)
        : (start - low) / (high - low);
      unit.fill(value, axis.at, axis.at + axis.length);
    }
    return unit;
  }

  /** Values of a point of the cube; what lies outside is mirrored at the walls. @param {ArrayLike<number>} unit @returns {Point} */
  point(unit) {
    /** @type {Point} */
    const point = {};
    for (const { name, at, length, low, high, log, integer, scalar } of this.axes) {
      const values = Float64Array.from({ length }, (_, k) => {
        const turn = Math.abs(unit[at + k] % 2);
        const inside = turn > 1 ? 2 - turn : turn;
        if (integer) return Math.min(high, Math.floor(low + inside * (high - low + 1)));
        return log ? low * (high / low) ** inside : low + inside * (high - low);
      });
      point[name] = scalar ? values[0] : values;
    }
    return point;
  }
}
