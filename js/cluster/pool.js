// Threads of this machine that run chunks, each a whole chunk at a time. A function of the program that never ends, and one that ends
// its thread, cost their own simulation alone: the chunk runs again without it.
import { Worker } from 'node:worker_threads';
import { processorCount } from '../batch/port.js';
import { MjError, demand } from '../engine/error.js';
import { TaskError } from './task.js';

/** @typedef {import('./chunk.js').ChunkOrder} ChunkOrder */
/** @typedef {import('./task.js').Failure} Failure */
/** @typedef {import('./thread.js').TaskParts} TaskParts */
/** @typedef {import('./thread.js').ThreadAnswer} ThreadAnswer */

/** @typedef {{ bytes: Uint8Array, milliseconds: number }} Ran */
/** @typedef {{ id: string, parts: TaskParts }} OpenTask */

/** Tasks that a thread keeps. */
const keptTasks = 2;
/** Milliseconds between two looks at threads that run functions of the program. */
const watchTime = 200;
/** Chunks end after so many simulations that had to be left out. */
const mostSkipped = 1000;

/** Why a chunk was left before it was done. */
class Blamed extends Error {
  /** @param {Failure} failure */
  constructor(failure) {
    super(failure.text);
    this.failure = failure;
  }
}

/** One thread. */
class Thread {
  #worker;
  #progress = new Int32Array(new SharedArrayBuffer(8));
  /** Tasks that the thread has, the last one used at the end. @type {string[]} */
  #kept = [];
  /** Ends the present chunk. @type {((answer: ThreadAnswer | Error) => void) | null} */
  #settle = null;
  ended = false;

  constructor() {
    this.#progress[0] = -1;
    this.#worker = new Worker(new URL('./thread.js', import.meta.url), {
      workerData: { progress: this.#progress },
    });
    this.#worker.unref();
    this.#worker.on('message', (answer) => this.#settle?.(answer));
    this.#worker.on('error', (error) => this.#end(error.message));
    this.#worker.on('exit', () => this.#end('it ended its thread'));
  }

  /** @param {string} reason */
  #end(reason) {
    this.ended = true;
    const index = Atomics.load(this.#progress, 0);
    const text = `the function did not return: ${reason}`;
    this.#settle?.(
      index >= 0 ? new Blamed({ index, text }) : new MjError(`a thread ended: ${reason}`),
    );
  }

  /**
   * @param {OpenTask} task
   * @param {ChunkOrder} order
   * @param {AbortSignal | undefined} signal
   * @returns {Promise<Ran>}
   */
  async run({ id, parts }, order, signal) {
    const known = this.#kept.includes(id);
    this.#kept = [...this.#kept.filter((other) => other !== id), id];
    const forget = this.#kept.splice(0, Math.max(0, this.#kept.length - keptTasks));
    const stopWatch = this.#watch(parts.task.limit);
    const abort = () => this.terminate();
    signal?.addEventListener('abort', abort);
    this.#worker.ref();
    try {
      const answer = await new Promise((resolve) => {
        this.#settle = resolve;
        this.#worker.postMessage({ id, open: known ? null : parts, forget, order });
      });
      signal?.throwIfAborted();
      if (answer instanceof Error) throw answer;
      if ('bytes' in answer) return answer;
      // it may be asked again, then it is opened anew
      this.#kept = this.#kept.filter((other) => other !== id || !answer.ofTask);
      throw answer.ofTask ? new TaskError(answer.text) : new MjError(answer.text);
    } finally {
      this.#worker.unref();
      this.#settle = null;
      stopWatch();
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Ends the thread when one call of a function takes longer. @param {number} seconds */
  #watch(seconds) {
    let [call, since] = [-1, 0];
    const timer = setInterval(() => {
      const index = Atomics.load(this.#progress, 0);
      const now = Atomics.load(this.#progress, 1);
      if (index < 0 || now !== call) [call, since] = [now, performance.now()];
      else if (performance.now() - since > 1000 * seconds) {
        const text = `a metric or policy did not end within ${seconds} s`;
        this.#settle?.(new Blamed({ index, text }));
        this.terminate();
      }
    }, watchTime);
    return () => clearInterval(timer);
  }

  terminate() {
    this.ended = true;
    void this.#worker.terminate();
  }
}

/** Threads that run chunks. */
export class ThreadPool {
  /** @type {Thread[]} */
  #idle = [];
  /** @type {Set<Thread>} */
  #busy = new Set();
  /** @type {(() => void)[]} */
  #waiting = [];
  #closed = false;

  /** @param {number | 'auto'} [threads] 'auto': one for each processor */
  constructor(threads = 'auto') {
    const good = threads === 'auto' || (Number.isInteger(threads) && threads > 0);
    demand(good, "threads is a positive whole number or 'auto'", threads);
    /** Number of chunks that run at a time. */
    this.threads = threads === 'auto' ? processorCount() : threads;
  }

  /** Number of threads that run a chunk now. */
  get busy() {
    return this.#busy.size;
  }

  /** @param {AbortSignal | undefined} signal */
  async #take(signal) {
    for (;;) {
      signal?.throwIfAborted();
      if (this.#closed) throw new MjError('the cluster was closed');
      if (this.#busy.size < this.threads) break;
      await new Promise((resolve) => this.#waiting.push(() => resolve(null)));
    }
    const thread = this.#idle.pop() ?? new Thread();
    this.#busy.add(thread);
    return thread;
  }

  /** @param {Thread} thread */
  #giveBack(thread) {
    this.#busy.delete(thread);
    if (!thread.ended && !this.#closed) this.#idle.push(thread);
    this.#waiting.shift()?.();
  }

  /**
   * Runs a chunk on the next thread that is free.
   * @param {OpenTask} task
   * @param {Omit<ChunkOrder, 'skip'>} order
   * @param {AbortSignal} [signal] ends it at once
   * @returns {Promise<Ran>}
   */
  async run(task, order, signal) {
    /** @type {Failure[]} */
    const skip = [];
    for (;;) {
      const thread = await this.#take(signal);
      try {
        return await thread.run(task, { ...order, skip }, signal);
      } catch (error) {
        if (!(error instanceof Blamed) || skip.length >= mostSkipped) throw error;
        skip.push(error.failure);
      } finally {
        this.#giveBack(thread);
      }
    }
  }

  close() {
    this.#closed = true;
    for (const thread of [...this.#idle, ...this.#busy]) thread.terminate();
    this.#idle = [];
    for (const wake of this.#waiting.splice(0)) wake();
  }
}
