// What PPO trains: a network that gives the means of actions, one that gives the value of an observation, and the logarithms of the
// deviations of actions, which are the same for all observations. All parameters lie in one array, which Adam moves.
import { Arena } from './kernels.js';
import { Network, padded, parameterCount, workCount } from './network.js';

/** @typedef {import('./random.js').Random} Random */
/** @typedef {import('./network.js').Activation} Activation */

/**
 * @typedef {object} ActorCriticPlan
 * @property {number} observations numbers in an observation
 * @property {number} actions numbers in an action
 * @property {number[]} hidden widths of hidden layers
 * @property {Activation} activation
 * @property {number} deviation of actions at the start
 */

/** Rows that go through the networks at once: what they need stays in the cache. */
export const CHUNK = 256;

export class ActorCritic {
  /** @param {ActorCriticPlan} plan */
  constructor(plan) {
    const { observations, actions, hidden, activation } = plan;
    const actorSizes = [observations, ...hidden, actions];
    const criticSizes = [observations, ...hidden, 1];
    const actorCount = parameterCount(actorSizes);
    const criticCount = parameterCount(criticSizes);
    this.count = actorCount + criticCount + padded(actions);
    const plans = [actorSizes, criticSizes].map((sizes) => ({
      sizes,
      activation,
      capacity: CHUNK,
    }));
    this.arena = new Arena(4 * this.count + workCount(plans[0]) + workCount(plans[1]));
    const [parameters, slopes, first, second] = [0, 1, 2, 3].map(() =>
      this.arena.floats(this.count),
    );
    this.parameters = parameters;
    this.slopes = slopes;
    this.moments = { first, second, steps: 0 };
    const criticStart = actorCount;
    const end = criticStart + criticCount;
    const part = (/** @type {number} */ from, /** @type {number} */ to) =>
      /** @type {const} */ ([parameters.subarray(from, to), slopes.subarray(from, to)]);
    this.actor = new Network(this.arena, plans[0], ...part(0, actorCount));
    this.critic = new Network(this.arena, plans[1], ...part(criticStart, end));
    const [logDeviation, logDeviationSlope] = part(end, end + actions);
    this.logDeviation = logDeviation;
    this.logDeviationSlope = logDeviationSlope;
    this.plan = plan;
  }

  /** @param {Random} random */
  initialize(random) {
    this.actor.initialize(random, 0.01);
    this.critic.initialize(random, 1);
    this.logDeviation.fill(Math.log(this.plan.deviation));
  }

  /** One step of Adam (Kingma and Ba 2015) along the slopes, cut to a norm. @param {number} rate @param {number} mostNorm */
  step(rate, mostNorm) {
    let square = 0;
    for (let i = 0; i < this.count; i++) square += this.slopes[i] * this.slopes[i];
    const norm = Math.sqrt(square);
    const { first, second } = this.moments;
    const t = ++this.moments.steps;
    const [beta1, beta2] = [0.9, 0.999];
    const correction = Math.sqrt(1 - beta2 ** t);
    this.arena.kernels.adam(
      ...[this.parameters.byteOffset, this.slopes.byteOffset, first.byteOffset, second.byteOffset],
      ...[padded(this.count), (rate * correction) / (1 - beta1 ** t), beta1, beta2],
      ...[norm > mostNorm ? mostNorm / norm : 1, 1e-5 * correction],
    );
    this.slopes.fill(0);
    this.refresh();
    return norm;
  }

  /** To be called when parameters were written. */
  refresh() {
    this.actor.refresh();
    this.critic.refresh();
  }

  /**
   * Runs a network on rows, chunk by chunk.
   * @param {'actor' | 'critic'} which
   * @param {Float32Array} rows (count x padded(observations)) that are normalised
   * @param {number} count
   * @param {Float32Array} target (count x size of an output)
   */
  run(which, rows, count, target) {
    const network = this[which];
    const size = which === 'actor' ? this.plan.actions : 1;
    const stride = padded(size);
    const width = padded(this.plan.observations);
    for (let start = 0; start < count; start += CHUNK) {
      const some = Math.min(CHUNK, count - start);
      network.input.set(rows.subarray(start * width, (start + some) * width));
      network.forward(some);
      for (let i = 0; i < some; i++)
        for (let j = 0; j < size; j++)
          target[(start + i) * size + j] = network.output[i * stride + j];
    }
  }
}
