// What every thread of a batch does: rows go through the module's memory in chunks, and come back as they are after steps.
import { NativeBatch, itemTypes, parts, statuses } from './native.js';

/** @typedef {import('../sim/simulation.js').Simulation} Simulation */
/** @typedef {import('./native.js').Row} Row */
/** @typedef {import('./native.js').Start} Start */
/** @typedef {import('./rows.js').Rows} Rows */

/**
 * What is done with simulations.
 * @typedef {{ op: 'step', steps: number }} StepJob
 * @typedef {{ op: 'forward' | 'setConst' }} PlainJob
 * @typedef {{ op: 'reset', start: Omit<Start, 'first'> }} ResetJob
 * Work of the batch's kernel, see js/batch/kernel.js.
 * @typedef {{ op: 'kernel', call: number, seed: [number, number] }} KernelJob
 *
 * @typedef {object} RolloutJob
 * @property {'rollout'} op
 * @property {number} steps
 * @property {boolean} stop whether a simulation that diverges stays at its last good state
 * @property {number} first simulation that controls and records begin with
 * @property {Float64Array | null} controls (count x steps x nu)
 * @property {number[]} record indices of fields
 * @property {Row[]} into where they go (count x steps x width)
 *
 * @typedef {StepJob | PlainJob | ResetJob | RolloutJob} OwnJob what a thread does with rows by itself
 * @typedef {OwnJob | KernelJob} Job
 *
 * @typedef {{ index: number, text: string }} Failure a simulation that the engine raised an error for
 */

/** Bytes of rows that a chunk may have, so that they stay in the processor's caches, and most rows. */
const chunkBytes = 1 << 18;
const mostRows = 256;

/** Steps rows with a model and data of its own. */
export class Stepper {
  #engine;
  #native;
  #chunk;
  /** Address of a byte for each row. */
  #mask;
  /** Rows in the module's memory, by field. @type {Row[]} */
  #staged = [];
  #epoch = -1;

  /**
   * @param {Simulation} simulation of this thread alone
   * @param {import('../engine/module.js').Engine} engine
   * @param {number} chunk most rows at a time
   */
  constructor(simulation, engine, chunk) {
    this.simulation = simulation;
    this.#engine = engine;
    this.#chunk = chunk;
    this.#mask = engine.alloc(chunk);
    try {
      this.#native = new NativeBatch(engine, simulation, chunk);
    } catch (error) {
      engine.free(this.#mask);
      throw error;
    }
  }

  /** Most rows at a time. */
  get chunk() {
    return this.#chunk;
  }

  get native() {
    return this.#native;
  }

  /** Fields that were added, in their order. @type {['keep' | 'vary', string][]} */
  added = [];

  /**
   * Adds a field; the index of the first one that is new.
   * @param {'keep' | 'vary'} what
   * @param {string} name
   */
  add(what, name) {
    const before = this.fields.length;
    this.#native[what](name);
    if (this.fields.length > before) this.added.push([what, name]);
    return before;
  }

  get fields() {
    return this.#native.fields;
  }

  /** Views of the staged rows, made anew when memory has grown or fields came. */
  views() {
    const { fields } = this;
    if (this.#epoch !== this.#engine.epoch || this.#staged.length !== fields.length) {
      this.#staged = fields.map((field) => this.#native.view(field, this.#chunk));
      this.#epoch = this.#engine.epoch;
    }
    return this.#staged;
  }

  /** The first row of a field, a copy. @param {number} index */
  template(index) {
    const field = this.fields[index];
    return this.#native.view(field, 1).slice();
  }

  /**
   * Brings rows into the module's memory.
   * @param {Rows} rows
   * @param {number} first
   * @param {number} count
   * @param {boolean} outputs whether outputs are needed too: those of rows that no step writes
   */
  stage(rows, first, count, outputs) {
    const views = this.views();
    const { fields, arrays } = rows;
    for (let k = 0; k < fields.length; k++) {
      const { width, part } = fields[k];
      if (width === 0 || (part === parts.output && !outputs)) continue;
      const from = (first - rows.first) * width;
      views[k].set(arrays[k].subarray(from, from + count * width));
    }
  }

  /** Gives rows back. @param {Rows} rows @param {number} first @param {number} count @param {number} [from] staged row */
  unstage(rows, first, count, from = 0) {
    const views = this.views();
    const { fields, arrays } = rows;
    for (let k = 0; k < fields.length; k++) {
      const { width, part } = fields[k];
      // constants may have changed what they follow from; other parameters are only read
      if (width === 0 || (part === parts.parameter && fields[k + 1]?.name !== 'seen')) continue;
      const view = views[k];
      const whole = from === 0 && count === this.#chunk;
      const staged = whole ? view : view.subarray(from * width, (from + count) * width);
      arrays[k].set(staged, (first - rows.first) * width);
    }
  }

  /**
   * Of failed simulations only the status changes.
   * @param {Rows} rows
   * @param {number} first
   * @param {number} count
   * @param {Uint8Array | null} chosen
   * @param {Failure[]} failures
   */
  #unstageGood(rows, first, count, chosen, failures) {
    const at = rows.find('status');
    const text = this.#native.failure;
    for (let i = 0; i < count; i++) {
      if (chosen && chosen[i] === 0) continue;
      if (this.views()[at][i] === statuses.failed) {
        rows.arrays[at][first + i - rows.first] = statuses.failed;
        failures.push({ index: first + i, text });
      } else {
        this.unstage(rows, first + i, 1, i);
      }
    }
  }

