// limber worker: runs chunks of sweeps and rollouts that others put into a queue on Redis.
import { once } from 'node:events';
import http from 'node:http';
import process from 'node:process';
import { folderStore, serve } from '../../cluster/index.js';
import { redisOf, redisOptions } from '../cluster.js';

/** Milliseconds between two lines about what the worker has done. */
const healthTime = 60_000;

/**
 * Answers /metrics for Prometheus, and /health.
 * @param {import('../../cluster/index.js').ClusterWorker} worker
 * @param {number} port
 */
async function serveMetrics(worker, port) {
  const server = http.createServer((request, response) => {
    const text =
      (request.url === '/metrics' && worker.metrics()) ||
      (request.url === '/health' && `${worker.health()}\n`) ||
      '';
    response.writeHead(text ? 200 : 404, { 'content-type': 'text/plain; version=0.0.4' });
    response.end(text || 'there are /metrics and /health\n');
  });
  server.listen(port);
  await once(server, 'listening');
  return server;
}

/** @type {import('../arguments.js').Command} */
export const command = {
  summary:
    'Runs chunks of sweeps that come by Redis, until it is ended (SIGTERM: after what it has begun)',
  positionals: [],
  details:
    'Metrics and policies of sweeps are programs with all rights of this process: --allow-code lets them run. Needs the packages bullmq and ioredis.',
  options: {
    ...redisOptions,
    threads: {
      type: 'count',
      short: 'j',
      value: 'N',
      help: 'chunks at a time; all processors when left out',
      least: 1,
    },
    'allow-code': { type: 'boolean', help: 'run metrics and policies of jobs', default: false },
    metrics: {
      type: 'count',
      value: 'PORT',
      help: 'answer /metrics (Prometheus) and /health there',
      most: 65535,
    },
    lock: {
      type: 'number',
      value: 'SECONDS',
      help: 'until a chunk of a worker that died goes to another',
      default: 15,
      least: 1,
    },
  },
  async run({ options }) {
    const say = (/** @type {string} */ text) => process.stdout.write(`${text}\n`);
    const { redis, prefix, store } = redisOf(options, 'worker');
    const worker = await serve({
      redis,
      prefix,
      threads: options.threads ?? 'auto',
      allowCode: options['allow-code'],
      lock: options.lock,
      onNotice: say,
      ...(store ? { store: folderStore(store) } : {}),
    });
    const server =
      options.metrics === undefined ? null : await serveMetrics(worker, options.metrics);
    const { id, threads, code } = worker.card;
    say(`${id}: ready, ${threads} threads${code ? ', runs modules of jobs' : ''}`);
    const timer = setInterval(() => say(worker.health()), healthTime);
    await ended();
    clearInterval(timer);
    say(`${id}: ends after ${worker.health().split(', ').at(-1)}`);
    // a second signal waits for nothing
    void ended().then(() => process.exit(1));
    await worker.close();
    server?.close();
    say(worker.health());
    process.exit(0);
  },
};

/** The next signal to end. */
const ended = () => Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
