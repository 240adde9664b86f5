// The command line: what each command prints, its exit codes, and how it fails.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { load } from 'limber';
import { serveStudio } from '../../js/cli/local_server.js';
import { found, portOf } from '../helpers.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const program = path.join(root, 'js/cli/limber.js');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-cli-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

const arm = `<mujoco model="arm">
  <asset><material name="red" rgba="1 0 0 1"/></asset>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 1" pos="0 0 -2"/>
    <body name="upper"><joint name="shoulder" axis="0 1 0"/><geom name="bone" type="capsule" fromto="0 0 0 0 0 -.4" size=".04" material="red"/></body>
  </worldbody>
  <actuator><motor name="turn" joint="shoulder"/></actuator>
  <sensor><jointpos name="angle" joint="shoulder"/></sensor>
  <keyframe><key name="up" qpos="3"/></keyframe>
</mujoco>`;
/** @param {string} name */
const at = (name) => path.join(folder, name);
fs.writeFileSync(at('arm.xml'), arm);

/** @param {...string} args */
const limber = (...args) =>
  spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', cwd: folder });

/** Runs a command that must succeed. @param {...string} args */
function run(...args) {
  const { status, stdout, stderr } = limber(...args);
  assert.equal(status, 0, stderr);
  return stdout;
}

const commands = [
  'view',
  'info',
  'compile',
  'simulate',
  'bench',
  'bundle',
  'types',
  'check',
  'train',
  'sweep',
  'worker',
  'jobs',
];
commands.push('render', 'export', 'models');

test('help lists the commands, and every command explains itself', () => {
  const text = run('--help');
  for (const name of commands) {
    assert.match(text, new RegExp(`^  ${name} `, 'm'));
    assert.match(run(name, '--help'), new RegExp(`^usage: limber ${name} `));
  }
  assert.match(run('--version'), /^\d+\.\d+\.\d+\n$/);
});

test('a command line that makes no sense ends with 2 and one line', () => {
  /** @type {[string[], RegExp][]} */
  const mistakes = [
    [['fly'], /no command 'fly'/],
    [['info'], /MODEL is missing/],
    [['info', 'a', 'b'], /'b' is one argument too many/],
    [['info', '--jsn', 'a'], /Unknown option '--jsn'/],
    [
      ['simulate', '--steps', 'many', 'arm.xml'],
      /--steps must be a whole number of at least 0, got 'many'/,
    ],
    [['simulate', '--format', 'xlsx', 'arm.xml'], /--format must be csv, json or npz/],
    [['simulate', '--fields', 'qposs', 'arm.xml'], /mjData has no numbers 'qposs'/],
    [['simulate', '--fields', 'body:upper.xposs', 'arm.xml'], /a body has no field 'xposs'/],
    [['compile', 'arm.xml', 'arm.step'], /'arm.step' has none of the endings/],
    [['info', '--names', 'bone', 'arm.xml'], /no kind 'bone'/],
    [['info', '--names', 'toString', 'arm.xml'], /no kind 'toString'/],
    [['simulate', '-n', '-3', 'arm.xml'], /'-n' needs a value/],
    [['simulate', '-n', '1.5', 'arm.xml'], /--steps must be a whole number of at least 0/],
    [['simulate', '-o', 'out.txt', 'arm.xml'], /ends with none of \.csv, \.json, \.npz/],
    [['simulate', '--fields', 'body:upper', 'arm.xml'], /names no field, such as body:upper\.xpos/],
    [['bench', '-n', '0', 'arm.xml'], /--steps must be a whole number of at least 1/],
    [['check', '--ignore', 'smell', 'arm.xml'], /no rule 'smell'; rules: .*overlap/],
    [['bundle', 'arm.xml', 'arm.zip'], /'arm.zip' should end with .html/],
    [['compile', '--format', 'toString', 'arm.xml'], /'toString' is none of the endings/],
    [
      ['view', '-p', '99999', '--no-open', 'arm.xml'],
      /--port must be a whole number from 0 to 65535/,
    ],
    [['view', '--no-open', '.'], /'\.' is a folder/],
  ];
  for (const [args, message] of mistakes) {
    const { status, stderr } = limber(...args);
    assert.equal(status, 2, args.join(' '));
    assert.match(stderr, message);
    assert.equal(stderr.trim().split('\n').length, 1);
  }
  assert.equal(limber().status, 2);
});

