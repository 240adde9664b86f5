// What clusters do, whatever runs their chunks: sweeps, rollouts, searches, and jobs by name.
import { MjError } from '../engine/error.js';
import { Campaign } from './campaign.js';
import { optimizeOn } from './optimize.js';
import { planRollouts, planSweep } from './plan.js';
import { blobsOf, resumePlan } from './resume.js';
import { Table, rowsOf } from './table.js';
import { trainOn } from './train.js';

/** @typedef {import('./campaign.js').Lane} Lane */
/** @typedef {import('./blobs.js').BlobStore} BlobStore */
/** @typedef {import('./ledger.js').JobRecord} JobRecord */
/** @typedef {import('./ledger.js').Ledger} Ledger */
/** @typedef {import('./plan.js').Plan} Plan */
/** @typedef {import('./plan.js').RolloutsOptions} RolloutsOptions */
/** @typedef {import('./plan.js').RunOptions} RunOptions */
/** @typedef {import('./plan.js').SweepOptions} SweepOptions */
/** @typedef {import('./table.js').Row} Row */

/** A job, and how many of its simulations are done. @typedef {JobRecord & { done: number }} JobStatus */

/** What a cluster is made of. @typedef {{ lane: Lane, store: BlobStore, ledger: Ledger, close: () => Promise<void> }} Inside */

/**
 * A job: results as they come by `for await`, or all of them by `table()`. It begins when it is asked, and is asked once.
 * @implements {AsyncIterable<Row>}
 */
export class Job {
  #inside;
  #plan;
  #options;
  #begun = false;

  /**
   * @param {Inside} inside
   * @param {() => Promise<Plan>} plan
   * @param {RunOptions} options
   */
  constructor(inside, plan, options) {
    this.#inside = inside;
    this.#plan = plan;
    this.#options = options;
  }

  async #begin() {
    if (this.#begun) throw new MjError('a job gives its results once: ask for another one');
    this.#begun = true;
    const plan = await this.#plan();
    return { plan, results: new Campaign(this.#inside.lane, plan, this.#options).results() };
  }

  /** Rows as they come, in no order; those of a chunk together. @returns {AsyncGenerator<Row, void, void>} */
  async *[Symbol.asyncIterator]() {
    const { plan, results } = await this.#begin();
    for await (const result of results) yield* rowsOf(plan, result);
  }

  /** All results, when the last one has come. */
  async table() {
    const { plan, results } = await this.#begin();
    const table = new Table(plan);
    for await (const result of results) table.add(result);
    return table;
  }
}

/** Many machines, or the threads of this one. */
export class Cluster {
  #inside;

  /** @param {Inside} inside */
  constructor(inside) {
    this.#inside = inside;
  }

  /** Chunks that run at a time, as far as is known. */
  get capacity() {
    return this.#inside.lane.capacity();
  }

  /**
   * Simulates every combination of values, each with every seed.
   * @param {SweepOptions} options
   */
  sweep(options) {
    return new Job(this.#inside, () => planSweep(options), options);
  }

  /**
   * Simulates from given states, with given controls or parameters.
   * @param {RolloutsOptions} options
   */
  rollouts(options) {
    return new Job(this.#inside, () => planRollouts(options), options);
  }

  /**
   * Finds values of parameters for which a metric is small, a generation after the other.
   * @param {import('./optimize.js').OptimizeOptions} options
   */
  optimize(options) {
    return optimizeOn(this, options);
  }

  /**
   * Trains a policy for a task of `limber/env`: candidates act on workers, what they teach is learnt here.
   * @param {import('./train.js').TrainOptions} options
   */
  train(options) {
    const { signal, onNotice } = options;
    const how = { signal, onNotice, verify: 0, chunkSeconds: 0.5 };
    return trainOn((plan) => new Job(this.#inside, async () => plan, how), options);
  }

  /**
   * Goes on with a job by its name: chunks that are done are not run again.
   * @param {string} name
   * @param {Omit<RunOptions, 'name'>} [options]
   */
  resume(name, options = {}) {
    const { store, ledger } = this.#inside;
    return new Job(this.#inside, () => resumePlan(name, store, ledger), { ...options, name });
  }

  /** Jobs with their names, the oldest first. @returns {Promise<JobStatus[]>} */
  async jobs() {
    const { ledger } = this.#inside;
    const records = await ledger.jobs();
    const all = records.map(async (record) => {
      const chunks = [...(await ledger.list(record.task)).keys()];
      const done = chunks.reduce((sum, key) => sum + Number(key.split(':')[1]), 0);
      return {
        ...record,
        done: record.state === 'done' ? record.total : Math.min(done, record.total),
      };
    });
    return (await Promise.all(all)).sort((a, b) => a.created - b.created);
  }

  /**
   * Ends a job, wherever it was begun: what waits is taken back, what is done stays until it is pruned.
   * @param {string} name
   */
  async cancel(name) {
    const { ledger, lane } = this.#inside;
    const record = await ledger.job(name);
    if (!record) throw new MjError(`there is no job '${name}'`);
    if (record.state !== 'running') throw new MjError(`job '${name}' is ${record.state}`);
    await ledger.note({ ...record, state: 'cancelled' });
    await lane.cancel?.(record.task);
  }

  /**
   * Removes what jobs left that are done or were cancelled.
   * @param {{ all?: boolean }} [options] all: also of those that are not done
   * @returns {Promise<string[]>} their names
   */
  async prune({ all = false } = {}) {
    const { ledger, store, lane } = this.#inside;
    const records = await ledger.jobs();
    const gone = records.filter(({ state }) => all || state !== 'running');
    const tasksLeft = records.filter((record) => !gone.includes(record)).map(({ task }) => task);
    const left = await Promise.all(tasksLeft.map((task) => blobsAround(task, store)));
    const needed = new Set(left.flat());
    for (const { name, task, state } of gone) {
      if (state === 'running') await lane.cancel?.(task);
      const results = [...(await ledger.list(task)).values()].map(({ blob }) => blob);
      for (const id of [...results, ...(await blobsAround(task, store))])
        if (!needed.has(id)) await store.delete(id);
      await ledger.clear(task);
      await ledger.forget(name);
    }
    return gone.map(({ name }) => name);
  }

  /** Ends threads and connections. */
  async close() {
    await this.#inside.close();
  }

  async [Symbol.asyncDispose]() {
    await this.close();
  }
}

/** Ids of a task's blobs, its own among them. @param {string} id @param {BlobStore} store */
async function blobsAround(id, store) {
  const text = await store.get(id);
  if (!text) return [id];
  const task = JSON.parse(new TextDecoder().decode(text));
  return [id, ...blobsOf(task).map(([blob]) => blob)];
}
