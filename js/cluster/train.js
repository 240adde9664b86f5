// Training with actors on workers and the learner here: an evolution strategy whose candidates act in episodes of a task.
import { makeTask } from '../env/tasks/index.js';
import { demand } from '../engine/error.js';
import { hashOf } from './blobs.js';
import { engineBuild } from './build.js';
import { weightCount } from './network.js';
import { pack } from './pack.js';
import { normal } from './random.js';
import { EvolutionStrategy } from './strategy.js';

/** @typedef {import('./cluster.js').Cluster} Cluster */
/** @typedef {import('./network.js').TrainedPolicy} TrainedPolicy */
/** @typedef {import('./plan.js').Plan} Plan */
/** @typedef {import('./task.js').Task} Task */

/**
 * @typedef {object} TrainOptions
 * @property {string} task one of `taskNames` of `limber/env`
 * @property {Record<string, unknown>} [options] of its environments, as JSON: timeLimit, decimation ...
 * @property {number[]} [hidden] numbers of the hidden layers ([16, 16])
 * @property {number} [generations] (50)
 * @property {number} [population] candidates of a generation, an even number (32)
 * @property {number} [episodes] of each candidate (4)
 * @property {number} [steps] most steps of an episode (1000)
 * @property {number} [spread] of candidates (0.1)
 * @property {number} [rate] length of steps (0.05)
 * @property {number} [target] mean return that is enough
 * @property {number} [seed] (0)
 * @property {TrainedPolicy} [policy] to go on with
 * @property {AbortSignal} [signal]
 * @property {(text: string) => void} [onNotice]
 * @property {(state: { generation: number, mean: number, best: number, steps: number }) => void} [onGeneration] returns of the
 *   candidates, and steps of environments so far
 */

/** Ids of a job's blobs are those of its task alone. @param {Task} task @param {Float64Array} points @returns {Plan} */
function planOf(task, points) {
  const text = new TextEncoder().encode(JSON.stringify(task));
  const id = hashOf(text);
  return {
    task,
    id,
    text,
    model: new Uint8Array(),
    blobs: { [id]: text },
    inputs: { points },
    local: { metric: null, policy: null },
    controls: null,
    total: task.points,
    widths: {},
  };
}

/** @param {import('./task.js').Episodes} episodes @param {Float64Array[]} candidates @returns {Promise<Plan>} */
async function planGeneration(episodes, candidates) {
  const points = Float64Array.from(candidates.flatMap((candidate) => [...candidate]));
  const inputs = hashOf(pack('inputs', { points }));
  return planOf(
    {
      engine: await engineBuild(),
      model: '',
      steps: episodes.steps,
      key: -1,
      axes: [],
      values: [],
      points: candidates.length,
      seeds: 1,
      noise: { qpos: 0, qvel: 0, ctrl: 0 },
      controls: null,
      inputs,
      policy: null,
      every: 1,
      controller: null,
      metric: null,
      argument: null,
      record: [],
      recordEvery: 1,
      limit: 60,
      episodes,
    },
    points,
  );
}

/** What the environments of a task take and give. @param {TrainOptions} options */
async function shapeOf({ task, options = {}, hidden = [16, 16] }) {
  const env = await makeTask(task, { ...options, count: 1 });
  try {
    const { low, high, shape } = env.actionSpace;
    const sizes = [env.observationSpace.policy.shape[0], ...hidden, shape[0]];
    return { sizes, low: [...low], high: [...high] };
  } finally {
    env.dispose();
  }
}

/** Small weights to begin with. @param {number[]} sizes @param {number} seed */
function firstWeights(sizes, seed) {
  const weights = new Float64Array(weightCount(sizes));
  let at = 0;
  for (let layer = 1; layer < sizes.length; layer++) {
    const inputs = sizes[layer - 1];
    for (let k = 0; k < sizes[layer] * inputs; k++)
      weights[at + k] = normal([seed, 99, at + k]) / Math.sqrt(inputs);
    at += sizes[layer] * (inputs + 1);
  }
  return weights;
}

/**
 * Trains a policy for a task.
 * @param {(plan: Plan) => import('./cluster.js').Job} run
 * @param {TrainOptions} options
 */
export async function trainOn(run, options) {
  const { task, generations = 50, population = 32, episodes = 4, steps = 1000, seed = 0 } = options;
  const { target = Infinity, signal, onGeneration } = options;
  for (const [name, value] of Object.entries({ generations, episodes, steps }))
    demand(
      Number.isInteger(value) && value > 0,
      `train: ${name} is a positive whole number`,
      value,
    );
  const shape = await shapeOf(options);
  const start = options.policy?.weights ?? firstWeights(shape.sizes, seed);
  const count = weightCount(shape.sizes);
  demand(
    start.length === count,
    `train: a policy for '${task}' has ${count} weights`,
    start.length,
  );
  const strategy = new EvolutionStrategy(start, {
    population,
    seed,
    spread: options.spread ?? 0.1,
    rate: options.rate ?? 0.05,
  });
  /** @type {number[]} */
  const returns = [];
  let taken = 0;
  for (let generation = 0; generation < generations; generation++) {
    signal?.throwIfAborted();
    // new episodes for each generation, the same for its candidates
    const given = {
      task,
      options: options.options ?? {},
      count: episodes,
      steps,
      seed: seed + generation,
      sizes: shape.sizes,
    };
    const table = await run(await planGeneration(given, strategy.ask())).table();
    const all = table.column('return');
    strategy.tell(all.map((value) => -value));
    taken += table.good.reduce((sum, value) => sum + value, 0);
    const mean = all.reduce((sum, value) => sum + value, 0) / population;
    returns.push(mean);
    onGeneration?.({ generation: generation + 1, mean, best: Math.max(...all), steps: taken });
    if (mean >= target) break;
  }
  /** @type {TrainedPolicy} */
  const policy = { format: 'limber-mlp', task, ...shape, weights: [...strategy.mean] };
  return { policy, returns: Float64Array.from(returns), steps: taken };
}