test('a model at fault ends with 1 and says where', () => {
  fs.writeFileSync(at('bad.xml'), '<mujoco>\n<worldbody>\n<geom siz="1"/>\n</worldbody></mujoco>');
  const { status, stderr } = limber('info', 'bad.xml');
  assert.equal(status, 1);
  assert.match(stderr, /siz.*line 3/s);
  const missing = limber('compile', 'nowhere.xml');
  assert.equal(missing.status, 1);
  assert.match(missing.stderr, /there is no file/);
  fs.writeFileSync(
    at('files.xml'),
    '<mujoco><asset><mesh file="a.stl"/><mesh file="b.stl"/></asset></mujoco>',
  );
  assert.match(limber('info', 'files.xml').stderr, /2 files are missing .*a\.stl, .*b\.stl/);
});

test('info', () => {
  const facts = JSON.parse(run('info', '--json', 'arm.xml'));
  assert.equal(facts.sizes.positions, 1);
  assert.deepEqual(facts.names.body, ['world', 'upper']);
  assert.equal(run('info', '--names', 'joint', 'arm.xml'), 'shoulder\n');
  assert.match(run('info', 'arm.xml'), /^bodies +2 +world upper$/m);
});

test('a model on standard input', () => {
  const { stdout } = spawnSync(process.execPath, [program, 'info', '--names', 'joint', '-'], {
    encoding: 'utf8',
    input: arm,
  });
  assert.equal(stdout, 'shoulder\n');
});

test('compile writes MJB, MJCF and reports, and overwrites only when told', async () => {
  run('compile', 'arm.xml', 'arm.mjb');
  run('compile', 'arm.mjb', 'arm.txt');
  assert.match(fs.readFileSync(at('arm.txt'), 'utf8'), /nq +1\b/);
  run('compile', 'arm.xml', 'arm.json');
  run('compile', 'arm.xml', 'again.xml');
  const [one, two] = [await load(at('again.xml')), await load(fs.readFileSync(at('arm.mjb')))];
  assert.equal(one.step(10).data.qpos[0], two.step(10).data.qpos[0]);
  const { status, stderr } = limber('compile', 'arm.xml', 'arm.mjb');
  assert.equal(status, 1);
  assert.match(stderr, /exist/);
  run('compile', '--force', 'arm.xml', 'arm.mjb');
  assert.match(run('compile', 'arm.xml'), /^compiled, 0 warnings$/m);
});

test('no command overwrites a file unless it is told to', () => {
  const viewer = fs.existsSync(path.join(root, 'dist/viewer.js'));
  for (const [command, target, ...args] of [
    ['compile', 'there.json', 'arm.xml', 'there.json'],
    ['simulate', 'there.csv', 'arm.xml', '-n', '1', '-o', 'there.csv'],
    ['types', 'there.ts', 'arm.xml', '-o', 'there.ts'],
    ...(viewer ? [['bundle', 'there.html', 'arm.xml', 'there.html']] : []),
  ]) {
    fs.writeFileSync(at(target), 'mine');
    const { status, stderr } = limber(command, ...args);
    assert.equal(status, 1, command);
    assert.equal(stderr, `limber: '${target}' exists; --force overwrites it\n`);
    assert.equal(fs.readFileSync(at(target), 'utf8'), 'mine', command);
    run(command, '--force', ...args);
    assert.notEqual(fs.readFileSync(at(target), 'utf8'), 'mine', command);
  }
});

