// Where policies run besides Node: ONNX files by onnxruntime-web in pages, with WebAssembly and on the GPU (here its software adapter), and
// our JSON in workers and in a page that is one file and fetches nothing.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { loadTaskPolicy, makeTask, writeOnnx, writePolicy } from 'limber/env';
import { executablePath, flags, skip } from './browser.mjs';
import { contentType } from './content_types.mjs';
import { portOf } from '../helpers.mjs';
import { recurrentFile } from '../js/recurrent_file.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const timeout = 120_000;
const imports = {
  'limber/env': '/js/env/index.js',
  'onnxruntime-web': '/node_modules/onnxruntime-web/dist/ort.bundle.min.mjs',
};
const page = `<!doctype html><title>policies</title><script type="importmap">${JSON.stringify({ imports })}</script>`;
const worker = `import { loadPolicy } from '/js/env/index.js';
onmessage = async ({ data: { text, rows } }) => postMessage(await (await loadPolicy(text)).act(rows));`;

/** @type {http.Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {string} a policy of ours, its ONNX file, and rows that it looks at with what it does in Node */
let text;
/** @type {{ onnx: number[], rows: number[], actions: number[] }} */
let wanted;

before(async () => {
  if (skip) return;
  server = http.createServer((request, response) => {
    const { pathname } = new URL(String(request.url), 'http://localhost');
    const file = path.join(root, pathname);
    const made = { '/': page, '/worker.js': worker }[pathname];
    const found =
      made ?? (/^\/(js|node_modules\/onnxruntime-web)\//.test(pathname) && fs.existsSync(file));
    const type = pathname === '/' ? 'text/html' : contentType(file);
    response.writeHead(found ? 200 : 404, { 'content-type': type });
    response.end(made ?? (found ? fs.readFileSync(file) : ''));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  browser = await chromium.launch({
    executablePath,
    args: [
      ...flags.filter((flag) => flag !== '--disable-gpu'),
      '--enable-unsafe-webgpu',
      '--use-webgpu-adapter=swiftshader',
    ],
  });
  const policy = await loadTaskPolicy('cartpole');
  const env = await makeTask('cartpole', { count: 16, workers: 1 });
  const { observation } = await env.reset({ seed: 1 });
  const rows = Float32Array.from(observation.policy);
  const actions = await policy.act(rows);
  env.dispose();
  text = writePolicy(policy.data);
  wanted = { onnx: [...writeOnnx(policy.data)], rows: [...rows], actions: [...actions] };
});
after(async () => {
  await browser?.close();
  server?.close();
});

const open = async () => {
  const tab = await browser.newPage();
  await tab.goto(`http://127.0.0.1:${portOf(server)}/`);
  return tab;
};

for (const provider of ['wasm', 'webgpu'])
  test(`an ONNX file in a page: ${provider}`, { skip, timeout }, async () => {
    const tab = await open();
    const found = await tab.evaluate(
      async ({ onnx, rows, provider, memory }) => {
        const { loadPolicy } = await import('limber/env');
        let buffers = 0;
        if (provider === 'webgpu') {
          const { createBuffer } = GPUDevice.prototype;
          GPUDevice.prototype.createBuffer = function (description) {
            buffers++;
            return createBuffer.call(this, description);
          };
        }
        const options = { providers: [provider] };
        const policy = await loadPolicy(Uint8Array.from(onnx), options);
        const recurrent = await loadPolicy(Uint8Array.from(memory), options);
        const two = Float32Array.of(1, 2, 10, 20);
        const result = {
          kind: policy.kind,
          actions: [...(await policy.act(Float32Array.from(rows)))],
          first: [...(await recurrent.act(two))],
          second: [...(await recurrent.act(two))],
        };
        policy.dispose();
        recurrent.dispose();
        return { ...result, onGpu: buffers > 0 };
      },
      { ...wanted, provider, memory: [...recurrentFile()] },
    );
    await tab.close();
    assert.deepEqual([found.kind, found.onGpu], ['onnx', provider === 'webgpu']);
    assert.equal(found.actions.length, wanted.actions.length);
    found.actions.forEach((value, i) =>
      assert.ok(Math.abs(value - wanted.actions[i]) < 1e-5, `${value} ${wanted.actions[i]}`),
    );
    // one with memory
    assert.deepEqual(
      [found.first, found.second],
      [
        [1, 2, 10, 20],
        [2.5, 4, 16, 31],
      ],
    );
  });

test('our JSON runs in a worker, with the bits of Node', { skip, timeout }, async () => {
  const tab = await open();
  const found = await tab.evaluate(
    ({ text, rows }) =>
      new Promise((resolve, reject) => {
        const worker = new Worker('/worker.js', { type: 'module' });
        worker.onerror = (event) => reject(new Error(event.message));
        worker.onmessage = ({ data }) => resolve([...data]);
        worker.postMessage({ text, rows: Float32Array.from(rows) });
      }),
    { text, rows: wanted.rows },
  );
  await tab.close();
  assert.deepEqual(found, wanted.actions);
});

/** What a program of one file does: a policy drives its task by hand. Positions after two seconds. */
const program = (
  /** @type {string} */ load,
) => `import { drive, loadPolicy, loadTask } from 'limber/env';
import { load } from '${load}';
export async function run(text) {
  const { model } = await loadTask('cartpole');
  const simulation = await load(model);
  const driver = await drive(simulation, await loadPolicy(text));
  for (let k = 0; k < 200; k++) {
    driver.beforeStep();
    simulation.step();
  }
  return [...simulation.data.qpos];
}`;

test(
  'our JSON drives its task in a page that is one file and fetches nothing',
  { skip, timeout },
  async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: `${program('limber/inline')}\nwindow.run = () => run(${JSON.stringify(text)});`,
        resolveDir: root,
      },
      bundle: true,
      minify: true,
      format: 'esm',
      write: false,
      external: ['onnxruntime-web', 'three', 'node:*'],
    });
    const tab = await browser.newPage();
    /** @type {string[]} */
    const asked = [];
    await tab.route('**/*', (route) => {
      asked.push(route.request().url());
      return route.abort();
    });
    const script = outputFiles[0].text.replace(/<(?=\/script)/gi, '\\x3c');
    await tab.setContent(
      `<!doctype html><title>one file</title><script type="module">${script}</script>`,
    );
    await tab.waitForFunction(() => 'run' in window, null, { timeout: 60_000 });
    const found = await tab.evaluate(() =>
      /** @type {{ run: () => Promise<number[]> }} */ (/** @type {unknown} */ (window)).run(),
    );
    await tab.close();
    assert.deepEqual(asked, []);
    const file = path.join(root, 'build/one_file.mjs');
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, program('limber'));
    const { run } = await import(pathToFileURL(file).href);
    assert.deepEqual(found, await run(text));
  },
);
