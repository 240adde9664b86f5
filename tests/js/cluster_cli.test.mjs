// limber sweep on this machine: what it writes, resumes, refuses and estimates; the guide's samples; the manifests; the simulated queue.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { command as workerCommand } from '../../js/cli/commands/worker.js';
import { queueName } from '../../js/cluster/queue_lane.js';
import { readNpz } from '../../js/data/npz.js';
import { measured, simulateCluster } from '../../scripts/cluster_model.mjs';
import { end, program, root, start, until } from './cluster/servers.mjs';

const metrics = fileURLToPath(new URL('./cluster/metrics.mjs', import.meta.url));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-sweep-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
const at = (/** @type {string} */ name) => path.join(folder, name);
fs.writeFileSync(
  at('pole.xml'),
  `<mujoco><worldbody><body name="pole" pos="0 0 1"><joint name="hinge" axis="0 1 0"/>
  <geom type="capsule" size=".02" fromto="0 0 0 0 0 .5"/></body></worldbody></mujoco>`,
);
const vary = ['--vary', 'joint:hinge.damping=0:1:3', '--vary', 'body:pole.mass=1,2'];

/** @param {...string} args */
const sweep = (...args) =>
  spawnSync(process.execPath, [program, 'sweep', 'pole.xml', ...args], {
    encoding: 'utf8',
    cwd: folder,
  });

test('CSV on standard output, .npz and a page as files', () => {
  const args = [...vary, '--seeds', '2', '--noise', 'qpos=0.1', '-n', '20', '--metric', metrics];
  const text = sweep(...args, '-j', '1');
  assert.equal(text.status, 0, text.stderr);
  const lines = text.stdout.trim().split('\n');
  assert.equal(lines[0], 'index,joint:hinge.damping,body:pole.mass,seed,angle,speed,draw,good');
  assert.equal(lines.length, 13);
  assert.match(lines[12], /^11,1,2,1,.*,20$/);
  const files = sweep(...args, '-j', '1', '--record', 'qpos', '--out', 'a.npz', '--plot', 'a.html');
  assert.equal(files.status, 0, files.stderr);
  assert.ok(!fs.existsSync(at('a.npz.parts')));
  const page = fs.readFileSync(at('a.html'), 'utf8');
  assert.doesNotMatch(page, /https?:\/\/(?!www\.w3\.org\/2000\/svg)|<link|src=/);
  assert.match(page, /"name":"joint:hinge.damping","values":\[0,0.5,1\]/);
  // the script of the page is a program
  const [, code] = /<script>([^]*)<\/script>/.exec(page) ?? [];
  assert.doesNotThrow(() => new Function(code));
  const again = sweep(...args, '--out', 'a.npz');
  assert.equal(again.status, 1);
  assert.match(again.stderr, /'a.npz' exists; --force overwrites it/);
  return readNpz(fs.readFileSync(at('a.npz'))).then((arrays) => {
    assert.deepEqual(arrays['recorded/qpos'].shape, [12, 20, 1]);
    assert.equal(arrays.angle.data.length, 12);
  });
});

test('a sweep that was killed goes on', async () => {
  const args = [
    program,
    'sweep',
    'pole.xml',
    '--vary',
    'joint:hinge.damping=0:1:200',
    '-n',
    '5',
    '-j',
    '1',
    '--chunk',
    '0.02',
  ];
  const asked = [...args, '--metric', `${metrics}#slow`, '--argument', '5', '--out', 'slow.csv'];
  const first = start(process.execPath, asked, { cwd: folder });
  const chunks = () => {
    const place = at('slow.csv.parts/chunks');
    if (!fs.existsSync(place)) return 0;
    return fs
      .readdirSync(place)
      .reduce(
        (sum, name) => sum + fs.readFileSync(path.join(place, name), 'utf8').split('\n').length,
        0,
      );
  };
  await until(() => chunks() > 8, 'some chunks');
  await end(first, 'SIGKILL');
  const before = chunks();
  const second = start(process.execPath, asked, { cwd: folder });
  await until(() => second.code !== null, 'the end');
  assert.equal(second.code, 0, second.output);
  assert.ok(before > 8);
  const lines = fs.readFileSync(at('slow.csv'), 'utf8').trim().split('\n');
  assert.equal(lines.length, 201);
  assert.deepEqual(
    lines.slice(1).map((line) => Number(line.split(',')[0])),
    [...Array(200).keys()],
  );
  assert.ok(!fs.existsSync(at('slow.csv.parts')));
});

test('what fails is told, with exit code 1', () => {
  const run = sweep(
    '--vary',
    'joint:hinge.damping=0:1:12',
    '-n',
    '2',
    '-j',
    '1',
    '--metric',
    `${metrics}#fails`,
  );
  assert.equal(run.status, 1);
  assert.match(
    run.stderr,
    /1 of 12 simulations gave no result\n {2}3: the metric failed: simulation 3 has no angle/,
  );
  assert.match(run.stdout, /^3,0\.27.*,0,,2$/m);
});