  /**
   * Does a job with some rows.
   * @param {Rows} rows
   * @param {number} first
   * @param {number} count
   * @param {OwnJob} job
   * @param {Uint8Array | null} mask for each of the rows at hand: 0 leaves it out
   * @returns {Failure[]}
   */
  run(rows, first, count, job, mask) {
    /** @type {Failure[]} */
    const failures = [];
    for (let at = first; at < first + count; at += this.#chunk)
      this.#runChunk(rows, at, Math.min(this.#chunk, first + count - at), job, mask, failures);
    return failures;
  }

  /**
   * @param {Rows} rows
   * @param {number} first
   * @param {number} count
   * @param {OwnJob} job
   * @param {Uint8Array | null} mask
   * @param {Failure[]} failures
   */
  #runChunk(rows, first, count, job, mask, failures) {
    const chosen = mask && mask.subarray(first - rows.first, first - rows.first + count);
    if (chosen) {
      if (chosen.every((byte) => byte === 0)) return;
      this.#engine.u8.set(chosen, this.#mask);
    }
    const stops = job.op === 'rollout' && job.stop;
    this.stage(rows, first, count, mask !== null || stops || job.op === 'setConst');
    const failed = this.#call(rows, first, count, job, mask ? this.#mask : 0);
    if (failed > 0) this.#unstageGood(rows, first, count, chosen, failures);
    else this.unstage(rows, first, count);
  }

  /**
   * @param {Rows} rows
   * @param {number} first
   * @param {number} count
   * @param {OwnJob} job
   * @param {number} mask
   */
  #call(rows, first, count, job, mask) {
    const native = this.#native;
    switch (job.op) {
      case 'step':
        return native.step(count, mask, job.steps);
      case 'forward':
        return native.call('lb_batchForward', count, mask);
      case 'setConst':
        return native.call('lb_batchSetConst', count, mask);
      case 'reset':
        return native.reset(count, mask, { ...job.start, first });
      default:
        return this.#rollout(first - job.first, count, job, mask);
    }
  }

  /**
   * @param {number} first row
   * @param {number} count
   * @param {RolloutJob} job
   * @param {number} mask
   */
  #rollout(first, count, { steps, stop, controls, record, into }, mask) {
    const engine = this.#engine;
    const { nu } = this.simulation.model;
    const widths = record.map((index) => this.fields[index].width);
    const bytes = record.map((index, k) => 8 * count * steps * widths[k]);
    const controlBytes = controls ? 8 * count * steps * nu : 0;
    const block = engine.alloc(controlBytes + bytes.reduce((sum, size) => sum + size, 0));
    try {
      if (controls) {
        const from = first * steps * nu;
        engine.f64.set(controls.subarray(from, from + count * steps * nu), block >> 3);
      }
      let end = block + controlBytes;
      const places = bytes.map((size) => (end += size) - size);
      const ctrl = controls ? block : 0;
      const failed = this.#native.rollout(count, mask, { steps, stop, ctrl, record, into: places });
      record.forEach((index, k) => {
        const length = count * steps * widths[k];
        const made = this.#native.view(
          { ...this.fields[index], address: places[k] },
          count * steps,
        );
        into[k].set(made, (first * length) / count);
      });
      return failed;
    } finally {
      engine.free(block);
    }
  }

  /** Brings a simulation into that of this thread. @param {Rows} rows @param {number} index */
  load(rows, index) {
    this.stage(rows, index, 1, true);
    this.#native.load(0);
  }

  /** Takes what the simulation of this thread has come to, unless it diverged: then what it was stays. Whether it is good. */
  take() {
    const views = this.views();
    const before = this.#native.fields.map((field, k) => views[k].slice(0, field.width));
    this.#native.store(0);
    const at = this.fields.findIndex(({ name }) => name === 'status');
    if (views[at][0] === statuses.good) return true;
    this.fields.forEach(({ part }, k) => {
      if (part !== parts.status) this.views()[k].set(before[k]);
    });
    return false;
  }

  /** Number of good steps of the simulation that was loaded. @param {number} good */
  note(good) {
    this.views()[this.fields.findIndex(({ name }) => name === 'steps')][0] = good;
  }

  /** Puts the simulation that was loaded into its row. @param {Rows} rows @param {number} index */
  giveBack(rows, index) {
    this.unstage(rows, index, 1);
    this.#native.restore();
  }

  /** Reads a field of what was taken. @param {number} index of the field @param {Row} into @param {number} at row there */
  read(index, into, at) {
    const { width } = this.fields[index];
    into.set(this.views()[index].subarray(0, width), at * width);
  }

  /** An array for rows of a field. @param {number} index @param {number} count of rows */
  buffer(index, count) {
    const { type, width } = this.fields[index];
    return new itemTypes[type](count * width);
  }

  dispose() {
    this.#native.delete();
    this.#engine.free(this.#mask);
    this.simulation.dispose();
  }
}

/**
 * How many simulations a thread takes at a time.
 * @param {number} count of all
 * @param {number} threads
 * @param {number} rowBytes of one
 */
export function chunkSize(count, threads, rowBytes) {
  const share = Math.ceil(count / (threads * 3));
  return Math.max(1, Math.min(share, mostRows, Math.ceil(chunkBytes / Math.max(1, rowBytes))));
}
