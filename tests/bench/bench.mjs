#!/usr/bin/env node
// limber against the peer on the examples: steps per second, load time, and the size and start of the module.
//   npm run bench            [-- --models FOLDER] [--seconds S]
// Both engines run in one process, in alternating bursts over the same stretch of simulation; the table gives the median ratio.
import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import loadPeer from '@mujoco/mujoco';
import loadLimber from 'limber/mujoco';

const args = process.argv.slice(2);
/** @param {string} name @param {string} fallback */
const option = (name, fallback) => (args.includes(name) ? args[args.indexOf(name) + 1] : fallback);
const folder = path.resolve(
  option('--models', new URL('../../examples', import.meta.url).pathname),
);
const seconds = Number(option('--seconds', '0.15'));
const WARM_UP = 2000; // milliseconds
const quiet = () => ({ print() {}, printErr() {} });
/** @param {number[]} values */
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

/** Milliseconds of a start. @param {typeof loadLimber} load */
async function startTime(load) {
  const times = [];
  for (let i = 0; i < 5; i++) {
    const start = performance.now();
    await load(quiet());
    times.push(performance.now() - start);
  }
  return median(times);
}

/** @param {Mujoco} engine @param {string} xml */
function loadTime(engine, xml) {
  const times = [];
  for (let i = 0; i < 5; i++) {
    const start = performance.now();
    const model = engine.MjModel.from_xml_string(xml);
    times.push(performance.now() - start);
    model.delete();
  }
  return median(times);
}

/** @param {Mujoco} engine @param {MjModel} model @param {MjData} data @param {number} steps */
function burst(engine, model, data, steps) {
  if (model.nkey > 0) engine.mj_resetDataKeyframe(model, data, 0);
  else engine.mj_resetData(model, data);
  const start = performance.now();
  for (let i = 0; i < steps; i++) engine.mj_step(model, data);
  return (performance.now() - start) / steps;
}

const engines = [await loadPeer(quiet()), await loadLimber(quiet())];
/** @param {string | URL} file */
const size = (file) => fs.readFileSync(file);
const modules = [
  size(new URL(import.meta.resolve('@mujoco/mujoco')).pathname.replace(/\.js$/, '.wasm')),
  size(new URL('../../js/engine/limber.wasm', import.meta.url)),
];
const starts = [await startTime(loadPeer), await startTime(loadLimber)];
console.log('                        peer      limber');
console.log(
  `module, kB         ${modules.map((m) => (m.length / 1e3).toFixed(0).padStart(9)).join('   ')}`,
);
console.log(
  `module, kB brotli  ${modules.map((m) => (brotliCompressSync(m).length / 1e3).toFixed(0).padStart(9)).join('   ')}`,
);
console.log(`start, ms          ${starts.map((t) => t.toFixed(1).padStart(9)).join('   ')}`);
console.log(
  '\nmodel                     nv   load ms: peer  limber  ratio   steps/s: peer   limber  ratio',
);

const ratios = [];
for (const file of fs.readdirSync(folder).filter((name) => name.endsWith('.xml'))) {
  const xml = fs.readFileSync(path.join(folder, file), 'utf8');
  const models = engines.map((engine) => engine.MjModel.from_xml_string(xml));
  const data = engines.map((engine, i) => new engine.MjData(models[i]));
  const loads = engines.map((engine) => loadTime(engine, xml));
  const once = burst(engines[0], models[0], data[0], 20);
  const steps = Math.max(10, Math.min(5000, Math.round((1e3 * seconds) / once)));
  // the platform compiles code anew once it is known to be hot
  for (let until = performance.now() + (ratios.length ? 0 : WARM_UP); performance.now() < until;)
    engines.forEach((engine, i) => burst(engine, models[i], data[i], steps));
  const samples = Array.from({ length: 5 }, () =>
    engines.map((engine, i) => burst(engine, models[i], data[i], steps)),
  );
  const ratio = median(samples.map(([peer, ours]) => peer / ours));
  ratios.push(ratio);
  /** @param {number} i */
  const rate = (i) => Math.round(1e3 / median(samples.map((s) => s[i])));
  console.log(
    `${file.padEnd(22)} ${String(models[0].nv).padStart(5)} ${loads[0].toFixed(2).padStart(15)} ${loads[1].toFixed(2).padStart(7)} ${(loads[0] / loads[1]).toFixed(1).padStart(6)} ${String(rate(0)).padStart(15)} ${String(rate(1)).padStart(8)} ${ratio.toFixed(2).padStart(6)}`,
  );
  for (const object of [...data, ...models]) object.delete();
}
console.log(
  `\nsteps per second, limber / peer: geometric mean ${Math.exp(ratios.reduce((sum, r) => sum + Math.log(r), 0) / ratios.length).toFixed(2)}, worst ${Math.min(...ratios).toFixed(2)}`,
);
