// Clusters on Redis, with Debian's server and workers as processes: results are byte for byte those of this machine alone, whoever dies
// in the middle; every error is told in words.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { connect, local, serve } from 'limber/cluster';
import { jobId } from '../../js/cluster/queue_lane.js';
import { Redis, end, program, root, skip, start, startWorker, until } from './cluster/servers.mjs';

const metrics = fileURLToPath(new URL('./cluster/metrics.mjs', import.meta.url));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-cluster-'));
const pole = `<mujoco><worldbody><body name="pole" pos="0 0 1"><joint name="hinge" axis="0 1 0" damping=".01"/>
  <geom name="rod" type="capsule" size=".02" fromto="0 0 0 0 0 .5"/></body></worldbody>
  <actuator><motor joint="hinge"/></actuator></mujoco>`;
const model = path.join(folder, 'pole.xml');
/** 2,000 simulations, in about a hundred chunks. */
const sweep = {
  model,
  vary: { 'joint:hinge.damping': '0.01:0.2:20', 'body:pole.mass': [0.4, 0.8] },
  seeds: 50,
  noise: { qpos: 0.1 },
  steps: 200,
  metric: metrics,
  chunkSeconds: 0.02,
};
const few = { ...sweep, vary: { 'joint:hinge.damping': '0:1:12' }, seeds: 1, steps: 5 };
const redis = new Redis('--appendonly', 'yes');
/** @type {import('./cluster/servers.mjs').Running[]} */
let workers = [];
/** What this machine alone gives. */
let expected = '';

