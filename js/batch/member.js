// A thread that takes part in a batch: a simulation of its own, and what it does with rows, whether they are shared or came in a
// message.
import { MjError } from '../engine/error.js';
import { engineOf } from '../sim/engine.js';
import { Simulation } from '../sim/simulation.js';
import { openFunction } from './modules.js';
import { statuses } from './native.js';
import { Rows } from './rows.js';
import { Stepper } from './stepper.js';

/** @typedef {import('../sim/types.js').Callbacks} Callbacks */
/** @typedef {import('./native.js').Row} Row */
/** @typedef {import('./stepper.js').Failure} Failure */
/** @typedef {import('./stepper.js').Job} Job */
/** @typedef {import('./crew.js').Part} Part */

/**
 * What a member is made with.
 * @typedef {object} Setting
 * @property {number} count of simulations of the batch
 * @property {number} chunk most rows at a time
 * @property {['keep' | 'vary', string][]} fields that were added, in their order
 * @property {Row[] | null} arrays of the rows, null where they come in messages
 * @property {Partial<Record<keyof Callbacks, string>>} callbacks addresses of modules
 * @property {unknown} [kernel] what its kernel is made from
 * @property {Row[] | null} [own] rows of the kernel, null where they come in messages
 */

/** One thread's part of a batch. */
export class Member {
  #stepper;
  /** The rows of the batch, null where they come in messages. @type {Rows | null} */
  rows = null;
  /** The rows of the kernel, the same. @type {Rows | null} */
  own = null;
  /** @type {import('./kernel.js').Kernel | null} */
  #kernel = null;
  /** @type {Map<string, Promise<Function>>} */
  #functions = new Map();

  /** @param {Stepper} stepper @param {Setting} setting */
  constructor(stepper, setting) {
    this.#stepper = stepper;
    if (setting.arrays) this.rows = this.#rowsOf(setting.arrays, setting.count, 0);
  }

  /**
   * Takes over a simulation of this thread alone.
   * @param {Simulation} simulation
   * @param {Setting} setting
   * @param {import('./kernel.js').KernelMaker} [makeKernel]
   */
  static async make(simulation, setting, makeKernel) {
    /** @type {Stepper | null} */
    let stepper = null;
    try {
      for (const [name, url] of Object.entries(setting.callbacks)) {
        const callback = await openFunction(url, name);
        simulation.setCallback(
          /** @type {keyof Callbacks} */ (name),
          /** @type {() => void} */ (callback),
        );
      }
      stepper = new Stepper(simulation, engineOf(simulation.mujoco), setting.chunk);
      for (const [what, name] of setting.fields) stepper.add(what, name);
      const member = new Member(stepper, setting);
      if (makeKernel) {
        member.#kernel = await makeKernel(stepper, setting.kernel);
        const { own, count } = setting;
        if (own) member.own = member.#rowsOf(own, count, 0, member.#kernel.fields);
      }
      return member;
    } catch (error) {
      (stepper ?? simulation).dispose();
      throw error;
    }
  }

  /**
   * A simulation of the same model.
   * @param {Simulation} simulation
   */
  static copyOf({ mujoco, model }) {
    const copy = new mujoco.MjModel(model);
    try {
      return new Simulation(mujoco, copy);
    } catch (error) {
      copy.delete();
      throw error;
    }
  }

  get simulation() {
    return this.#stepper.simulation;
  }

  get stepper() {
    return this.#stepper;
  }

