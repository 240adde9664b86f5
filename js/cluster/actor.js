// Acts in environments for a learner that is elsewhere: candidates of a chunk one after the other, each in the same episodes.
import { makeTask } from '../env/tasks/index.js';
import { pack } from './pack.js';
import { act, weightCount } from './network.js';
import { TaskError } from './task.js';

/** @typedef {import('./chunk.js').ChunkOrder} ChunkOrder */
/** @typedef {import('./task.js').Episodes} Episodes */
/** @typedef {import('../env/environment.js').Environment} Environment */

/** A task of environments that this thread can run. */
export class Actor {
  #env;
  #episodes;
  #policy;

  /** @param {Episodes} episodes */
  static async open(episodes) {
    try {
      const { task, count, options } = episodes;
      return new Actor(await makeTask(task, { ...options, count, workers: 1 }), episodes);
    } catch (error) {
      throw new TaskError(/** @type {Error} */ (error).message.replace(/^MuJoCo Error: /, ''));
    }
  }

  /** @param {Environment} env @param {Episodes} episodes */
  constructor(env, episodes) {
    this.#env = env;
    this.#episodes = episodes;
    const { low, high } = env.actionSpace;
    this.#policy = { sizes: episodes.sizes, low: [...low], high: [...high] };
  }

  /** @param {ChunkOrder} order @returns {Promise<Uint8Array>} a packed ChunkResult */
  async run({ first, count, inputs }) {
    const size = weightCount(this.#episodes.sizes);
    const points = /** @type {Float64Array} */ (inputs?.points);
    const values = new Float64Array(2 * count);
    const good = new Int32Array(count);
    for (let i = 0; i < count; i++) {
      const weights = points.subarray(i * size, (i + 1) * size);
      const { mean, steps } = await this.#try(weights);
      values.set([mean, steps / this.#episodes.count], 2 * i);
      good[i] = steps;
    }
    const names = ['return', 'length'];
    return pack({ first, count, names, failures: [], recorded: [] }, { values, good });
  }

  /** Mean return of the episodes, and steps of all. @param {Float64Array} weights */
  async #try(weights) {
    const env = this.#env;
    const { seed, steps: most } = this.#episodes;
    const returns = new Float64Array(env.count);
    const lengths = new Int32Array(env.count);
    const over = new Uint8Array(env.count);
    const size = env.actionSpace.shape[0];
    const width = env.observationSpace.policy.shape[0];
    const actions = new Float32Array(env.count * size);
    let { observation } = await env.reset({ seed });
    for (let step = 0; step < most && over.includes(0); step++) {
      for (let i = 0; i < env.count; i++) {
        const seen = observation.policy.subarray(i * width, (i + 1) * width);
        if (!over[i]) actions.set(act({ ...this.#policy, weights }, seen), i * size);
      }
      const result = await env.step(actions);
      ({ observation } = result);
      for (let i = 0; i < env.count; i++) {
        if (over[i]) continue;
        returns[i] += result.reward[i];
        lengths[i]++;
        over[i] = Number(result.terminated[i] || result.truncated[i] || result.info.ended[i]);
      }
    }
    return {
      mean: returns.reduce((total, value) => total + value, 0) / env.count,
      steps: lengths.reduce((total, value) => total + value, 0),
    };
  }

  dispose() {
    this.#env.dispose();
  }
}
