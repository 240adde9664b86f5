// Connections to Redis, and what can be wrong with them, in words. The packages ioredis and bullmq are optional: they are loaded when a
// cluster is connected to.
import { MjError } from '../engine/error.js';
import { checked, hashOf } from './blobs.js';

/** @typedef {import('./blobs.js').BlobStore} BlobStore */
/** @typedef {import('./ledger.js').Entry} Entry */
/** @typedef {import('./ledger.js').JobRecord} JobRecord */
/** @typedef {import('./ledger.js').Ledger} Ledger */

/**
 * What is used of an ioredis client.
 * @typedef {object} RedisClient
 * @property {() => Promise<unknown>} connect
 * @property {() => Promise<unknown>} quit
 * @property {() => void} disconnect
 * @property {() => RedisClient} duplicate
 * @property {(name: string, handler: (value?: unknown) => void) => unknown} on
 * @property {(key: string) => Promise<Uint8Array | null>} getBuffer
 * @property {(key: string) => Promise<string | null>} get
 * @property {(key: string, value: string | Uint8Array, mode: 'EX', seconds: number) => Promise<unknown>} set
 * @property {(key: string, seconds: number) => Promise<number>} expire
 * @property {(...keys: string[]) => Promise<number>} exists
 * @property {(...keys: string[]) => Promise<number>} del
 * @property {(key: string) => Promise<Record<string, string>>} hgetall
 * @property {(key: string, field: string) => Promise<string | null>} hget
 * @property {(key: string, ...fields: string[]) => Promise<(string | null)[]>} hmget
 * @property {(key: string, field: string, value: string) => Promise<number>} hset
 * @property {(key: string, ...fields: string[]) => Promise<number>} hdel
 * @property {(key: string, ...members: string[]) => Promise<number>} sadd
 * @property {(key: string, ...members: string[]) => Promise<number>} srem
 * @property {(key: string) => Promise<string[]>} smembers
 * @property {(section: string) => Promise<string>} info
 *
 * What is used of BullMQ; its own types need it to be installed.
 * @typedef {object} BullJob
 * @property {string} [id]
 * @property {unknown} data
 * @property {number} [finishedOn]
 * @property {string} [failedReason]
 * @property {() => Promise<boolean>} isFailed
 * @property {(timestamp: number, token: string) => Promise<void>} moveToDelayed
 *
 * @typedef {object} BullQueue
 * @property {(name: 'error', handler: (error: Error) => void) => unknown} on
 * @property {() => Promise<unknown>} waitUntilReady
 * @property {(name: string, data: object, options: object) => Promise<unknown>} add
 * @property {(id: string) => Promise<number>} remove
 * @property {(id: string) => Promise<BullJob | undefined>} getJob
 * @property {(states: string[], start: number, end: number) => Promise<BullJob[]>} getJobs
 * @property {(id: string) => Promise<string>} getJobState
 * @property {() => Promise<void>} close
 *
 * @typedef {object} BullEvents
 * @property {(name: 'error' | 'completed' | 'failed', handler: () => void) => unknown} on
 * @property {() => Promise<unknown>} waitUntilReady
 * @property {() => Promise<void>} close
 *
 * @typedef {object} BullWorker
 * @property {(name: 'error' | 'ready', handler: (error: Error) => void) => unknown} on
 * @property {() => Promise<unknown>} waitUntilReady
 * @property {(atOnce?: boolean) => Promise<void>} pause
 * @property {() => void} resume
 * @property {(atOnce?: boolean) => Promise<void>} close
 *
 * @typedef {object} Bull
 * @property {new (name: string, options: object) => BullQueue} Queue
 * @property {new (name: string, options: object) => BullEvents} QueueEvents
 * @property {new (name: string, processor: (job: BullJob, token?: string) => Promise<unknown>, options: object) => BullWorker} Worker
 * @property {new (message?: string) => Error} DelayedError
 * @property {new (message?: string) => Error} UnrecoverableError
 *
 * @typedef {object} RedisOptions
 * @property {string | Record<string, unknown>} redis where it is: redis://[:PASSWORD@]HOST:PORT[/DATABASE], rediss:// with TLS, the path of
 *   a socket, or options of ioredis
 * @property {string} [prefix] of all keys ('limber')
 */

/** Milliseconds until a server that says nothing counts as absent. */
const connectTime = 5000;

/**
 * A package that is not there by itself.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} open
 * @returns {Promise<T>}
 */
async function openPeer(name, open) {
  try {
    return await open();
  } catch (cause) {
    const { code } = /** @type {{ code?: string }} */ (cause);
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw cause;
    throw new MjError(
      `a cluster on Redis needs the package '${name}': npm install bullmq ioredis`,
      { cause },
    );
  }
}

/** The package bullmq. @returns {Promise<Bull>} */
export async function openBull() {
  const bull = /** @type {unknown} */ (await openPeer('bullmq', () => import('bullmq')));
  return /** @type {Bull} */ (bull);
}

/** Where a server is, without its password. @param {RedisOptions['redis']} redis */
export function placeOf(redis) {
  if (typeof redis !== 'string')
    return `${redis.path ?? `${redis.host ?? '127.0.0.1'}:${redis.port ?? 6379}`}`;
  return redis.replace(/\/\/[^@/]*@/, '//');
}

