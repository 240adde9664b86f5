// Environments: many simulations of one task, stepped together. See docs/environments.md.
import { MjError, demand } from '../engine/error.js';
import { makeContract } from './contract.js';
import { works } from './kernel.js';
import { clock } from './layout.js';

/** @typedef {import('../batch/batch.js').Batch} Batch */
/** @typedef {import('../batch/batch.js').BatchMask} BatchMask */
/** @typedef {import('../batch/rows.js').Rows} Rows */
/** @typedef {import('../batch/native.js').Row} Row */
/** @typedef {import('../sim/simulation.js').Simulation} Simulation */
/** @typedef {import('./kernel.js').EnvKernel} EnvKernel */
/** @typedef {import('./types.js').Contract} Contract */
/** @typedef {import('./types.js').Observation} Observation */
/** @typedef {import('./types.js').Space} Space */
/** @typedef {import('./types.js').StepInfo} StepInfo */
/** @typedef {import('./types.js').StepResult} StepResult */

/** @typedef {import('./gpu/batch.js').GpuEnvironments} GpuEnvironments */

/** What an environment is made of. @typedef {{ batch: Batch, kernel: Pick<EnvKernel, 'plan' | 'world'>, own: Rows, seed: number, pictures: import('./pixels.js').Pictures, gpu?: GpuEnvironments }} Inside */

/** @param {number} seed @returns {[number, number]} */
function seedWords(seed) {
  const good = Number.isSafeInteger(seed) && seed >= 0;
  demand(good, 'env.reset: a seed is a whole number of at least 0', seed);
  return [seed | 0, Math.floor(seed / 2 ** 32) | 0];
}

/** Environments of one task: `count` of them, and one where count is 1. */
export class Environment {
  #batch;
  #kernel;
  #own;
  /** @type {[number, number]} */
  #seed;
  #wasReset = false;
  /** @type {Float32Array} */
  #given;
  #result;
  #pictures;

  /** @param {Inside} inside */
  constructor({ batch, kernel, own, seed, pictures, gpu }) {
    this.#batch = batch;
    this.#kernel = kernel;
    this.#own = own;
    this.#seed = seedWords(seed);
    this.#pictures = pictures;
    /** With `backend: 'gpu'` what is on the GPU, else undefined. */
    this.gpu = gpu;
    this.#given = /** @type {Float32Array} */ (this.#row('givenAction'));
    this.#result = this.#makeResult();
    const { control, groups } = kernel.plan;
    /** Actions of one environment. @type {Space} */
    this.actionSpace = {
      shape: [control.size],
      low: control.low,
      high: control.high,
      names: control.names,
      dtype: 'float32',
    };
    /** Observations of one environment, by group. @type {Record<string, Space>} */
    this.observationSpace = Object.fromEntries(
      groups.map((group) => [
        group.name,
        {
          shape: [group.size],
          low: new Float64Array(group.size).fill(-Infinity),
          high: new Float64Array(group.size).fill(Infinity),
          names: group.names,
          dtype: /** @type {const} */ ('float32'),
        },
      ]),
    );
    for (const [name, shape] of pictures.shapes) this.observationSpace[name] = pictureSpace(shape);
    /** What the environment gives and takes. @type {Contract} */
    this.contract = makeContract(kernel);
  }

