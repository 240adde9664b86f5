// A worker of a cluster: takes chunks from the queue and runs them on the threads of its machine. The thread that talks to Redis only
// waits, so locks are renewed however long chunks take.
import os from 'node:os';
import { MjError } from '../engine/error.js';
import { buildText, engineBuild } from './build.js';
import { CodeFolder } from './code.js';
import { chunkKey } from './ledger.js';
import { unpack } from './pack.js';
import { ThreadPool } from './pool.js';
import { fits, ledgerKey, marks, queueName } from './queue_lane.js';
import { ending, openBull, openRedis, redisLedger, redisStore, redisText } from './redis.js';
import { Registry, cardSeconds } from './registry.js';
import { TaskError } from './task.js';

/** @typedef {import('./blobs.js').BlobStore} BlobStore */
/** @typedef {import('./ledger.js').Ledger} Ledger */
/** @typedef {import('./queue_lane.js').ChunkData} ChunkData */
/** @typedef {import('./redis.js').RedisClient} RedisClient */
/** @typedef {import('./registry.js').WorkerCard} WorkerCard */
/** @typedef {import('./task.js').Task} Task */
/** @typedef {import('./thread.js').TaskParts} TaskParts */

/**
 * @typedef {object} WorkerOptions
 * @property {number | 'auto'} [threads] 'auto' (the default): one for each processor
 * @property {boolean} [allowCode] whether metrics and policies of jobs run here: they are code, with all rights of this process (false)
 * @property {BlobStore} [store] where blobs are, when not in Redis: the one that clients use
 * @property {number} [expire] seconds that results stay in Redis (86400)
 * @property {number} [lock] seconds after which a chunk of a worker that died goes to another one (15)
 * @property {(text: string) => void} [onNotice] told what the worker does and refuses
 * @property {{ version: string, module: string }} [engine] build to say that it has, for tests
 *
 * @typedef {import('./redis.js').RedisOptions & WorkerOptions} ServeOptions
 */

/** Tasks that are kept open. */
const keptTasks = 4;
/** Milliseconds that a worker rests after it has refused a job, at first and at most. */
const [firstRest, longestRest] = [500, 4000];

/** What a worker has done. */
const zeroCounts = () => ({
  chunks: 0,
  simulations: 0,
  failed: 0,
  refused: 0,
  failures: 0,
  seconds: 0,
});

/** A worker at a queue. */
export class ClusterWorker {
  #client;
  #pool;
  #store;
  #ledger;
  #registry;
  #options;
  #code = new CodeFolder();
  /** @type {Map<string, Promise<TaskParts>>} */
  #tasks = new Map();
  /** @type {import('./redis.js').BullWorker | null} */
  #worker = null;
  /** @type {NodeJS.Timeout | undefined} */
  #heart;
  #rest = firstRest;
  #rests = false;
  #closed = false;
  #started = Date.now();
  /** @type {import('./redis.js').Bull | null} */
  #bull = null;
  counts = zeroCounts();

  /**
   * @param {RedisClient} client
   * @param {WorkerCard} card
   * @param {ThreadPool} pool
   * @param {Required<Pick<WorkerOptions, 'expire' | 'lock' | 'onNotice'>> & { prefix: string, store?: BlobStore }} options
   */
  constructor(client, card, pool, options) {
    this.#client = client;
    this.card = card;
    this.#pool = pool;
    this.#options = options;
    const { prefix, expire } = options;
    this.#store = options.store ?? redisStore(client, prefix, expire);
    this.#ledger = redisLedger(client, prefix, expire);
    this.#registry = new Registry(client, prefix);
  }

