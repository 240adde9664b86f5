// Proximal policy optimisation (Schulman et al. 2017) over many rows of one environment.
//
// Advantages by GAE (Schulman et al. 2016), clipped ratios and values, normalised observations, rewards and advantages, entropy, values
// at truncation from the last observation of the episode, and a learning rate that follows the divergence of the policy. One thread
// learns, in a fixed order: what comes out depends on the seed alone, not on how many threads step the environment.
import { ActorCritic, CHUNK } from './actor_critic.js';
import { padded } from './network.js';
import { Moments, RewardScale } from './normalizer.js';
import { Random } from './random.js';

/** @typedef {import('./trainer.js').Trainee} Trainee */
/** @typedef {import('./trainer.js').Iteration} Iteration */
/** @typedef {import('./network.js').Activation} Activation */

/**
 * @typedef {object} PpoOptions
 * @property {number[]} hidden widths of the hidden layers of both networks
 * @property {Activation} activation
 * @property {number} steps of each row in an iteration
 * @property {number} epochs times that the samples of an iteration are gone through
 * @property {number} minibatches parts in which they are taken
 * @property {number} discount of a reward one step later
 * @property {number} lambda of GAE
 * @property {number} clip of ratios, and of values in units of the rewards' scale
 * @property {number} rate learning rate at the start
 * @property {number} divergence that the learning rate follows (mean KL of an update); 0: it stays as it is
 * @property {number} entropy weight of the entropy
 * @property {number} value weight of the value's error
 * @property {number} gradient largest norm of a step's slopes
 * @property {number} deviation of actions at the start
 * @property {number} leastDeviation of actions
 */

/** @type {Readonly<PpoOptions>} */
export const ppoDefaults = Object.freeze({
  hidden: [128, 128],
  activation: 'elu',
  steps: 24,
  epochs: 5,
  minibatches: 4,
  discount: 0.99,
  lambda: 0.95,
  clip: 0.2,
  rate: 1e-3,
  divergence: 0.01,
  entropy: 0.005,
  value: 1,
  gradient: 1,
  deviation: 1,
  leastDeviation: 0.05,
});

/** Normalised observations are cut here. */
export const OBSERVATION_CLIP = 10;
/** Episodes of all rows begin together: after each of the first iterations a part of the rows begins anew, which spreads them. */
const SPREAD = 16;
const LEAST_RATE = 1e-5;
const MOST_RATE = 3e-3;

/** What was seen in an iteration: arrays of (steps x count) and a number for each part of a row. */
class Samples {
  /** @param {number} steps @param {number} count @param {number} width of an observation, padded @param {number} actions */
  constructor(steps, count, width, actions) {
    const total = steps * count;
    const rows = (/** @type {number} */ size) => new Float32Array(total * size);
    this.total = total;
    this.observations = rows(width);
    this.actions = rows(actions);
    this.means = rows(actions);
    this.logProbabilities = rows(1);
    this.values = rows(1);
    this.rewards = rows(1);
    this.ends = new Uint8Array(total);
    this.advantages = rows(1);
    this.returns = rows(1);
  }
}

/** A learner of one kind of environment. */
export class Ppo {
  /** @type {Float32Array | null} observations that the next actions answer */
  #observation = null;
  iteration = 0;

  /**
   * @param {{ count: number, observations: number, actions: number, seed: number }} sizes
   * @param {PpoOptions} options
   */
  constructor(sizes, options) {
    const { count, observations, actions, seed } = sizes;
    const { hidden, activation, deviation } = options;
    this.sizes = sizes;
    this.options = options;
    this.random = new Random(seed, 1);
    this.networks = new ActorCritic({ observations, actions, hidden, activation, deviation });
    this.networks.initialize(this.random);
    this.moments = new Moments(observations);
    this.rewardScale = new RewardScale(count, options.discount);
    this.rate = options.rate;
    this.width = padded(observations);
    this.samples = new Samples(options.steps, count, this.width, actions);
    this.order = Int32Array.from({ length: this.samples.total }, (_, i) => i);
    this.action = new Float32Array(count * actions);
    this.next = new Float32Array(count * this.width);
  }

