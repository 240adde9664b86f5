// The threads of a batch: workers, and the calling thread where it may take part. Jobs go to all of them, over the board in shared
// memory or as messages; a worker that dies is replaced.
import { MjError } from '../engine/error.js';
import { engineOf, internalsOf } from '../sim/engine.js';
import { modelBytes } from '../sim/binary.js';
import { Board } from './board.js';
import { statuses } from './native.js';
import { makeClient, startWorker } from './port.js';
import { canShare } from './rows.js';

/** @typedef {import('../sim/simulation.js').Simulation} Simulation */
/** @typedef {import('./board.js').BoardJob} BoardJob */
/** @typedef {import('./member.js').Member} Member */
/** @typedef {import('./member.js').Setting} Setting */
/** @typedef {import('./native.js').Row} Row */
/** @typedef {import('./rows.js').Rows} Rows */
/** @typedef {import('./stepper.js').Failure} Failure */
/** @typedef {import('./stepper.js').Job} Job */
/** @typedef {ReturnType<typeof makeClient>} Client */

/**
 * A function of a module for each simulation: once, or before its steps.
 * @typedef {object} EachJob
 * @property {'each'} op
 * @property {string} url
 * @property {unknown} argument
 * @property {number} steps 0: none, the function is called once
 * @property {number} every steps between two calls
 * @property {number[]} record indices of fields
 *
 * A part of a job, as a message.
 * @typedef {object} Part
 * @property {number} first
 * @property {number} count
 * @property {Job | EachJob} job
 * @property {Uint8Array | null} mask of the rows of the message, or of all that are shared
 * @property {Row[] | null} arrays rows; null: the shared ones
 * @property {Row[] | null} own rows of the kernel, where it works on rows that travel
 *
 * What came of it.
 * @typedef {object} PartResult
 * @property {Failure[]} failures
 * @property {Row[]} into what was recorded
 * @property {unknown[]} results of functions, by simulation
 * @property {Row[] | null} arrays rows, where they came in the message
 * @property {Row[] | null} own rows of the kernel, the same
 *
 * @typedef {object} Team what a worker needs beside the setting of its member
 * @property {WebAssembly.Module} module
 * @property {Uint8Array} model
 * @property {string[]} plugins
 * @property {import('./modules.js').Known[]} known
 * @property {import('./board.js').BoardMemory | null} board
 * @property {number} thread
 *
 * @typedef {Team & Setting} Opening
 *
 * How a job goes on.
 * @typedef {object} Watch
 * @property {AbortSignal} [signal] ends the job: no further simulation is begun
 * @property {(done: number, count: number) => void} [onProgress] told the number of simulations that are done
 *
 * @typedef {object} CrewOptions
 * @property {number} workers number of workers
 * @property {boolean} here whether the calling thread takes part
 * @property {string[]} plugins addresses of modules
 * @property {Setting['callbacks']} callbacks
 * @property {() => Worker} [makeWorker]
 * @property {string} [workerPath] the same for Node
 * @property {number} chunk most rows at a time
 * @property {number} count of simulations
 * @property {boolean} shared whether rows are shared
 * @property {import('./kernel.js').KernelPlan} [kernel]
 */

/** Milliseconds that the calling thread may work before others get their turn. */
const turn = 8;
/** Milliseconds that a chunk takes at least: ten times what it costs to hand it over. */
const leastChunkTime = 0.03;
/** Parts for each thread: enough to keep all busy when some take longer. */
const partsPerThread = 4;

/** Where this thread may wait. */
const mayWait = typeof document === 'undefined' && Boolean(globalThis.process);

const nextTurn = () =>
  new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve, 0);
  });

/** One worker, and its place at the board. @typedef {{ client: Client, away: boolean, part: Part | null }} Seat */

