// Chunks as jobs of BullMQ. A job has ids and numbers alone; models, inputs and results are blobs. What is done stands in the ledger:
// events of the queue only say that it is worth a look, so that one that is missed costs time and nothing else.
import { MjError } from '../engine/error.js';
import { hashOf } from './blobs.js';
import { buildText, engineBuild } from './build.js';
import { unnamed } from './campaign.js';
import { chunkKey } from './ledger.js';
import { noteJob } from './local_lane.js';
import { pack } from './pack.js';
import { inputsOf } from './plan.js';
import { ending, isFull, openBull, redisText } from './redis.js';
import { Registry } from './registry.js';
import { TaskError } from './task.js';

/** @typedef {import('./blobs.js').BlobStore} BlobStore */
/** @typedef {import('./campaign.js').ChunkCall} ChunkCall */
/** @typedef {import('./ledger.js').Entry} Entry */
/** @typedef {import('./ledger.js').Ledger} Ledger */
/** @typedef {import('./plan.js').Plan} Plan */
/** @typedef {import('./redis.js').RedisClient} RedisClient */
/** @typedef {import('./registry.js').WorkerCard} WorkerCard */
/** @typedef {import('./task.js').Chunk} Chunk */

/**
 * The data of a job, less than 4 kB.
 * @typedef {object} ChunkData
 * @property {string} task id of the task's blob
 * @property {number} first
 * @property {number} count
 * @property {string | null} inputs id of a blob
 * @property {{ version: string, module: string }} engine
 * @property {boolean} code whether modules of the job are run
 * @property {boolean} copy whether it runs for comparison
 * @property {string | null} avoid worker that should not run it
 * @property {string} name of the job that it belongs to
 *
 * @typedef {object} Waiting
 * @property {string} id of the job
 * @property {ChunkData} data
 * @property {(entry: Entry) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {number} repairs times that what it needs was stored anew
 *
 * @typedef {object} LaneOptions
 * @property {string} prefix
 * @property {number} keep seconds that results live on after the job is done
 * @property {number} attempts
 * @property {number} patience seconds until a job for which no worker fits fails
 */

/** Name of the queue, below the prefix. */
export const queueName = 'chunks';
/** Events of the queue that are kept. */
const mostEvents = 1000;
/** Milliseconds between two looks at the ledger when no event says anything. */
const lookTime = 500;
/** Milliseconds between two looks at jobs and workers. */
const careTime = 2000;
const mostRepairs = 3;

/** What errors of workers begin with when they concern more than their chunk. */
export const marks = { task: 'task: ', missing: 'missing: ' };

/** Key of the ledger under which copies are. @param {ChunkData} data */
export const ledgerKey = ({ task, copy }) => (copy ? `${task}:copies` : task);

/** @param {Pick<ChunkData, 'task' | 'first' | 'count' | 'copy'>} data */
export const jobId = ({ task, first, count, copy }) =>
  `c${hashOf(JSON.stringify([task, first, count, copy])).slice(0, 32)}`;

/** Whether a worker takes a job. @param {WorkerCard} card @param {Pick<ChunkData, 'engine' | 'code'>} data */
export const fits = ({ engine, code }, data) =>
  engine.module === data.engine.module &&
  engine.version === data.engine.version &&
  (code || !data.code);

/** The queue of a cluster. */
export class QueueLane {
  #client;
  #store;
  #ledger;
  #options;
  #registry;
  #listener;
  /** @type {import('./redis.js').BullQueue} */
  #queue;
  /** @type {import('./redis.js').BullEvents} */
  #events;
  /** @type {Map<string, Waiting>} */
  #waiting = new Map();
  /** @type {WorkerCard[]} */
  #workers = [];
  /** @type {(text: string) => void} */
  #notice = () => {};
  /** Plans that run, by task. @type {Map<string, { plan: Plan, name: string }>} */
  #plans = new Map();
  /** Milliseconds since when no worker fits. */
  #alone = 0;
  #told = '';
  #looking = false;
  #again = false;
  /** @type {NodeJS.Timeout[]} */
  #timers = [];

