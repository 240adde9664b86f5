// Entry 'limber/cluster': sweeps, rollouts and searches on many machines, by BullMQ on Redis; or on this one. For Node.
//
//   import { local } from 'limber/cluster';
//   const cluster = local();
//   const sweep = cluster.sweep({ model: 'arm.xml', vary: { 'joint:elbow.damping': '0.1:2:16' }, steps: 500, metric: './metric.js' });
//   console.log((await sweep.table()).toCSV());
//   await cluster.close();
import path from 'node:path';
import { folderStore, memoryStore } from './blobs.js';
import { Cluster } from './cluster.js';
import { folderLedger, memoryLedger } from './ledger.js';
import { localLane } from './local_lane.js';
import { ThreadPool } from './pool.js';
import { QueueLane } from './queue_lane.js';
import { openRedis, redisLedger, redisStore } from './redis.js';

export { folderStore, memoryStore, objectStore } from './blobs.js';
export { Cluster, Job } from './cluster.js';
export { act } from './network.js';
export { Table } from './table.js';
export { ClusterWorker, serve } from './worker.js';

/** @typedef {import('./blobs.js').BlobStore} BlobStore */
/** @typedef {import('./blobs.js').ObjectClient} ObjectClient */
/** @typedef {import('./chunk.js').RunContext} RunContext */
/** @typedef {import('./ledger.js').JobRecord} JobRecord */
/** @typedef {import('./network.js').TrainedPolicy} TrainedPolicy */
/** @typedef {import('./plan.js').Controller} Controller */
/** @typedef {import('./plan.js').Progress} Progress */
/** @typedef {import('./plan.js').RolloutsOptions} RolloutsOptions */
/** @typedef {import('./plan.js').SweepOptions} SweepOptions */
/** @typedef {import('./table.js').Row} Row */

/**
 * @typedef {object} LocalOptions
 * @property {number | 'auto'} [threads] 'auto' (the default): one for each processor
 * @property {string} [folder] where results are kept until they are removed, so that jobs can be resumed; they are not when left out
 */

/**
 * The threads of this machine, with the interface of a cluster.
 * @param {LocalOptions} [options]
 */
export function local({ threads = 'auto', folder } = {}) {
  const pool = new ThreadPool(threads);
  const store = folder === undefined ? memoryStore() : folderStore(path.join(folder, 'blobs'));
  const ledger = folder === undefined ? memoryLedger() : folderLedger(folder);
  const lane = localLane(pool, store, ledger, folder !== undefined);
  const close = async () => {
    pool.close();
    await lane.end();
  };
  return new Cluster({ lane, store, ledger, close });
}

/**
 * @typedef {object} ConnectOptions
 * @property {BlobStore} [store] where blobs are, when not in Redis; workers need the same one
 * @property {number} [expire] seconds that blobs stay in Redis after they were last put there (86400)
 * @property {number} [keep] seconds that results stay after their job is done, for whoever asks for the same (3600)
 * @property {number} [attempts] how often a chunk that fails is tried (3)
 * @property {number} [patience] seconds until a job fails that none of the workers takes (5)
 */

/**
 * Workers at a queue of BullMQ on Redis.
 * @param {import('./redis.js').RedisOptions & ConnectOptions} options
 */
export async function connect({ redis, prefix = 'limber', ...options }) {
  const { expire = 86_400, keep = 3600, attempts = 3, patience = 5 } = options;
  const client = await openRedis({ redis });
  const store = options.store ?? redisStore(client, prefix, expire);
  const ledger = redisLedger(client, prefix, expire);
  try {
    const parts = { client, store, ledger };
    const lane = await QueueLane.open(parts, { prefix, keep, attempts, patience });
    const close = async () => {
      await lane.end();
      client.disconnect();
    };
    return new Cluster({ lane, store, ledger, close });
  } catch (error) {
    client.disconnect();
    throw error;
  }
}
