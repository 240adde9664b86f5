// The programs of examples/apps: each is built from the packed package by its tool as it comes, opened in Chromium, and must show
// and run the model without a word on the console.
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

/** Opens a folder as a web server serves it. @param {import('node:test').TestContext} t @param {string} base */
async function openPage(t, base) {
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
      'content-security-policy':
        "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; worker-src 'self'; object-src 'none'",
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
