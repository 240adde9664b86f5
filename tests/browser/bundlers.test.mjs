// A small app with the packed package, built with each bundler as it comes, and run in Chromium under a Content-Security-Policy that
// allows WebAssembly and no eval: it loads, steps and draws.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { packPackage, root } from '../package/packed.mjs';
import { executablePath, flags, harmless } from './browser.mjs';
import { contentType } from './content_types.mjs';
import { findProgram, found, portOf } from '../helpers.mjs';

const execute = promisify(execFile);
const { folder } = await packPackage('bundlers');
const apps = fileURLToPath(new URL('./apps/', import.meta.url));
/** @param {...string} names */
const at = (...names) => path.join(folder, ...names);
for (const name of ['app.js', 'main.js', 'workers.js']) fs.copyFileSync(apps + name, at(name));
fs.writeFileSync(at('package.json'), '{ "name": "app", "type": "module", "private": true }');

const policy = "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; object-src 'none'";
const withInlineScripts = policy.replace("'self'", "'self' 'unsafe-inline'");
const page =
  '<!doctype html><meta charset="utf-8"><body><script type="module" src="SCRIPT"></script></body>';

/** Serves a folder as a plain web server does. @param {string} base */
async function serve(base, csp = policy) {
  /** @type {string[]} */
  const asked = [];
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(String(request.url), 'http://localhost');
    if (pathname === '/favicon.ico') {
      response.writeHead(204);
      response.end();
      return;
    }
    const name = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    const file = path.join(base, decodeURIComponent(name));
    const exists = fs.existsSync(file) && fs.statSync(file).isFile();
    asked.push(`${exists ? 200 : 404} ${name}`);
    const type = contentType(file);
    const headers = { 'content-type': type, ...(csp ? { 'content-security-policy': csp } : {}) };
    response.writeHead(exists ? 200 : 404, headers);
    response.end(exists ? fs.readFileSync(file) : '');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return { server, asked, origin: `http://127.0.0.1:${portOf(server)}` };
}

const skip = !executablePath && 'no chromium';
const browser = skip ? null : await chromium.launch({ executablePath, args: flags });
test.after(() => browser?.close());

/**
 * Opens a built app; `window.result` says how it went.
 *
 * @param {string} base
 * @param {{ csp?: string, name?: string, workers?: boolean }} [options]
 */
async function runApp(base, { csp, name = '/', workers = false } = {}) {
  const { server, asked, origin } = await serve(base, csp);
  const tab = await found(browser).newPage();
  /** @type {string[]} */
  const problems = [];
  tab.on('pageerror', (error) => problems.push(String(error)));
  tab.on('console', (message) => {
    if (!harmless.test(message.text())) problems.push(message.text());
  });
  try {
    await tab.goto(origin + name);
    await tab
      .waitForFunction(() => window.result, null, { timeout: 20_000 })
      .catch((error) => {
        throw new Error(`${error.message}\n${problems.join('\n')}\n${asked.join('\n')}`);
      });
    const result = await tab.evaluate(() => window.result);
    if (workers) assertRan({ result });
    const inWorkers = workers ? await tab.evaluate(() => window.runWorkers()) : null;
    return { result, inWorkers, asked, problems };
  } finally {
    await tab.close();
    server.close();
  }
}

/** @typedef {Awaited<ReturnType<typeof runApp>>} Outcome */

/** What every app must have done. @param {Pick<Outcome, 'result'>} outcome */
function assertRan({ result }) {
  assert.ok(result && !('error' in result), JSON.stringify(result));
  assert.ok(result.viewed, 'the viewer ran');
  assert.ok(Math.abs(result.time - 0.2) < 1e-9, `${result.time}`);
  assert.ok(result.height < 0.9, `${result.height}`);
  assert.ok(result.red > 50, `${result.red} red pixels`);
}

/** What the workers must have done. @param {Outcome} outcome */
function assertWorked({ inWorkers }) {
  const { states, time } = found(inWorkers);
  assert.equal(states, 60);
  assert.ok(Math.abs(time - 0.02) < 1e-9, `${time}`);
}

/** What an app that ran tells. @param {Outcome} outcome */
const resultOf = ({ result }) =>
  /** @type {Exclude<typeof result, { error: string } | undefined>} */ (found(result));
/** @param {Outcome} outcome @param {RegExp} pattern */
const fetched = ({ asked }, pattern) => asked.filter((line) => pattern.test(line));
/** @param {string} output @param {string} script */
const writePage = (output, script) =>
  fs.writeFileSync(at(output, 'index.html'), page.replace('SCRIPT', script));
