// Results of a job in the order of its simulations, as CSV and as arrays: the same bytes wherever and however it ran.
import { MjError } from '../engine/error.js';
import { writeNpz } from '../data/npz.js';
import { pointOf, recordsOf } from './task.js';

/** @typedef {import('./pack.js').Numbers} Numbers */
/** @typedef {import('./plan.js').Plan} Plan */
/** @typedef {import('./task.js').ChunkResult} ChunkResult */
/** @typedef {import('./task.js').Failure} Failure */

/**
 * What one simulation came to.
 * @typedef {object} Row
 * @property {number} index of the simulation
 * @property {number} point
 * @property {number} seed
 * @property {Record<string, number>} values of what varies, by name
 * @property {Record<string, number>} metrics empty when it failed
 * @property {number} good steps before it diverged
 * @property {string} [error] why there is no result
 * @property {Record<string, Numbers>} recorded fields (records x width)
 */

/**
 * Rows of a chunk.
 * @param {Plan} plan
 * @param {ChunkResult} result
 * @returns {Row[]}
 */
export function rowsOf(
  { task, inputs, widths },
  { first, count, names, values, good, failures, recorded },
) {
  const failed = new Map(failures.map(({ index, text }) => [index, text]));
  return Array.from({ length: count }, (_, i) => {
    const index = first + i;
    const point = Math.floor(index / task.seeds);
    const numbers = pointOf(task, point, inputs);
    const error = failed.get(index);
    return {
      index,
      point,
      seed: index % task.seeds,
      values: Object.fromEntries(task.axes.map(({ name }, k) => [name, numbers[k]])),
      metrics:
        error === undefined
          ? Object.fromEntries(names.map((name, k) => [name, values[i * names.length + k]]))
          : {},
      good: good[i],
      ...(error === undefined ? {} : { error }),
      recorded: Object.fromEntries(
        Object.entries(recorded).map(([name, all]) => {
          const size = recordsOf(task) * widths[name];
          return [name, all.subarray(i * size, (i + 1) * size)];
        }),
      ),
    };
  });
}