test('an estimate instead of a sweep', () => {
  const run = sweep(
    ...vary,
    '--seeds',
    '1000',
    '-n',
    '2',
    '-j',
    '1',
    '--metric',
    metrics,
    '--dry-run',
    '--price',
    '0.04',
  );
  assert.equal(run.status, 0, run.stderr);
  assert.match(run.stdout, /^simulations +6000 \(3 x 2 x 1000\)$/m);
  for (const line of [
    'steps of each +2',
    'time of one +[\\d.]+ ms',
    'on 1 threads',
    'hours of a thread',
    'cost',
  ])
    assert.match(run.stdout, new RegExp(`^${line}`, 'm'));
});

test('command lines that make no sense', async () => {
  const { command } = await import('../../js/cli/commands/sweep.js');
  const { parseCommand } = await import('../../js/cli/arguments.js');
  /** @type {[string[], RegExp][]} */
  const mistakes = [
    [[], /--metric FILE is missing/],
    [['--metric', 'm.js', '--vary', 'a'], /'a' has no values/],
    [['--metric', 'm.js', '--vary', 'a=1:2'], /first:last:count/],
    [['--metric', 'm.js', '--noise', 'x=1'], /--noise is qpos=A,qvel=B,ctrl=C/],
    [['--metric', 'm.js', '--argument', '{'], /--argument is JSON/],
    [['--metric', 'm.js', '--out', 'a.txt'], /ends with neither \.csv nor \.npz/],
    [['--metric', 'm.js', '--plot', 'a.png'], /should end with \.html/],
    [['--record', 'qpos'], /goes into \.npz/],
    [['--metric', 'm.js', '--seeds', '0'], /--seeds must be a whole number of at least 1/],
  ];
  for (const [args, message] of mistakes)
    await assert.rejects(
      async () => command.run(parseCommand('sweep', command, [at('pole.xml'), ...args])),
      message,
    );
});

test('the samples of docs/cluster.md run', () => {
  const place = path.join(root, 'build/cluster_docs');
  fs.rmSync(place, { recursive: true, force: true });
  fs.mkdirSync(place, { recursive: true });
  const text = fs.readFileSync(path.join(root, 'docs/cluster.md'), 'utf8');
  const samples = [...text.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code);
  assert.equal(samples.length, 3);
  fs.writeFileSync(path.join(place, 'metric.js'), samples[0]);
  for (const [k, expected] of [
    [1, /^({.*\n){64}|'joint:hinge.damping': 0.1/],
    [2, /'body:pole.mass': [\d.]+/],
  ]) {
    const file = path.join(place, `sample${k}.mjs`);
    fs.writeFileSync(file, samples[Number(k)]);
    const run = spawnSync(process.execPath, [file], { encoding: 'utf8', cwd: place });
    assert.equal(run.status, 0, run.stderr);
    assert.match(run.stdout, /** @type {RegExp} */ (expected));
  }
});

test('the manifests use options that there are, and the queue that there is', () => {
  const read = (/** @type {string} */ name) =>
    fs.readFileSync(path.join(root, 'deploy', name), 'utf8');
  const worker = `${read('Dockerfile')}\n${read('compose.yaml').split('worker:')[1]}\n${/name: worker[^]*?ports:/.exec(read('kubernetes.yaml'))}`;
  const flags = [...worker.matchAll(/(?<![\w-])--([a-z][\w-]*)/g)].map(([, name]) => name);
  const others = new Set(['omit', 'no-fund', 'no-audit']);
  assert.ok(flags.includes('allow-code') && flags.includes('metrics'));
  for (const flag of flags.filter((name) => !others.has(name)))
    assert.ok(flag in workerCommand.options, flag);
  assert.match(read('kubernetes.yaml'), new RegExp(`listName: limber:queue:${queueName}:wait\n`));
});

test('the simulated queue: more workers do more until something is full, and never more than they can', () => {
  const common = { threads: 4, chunk: 2, result: 8000, model: 400_000, seconds: 60 };
  const few = simulateCluster(measured, { ...common, workers: 10 });
  assert.ok(Math.abs(few.chunksPerSecond - 20) < 1.5, String(few.chunksPerSecond));
  const many = simulateCluster(measured, { ...common, model: 10_000, workers: 3000 });
  assert.ok(many.efficiency < 0.6);
  const full = Math.max(many.redisLoad, many.networkLoad, many.clientLoad);
  assert.ok(full > 0.85 && full <= 1.05, String(full));
  const longer = simulateCluster(measured, { ...common, chunk: 20, seconds: 200, workers: 1000 });
  assert.ok(longer.efficiency > 0.9, String(longer.efficiency));
});
