// Batches on the GPU in Chromium, by its software adapter: the same program in a page and in a worker of it, and stages against the engine.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { executablePath, flags, skip } from './browser.mjs';
import { contentType } from './content_types.mjs';
import { allScenes } from '../gpu_scenes.mjs';
import { portOf } from '../helpers.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const gpuFlags = [
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  // for pictures of the software adapter in a canvas
  ...['--use-vulkan=swiftshader', '--enable-features=Vulkan', '--use-angle=swiftshader'],
];
const timeout = 300_000;

const xml = `<mujoco><option timestep="0.01"/>
  <worldbody><body><joint name="x" type="slide" axis="1 0 0" damping=".1"/><geom size=".1" mass="1"/>
    <body><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 .6" size=".02" mass=".1"/></body></body></worldbody>
  <actuator><motor joint="x" gear="10"/></actuator>
</mujoco>`;

/** What page and worker do: 40 simulations, on the GPU and on the CPU. */
const program = `
import { createBatch } from '/js/index.js';
export async function run(xml) {
  const found = [];
  for (const backend of ['gpu', 'cpu']) {
    const batch = await createBatch(xml, { backend, count: 40, ...(backend === 'cpu' && { workers: 1 }) });
    batch.field('ctrl').forEach((_, i, rows) => { rows[i] = i / 40; });
    await batch.step(30);
    if (backend === 'gpu') await batch.read('qpos');
    found.push([...batch.field('qpos')]);
    batch.dispose();
  }
  return found;
}`;

const files = new Map([
  [
    '/',
    '<!doctype html><title>GPU</title><script type="importmap">{"imports":{"limber":"/js/index.js"}}</script>',
  ],
  ['/program.js', program],
  [
    '/worker.js',
    `import { run } from '/program.js';
onmessage = ({ data }) => run(data).then(postMessage, (error) => postMessage(String(error)));`,
  ],
]);

/** @returns {Promise<http.Server>} */
function serve() {
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(String(request.url), 'http://localhost');
    const file = path.join(root, pathname);
    const made = files.get(pathname);
    const found =
      made !== undefined || (/^\/(js|examples|tests)\//.test(pathname) && fs.existsSync(file));
    const type = /\/$|\.html$/.test(pathname) ? 'text/html' : contentType(file);
    response.writeHead(found ? 200 : 404, { 'content-type': type });
    response.end(made ?? (found ? fs.readFileSync(file) : ''));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** @param {(tab: import('playwright-core').Page, address: string) => Promise<void>} body */
async function inBrowser(body) {
  const server = await serve();
  const browser = await chromium.launch({
    executablePath,
    args: [...flags.filter((flag) => flag !== '--disable-gpu'), ...gpuFlags],
  });
  try {
    const tab = await browser.newPage();
    const address = `http://127.0.0.1:${portOf(server)}`;
    await tab.goto(`${address}/`);
    await body(tab, address);
  } finally {
    await browser.close();
    server.close();
  }
}

/** Scenes of the stages: together all kinds of shapes, joints and rows, tendons, actuators and sensors, both solvers, two integrators. */
const sample = [
  'tendons, equality, actuators and sensors in RK4',
  'conjugate gradients, elliptic cones',
  'meshes, boxes and cylinders on a height field',
];

test('stages of GPU batches in a page are those of the engine', { skip, timeout }, async () => {
  await inBrowser(async (tab) => {
    for (const name of sample) {
      const scene = allScenes.find((each) => each.name === name);
      assert.ok(scene, name);
      const wrong = await tab.evaluate(async ({ xml: text, steps, ...bounds }) => {
        const { load } = await import('limber');
        const address = '/tests/gpu_compare.mjs';
        /** @type {typeof import('../gpu_compare.mjs')} */
        const { beyond, compareStages } = await import(address);
        const simulation = await load(text);
        try {
          return beyond(await compareStages(simulation, { steps }), bounds);
        } finally {
          simulation.dispose();
        }
      }, scene);
      assert.deepEqual(wrong, [], name);
    }
  });
});

test(
  'a page and a worker step batches on the GPU as on the CPU; the example draws what a policy does there',
  { skip, timeout },
  async () => {
    await inBrowser(async (tab, address) => {
      for (const where of ['page', 'worker']) {
        const found = await tab.evaluate(
          async ([text, place]) => {
            if (place === 'page') {
              const address = '/program.js';
              const { run } = await import(address);
              return run(text);
            }
            const worker = new Worker('/worker.js', { type: 'module' });
            return new Promise((resolve, reject) => {
              worker.onmessage = ({ data }) => resolve(data);
              worker.onerror = ({ message }) => reject(new Error(message));
              worker.postMessage(text);
            });
          },
          [xml, where],
        );
        assert.ok(Array.isArray(found), `${where}: ${found}`);
        const [gpu, cpu] = /** @type {number[][]} */ (found);
        assert.equal(gpu.length, 80);
        assert.ok(cpu[78] > 0.1 && cpu[78] > 2 * Math.abs(cpu[2]), 'each has a control of its own');
        const most = Math.max(...gpu.map((x, i) => Math.abs(x - cpu[i])));
        assert.ok(most < 5e-5, `${where}: positions differ by ${most}`);
      }

      // the example: environments, a policy and pictures, all on the GPU
      /** @type {string[]} */
      const errors = [];
      tab.on('pageerror', ({ message }) => errors.push(message));
      const pages = `${address}/examples/gpu`;
      await tab.goto(`${pages}/index.html?count=3`);
      const output = tab.locator('output');
      await tab.waitForFunction(
        () => !/^(loading|)$/.test(document.querySelector('output')?.value ?? ''),
        undefined,
        { timeout },
      );
      assert.match(await output.innerText(), /^3 x quadruped on .*, [1-9]\d* steps, \d+ frames/);

      // figures of steps
      await tab.goto(`${pages}/bench.html?models=cart_double_pole&counts=2`);
      const lines = tab.locator('#lines', { hasText: /\ndone\n/ });
      await lines.waitFor({ timeout });
      assert.match(
        await lines.innerText(),
        /computes on the processor[^]*cart_double_pole x 2: [1-9]\d* steps\/s .*4 dispatches a step, 0 diverged/,
      );
      assert.deepEqual(errors, []);
    });
  },
);