/** All threads of a batch. */
export class Crew {
  #options;
  #member;
  /** @type {Board | null} */
  #board;
  /** @type {Seat[]} */
  #seats = [];
  /** @type {Failure[]} */
  #reported = [];
  #reports = 0;
  /** Rows that the workers share, null: they travel. @type {Rows | null} */
  #rows = null;
  #closed = false;
  /** Whether a job is on the board. */
  #running = false;
  /** Milliseconds for a simulation, as the last job took. */
  #each = 1;
  /** @type {Promise<void>} */
  #replaced = Promise.resolve();

  /**
   * @param {Member} member of the calling thread
   * @param {CrewOptions} options
   */
  constructor(member, options) {
    this.#member = member;
    this.#options = options;
    const { workers, here, shared, count } = options;
    this.#board = shared && canShare() ? Board.allocate(count, workers + Number(here)) : null;
  }

  /** Number of threads that step. */
  get threads() {
    return this.#seats.length + Number(this.#options.here);
  }

  /** Starts the workers. @param {Rows | null} rows that they share */
  async open(rows) {
    this.#rows = this.#board ? rows : null;
    const { workers } = this.#options;
    this.#seats = await Promise.all(Array.from({ length: workers }, (_, i) => this.#start(i)));
  }

  /** @param {number} thread @returns {Promise<Seat>} */
  async #start(thread) {
    const { makeWorker, workerPath, plugins, callbacks, chunk, count, kernel } = this.#options;
    const { simulation, stepper } = this.#member;
    const { engine, plugins: registered } = internalsOf(simulation.mujoco);
    const make =
      makeWorker ??
      kernel?.makeWorker ??
      (() => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }));
    const port = await startWorker(make, kernel?.path ?? workerPath ?? 'batch/worker.js');
    const client = makeClient(port);
    /** @type {Seat} */
    const seat = { client, away: true, part: null };
    client.listen((/** @type {{ failures?: Failure[] }} */ { failures }) => {
      if (!failures) return;
      this.#reported.push(...failures);
      this.#reports++;
    });
    client.onEnd(() => this.#replace(thread, seat));
    /** @type {Opening} */
    const opening = {
      module: engine.module,
      model: modelBytes(simulation),
      plugins,
      known: registered.list(simulation.model),
      board: this.#rows && this.#board ? this.#board.memory : null,
      thread,
      count,
      chunk,
      fields: stepper.added,
      arrays: this.#rows?.arrays ?? null,
      callbacks,
      kernel: kernel?.argument,
      own: (this.#rows && this.#member.own?.arrays) ?? null,
    };
    await client.call('open', opening);
    return seat;
  }

  /** A worker ended by itself. @param {number} thread @param {Seat} seat */
  #replace(thread, seat) {
    if (this.#closed || this.#seats[thread] !== seat) return;
    const lost = this.#board?.abandon(thread);
    if (lost) {
      const rows = /** @type {Rows} */ (this.#rows);
      rows.arrays[rows.find('status')].fill(statuses.failed, lost.first, lost.first + lost.count);
      this.#reported.push(...lostRows(lost.first, lost.count));
    }
    this.#replaced = this.#start(thread).then((fresh) => {
      if (this.#closed) fresh.client.close();
      else this.#seats[thread] = fresh;
      // what the others have not begun it does as well: there may be no others
      if (!this.#closed && this.#running) this.#attend();
    });
    this.#replaced.catch(() => {});
  }

  /** Tells every worker of a new field. @param {'keep' | 'vary'} what @param {string} name @param {Row[]} arrays */
  add(what, name, arrays) {
    for (const [thread, seat] of this.#seats.entries()) {
      this.#callAway(thread, seat);
      seat.client.tell('add', { what, name, arrays: this.#rows && arrays });
    }
  }

  /** @param {number} thread @param {Seat} seat */
  #callAway(thread, seat) {
    if (seat.away) return;
    this.#board?.call(thread);
    seat.away = true;
  }

  /** Every worker is there. */
  async #ready() {
    await this.#replaced;
    this.#demandOpen();
  }

  #demandOpen() {
    if (this.#closed) throw new MjError('the workers were closed');
  }

  /**
   * Does a job that the board can tell with all rows, or those of a mask.
   * @param {Rows} rows
   * @param {BoardJob} job
   * @param {Uint8Array | null} mask
   * @param {Watch} watch
   * @returns {Promise<Failure[]>}
   */
  async run(rows, job, mask, watch) {
    await this.#ready();
    const board = this.#board;
    if (this.#seats.length === 0) return this.#alone(rows, job, mask, watch);
    if (!board || !this.#rows) {
      const { failures } = await this.parts(rows, () => job, mask, watch);
      return failures;
    }
    this.#reported = [];
    this.#reports = 0;
    const { chunk } = this.#options;
    const least = Math.min(chunk, Math.max(1, Math.round(leastChunkTime / this.#each)));
    const started = performance.now();
    board.announce(job, { least, largest: chunk }, mask);
    this.#running = true;
    try {
      this.#attend();
      await this.#work(board, rows, watch);
      await this.#settle(board, watch);
    } finally {
      this.#running = false;
    }
    this.#each = ((performance.now() - started) * this.threads) / this.#options.count;
    return this.#reported;
  }

  /** Workers that are away come to the board. */
  #attend() {
    for (const seat of this.#seats) {
      if (!seat.away) continue;
      seat.away = false;
      seat.client.tell('attend', null);
    }
  }

  /**
   * The calling thread does all of it, in turns.
   * @param {Rows} rows
   * @param {BoardJob} job
   * @param {Uint8Array | null} mask
   * @param {Watch} watch
   */
  async #alone(rows, job, mask, { signal, onProgress }) {
    const { chunk, count } = this.#options;
    const failures = [];
    let until = performance.now() + turn;
    for (let first = 0; first < count; first += chunk) {
      failures.push(...this.#member.run(rows, first, Math.min(chunk, count - first), job, mask));
      onProgress?.(Math.min(first + chunk, count), count);
      if (performance.now() <= until) continue;
      await nextTurn();
      this.#demandOpen();
      signal?.throwIfAborted();
      until = performance.now() + turn;
    }
    return failures;
  }

  /** The calling thread's share. @param {Board} board @param {Rows} rows @param {Watch} watch */
  async #work(board, rows, watch) {
    if (!this.#options.here) return;
    const thread = this.#seats.length;
    let until = performance.now() + turn;
    for (;;) {
      board.work(
        thread,
        (first, count, job, mask) => {
          this.#reported.push(...this.#member.run(rows, first, count, job, mask));
          return false;
        },
        () => performance.now() > until,
      );
      this.#tell(board, watch);
      if (board.isDone || performance.now() <= until) return;
      await nextTurn();
      this.#demandOpen();
      if (watch.signal?.aborted) return;
      until = performance.now() + turn;
    }
  }

  /** @param {Board} board @param {Watch} watch */
  #tell(board, { onProgress }) {
    onProgress?.(board.done, this.#options.count);
  }

  /** Until all chunks are done. @param {Board} board @param {Watch} watch */
  async #settle(board, watch) {
    if (!board.spin()) {
      if (this.#options.here && mayWait) board.waitHere(2);
      // what is awaited here does not keep a program alive by itself
      const keep = setInterval(() => {}, 1 << 30);
      try {
        while (!board.isDone) {
          if (watch.signal?.aborted) board.stop();
          await board.wait(20);
          this.#demandOpen();
          if (!board.isDone) this.#tell(board, watch);
        }
      } finally {
        clearInterval(keep);
      }
    }
    while (this.#reports < board.reports) {
      await nextTurn();
      this.#demandOpen();
    }
    watch.signal?.throwIfAborted();
    this.#tell(board, watch);
  }

  /**
   * Does a job in parts that travel as messages.
   * @param {Rows} rows
   * @param {(first: number, count: number) => Part['job']} jobOf the job of a part
   * @param {Uint8Array | null} mask
   * @param {Watch} watch
   * @param {(part: Part, result: PartResult) => void} [take] what came of a part
   */
  async parts(rows, jobOf, mask, { signal, onProgress }, take = () => {}) {
    await this.#ready();
    const { count } = rows;
    const length = Math.max(1, Math.ceil(count / (this.threads * partsPerThread)));
    /** @type {Failure[]} */
    const failures = [];
    let next = 0;
    let done = 0;
    const nextPart = () => {
      const first = next;
      next = Math.min(count, first + length);
      const size = next - first;
      return { first, count: size, job: jobOf(first, size), mask: null, arrays: null, own: null };
    };
    const { own } = this.#member;
    const kernelRows = (/** @type {Part} */ { job, first, count: size }) =>
      job.op === 'kernel' && own ? own.slice(first, size) : null;
    const travels = (/** @type {Part} */ part) =>
      this.#rows === rows
        ? { ...part, mask }
        : {
            ...part,
            mask: mask && mask.slice(part.first, part.first + part.count),
            arrays: rows.slice(part.first, part.count),
            own: kernelRows(part),
          };
    /** @param {(part: Part) => Promise<PartResult>} body @param {boolean} moves whether rows travel */
    const work = async (body, moves) => {
      while (next < count && !signal?.aborted) {
        const part = nextPart();
        const result = await body(moves ? travels(part) : { ...part, mask });
        if (result.arrays) rows.put(part.first, result.arrays);
        if (result.own) own?.put(part.first, result.own);
        failures.push(...result.failures);
        take(part, result);
        done += part.count;
        onProgress?.(done, count);
      }
    };
    const working = this.#seats.map((seat, thread) =>
      work((part) => this.#send(rows, thread, seat, part), true),
    );
    if (this.#options.here) working.push(work((part) => this.#here(rows, part), false));
    await Promise.all(working);
    signal?.throwIfAborted();
    return { failures };
  }

  /** @param {Rows} rows @param {Part} part @returns {Promise<PartResult>} */
  async #here(rows, part) {
    await nextTurn();
    this.#demandOpen();
    const engine = engineOf(this.#member.simulation.mujoco);
    engine.quiet = true;
    try {
      const { result } = await this.#member.part(part, rows);
      return result;
    } finally {
      engine.quiet = false;
    }
  }

  /** @param {Rows} rows @param {number} thread @param {Seat} seat @param {Part} part @returns {Promise<PartResult>} */
  async #send(rows, thread, seat, part) {
    this.#callAway(thread, this.#seats[thread]);
    try {
      const moving = [...(part.arrays ?? []), ...(part.own ?? [])];
      const transfer = moving.map(({ buffer }) => /** @type {ArrayBuffer} */ (buffer));
      return await this.#seats[thread].client.call('part', part, transfer);
    } catch (error) {
      if (this.#closed) throw error;
      // the worker died of it
      await this.#replaced;
      rows.arrays[rows.find('status')].fill(statuses.failed, part.first, part.first + part.count);
      const failures = lostRows(part.first, part.count);
      return { failures, into: [], results: [], arrays: null, own: null };
    }
  }

  /** Ends the workers. */
  close() {
    this.#closed = true;
    for (const { client } of this.#seats) client.close();
    this.#seats = [];
  }
}

/** @param {number} first @param {number} count @returns {Failure[]} */
const lostRows = (first, count) =>
  Array.from({ length: count }, (_, i) => ({
    index: first + i,
    text: 'its worker ended, and was replaced',
  }));

/**
 * The error to throw for simulations that failed.
 * @param {string} what
 * @param {Failure[]} failures
 */
export function failureOf(what, failures) {
  const sorted = [...failures].sort((a, b) => a.index - b.index);
  const [{ index, text }] = sorted;
  const more = sorted.length > 1 ? ` (and ${sorted.length - 1} more)` : '';
  const plain = text.replace(/^MuJoCo Error: /, '');
  return Object.assign(new MjError(`${what}: simulation ${index}${more}: ${plain}`), {
    simulations: sorted.map((failure) => failure.index),
  });
}
