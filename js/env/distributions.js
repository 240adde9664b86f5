// Distributions: plain descriptions of what is drawn, and drawing.
import { demand } from '../engine/error.js';
import { exp, log } from './math.js';

/**
 * What is drawn, and what becomes of it: `set` takes its place, `add` is added to what is there, `scale` multiplies it.
 * @typedef {object} Distribution
 * @property {'uniform' | 'normal' | 'choice' | 'logarithmic'} draw
 * @property {'set' | 'add' | 'scale'} as
 * @property {number} low of a normal distribution its mean
 * @property {number} high of a normal distribution its deviation
 * @property {readonly number[]} [values] of a choice
 * @property {boolean} [each] whether every number of a pattern is drawn by itself
 */

/** @param {string} name @param {number} low @param {number} high */
function checked(name, low, high) {
  demand(Number.isFinite(low) && Number.isFinite(high), `${name} takes two numbers`, [low, high]);
  demand(name === 'normal' ? high >= 0 : low <= high, `${name}: from low to high`, [low, high]);
  return { low, high };
}

/**
 * A number from low to high takes the place of what is there.
 * @param {number} low @param {number} high @param {{ each?: boolean }} [options] each: every number that a pattern names has its own
 * @returns {Distribution}
 */
export const uniform = (low, high, options = {}) => ({
  draw: 'uniform',
  as: 'set',
  ...checked('uniform', low, high),
  ...options,
});

/**
 * A number from low to high is added to what is there.
 * @param {number} low @param {number} high @param {{ each?: boolean }} [options]
 * @returns {Distribution}
 */
export const added = (low, high, options = {}) => ({
  draw: 'uniform',
  as: 'add',
  ...checked('added', low, high),
  ...options,
});

/**
 * What is there times a number from low to high.
 * @param {number} low @param {number} high @param {{ each?: boolean }} [options]
 * @returns {Distribution}
 */
export const scaled = (low, high, options = {}) => ({
  draw: 'uniform',
  as: 'scale',
  ...checked('scaled', low, high),
  ...options,
});

/**
 * What is there times a number from low to high, its logarithm uniform; both are positive.
 * @param {number} low @param {number} high @param {{ each?: boolean }} [options]
 * @returns {Distribution}
 */
export function scaledByRatio(low, high, options = {}) {
  demand(low > 0, 'scaledByRatio: low is positive', low);
  return { draw: 'logarithmic', as: 'scale', ...checked('scaledByRatio', low, high), ...options };
}

/**
 * A normal number is added to what is there.
 * @param {number} deviation @param {number} [mean] @param {{ each?: boolean }} [options]
 * @returns {Distribution}
 */
export const normal = (deviation, mean = 0, options = {}) => ({
  draw: 'normal',
  as: 'add',
  ...checked('normal', mean, deviation),
  ...options,
});

/**
 * One of some numbers takes the place of what is there.
 * @param {readonly number[]} values @param {{ each?: boolean }} [options]
 * @returns {Distribution}
 */
export function choice(values, options = {}) {
  const good = Array.isArray(values) && values.length > 0 && values.every(Number.isFinite);
  demand(good, 'choice takes a list of numbers', values);
  return { draw: 'choice', as: 'set', low: 0, high: 0, values, ...options };
}

/** @param {unknown} value @returns {value is Distribution} */
export const isDistribution = (value) =>
  typeof value === 'object' && value !== null && 'draw' in value && 'as' in value;

/** @param {import('./random.js').Random} random @param {Distribution} distribution */
export function draw(random, { draw: kind, low, high, values }) {
  switch (kind) {
    case 'uniform':
      return random.uniform(low, high);
    case 'logarithmic':
      return exp(random.uniform(log(low), log(high)));
    case 'normal':
      return low + high * random.normal();
    default: {
      const list = /** @type {readonly number[]} */ (values);
      return list[random.integer(0, list.length - 1)];
    }
  }
}

/** What becomes of a number. @param {number} before @param {number} drawn @param {Distribution} distribution */
export const applied = (before, drawn, { as }) =>
  as === 'set' ? drawn : as === 'add' ? before + drawn : before * drawn;
