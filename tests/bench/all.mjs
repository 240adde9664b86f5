#!/usr/bin/env node
// Every class of model, limber against the peer: steps and loads in the module, steps natively, instructions.
//   npm run bench -- --all [--libmujoco PATH] [--rounds N]
// Both engines take turns in one process; of each the best of many short rounds counts, which other load on the machine disturbs least.
// Natively both are measured by CPU time, where --libmujoco names a shared library. The table is kept in tests/bench/results.csv.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import loadPeer from '@mujoco/mujoco';
import loadLimber from 'limber/mujoco';
import { countInstructions, missing, COUNTED } from './instructions.mjs';

const root = new URL('../..', import.meta.url).pathname;
const args = process.argv.slice(2);
/** @param {string} name @param {string} fallback */
const option = (name, fallback) => (args.includes(name) ? args[args.indexOf(name) + 1] : fallback);
const rounds = Number(option('--rounds', '30'));
const library = option('--libmujoco', '');
const ROUND = 5; // milliseconds
const WARM_UP = 300;
const NATIVE_STEPS = 300;

const quiet = () => ({ print() {}, printErr() {} });
const engines = [await loadPeer(quiet()), await loadLimber(quiet())];
const files = ['tests/bench/scenes', 'examples'].flatMap((folder) =>
  fs
    .readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.xml'))
    .map((name) => path.join(folder, name)),
);

/** Milliseconds of a step. @param {Mujoco} engine @param {MjModel} model @param {MjData} data @param {number} steps */
function burst(engine, model, data, steps) {
  if (model.nkey > 0) engine.mj_resetDataKeyframe(model, data, 0);
  else engine.mj_resetData(model, data);
  const start = performance.now();
  for (let i = 0; i < steps; i++) engine.mj_step(model, data);
  return (performance.now() - start) / steps;
}

/** Milliseconds of the first load of a text, and of the best of those after it. @param {Mujoco} engine @param {string} xml */
function loadTimes(engine, xml) {
  const times = [];
  for (let i = 0; i < 6; i++) {
    const start = performance.now();
    const model = engine.MjModel.from_xml_string(xml);
    times.push(performance.now() - start);
    model.delete();
  }
  return [times[0], Math.min(...times.slice(1))];
}

/** Microseconds of a native step. @param {string} engine @param {string} file */
function nativeTime(engine, file) {
  const program = path.join(root, 'build/release/steps');
  const output = execFileSync(program, ['time', engine, String(NATIVE_STEPS), file], { cwd: root });
  return Number(output.toString().trim().split(' ').at(-1));
}

/** @param {string} file */
function measure(file) {
  const xml = fs.readFileSync(path.join(root, file), 'utf8');
  const loads = engines.map((engine) => loadTimes(engine, xml));
  const models = engines.map((engine) => engine.MjModel.from_xml_string(xml));
  const data = engines.map((engine, i) => new engine.MjData(models[i]));
  const once = Math.min(...engines.map((engine, i) => burst(engine, models[i], data[i], 30)));
  const steps = Math.max(10, Math.min(5000, Math.round(ROUND / once)));
  for (const until = performance.now() + WARM_UP; performance.now() < until;)
    engines.forEach((engine, i) => burst(engine, models[i], data[i], steps));
  const best = [Infinity, Infinity];
  for (let round = 0; round < rounds; round++)
    for (const i of round % 2 ? [0, 1] : [1, 0])
      best[i] = Math.min(best[i], burst(engines[i], models[i], data[i], steps));
  const row = {
    scene: path.basename(file, '.xml'),
    nv: models[0].nv,
    peer_us: 1e3 * best[0],
    limber_us: 1e3 * best[1],
    ratio: best[0] / best[1],
    first_load: loads[0][0] / loads[1][0],
    next_load: loads[0][1] / loads[1][1],
  };
  for (const object of [...data, ...models]) object.delete();
  return row;
}

const problem = missing();
if (problem) console.log(`no instructions and native times: ${problem}`);
const rows = [];
const columns = ['scene', 'nv', 'peer_us', 'limber_us', 'ratio', 'first_load', 'next_load'];
columns.push('native_us', 'native_ratio', 'instructions');
console.log(columns.map((name) => name.padStart(12)).join(' '));
/** @param {string | number} value */
const text = (value) => (typeof value === 'number' && value % 1 ? value.toFixed(3) : String(value));
for (const file of files) {
  /** @type {Record<string, string | number>} */
  const row = { ...measure(file), native_us: '', native_ratio: '', instructions: '' };
  const counted = COUNTED.find(([name]) => name === row.scene);
  if (!problem) {
    const native = nativeTime('-', file);
    row.native_us = native;
    if (library) row.native_ratio = nativeTime(library, file) / native;
    if (counted) row.instructions = countInstructions(counted);
  }
  rows.push(row);
  console.log(columns.map((name) => text(row[name]).padStart(12)).join(' '));
}
const ratios = rows.map(({ ratio }) => Number(ratio));
const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
console.log(
  `\nsteps, limber / peer: geometric mean ${mean.toFixed(2)}, worst ${Math.min(...ratios).toFixed(2)}`,
);
const lines = rows.map((row) => columns.map((name) => text(row[name])).join(','));
fs.writeFileSync(
  path.join(root, 'tests/bench/results.csv'),
  `${[columns.join(','), ...lines].join('\n')}\n`,
);
