// An evolution strategy (Salimans et al. 2017): parameters are moved along differences of returns of mirrored pairs.
//
// Each member of the population plays one episode in each of its rows; ranks of the mean returns weigh its noise. No slopes, no value
// network: it serves small networks and rewards that come late.
import { Arena } from './kernels.js';
import { Network, padded, parameterCount, workCount } from './network.js';
import { Moments } from './normalizer.js';
import { OBSERVATION_CLIP } from './ppo.js';
import { Random } from './random.js';

/** @typedef {import('./trainer.js').Trainee} Trainee */
/** @typedef {import('./trainer.js').Iteration} Iteration */
/** @typedef {import('./network.js').Activation} Activation */

/**
 * @typedef {object} EvolutionOptions
 * @property {number[]} hidden widths of hidden layers
 * @property {Activation} activation
 * @property {number} episodes of each member in a generation: rows that it has
 * @property {number} noise deviation of the parameters of members
 * @property {number} rate learning rate
 * @property {number} decay share of the parameters that is lost in a generation
 * @property {number} horizon steps after which an episode counts as over
 */

/** @type {Readonly<EvolutionOptions>} */
export const evolutionDefaults = Object.freeze({
  hidden: [32, 32],
  activation: 'tanh',
  episodes: 4,
  noise: 0.05,
  rate: 0.02,
  decay: 0.002,
  horizon: 1000,
});

/** A learner of one kind of environment. */
export class Evolution {
  iteration = 0;

  /**
   * @param {{ count: number, observations: number, actions: number, seed: number }} sizes
   * @param {EvolutionOptions} options
   */
  constructor(sizes, options) {
    const { count, observations, actions, seed } = sizes;
    const layers = [observations, ...options.hidden, actions];
    this.sizes = sizes;
    this.options = options;
    this.random = new Random(seed, 2);
    this.pairs = Math.floor(count / (2 * options.episodes));
    if (this.pairs < 1)
      throw new RangeError(
        `evolution: ${2 * options.episodes} environments are the least (two members of ${options.episodes} episodes), got ${count}`,
      );
    const plan = { sizes: layers, activation: options.activation, capacity: options.episodes };
    this.length = parameterCount(layers);
    this.arena = new Arena(6 * this.length + workCount(plan));
    const floats = () => this.arena.floats(this.length);
    this.parameters = floats();
    this.trial = floats();
    this.slopes = floats();
    this.first = floats();
    this.second = floats();
    this.network = new Network(this.arena, plan, this.parameters, this.slopes);
    this.network.initialize(this.random, 0.1);
    this.noise = new Float32Array(this.pairs * this.length);
    this.moments = new Moments(observations);
    this.width = padded(observations);
    this.steps = 0;
  }

