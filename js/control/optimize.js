// Optimisation: methods that ask for points and are told their costs, and what runs them over functions and batches.
import { MjError, demand } from '../engine/error.js';
import { makeRandom } from './random.js';
import { covarianceAdaptation, crossEntropy, downhillSimplex, refinedGrid } from './searches.js';
import { Cube } from './space.js';

/** @typedef {import('./space.js').Space} Space */
/** @typedef {import('./space.js').Point} Point */

const methods = {
  cem: crossEntropy,
  'cma-es': covarianceAdaptation,
  'nelder-mead': downhillSimplex,
  grid: refinedGrid,
};

/** @typedef {keyof typeof methods} Method */

/**
 * @typedef {object} OptimizerOptions
 * @property {Method} [method] 'cma-es' when left out
 * @property {number} [seed] of what is random (0)
 * @property {number} [population] how many points are asked for at a time; as many as suit the method when left out
 * @property {number} [spread] how far the first points lie from the start, in parts of the range (0.25)
 * @property {number} [points] number of points of a grid on each axis (5)
 */

/** The best point so far. @typedef {{ point: Point, cost: number }} Best */

/** Asks for points, is told their costs. */
export class Optimizer {
  #cube;
  #search;
  /** @type {Float64Array[] | null} */
  #units = null;
  /** @type {Point[]} */
  #points = [];
  /** @type {Float64Array} */
  #told = new Float64Array();

  /** @param {Space} space @param {OptimizerOptions} [options] */
  constructor(
    space,
    { method = 'cma-es', seed = 0, population = 0, spread = 0.25, points = 5 } = {},
  ) {
    this.#cube = new Cube(space);
    if (!Object.hasOwn(methods, method))
      throw new MjError(
        `createOptimizer: there is no method '${method}': methods are ${Object.keys(methods).join(', ')}`,
      );
    demand(Number.isSafeInteger(seed), 'createOptimizer: seed is a whole number', seed);
    const isCount = Number.isInteger(population) && population !== 1 && population >= 0;
    demand(isCount, 'createOptimizer: population is a whole number of at least 2', population);
    demand(spread > 0 && spread <= 1, 'createOptimizer: spread is above 0, at most 1', spread);
    demand(
      Number.isInteger(points) && points > 1,
      'createOptimizer: points is a whole number of at least 2',
      points,
    );
    const { size, start, axes } = this.#cube;
    const wholes = axes.flatMap(({ integer, length }) => new Array(length).fill(integer));
    const random = makeRandom(seed);
    this.#search = methods[method]({ size, start, population, spread, points, wholes, random });
    /** Name of the method. */
    this.method = method;
    /** How many times costs were told. */
    this.generation = 0;
    /** Number of costs that were told. */
    this.evaluations = 0;
    /** The best point so far; null before the first costs. @type {Best | null} */
    this.best = null;
  }

