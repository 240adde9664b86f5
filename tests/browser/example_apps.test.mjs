// The programs of examples/apps: each is built from the packed package by its tool as it comes, opened in Chromium, and must show
// and run the model without a word on the console. So must the samples of README and guides that are for pages.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { link, packPackage, root } from '../package/packed.mjs';
import { executablePath, flags, harmless } from './browser.mjs';
import { contentType } from './content_types.mjs';
import { found, portOf } from '../helpers.mjs';

const execute = promisify(execFile);
const { folder } = await packPackage('example_apps');
const packages = ['@react-three/fiber', '@types/react', '@vitejs/plugin-react'];
packages.push('@vitejs/plugin-vue', 'next', 'react', 'react-dom', 'styled-jsx', 'typescript');
for (const name of [...packages, 'vite', 'vue', '@types/node', 'csstype']) link(folder, name);
const skip = !executablePath && 'no chromium';
const browser = skip ? null : await chromium.launch({ executablePath, args: flags });
test.after(() => browser?.close());

/** A copy of an app in the packed package's project. @param {string} name */
function copyApp(name) {
  const place = path.join(folder, name);
  const apps = path.join(root, 'examples/apps');
  fs.cpSync(path.join(apps, name), place, { recursive: true });
  fs.copyFileSync(path.join(apps, 'pendulum.xml'), path.join(place, 'pendulum.xml'));
  return place;
}

/** @param {string} place @param {string} tool @param {...string} args */
async function build(place, tool, ...args) {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };
  const program = path.join(folder, 'node_modules', tool);
  await execute(process.execPath, [program, ...args], { cwd: place, env }).catch((error) =>
    assert.fail(`${error.stdout}\n${error.stderr}`),
  );
}

/**
 * Opens a folder as a web server serves it.
 * @param {import('node:test').TestContext} t @param {string} base @param {boolean} [strict] under a policy that allows no code of others
 */
async function openPage(t, base, strict = true) {
  /** @type {string[]} */
  const asked = [];
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(String(request.url), 'http://localhost');
    const name = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    const file = path.join(base, decodeURIComponent(name));
    const isThere = fs.existsSync(file) && fs.statSync(file).isFile();
    if (name === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    asked.push(name);
    response.writeHead(isThere ? 200 : 404, {
      'content-type': contentType(file),
      // Next and import maps need inline scripts; nothing needs more
      ...(strict && {
        'content-security-policy':
          "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; worker-src 'self'; object-src 'none'",
      }),
    });
    response.end(isThere ? fs.readFileSync(file) : '');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const page = await found(browser).newPage();
  /** @type {string[]} */
  const said = [];
  page.on('pageerror', (error) => said.push(String(error)));
  page.on('console', (message) => {
    // what drawing in software says of itself, and react-three-fiber of what it takes of three
    if (!harmless.test(message.text()) && !/THREE\.Clock/.test(message.text()))
      said.push(message.text());
  });
  t.after(async () => {
    await page.close();
    server.closeAllConnections();
    server.close();
  });
  await page.goto(`http://127.0.0.1:${portOf(server)}/`);
  return { page, said, asked };
}

/** Waits until a viewer of the page runs. @param {Page} page */
const untilItRuns = (page) =>
  page.waitForFunction(
    () => document.querySelector('limber-viewer')?.simulation?.time > 0.1,
    null,
    {
      timeout: 30_000,
    },
  );

/** Orange pixels of the last canvas: the bob. @param {Page} page */
async function orangePixels(page) {
  const picture = await page.locator('canvas:visible').last().screenshot();
  return page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4)
        if (data[i] > 60 && data[i] > 1.5 * data[i + 1] && data[i] > 2 * data[i + 2]) count++;
      return count;
    },
    [...picture],
  );
}