/** @param {unknown} error @param {string} place */
function explain(error, place) {
  const { message, code = '' } = /** @type {Error & { code?: string }} */ (error);
  if (/WRONGPASS|invalid password|invalid username/i.test(message))
    return `Redis at ${place} refuses this password`;
  if (/NOAUTH/i.test(message))
    return `Redis at ${place} asks for a password: redis://:PASSWORD@HOST:PORT`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `there is no host of Redis at ${place}`;
  if (
    ['ECONNREFUSED', 'ENOENT', 'ETIMEDOUT', 'ECONNRESET', 'EHOSTUNREACH'].includes(code) ||
    /timed? ?out/i.test(message)
  )
    return `Redis at ${place} does not answer (${code || message})`;
  return `Redis at ${place}: ${message}`;
}

/** What a command that failed means for people. @param {unknown} error */
export function redisText(error) {
  const { message } = /** @type {Error} */ (error);
  if (/^OOM|used memory > 'maxmemory'/.test(message))
    return 'Redis is full: raise its maxmemory, or prune jobs (limber jobs prune)';
  return message.replace(/^MuJoCo Error: /, '');
}

/** Whether a server has no room left. @param {unknown} error */
export const isFull = (error) => /^Redis is full/.test(redisText(error));

/** @param {RedisOptions['redis']} redis */
function demandPlace(redis) {
  const isText = typeof redis === 'string' && /^(rediss?:\/\/.|\/)/.test(redis);
  if (isText || (typeof redis === 'object' && redis !== null)) return;
  throw new MjError(
    `Redis is at redis://HOST:PORT, rediss://HOST:PORT or /the/path/of/a/socket, got '${redis}'`,
  );
}

/**
 * A connection that works now, and comes back by itself when the server was away.
 * @param {RedisOptions} options
 * @returns {Promise<RedisClient>}
 */
export async function openRedis({ redis }) {
  demandPlace(redis);
  const { Redis } = await openPeer('ioredis', () => import('ioredis'));
  const place = placeOf(redis);
  let isOpen = false;
  const common = {
    lazyConnect: true,
    maxRetriesPerRequest: null,
    connectTimeout: connectTime,
    // the first time it must work, later it comes back
    retryStrategy: (/** @type {number} */ times) => (isOpen ? Math.min(100 * times, 2000) : null),
  };
  const client =
    typeof redis === 'string' ? new Redis(redis, common) : new Redis({ ...redis, ...common });
  /** @type {unknown} */
  let reason = null;
  client.on('error', (error) => (reason = error));
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('timed out')), connectTime + 500);
  });
  try {
    await Promise.race([client.connect().then(() => client.ping()), late]);
    isOpen = true;
    return /** @type {RedisClient} */ (/** @type {unknown} */ (client));
  } catch (error) {
    client.disconnect();
    // what happened to the socket tells more than that it was closed
    throw new MjError(
      explain(/NOAUTH|WRONGPASS/.test(String(error)) ? error : (reason ?? error), place),
      { cause: error },
    );
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Blobs as keys that expire.
 * @param {RedisClient} client
 * @param {string} prefix
 * @param {number} seconds that a blob lives on after it was put last
 * @returns {BlobStore & { expire: (ids: string[], seconds: number) => Promise<void> }}
 */
export function redisStore(client, prefix, seconds) {
  const key = (/** @type {string} */ id) => `${prefix}:blob:${id}`;
  return {
    async put(bytes) {
      const id = hashOf(bytes);
      if ((await client.expire(key(id), seconds)) === 0) {
        const { buffer, byteOffset, byteLength } = bytes;
        const content = Buffer.from(/** @type {ArrayBuffer} */ (buffer), byteOffset, byteLength);
        await client.set(key(id), content, 'EX', seconds);
      }
      return id;
    },
    async get(id) {
      const bytes = await client.getBuffer(key(id));
      return bytes && checked(id, new Uint8Array(bytes), 'Redis');
    },
    has: async (id) => (await client.exists(key(id))) > 0,
    async delete(id) {
      await client.del(key(id));
    },
    async expire(ids, after) {
      await Promise.all(ids.map((id) => client.expire(key(id), after)));
    },
  };
}

/**
 * @param {RedisClient} client
 * @param {string} prefix
 * @param {number} seconds that the list of a task's chunks lives on after the last one
 * @returns {Ledger}
 */
export function redisLedger(client, prefix, seconds) {
  const key = (/** @type {string} */ task) => `${prefix}:chunks:${task}`;
  const jobs = `${prefix}:jobs`;
  return {
    async list(task) {
      const all = await client.hgetall(key(task));
      return new Map(
        Object.entries(all).map(([chunk, text]) => [
          chunk,
          /** @type {Entry} */ (JSON.parse(text)),
        ]),
      );
    },
    async set(task, chunk, entry) {
      await client.hset(key(task), chunk, JSON.stringify(entry));
      await client.expire(key(task), seconds);
    },
    async remove(task, chunk) {
      await client.hdel(key(task), chunk);
    },
    async clear(task) {
      await client.del(key(task));
    },
    async jobs() {
      const all = Object.values(await client.hgetall(jobs));
      return all.map((text) => /** @type {JobRecord} */ (JSON.parse(text)));
    },
    async job(name) {
      const text = await client.hget(jobs, name);
      return text === null ? null : JSON.parse(text);
    },
    async note(record) {
      await client.hset(jobs, record.name, JSON.stringify(record));
    },
    async forget(name) {
      await client.hdel(jobs, name);
    },
  };
}

/** Milliseconds that ending waits for a server that may be away. */
const endTime = 2000;

/**
 * Waits for something that needs a server, but not for ever: a server that is away does not keep a program from ending.
 * @param {Promise<unknown>} work
 */
export async function ending(work) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve(null), endTime);
  });
  await Promise.race([work.catch(() => {}), late]);
  clearTimeout(timer);
}
