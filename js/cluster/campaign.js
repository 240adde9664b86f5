// Drives one job over a lane: cuts it by measured time, keeps the lane busy, checks some chunks by running them twice, and gives results
// as they come, each simulation once.
import { MjError, demand } from '../engine/error.js';
import { hashOf } from './blobs.js';
import { unpackResult } from './chunk.js';
import { Cutter } from './cut.js';
import { chunkKey } from './ledger.js';
import { TaskError } from './task.js';

/** @typedef {import('./ledger.js').Entry} Entry */
/** @typedef {import('./plan.js').Plan} Plan */
/** @typedef {import('./plan.js').RunOptions} RunOptions */
/** @typedef {import('./task.js').Chunk} Chunk */
/** @typedef {import('./task.js').ChunkResult} ChunkResult */

/**
 * @typedef {object} ChunkCall
 * @property {AbortSignal} signal
 * @property {boolean} copy whether it has been run before, for comparison: the result is not noted
 * @property {string} [avoid] worker that should not run it, where there is another
 *
 * What runs chunks: the threads of this machine, or workers at a queue.
 * @typedef {object} Lane
 * @property {(plan: Plan, name: string, notice: (text: string) => void) => Promise<Map<string, Entry>>} open stores what is needed;
 *   gives chunks that are done
 * @property {() => number} capacity chunks that run at a time
 * @property {(plan: Plan, chunk: Chunk, call: ChunkCall) => Promise<Entry>} run
 * @property {(entry: Entry) => Promise<Uint8Array | null>} result
 * @property {(plan: Plan, chunk: Chunk) => Promise<void>} forget a result that is gone
 * @property {(plan: Plan, name: string, done: boolean) => Promise<void>} close
 * @property {(task: string) => Promise<void>} [cancel] takes back what waits
 */

/** What names of jobs begin with that nobody named. */
export const unnamed = 'job-';
/** Times that a chunk runs again because its result was lost. */
const mostLosses = 3;

/** @param {unknown} error */
const textOf = (error) =>
  String(/** @type {Partial<Error>} */ (error)?.message ?? error).replace(/^MuJoCo Error: /, '');

/** Numbers of the simulations of a chunk. @param {Chunk} chunk */
const rangeText = ({ first, count }) =>
  count === 1 ? `simulation ${first}` : `simulations ${first} to ${first + count - 1}`;

/** @param {Chunk} chunk @param {string} text @returns {ChunkResult} */
const failedResult = ({ first, count }, text) => ({
  first,
  count,
  names: [],
  values: new Float64Array(),
  good: new Int32Array(count),
  failures: Array.from({ length: count }, (_, i) => ({ index: first + i, text })),
  recorded: {},
});

/** One run of a job. */
export class Campaign {
  #lane;
  #plan;
  #options;
  #name;
  #abort = new AbortController();
  #cutter = new Cutter(0, []);
  /** Chunks that run. */
  #active = 0;
  /** Results that nobody took yet. @type {(ChunkResult | Error)[]} */
  #ready = [];
  #wake = () => {};
  #done = 0;
  #failed = 0;
  #fresh = 0;
  #started = 0;
  #compared = 0;
  /** Milliseconds that threads took. */
  #busy = 0;
  /** @type {Map<string, number>} */
  #losses = new Map();

  /**
   * @param {Lane} lane
   * @param {Plan} plan
   * @param {RunOptions} options
   */
  constructor(lane, plan, options) {
    this.#lane = lane;
    this.#plan = plan;
    const { verify = 0.01, chunkSeconds = 2 } = options;
    demand(verify >= 0 && verify <= 1, 'verify is a part from 0 to 1', verify);
    demand(chunkSeconds > 0, 'chunkSeconds is a positive number', chunkSeconds);
    this.#options = { ...options, verify, chunkSeconds };
    this.#name = options.name ?? unnamed + plan.id.slice(0, 12);
  }

  /** Results as they come. @returns {AsyncGenerator<ChunkResult, void, void>} */
  async *results() {
    const { signal, onNotice = () => {} } = this.#options;
    signal?.throwIfAborted();
    const stop = () => this.#stop(signal?.reason);
    signal?.addEventListener('abort', stop);
    let complete = false;
    try {
      const known = await this.#lane.open(this.#plan, this.#name, onNotice);
      const chunks = [...known].map(([key]) => {
        const [first, count] = key.split(':').map(Number);
        return { first, count };
      });
      this.#cutter = new Cutter(this.#plan.total, chunks);
      this.#started = performance.now();
      for (const chunk of this.#cutter.used) {
        const entry = /** @type {Entry} */ (known.get(chunkKey(chunk)));
        this.#cutter.measure(chunk.count, entry.milliseconds);
        const bytes = await this.#lane.result(entry);
        if (bytes) yield this.#count(unpackResult(bytes), false);
        else await this.#lose(chunk);
      }
      yield* this.#run();
      complete = true;
    } finally {
      signal?.removeEventListener('abort', stop);
      this.#abort.abort(new MjError('the job was left'));
      await this.#lane.close(this.#plan, this.#name, complete);
    }
  }

