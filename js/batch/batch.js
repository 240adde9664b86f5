// Many simulations of one model as one object: states and parameters are arrays with a row for each, all threads step them.
//
// Between steps a simulation is its row; a model and data are there for each thread alone. What comes out does not depend on the
// number of threads: it is what a loop over simulations of their own gives, bit by bit.
import { MjError, demand } from '../engine/error.js';
import { failureOf } from './crew.js';
import { Member } from './member.js';
import { moduleAddress } from './modules.js';
import { parts } from './native.js';

/** @typedef {import('../mujoco.js').MjModel} MjModel */
/** @typedef {import('../mujoco.js').MjData} MjData */
/** @typedef {import('../mujoco.js').MjOption} MjOption */
/** @typedef {import('../sim/source.js').ModelSource} ModelSource */
/** @typedef {import('../sim/source.js').SourceOptions} SourceOptions */
/** @typedef {import('../sim/types.js').Callbacks} Callbacks */
/** @typedef {import('../sim/simulation.js').Simulation} Simulation */
/** @typedef {import('./crew.js').Crew} Crew */
/** @typedef {import('./native.js').Row} Row */
/** @typedef {import('./rows.js').Rows} Rows */
/** @typedef {import('./stepper.js').Job} Job */

/** Typed arrays of a struct, and numbers. @typedef {Float64Array | Float32Array | Int32Array | Uint8Array} Numbers */

/**
 * The arrays of a struct by name.
 * @template T
 * @typedef {{ [K in keyof T as T[K] extends Numbers ? K : never]: T[K] }} Arrays
 */

/** Outputs and parts of the state that mjData has in other forms, and what happened. @typedef {{ time: Float64Array, energy: Float64Array, physics: Float64Array, ncon: Int32Array, nefc: Int32Array, warnings: Int32Array, status: Uint8Array, steps: Int32Array, resets: Int32Array }} MoreFields */

/** Fields of a batch by name, with the type of their rows. @typedef {Omit<Arrays<MjData>, keyof MoreFields> & MoreFields} BatchFields */

/** Parameters by name, with the type of their rows. @typedef {Arrays<MjModel> & { [K in keyof MjOption & string as `opt.${K}`]: MjOption[K] extends Numbers ? MjOption[K] : MjOption[K] extends number ? Float64Array | Int32Array : never }} BatchParameters */

/** Simulations that are meant: a byte for each, not 0 where it is, or their indices. @typedef {Uint8Array | readonly number[]} BatchMask */

