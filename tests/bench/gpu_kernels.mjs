// How long each kernel of a step takes, where the adapter has timestamps: node tests/bench/gpu_kernels.mjs [model ...] [count ...]
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { createBatch } from 'limber';
import { rateOf } from '../../examples/gpu/bench.js';
import { openDevice } from '../../js/gpu/device.js';
import '../gpu_stages.mjs';
import { numberIn } from '../helpers.mjs';

// exact times, where Dawn would round them
try {
  const { create } = await import('webgpu');
  const gpu = create(['disable-dawn-features=timestamp_quantization']);
  Object.defineProperty(globalThis, 'navigator', { value: { gpu }, configurable: true });
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
}

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * Mean microseconds of each kernel over some steps, and steps a second without timestamps.
 * @param {string} name
 * @param {number} count
 * @param {{ warm?: number, steps?: number, patience?: number }} [options] patience: seconds of the second measurement
 */
export async function timeKernels(name, count, { warm = 200, steps = 20, patience = 1 } = {}) {
  const { device, adapter } = await openDevice('high-performance', ['timestamp-query']);
  const xml = fs.readFileSync(`${root}/examples/${name}.xml`, 'utf8');
  const begun = performance.now();
  const batch = await createBatch(xml, { backend: 'gpu', count, device });
  const made = (performance.now() - begun) / 1000;
  try {
    await batch.reset(undefined, { noise: 0.01 });
    await batch.step(warm);
    const [ncon, nefc, niter] = await batch.read('ncon', 'nefc', 'solver_niter');
    const mean = (/** @type {ArrayLike<number>} */ rows) =>
      Array.from(rows).reduce((sum, value) => sum + value, 0) / rows.length;
    const load = { contacts: mean(ncon), rows: mean(nefc), iterations: mean(niter) };
    /** @type {Record<string, number>} */
    const kernels = {};
    if (device.features.has('timestamp-query')) {
      const sum = await stamps(batch, device, steps);
      for (const [kernel, time] of sum) kernels[kernel] = time / steps / 1000;
    }
    const measured = await rateOf(batch, patience);
    const [warnings] = await batch.read('warnings');
    const full = [1, 2].map((kind) =>
      Array.from(warnings).reduce((sum, value, i) => sum + (i % 7 === kind ? value : 0), 0),
    );
    return {
      name,
      count,
      adapter,
      made,
      capacity: batch.capacity,
      load,
      kernels,
      ...measured,
      full,
    };
  } finally {
    batch.dispose();
    device.destroy();
  }
}

/** Nanoseconds of each kernel. @param {import('../../js/gpu/batch.js').GpuBatch} batch @param {GPUDevice} device @param {number} steps */
async function stamps(batch, device, steps) {
  const names = batch.kernels;
  const count = 2 * names.length * steps;
  const querySet = device.createQuerySet({ type: 'timestamp', count });
  const resolved = device.createBuffer({ size: 8 * count, usage: 0x200 | 4 });
  const staging = device.createBuffer({ size: 8 * count, usage: 1 | 8 });
  await batch.run('time', async (worlds) => {
    worlds.tell({});
    const encoder = device.createCommandEncoder();
    for (let i = 0; i < steps; i++)
      names.forEach((name, k) => {
        const at = 2 * (i * names.length + k);
        const timestampWrites = {
          querySet,
          beginningOfPassWriteIndex: at,
          endOfPassWriteIndex: at + 1,
        };
        const pass = encoder.beginComputePass({ timestampWrites });
        worlds.dispatch(pass, name);
        pass.end();
      });
    encoder.resolveQuerySet(querySet, 0, count, resolved, 0);
    encoder.copyBufferToBuffer(resolved, 0, staging, 0, 8 * count);
    device.queue.submit([encoder.finish()]);
    await staging.mapAsync(1);
  });
  const times = new BigUint64Array(staging.getMappedRange().slice(0));
  /** @type {Map<string, number>} */
  const sum = new Map();
  for (let i = 0; i < steps; i++)
    names.forEach((name, k) => {
      const at = 2 * (i * names.length + k);
      sum.set(name, (sum.get(name) ?? 0) + Number(times[at + 1] - times[at]));
    });
  querySet.destroy();
  resolved.destroy();
  staging.destroy();
  return sum;
}

/** @param {Awaited<ReturnType<typeof timeKernels>>} found */
const lineOf = ({ name, count, made, load, kernels, rate, still, full }) =>
  [
    `${name} x ${count}: ${Math.round(rate)} steps/s;`,
    ...Object.entries(kernels).map(([kernel, time]) => `${kernel} ${time.toFixed(1)}`),
    `us; contacts ${load.contacts.toFixed(1)} rows ${load.rows.toFixed(1)} iterations ${load.iterations.toFixed(1)};`,
    `made in ${made.toFixed(1)} s; still ${still}, full ${full}`,
  ].join(' ');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2);
  const counts = args.map(Number).filter((count) => count > 0);
  const names = args.filter((arg) => !(Number(arg) > 0) && !arg.startsWith('--'));
  const file = args.find((arg) => arg.startsWith('--json='))?.slice(7);
  for (const name of names.length > 0 ? names : ['humanoid', 'quadruped'])
    for (const count of counts.length > 0 ? counts : [256, 4096, 32768])
      try {
        const found = await timeKernels(name, count, {
          warm: numberIn(args, 'warm', 200),
          patience: numberIn(args, 'patience', 1),
        });
        console.log(lineOf(found), found.adapter);
        if (file) fs.appendFileSync(file, `${JSON.stringify(found)}\n`);
      } catch (error) {
        console.log(`${name} x ${count}:`, error instanceof Error ? error.message : error);
      }
}
