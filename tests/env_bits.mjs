// Environments with everything that they can have, bit by bit: 256 of them, 300 steps, by 1 and 2 threads, with and without shared
// memory, and one by one. Tests run a sample of it.
//
// usage: node tests/env_bits.mjs [--count N] [--steps N] [--single N]
import process from 'node:process';
import { parseArgs } from 'node:util';
import * as env from 'limber/env';
import { envBits } from './js/env_program.mjs';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '256' },
    steps: { type: 'string', default: '300' },
    single: { type: 'string', default: '256' },
  },
});
const [count, steps, single] = [values.count, values.steps, values.single].map(Number);
const wanted = await envBits(env, { count, steps, workers: 1 });
let wrong = 0;
for (const options of [
  { workers: 2 },
  { workers: 2, shared: false },
  { workers: 2, here: false },
]) {
  const bits = await envBits(env, { count, steps, ...options });
  const different = bits.filter((text, i) => text !== wanted[i]).length;
  console.log(`${JSON.stringify(options)}: ${different} of ${count} differ`);
  wrong += different;
}
let different = 0;
for (let first = 0; first < Math.min(single, count); first++) {
  const [bits] = await envBits(env, { count: 1, steps, workers: 1, first, ended: false });
  different += Number(bits !== wanted[first]);
}
console.log(`one by one: ${different} of ${Math.min(single, count)} differ`);
process.exit(wrong + different > 0 ? 1 : 0);