/**
 * @typedef {object} BatchOptions
 * @property {number} [count] number of simulations (1)
 * @property {number | 'auto'} [workers] number of threads that step; 'auto' (the default): one for each processor. In Node the calling thread is
 *   one of them, on a page it never is
 * @property {boolean} [here] whether the calling thread takes part (in Node); what it does it does in turns of some milliseconds
 * @property {number} [seed] of the noise of resets (0)
 * @property {readonly (keyof BatchFields & string)[]} [keep] results that are kept (sensordata)
 * @property {readonly (keyof BatchParameters & string)[]} [vary] parameters in which simulations differ
 * @property {boolean} [shared] false: rows travel as messages also where memory can be shared
 * @property {readonly (string | URL)[]} [plugins] addresses of modules whose default export is a plugin of the model, or a list of plugins
 * @property {Partial<Record<keyof Callbacks, string | URL>>} [callbacks] addresses of modules that export callbacks of simulations
 * @property {() => Worker} [makeWorker] starts a worker that runs `limber/batch-worker`, for bundlers that do not find it by themselves
 * @property {string} [workerPath] the same for Node, below the folder js: for parts of the package that have workers of their own
 *
 * @typedef {object} BatchCall
 * @property {BatchMask} [mask] simulations that are meant; all when left out
 * @property {AbortSignal} [signal] ends the call: simulations that have not begun stay as they are
 * @property {(done: number, count: number) => void} [onProgress] told how many simulations are done
 *
 * @typedef {object} Noise
 * @property {number} [qpos] scale of noise on positions, in metres or radians of each degree of freedom (0)
 * @property {number} [qvel] scale of noise on velocities, in m/s or rad/s (0)
 * @property {boolean} [uniform] true: uniform in -scale..scale; normal with scale as its deviation when left out
 *
 * @typedef {object} BatchReset
 * @property {string | number} [key] name or id of a keyframe; the reference configuration when left out
 * @property {Noise | number} [noise] added to positions and velocities; a number is the scale of both
 * @property {number} [seed] starts the noise anew with another seed
 *
 * @typedef {object} RolloutPlan
 * @property {number} steps number of steps
 * @property {ArrayLike<number>} [controls] (count x steps x nu), or (steps x nu) for all; the controls of the rows hold when left out
 * @property {string | URL} [policy] address of a module that exports a function: `url#name`, or the default export
 * @property {unknown} [argument] handed to the policy
 * @property {number} [every] steps between two calls of the policy (1)
 * @property {ArrayLike<number>} [initial] states to start from (count x stateSize), or one for all (stateSize), as `state` gives
 * @property {readonly (keyof BatchFields & string)[]} [record] fields to record after each step: parts of the state, and what is kept
 *
 * @typedef {object} Recorded
 * @property {number} steps number of steps
 * @property {Int32Array} good steps of each simulation before it diverged (count)
 * @property {Partial<BatchFields>} recorded fields after each step (count x steps x width)
 *
 * @typedef {{ index: number, step: number, argument: unknown }} PolicyContext what a policy is told: the simulation's number, and how many steps it has taken
 *
 * @typedef {{ readonly rows: readonly Row[] }} BatchSnapshot
 */

/** What a batch is made of. @typedef {{ member: Member, crew: Crew, rows: Rows, options: BatchOptions, count: number }} Inside */

/** Ends workers of batches that were forgotten. */
const forgotten = new FinalizationRegistry((/** @type {Crew} */ crew) => crew.close());

/** Parts of the integration state, in their order. */
const stateFields = [
  'time',
  'qpos',
  'qvel',
  'act',
  'history',
  'qacc_warmstart',
  'ctrl',
  'qfrc_applied',
  'xfrc_applied',
  'eq_active',
  'mocap_pos',
  'mocap_quat',
  'userdata',
  'plugin_state',
];

/** Many simulations of one model. */
export class BatchBase {
  #member;
  #crew;
  #rows;
  #seed;
  #disposed = false;
  /** Calls come one after another. @type {Promise<unknown>} */
  #last = Promise.resolve();