  /** Points whose costs are wanted; the same ones until they are told. @returns {Point[]} */
  ask() {
    if (!this.#units) {
      const next = this.#search.next(this.#told);
      this.#units = /** @type {Float64Array[]} */ (next.value);
      this.#points = this.#units.map((unit) => this.#cube.point(unit));
    }
    return [...this.#points];
  }

  /**
   * The costs of the points that were asked for, in their order; NaN counts as infinite: the point does not work.
   * @param {ArrayLike<number>} costs
   */
  tell(costs) {
    if (!this.#units) throw new MjError('optimizer.tell: ask for points first');
    const count = this.#points.length;
    demand(
      costs?.length === count,
      `optimizer.tell: one cost for each of ${count} points`,
      costs?.length,
    );
    this.#told = Float64Array.from(costs, (cost) => (Number.isNaN(cost) ? Infinity : cost));
    this.#told.forEach((cost, i) => {
      if (!this.best || cost < this.best.cost) this.best = { point: this.#points[i], cost };
    });
    this.#units = null;
    this.generation++;
    this.evaluations += count;
  }
}

/**
 * A search that asks for points and is told their costs, wherever they are computed.
 * @param {Space} space what is searched: names with [low, high]
 * @param {OptimizerOptions} [options]
 */
export const createOptimizer = (space, options) => new Optimizer(space, options);

/** The cost of a point, lower is better; it may take its time. @typedef {(point: Point, context: { index: number, generation: number, signal?: AbortSignal }) => number | Promise<number>} PointCost */
/** The costs of points, in their order. @typedef {{ (points: Point[], context: { generation: number, signal?: AbortSignal }): ArrayLike<number> | Promise<ArrayLike<number>> }} PointsCost */

/**
 * @typedef {object} OptimizeOptions
 * @property {number} [evaluations] at most so many costs are computed (2000)
 * @property {number} [generations] at most so many times points are asked for
 * @property {number} [target] a cost that is low enough
 * @property {number} [tolerance] ends when the best cost gained less than this over `patience` generations (0: never)
 * @property {number} [patience] number of generations (20)
 * @property {AbortSignal} [signal] ends it: rejected with its reason
 * @property {(state: { generation: number, evaluations: number, best: Best, costs: Float64Array }) => void} [onGeneration] told after
 *   each generation
 *
 * @typedef {object} Optimum
 * @property {Point} point
 * @property {number} cost of the point
 * @property {number} evaluations number of costs that were computed
 * @property {number} generations number of times that points were asked for
 * @property {'target' | 'tolerance' | 'evaluations' | 'generations'} reason why it ended
 * @property {Float64Array} history best cost after each generation (generations)
 */

/**
 * Finds a point of low cost.
 * @overload
 * @param {PointCost} cost
 * @param {Space} space
 * @param {OptimizerOptions & OptimizeOptions & { batched?: false }} [options]
 * @returns {Promise<Optimum>}
 */
/**
 * @overload
 * @param {PointsCost} cost of all points of a generation, such as batchCost gives
 * @param {Space} space
 * @param {OptimizerOptions & OptimizeOptions & { batched: true }} options
 * @returns {Promise<Optimum>}
 */
/**
 * Finds a point of low cost.
 * @param {PointCost | PointsCost} cost of one point, or of all points of a generation where options.batched is true
 * @param {Space} space
 * @param {OptimizerOptions & OptimizeOptions & { batched?: boolean }} [options]
 * @returns {Promise<Optimum>}
 */
export async function optimize(cost, space, options = {}) {
  const { evaluations = 2000, generations = Infinity, target = -Infinity, signal } = options;
  const { tolerance = 0, patience = 20, batched = false } = options;
  demand(typeof cost === 'function', 'optimize: the cost is a function', cost);
  demand(evaluations > 0, 'optimize: evaluations is a positive number', evaluations);
  const optimizer = createOptimizer(space, options);
  /** @type {number[]} */
  const history = [];
  for (;;) {
    signal?.throwIfAborted();
    const points = optimizer.ask();
    const { generation } = optimizer;
    const costs = batched
      ? Float64Array.from(await /** @type {PointsCost} */ (cost)(points, { generation, signal }))
      : await eachCost(/** @type {PointCost} */ (cost), points, generation, signal);
    optimizer.tell(costs);
    const best = /** @type {Best} */ (optimizer.best);
    history.push(best.cost);
    options.onGeneration?.({
      generation: optimizer.generation,
      evaluations: optimizer.evaluations,
      best,
      costs,
    });
    const gained = (history.at(-1 - patience) ?? Infinity) - best.cost;
    const reason =
      (best.cost <= target && 'target') ||
      (tolerance > 0 && gained < tolerance && 'tolerance') ||
      (optimizer.evaluations >= evaluations && 'evaluations') ||
      (optimizer.generation >= generations && 'generations');
    if (reason)
      return {
        ...best,
        evaluations: optimizer.evaluations,
        generations: optimizer.generation,
        reason,
        history: Float64Array.from(history),
      };
  }
}

/** @param {PointCost} cost @param {Point[]} points @param {number} generation @param {AbortSignal | undefined} signal */
async function eachCost(cost, points, generation, signal) {
  const costs = new Float64Array(points.length);
  for (const [index, point] of points.entries()) {
    signal?.throwIfAborted();
    const value = await cost(point, { index, generation, signal });
    demand(typeof value === 'number', 'optimize: the cost function gives a number', value);
    costs[index] = value;
  }
  return costs;
}
