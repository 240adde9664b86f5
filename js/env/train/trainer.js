// A training: an environment, a learner, what is told of its progress, checkpoints, and the policy that comes out.
import { MjError } from '../../engine/error.js';
import { packNumbers, readNumbers } from '../policy/policy_data.js';
import { Evolution, evolutionDefaults } from './evolution.js';
import { padded } from './network.js';
import { OBSERVATION_CLIP, Ppo, ppoDefaults } from './ppo.js';

/** @typedef {import('../policy/policy_data.js').PolicyData} PolicyData */
/** @typedef {import('../policy/contract.js').Contract} Contract */
/** @typedef {import('./ppo.js').PpoOptions} PpoOptions */
/** @typedef {import('./evolution.js').EvolutionOptions} EvolutionOptions */
/** @typedef {import('../types.js').StepResult} StepResult */
/** @typedef {import('../types.js').Observation} Observation */

/**
 * What is trained: what `makeEnv` gives.
 * @typedef {object} TrainingEnv
 * @property {number} count
 * @property {Contract} contract
 * @property {(options?: { seed?: number, mask?: readonly number[] }) => Promise<{ observation: Observation }>} reset
 * @property {(action: Float32Array) => Promise<StepResult>} step
 *
 * An environment as learners see it: one group of observations, numbers for each row.
 * @typedef {object} Trainee
 * @property {(turn: number) => Promise<Float32Array>} reset starts all episodes; another turn starts others
 * @property {(rows: number[]) => Promise<Float32Array>} restart ends some episodes and begins others; gives all observations
 * @property {(action: Float32Array) => Promise<TraineeStep>} step
 *
 * @typedef {object} TraineeStep
 * @property {Float32Array} observation (count x observations)
 * @property {Float32Array} final last observation of the episodes that ended (count x observations)
 * @property {Float64Array} reward
 * @property {Uint8Array} terminated
 * @property {Uint8Array} truncated
 *
 * What an iteration tells.
 * @typedef {object} Iteration
 * @property {number} samples steps of environments
 * @property {number} divergence of the policy from the one before
 * @property {number} error of values, squared
 * @property {number} rate learning rate
 * @property {number} deviation of actions
 * @property {number} collecting seconds
 * @property {number} learning seconds
 *
 * @typedef {object} ProgressFacts
 * @property {number} iteration number of iterations so far
 * @property {number} total number of samples so far
 * @property {number} seconds of all iterations so far
 * @property {number} return mean of the last episodes, NaN while there is none
 * @property {number} length mean steps of the last episodes
 * @property {number} episodes number of episodes so far
 *
 * @typedef {Iteration & ProgressFacts} Progress
 *
 * @typedef {object} TrainingSettings
 * @property {'ppo' | 'es'} [method]
 * @property {number} [seed] of the learner (1)
 * @property {string} [group] of observations; the first one when left out
 * @property {string} [task] written into the policy
 *
 * @typedef {TrainingSettings & Partial<PpoOptions> & Partial<EvolutionOptions>} TrainingOptions
 */

/** Episodes that the mean return is of. */
const WINDOW = 100;

/** Sums up episodes, and shows an environment as learners want it. */
class Watch {
  /** @type {{ return: number, length: number }[]} */
  last = [];
  episodes = 0;

  /** @param {TrainingEnv} env @param {string} group @param {number} seed */
  constructor(env, group, seed) {
    this.env = env;
    this.group = group;
    this.seed = seed;
  }

  /** @param {number} turn */
  async reset(turn) {
    const { observation } = await this.env.reset({ seed: this.seed + 1000 * turn });
    return observation[this.group];
  }

  /** @param {number[]} mask */
  async restart(mask) {
    const { observation } = await this.env.reset({ mask });
    return observation[this.group];
  }

  /** @param {Float32Array} action @returns {Promise<TraineeStep>} */
  async step(action) {
    const { observation, reward, terminated, truncated, info } = await this.env.step(action);
    for (let i = 0; i < this.env.count; i++)
      if (info.ended[i]) {
        this.last.push({ return: info.return[i], length: info.length[i] });
        this.episodes++;
      }
    if (this.last.length > WINDOW) this.last.splice(0, this.last.length - WINDOW);
    const final = info.finalObservation[this.group];
    return { observation: observation[this.group], final, reward, terminated, truncated };
  }

  /** @param {'return' | 'length'} what */
  mean(what) {
    return this.last.reduce((sum, item) => sum + item[what], 0) / this.last.length;
  }
}

/** Only what a learner knows, over its defaults. @template T @param {T} defaults @param {object} options @returns {T} */
function optionsOf(defaults, options) {
  const known = new Set(Object.keys(/** @type {object} */ (defaults)));
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const unknown = given.find(([name]) => !known.has(name));
  if (unknown)
    throw new MjError(
      `training: there is no option '${unknown[0]}', there are ${[...known].join(', ')}, method, seed, group, task`,
    );
  return { ...defaults, ...Object.fromEntries(given) };
}

/** @param {Contract} contract @param {string | undefined} wanted */
function groupOf({ observation }, wanted) {
  const names = Object.keys(observation);
  const group = wanted ?? names[0];
  if (group !== undefined && Object.hasOwn(observation, group)) return group;
  throw new MjError(
    `training: there is no group of observations '${wanted}', there are ${names.join(', ') || 'none of numbers'}`,
  );
}

/** A training of one environment. */
export class Training {
  #env;
  #watch;
  #learner;
  #group;
  #options;
  #seconds = 0;
  #total = 0;