test('a page with a keyframe or a camera that the model has not is not written', (t) => {
  if (!fs.existsSync(path.join(root, 'dist/viewer.js'))) return t.skip('dist is not built');
  for (const [option, message] of /** @type {[string, RegExp][]} */ ([
    ['--key', /'none' for key/],
    ['--camera', /'none' for cam/],
  ])) {
    const { status, stderr } = limber('bundle', option, 'none', 'arm.xml', 'none.html');
    assert.equal(status, 1);
    assert.match(stderr, message);
    assert.ok(!fs.existsSync(at('none.html')));
  }
});

test('standard input and output: bytes of any model, whole output to a slow reader', () => {
  /** @param {...string} args */
  const node = (...args) => `"${process.execPath}" "${program}" ${args.join(' ')}`;
  /** @param {string} line */
  const shell = (line) => spawnSync('sh', ['-c', line], { encoding: 'utf8', cwd: folder });
  const binary = node('compile', 'arm.xml', '-', '--format', 'mjb');
  assert.equal(shell(`${binary} | ${node('info', '--names', 'joint', '-')}`).stdout, 'shoulder\n');
  const rows = node('simulate', '-n', '20000', '--format', 'json', 'arm.xml');
  const { stdout } = shell(`(${rows}; echo "status $?" >&2) | (sleep 1; tail -c 3)`);
  assert.equal(stdout, ']}\n');
  const early = shell(`(${node('simulate', '-n', '20000', 'arm.xml')}; echo $? >&2) | head -1`);
  assert.equal(early.stderr, '0\n');
  const empty = spawnSync(process.execPath, [program, 'info', '-'], {
    encoding: 'utf8',
    input: '',
  });
  assert.equal(empty.status, 1);
  assert.match(empty.stderr, /nothing on standard input/);
});

test('help of a command comes in two ways', () => {
  assert.equal(run('help', 'bench'), run('bench', '--help'));
  assert.equal(limber('help', 'fly').status, 2);
});

test('compile reads URDF', () => {
  fs.writeFileSync(
    at('arm.urdf'),
    '<robot name="r"><link name="base"/><link name="tip"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link><joint name="hinge" type="continuous"><parent link="base"/><child link="tip"/></joint></robot>',
  );
  run('compile', 'arm.urdf', 'urdf.xml');
  assert.match(fs.readFileSync(at('urdf.xml'), 'utf8'), /<joint name="hinge"/);
});

test('simulate writes rows as the package computes them', async () => {
  const text = run(
    'simulate',
    '-n',
    '20',
    '-e',
    '10',
    '-k',
    'up',
    '--fields',
    'time,qpos,body:upper.xpos,sensor:angle',
    'arm.xml',
  );
  const [head, ...rows] = text.trim().split('\n');
  assert.equal(
    head,
    'time,qpos,body:upper.xpos[0],body:upper.xpos[1],body:upper.xpos[2],sensor:angle',
  );
  assert.equal(rows.length, 3);
  const sim = (await load(arm)).reset('up').step(20);
  const last = rows[2].split(',').map(Number);
  assert.equal(last[0], sim.time);
  assert.equal(last[1], sim.data.qpos[0]);
  // all numbers of a row belong to its time: the sensor reads what the joint is
  assert.equal(last[5], sim.data.qpos[0]);

  run('simulate', '-t', '0.01', '-o', 'out.json', 'arm.xml');
  const { columns, rows: found } = JSON.parse(fs.readFileSync(at('out.json'), 'utf8'));
  assert.deepEqual(columns, ['time', 'qpos', 'qvel']);
  assert.equal(found.length, 6);
});

