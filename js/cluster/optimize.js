// Searches whose costs a cluster computes: a generation after the other, each one a job of its own.
import { createOptimizer } from '../control/optimize.js';
import { Cube } from '../control/space.js';
import { MjError, demand } from '../engine/error.js';
import { load } from '../sim/load.js';
import { Simulation } from '../sim/simulation.js';
import { EvolutionStrategy } from './strategy.js';

/** @typedef {import('../control/space.js').Point} Point */
/** @typedef {import('../control/space.js').Space} Space */
/** @typedef {import('./cluster.js').Cluster} Cluster */

/**
 * @typedef {object} SearchOptions
 * @property {Space} space what is searched: names of parameters as in vary, or `policy.NAME`, with [low, high]; those of policies may be
 *   vectors, { low, high, length }: their numbers come as `NAME.0`, `NAME.1` ...
 * @property {'cem' | 'es' | 'cma-es' | 'nelder-mead' | 'grid'} [method] 'cma-es' when left out
 * @property {string} [cost] name of the metric that is made small; the first one when left out. Of several seeds it is the mean
 * @property {number} [generations] (100)
 * @property {number} [evaluations] at most so many points
 * @property {number} [target] a cost that is low enough
 * @property {number} [population] points of a generation
 * @property {number} [spread] how far the first points lie from the start, in parts of the range (0.25)
 * @property {number} [seed] of the search (0)
 * @property {(state: Generation) => void} [onGeneration]
 *
 * @typedef {object} Generation
 * @property {number} generation
 * @property {number} evaluations points whose costs were computed
 * @property {{ point: Point, cost: number }} best
 * @property {Float64Array} costs of this generation; NaN where a simulation failed
 *
 * @typedef {Omit<import('./plan.js').RolloutsOptions, 'points' | 'parameters' | 'initial' | 'count' | 'name'> & SearchOptions} OptimizeOptions
 */

/** Names of all numbers of a space. @param {Space} space */
function namesOf(space) {
  return Object.entries(space).flatMap(([name, given]) => {
    const length = 'length' in given && !Array.isArray(given) ? Number(given.length) : 0;
    if (length === 0) return [name];
    if (!name.startsWith('policy.'))
      throw new MjError(`'${name}' is one number: only those of policies may be vectors`);
    return Array.from({ length }, (_, k) => `${name}.${k}`);
  });
}

/** Numbers of a point. @param {Point} point */
const flat = (point) =>
  Object.values(point).flatMap((value) => (typeof value === 'number' ? [value] : [...value]));

/**
 * What is asked for points and told costs.
 * @param {OptimizeOptions} options
 * @returns {{ ask: () => Point[], tell: (costs: Float64Array) => void }}
 */
function searchOf({ space, method, population, spread, seed }) {
  const given = Object.fromEntries(
    Object.entries({ population, spread, seed }).filter(([, value]) => value !== undefined),
  );
  if (method !== 'es') return createOptimizer(space, { method, ...given });
  const cube = new Cube(space);
  const strategy = new EvolutionStrategy(cube.start, given);
  return {
    ask: () => strategy.ask().map((unit) => cube.point(unit)),
    tell: (costs) => strategy.tell(costs),
  };
}

/**
 * Finds parameters of low cost.
 * @param {Cluster} cluster
 * @param {OptimizeOptions} options
 */
export async function optimizeOn(cluster, options) {
  const {
    space,
    cost,
    generations = 100,
    evaluations: most = Infinity,
    target = -Infinity,
  } = options;
  const { signal, seeds = 1, onGeneration } = options;
  demand(
    typeof space === 'object' && space !== null,
    'optimize: space has names with [low, high]',
    space,
  );
  demand(generations > 0, 'optimize: generations is a positive number', generations);
  const parameters = namesOf(space);
  const search = searchOf(options);
  const given = options.model instanceof Simulation;
  const model = options.model instanceof Simulation ? options.model : await load(options.model);
  /** @type {{ point: Point, cost: number } | null} */
  let best = null;
  /** @type {number[]} */
  const history = [];
  let evaluations = 0;
  try {
    for (let generation = 0; generation < generations && evaluations < most; generation++) {
      signal?.throwIfAborted();
      const points = search.ask();
      const job = cluster.rollouts({
        verify: 0,
        ...options,
        name: undefined,
        onProgress: undefined,
        model,
        parameters,
        points: points.flatMap(flat),
        count: points.length,
        seeds,
      });
      const costs = costsOf(await job.table(), cost);
      search.tell(costs);
      evaluations += points.length;
      for (const [i, point] of points.entries())
        if (costs[i] < (best?.cost ?? Infinity)) best = { point, cost: costs[i] };
      if (!best) throw new MjError('optimize: no point of the first generation has a cost');
      history.push(best.cost);
      onGeneration?.({ generation: generation + 1, evaluations, best, costs });
      if (best.cost <= target) break;
    }
  } finally {
    if (!given) model.dispose();
  }
  const { point, cost: lowest } = /** @type {{ point: Point, cost: number }} */ (best);
  return {
    point,
    cost: lowest,
    evaluations,
    generations: history.length,
    history: Float64Array.from(history),
  };
}

/** @param {import('./table.js').Table} table @param {string | undefined} cost */
function costsOf(table, cost) {
  const name = cost ?? table.metrics[0];
  if (name !== undefined && table.metrics.includes(name)) return table.means(name);
  const text =
    (table.metrics.length === 0 && table.failures[0]?.text) ||
    `there is no metric '${name}', there are ${table.metrics.join(', ')}`;
  throw new MjError(`optimize: ${text}`);
}
