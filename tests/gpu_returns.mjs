// Whether policies reach the same return on the GPU as on the CPU: the mean over episodes that begin alike, which may differ by 3%.
//
//   node tests/gpu_returns.mjs [task ...] [--count=64] [--steps=250] [--workers=1] of the CPU
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { loadPolicy, loadTask, makeEnv } from 'limber/env';
import { evaluate } from '../js/env/train/evaluate.js';
import './gpu_stages.mjs';
import { numberIn } from './helpers.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Tasks with a policy that the GPU covers: all but the drone, which flies in air. */
const tasks = [
  ...['cartpole', 'reacher', 'plate', 'hopper', 'cheetah', 'walker'],
  ...['arm', 'quadruped', 'humanoid'],
];

/**
 * Mean returns of a task's policy on both backends, from the same starts.
 * @param {string} name of the task
 * @param {{ count?: number, steps?: number, seed?: number, workers?: number }} [options] steps: after which an episode ends
 */
export async function compareReturns(
  name,
  { count = 64, steps = 250, seed = 11, workers = 1 } = {},
) {
  const { model, options } = await loadTask(name);
  const file = `${root}/js/env/policies/${name}.json`;
  const policy = await loadPolicy(JSON.parse(fs.readFileSync(file, 'utf8')));
  const returns = [];
  const lengths = [];
  for (const backend of /** @type {const} */ (['cpu', 'gpu'])) {
    const here = backend === 'cpu' ? { workers } : {};
    const env = await makeEnv(model, { ...options, stepLimit: steps, backend, count, ...here });
    try {
      const found = await evaluate(env, policy, { seed });
      returns.push(found.return);
      lengths.push(found.length);
    } finally {
      env.dispose();
    }
  }
  const difference = Math.abs(returns[1] - returns[0]) / Math.abs(returns[0]);
  return { returns, lengths, difference };
}

async function main() {
  const args = process.argv.slice(2);
  const names = args.filter((arg) => !arg.startsWith('--'));
  for (const name of names.length > 0 ? names : tasks) {
    const options = {
      count: numberIn(args, 'count', 64),
      steps: numberIn(args, 'steps', 250),
      workers: numberIn(args, 'workers', 1),
    };
    const { returns, lengths, difference } = await compareReturns(name, options);
    const good = difference < 0.03;
    console.log(
      `${name}: return ${returns[0].toFixed(4)} on the CPU, ${returns[1].toFixed(4)} on the GPU (${(100 * difference).toFixed(2)}%),`,
      `steps ${lengths.map((length) => length.toFixed(1)).join(' and ')}, ${good ? 'the same' : 'NOT THE SAME'}`,
    );
    if (!good) process.exitCode = 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