test('plain: an import map and no tools', { skip, timeout: 120_000 }, async (t) => {
  const place = copyApp('plain');
  fs.symlinkSync('../node_modules', path.join(place, 'node_modules'));
  const { page, said } = await openPage(t, place);
  await untilItRuns(page);
  assert.ok((await orangePixels(page)) > 100);
  assert.deepEqual(said, []);
});

test('vite: a scene of three.js', { skip, timeout: 120_000 }, async (t) => {
  const place = copyApp('vite');
  await build(place, 'vite/bin/vite.js', 'build');
  const { page, said } = await openPage(t, path.join(place, 'dist'));
  await page.waitForFunction(() => parseFloat(document.title) > 0.1, null, { timeout: 30_000 });
  assert.ok((await orangePixels(page)) > 100);
  assert.deepEqual(said, []);
});

test('react: viewer, hooks and react-three-fiber', { skip, timeout: 120_000 }, async (t) => {
  const place = copyApp('react');
  await build(place, 'vite/bin/vite.js', 'build');
  const { page, said } = await openPage(t, path.join(place, 'dist'));
  await untilItRuns(page);
  await page.waitForFunction(
    () => parseFloat(document.querySelector('output').innerText) > 0.2,
    null,
    { timeout: 30_000 },
  );
  assert.ok((await orangePixels(page)) > 100, 'the scene of react-three-fiber');
  const facts = () =>
    page.evaluate(() => {
      const { paused, keyframe, simulation } = document.querySelector('limber-viewer');
      return { paused, keyframe, time: simulation.time };
    });
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Run' }).waitFor();
  const { paused, keyframe, time } = await facts();
  assert.deepEqual({ paused, keyframe }, { paused: true, keyframe: 'raised' });
  await page.waitForTimeout(200);
  assert.equal((await facts()).time, time);
  assert.deepEqual(said, []);
});

test('vue: the element in a template', { skip, timeout: 120_000 }, async (t) => {
  const place = copyApp('vue');
  await build(place, 'vite/bin/vite.js', 'build');
  const { page, said } = await openPage(t, path.join(place, 'dist'));
  await untilItRuns(page);
  assert.ok((await orangePixels(page)) > 100);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.waitForFunction(() => document.querySelector('limber-viewer').paused);
  assert.deepEqual(said, []);
});

test('next: both routers, typed', { skip, timeout: 240_000 }, async (t) => {
  const place = copyApp('next');
  fs.symlinkSync('../node_modules', path.join(place, 'node_modules'));
  // packages are links here; everything they lead to must be inside of this folder
  const real = (/** @type {string} */ name) =>
    fs.realpathSync(path.join(folder, 'node_modules', name));
  let common = place;
  while (![real('next'), real('@types/react')].every((name) => name.startsWith(common)))
    common = path.dirname(common);
  // the pages router beside it
  const pages = path.join(root, 'tests/browser/apps');
  fs.mkdirSync(path.join(place, 'pages'));
  fs.copyFileSync(`${pages}/next/pages/index.js`, path.join(place, 'pages/drawn.js'));
  fs.copyFileSync(`${pages}/app.js`, path.join(place, 'app.js'));
  fs.writeFileSync(
    path.join(place, 'next.config.mjs'),
    `export default { output: 'export', turbopack: { root: ${JSON.stringify(common)} } };\n`,
  );
  await build(place, 'next/dist/bin/next', 'build');
  const { page, said, asked } = await openPage(t, path.join(place, 'out'));
  assert.match(await page.locator('output').innerText(), /^-?\d\.\d{3}$/);
  await untilItRuns(page);
  await page.getByText('2 bodies').waitFor();
  assert.equal(await page.locator('limber-viewer').count(), 2);
  const fetched = () => asked.filter((name) => name.endsWith('.wasm')).length;
  assert.equal(fetched(), 1);
  await page.goto(new URL('drawn.html', page.url()).href);
  await page.waitForFunction(() => window.result, null, { timeout: 30_000 });
  const result = await page.evaluate(() => window.result);
  assert.ok(result && !('error' in result), JSON.stringify(result));
  assert.ok(result.height < 0.9 && Number(result.onServer) < 0.9 && result.red > 50);
  assert.equal(fetched(), 2);
  assert.deepEqual(said, []);
});