  /** Noise of all pairs, only where there is a parameter. */
  #draw() {
    const { noise, length, network } = this;
    noise.fill(0);
    for (let pair = 0; pair < this.pairs; pair++)
      for (const { inputs, outputs, weight, bias } of network.layers)
        for (let j = 0; j < outputs; j++) {
          for (let i = 0; i < inputs; i++)
            noise[pair * length + weight + i * padded(outputs) + j] = this.random.normal();
          noise[pair * length + bias + j] = this.random.normal();
        }
  }

  /** Actions of all members. @param {Float32Array} observation @param {Float32Array} action */
  #act(observation, action) {
    const { episodes, noise: deviation } = this.options;
    const { observations, actions } = this.sizes;
    const { network, trial, length, width } = this;
    const { mean } = this.moments;
    const factors = this.moments.deviations().map((value) => 1 / value);
    const stride = padded(actions);
    network.parameters = trial;
    for (let member = 0; member < 2 * this.pairs; member++) {
      const at = (member >> 1) * length;
      const scale = member % 2 ? -deviation : deviation;
      for (let i = 0; i < length; i++) trial[i] = this.parameters[i] + scale * this.noise[at + i];
      for (let i = 0; i < episodes; i++) {
        const row = member * episodes + i;
        for (let j = 0; j < observations; j++) {
          const value = (observation[row * observations + j] - mean[j]) * factors[j];
          network.input[i * width + j] = Math.min(
            Math.max(value, -OBSERVATION_CLIP),
            OBSERVATION_CLIP,
          );
        }
      }
      network.forward(episodes);
      for (let i = 0; i < episodes; i++)
        for (let j = 0; j < actions; j++)
          action[(member * episodes + i) * actions + j] = network.output[i * stride + j];
    }
    network.parameters = this.parameters;
  }

  /**
   * One generation.
   * @param {Trainee} trainee
   * @param {AbortSignal} [signal]
   * @returns {Promise<Iteration>}
   */
  async iterate(trainee, signal) {
    const started = performance.now();
    const { episodes, horizon } = this.options;
    const { count, actions } = this.sizes;
    this.#draw();
    const action = new Float32Array(count * actions);
    const returns = new Float64Array(count);
    const isOver = new Uint8Array(count).fill(1, 2 * this.pairs * episodes);
    let observation = await trainee.reset(this.iteration);
    let samples = 0;
    for (let t = 0; t < horizon && isOver.includes(0); t++) {
      signal?.throwIfAborted();
      this.#act(observation, action);
      if (t % 4 === 0) this.moments.add(observation, count);
      const result = await trainee.step(action);
      for (let i = 0; i < count; i++) {
        if (isOver[i]) continue;
        samples++;
        returns[i] += result.reward[i];
        if (result.terminated[i] || result.truncated[i]) isOver[i] = 1;
      }
      observation = result.observation;
    }
    const collected = performance.now();
    this.#move(returns);
    this.iteration++;
    return {
      samples,
      divergence: 0,
      error: 0,
      rate: this.options.rate,
      deviation: this.options.noise,
      collecting: (collected - started) / 1e3,
      learning: (performance.now() - collected) / 1e3,
    };
  }

  /** Moves the parameters. @param {Float64Array} returns of all rows */
  #move(returns) {
    const { episodes, noise: deviation, rate, decay } = this.options;
    const members = 2 * this.pairs;
    const fitness = Array.from({ length: members }, (_, member) => {
      let sum = 0;
      for (let i = 0; i < episodes; i++) sum += returns[member * episodes + i];
      return sum;
    });
    const ranks = new Float64Array(members);
    fitness
      .map((_, member) => member)
      .sort((a, b) => fitness[a] - fitness[b] || a - b)
      .forEach((member, rank) => {
        ranks[member] = rank / (members - 1) - 0.5;
      });
    this.slopes.fill(0);
    for (let pair = 0; pair < this.pairs; pair++) {
      const weight = (ranks[2 * pair] - ranks[2 * pair + 1]) / (members * deviation);
      const at = pair * this.length;
      for (let i = 0; i < this.length; i++) this.slopes[i] -= weight * this.noise[at + i];
    }
    this.steps++;
    const correction = Math.sqrt(1 - 0.999 ** this.steps);
    for (let i = 0; i < this.length; i++) this.parameters[i] *= 1 - decay;
    this.arena.kernels.adam(
      ...[this.parameters.byteOffset, this.slopes.byteOffset, this.first.byteOffset],
      ...[this.second.byteOffset, this.length, (rate * correction) / (1 - 0.9 ** this.steps)],
      ...[0.9, 0.999, 1, 1e-8 * correction],
    );
  }

  /** What a training goes on from. */
  save() {
    const { parameters, first, second, steps, iteration, random, moments } = this;
    const arrays = { parameters, first, second };
    const state = { steps, iteration, random: [...random.state], moments: moments.save() };
    return { arrays, state };
  }

  /** @param {Record<string, Float32Array>} arrays @param {ReturnType<Evolution['save']>['state']} state */
  restore(arrays, { steps, iteration, random, moments }) {
    for (const name of /** @type {const} */ (['parameters', 'first', 'second']))
      this[name].set(arrays[name]);
    this.steps = steps;
    this.iteration = iteration;
    this.random.state.set(random);
    this.moments.restore(moments);
  }

  /** The network that gives actions. */
  get actor() {
    return this.network;
  }
}