/** A name as a field of CSV. @param {string} name */
const quoted = (name) => (/[",\r\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name);

/** All results of a job. */
export class Table {
  #plan;
  #seen;
  /** Metrics by name (total), in the order in which simulations brought them. @type {Map<string, { first: number, values: Float64Array }>} */
  #metrics = new Map();
  /** @type {Record<string, Numbers>} */
  #recorded = {};
  /** @type {Failure[]} */
  #failures = [];

  /** @param {Plan} plan */
  constructor(plan) {
    this.#plan = plan;
    /** Number of simulations. */
    this.length = plan.total;
    /** Steps of each before it diverged (length). */
    this.good = new Int32Array(plan.total);
    this.#seen = new Uint8Array(plan.total);
  }

  /** Adds what a chunk came to. @param {ChunkResult} result */
  add({ first, count, names, values, good, failures, recorded }) {
    for (let i = first; i < first + count; i++) {
      if (this.#seen[i]) throw new MjError(`simulation ${i} came twice`);
      this.#seen[i] = 1;
    }
    this.good.set(good, first);
    const failed = new Set(failures.map(({ index }) => index));
    names.forEach((name, k) => {
      let metric = this.#metrics.get(name);
      if (!metric)
        this.#metrics.set(
          name,
          (metric = { first, values: new Float64Array(this.length).fill(NaN) }),
        );
      metric.first = Math.min(metric.first, first);
      for (let i = 0; i < count; i++)
        if (!failed.has(first + i)) metric.values[first + i] = values[i * names.length + k];
    });
    for (const [name, rows] of Object.entries(recorded)) {
      const size = rows.length / count;
      const Items = /** @type {Float64ArrayConstructor} */ (rows.constructor);
      this.#recorded[name] ??= new Items(this.length * size);
      this.#recorded[name].set(rows, first * size);
    }
    this.#failures.push(...failures);
  }

  /** Whether every simulation has come. */
  get complete() {
    return !this.#seen.includes(0);
  }

  /** Simulations without a result, by number. */
  get failures() {
    return this.#failures.sort((a, b) => a.index - b.index);
  }

  /** Names of what varies. */
  get parameters() {
    return this.#plan.task.axes.map(({ name }) => name);
  }

  /** Number of simulations of each point. */
  get seeds() {
    return this.#plan.task.seeds;
  }

  /** Values that a parameter goes through, where all combinations were asked for. @param {string} name @returns {number[] | null} */
  valuesOf(name) {
    return this.#plan.task.values?.[this.parameters.indexOf(name)] ?? null;
  }

  /** Names of the metrics, in the order of the first simulations that have them. */
  get metrics() {
    return [...this.#metrics].sort(([, a], [, b]) => a.first - b.first).map(([name]) => name);
  }

  /**
   * A metric, a parameter, 'seed', or 'good' of every simulation (length); NaN where a simulation failed.
   * @param {string} name
   * @returns {Float64Array}
   */
  column(name) {
    const metric = this.#metrics.get(name);
    if (metric) return metric.values;
    const at = this.parameters.indexOf(name);
    if (at >= 0)
      return Float64Array.from(
        { length: this.length },
        (_, i) => this.#point(Math.floor(i / this.seeds))[at],
      );
    if (name === 'seed')
      return Float64Array.from({ length: this.length }, (_, i) => i % this.seeds);
    if (name === 'good') return Float64Array.from(this.good);
    throw new MjError(
      `there is no column '${name}': there are ${[...this.parameters, 'seed', ...this.metrics, 'good'].join(', ')}`,
    );
  }

  /** What was recorded of every simulation (length x records x width). @param {string} name @returns {Numbers} */
  recorded(name) {
    const found = this.#recorded[name];
    if (found) return found;
    throw new MjError(
      `'${name}' was not recorded: there are ${Object.keys(this.#recorded).join(', ') || 'no fields'}`,
    );
  }

  /** @param {number} point */
  #point(point) {
    return pointOf(this.#plan.task, point, this.#plan.inputs);
  }

  /** The mean of a metric over the seeds of each point (points); NaN where one failed. @param {string} name */
  means(name) {
    const all = this.column(name);
    return Float64Array.from({ length: this.length / this.seeds }, (_, point) => {
      let sum = 0;
      for (let k = 0; k < this.seeds; k++) sum += all[point * this.seeds + k];
      return sum / this.seeds;
    });
  }

  /** Lines of CSV: number, parameters, seed, metrics (empty where a simulation failed), good steps. */
  toCSV() {
    const metrics = this.metrics;
    const failed = new Set(this.#failures.map(({ index }) => index));
    const head = ['index', ...this.parameters, 'seed', ...metrics, 'good'].map(quoted);
    const lines = [head.join(',')];
    const columns = metrics.map((name) => this.column(name));
    for (let i = 0; i < this.length; i++) {
      const results = columns.map((values) => (failed.has(i) ? '' : values[i]));
      const point = this.#point(Math.floor(i / this.seeds));
      lines.push([i, ...point, i % this.seeds, ...results, this.good[i]].join(','));
    }
    return `${lines.join('\n')}\n`;
  }

  /** The same as arrays of NumPy, with what was recorded (length x records x width). */
  toNPZ() {
    const { task, widths } = this.#plan;
    /** @type {Record<string, Numbers | import('../data/npy.js').TensorInput>} */
    const arrays = {};
    for (const name of [...this.parameters, 'seed', ...this.metrics])
      arrays[name] = this.column(name);
    arrays.good = this.good;
    arrays.failed = Int32Array.from(this.failures, ({ index }) => index);
    for (const [name, data] of Object.entries(this.#recorded))
      arrays[`recorded/${name}`] = { data, shape: [this.length, recordsOf(task), widths[name]] };
    return writeNpz(arrays);
  }
}
