// Whether policies reach the same return on the GPU as on the CPU: the mean over episodes that begin alike, which may differ by 3%.
//
// Without --count each task has as many episodes as the spread of its returns needs.
//
//   node tests/gpu_returns.mjs [task ...] [--count=] [--steps=250] [--workers=1] of the CPU
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
  ...['cartpole', 'acrobot', 'reacher', 'plate', 'hopper', 'cheetah', 'walker'],
  ...['arm', 'quadruped', 'humanoid', 'hand'],
];

/** What the means may differ by. */
const allowed = 0.03;

/**
 * Episodes, 64 at least, whose mean has a third of what is allowed as the standard error of the difference of two such means.
 * @param {import('../js/env/train/evaluate.js').Evaluation} found
 */
export function episodesFor({ return: mean, deviation }) {
  const needed = 2 * (deviation / mean / (allowed / 3)) ** 2;
  return 64 * Math.max(1, Math.ceil(needed / 64));
}

/**
 * Mean returns of a task's policy on both backends, from the same starts.
 * @param {string} name of the task
 * @param {{ count?: number, steps?: number, seed?: number, workers?: number }} [options] count: of episodes, what their spread needs when
 *   left out; steps: after which an episode ends
 */
export async function compareReturns(name, { count, steps = 250, seed = 11, workers = 1 } = {}) {
  const { model, options } = await loadTask(name);
  const file = `${root}/js/env/policies/${name}.json`;
  const policy = await loadPolicy(JSON.parse(fs.readFileSync(file, 'utf8')));
  const run = async (/** @type {'cpu' | 'gpu'} */ backend, /** @type {number} */ episodes) => {
    const here = backend === 'cpu' ? { workers } : {};
    const given = { ...options, stepLimit: steps, backend, count: episodes, ...here };
    const env = await makeEnv(model, given);
    try {
      return await evaluate(env, policy, { seed });
    } finally {
      env.dispose();
    }
  };
  const episodes = count ?? episodesFor(await run('cpu', 64));
  const found = [await run('cpu', episodes), await run('gpu', episodes)];
  const returns = found.map((each) => each.return);
  const lengths = found.map(({ length }) => length);
  const difference = Math.abs(returns[1] - returns[0]) / Math.abs(returns[0]);
  return { episodes, returns, lengths, difference };
}

async function main() {
  const args = process.argv.slice(2);
  const names = args.filter((arg) => !arg.startsWith('--'));
  for (const name of names.length > 0 ? names : tasks) {
    const options = {
      count: numberIn(args, 'count', 0) || undefined,
      steps: numberIn(args, 'steps', 250),
      workers: numberIn(args, 'workers', 1),
    };
    const { episodes, returns, lengths, difference } = await compareReturns(name, options);
    const good = difference < allowed;
    console.log(
      `${name}: return ${returns[0].toFixed(4)} on the CPU, ${returns[1].toFixed(4)} on the GPU (${(100 * difference).toFixed(2)}%) over ${episodes} episodes,`,
      `steps ${lengths.map((length) => length.toFixed(1)).join(' and ')}, ${good ? 'the same' : 'NOT THE SAME'}`,
    );
    if (!good) process.exitCode = 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