  /**
   * @param {TrainingEnv} env with automatic reset in the same step
   * @param {TrainingOptions} [options]
   */
  constructor(env, options = {}) {
    const { method = 'ppo', seed = 1, group, task, ...rest } = options;
    if (method !== 'ppo' && method !== 'es')
      throw new MjError(`training: method is 'ppo' or 'es', got '${method}'`);
    this.#env = env;
    this.#group = groupOf(env.contract, group);
    const { length = 1 } = env.contract.history?.[this.#group] ?? {};
    const terms = env.contract.observation[this.#group];
    const observations = length * terms.reduce((sum, { size }) => sum + size, 0);
    const sizes = { count: env.count, observations, actions: env.contract.action.size, seed };
    this.#learner =
      method === 'ppo'
        ? new Ppo(sizes, optionsOf(ppoDefaults, rest))
        : new Evolution(sizes, optionsOf(evolutionDefaults, rest));
    this.#options = { method, seed, task, ...this.#learner.options };
    this.#watch = new Watch(env, this.#group, seed);
  }

  /** What the learner was made with, defaults included. */
  get options() {
    return this.#options;
  }

  /** Number of samples so far, those before `restore` included. */
  get total() {
    return this.#total;
  }

  /**
   * One iteration: samples, then learning.
   * @param {AbortSignal} [signal]
   * @returns {Promise<Progress>}
   */
  async next(signal) {
    const start = performance.now();
    const iteration = await this.#learner.iterate(this.#watch, signal);
    this.#seconds += (performance.now() - start) / 1e3;
    this.#total += iteration.samples;
    return {
      ...iteration,
      iteration: this.#learner.iteration,
      total: this.#total,
      seconds: this.#seconds,
      return: this.#watch.mean('return'),
      length: this.#watch.mean('length'),
      episodes: this.#watch.episodes,
    };
  }

  /**
   * The policy as it is now, without the noise that it learns with. `writePolicy` makes JSON of it, `writeOnnx` an ONNX file.
   * @param {Record<string, unknown>} [facts] written into the policy beside seed and recipe
   * @returns {PolicyData}
   */
  policy(facts = {}) {
    const { contract } = this.#env;
    const { actor, moments } = this.#learner;
    const { hidden, activation } = this.#learner.options;
    const layers = actor.layers.map(({ inputs, outputs, weight, bias }, k) => {
      const rows = new Float32Array(inputs * outputs);
      for (let i = 0; i < inputs; i++)
        for (let j = 0; j < outputs; j++)
          rows[i * outputs + j] = actor.parameters[weight + i * padded(outputs) + j];
      return {
        weight: rows,
        bias: actor.parameters.slice(bias, bias + outputs),
        activation: k < hidden.length ? activation : /** @type {const} */ ('none'),
      };
    });
    const { task, method, seed, ...recipe } = this.#options;
    const terms = contract.observation[this.#group].map(({ name, size }) => ({ name, size }));
    const { names, kind, joints, kp, kd, scale, default: start, size } = contract.action;
    const action = { size, names, kind, joints, kp, kd, scale, default: start };
    const commands = (contract.commands ?? []).map((item) =>
      typeof item === 'string' ? item : item.name,
    );
    return {
      observation: {
        group: this.#group,
        size: moments.size,
        terms,
        mean: Float32Array.from(moments.mean),
        deviation: Float32Array.from(moments.deviations()),
        clip: OBSERVATION_CLIP,
      },
      action: /** @type {PolicyData['action']} */ (action),
      commands,
      ...(contract.period === undefined ? {} : { period: contract.period }),
      ...(task === undefined ? {} : { task }),
      layers,
      training: { method, seed, count: this.#env.count, samples: this.#total, recipe, ...facts },
    };
  }

  /** Everything that `restore` goes on from, as JSON text. */
  save() {
    const { arrays, state } = this.#learner.save();
    const packed = Object.entries(arrays).map(([name, values]) => [
      name,
      packNumbers(values, 'float32'),
    ]);
    return JSON.stringify({
      format: 'limber-training',
      options: this.#options,
      sizes: this.#learner.sizes,
      total: this.#total,
      seconds: this.#seconds,
      episodes: this.#watch.episodes,
      state,
      arrays: Object.fromEntries(packed),
    });
  }

  /**
   * Goes on from what `save` gave, for the same environment and options. Episodes begin anew.
   * @param {string} text
   */
  restore(text) {
    const saved = readCheckpoint(text);
    const { sizes } = this.#learner;
    for (const name of /** @type {const} */ (['count', 'observations', 'actions']))
      if (saved.sizes[name] !== sizes[name])
        throw new MjError(
          `training: the checkpoint has ${name} ${saved.sizes[name]}, this training ${sizes[name]}`,
        );
    const own = JSON.stringify([this.#options.method, this.#learner.options.hidden]);
    const theirs = JSON.stringify([saved.options.method, saved.options.hidden]);
    if (own !== theirs)
      throw new MjError(`training: the checkpoint is of ${theirs}, this training of ${own}`);
    const arrays = Object.fromEntries(
      Object.entries(saved.arrays).map(([name, values]) => [name, readNumbers(values, name)]),
    );
    this.#learner.restore(arrays, /** @type {never} */ (saved.state));
    this.#total = saved.total;
    this.#seconds = saved.seconds;
    this.#watch.episodes = saved.episodes;
  }
}

/** @typedef {{ format: string, options: { method: string, hidden: number[] }, sizes: Record<string, number>, total: number, seconds: number, episodes: number, state: unknown, arrays: Record<string, string> }} Checkpoint */

/** @param {string} text @returns {Checkpoint} */
export function readCheckpoint(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new MjError('training: the checkpoint is no JSON', { cause: error });
  }
  if (value?.format !== 'limber-training')
    throw new MjError("training: the checkpoint's format must be 'limber-training'");
  return value;
}
