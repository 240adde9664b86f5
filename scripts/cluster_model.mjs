// How a cluster grows: a queue with many workers, simulated with the figures that `npm run bench -- --cluster` measures on a machine.
//
// Redis does one thing at a time, so its load is the sum of what chunks cost it; blobs travel at the rate of its network. Workers
// fetch a task once, then for each chunk take a job, store a result and note it. What is printed says where it breaks.
//
// usage: node scripts/cluster_model.mjs [--workers N] [--threads N] [--chunk SECONDS] [--result BYTES] [--model BYTES]
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

/**
 * @typedef {object} Figures
 * @property {number} command microseconds of Redis for a chunk, all its commands together
 * @property {number} client microseconds of the client's thread for a chunk
 * @property {number} bandwidth bytes of blobs in a second that one Redis sends and takes
 * @property {number} jobBytes memory of a job that waits or runs
 * @property {number} resultBytes memory of a result that is kept, beside its content
 *
 * @typedef {object} Cluster
 * @property {number} workers
 * @property {number} threads of each
 * @property {number} chunk seconds of one
 * @property {number} result bytes of a chunk's result
 * @property {number} model bytes of the model
 * @property {number} seconds that are simulated
 */

/** A number from 0 to 1 that follows from another. @param {number} n */
const spread = (n) => (Math.imul(n + 1, 0x9e3779b9) >>> 0) / 2 ** 32;

/** Things to do, the earliest first. */
class Agenda {
  /** @type {{ at: number, what: () => void }[]} */
  #heap = [];

  /** @param {number} at @param {() => void} what */
  add(at, what) {
    const heap = this.#heap;
    let i = heap.push({ at, what }) - 1;
    for (let up = (i - 1) >> 1; i > 0 && heap[up].at > heap[i].at; up = (i - 1) >> 1) {
      [heap[i], heap[up]] = [heap[up], heap[i]];
      i = up;
    }
  }

  /** The next one. */
  take() {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (!last || heap.length === 0) return first;
    heap[0] = last;
    for (let i = 0; ;) {
      let least = i;
      for (const child of [2 * i + 1, 2 * i + 2])
        if (child < heap.length && heap[child].at < heap[least].at) least = child;
      if (least === i) return first;
      [heap[i], heap[least]] = [heap[least], heap[i]];
      i = least;
    }
  }
}

/** Something that does one thing after another. */
class Server {
  #free = 0;
  busy = 0;

  /** When a thing is done that is asked for at a time and takes a while. @param {number} at @param {number} seconds */
  serve(at, seconds) {
    this.#free = Math.max(at, this.#free) + seconds;
    this.busy += seconds;
    return this.#free;
  }
}

/**
 * Simulates a cluster that has more to do than it can.
 * @param {Figures} figures
 * @param {Cluster} cluster
 */
export function simulateCluster(figures, { workers, threads, chunk, result, model, seconds }) {
  const redis = new Server();
  const network = new Server();
  const client = new Server();
  const agenda = new Agenda();
  const lanes = workers * threads;
  let [done, wait] = [0, 0];
  /** @param {number} lane @param {number} at @param {number} turn */
  const run = (lane, at, turn) => {
    // half of what a chunk costs Redis when it is taken, half when it is done
    const begun = redis.serve(at, (figures.command * 1e-6) / 2);
    const loaded =
      turn === 0 && lane < workers ? network.serve(begun, model / figures.bandwidth) : begun;
    wait += loaded - at;
    const ended = loaded + chunk * (0.75 + 0.5 * spread(lane * 7919 + turn));
    agenda.add(ended, () => {
      const stored = network.serve(ended, result / figures.bandwidth);
      const noted = redis.serve(stored, (figures.command * 1e-6) / 2);
      wait += noted - ended;
      // the client reads the result, and adds another job
      const read = client.serve(
        network.serve(noted, result / figures.bandwidth),
        figures.client * 1e-6,
      );
      done++;
      // twice as many are in the queue as run: a lane waits when the client is behind by more
      agenda.add(Math.max(noted, read - chunk), () =>
        run(lane, Math.max(noted, read - chunk), turn + 1),
      );
    });
  };
  for (let lane = 0; lane < lanes; lane++) run(lane, spread(lane) * Math.min(chunk, 1), 0);
  let at = 0;
  for (let next; (next = agenda.take()) && next.at < seconds;) {
    at = next.at;
    next.what();
  }
  return {
    chunksPerSecond: done / at,
    efficiency: (done * chunk) / (at * lanes),
    redisLoad: redis.busy / at,
    networkLoad: network.busy / at,
    clientLoad: client.busy / at,
    waitPerChunk: wait / Math.max(1, done),
    queueBytes: 2 * lanes * figures.jobBytes,
    resultBytesPerHour: (3600 * done * (figures.resultBytes + result)) / at,
  };
}

/** Figures of the machine that docs/cluster.md speaks of. @type {Figures} */
export const measured = {
  command: 390,
  client: 600,
  bandwidth: 50e6,
  jobBytes: 1300,
  resultBytes: 6400,
};

/** @param {number} bytes */
const size = (bytes) =>
  bytes > 1e9
    ? `${(bytes / 1e9).toFixed(1)} GB`
    : bytes > 1e6
      ? `${(bytes / 1e6).toFixed(0)} MB`
      : `${(bytes / 1e3).toFixed(0)} kB`;

function main() {
  const { values } = parseArgs({
    options: {
      workers: { type: 'string', default: '10,100,300,1000,3000' },
      threads: { type: 'string', default: '4' },
      chunk: { type: 'string', default: '2' },
      result: { type: 'string', default: '8000' },
      model: { type: 'string', default: '400000' },
    },
  });
  const [threads, chunk, result, model] = [
    values.threads,
    values.chunk,
    values.result,
    values.model,
  ].map(Number);
  console.log(
    'workers  chunks/s  busy threads  Redis  network  client  wait a chunk  queue  results an hour',
  );
  for (const workers of values.workers.split(',').map(Number)) {
    const seconds = 30 * chunk + 10;
    const got = simulateCluster(measured, { workers, threads, chunk, result, model, seconds });
    const percent = (/** @type {number} */ part) => `${Math.round(100 * part)} %`;
    console.log(
      [
        String(workers).padStart(7),
        got.chunksPerSecond.toFixed(0).padStart(8),
        percent(Math.min(1, got.efficiency)).padStart(12),
        percent(got.redisLoad).padStart(5),
        percent(got.networkLoad).padStart(7),
        percent(got.clientLoad).padStart(6),
        `${(1000 * got.waitPerChunk).toFixed(1)} ms`.padStart(12),
        size(got.queueBytes).padStart(6),
        size(got.resultBytesPerHour).padStart(9),
      ].join('  '),
    );
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main();