  /** Begins to take chunks. */
  async start() {
    this.#bull = await openBull();
    const { prefix, lock } = this.#options;
    await this.#registry.show(this.card);
    this.#heart = setInterval(
      () => void this.#registry.show(this.card).catch(() => {}),
      300 * cardSeconds,
    );
    const connection = this.#client;
    this.#worker = new this.#bull.Worker(
      queueName,
      (job, token) => this.#process(job, String(token)),
      {
        connection,
        prefix: `${prefix}:queue`,
        concurrency: this.#pool.threads,
        lockDuration: 1000 * lock,
        stalledInterval: 500 * lock,
        maxStalledCount: 5,
        drainDelay: 2,
      },
    );
    let away = false;
    this.#worker.on('error', (error) => {
      if (!away)
        this.#options.onNotice(
          `Redis: ${redisText(error) || /** @type {{ code?: string }} */ (error).code}`,
        );
      away = true;
    });
    this.#worker.on('ready', () => void (away = false));
    await this.#worker.waitUntilReady();
  }

  /**
   * @param {import('./redis.js').BullJob} job
   * @param {string} token
   */
  async #process(job, token) {
    const data = /** @type {ChunkData} */ (job.data);
    if (await this.#declines(data)) {
      await job.moveToDelayed(Date.now() + 200, token);
      throw new /** @type {import('./redis.js').Bull} */ (this.#bull).DelayedError();
    }
    try {
      await this.#run(data);
      this.#rest = firstRest;
    } catch (error) {
      this.counts.failed++;
      const text = redisText(error);
      const { UnrecoverableError } = /** @type {import('./redis.js').Bull} */ (this.#bull);
      if (error instanceof TaskError) throw new UnrecoverableError(marks.task + text);
      if (text.startsWith(marks.missing)) throw new UnrecoverableError(text);
      throw new Error(text, { cause: error });
    }
    return null;
  }

  /** Whether a chunk is for another worker. @param {ChunkData} data */
  async #declines(data) {
    if (!fits(this.card, data)) {
      this.counts.refused++;
      const isOther =
        data.engine.module !== this.card.engine.module ||
        data.engine.version !== this.card.engine.version;
      const reason = isOther
        ? `it is for ${buildText(data.engine)}`
        : 'it has modules, and --allow-code is not given';
      this.#options.onNotice(`refused a chunk of ${data.name}: ${reason}`);
      this.#pause();
      return true;
    }
    if (data.avoid !== this.card.id) return false;
    const others = await this.#registry.list();
    return others.some((card) => card.id !== this.card.id && fits(card, data));
  }

  /** Leaves the queue to others for a while, longer each time. */
  #pause() {
    const worker = this.#worker;
    if (this.#rests || !worker) return;
    this.#rests = true;
    void worker.pause(true);
    setTimeout(() => {
      this.#rests = false;
      if (this.#worker) worker.resume();
    }, this.#rest).unref();
    this.#rest = Math.min(2 * this.#rest, longestRest);
  }

  /** @param {ChunkData} data */
  async #run(data) {
    const { task: id, first, count } = data;
    const key = ledgerKey(data);
    const [done] = await this.#client.hmget(
      `${this.#options.prefix}:chunks:${key}`,
      chunkKey(data),
    );
    // it ran before, and what was lost was that it is done
    if (done !== null && (await this.#store.has(JSON.parse(done).blob))) return;
    const parts = await this.#open(id);
    const inputs = data.inputs
      ? /** @type {import('./task.js').Inputs} */ (
          unpack(await this.#need(data.inputs, 'inputs')).arrays
        )
      : null;
    const { bytes, milliseconds } = await this.#pool.run({ id, parts }, { first, count, inputs });
    const blob = await this.#store.put(bytes);
    await this.#ledger.set(key, chunkKey(data), { blob, milliseconds, worker: this.card.id });
    this.counts.chunks++;
    this.counts.simulations += count;
    this.counts.seconds += milliseconds / 1000;
  }

  /** @param {string} id @param {string} what */
  async #need(id, what) {
    const bytes = await this.#store.get(id);
    if (bytes) return bytes;
    throw new MjError(
      `${marks.missing}the ${what} (blob ${id.slice(0, 12)}) is not in the store: it has expired`,
    );
  }

  /** @param {string} id of a task */
  #open(id) {
    let parts = this.#tasks.get(id);
    if (!parts) {
      parts = this.#load(id);
      parts.catch(() => this.#tasks.delete(id));
    }
    // the last one used at the end
    this.#tasks.delete(id);
    this.#tasks.set(id, parts);
    for (const old of [...this.#tasks.keys()].slice(0, -keptTasks)) this.#tasks.delete(old);
    return parts;
  }

  /** @param {string} id @returns {Promise<TaskParts>} */
  async #load(id) {
    const task = /** @type {Task} */ (
      JSON.parse(new TextDecoder().decode(await this.#need(id, 'task')))
    );
    /** @param {'metric' | 'policy'} what */
    const code = async (what) => {
      const part = task[what];
      return part && this.#code.open(await this.#need(part.bundle, what), part.name);
    };
    const controls =
      task.controls && unpack(await this.#need(task.controls, 'controls')).arrays.controls;
    return {
      task,
      model: task.episodes ? new Uint8Array() : await this.#need(task.model, 'model'),
      controls: /** @type {Float64Array | null} */ (controls),
      metric: await code('metric'),
      policy: await code('policy'),
    };
  }

  /** What it does, as a line. */
  health() {
    const { chunks, simulations, failed, refused } = this.counts;
    const trouble = failed + refused > 0 ? `, ${failed} failed, ${refused} refused` : '';
    return `${this.card.id}: ${chunks} chunks, ${simulations} simulations${trouble}, ${this.#pool.busy} of ${this.#pool.threads} threads busy`;
  }

  /** Counters and gauges as Prometheus reads them. */
  metrics() {
    const { chunks, simulations, failed, refused, seconds } = this.counts;
    /** @type {[string, string, string, number][]} */
    const all = [
      ['chunks_total', 'counter', 'chunks that were run', chunks],
      ['simulations_total', 'counter', 'simulations that were run', simulations],
      ['chunks_failed_total', 'counter', 'chunks that failed', failed],
      ['chunks_refused_total', 'counter', 'chunks that were left to other workers', refused],
      ['busy_seconds_total', 'counter', 'seconds that threads ran chunks', seconds],
      ['threads', 'gauge', 'threads', this.#pool.threads],
      ['threads_busy', 'gauge', 'threads that run a chunk', this.#pool.busy],
      ['up_seconds', 'gauge', 'seconds since the start', (Date.now() - this.#started) / 1000],
    ];
    const lines = all.flatMap(([name, type, help, value]) => [
      `# HELP limber_worker_${name} ${help}`,
      `# TYPE limber_worker_${name} ${type}`,
      `limber_worker_${name} ${value}`,
    ]);
    return `${lines.join('\n')}\n`;
  }

  /** Ends: chunks that run are finished, unless it has to be at once. @param {boolean} [atOnce] */
  async close(atOnce = false) {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#heart);
    const worker = this.#worker;
    this.#worker = null;
    if (atOnce) this.#pool.close();
    const closed = worker?.close(atOnce) ?? Promise.resolve();
    await (atOnce ? ending(closed) : closed);
    await ending(this.#registry.leave(this.card.id));
    this.#pool.close();
    await this.#code.close();
    this.#client.disconnect();
  }
}

/**
 * Starts a worker.
 * @param {ServeOptions} options
 */
export async function serve({
  redis,
  prefix = 'limber',
  threads = 'auto',
  allowCode = false,
  ...rest
}) {
  const { expire = 86_400, lock = 15, onNotice = () => {}, store } = rest;
  const pool = new ThreadPool(threads);
  const client = await openRedis({ redis });
  const id = `${os.hostname()}-${process.pid}-${Math.random().toString(36).slice(2, 6)}`;
  const card = {
    id,
    threads: pool.threads,
    engine: rest.engine ?? (await engineBuild()),
    code: allowCode,
  };
  const worker = new ClusterWorker(client, card, pool, { prefix, expire, lock, onNotice, store });
  try {
    await worker.start();
    return worker;
  } catch (error) {
    await worker.close(true);
    throw error;
  }
}