const withWorkers = at('with_workers.js');
fs.writeFileSync(withWorkers, "import './main.js';\nimport './workers.js';\n");

test('Vite', { skip }, async () => {
  const { build } = await import('vite');
  fs.writeFileSync(at('index.html'), page.replace('SCRIPT', '/with_workers.js'));
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: { outDir: at('vite') },
  });
  const outcome = await runApp(at('vite'), { workers: true });
  assertRan(outcome);
  assertWorked(outcome);
  assert.equal(fetched(outcome, /200 .*limber.*\.wasm/).length, 1);
  assert.equal(fetched(outcome, /inlined/).length, 0);
  assert.deepEqual(outcome.problems, []);
});

test('webpack 5', { skip }, async () => {
  const { default: webpack } = await import('webpack');
  const stats = await new Promise((resolve, reject) =>
    webpack(
      {
        context: folder,
        mode: 'production',
        entry: withWorkers,
        output: { path: at('webpack'), filename: 'main.js' },
        performance: false,
        resolve: { symlinks: true },
      },
      (error, result) => (error ? reject(error) : resolve(result)),
    ),
  );
  assert.deepEqual(stats.toJson({ all: false, errors: true, warnings: true }).errors, []);
  assert.deepEqual(stats.toJson({ all: false, errors: true, warnings: true }).warnings, []);
  writePage('webpack', '/main.js');
  const outcome = await runApp(at('webpack'), { workers: true });
  assertRan(outcome);
  assertWorked(outcome);
  assert.equal(fetched(outcome, /200 .*\.wasm/).length, 1);
  assert.deepEqual(outcome.problems, []);
});

test('esbuild, with no option for the module', { skip }, async () => {
  const { build } = await import('esbuild');
  await build({
    entryPoints: [withWorkers],
    bundle: true,
    minify: true,
    format: 'esm',
    outfile: at('esbuild/with_workers.js'),
    logLevel: 'error',
  });
  writePage('esbuild', '/with_workers.js');
  const outcome = await runApp(at('esbuild'));
  assertRan(outcome);
  assert.deepEqual(outcome.problems, []);
  assert.deepEqual(fetched(outcome, /404/), []);
  // workers are entries of their own: without them the error says so
  const failed = runApp(at('esbuild'), { workers: true });
  await assert.rejects(
    failed,
    /the worker did not start: is its code at http.*\/worker\.js\?.*'limber\/batch-worker' is an entry/,
  );
});

test('esbuild, with workers as entries of their own', { skip }, async () => {
  const { build } = await import('esbuild');
  // the module beside the bundle, as its documentation says, saves the copy
  fs.writeFileSync(
    at('esbuild_engine.js'),
    `import { loadMujoco, provideEngine } from 'limber';
provideEngine(loadMujoco({ locateFile: () => new URL('limber.wasm', import.meta.url).href }));
`,
  );
  fs.writeFileSync(
    at('esbuild_workers.js'),
    `import './esbuild_engine.js';
import './main.js';
import { runWorkers } from './workers.js';
const start = (name) => () => new Worker(new URL(name, import.meta.url), { type: 'module' });
window.runWorkers = () => runWorkers({ makeRollout: start('./rollout.js'), makeSimulation: start('./simulation.js') });
`,
  );
  await build({
    entryPoints: {
      main: at('esbuild_workers.js'),
      rollout: 'limber/rollout-worker',
      simulation: 'limber/simulation-worker',
    },
    absWorkingDir: folder,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    outdir: at('esbuild2'),
    logLevel: 'error',
  });
  fs.copyFileSync(at('node_modules/limber/js/engine/limber.wasm'), at('esbuild2/limber.wasm'));
  writePage('esbuild2', '/main.js');
  const outcome = await runApp(at('esbuild2'), { workers: true });
  assertRan(outcome);
  assertWorked(outcome);
  assert.equal(fetched(outcome, /200 .*\.wasm/).length, 1);
  assert.equal(fetched(outcome, /inlined/).length, 0);
});

test('Rollup', { skip }, async () => {
  const { rollup } = await import('rollup');
  const { nodeResolve } = await import('@rollup/plugin-node-resolve');
  const bundle = await rollup({
    input: at('main.js'),
    plugins: [nodeResolve({ browser: true })],
    onwarn: (warning) => assert.fail(warning.message),
  });
  await bundle.write({ dir: at('rollup'), format: 'es' });
  await bundle.close();
  writePage('rollup', '/main.js');
  const outcome = await runApp(at('rollup'));
  assertRan(outcome);
  assert.deepEqual(outcome.problems, []);
});

