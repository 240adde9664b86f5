// What random scenes are thrown with, from a seed.
import { random } from './random.mjs';

/** @param {number} seed @param {number} digits of numbers behind the point */
export function diceOf(seed, digits) {
  const { uniform, normal } = random(seed);
  const between = (/** @type {number} */ low, /** @type {number} */ high) =>
    low + (high - low) * uniform();
  const number = (/** @type {number} */ low, /** @type {number} */ high) =>
    between(low, high).toFixed(digits);
  return {
    normal,
    between,
    number,
    numbers: (/** @type {number} */ count, /** @type {number} */ low, /** @type {number} */ high) =>
      Array.from({ length: count }, () => number(low, high)).join(' '),
    whole: (/** @type {number} */ low, /** @type {number} */ high) =>
      low + Math.floor(uniform() * (high - low + 1)),
    /** @template T @param {T[]} list @returns {T} */
    pick: (list) => list[Math.floor(uniform() * list.length)],
    chance: (/** @type {number} */ share) => uniform() < share,
    /** Some text, or none. @param {number} share @param {() => string} text */
    maybe: (share, text) => (uniform() < share ? text() : ''),
    quat: () => `quat="${Array.from({ length: 4 }, () => normal().toFixed(6)).join(' ')}"`,
  };
}

/** @typedef {ReturnType<typeof diceOf>} Dice */
