// What a cluster costs on this machine: throughput beside that of its threads alone, Redis' memory over 100,000 simulations, and the
// figures that scripts/cluster_model.mjs goes by. Needs redis-server.
//
// usage: npm run bench -- --cluster
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import Client from 'ioredis';
import { connect, local } from '../../js/cluster/index.js';
import { openRedis, redisStore } from '../../js/cluster/redis.js';
import { Redis, end, skip, start, until } from '../js/cluster/servers.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const metric = fileURLToPath(new URL('../js/cluster/metrics.mjs#height', import.meta.url)).replace(
  '%23',
  '#',
);
const model = path.join(root, 'examples/pendulum_chain.xml');
const ROUNDS = 8; // the first one compiles the engines
const threads = Math.min(2, os.availableParallelism());

if (skip) throw new Error(skip);
const redis = await new Redis().start();
const client = new Client(redis.socket);
/** @param {string} section @param {string} name */
const info = async (section, name) =>
  Number(new RegExp(`${name}:([\\d.]+)`).exec(await client.info(section))?.[1]);
const memory = () => info('memory', 'used_memory');
const redisSeconds = async () =>
  (await info('cpu', 'used_cpu_user')) + (await info('cpu', 'used_cpu_sys'));

/** @param {number} count */
async function startWorkers(count) {
  const program = path.join(root, 'js/cli/limber.js');
  const args = [program, 'worker', '--redis', redis.socket, '-j', '1', '--allow-code'];
  const workers = Array.from({ length: count }, () => start(process.execPath, args));
  for (const worker of workers) await until(() => worker.output.includes(' ready, '), 'a worker');
  return workers;
}

/** @param {import('../../js/cluster/index.js').Cluster} cluster @param {number} count @param {{ steps: number, chunkSeconds?: number, name?: string }} options */
async function time(cluster, count, options) {
  let [chunks, busy] = [0, 0];
  const began = performance.now();
  const vary = { 'opt.gravity[2]': `-10:-9:${count}` };
  const onProgress = (/** @type {{ busySeconds: number }} */ { busySeconds }) => {
    chunks++;
    busy = busySeconds;
  };
  await cluster
    .sweep({ model, vary, verify: 0, metric: `${metric}`, onProgress, ...options })
    .table();
  return { seconds: (performance.now() - began) / 1000, chunks, busy };
}

const workers = await startWorkers(threads);
const cluster = await connect({ redis: redis.socket });
const one = local({ threads });

// throughput, with chunks of a second: both once before, so that engines are compiled
const long = { steps: 300, chunkSeconds: 1 };
const count = 4000;
/** @type {number[]} */
const ratios = [];
for (let round = 0; round < ROUNDS; round++) {
  // in turns, the first one changing: what else the machine does meets both
  const sides = round % 2 ? [cluster, one] : [one, cluster];
  const first = await time(sides[0], count + round, long);
  const second = await time(sides[1], count + round, long);
  const [here, there] = round % 2 ? [second, first] : [first, second];
  const part = (/** @type {typeof here} */ { busy, seconds }) =>
    `${seconds.toFixed(2)} s, threads busy ${((100 * busy) / seconds / threads).toFixed(0)} %`;
  const ratio = here.seconds / there.seconds;
  console.log(
    `  here ${part(here)}; workers ${part(there)}; throughput ${(100 * ratio).toFixed(0)} %`,
  );
  if (round > 0) ratios.push(ratio);
}
ratios.sort((a, b) => a - b);
const middle = ratios[ratios.length >> 1];
console.log(
  `${count} simulations, chunks of 1 s, ${threads} threads: workers reach ${(100 * middle).toFixed(0)} % of the throughput here, the median of ${ratios.length} rounds in turns`,
);

// what a chunk costs, with chunks as small as they get
const tiny = { steps: 1, chunkSeconds: 1e-6 };
await time(cluster, 500, tiny);
const [cpu, redisBefore] = [process.cpuUsage(), await redisSeconds()];
const { chunks, seconds } = await time(cluster, 4000, tiny);
const used = process.cpuUsage(cpu);
console.log(
  `a chunk costs: Redis ${((1e6 * ((await redisSeconds()) - redisBefore)) / chunks).toFixed(0)} us, client ${((used.user + used.system) / chunks).toFixed(0)} us; ${(chunks / seconds).toFixed(0)} chunks in a second`,
);

await cluster.prune({ all: true });

// memory, while a hundred thousand simulations run
const [floor, peaks] = [await memory(), [0]];
const timer = setInterval(() => void memory().then((bytes) => peaks.push(bytes)), 100);
// with a name: results of jobs that have none go by themselves, an hour later
const many = await time(cluster, 100_000, { name: 'many', steps: 10, chunkSeconds: 0.2 });
clearInterval(timer);
const after = await memory();
console.log(
  `100,000 simulations in ${many.chunks} chunks: ${many.seconds.toFixed(0)} s; Redis ${(floor / 1e6).toFixed(1)} MB before, at most ${(Math.max(...peaks) / 1e6).toFixed(1)} MB, ${(after / 1e6).toFixed(1)} MB after`,
);
await cluster.prune({ all: true });
console.log(`after limber jobs prune: ${((await memory()) / 1e6).toFixed(1)} MB`);

// blobs
const own = await openRedis({ redis: redis.socket });
const store = redisStore(own, 'bench', 60);
const blob = new Uint8Array(8e6);
const began = performance.now();
for (let k = 0; k < 10; k++) {
  blob[0] = k;
  await store.get(await store.put(blob));
}
console.log(`blobs: ${(160e6 / (performance.now() - began) / 1000).toFixed(0)} MB in a second`);

// a job that waits, a result that is kept
for (const worker of workers) await end(worker);
await client.flushall();
const empty = await memory();
const abort = new AbortController();
const waiting = cluster.sweep({
  model,
  steps: 1,
  metric,
  vary: { 'opt.gravity[2]': '-10:-9:500' },
  signal: abort.signal,
  chunkSeconds: 1e-6,
});
const ended = waiting.table().catch(() => {});
await until(async () => (await client.keys('limber:queue:chunks:c*')).length > 0, 'jobs');
const jobs = (await client.keys('limber:queue:chunks:c*')).length;
const job = await client.memory('USAGE', (await client.keys('limber:queue:chunks:c*'))[0]);
console.log(
  `a job that waits: ${job} bytes (${jobs} of them; ${((await memory()) - empty) / 1e3} kB with model and metric)`,
);
abort.abort();
await ended;
own.disconnect();
await cluster.close();
await one.close();
client.disconnect();
await redis.close();