/** Samples of a guide in a language. @param {string} file @param {string} language */
const samplesOf = (file, language) =>
  [
    ...fs
      .readFileSync(path.join(root, file), 'utf8')
      .matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g')),
  ].map(([, code]) => code);

/** The first sample of a guide that has a text. @param {string} file @param {string} language @param {string} part */
const sampleWith = (file, language, part) =>
  found(samplesOf(file, language).find((code) => code.includes(part)));

test('samples of README and guides in a page', { skip, timeout: 240_000 }, async (t) => {
  const place = path.join(folder, 'guides');
  const inPackage = (/** @type {string} */ name) => path.join(folder, 'node_modules/limber', name);
  const models = ['robot.xml', 'robot/scene.xml', 'models/humanoid.xml'].map((name) =>
    path.join(place, name),
  );
  for (const name of models) fs.mkdirSync(path.dirname(name), { recursive: true });
  // the robot of the recipes with a camera and a keyframe
  const robot = fs
    .readFileSync(path.join(root, 'scripts/docs/robot.xml'), 'utf8')
    .replace(
      '<site name="tip"/>',
      '<site name="tip"/><camera name="wrist" pos="0 -1 .2" xyaxes="1 0 0 0 0 1"/>',
    )
    .replace(
      '</mujoco>',
      '<keyframe><key name="home" qpos="0 0 1.2 1 0 0 0 .1 0"/></keyframe></mujoco>',
    );
  for (const name of models) fs.writeFileSync(name, robot);
  fs.copyFileSync(path.join(root, 'examples/humanoid.xml'), models[2]);
  const withViewer =
    '<limber-viewer src="robot.xml" style="width: 320px; height: 240px"></limber-viewer>';
  // what samples take from those before them
  const sim = "import { load } from 'limber'; const sim = await load('robot.xml'); sim.step();\n";
  const stage = `${sim}import * as three from 'three';
const scene = new three.Scene(), camera = new three.PerspectiveCamera(), renderer = new three.WebGLRenderer();\n`;
  const view =
    "import { SimulationView } from 'limber/three'; const view = new SimulationView(sim); scene.add(view);\n";
  const draws = '\nrenderer.render(scene, camera); window.done = scene.children.includes(view);';
  const [cdn] = found(
    /import { load } from 'https:[^']*'/.exec(
      fs.readFileSync(path.join(root, 'docs/embedding.md'), 'utf8'),
    ),
  );
  /** Programs, what their pages hold, and what holds when they have run. @type {Record<string, [code: string, body: string, isDone: string]>} */
  const programs = {
    run: [
      stage +
        view +
        sampleWith('docs/hello.md', 'js', 'sim.run(').replace('sim.stop();', '') +
        'window.sim = sim;',
      '',
      'window.sim?.time > .1',
    ],
    draw: [
      stage + sampleWith('docs/hello.md', 'js', 'new SimulationView') + draws,
      '',
      'window.done',
    ],
    element: [
      sampleWith('docs/embedding.md', 'js', "import 'limber/viewer'"),
      withViewer,
      "document.querySelector('limber-viewer').simulation?.data.ctrl[0] > .01",
    ],
    drop: [
      sampleWith('docs/loading.md', 'js', 'dataTransfer') +
        `const given = new DataTransfer();
given.items.add(new File([await (await fetch('robot.xml')).text()], 'robot.xml'));
console.log = (names) => (window.names = names);
document.dispatchEvent(new DragEvent('drop', { dataTransfer: given, cancelable: true }));`,
      '',
      "window.names?.includes('torso')",
    ],
    engine: [
      sampleWith('docs/loading.md', 'js', '/static/limber.wasm') +
        'sim.step(); window.done = sim.time > 0;',
      '',
      'window.done',
    ],
    elsewhere: [
      `${sampleWith('docs/embedding.md', 'js', 'cdn.example.org')}${sim}window.done = sim.time > 0;`,
      '',
      'window.done',
    ],
    pixels: [
      sampleWith('docs/pictures.md', 'js', 'new PixelRenderer').replace(
        'console.log',
        'window.done = ',
      ),
      '',
      'window.done === 320 * 240 * 2',
    ],
    workers: [
      sampleWith('docs/embedding.md', 'js', './rollout.js') +
        'await remote.step(10); window.done = remote.time;',
      '',
      'window.done > .01',
    ],
    react: [
      sampleWith('docs/embedding.md', 'tsx', 'function Robot').replace('console.log', 'Array.of') +
        `
import { createRoot } from 'react-dom/client';
createRoot(document.getElementById('root')!).render(<Robot />);`,
      '<div id="root"></div>',
      "parseFloat(document.querySelector('output')?.innerText) > .2 && document.querySelector('limber-viewer').simulation?.time > .1",
    ],
    fiber: [
      sampleWith('docs/embedding.md', 'tsx', 'function Scene') +
        `
import { createRoot } from 'react-dom/client';
createRoot(document.getElementById('root')!).render(<Scene />);`,
      '<div id="root"></div>',
      "document.querySelector('canvas')?.width > 0",
    ],
    // both far below, the element with its address first: nothing is fetched before somebody scrolls there
    lazy: [
      `import { createRoot } from 'react-dom/client';
import { LimberViewer } from 'limber/react';
const style = { display: 'block', height: 240 };
createRoot(document.getElementById('root')!).render(<>
  <div style={{ height: 5000 }} />
  <LimberViewer src="robot.xml" loading="lazy" options={{ fetch: (asked, init) => { window.count++; return fetch(asked, init); } }} style={style} />
  <limber-viewer src="robot.xml" loading="lazy" style={style} />
</>);
window.count = 0;
const isFetched = () => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('.xml'));
setTimeout(() => {
  window.early = isFetched();
  window.scrollTo(0, 9999);
}, 500);`,
      '<div id="root"></div>',
      "window.early === false && window.count === 1 && [...document.querySelectorAll('limber-viewer')].every(({ simulation }) => simulation?.time > .1)",
    ],
    // what docs/notebooks.md gives to anywidget
    notebook: [
      `import widget from 'https://cdn.jsdelivr.net/npm/limber/dist/viewer.js';
const values: Record<string, unknown> = { model: await (await fetch('robot.xml')).text(), height: 120 };
const model = { get: (name: string) => values[name], set: (name: string, value: unknown) => void (values[name] = value),
  save_changes: () => {}, on: () => {}, off: () => {} };
widget.render({ model, el: document.body });
window.values = values;`,
      '',
      'window.values?.time > .1 && window.values.qpos.length === 9',
    ],
    cdn: [
      `${cdn}\nconst sim = await load('robot.xml'); sim.step(); window.done = sim.time > 0;`,
      '',
      'window.done',
    ],
  };
  for (const name of ['readme', 'embedding', 'hello'])
    programs[name] = ['', '', "document.querySelector('limber-viewer').simulation?.time > .1"];
  programs.readme[1] = sampleWith('README.md', 'html', '<limber-viewer');
  programs.embedding[1] = sampleWith('docs/embedding.md', 'html', '<limber-viewer');
  programs.hello[1] = sampleWith('docs/hello.md', 'html', '<limber-viewer');
  programs.hello[0] = "import 'limber/viewer';";
  // a page with its script
  const handle = sampleWith('docs/control.md', 'html', 'addHandle');
  const [script, code] = found(/<script type="module">([^]*?)<\/script>/.exec(handle));
  programs.handle = [
    `// @ts-nocheck\n${code}`,
    handle.replace(script, ''),
    `[0.4, 0.1, 0.5].every((x, i) => Math.abs(document.querySelector('limber-viewer').simulation?.site('tool').xpos[i] - x) < 0.01)`,
  ];
  fs.copyFileSync(path.join(root, 'examples/robot_arm.xml'), path.join(place, 'robot_arm.xml'));
  for (const [name, [code, body]] of Object.entries(programs)) {
    fs.writeFileSync(path.join(place, `${name}.tsx`), `${code}\nexport {};`);
    fs.writeFileSync(
      path.join(place, `${name}.html`),
      `<!doctype html><meta charset="utf-8"><body>${body}<script type="module" src="${name}.js"></script></body>`,
    );
  }
  fs.writeFileSync(path.join(place, 'rollout.js'), "import 'limber/batch-worker';");
  fs.writeFileSync(path.join(place, 'simulation.js'), "import 'limber/simulation-worker';");
  fs.writeFileSync(path.join(place, 'index.html'), '');
  const offline = path.join(place, 'offline');
  fs.mkdirSync(offline);
  fs.copyFileSync(models[0], path.join(offline, 'robot.xml'));
  fs.copyFileSync(inPackage('js/engine/limber.wasm'), path.join(offline, 'limber.wasm'));
  fs.writeFileSync(
    path.join(offline, 'service_worker.js'),
    sampleWith('docs/hosts.md', 'js', '// service_worker.js'),
  );
  fs.writeFileSync(
    path.join(offline, 'index.html'),
    '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script type="module" src="main.js"></script>',
  );
  fs.writeFileSync(
    path.join(offline, 'main.js'),
    `import { loadMujoco, provideEngine } from 'limber';
provideEngine(loadMujoco({ locateFile: () => new URL('limber.wasm', import.meta.url).href }));
${sim}window.done = sim.time > 0;`,
  );
  const { build: bundle } = await import('esbuild');
  const main = path.join(offline, 'main.js');
  await bundle({
    entryPoints: [main],
    bundle: true,
    format: 'esm',
    outfile: main,
    allowOverwrite: true,
    logLevel: 'error',
  });
  await bundle({
    entryPoints: [
      ...Object.keys(programs).map((name) => `${name}.tsx`),
      'rollout.js',
      'simulation.js',
    ],
    absWorkingDir: place,
    bundle: true,
    splitting: true,
    format: 'esm',
    jsx: 'automatic',
    outdir: place,
    allowOverwrite: true,
    external: ['https:*'],
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  const { page, said } = await openPage(t, place, false);
  const headers = { 'access-control-allow-origin': '*' };
  // addresses of others lead into the package
  await page.route(/cdn\.jsdelivr\.net\/npm\/limber\/(.*)/, (route) => {
    const name = new URL(route.request().url()).pathname.replace('/npm/limber/', '');
    return route.fulfill({ path: inPackage(name), headers, contentType: contentType(name) });
  });
  await page.route(/limber\.wasm$/, (route) =>
    /static|example/.test(route.request().url())
      ? route.fulfill({
          path: inPackage('js/engine/limber.wasm'),
          headers,
          contentType: 'application/wasm',
        })
      : route.fallback(),
  );
  for (const [name, [, , isDone]] of Object.entries(programs)) {
    await page.goto(new URL(`${name}.html`, page.url()).href);
    await page
      .waitForFunction(isDone, null, { timeout: 30_000 })
      .catch((error) => assert.fail(`${name}: ${error.message}\n${said.join('\n')}`));
    assert.deepEqual(said, [], name);
  }

  // the page that docs/hosts.md keeps for times without a network
  await page.goto(new URL('offline/', page.url()).href);
  await page.waitForFunction('window.done', null, { timeout: 30_000 });
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('service_worker.js');
    await navigator.serviceWorker.ready;
  });
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForFunction('window.done', null, { timeout: 30_000 });
  assert.deepEqual(said, []);
});