  /**
   * @param {{ client: RedisClient, store: BlobStore & { expire?: (ids: string[], seconds: number) => Promise<void> }, ledger: Ledger }} parts
   * @param {LaneOptions} options
   */
  static async open(parts, options) {
    const bull = await openBull();
    const connection = parts.client;
    const prefix = `${options.prefix}:queue`;
    const queue = new bull.Queue(queueName, {
      connection,
      prefix,
      streams: { events: { maxLen: mostEvents } },
    });
    const listener = connection.duplicate();
    const events = new bull.QueueEvents(queueName, { connection: listener, prefix });
    // the connection comes back by itself
    queue.on('error', () => {});
    events.on('error', () => {});
    await Promise.all([queue.waitUntilReady(), events.waitUntilReady()]);
    const lane = new QueueLane(parts, options, queue, events, listener);
    await lane.#care();
    return lane;
  }

  /**
   * @param {{ client: RedisClient, store: BlobStore & { expire?: (ids: string[], seconds: number) => Promise<void> }, ledger: Ledger }} parts
   * @param {LaneOptions} options
   * @param {import('./redis.js').BullQueue} queue
   * @param {import('./redis.js').BullEvents} events
   * @param {RedisClient} listener connection of the events
   */
  constructor({ client, store, ledger }, options, queue, events, listener) {
    this.#listener = listener;
    this.#client = client;
    this.#store = store;
    this.#ledger = ledger;
    this.#options = options;
    this.#queue = queue;
    this.#events = events;
    this.#registry = new Registry(client, options.prefix);
    const look = () => void this.#look();
    events.on('completed', look);
    events.on('failed', look);
    this.#timers = [
      setInterval(look, lookTime),
      setInterval(() => void this.#care().catch(() => {}), careTime),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  /** @param {Plan} plan @param {string} name @param {(text: string) => void} notice */
  async open(plan, name, notice) {
    this.#notice = notice;
    this.#plans.set(plan.id, { plan, name });
    this.#told = '';
    this.#alone = 0;
    try {
      await noteJob(this.#ledger, plan, name);
      await this.#putBlobs(plan);
      await this.#care();
      return await this.#ledger.list(plan.id);
    } catch (error) {
      throw isFull(error) ? new TaskError(redisText(error), { cause: error }) : error;
    }
  }

  /** @param {Plan} plan */
  async #putBlobs({ blobs, task, inputs }) {
    for (const bytes of Object.values(blobs)) await this.#store.put(bytes);
    // whole, for whoever resumes the job
    if (task.inputs) await this.#store.put(pack('inputs', { ...inputs }));
  }

  capacity() {
    return this.#workers.reduce((sum, { threads }) => sum + threads, 0);
  }

  /**
   * @param {Plan} plan
   * @param {Chunk} chunk
   * @param {ChunkCall} call
   * @returns {Promise<Entry>}
   */
  async run(plan, chunk, { signal, copy, avoid = undefined }) {
    signal.throwIfAborted();
    const { task } = plan;
    const inputs = inputsOf(plan, chunk);
    const bytes = inputs && pack('inputs', { ...inputs });
    /** @type {ChunkData} */
    const data = {
      task: plan.id,
      ...chunk,
      inputs: bytes && hashOf(bytes),
      engine: await engineBuild(),
      code: task.metric !== null || task.policy !== null,
      copy,
      avoid: avoid ?? null,
      name: this.#plans.get(plan.id)?.name ?? '',
    };
    const id = jobId(data);
    try {
      if (bytes) await this.#store.put(bytes);
      const entry = await this.#send(id, data, signal);
      if (copy) await this.#ledger.remove(ledgerKey(data), chunkKey(chunk));
      else if (data.inputs) await this.#store.delete(data.inputs);
      return entry;
    } catch (error) {
      throw isFull(error) ? new TaskError(redisText(error), { cause: error }) : error;
    }
  }

  /** Adds a job to the queue and waits for it. @param {string} id @param {ChunkData} data @param {AbortSignal} signal @returns {Promise<Entry>} */
  async #send(id, data, signal) {
    await this.#add(id, data);
    return new Promise((resolve, reject) => {
      const end = () => {
        this.#waiting.delete(id);
        // what nobody has begun is taken back; what runs may end
        this.#queue.remove(id).catch(() => {});
        reject(signal.reason);
      };
      const settle = (/** @type {() => void} */ body) => {
        signal.removeEventListener('abort', end);
        this.#waiting.delete(id);
        body();
      };
      signal.addEventListener('abort', end);
      this.#waiting.set(id, {
        id,
        data,
        repairs: 0,
        resolve: (entry) => settle(() => resolve(entry)),
        reject: (error) => settle(() => reject(error)),
      });
      if (signal.aborted) end();
      else void this.#look();
    });
  }

  /** @param {string} id @param {ChunkData} data */
  async #add(id, data) {
    // one that failed before, of another run of the same job
    if ((await this.#queue.getJobState(id)) === 'failed') await this.#queue.remove(id);
    await this.#queue.add('chunk', data, {
      jobId: id,
      attempts: this.#options.attempts,
      backoff: { type: 'exponential', delay: 300 },
      removeOnComplete: true,
      removeOnFail: { count: 1000, age: 86_400 },
      stackTraceLimit: 1,
    });
  }

  /** Looks which of the chunks that are waited for are done; one look at a time. */
  async #look() {
    this.#again = true;
    if (this.#looking) return;
    this.#looking = true;
    try {
      while (this.#again) {
        this.#again = false;
        await this.#lookOnce();
      }
    } catch {
      // the server is away: the next look finds out more
    } finally {
      this.#looking = false;
    }
  }

  async #lookOnce() {
    /** @type {Map<string, Waiting[]>} */
    const byKey = new Map();
    for (const waiting of this.#waiting.values()) {
      const key = ledgerKey(waiting.data);
      byKey.set(key, [...(byKey.get(key) ?? []), waiting]);
    }
    for (const [key, list] of byKey) {
      const texts = await this.#client.hmget(
        `${this.#options.prefix}:chunks:${key}`,
        ...list.map(({ data }) => chunkKey(data)),
      );
      texts.forEach((text, i) => text !== null && list[i].resolve(JSON.parse(text)));
    }
  }

  /** Looks after workers, and after jobs that nobody has any more. */
  async #care() {
    this.#workers = await this.#registry.list();
    for (const { plan, name } of this.#plans.values()) await this.#careForPlan(plan, name);
    for (const waiting of [...this.#waiting.values()]) await this.#careForJob(waiting);
  }

  /** @param {string} text told once until something else is */
  #tell(text) {
    if (text !== this.#told) this.#notice(text);
    this.#told = text;
  }

  /** Fails what is waited for of a task. @param {string} task @param {string} text */
  #failTask(task, text) {
    for (const waiting of [...this.#waiting.values()])
      if (waiting.data.task === task) {
        this.#queue.remove(waiting.id).catch(() => {});
        waiting.reject(new TaskError(text));
      }
  }

  /** @param {Plan} plan @param {string} name */
  async #careForPlan({ id, task }, name) {
    if ((await this.#ledger.job(name))?.state === 'cancelled')
      this.#failTask(id, `job '${name}' was cancelled`);
    const needs = {
      engine: await engineBuild(),
      code: task.metric !== null || task.policy !== null,
    };
    const memory = await this.#client.info('memory');
    const number = (/** @type {string} */ name) =>
      Number(new RegExp(`${name}:(\\d+)`).exec(memory)?.[1] ?? 0);
    if (number('maxmemory') > 0 && number('used_memory') > number('maxmemory'))
      this.#tell('Redis is full: results cannot be stored until there is room');
    if (this.#workers.some((card) => fits(card, needs))) {
      this.#alone = 0;
      return;
    }
    if (this.#workers.length === 0) {
      this.#alone = 0;
      this.#tell('there is no worker yet: limber worker --redis URL starts one');
      return;
    }
    this.#alone ||= performance.now();
    if (performance.now() - this.#alone < 1000 * this.#options.patience) return;
    this.#failTask(id, refusalText(this.#workers, needs));
  }

  /** @param {Waiting} waiting */
  async #careForJob(waiting) {
    const { id, data } = waiting;
    const job = await this.#queue.getJob(id);
    if (!this.#waiting.has(id)) return;
    if (!job) {
      const done = await this.#client.hget(
        `${this.#options.prefix}:chunks:${ledgerKey(data)}`,
        chunkKey(data),
      );
      // lost with what the server had not written yet
      if (done === null && this.#waiting.has(id)) await this.#add(id, data);
      else await this.#look();
      return;
    }
    if (!job.finishedOn || !job.failedReason || !(await job.isFailed())) return;
    await this.#queue.remove(id);
    const reason = job.failedReason;
    if (reason.startsWith(marks.missing) && waiting.repairs++ < mostRepairs) {
      const plan = this.#plans.get(data.task)?.plan;
      this.#notice(`${reason.slice(marks.missing.length)}: it is stored again`);
      if (plan) await this.#putBlobs(plan);
      if (plan && data.inputs) await this.#store.put(pack('inputs', { ...inputsOf(plan, data) }));
      await this.#add(id, data);
    } else if (reason.startsWith(marks.task)) {
      waiting.reject(new TaskError(reason.slice(marks.task.length)));
    } else {
      waiting.reject(new MjError(reason.replace(marks.missing, '')));
    }
  }

  /** @param {Entry} entry */
  result({ blob }) {
    return this.#store.get(blob);
  }

  /** @param {Plan} plan @param {Chunk} chunk */
  async forget(plan, chunk) {
    await this.#ledger.remove(plan.id, chunkKey(chunk));
  }

  /** @param {Plan} plan @param {string} name @param {boolean} done */
  async close(plan, name, done) {
    this.#plans.delete(plan.id);
    if (!done) return;
    const record = await this.#ledger.job(name);
    // those that nobody named are not listed for ever
    if (name.startsWith(unnamed)) await this.#ledger.forget(name);
    else if (record) await this.#ledger.note({ ...record, state: 'done' });
    const results = [...(await this.#ledger.list(plan.id)).values()].map(({ blob }) => blob);
    await this.#store.expire?.(results, this.#options.keep);
    await this.#client.expire(`${this.#options.prefix}:chunks:${plan.id}`, this.#options.keep);
  }

  /** Takes chunks of a task back that nobody has begun. @param {string} task */
  async cancel(task) {
    const size = 500;
    for (let start = 0; ;) {
      const jobs = await this.#queue.getJobs(['waiting', 'delayed'], start, start + size - 1);
      const mine = jobs.filter(
        (job) => /** @type {ChunkData | undefined} */ (job?.data)?.task === task,
      );
      await Promise.all(mine.map(({ id }) => this.#queue.remove(String(id))));
      if (jobs.length < size) return;
      start += size - mine.length;
    }
  }

  /** Ends the connections. */
  async end() {
    for (const timer of this.#timers) clearInterval(timer);
    await ending(Promise.all([this.#events.close(), this.#queue.close()]));
    this.#listener.disconnect();
  }
}

/** Why no worker takes a job. @param {WorkerCard[]} workers @param {Pick<ChunkData, 'engine' | 'code'>} needs */
function refusalText(workers, needs) {
  const others = workers.map(({ id, engine, code }) => {
    const isOther =
      engine.module !== needs.engine.module || engine.version !== needs.engine.version;
    return `${id} ${isOther ? `has ${buildText(engine)}` : code ? '' : 'runs no modules of jobs (limber worker --allow-code)'}`;
  });
  return `no worker takes this job, which was made by ${buildText(needs.engine)}: ${others.join('; ')}`;
}