  /** @param {string} name @returns {Row} */
  #row(name) {
    return this.#own.arrays[this.#kernel.plan.rows.find(name)];
  }

  /** The arrays that steps fill, always the same. @returns {StepResult} */
  #makeResult() {
    const { groups, rewards, ends, commands, data } = this.#kernel.plan;
    /** @param {string} prefix @returns {Observation} */
    const observation = (prefix) =>
      Object.fromEntries(
        groups.map(({ name }) => [
          name,
          /** @type {Float32Array} */ (this.#row(`${prefix}:${name}`)),
        ]),
      );
    const bytes = (/** @type {string} */ name) => /** @type {Uint8Array} */ (this.#row(name));
    const numbers = (/** @type {string} */ name) => /** @type {Float64Array} */ (this.#row(name));
    /** @type {StepInfo} */
    const info = {
      ended: bytes('ended'),
      finalObservation: data.autoreset === 'same-step' ? observation('final') : {},
      return: numbers('return'),
      length: /** @type {Int32Array} */ (this.#row('endLength')),
      rewardTerms: Object.fromEntries(rewards.map(({ name }) => [name, numbers(`reward:${name}`)])),
      terminations: Object.fromEntries(ends.map(({ name }) => [name, bytes(`end:${name}`)])),
      diverged: bytes('diverged'),
      failed: bytes('failed'),
      commands: Object.fromEntries(commands.map(({ name }) => [name, this.#commandRows(name)])),
    };
    const pictures = this.#pictures.shapes.map(([name, shape]) => [
      name,
      new Float32Array(this.count * shape.reduce((size, side) => size * side, 1)),
    ]);
    return {
      observation: { ...observation('observation'), ...Object.fromEntries(pictures) },
      reward: numbers('reward'),
      terminated: bytes('terminated'),
      truncated: bytes('truncated'),
      info,
    };
  }

  /** @param {string} name */
  #commandRows(name) {
    return /** @type {Float64Array} */ (this.#row(`command:${name}`));
  }

  /** Number of environments. */
  get count() {
    return this.#batch.count;
  }

  /** Number of threads that step them. */
  get workers() {
    return this.#batch.workers;
  }

  /** Seconds of a step. */
  get period() {
    return this.contract.period;
  }

  /** The model that all environments share but for what is randomised; to be read. */
  get model() {
    return this.#batch.model;
  }

  /** The simulations, one for each environment: their states are in its rows. */
  get batch() {
    return this.#batch;
  }

  /** Steps of the present episode of each environment. */
  get steps() {
    return /** @type {Int32Array} */ (this.#row('length'));
  }

  /** Mode of the automatic reset. */
  get autoreset() {
    return this.#kernel.plan.data.autoreset;
  }

  /**
   * Begins new episodes. With a seed everything random begins anew; without one it goes on.
   * @param {{ seed?: number, mask?: BatchMask }} [options] mask: environments that are meant, all when left out
   * @returns {Promise<{ observation: Observation, info: StepInfo }>}
   */
  async reset({ seed, mask } = {}) {
    if (seed !== undefined) this.#seed = seedWords(seed);
    const again = seed !== undefined || !this.#wasReset;
    await this.#work('reset', again ? works.reseed : works.reset, mask);
    this.#wasReset = true;
    const { observation, info } = this.#result;
    return { observation, info };
  }

  /**
   * Takes a step with an action for each environment. What is given back are always the same arrays, which the next step fills again.
   * @param {ArrayLike<number>} action (count x size)
   * @returns {Promise<StepResult>}
   */
  async step(action) {
    if (!this.#wasReset) throw new MjError('env.step: call env.reset first');
    const given = this.#given;
    if (action !== given) {
      if (action?.length !== given.length) this.#refuseAction(action);
      given.set(action);
    }
    await this.#work('step', works.step);
    return this.#result;
  }

  /** @param {ArrayLike<number>} action */
  #refuseAction(action) {
    const { size } = this.contract.action;
    demand(
      false,
      `env.step takes ${this.count} x ${size} numbers (${this.contract.action.names.join(', ')})`,
      action?.length ?? action,
    );
  }

  /** Actions of the next step (count x size): what is written here need not be copied when it is given to `step`. */
  get action() {
    return this.#given;
  }

  /** @param {'step' | 'reset'} what @param {number} work @param {BatchMask} [mask] */
  async #work(what, work, mask) {
    try {
      await this.#batch.work(work, this.#seed, { mask });
    } catch (error) {
      if (!(error instanceof MjError)) throw error;
      const text = error.message
        .replace(/^MuJoCo Error: batch\.work: /, `env.${what}: `)
        .replace(/^(env\.\w+: )simulation/, '$1environment');
      const { simulations } = /** @type {{ simulations?: number[] }} */ (error);
      if (work === works.step) this.#beginAnew(simulations ?? []);
      throw Object.assign(new MjError(text, { cause: error }), { simulations });
    }
    this.#pictures.draw(this.#result.observation);
  }

  /** Environments that failed begin anew in the next step, those of a worker that ended with what it was sent, too. @param {number[]} indices */
  #beginAnew(indices) {
    const { width } = this.#own.fields[this.#kernel.plan.rows.find('clock')];
    for (const index of indices) this.#row('clock')[index * width + clock.busy] = 1;
  }

  /**
   * Gives a command, which holds until `null` lets it be drawn again.
   * @param {string} name
   * @param {ArrayLike<number> | null} values its numbers, the same for all that are meant
   * @param {readonly number[]} [indices] environments that are meant; all when left out
   */
  setCommand(name, values, indices) {
    const { commands, held } = this.#kernel.plan;
    const which = commands.findIndex((command) => command.name === name);
    const names = commands.map((command) => command.name).join(', ') || 'none';
    demand(which >= 0, `env.setCommand: commands are ${names}`, name);
    const { size } = commands[which];
    if (values)
      demand(values.length === size, `env.setCommand: ${name} has ${size} numbers`, values.length);
    const times = this.#row('clock');
    const { width } = this.#own.fields[this.#kernel.plan.rows.find('clock')];
    const rows = this.#commandRows(name);
    const all = indices ?? Array.from({ length: this.count }, (_, i) => i);
    for (const index of all) {
      times[index * width + held + which] = values ? 1 : 0;
      if (values) rows.set(values, index * size);
    }
  }

  /** A simulation as one of the environments is now; the caller disposes of it. @param {number} [index] @returns {Simulation} */
  simulation(index = 0) {
    return this.#batch.simulation(index);
  }

  /**
   * A picture of an environment as it is now; in pages, where three is installed.
   * @param {{ index?: number, camera?: string | number, width?: number, height?: number }} [options] camera: the free one when left out;
   *   width and height in pixels (320 x 240)
   * @returns {Promise<{ width: number, height: number, data: Uint8ClampedArray }>} red, green, blue and opacity from 0 to 255, rows from
   *   top to bottom: what `new ImageData(data, width)` takes
   */
  render({ index = 0, ...options } = {}) {
    return this.#pictures.picture(index, options);
  }

  /** Number of the episode of each environment since it was seeded. @param {number} index */
  episode(index) {
    const { width } = this.#own.fields[this.#kernel.plan.rows.find('clock')];
    return this.#row('clock')[index * width + clock.episode];
  }

  /** Ends the workers and frees everything in the engine. */
  dispose() {
    this.#pictures.dispose();
    this.#batch.dispose();
  }

  [Symbol.dispose]() {
    this.dispose();
  }
}

/** @param {number[]} shape @returns {Space} */
function pictureSpace(shape) {
  const size = shape.reduce((product, side) => product * side, 1);
  const [low, high] = [new Float64Array(size), new Float64Array(size).fill(1)];
  return { shape, low, high, names: [], dtype: 'float32' };
}