test('simulate follows controls from a file', async () => {
  fs.writeFileSync(at('controls.csv'), 'turn\n1\n2\n0.5\n');
  const text = run(
    'simulate',
    '-n',
    '4',
    '--controls',
    'controls.csv',
    '--fields',
    'ctrl,qvel',
    'arm.xml',
  );
  const rows = text
    .trim()
    .split('\n')
    .slice(2)
    .map((row) => row.split(',').map(Number));
  assert.deepEqual(
    rows.map(([ctrl]) => ctrl),
    [1, 2, 0.5, 0.5],
  );
  const sim = await load(arm);
  for (const ctrl of [1, 2, 0.5, 0.5]) {
    sim.actuator('turn').ctrl = ctrl;
    sim.step();
  }
  assert.equal(rows[3][1], sim.data.qvel[0]);
  fs.writeFileSync(at('bad.csv'), 'turn\n1,2\n');
  assert.equal(limber('simulate', '--controls', 'bad.csv', 'arm.xml').status, 2);
  const { status, stderr } = limber('simulate', '--controls', 'none.csv', 'arm.xml');
  assert.equal(status, 1);
  assert.equal(stderr, "limber: there is no file 'none.csv'\n");
  assert.equal(limber('view', 'none.xml').stderr, "limber: there is no file 'none.xml'\n");
});

test('simulate says when numbers go bad', () => {
  fs.writeFileSync(
    at('wild.xml'),
    '<mujoco><option timestep=".1"/><worldbody><body><joint type="slide" stiffness="1e9"/><geom size=".1"/></body></worldbody><keyframe><key name="off" qpos="1" qvel="1e9"/></keyframe></mujoco>',
  );
  const { status, stderr } = limber('simulate', '-n', '100', '-e', '100', '-k', 'off', 'wild.xml');
  assert.equal(status, 1);
  assert.match(stderr, /became unstable/);
});

test('bench tells speed and stages', () => {
  const result = JSON.parse(run('bench', '-n', '50', '-r', '2', '--json', 'arm.xml'));
  assert.ok(result.stepsPerSecond > 0);
  const step = result.stages.find((/** @type {{ stage: string }} */ { stage }) => stage === 'step');
  assert.ok(step.microseconds > 0);
  assert.match(run('bench', '-n', '50', '-r', '1', 'arm.xml'), /^steps per second/m);
});

test('view tells in the terminal what is wrong with a model, and serves it', async (t) => {
  if (!fs.existsSync(path.join(root, 'dist/studio'))) return t.skip('dist is not built');
  fs.writeFileSync(at('bad.xml'), '<mujoco>\n  <worldbody><geom siz="1"/></worldbody></mujoco>');
  const child = spawn(process.execPath, [program, 'view', '--no-open', 'bad.xml'], { cwd: folder });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  while (!err.includes('\n') || !out.includes('\n'))
    await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill('SIGINT');
  assert.match(out, /^http:/);
  assert.match(err, /^limber: .*siz[^]*line 2/);
});

test('types make misspelt names errors of the compiler', () => {
  const text = run('types', 'arm.xml');
  assert.match(text, /export type JointName =\n {2}\| "shoulder";/);
  assert.match(text, /export type TendonName = never;/);
  if (!fs.existsSync(path.join(root, 'js/index.d.ts'))) return;
  // inside the repository, so that 'limber' is found
  const place = fs.mkdtempSync(path.join(root, 'build', 'cli-types-'));
  fs.writeFileSync(path.join(place, 'names.ts'), text);
  fs.writeFileSync(
    path.join(place, 'use.ts'),
    `import { createRolloutPool, load, moveToWorker, type Simulation } from 'limber';
import type { ModelSimulation, Names } from './names.js';
const sim: ModelSimulation = await load<Names>('x');
export const position: Float64Array = sim.body('upper').xpos;
export const angle: number = sim.sensor('angle').value;
export const turn: number = sim.joint('shoulder').value;
export const other: Simulation = sim;
export const pool = await createRolloutPool(sim);
export const remote = await moveToWorker(sim);
remote.joint("shoulder").value satisfies number;
export const names: ('upper' | 'world')[] = sim.bodies.names;
// @ts-expect-error misspelt
sim.joint('sholder');
// @ts-expect-error no such keyframe
sim.reset('nokey');
// @ts-expect-error no such body, also after a step
sim.step().body('uper');
// @ts-expect-error no such site
sim.jacobian('site', 'tipp');
// @ts-expect-error no such body
sim.ray([0, 0, 1], [0, 0, -1], { excludeBody: 'uper' });
// @ts-expect-error no such geom
sim.contacts.of('geom', 'bon');
`,
  );
  const options =
    '--ignoreConfig --strict --noEmit --target es2022 --module nodenext --moduleResolution nodenext --lib es2022,esnext.disposable,dom,dom.iterable,dom.asynciterable';
  const { stdout, status } = spawnSync(
    process.execPath,
    [
      path.join(root, 'node_modules/typescript/bin/tsc'),
      ...options.split(' '),
      path.join(place, 'use.ts'),
    ],
    { encoding: 'utf8' },
  );
  fs.rmSync(place, { recursive: true });
  assert.equal(stdout, '');
  assert.equal(status, 0);
});

