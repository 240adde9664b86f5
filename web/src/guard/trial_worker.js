// The worker in which a strange model is tried: it may hang or run out of memory, the page may not. It stays, and makes every step
// before the page does.
import { Simulation, loadMujoco } from 'limber';
import { numbersIn } from '../fields.js';
import { limitModel, tooLarge } from './limits.js';

const LONG = 300; // milliseconds of steps that are enough to know
const MOST = 50; // steps

/** @typedef {{ files: Map<string, Uint8Array>, main: string }} Given */
/** Steps to make from a state, with the options of the page. @typedef {{ state: Float64Array, options: Record<string, number>, steps: number }} Asked */
/**
 * @typedef {object} Found
 * @property {boolean} fits whether it compiled; why not is found out again by the page, which has the words for it
 * @property {number} compile milliseconds
 * @property {number} step milliseconds of the longest step
 * @property {string} large what is too large to draw, '' for nothing
 */

/** The model that was tried last. @type {Simulation | null} */
let simulation = null;

/** Steps as often as asked for, in the time that there is; milliseconds of the longest. @param {Simulation} made @param {number} count */
function longestStep(made, count) {
  let longest = 0;
  const begin = performance.now();
  for (let i = 0; i < count && performance.now() - begin < LONG; i++) {
    const before = performance.now();
    try {
      made.step();
    } catch {
      break;
    }
    longest = Math.max(longest, performance.now() - before);
  }
  return longest;
}

/** @param {Given} given @param {import('limber').MujocoModule} mujoco @returns {Found} */
function tryModel(given, mujoco) {
  const start = performance.now();
  simulation?.dispose();
  simulation = null;
  try {
    simulation = Simulation.fromFiles(mujoco, given);
  } catch {
    return { fits: false, compile: performance.now() - start, step: 0, large: '' };
  }
  const compile = performance.now() - start;
  const large = tooLarge(simulation.model);
  limitModel(simulation.model);
  if (simulation.model.nkey > 0) simulation.reset(0);
  const step = large ? 0 : longestStep(simulation, MOST);
  return { fits: true, compile, step, large };
}

/** Makes steps of the page before it does. @param {Asked} asked */
function goAhead({ state, options, steps }) {
  if (!simulation) return 0;
  Object.assign(numbersIn(simulation.model.opt), options);
  simulation.restoreState(state);
  return longestStep(simulation, steps);
}

const engine = loadMujoco({ print: () => {}, printErr: () => {} });
engine.then(() => postMessage('ready'));
addEventListener('message', async ({ data }) => {
  const mujoco = await engine;
  postMessage('state' in data ? goAhead(data) : tryModel(data, mujoco));
});
