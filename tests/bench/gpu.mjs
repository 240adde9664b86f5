// Batches on the GPU: `npm run bench -- --gpu [model ...] [count ...]`. What a step costs, counted from the kernels, and what memory then
// allows; and steps a second on the adapter that is found. Without a hardware GPU the software adapter that Chromium brings is used; its
// figures say nothing about GPUs.
import fs from 'node:fs';
import process from 'node:process';
import { load } from 'limber';
import { measureAll, models } from '../../examples/gpu/bench.js';
import { measureCapacity } from '../../js/gpu/capacity.js';
import { kernelsOf, stepOf } from '../../js/gpu/kernels.js';
import { layoutOf, rowNumbers } from '../../js/gpu/layout.js';
import { sizesOf } from '../../js/gpu/sizes.js';
import { solverBytes } from '../../js/gpu/wgsl/solve.js';
import { worldBytes } from '../../js/gpu/worlds.js';
import '../gpu_stages.mjs';

/** @typedef {import('../../js/gpu/layout.js').Sizes} Sizes */
/** @typedef {import('../../js/gpu/layout.js').Layout} Layout */

/** Functions that read a field. @type {Record<string, string>} */
const places = {
  geom_xpos: 'geom_place(',
  geom_xmat: 'geom_frame(',
  site_xpos: 'site_place(',
  site_xmat: 'site_frame(',
};

/**
 * Bytes of a world that a kernel moves when each number that it names is read once from memory, and written once if it writes it.
 * @param {Layout} layout @param {string} text
 */
function bytesOf(layout, text) {
  let numbers = 0;
  for (const { name, width } of layout.slots.values()) {
    const shorthand = places[name];
    if (!new RegExp(`\\bd_${name}\\b`).test(text) && !(shorthand && text.includes(shorthand)))
      continue;
    const writes = new RegExp(`\\b(st|add|copy_rows|zero_rows)\\w*\\((\\d+ \\* )?d_${name}\\b`);
    numbers += width * (writes.test(text) ? 2 : 1);
  }
  return 4 * numbers;
}

/** Bytes of a world that a step moves at least. @param {Sizes} sizes @param {Layout} layout */
function bytesOfStep(sizes, layout) {
  const { forward, rest } = stepOf(sizes);
  const kernels = kernelsOf(sizes);
  return [...forward, ...rest].reduce((sum, entry) => {
    const kernel = kernels.find(({ entries }) => entries.includes(entry));
    // rows of constraints, written and read
    const rows = entry === 'solve_constraint' ? 8 * rowNumbers(sizes) : 0;
    return sum + bytesOf(layout, kernel?.pieces.join('\n') ?? '') + rows;
  }, 0);
}

/** @param {string} name @param {string} xml @returns {Promise<string>} a row of a table */
async function costOf(name, xml) {
  const simulation = await load(xml);
  try {
    const { model } = simulation;
    const sizes = sizesOf(model, measureCapacity(simulation));
    const layout = layoutOf(sizes, []);
    const moved = bytesOfStep(sizes, layout);
    const workgroup = solverBytes(sizes);
    const { forward, rest } = stepOf(sizes);
    const millions = (/** @type {number} */ bandwidth) => (bandwidth / moved / 1e6).toFixed(1);
    const cells = [
      ...[name, model.nv, worldBytes(layout, sizes), 4 * rowNumbers(sizes)],
      ...[forward.length + rest.length, moved, workgroup, Math.floor(16384 / workgroup)],
      ...[millions(200e9), millions(4.8e12)],
    ];
    return `| ${cells.join(' | ')} |`;
  } finally {
    simulation.dispose();
  }
}

const args = process.argv.slice(2);
const counts = args.map(Number).filter((count) => count > 0);
const named = args.filter((arg) => !(Number(arg) > 0));
const chosen = named.length > 0 ? named : models;
const folder = new URL('../../examples/', import.meta.url);
const read = async (/** @type {string} */ name) =>
  fs.readFileSync(new URL(`${name}.xml`, folder), 'utf8');

console.log(
  '| model | dofs | bytes of a simulation | of which rows | dispatches a step | bytes moved a step, at least | bytes of a workgroup | workgroups in 16 KiB | million steps/s that 200 GB/s allow | 4.8 TB/s |',
);
console.log(`|${' --- |'.repeat(10)}`);
for (const name of chosen) console.log(await costOf(name, await read(name)));
await measureAll(read, console.log, { models: chosen, ...(counts.length > 0 && { counts }) });