test('check finds what is hardly meant, and nothing in the examples', () => {
  fs.writeFileSync(
    at('odd.xml'),
    `<mujoco><asset>
      <mesh name="spare" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/><material name="paint"/>
      <texture name="wood" type="2d" builtin="flat" width="4" height="4"/></asset>
    <worldbody>
      <geom name="a" size=".1"/><body name="heavy" pos="0 0 .1"><freejoint/><geom name="b" size=".1" mass="1e6"/></body>
      <body name="one" pos="2 0 0"><joint name="far" ref="3" range="-1 1" limited="true"/><geom size=".1"/></body>
      <body name="two" pos="4 0 0"><joint name="j" range="-30 30" limited="true"/><geom size=".1"/></body>
      <body name="three" pos="6 0 0"><joint/><geom size=".1"/></body>
    </worldbody>
    <keyframe><key name="k" qpos="0 0 .1 1 0 0 0 0 2 0"/></keyframe></mujoco>`,
  );
  const { status, stdout } = limber('check', '--json', 'odd.xml');
  assert.equal(status, 1);
  /** @type {{ rule: string, message: string }[]} */
  const findings = JSON.parse(stdout);
  const rules = findings.map(({ rule, message }) => `${rule}: ${message}`);
  for (const expected of [
    /^unused-asset: mesh 'spare'/,
    /^unused-asset: material 'paint'/,
    /^unused-asset: texture 'wood'/,
    /^overlap: geom 'a' and geom 'b' overlap by 0\.1 m/,
    /^mass: body 'heavy' has 1000000 kg/,
    /^joint-range: joint 'far'/,
    /^keyframe: key 'k': joint 'j' is 2/,
  ])
    assert.ok(
      rules.some((rule) => expected.test(rule)),
      `${expected} in\n${rules.join('\n')}`,
    );
  assert.doesNotMatch(
    limber('check', '--ignore', 'overlap,mass', 'odd.xml').stdout,
    /^(overlap|mass):/m,
  );
  for (const name of ['humanoid.xml', 'hopper.xml'])
    assert.match(run('check', path.join(root, 'examples', name)), /nothing found/);
});

// A raw request: fetch would tidy the address and fill in the host.
/**
 * @param {number} port
 * @param {string} line method and path
 * @param {string} [host]
 * @returns {Promise<{ status: number, text: string }>}
 */