  /** @param {Inside} inside */
  constructor({ member, crew, rows, options }) {
    this.#member = member;
    this.#crew = crew;
    this.#rows = rows;
    this.#seed = options.seed ?? 0;
    rows.fields.forEach((_, k) => this.#show(k));
    forgotten.register(this, crew, this);
  }

  /** Makes a field a property. @param {number} index */
  #show(index) {
    const { name, part } = this.#rows.fields[index];
    if (part > parts.status || name in this || name === 'steps') return;
    Object.defineProperty(this, name, { enumerable: true, value: this.#rows.arrays[index] });
  }

  /** Number of simulations. */
  get count() {
    return this.#rows.count;
  }

  /** Number of threads that step. */
  get workers() {
    return this.#crew.threads;
  }

  /** Whether all threads see the same arrays. */
  get shared() {
    return this.#rows.shared;
  }

  /** The engine's module. */
  get mujoco() {
    return this.#member.simulation.mujoco;
  }

  /** The model that all simulations share but for what varies; to be read. */
  get model() {
    return this.#member.simulation.model;
  }

  /** Count of numbers in the state of one simulation. */
  get stateSize() {
    return stateFields.reduce((sum, name) => sum + this.width(name), 0);
  }

  /** Numbers in a row of a field. @param {string} name */
  width(name) {
    return this.#rows.fields[this.#index(name)].width;
  }

  /** Names of all fields. */
  get fields() {
    return this.#rows.fields.filter(({ part }) => part <= parts.status).map(({ name }) => name);
  }

  /** @param {string} name */
  #index(name) {
    const index = this.#rows.find(name);
    if (index >= 0) return index;
    throw new MjError(
      `batch: there is no field '${name}': there are ${this.fields.join(', ')}, and what 'keep' and vary() name`,
    );
  }

  /**
   * The rows of a field (count x width), in place: what is written holds from the next step on, results are there after it.
   * @template {keyof BatchFields} K
   * @param {K} name
   * @returns {BatchFields[K]}
   */
  field(name) {
    const rows = /** @type {unknown} */ (
      this.#rows.arrays[this.#index(/** @type {string} */ (name))]
    );
    return /** @type {BatchFields[K]} */ (rows);
  }

  /**
   * Keeps a result of the steps to come; its rows are zero until then.
   * @template {keyof BatchFields} K
   * @param {K} name
   * @returns {BatchFields[K]}
   */
  keep(name) {
    return /** @type {BatchFields[K]} */ (this.#add('keep', /** @type {string} */ (name)));
  }

  /**
   * The rows of a parameter (count x width), in place: each simulation has a copy of its own, which starts as in the model. Constants
   * that follow from it are renewed before the next step.
   * @template {keyof BatchParameters} K
   * @param {K} name of an array of mjModel, or an option such as 'opt.timestep'
   * @returns {BatchParameters[K]}
   */
  vary(name) {
    return /** @type {BatchParameters[K]} */ (this.#add('vary', /** @type {string} */ (name)));
  }

  /** @param {'keep' | 'vary'} what @param {string} name @returns {unknown} */
  #add(what, name) {
    this.#demandAlive(what);
    const { stepper } = this.#member;
    const first = stepper.add(what, name);
    const { fields } = stepper;
    for (let k = first; k < fields.length; k++) {
      this.#rows.add(fields[k], stepper.template(k));
      this.#show(k);
    }
    if (fields.length > first) this.#crew.add(what, name, this.#rows.arrays.slice(first));
    return this.#rows.arrays[this.#rows.find(name)];
  }

  /** @param {string} what */
  #demandAlive(what) {
    if (this.#disposed) throw new MjError(`batch.${what}: the batch was disposed`);
  }

  /** A byte for each simulation, null: all. @param {BatchMask | undefined} mask @param {string} what @returns {Uint8Array | null} */
  #mask(mask, what) {
    if (mask === undefined) return null;
    if (mask instanceof Uint8Array) {
      demand(
        mask.length === this.count,
        `batch.${what}: a mask has ${this.count} bytes`,
        mask.length,
      );
      return mask;
    }
    const bytes = new Uint8Array(this.count);
    for (const index of mask) {
      this.#demandIndex(index, what);
      bytes[index] = 1;
    }
    return bytes;
  }

  /** @param {number} index @param {string} what */
  #demandIndex(index, what) {
    const good = Number.isInteger(index) && index >= 0 && index < this.count;
    demand(good, `batch.${what}: simulations are 0 to ${this.count - 1}`, index);
  }