before(async () => {
  if (skip) return;
  fs.writeFileSync(model, pole);
  await redis.start();
  const one = local({ threads: 2 });
  expected = (await one.sweep(sweep).table()).toCSV();
  await one.close();
});
after(async () => {
  for (const made of opened) await made.close();
  for (const worker of workers) await end(worker);
  await redis.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** What tests opened. @type {{ close: () => Promise<void> }[]} */
const opened = [];

/**
 * What is closed when all tests are done.
 * @template {{ close: () => Promise<void> }} T
 * @template Options
 * @param {(options: Options) => Promise<T>} make
 * @param {Options} options
 */
async function open(make, options) {
  const made = await make(options);
  opened.push(made);
  return made;
}

/** Two workers that run code. */
async function twoWorkers() {
  workers = workers.filter(({ code }) => code === null);
  while (workers.length < 2) workers.push(await startWorker(redis.socket, '--allow-code'));
}

/** Calls back once, when so many simulations are done. @param {number} count @param {() => void} body */
function atCount(count, body) {
  let called = false;
  return (/** @type {{ done: number }} */ { done }) => {
    if (done < count || called) return;
    called = true;
    body();
  };
}

test('a sweep on two workers is byte for byte the one of this machine', { skip }, async () => {
  await twoWorkers();
  const cluster = await open(connect, { redis: redis.socket });
  assert.equal(cluster.capacity, 2);
  const table = await cluster.sweep({ ...sweep, name: 'plain' }).table();
  assert.equal(table.toCSV(), expected);
  assert.deepEqual(
    (await cluster.jobs()).map(({ name, state, done }) => [name, state, done]),
    [['plain', 'done', 2000]],
  );
  // the same again is there already
  let rate = 0;
  const again = cluster.sweep({
    ...sweep,
    name: 'again',
    onProgress: (progress) => void (rate += progress.rate),
  });
  assert.equal((await again.table()).toCSV(), expected);
  assert.equal(rate, 0);
  await cluster.prune();
});

test('a worker is killed in the middle: nothing is lost, nothing doubled', { skip }, async () => {
  await twoWorkers();
  const cluster = await open(connect, { redis: redis.socket });
  const onProgress = atCount(500, () => workers[0].child.kill('SIGKILL'));
  const table = await cluster.sweep({ ...sweep, name: 'killed', onProgress }).table();
  assert.equal(workers[0].code, 'SIGKILL');
  assert.equal(table.toCSV(), expected);
  await cluster.prune();
});

test(
  'Redis with its append-only file is started again in the middle: nothing is lost, nothing doubled',
  { skip },
  async () => {
    await twoWorkers();
    const cluster = await open(connect, { redis: redis.socket });
    /** @type {Promise<void> | null} */
    let again = null;
    const onProgress = atCount(500, () => void (again = redis.restart()));
    const table = await cluster.sweep({ ...sweep, name: 'restarted', onProgress }).table();
    assert.ok(again);
    await again;
    assert.equal(table.toCSV(), expected);
    await cluster.prune();
    await cluster.close();
  },
);

test('a client dies, and the same command goes on', { skip }, async () => {
  await twoWorkers();
  const out = path.join(folder, 'sweep.csv');
  const vary = ['--vary', 'joint:hinge.damping=0.01:0.2:20', '--vary', 'body:pole.mass=0.4,0.8'];
  const what = ['--seeds', '50', '--noise', 'qpos=0.1', '-n', '200', '--metric', metrics];
  const args = [
    program,
    'sweep',
    model,
    ...vary,
    ...what,
    '--out',
    out,
    '--redis',
    redis.socket,
    '--name',
    'mine',
  ];
  const first = start(process.execPath, [...args, '--chunk', '0.02']);
  const cluster = await open(connect, { redis: redis.socket });
  const done = async () => (await cluster.jobs()).find(({ name }) => name === 'mine')?.done ?? 0;
  await until(async () => (await done()) > 300, 'some results');
  await end(first, 'SIGKILL');
  assert.ok(!fs.existsSync(out));
  const left = await done();
  assert.ok(left > 300 && left < 2000, `${left} were done`);
  const second = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.equal(second.status, 0, second.stderr);
  assert.equal(fs.readFileSync(out, 'utf8'), expected);
  await cluster.prune();
});

test('what goes wrong in a chunk is told of its simulations', { skip }, async () => {
  await twoWorkers();
  const cluster = await open(connect, { redis: redis.socket });
  const failing = async (/** @type {string} */ name) =>
    (await cluster.sweep({ ...few, limit: 0.5, metric: `${metrics}#${name}`, noise: {} }).table())
      .failures;
  assert.deepEqual(await failing('fails'), [
    { index: 3, text: 'the metric failed: simulation 3 has no angle' },
  ]);
  assert.deepEqual(await failing('endless'), [
    { index: 5, text: 'a metric or policy did not end within 0.5 s' },
  ]);
  assert.deepEqual(await failing('quits'), [
    { index: 2, text: 'the function did not return: it ended its thread' },
  ]);
  await assert.rejects(
    cluster.sweep({ ...few, metric: `${metrics}#none` }).table(),
    /must export a function 'none'/,
  );
  const random = await cluster
    .sweep({ ...few, vary: {}, metric: `${metrics}#random`, verify: 1 })
    .table();
  // two processes, which each say who they are
  assert.match(random.failures[0].text, /results of (\S+) and (?!\1 )\S+ differ/);
});

test('searches and training are those of this machine', { skip }, async () => {
  await twoWorkers();
  const cluster = await open(connect, { redis: redis.socket });
  await cluster.prune({ all: true });
  const one = local({ threads: 1 });
  const search = {
    model,
    steps: 50,
    metric: `${metrics}#distance`,
    argument: 0.1,
    noise: { qpos: 0.1 },
    seeds: 2,
    space: { 'joint:hinge.damping': /** @type {[number, number]} */ ([0, 1]) },
    generations: 3,
    population: 8,
  };
  assert.deepEqual(await cluster.optimize(search), await one.optimize(search));
  const training = {
    task: 'cartpole',
    hidden: [4],
    generations: 2,
    population: 4,
    episodes: 2,
    steps: 50,
  };
  assert.deepEqual(await cluster.train(training), await one.train(training));
  await one.close();
  // generations are not listed for ever
  assert.deepEqual(await cluster.jobs(), []);
});

test(
  'rollouts bring their inputs along; a blob that is gone is stored again',
  { skip },
  async () => {
    await twoWorkers();
    const cluster = await open(connect, { redis: redis.socket });
    const lines = /** @type {string[]} */ ([]);
    const options = {
      model,
      steps: 10,
      parameters: ['joint:hinge.damping'],
      points: Float64Array.from({ length: 40 }, (_, i) => i / 40),
      record: ['qpos'],
      seeds: 2,
      noise: { qpos: 0.3 },
      onNotice: (/** @type {string} */ text) => lines.push(text),
    };
    const one = local({ threads: 1 });
    const wanted = await one.rollouts(options).table();
    await one.close();
    const { default: Client } = await import('ioredis');
    const client = new Client(redis.socket);
    // the first look at the progress is before the second chunk's worker has opened the task
    const remove = async () => {
      for (const key of await client.keys('limber:blob:*')) await client.del(key);
    };
    let removed = 0;
    const onProgress = () => void (removed++ === 0 && remove());
    const table = await cluster.rollouts({ ...options, chunkSeconds: 0.001, onProgress }).table();
    assert.deepEqual(table.toNPZ(), wanted.toNPZ());
    client.disconnect();
    await cluster.close();
  },
);

test('a task whose model expired before a worker came is stored again', { skip }, async () => {
  for (const worker of workers) await end(worker);
  const cluster = await open(connect, { redis: redis.socket, prefix: 'late', expire: 1 });
  const lines = /** @type {string[]} */ ([]);
  const job = cluster.sweep({ ...few, onNotice: (text) => lines.push(text) }).table();
  await until(() => lines.length > 0, 'a notice');
  assert.match(lines[0], /there is no worker yet: limber worker --redis URL starts one/);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const worker = await startWorker(redis.socket, '--allow-code', '--prefix', 'late');
  assert.equal((await job).failures.length, 0);
  assert.ok(
    lines.some((line) =>
      /the task \(blob \w+\) is not in the store: it has expired: it is stored again/.test(line),
    ),
    lines.join('\n'),
  );
  await end(worker);
  assert.match(worker.output, /1\d simulations/);
});

test('a worker of another build refuses, and one that runs no code', { skip }, async () => {
  for (const worker of workers) await end(worker);
  const notices = /** @type {string[]} */ ([]);
  const onNotice = (/** @type {string} */ text) => notices.push(text);
  const engine = { version: '0.0.9', module: 'f'.repeat(64) };
  const other = await open(serve, {
    redis: redis.socket,
    threads: 1,
    allowCode: true,
    engine,
    onNotice,
  });
  const plain = await open(serve, { redis: redis.socket, threads: 1, onNotice });
  const cluster = await open(connect, { redis: redis.socket, patience: 1 });
  await assert.rejects(cluster.sweep(few).table(), (error) => {
    const { message } = /** @type {Error} */ (error);
    assert.match(
      message,
      /no worker takes this job, which was made by limber \d+\.\d+\.\d+ \(\w{12}\): /,
    );
    assert.match(message, /has limber 0\.0\.9 \(ffffffffffff\)/);
    assert.match(message, /runs no modules of jobs \(limber worker --allow-code\)/);
    return true;
  });
  assert.ok(
    notices.some((text) => /refused a chunk of job-\w+: it is for limber/.test(text)),
    notices.join('\n'),
  );
  assert.ok(
    notices.some((text) => /refused .*--allow-code is not given/.test(text)),
    notices.join('\n'),
  );
  assert.match(other.metrics(), /limber_worker_chunks_refused_total [1-9]/);
  // without code it runs, on the one that fits
  const table = await cluster.sweep({ ...few, metric: undefined, record: ['qpos'] }).table();
  assert.equal(table.failures.length, 0);
  assert.match(plain.health(), /1\d simulations/);
  await other.close();
  await plain.close();
});

test('jobs are listed, cancelled and pruned; a worker tells and drains', { skip }, async () => {
  for (const worker of workers) await end(worker);
  workers = [];
  const worker = await startWorker(redis.socket, '--allow-code', '--metrics', '0');
  const jobs = (/** @type {string[]} */ ...args) =>
    spawnSync(process.execPath, [program, 'jobs', ...args, '--redis', redis.socket], {
      encoding: 'utf8',
    });
  const cluster = await open(connect, { redis: redis.socket });
  const long = cluster
    .sweep({ ...sweep, name: 'long', metric: `${metrics}#slow`, argument: 20 })
    .table();
  const refused = assert.rejects(long, /job 'long' was cancelled/);
  await until(
    async () => (await cluster.jobs()).some(({ name, done }) => name === 'long' && done > 0),
    'a result',
  );
  assert.match(jobs().stdout, /^long +running +\d+ of 2000 /m);
  assert.equal(jobs('cancel', 'long').stdout, 'long: cancelled\n');
  await refused;
  await assert.rejects(cluster.cancel('long'), /job 'long' is cancelled/);
  assert.equal((await cluster.jobs()).find(({ name }) => name === 'long')?.state, 'cancelled');
  // what it has begun it ends
  const rest = cluster
    .sweep({ ...few, vary: {}, metric: `${metrics}#slow`, argument: 1500, verify: 0 })
    .table();
  await until(
    async () =>
      worker.output.includes('ready') &&
      (await cluster.jobs()).some(({ state }) => state === 'running'),
    'the next job',
  );
  await new Promise((resolve) => setTimeout(resolve, 500));
  worker.child.kill('SIGTERM');
  assert.equal((await rest).failures.length, 0);
  await until(() => worker.code !== null, 'the end of the worker');
  assert.equal(worker.code, 0);
  assert.match(jobs('prune', '--all').stdout, /pruned: .*long/);
  assert.deepEqual(await cluster.jobs(), []);
});

test('wrong addresses and passwords', { skip }, async () => {
  const guarded = await new Redis('--requirepass', 'secret').start();
  /** @type {[string | Record<string, unknown>, RegExp][]} */
  const mistakes = [
    ['redis://127.0.0.1:1', /Redis at redis:\/\/127\.0\.0\.1:1 does not answer \(ECONNREFUSED\)/],
    ['/nowhere/redis.sock', /Redis at \/nowhere\/redis\.sock does not answer \(ENOENT\)/],
    ['redis://there-is-none.invalid:6379', /there is no host of Redis at redis:\/\/there-is-none/],
    ['http://127.0.0.1', /Redis is at redis:\/\/HOST:PORT.* got 'http:\/\/127\.0\.0\.1'/],
    [guarded.socket, /asks for a password: redis:\/\/:PASSWORD@HOST:PORT/],
    [{ path: guarded.socket, password: 'wrong' }, /refuses this password/],
  ];
  for (const [where, message] of mistakes) await assert.rejects(connect({ redis: where }), message);
  const hidden = connect({ redis: 'redis://:hush@127.0.0.1:1' });
  await assert.rejects(hidden, (error) => !String(error).includes('hush'));
  await open(connect, { redis: { path: guarded.socket, password: 'secret' } });
  await guarded.close();
  const run = spawnSync(process.execPath, [program, 'worker', '--redis', 'redis://127.0.0.1:1'], {
    encoding: 'utf8',
  });
  assert.equal(run.status, 1);
  assert.match(run.stderr, /^limber: Redis at .* does not answer \(ECONNREFUSED\)\n$/);
});

test('a Redis that is full', { skip }, async () => {
  const small = await new Redis('--maxmemory', '3mb').start();
  const worker = await startWorker(small.socket, '--allow-code');
  const cluster = await open(connect, { redis: small.socket });
  const steps = 2000;
  const wide = { ...sweep, steps, record: ['qpos', 'qvel', 'ctrl'], name: 'wide' };
  await assert.rejects(
    cluster.sweep(wide).table(),
    /Redis is full: raise its maxmemory, or prune jobs/,
  );
  await end(worker, 'SIGKILL');
  await small.close();
});

test('data of jobs is small', { skip }, async () => {
  const { default: Client } = await import('ioredis');
  const client = new Client(redis.socket);
  for (const worker of workers) await end(worker);
  const cluster = await open(connect, { redis: redis.socket, prefix: 'small' });
  const abort = new AbortController();
  const long = { ...sweep, argument: 'x'.repeat(100_000), signal: abort.signal };
  const job = assert.rejects(cluster.sweep(long).table(), /enough/);
  /** @type {string[]} */
  let keys = [];
  await until(async () => (keys = await client.keys('small:queue:chunks:c*')).length > 0, 'a job');
  const data = String(await client.hget(keys[0], 'data'));
  assert.ok(data.length < 4096, `${data.length} bytes`);
  assert.match(keys[0], new RegExp(`:${jobId(JSON.parse(data))}$`));
  abort.abort(new Error('enough'));
  await job;
  await until(
    async () => (await client.keys('small:queue:chunks:c*')).length === 0,
    'the queue to be empty',
  );
  client.disconnect();
});

test('without the packages there is one sentence', () => {
  // a copy of the package in a folder where nothing else is installed
  const place = path.join(folder, 'bare');
  fs.mkdirSync(place);
  fs.symlinkSync(path.join(root, 'js'), path.join(place, 'js'));
  fs.copyFileSync(path.join(root, 'package.json'), path.join(place, 'package.json'));
  const bare = path.join(place, 'js/cli/limber.js');
  const flags = ['--preserve-symlinks', '--preserve-symlinks-main'];
  const run = spawnSync(
    process.execPath,
    [...flags, bare, 'worker', '--redis', 'redis://127.0.0.1:1'],
    { encoding: 'utf8' },
  );
  assert.equal(
    run.stderr,
    "limber: a cluster on Redis needs the package 'ioredis': npm install bullmq ioredis\n",
  );
  assert.equal(run.status, 1);
});