test('Parcel, with the line that embedding.md has', { skip }, async () => {
  const [, line] =
    fs
      .readFileSync(path.join(root, 'docs/embedding.md'), 'utf8')
      .match(/```json\n({ "@parcel[^]*?})\n```/) ?? [];
  assert.ok(line, 'the line');
  // a project of its own, as npm leaves it: Parcel looks for the lock file
  const project = at('parcel_project');
  fs.mkdirSync(project);
  fs.symlinkSync('../node_modules', path.join(project, 'node_modules'));
  const dependencies = { limber: '*', three: '*' };
  /** @param {string} name @param {object} content */
  const write = (name, content) =>
    fs.writeFileSync(path.join(project, name), JSON.stringify(content));
  write('package.json', { type: 'module', private: true, dependencies, ...JSON.parse(line) });
  write('package-lock.json', { lockfileVersion: 3, packages: {} });
  for (const name of ['app.js', 'main.js', 'workers.js'])
    fs.copyFileSync(at(name), path.join(project, name));
  /** @param {string} name @param {string} text */
  const writeText = (name, text) => fs.writeFileSync(path.join(project, name), text);
  writeText(
    'own_workers.js',
    `import './main.js';
import { runWorkers } from './workers.js';
const start = (name) => () => new Worker(name, { type: 'module' });
window.runWorkers = () => runWorkers({ makeRollout: start('/rollout.js'), makeSimulation: start('/simulation.js') });
`,
  );
  writeText('rollout.js', "import 'limber/batch-worker';\n");
  writeText('simulation.js', "import 'limber/simulation-worker';\n");
  writeText('index.html', page.replace('SCRIPT', './own_workers.js'));
  const program = path.join(root, 'node_modules/parcel/lib/bin.js');
  await execute(
    process.execPath,
    [program, 'build', 'index.html', 'rollout.js', 'simulation.js', '--no-autoinstall'],
    {
      cwd: project,
      env: { ...process.env, NODE_ENV: 'production', PARCEL_WORKERS: '0' },
    },
  ).catch((error) => assert.fail(`${error.stdout}\n${error.stderr}`));
  const outcome = await runApp(path.join(project, 'dist'), {
    csp: withInlineScripts, // Parcel writes an import map
    workers: true,
  });
  assertRan(outcome);
  assertWorked(outcome);
  assert.equal(fetched(outcome, /200 .*limber.*\.wasm/).length, 1);
  assert.equal(fetched(outcome, /inlined/).length, 0);
  assert.deepEqual(outcome.problems, []);
});

const bun = findProgram('@oven', 'bun');

test('Bun builds a page', { skip: skip || (!bun && 'no bun for this machine') }, async () => {
  const args = ['build', withWorkers, '--outdir', at('bun'), '--minify', '--target', 'browser'];
  await execute(String(bun), args, { cwd: folder });
  writePage('bun', '/with_workers.js');
  const outcome = await runApp(at('bun'));
  assertRan(outcome);
  assert.deepEqual(outcome.problems, []);
});

test('no bundler: modules from plain paths', { skip }, async () => {
  const output = at('plain');
  fs.mkdirSync(output, { recursive: true });
  for (const name of ['limber', 'three']) {
    const target = path.join(output, name);
    if (!fs.existsSync(target)) fs.symlinkSync(fs.realpathSync(at('node_modules', name)), target);
  }
  // the engine alone needs nothing; what draws takes three from an import map
  fs.writeFileSync(
    path.join(output, 'engine.js'),
    `import { load } from '/limber/js/index.js';
const sim = await load('<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>');
sim.step(100);
window.result = { time: sim.time };
`,
  );
  writePage('plain', '/engine.js');
  const engine = await runApp(output);
  assert.ok(Math.abs(resultOf(engine).time - 0.2) < 1e-9);
  assert.deepEqual(engine.problems, []);
  fs.writeFileSync(
    path.join(output, 'one.js'),
    "import { load } from '/limber/dist/limber.js';\nconst sim = await load('<mujoco/>');\nsim.step(100);\nwindow.result = { time: sim.time };\n",
  );
  writePage('plain', '/one.js');
  const one = await runApp(output);
  assert.ok(Math.abs(resultOf(one).time - 0.2) < 1e-9);
  assert.equal(fetched(one, /\.js$/).length, 2);
});

test('limber/inline fetches nothing', { skip }, async () => {
  const { build } = await import('esbuild');
  fs.writeFileSync(
    at('inline_main.js'),
    "import { load } from 'limber/inline';\nconst sim = await load('<mujoco/>');\nsim.step(100);\nwindow.result = { time: sim.time };\n",
  );
  await build({
    entryPoints: [at('inline_main.js')],
    bundle: true,
    minify: true,
    format: 'esm',
    outfile: at('inline/main.js'),
    logLevel: 'error',
  });
  writePage('inline', '/main.js');
  const outcome = await runApp(at('inline'));
  assert.ok(Math.abs(resultOf(outcome).time - 0.2) < 1e-9);
  assert.deepEqual(outcome.asked, ['200 /index.html', '200 /main.js']);
  assert.deepEqual(outcome.problems, []);
});