  /** @param {unknown} reason */
  #stop(reason) {
    this.#ready = [reason instanceof Error ? reason : new MjError(String(reason))];
    this.#abort.abort(reason);
    this.#wake();
  }

  /** @returns {AsyncGenerator<ChunkResult, void, void>} */
  async *#run() {
    for (;;) {
      this.#fill();
      const next = this.#ready.shift();
      if (next instanceof Error) throw next;
      if (next) yield this.#count(next, true);
      else if (this.#active === 0) return;
      else await new Promise((resolve) => (this.#wake = () => resolve(null)));
    }
  }

  /** Starts chunks while the lane takes some. */
  #fill() {
    const threads = Math.max(1, this.#lane.capacity());
    // twice as many, so that nobody waits for this program; few before the first was measured
    const most = 2 * threads;
    while (!this.#abort.signal.aborted && this.#active + this.#ready.length < most) {
      const chunk = this.#cutter.next(1000 * this.#options.chunkSeconds, threads);
      if (!chunk) return;
      this.#active++;
      this.#one(chunk)
        .then(
          (result) => result && this.#ready.push(result),
          (error) => this.#ready.push(error),
        )
        .finally(() => {
          this.#active--;
          this.#wake();
        });
    }
  }

  /** Runs a chunk; null when it has to run again. @param {Chunk} chunk @returns {Promise<ChunkResult | null>} */
  async #one(chunk) {
    const call = { signal: this.#abort.signal, copy: false };
    try {
      const entry = await this.#lane.run(this.#plan, chunk, call);
      this.#cutter.measure(chunk.count, entry.milliseconds);
      this.#busy += entry.milliseconds;
      if (this.#isCompared(chunk)) await this.#compare(chunk, entry);
      const bytes = await this.#lane.result(entry);
      if (bytes) return unpackResult(bytes);
      await this.#lose(chunk);
      return null;
    } catch (error) {
      if (this.#abort.signal.aborted || error instanceof TaskError) throw error;
      const text = textOf(error);
      this.#options.onNotice?.(`${rangeText(chunk)} failed: ${text}`);
      return failedResult(chunk, text);
    }
  }

  /** A result was stored and is gone. @param {Chunk} chunk */
  async #lose(chunk) {
    const key = chunkKey(chunk);
    const losses = (this.#losses.get(key) ?? 0) + 1;
    this.#losses.set(key, losses);
    if (losses > mostLosses)
      throw new MjError(
        `the result of ${rangeText(chunk)} is gone from the store again and again: it expires too soon`,
      );
    this.#options.onNotice?.(
      `the result of ${rangeText(chunk)} is gone from the store: they run again`,
    );
    await this.#lane.forget(this.#plan, chunk);
    this.#cutter.giveBack(chunk);
  }

  /** Whether a chunk runs twice: chosen by its hash, and one at least. @param {Chunk} chunk */
  #isCompared(chunk) {
    const { verify } = this.#options;
    if (verify === 0) return false;
    const draw = parseInt(hashOf(`${this.#plan.id}:${chunkKey(chunk)}`).slice(0, 8), 16) / 2 ** 32;
    const chosen = draw < verify || (this.#compared === 0 && this.#cutter.left === 0);
    this.#compared += Number(chosen);
    return chosen;
  }

  /** @param {Chunk} chunk @param {Entry} entry */
  async #compare(chunk, entry) {
    const { signal } = this.#abort;
    const other = await this.#lane.run(this.#plan, chunk, {
      signal,
      copy: true,
      avoid: entry.worker,
    });
    if (other.blob === entry.blob) return;
    await this.#lane.forget(this.#plan, chunk);
    throw new MjError(
      `results of ${entry.worker} and ${other.worker} differ: one of these machines, or a function that is not deterministic, is at fault`,
    );
  }

  /** @param {ChunkResult} result @param {boolean} fresh */
  #count(result, fresh) {
    this.#done += result.count;
    if (fresh) this.#fresh += result.count;
    this.#failed += result.failures.length;
    const seconds = (performance.now() - this.#started) / 1000;
    const rate = seconds > 0 ? this.#fresh / seconds : 0;
    const { total } = this.#plan;
    this.#options.onProgress?.({
      done: this.#done,
      total,
      failed: this.#failed,
      rate,
      secondsLeft: rate > 0 ? (total - this.#done) / rate : Infinity,
      busySeconds: this.#busy / 1000,
    });
    return result;
  }
}