  /** @param {Row[]} arrays @param {number} count @param {number} first @param {readonly import('./rows.js').RowField[]} [fields] */
  #rowsOf(arrays, count, first, fields = this.#stepper.fields) {
    const rows = new Rows(count, false, first);
    fields.forEach((field, k) => rows.take(field, arrays[k]));
    return rows;
  }

  get kernel() {
    return this.#kernel;
  }

  /** Adds a field, and those that go with it. @param {'keep' | 'vary'} what @param {string} name @param {Row[] | null} arrays theirs */
  add(what, name, arrays) {
    const added = this.#stepper.fields.slice(this.#stepper.add(what, name));
    arrays?.forEach((array, k) => this.rows?.take(added[k], array));
  }

  /**
   * Does a job with some rows; what goes wrong is told of the rows.
   * @param {Rows} rows
   * @param {number} first
   * @param {number} count
   * @param {Job} job
   * @param {Uint8Array | null} mask
   * @param {Rows | null} [own] rows of the kernel
   * @returns {Failure[]}
   */
  run(rows, first, count, job, mask, own = this.own) {
    try {
      if (job.op === 'kernel') {
        const kernel = /** @type {import('./kernel.js').Kernel} */ (this.#kernel);
        return kernel.work(rows, /** @type {Rows} */ (own), first, count, job, mask);
      }
      return this.#stepper.run(rows, first, count, job, mask);
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      const status = rows.arrays[rows.find('status')];
      status.fill(statuses.failed, first - rows.first, first - rows.first + count);
      return Array.from({ length: count }, (_, i) => ({ index: first + i, text: message }));
    }
  }

  /**
   * Does a part of a job that came as a message, with rows of the message, those given or those that are shared.
   * @param {Part} part
   * @param {Rows | null} [given]
   */
  async part({ first, count, job, mask, arrays, own }, given = this.rows) {
    const rows = arrays ? this.#rowsOf(arrays, count, first) : /** @type {Rows} */ (given);
    /** @type {Row[]} */
    let into = [];
    /** @type {unknown[]} */
    let results = [];
    let failures;
    if (job.op === 'each') {
      ({ failures, results, into } = await this.#each(rows, first, count, job, mask));
    } else if (job.op === 'rollout') {
      into = job.record.map((index) => this.#stepper.buffer(index, count * job.steps));
      failures = this.run(rows, first, count, { ...job, into, first }, mask);
    } else {
      const theirs = own ? this.#rowsOf(own, count, first, this.#kernel?.fields) : this.own;
      failures = this.run(rows, first, count, job, mask, theirs);
    }
    const result = { failures, into, results, arrays, own };
    const moving = [...into, ...(arrays ?? []), ...(own ?? [])];
    return { result, transfer: moving.map(({ buffer }) => buffer) };
  }

  /** @param {string} url */
  #function(url) {
    let found = this.#functions.get(url);
    if (!found) this.#functions.set(url, (found = openFunction(url)));
    return found;
  }

  /**
   * Calls a function for each simulation, before each of its steps when it is a policy.
   * @param {Rows} rows
   * @param {number} first
   * @param {number} count
   * @param {import('./crew.js').EachJob} job
   * @param {Uint8Array | null} mask
   */
  async #each(rows, first, count, job, mask) {
    const body = await this.#function(job.url);
    const { simulation } = this;
    const into = job.record.map((index) => this.#stepper.buffer(index, count * job.steps));
    /** @type {Failure[]} */
    const failures = [];
    /** @type {unknown[]} */
    const results = [];
    for (let i = 0; i < count; i++) {
      const index = first + i;
      if (mask && mask[index - rows.first] === 0) continue;
      this.#stepper.load(rows, index);
      try {
        if (job.steps > 0) this.#follow(rows, i, index, body, job, into);
        else results[i] = body(simulation, { index, argument: job.argument });
        if (results[i] instanceof Promise)
          throw new MjError(`'${job.url}' must answer at once, it gave a promise`);
        if (job.steps === 0) this.#stepper.take();
        this.#stepper.giveBack(rows, index);
      } catch (error) {
        this.#stepper.native.restore();
        const text = /** @type {Error} */ (error)?.message ?? String(error);
        rows.arrays[rows.find('status')][index - rows.first] = statuses.failed;
        failures.push({ index, text });
      }
    }
    return { failures, results, into };
  }

  /**
   * Steps one simulation under a policy.
   * @param {Rows} rows
   * @param {number} row of the records
   * @param {number} index of the simulation
   * @param {Function} policy
   * @param {import('./crew.js').EachJob} job
   * @param {Row[]} into
   */
  #follow(rows, row, index, policy, { steps, record, argument, every }, into) {
    const { simulation } = this;
    const stepper = this.#stepper;
    let good = 0;
    for (let step = 0; step < steps; step++) {
      if (good === step) {
        if (step % every === 0) {
          const controls = policy(simulation, { index, step, argument });
          if (controls instanceof Promise)
            throw new MjError('a policy must answer at once, it gave a promise');
          if (controls) simulation.data.ctrl = controls;
        }
        simulation.step();
        if (stepper.take()) good++;
      }
      // what diverges stays at its last good state
      record.forEach((field, k) => stepper.read(field, into[k], row * steps + step));
    }
    stepper.note(good);
  }

  dispose() {
    this.#stepper.dispose();
  }
}
