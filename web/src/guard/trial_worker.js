// The worker in which a strange model is tried: it may hang or run out of memory, the page may not.
import { Simulation } from 'limber';
import loadMujoco from 'limber/mujoco';
import { limitModel, tooLarge } from './limits.js';

const LONG = 300; // milliseconds of steps that are enough to know
const MOST = 50; // steps

/** @typedef {{ files: Map<string, Uint8Array>, main: string }} Given */
/**
 * @typedef {object} Found
 * @property {boolean} fits whether it compiled; why not is found out again by the page, which has the words for it
 * @property {number} compile milliseconds
 * @property {number} step milliseconds of the longest step
 * @property {string} large what is too large to draw, '' for nothing
 */

/** @param {Given} given @param {import('limber').MujocoModule} mujoco @returns {Found} */
function tryModel(given, mujoco) {
  const start = performance.now();
  let simulation;
  try {
    simulation = Simulation.fromFiles(mujoco, given);
  } catch {
    return { fits: false, compile: performance.now() - start, step: 0, large: '' };
  }
  const compile = performance.now() - start;
  const large = tooLarge(simulation.model);
  limitModel(simulation.model);
  if (simulation.model.nkey > 0) simulation.reset(0);
  let step = 0;
  const begin = performance.now();
  for (let i = 0; i < MOST && !large && performance.now() - begin < LONG; i++) {
    const before = performance.now();
    try {
      simulation.step();
    } catch {
      break;
    }
    step = Math.max(step, performance.now() - before);
  }
  return { fits: true, compile, step, large };
}

const engine = loadMujoco({ print: () => {}, printErr: () => {} });
engine.then(() => postMessage('ready'));
addEventListener('message', async ({ data }) => {
  postMessage(tryModel(/** @type {Given} */ (data), await engine));
});