function ask(port, line, host = `127.0.0.1:${port}`) {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () =>
      socket.write(`${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
    );
    let text = '';
    socket.on('data', (chunk) => (text += chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve({ status: Number(text.split(' ')[1]), text }));
  });
}

test('view answers no request that a stranger could gain by, and none ends it', async (t) => {
  const outside = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-outside-'));
  const inside = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-inside-'));
  t.after(() => {
    fs.rmSync(outside, { recursive: true });
    fs.rmSync(inside, { recursive: true });
  });
  fs.writeFileSync(path.join(outside, 'secret.txt'), 'secret');
  fs.writeFileSync(path.join(inside, 'arm.xml'), arm);
  fs.writeFileSync(path.join(inside, 'empty.txt'), '');
  fs.writeFileSync(path.join(inside, '.env'), 'secret');
  fs.mkdirSync(path.join(inside, '.git'));
  fs.writeFileSync(path.join(inside, '.git/config'), 'secret');
  fs.symlinkSync(outside, path.join(inside, 'way_out'));
  fs.symlinkSync(path.join(outside, 'secret.txt'), path.join(inside, 'link.txt'));
  fs.symlinkSync(path.join(inside, 'arm.xml'), path.join(inside, 'same.xml'));

  const server = await serveStudio(inside, 0);
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const port = portOf(server);
  /** @type {[line: string, status: number, host?: string][]} */
  const requests = [
    ['GET /model/arm.xml', 200],
    ['GET /model/arm.xml', 200, `localhost:${port}`],
    ['GET /model/same.xml', 200], // a link that stays inside
    ['GET /model/empty.txt', 200],
    ['HEAD /model/arm.xml', 200],
    ['GET /%', 400],
    ['GET /%ff', 400],
    ['GET /model/%00', 400],
    ['GET //', 400],
    ['GET http://', 400],
    ['GET /model', 404],
    ['GET /model/', 404],
    ['GET /model/way_out', 404],
    ['GET /model/way_out/secret.txt', 404],
    ['GET /model/link.txt', 404],
    ['GET /model/.env', 404],
    ['GET /model/.git/config', 404],
    ['GET /model/x/..%5c..%5csecret.txt', 404],
    [`GET /model/${'../'.repeat(20)}etc/passwd`, 404],
    [`GET /model/${'%2e%2e%2f'.repeat(20)}etc/passwd`, 404],
    [`GET /model/${encodeURIComponent(path.join(outside, 'secret.txt'))}`, 404],
    ['POST /model/arm.xml', 405],
    ['DELETE /model/arm.xml', 405],
    ['OPTIONS /', 405],
    ['GET /model/arm.xml', 403, 'evil.example'],
    ['GET /model/arm.xml', 403, `evil.example:${port}`],
    ['GET /model/arm.xml', 403, '127.0.0.1:1'],
    ['GET /changes', 403, 'evil.example'],
    ['nonsense', 400],
  ];
  for (const [line, status, host] of requests) {
    const answer = await ask(port, line, host);
    assert.equal(answer.status, status, `${line} (host ${host ?? 'its own'}): ${answer.text}`);
    assert.doesNotMatch(answer.text, /secret/, line);
  }
  assert.match((await ask(port, 'GET /model/arm.xml')).text, /<mujoco model="arm">/);
  assert.doesNotMatch((await ask(port, 'HEAD /model/arm.xml')).text, /<mujoco/);
});

test('view serves the studio and the model, and nothing else', async (t) => {
  if (!fs.existsSync(path.join(root, 'dist/studio/index.html'))) {
    t.skip('dist/studio is not built');
    return;
  }
  const child = spawn(process.execPath, [program, 'view', '--no-open', 'arm.xml'], { cwd: folder });
  try {
    const line = await new Promise((resolve, reject) => {
      child.stdout.once('data', (chunk) => resolve(String(chunk).trim()));
      child.once('exit', () => reject(new Error('view ended')));
    });
    const address = new URL(line);
    assert.equal(address.searchParams.get('src'), '/model/arm.xml');
    /** @param {string} name */
    const get = async (name) => {
      const response = await fetch(new URL(name, address));
      return { status: response.status, text: await response.text() };
    };
    assert.match((await get('/')).text, /<!doctype html>/i);
    assert.equal((await get('/model/arm.xml')).text, arm);
    assert.equal((await get('/assets/limber-x.wasm')).status, 200);
    assert.equal((await get('/model/%2e%2e/%2e%2e/etc/passwd')).status, 404);
    assert.equal((await get('/model/..%2f..%2f..%2f..%2fetc%2fpasswd')).status, 404);

    // the page hears of a file that is written
    const { body } = await fetch(new URL('/changes', address));
    const reader = found(body).getReader();
    fs.writeFileSync(path.join(folder, 'arm.xml'), arm);
    assert.match(new TextDecoder().decode((await reader.read()).value), /^data: changed/);
    await reader.cancel();
  } finally {
    child.kill('SIGTERM');
  }
  const code = await new Promise((resolve) => child.once('exit', resolve));
  assert.equal(code, 0);
});
