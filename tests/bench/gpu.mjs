// Steps a second of batches on the GPU: `npm run bench -- --gpu [model ...] [count ...]`. Without a hardware GPU the software adapter of
// Chromium is used if VK_ICD_FILENAMES names it; its figures say nothing about GPUs.
import fs from 'node:fs';
import process from 'node:process';
import { counts, measure, models } from '../../examples/gpu/bench.js';

const args = process.argv.slice(2);
const chosen = args.map(Number).filter((count) => count > 0);
const named = args.filter((arg) => !(Number(arg) > 0));
const folder = new URL('../../examples/', import.meta.url);

for (const name of named.length > 0 ? named : models) {
  const xml = fs.readFileSync(new URL(`${name}.xml`, folder), 'utf8');
  for (const count of chosen.length > 0 ? chosen : counts)
    console.log(await measure(name, xml, count));
}