test(
  'without wasm-unsafe-eval the policy forbids it, and the error says so',
  { skip },
  async () => {
    const { server, origin } = await serve(at('plain'), "script-src 'self'");
    const tab = await found(browser).newPage();
    const failed = new Promise((resolve) => tab.on('pageerror', (error) => resolve(String(error))));
    await tab.goto(origin);
    assert.match(await failed, /WebAssembly|unsafe-eval/);
    await tab.close();
    server.close();
  },
);

test('limber bundle: a page from disk that fetches nothing', { skip }, async () => {
  const file = at('humanoid.html');
  const program = at('node_modules/limber/js/cli/limber.js');
  await execute(process.execPath, [
    program,
    'bundle',
    path.join(root, 'examples/humanoid.xml'),
    file,
    '-k',
    'stand',
  ]);
  const html = fs.readFileSync(file, 'utf8');
  assert.ok(html.length < 2_000_000, `${html.length} bytes`);
  assert.ok(!html.includes(root.slice(1)), 'tells where the model lay');
  const tab = await found(browser).newPage();
  /** @type {string[]} */
  const requests = [];
  tab.on('request', (request) => requests.push(request.url().slice(0, 60)));
  /** @type {string[]} */
  const problems = [];
  tab.on('pageerror', (error) => problems.push(String(error)));
  await tab.goto(pathToFileURL(file).href);
  await tab.waitForFunction(
    () => document.querySelector('limber-viewer').simulation?.time > 0.05,
    null,
    { timeout: 20_000 },
  );
  const facts = await tab.evaluate(() => {
    const viewer = document.querySelector('limber-viewer');
    return { bodies: viewer.simulation.model.nbody, key: viewer.getAttribute('key') };
  });
  assert.deepEqual(facts, { bodies: 15, key: 'stand' });
  assert.deepEqual(
    requests.filter((url) => !/^(file|data|blob):/.test(url)),
    [],
  );
  assert.deepEqual(problems, []);
  await tab.close();
});

test('limber view: the studio opens on the model', { skip }, async () => {
  const { serveStudio } = await import(
    pathToFileURL(at('node_modules/limber/js/cli/local_server.js')).href
  );
  const server = await serveStudio(path.join(root, 'examples'), 0);
  const tab = await found(browser).newPage();
  /** @type {string[]} */
  const problems = [];
  tab.on('pageerror', (error) => problems.push(String(error)));
  await tab.goto(`http://127.0.0.1:${server.address().port}/?src=/model/hopper.xml`);
  await tab.waitForFunction(() => document.querySelector('canvas')?.width > 0, null, {
    timeout: 20_000,
  });
  await tab.waitForFunction(() => /hopper/.test(document.body.innerText), null, {
    timeout: 20_000,
  });
  assert.deepEqual(problems, []);
  await tab.close();
  server.closeAllConnections();
  server.close();
});

const program = `import { createBatch, load } from 'limber';
const xml = '<mujoco><worldbody><body><joint axis="0 1 0"/><geom size=".1" pos=".1 0 0"/></body></worldbody></mujoco>';
const sim = await load(xml);
sim.step(5);
const batch = await createBatch(sim, { count: 4, workers: 2 });
await batch.step(5);
console.log(sim.time.toFixed(3), batch.qpos.every((value) => value === batch.qpos[0] && value > 0));
batch.dispose();
`;
fs.writeFileSync(at('program.mjs'), program);
const deno = findProgram('@deno', 'deno');
/** Programs that run a file, with what they need to. @type {[name: string, program: string | null, args: string[]][]} */
const hosts = [
  ['Node', process.execPath, []],
  ['Deno', deno, ['run', '--no-remote', '--node-modules-dir=manual', '--allow-read', '--quiet']],
  ['Bun', bun, ['run', '--no-install']],
];
for (const [name, host, args] of hosts) {
  test(name, { timeout: 60_000, skip: !host && `no ${name} for this machine` }, async () => {
    const env = { ...process.env, DENO_NO_UPDATE_CHECK: '1', DENO_DIR: at('deno_cache') };
    const { stdout, stderr } = await execute(String(host), [...args, at('program.mjs')], {
      cwd: folder,
      env,
    });
    assert.equal(stdout, '0.010 true\n');
    assert.equal(stderr, '');
  });
}