  /**
   * Calls come one after another: each has all threads.
   * @template T
   * @param {string} what
   * @param {AbortSignal | undefined} signal
   * @param {() => Promise<T>} body
   * @returns {Promise<T>}
   */
  async #next(what, signal, body) {
    this.#demandAlive(what);
    const before = this.#last;
    const mine = before.then(() => {
      this.#demandAlive(what);
      signal?.throwIfAborted();
      return body();
    });
    this.#last = mine.catch(() => {});
    return mine;
  }

  /**
   * @param {string} what
   * @param {import('./board.js').BoardJob} job
   * @param {BatchCall} call
   */
  async #run(what, job, { mask, signal, onProgress }) {
    const chosen = this.#mask(mask, what);
    await this.#next(what, signal, async () => {
      const failures = await this.#crew.run(this.#rows, job, chosen, { signal, onProgress });
      if (failures.length > 0) throw failureOf(`batch.${what}`, failures);
    });
  }

  /**
   * Steps all simulations, or those of a mask, with the controls of their rows.
   * @param {number} [count] of steps
   * @param {BatchCall} [call]
   */
  async step(count = 1, call = {}) {
    demand(
      Number.isInteger(count) && count >= 0,
      'batch.step takes a whole number of steps',
      count,
    );
    await this.#run('step', { op: 'step', steps: count }, call);
  }

  /**
   * Has the kernel that the batch was made with work on all simulations, or those of a mask.
   * @param {number} number which of its works
   * @param {[number, number]} seed
   * @param {BatchCall} [call]
   */
  async work(number, seed, call = {}) {
    await this.#run('work', { op: 'kernel', call: number, seed }, call);
  }

  /** Computes everything that follows from the states, without stepping. @param {BatchCall} [call] */
  async forward(call = {}) {
    await this.#run('forward', { op: 'forward' }, call);
  }

  /** Renews the constants that follow from parameters, also where none changed. @param {BatchMask} [mask] @param {BatchCall} [call] */
  async setConst(mask, call = {}) {
    await this.#run('setConst', { op: 'setConst' }, { ...call, mask });
  }

  /**
   * Starts simulations again. Noise is a function of the seed, the number of the simulation, and how often it was reset.
   * @param {BatchMask} [mask] all when left out
   * @param {BatchReset & Omit<BatchCall, 'mask'>} [options]
   */
  async reset(mask, { key, noise = 0, seed, signal, onProgress } = {}) {
    const {
      qpos = 0,
      qvel = 0,
      uniform = false,
    } = typeof noise === 'number' ? { qpos: noise, qvel: noise } : noise;
    for (const [name, scale] of Object.entries({ qpos, qvel }))
      demand(Number.isFinite(scale), `batch.reset: noise of ${name} is a number`, scale);
    const id = key === undefined ? -1 : this.model.key(key).id;
    if (seed !== undefined) {
      this.#seed = seed;
      this.field('resets').fill(0);
    }
    const words = seedWords(this.#seed);
    const start = { key: id, qpos, qvel, uniform: Number(uniform), seed: words };
    await this.#run('reset', { op: 'reset', start }, { mask, signal, onProgress });
  }

  /**
   * Steps all simulations and records. Controls are given for every step, or by a function that runs in the workers. A simulation
   * that diverges stays at its last good state.
   * @param {RolloutPlan & BatchCall} plan
   * @returns {Promise<Recorded>}
   */
  async rollout(plan) {
    const {
      steps,
      policy,
      argument,
      every = 1,
      record = ['sensordata'],
      signal,
      onProgress,
    } = plan;
    for (const [name, value] of Object.entries({ steps, every }))
      demand(
        Number.isInteger(value) && value > 0,
        `batch.rollout: ${name} is a positive whole number`,
        value,
      );
    const mask = this.#mask(plan.mask, 'rollout');
    const controls = this.#controls(plan.controls, steps);
    const url = policy === undefined ? null : moduleAddress(policy, 'batch.rollout: policy');
    if (url && controls) throw new MjError('batch.rollout takes controls or a policy, not both');
    const fields = record.map((name) => this.#recordable(name));
    return this.#next('rollout', signal, async () => {
      if (plan.initial) this.#start(plan.initial, mask);
      const into = fields.map((index) => this.#room(index, steps));
      const { nu } = this.model;
      const size = steps * nu;
      /** @param {number} first @param {number} count @returns {import('./crew.js').Part['job']} */
      const jobOf = (first, count) => {
        if (url) return { op: 'each', url, argument, steps, every, record: fields };
        const mine = controls && controls.slice(first * size, (first + count) * size);
        return {
          op: 'rollout',
          steps,
          stop: true,
          first,
          controls: mine,
          record: fields,
          into: [],
        };
      };
      const take = (
        /** @type {import('./crew.js').Part} */ { first },
        /** @type {import('./crew.js').PartResult} */ result,
      ) =>
        result.into.forEach((rows, k) =>
          into[k].set(rows, first * steps * this.#rows.fields[fields[k]].width),
        );
      const { failures } = await this.#crew.parts(
        this.#rows,
        jobOf,
        mask,
        { signal, onProgress },
        take,
      );
      if (failures.length > 0) throw failureOf('batch.rollout', failures);
      const recorded = Object.fromEntries(record.map((name, k) => [name, into[k]]));
      return { steps, good: this.field('steps').slice(), recorded };
    });
  }

  /**
   * Calls a function of a module for each simulation, in the workers; what it writes to the simulation's data stays. What it gives is
   * given back, for simulations that a mask leaves out `undefined`.
   * @param {string | URL} module address of a module: `url#name`, or its default export, called with a `Simulation` and
   *   `{ index, argument }`
   * @param {{ argument?: unknown } & BatchCall} [options]
   * @returns {Promise<unknown[]>}
   */
  async each(module, { argument, mask, signal, onProgress } = {}) {
    const url = moduleAddress(module, 'batch.each');
    const chosen = this.#mask(mask, 'each');
    return this.#next('each', signal, async () => {
      const results = new Array(this.count).fill(undefined);
      const { failures } = await this.#crew.parts(
        this.#rows,
        () => ({ op: 'each', url, argument, steps: 0, every: 1, record: [] }),
        chosen,
        { signal, onProgress },
        ({ first }, part) =>
          part.results.forEach((value, i) => {
            results[first + i] = value;
          }),
      );
      if (failures.length > 0) throw failureOf('batch.each', failures);
      return results;
    });
  }

  /** @param {ArrayLike<number> | undefined} controls @param {number} steps */
  #controls(controls, steps) {
    if (controls === undefined) return null;
    const { count } = this;
    const one = steps * this.model.nu;
    const given = Float64Array.from(controls);
    const good = given.length === one || given.length === one * count;
    demand(
      good,
      `batch.rollout: controls have ${count} x ${steps} x ${this.model.nu} numbers, or ${one} for all`,
      given.length,
    );
    if (given.length === one * count) return given;
    const all = new Float64Array(one * count);
    for (let i = 0; i < count; i++) all.set(given, i * one);
    return all;
  }

  /** @param {string} name */
  #recordable(name) {
    const index = this.#index(name);
    const { part } = this.#rows.fields[index];
    demand(part <= parts.output, 'batch.rollout records parts of the state and what is kept', name);
    return index;
  }

  /** @param {number} index @param {number} steps @returns {Row} */
  #room(index, steps) {
    const Items = /** @type {new (length: number) => Row} */ (this.#rows.arrays[index].constructor);
    return new Items(this.count * steps * this.#rows.fields[index].width);
  }

  /** @param {ArrayLike<number>} initial @param {Uint8Array | null} mask */
  #start(initial, mask) {
    const { count, stateSize } = this;
    const given = Float64Array.from(initial);
    const good = given.length === stateSize || given.length === stateSize * count;
    demand(
      good,
      `batch.rollout: initial has ${count} x ${stateSize} numbers, or ${stateSize} for all`,
      given.length,
    );
    for (let i = 0; i < count; i++) {
      if (mask && mask[i] === 0) continue;
      const from = given.length === stateSize ? 0 : i * stateSize;
      this.#write(i, given.subarray(from, from + stateSize));
    }
  }

  /**
   * The state of a simulation (stateSize), as `Simulation.saveState` gives it.
   * @param {number} index
   * @param {Float64Array} [target] is filled and returned when given
   */
  state(index, target = new Float64Array(this.stateSize)) {
    this.#demandIndex(index, 'state');
    let at = 0;
    for (const name of stateFields) {
      const k = this.#rows.find(name);
      const { width } = this.#rows.fields[k];
      target.set(this.#rows.arrays[k].subarray(index * width, (index + 1) * width), at);
      at += width;
    }
    return target;
  }

  /** @param {number} index @param {Float64Array} state */
  #write(index, state) {
    let at = 0;
    for (const name of stateFields) {
      const k = this.#rows.find(name);
      const { width } = this.#rows.fields[k];
      this.#rows.arrays[k].set(state.subarray(at, at + width), index * width);
      at += width;
    }
  }

  /**
   * Puts a simulation into a state, with what follows from it.
   * @param {number} index
   * @param {ArrayLike<number>} state as `state` or `Simulation.saveState` gives
   */
  async load(index, state) {
    this.#demandIndex(index, 'load');
    demand(
      state?.length === this.stateSize,
      `batch.load: a state has ${this.stateSize} numbers`,
      state?.length,
    );
    await this.#next('load', undefined, async () => {
      const { stepper, simulation } = this.#member;
      stepper.load(this.#rows, index);
      simulation.restoreState(state);
      stepper.take();
      stepper.giveBack(this.#rows, index);
    });
  }

  /**
   * One of the simulations as it is now, with its own parameters: to look at, to draw, to go on with. The caller disposes of it.
   * @param {number} index
   * @returns {Simulation}
   */
  simulation(index) {
    this.#demandIndex(index, 'simulation');
    this.#demandAlive('simulation');
    const { stepper, simulation } = this.#member;
    stepper.load(this.#rows, index);
    try {
      return Member.copyOf(simulation).restoreState(this.state(index));
    } finally {
      stepper.native.restore();
    }
  }

  /**
   * Calls back with one simulation after another, each with its state and parameters in the model and data of this thread: what
   * follows from them is computed by who needs it. What is written there goes nowhere.
   * @param {(simulation: Simulation, index: number) => void} body
   * @param {readonly number[]} [indices] all when left out
   */
  visit(body, indices) {
    this.#demandAlive('visit');
    const { stepper, simulation } = this.#member;
    try {
      const count = indices ? indices.length : this.count;
      for (let i = 0; i < count; i++) {
        const index = indices ? indices[i] : i;
        this.#demandIndex(index, 'visit');
        stepper.load(this.#rows, index);
        body(simulation, index);
      }
    } finally {
      stepper.native.restore();
    }
  }

  /** Everything that later steps depend on, of all simulations. @returns {BatchSnapshot} */
  snapshot() {
    this.#demandAlive('snapshot');
    return { rows: this.#rows.slice(0, this.count) };
  }

  /** Brings all simulations back. @param {BatchSnapshot} snapshot */
  restore({ rows }) {
    this.#demandAlive('restore');
    const fits = rows.every((row, k) => row.length === this.#rows.arrays[k]?.length);
    demand(fits, 'batch.restore takes what snapshot gave', rows.length);
    this.#rows.put(0, [...rows]);
  }

  /** Ends the workers and frees everything in the engine; arrays stay as they are. */
  dispose() {
    if (this.#disposed) return;
    this.#disposed = true;
    forgotten.unregister(this);
    this.#crew.close();
    this.#member.dispose();
  }

  [Symbol.dispose]() {
    this.dispose();
  }
}

/** @param {number} seed @returns {[number, number]} */
function seedWords(seed) {
  const good = Number.isSafeInteger(seed) && seed >= 0;
  demand(good, 'a seed is a whole number of at least 0', seed);
  return [seed | 0, Math.floor(seed / 2 ** 32) | 0];
}

/**
 * Many simulations of one model; fields are properties.
 * @typedef {BatchBase & { readonly [K in StateField]: BatchFields[K] } & Partial<Readonly<BatchFields>>} Batch
 */
/** @typedef {'time' | 'qpos' | 'qvel' | 'act' | 'history' | 'qacc_warmstart' | 'ctrl' | 'qfrc_applied' | 'xfrc_applied' | 'eq_active' | 'mocap_pos' | 'mocap_quat' | 'userdata' | 'plugin_state' | 'warnings' | 'status' | 'resets'} StateField */