  /** Numbers for logs. */
  get deviation() {
    const { logDeviation } = this.networks;
    return logDeviation.reduce((sum, value) => sum + Math.exp(value), 0) / logDeviation.length;
  }

  /** @param {Float32Array} rows (count x observations) @param {Float32Array} target (rows x width) @param {number} start first number of the target */
  #normalize(rows, target, start) {
    const { observations } = this.sizes;
    const { mean } = this.moments;
    const factors = this.moments.deviations().map((value) => 1 / value);
    const count = rows.length / observations;
    for (let i = 0; i < count; i++)
      for (let j = 0; j < observations; j++) {
        const value = (rows[i * observations + j] - mean[j]) * factors[j];
        const cut = Math.min(Math.max(value, -OBSERVATION_CLIP), OBSERVATION_CLIP);
        target[start + i * this.width + j] = cut;
      }
  }

  /** Draws the actions of step t; stores them, their means and probabilities. @param {number} t */
  #act(t) {
    const { samples, networks, width, action } = this;
    const { count, actions } = this.sizes;
    const first = t * count;
    const rows = samples.observations.subarray(first * width, (first + count) * width);
    const means = samples.means.subarray(first * actions, (first + count) * actions);
    networks.run('actor', rows, count, means);
    for (let i = 0; i < count; i++) {
      let logProbability = 0;
      for (let j = 0; j < actions; j++) {
        const logDeviation = networks.logDeviation[j];
        const z = this.random.normal();
        action[i * actions + j] = means[i * actions + j] + Math.exp(logDeviation) * z;
        logProbability -= 0.5 * z * z + logDeviation;
      }
      samples.logProbabilities[first + i] = logProbability;
    }
    samples.actions.set(action, first * actions);
  }

  /**
   * Runs the environment for the steps of an iteration.
   * @param {Trainee} trainee
   * @param {AbortSignal} [signal]
   */
  async #collect(trainee, signal) {
    const { samples, sizes, options, networks } = this;
    const { count, observations } = sizes;
    this.#observation ??= await trainee.reset(this.iteration);
    const raw = new Float32Array(samples.total * observations);
    const last = new Float32Array(count);
    for (let t = 0; t < options.steps; t++) {
      signal?.throwIfAborted();
      raw.set(this.#observation, t * count * observations);
      this.#normalize(this.#observation, samples.observations, t * count * this.width);
      this.#act(t);
      const result = await trainee.step(this.action);
      const hasEnded = (/** @type {number} */ i) =>
        result.terminated[i] !== 0 || result.truncated[i] !== 0;
      this.rewardScale.add(result.reward, hasEnded);
      samples.rewards.set(result.reward, t * count);
      for (let i = 0; i < count; i++) samples.ends[t * count + i] = Number(hasEnded(i));
      // an episode that was cut off goes on in the values
      if (result.truncated.some((cut, i) => cut && !result.terminated[i])) {
        this.#normalize(result.final, this.next, 0);
        networks.run('critic', this.next, count, last);
        const { scale } = this.rewardScale;
        for (let i = 0; i < count; i++)
          if (result.truncated[i] && !result.terminated[i])
            samples.rewards[t * count + i] += options.discount * last[i] * scale;
      }
      this.#observation = result.observation;
    }
    this.#normalize(this.#observation, this.next, 0);
    networks.run('critic', samples.observations, samples.total, samples.values);
    networks.run('critic', this.next, count, last);
    this.#weigh(last);
    if (this.iteration < SPREAD) await this.#spread(trainee);
    return raw;
  }

  /** Begins the episodes of some rows anew. @param {Trainee} trainee */
  async #spread(trainee) {
    const rows = [];
    for (let i = this.iteration; i < this.sizes.count; i += SPREAD) rows.push(i);
    this.#observation = await trainee.restart(rows);
    for (const row of rows) this.rewardScale.sums[row] = 0;
  }

  /** Advantages and returns of all samples. @param {Float32Array} last values after the last step */
  #weigh(last) {
    const { samples, options } = this;
    const { count } = this.sizes;
    const { values, rewards, advantages, returns, ends } = samples;
    const { scale } = this.rewardScale;
    for (let i = 0; i < count; i++) {
      let advantage = 0;
      for (let t = options.steps - 1; t >= 0; t--) {
        const k = t * count + i;
        const next = t + 1 < options.steps ? values[k + count] : last[i];
        const goesOn = ends[k] ? 0 : 1;
        const delta = rewards[k] / scale + options.discount * goesOn * next - values[k];
        advantage = delta + options.discount * options.lambda * goesOn * advantage;
        advantages[k] = advantage;
        returns[k] = advantage + values[k];
      }
    }
    const moments = new Moments(1);
    moments.add(advantages, advantages.length);
    const deviation = Math.sqrt(moments.square[0] / moments.count) + 1e-8;
    for (let k = 0; k < advantages.length; k++)
      advantages[k] = (advantages[k] - moments.mean[0]) / deviation;
  }

  /**
   * One iteration: steps of the environment, then learning from them. The first one only takes in what observations and rewards are like.
   * @param {Trainee} trainee
   * @param {AbortSignal} [signal]
   * @returns {Promise<Iteration>}
   */
  async iterate(trainee, signal) {
    const started = performance.now();
    const raw = await this.#collect(trainee, signal);
    const collected = performance.now();
    const learned = this.iteration > 0 ? await this.#learn(signal) : { divergence: 0, error: 0 };
    this.moments.add(raw, this.samples.total);
    this.iteration++;
    return {
      ...learned,
      samples: this.samples.total,
      rate: this.rate,
      deviation: this.deviation,
      collecting: (collected - started) / 1e3,
      learning: (performance.now() - collected) / 1e3,
    };
  }

  /** @param {AbortSignal} [signal] */
  async #learn(signal) {
    const { samples, options, networks, order } = this;
    const size = Math.ceil(samples.total / options.minibatches);
    const oldDeviation = networks.logDeviation.slice();
    const least = Math.log(options.leastDeviation);
    let divergence = 0;
    let error = 0;
    for (let epoch = 0; epoch < options.epochs; epoch++) {
      this.random.shuffle(order);
      for (let start = 0; start < samples.total; start += size) {
        const sums = this.#slopes(order.subarray(start, start + size), oldDeviation);
        this.#follow(sums.divergence);
        networks.step(this.rate, options.gradient);
        networks.logDeviation.forEach((value, j) => {
          networks.logDeviation[j] = Math.max(value, least);
        });
        divergence += sums.divergence / (options.epochs * options.minibatches);
        error += sums.error / (options.epochs * options.minibatches);
      }
      // others have their turn
      await new Promise((resolve) => setTimeout(resolve));
      signal?.throwIfAborted();
    }
    return { divergence, error };
  }

  /** What a training goes on from. */
  save() {
    const { networks, moments, rewardScale, random, rate, iteration } = this;
    const { first, second, steps } = networks.moments;
    const arrays = { parameters: networks.parameters, first, second, sums: rewardScale.sums };
    const state = {
      ...{ steps, rate, iteration, random: [...random.state] },
      ...{ moments: moments.save(), rewards: rewardScale.moments.save() },
    };
    return { arrays, state };
  }

  /** @param {Record<string, Float32Array>} arrays @param {ReturnType<Ppo['save']>['state']} state */
  restore(arrays, { steps, rate, iteration, random, moments, rewards }) {
    const { networks } = this;
    networks.parameters.set(arrays.parameters);
    networks.moments.first.set(arrays.first);
    networks.moments.second.set(arrays.second);
    networks.moments.steps = steps;
    networks.refresh();
    this.rewardScale.sums.set(arrays.sums);
    this.rewardScale.moments.restore(rewards);
    this.moments.restore(moments);
    this.random.state.set(random);
    this.rate = rate;
    this.iteration = iteration;
    this.#observation = null;
  }

  /** The network that gives actions. */
  get actor() {
    return this.networks.actor;
  }

  /** The learning rate follows the divergence. @param {number} divergence */
  #follow(divergence) {
    const wanted = this.options.divergence;
    if (wanted === 0) return;
    if (divergence > 2 * wanted) this.rate = Math.max(this.rate / 1.5, LEAST_RATE);
    else if (divergence < wanted / 2) this.rate = Math.min(this.rate * 1.5, MOST_RATE);
  }

  /**
   * Slopes of the loss over some samples.
   * @param {Int32Array} chosen
   * @param {Float32Array} oldDeviation logarithms of deviations with which actions were drawn
   */
  #slopes(chosen, oldDeviation) {
    const { networks, samples, width } = this;
    const sums = { divergence: 0, error: 0 };
    for (let start = 0; start < chosen.length; start += CHUNK) {
      const some = chosen.subarray(start, Math.min(start + CHUNK, chosen.length));
      for (let i = 0; i < some.length; i++) {
        const row = samples.observations.subarray(some[i] * width, (some[i] + 1) * width);
        networks.actor.input.set(row, i * width);
        networks.critic.input.set(row, i * width);
      }
      networks.actor.forward(some.length);
      networks.critic.forward(some.length);
      this.#actorSlopes(some, oldDeviation, 1 / chosen.length, sums);
      this.#criticSlopes(some, 1 / chosen.length, sums);
      networks.actor.backward(some.length);
      networks.critic.backward(some.length);
    }
    const { logDeviationSlope } = networks;
    for (let j = 0; j < this.sizes.actions; j++) logDeviationSlope[j] -= this.options.entropy;
    return sums;
  }

  /** @param {Int32Array} some @param {Float32Array} oldDeviation @param {number} weight @param {{ divergence: number }} sums */
  #actorSlopes(some, oldDeviation, weight, sums) {
    const { networks, samples, options } = this;
    const { actions } = this.sizes;
    const stride = padded(actions);
    const { output, outputSlope } = networks.actor;
    const { logDeviation, logDeviationSlope } = networks;
    const variances = logDeviation.map((value) => Math.exp(2 * value));
    const oldVariances = oldDeviation.map((value) => Math.exp(2 * value));
    for (let i = 0; i < some.length; i++) {
      const k = some[i];
      let logProbability = 0;
      let divergence = 0;
      for (let j = 0; j < actions; j++) {
        const variance = variances[j];
        const off = samples.actions[k * actions + j] - output[i * stride + j];
        const moved = samples.means[k * actions + j] - output[i * stride + j];
        logProbability -= (0.5 * off * off) / variance + logDeviation[j];
        const spread = (oldVariances[j] + moved * moved) / (2 * variance);
        divergence += logDeviation[j] - oldDeviation[j] + spread - 0.5;
      }
      sums.divergence += weight * divergence;
      const ratio = Math.exp(logProbability - samples.logProbabilities[k]);
      const advantage = samples.advantages[k];
      const isCut = advantage > 0 ? ratio > 1 + options.clip : ratio < 1 - options.clip;
      const slope = isCut ? 0 : -weight * advantage * ratio;
      for (let j = 0; j < actions; j++) {
        const variance = variances[j];
        const off = samples.actions[k * actions + j] - output[i * stride + j];
        outputSlope[i * stride + j] = (slope * off) / variance;
        logDeviationSlope[j] += slope * ((off * off) / variance - 1);
      }
    }
  }

  /** @param {Int32Array} some @param {number} weight @param {{ error: number }} sums */
  #criticSlopes(some, weight, sums) {
    const { networks, samples, options } = this;
    const { output, outputSlope } = networks.critic;
    const stride = padded(1);
    for (let i = 0; i < some.length; i++) {
      const k = some[i];
      const off = output[i * stride] - samples.returns[k];
      const moved = output[i * stride] - samples.values[k];
      const cut = Math.min(Math.max(moved, -options.clip), options.clip);
      const offCut = samples.values[k] + cut - samples.returns[k];
      const isCut = moved !== cut && offCut * offCut > off * off;
      outputSlope[i * stride] = isCut ? 0 : 2 * weight * options.value * off;
      sums.error += weight * off * off;
    }
  }
}
