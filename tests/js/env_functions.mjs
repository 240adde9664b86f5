// Functions that tests of environments run in workers.

/** @typedef {import('limber/env').TermWorld} TermWorld */

/** Kinetic energy of translation, J. @param {TermWorld} world @param {unknown} mass */
export const energy = ({ qvel }, mass) => 0.5 * Number(mass) * qvel[0] ** 2;

/** @param {TermWorld} world */
export const numbers = ({ index, step, episode }) => [index, step, episode];

/** Is no number in one environment at one step. @param {TermWorld} world */
export const odd = ({ index, step }) => (index === 2 && step === 3 ? NaN : 1);

/** Throws in one environment at one step. @param {TermWorld} world */
export function fails({ index, step }) {
  if (index === 1 && step === 2) throw new Error('the term is lost');
  return 0;
}

/** Throws in one environment, from a step on. @param {TermWorld} world @param {unknown} [from] */
export function breaks({ index, step }, from = 0) {
  if (index === 1 && step >= Number(from)) throw new Error('it is lost');
  return 0;
}

/** Is no number in one environment, after its start. @param {TermWorld} world */
export const nothing = ({ index, step }) => (index === 1 && step > 0 ? NaN : 0);

export const late = async () => 1;

/** Ends its worker. @param {TermWorld} world */
export function dies({ index, step }) {
  if (index === 3 && step === 2) process.exit(1);
  return 0;
}

/** A control that pushes to the left. @param {TermWorld} world @param {Float64Array} action */
export function left({ ctrl }, action) {
  ctrl[0] = -Math.abs(action[0]);
}

/** A start of its own. @param {TermWorld} world @param {unknown} place */
export function at({ qpos }, place) {
  qpos[0] = Number(place);
}

/** Makes the simulation diverge. @param {TermWorld} world */
export function explode({ index, qvel, step }) {
  if (index === 0 && step === 4) qvel[0] = 1e12;
}
