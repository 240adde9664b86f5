// The engine's batch (src/api/batch.h): rows of a few simulations in the module's memory, through which all simulations of a batch
// pass to be stepped.
import { MjError, readError } from '../engine/error.js';
import { Handle } from '../engine/handle.js';

/** @typedef {import('../engine/module.js').Engine} Engine */
/** @typedef {import('../sim/simulation.js').Simulation} Simulation */
/** @typedef {Float64Array | Float32Array | Int32Array | Uint8Array} Row */

/** What a field is, as lbBatchPart says. */
export const parts = { state: 0, output: 1, parameter: 2, status: 3, memory: 4 };

/** Values of the field 'status', as lbBatchStatus says. */
export const statuses = { good: 0, diverged: 1, failed: 2 };

/** Views of the module's memory, by lbBatchType. */
export const itemTypes = [Float64Array, Float32Array, Int32Array, Uint8Array];

/** @typedef {{ name: string, width: number, type: number, part: number, address: number }} Field */

/**
 * How simulations start again, as lbBatchStart says.
 * @typedef {{ key: number, qpos: number, qvel: number, uniform: number, seed: [number, number], first: number }} Start
 */

const startBytes = 40;
const runBytes = 28;

/** Rows in the module's memory. */
export class NativeBatch {
  #engine;
  #simulation;
  #pointer;
  /** @type {Field[]} */
  #fields = [];

  /**
   * @param {Engine} engine
   * @param {Simulation} simulation whose model and data step the rows
   * @param {number} count number of rows
   */
  constructor(engine, simulation, count) {
    this.#engine = engine;
    this.#simulation = simulation;
    this.#pointer = engine.guard(() => engine.exports.lb_makeBatch(this.#model, count));
  }

  get #model() {
    return Handle.addressOf(
      /** @type {Handle} */ (/** @type {unknown} */ (this.#simulation.model)),
    );
  }

  get #data() {
    return Handle.addressOf(/** @type {Handle} */ (/** @type {unknown} */ (this.#simulation.data)));
  }

  /** Where the batch is in the module's memory. */
  get address() {
    return this.#pointer;
  }

  /** All fields, in their order. */
  get fields() {
    const { exports } = this.#engine;
    const count = exports.lb_batchFieldCount(this.#pointer);
    while (this.#fields.length < count) {
      const at = exports.lb_batchField(this.#pointer, this.#fields.length) >> 2;
      const { u32 } = this.#engine;
      const [name, address, width, type, part] = u32.subarray(at, at + 5);
      this.#fields.push({ name: this.#engine.string(name), address, width, type, part });
    }
    return this.#fields;
  }

  /** @param {'lb_batchKeep' | 'lb_batchVary'} what @param {string} name */
  #add(what, name) {
    const engine = this.#engine;
    try {
      return engine.guard(() => engine.exports[what](this.#pointer, engine.pushString(name)));
    } catch (error) {
      // the function's name says nothing to those who did not call it
      if (!(error instanceof MjError)) throw error;
      throw new MjError(error.message.replace(/^MuJoCo Error: lb_batch\w+: /, 'batch: '), {
        cause: error,
      });
    }
  }

  /** Keeps a result; its index. @param {string} name */
  keep(name) {
    return this.#add('lb_batchKeep', name);
  }

  /** Lets a parameter vary; its index. @param {string} name */
  vary(name) {
    return this.#add('lb_batchVary', name);
  }

  /** A view of rows of a field. @param {Field} field @param {number} count of rows */
  view({ address, width, type }, count) {
    return new itemTypes[type](this.#engine.memory.buffer, address, width * count);
  }

  /** Changes when views of rows are stale. */
  get epoch() {
    return this.#engine.epoch;
  }

  /** All rows as these data are. @param {import('../mujoco.js').MjData} data */
  fill(data) {
    const address = Handle.addressOf(/** @type {Handle} */ (/** @type {unknown} */ (data)));
    this.#engine.guard(() =>
      this.#engine.exports.lb_batchFill(this.#pointer, this.#model, address),
    );
  }

  /**
   * Calls a function on the first rows.
   * @param {'lb_batchForward' | 'lb_batchSetConst'} name
   * @param {number} count
   * @param {number} mask address, 0: none
   */
  call(name, count, mask) {
    return this.#run(name, count, mask);
  }

  /** @param {number} count @param {number} mask @param {number} steps */
  step(count, mask, steps) {
    return this.#run('lb_batchStep', count, mask, () => steps);
  }

  /**
   * Calls a function on the first rows.
   * @param {'lb_batchForward' | 'lb_batchSetConst' | 'lb_batchStep' | 'lb_batchReset' | 'lb_batchRollout'} name
   * @param {number} count
   * @param {number} mask address, 0: none
   * @param {() => number} [last] makes its last argument
   */
  #run(name, count, mask, last) {
    const engine = this.#engine;
    const { quiet } = engine;
    // what goes wrong is told by the rows, not for each simulation anew
    engine.quiet = true;
    try {
      return engine.guard(() => {
        const rest = last ? [last()] : [];
        return engine.exports[name](
          this.#pointer,
          this.#model,
          this.#data,
          0,
          count,
          mask,
          ...rest,
        );
      });
    } finally {
      engine.quiet = quiet;
    }
  }

  /** Starts the first rows again. @param {number} count @param {number} mask @param {Start} start */
  reset(count, mask, { key, qpos, qvel, uniform, seed, first }) {
    const engine = this.#engine;
    return this.#run('lb_batchReset', count, mask, () => {
      const at = engine.push(startBytes);
      engine.i32[at >> 2] = key;
      engine.f64[(at + 8) >> 3] = qpos;
      engine.f64[(at + 16) >> 3] = qvel;
      engine.i32.set([uniform, seed[0], seed[1], first], (at + 24) >> 2);
      return at;
    });
  }

  /**
   * Steps the first rows and records.
   * @param {number} count
   * @param {number} mask
   * @param {{ steps: number, stop: boolean, ctrl: number, record: number[], into: number[] }} run ctrl and into are addresses
   */
  rollout(count, mask, { steps, stop, ctrl, record, into }) {
    const engine = this.#engine;
    return this.#run('lb_batchRollout', count, mask, () => {
      const at = engine.push(runBytes + 8 * record.length);
      const lists = at + runBytes;
      engine.i32.set(
        [steps, Number(stop), ctrl, record.length, lists, lists + 4 * record.length],
        at >> 2,
      );
      engine.i32.set([...record, ...into], lists >> 2);
      return at;
    });
  }

  /** Brings a row into the simulation. @param {number} row */
  load(row) {
    this.#engine.indices.forget();
    this.#engine.guard(() =>
      this.#engine.exports.lb_batchLoad(this.#pointer, this.#model, this.#data, row),
    );
  }

  /** Takes a row from the simulation. @param {number} row */
  store(row) {
    this.#engine.guard(() =>
      this.#engine.exports.lb_batchStore(this.#pointer, this.#model, this.#data, row),
    );
  }

  /** Gives the simulation's model back what varied. */
  restore() {
    this.#engine.exports.lb_batchRestore(this.#pointer, this.#model);
  }

  /** Why the last simulation failed. */
  get failure() {
    return readError(this.#engine, this.#engine.exports.lb_lastErrorFields()).text;
  }

  delete() {
    this.#engine.exports.lb_deleteBatch(this.#pointer);
    this.#pointer = 0;
  }
}
