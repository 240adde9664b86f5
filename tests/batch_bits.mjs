// Batches against plain loops at full length, bit by bit: twelve models, each 64 simulations with parameters of their own, 500 steps,
// by 1, 2 and 3 threads, with and without shared memory. Tests run a sample of it.
//
// usage: node tests/batch_bits.mjs [MODEL ...] [--count N] [--steps N]
//
// tests/browser/batch.test.mjs runs it in Chromium; with LB_ALL=1 at full length.
import process from 'node:process';
import { parseArgs } from 'node:util';
import * as limber from 'limber';
import { batchModels } from './js/batch_models.mjs';
import { checkBits } from './js/batch_program.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '64' },
    steps: { type: 'string', default: '500' },
  },
});
const chosen = Object.entries(batchModels).filter(
  ([name]) => positionals.length === 0 || positionals.includes(name),
);
const crews = [true, false].flatMap((shared) => [1, 2, 3].map((workers) => ({ workers, shared })));
const wrong = await checkBits(limber, Object.fromEntries(chosen), {
  count: Number(values.count),
  steps: Number(values.steps),
  crews,
  log: console.log,
});
for (const text of wrong) console.error(text);
process.exit(wrong.length > 0 ? 1 : 0);
