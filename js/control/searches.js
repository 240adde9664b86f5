// Methods of search as generators: each yields points of the unit cube and is given their costs; lower is better.
import { eigenSymmetric } from './linear.js';

/** @typedef {import('./random.js').Random} Random */

/**
 * What a method is given.
 * @typedef {object} Setting
 * @property {number} size count of numbers of a point
 * @property {Float64Array} start
 * @property {number} population how many points are asked for at a time; 0: as many as suit the size
 * @property {number} spread deviation of the first points, in parts of the range
 * @property {number} points on each axis of a grid
 * @property {boolean[]} wholes whether a number is a whole one
 * @property {Random} random
 */

/** @typedef {Generator<Float64Array[], void, Float64Array>} Search */

/** @param {Float64Array} costs */
const ranked = (costs) =>
  Array.from(costs, (_, i) => i).sort((i, j) => costs[i] - costs[j] || i - j);

/**
 * The cross-entropy method: the best fifth of a normal distribution's points gives the next one (Rubinstein and Kroese, 2004).
 * @param {Setting} setting
 * @returns {Search}
 */
export function* crossEntropy({ size, start, population, spread, random }) {
  const count = population || Math.max(24, 8 * size);
  const elites = Math.max(2, Math.round(count / 5));
  const mean = Float64Array.from(start);
  const deviation = new Float64Array(size).fill(spread);
  for (;;) {
    const points = Array.from({ length: count }, () =>
      mean.map((m, k) => m + deviation[k] * random.normal()),
    );
    const costs = yield points.map((point) => point.map(mirror));
    const best = ranked(costs)
      .slice(0, elites)
      .map((i) => points[i].map(mirror));
    for (let k = 0; k < size; k++) {
      const center = best.reduce((sum, point) => sum + point[k], 0) / elites;
      const variance = best.reduce((sum, point) => sum + (point[k] - center) ** 2, 0) / elites;
      mean[k] = center;
      // a memory of the width keeps it from collapsing early
      deviation[k] = 0.6 * Math.sqrt(variance) + 0.4 * deviation[k];
    }
  }
}

/** What lies outside of the cube, mirrored at its walls. @param {number} x */
function mirror(x) {
  const turn = Math.abs(x % 2);
  return turn > 1 ? 2 - turn : turn;
}

/** Constants of the evolution strategy. @param {number} size @param {number} count */
function strategy(size, count) {
  const parents = Math.floor(count / 2);
  const raw = Array.from(
    { length: parents },
    (_, i) => Math.log((count + 1) / 2) - Math.log(i + 1),
  );
  const total = raw.reduce((sum, w) => sum + w, 0);
  const weights = raw.map((w) => w / total);
  const mass = 1 / weights.reduce((sum, w) => sum + w * w, 0);
  const cc = (4 + mass / size) / (size + 4 + (2 * mass) / size);
  const cs = (mass + 2) / (size + mass + 5);
  const c1 = 2 / ((size + 1.3) ** 2 + mass);
  const cmu = Math.min(1 - c1, (2 * (mass - 2 + 1 / mass)) / ((size + 2) ** 2 + mass));
  const damping = 1 + 2 * Math.max(0, Math.sqrt((mass - 1) / (size + 1)) - 1) + cs;
  const chi = Math.sqrt(size) * (1 - 1 / (4 * size) + 1 / (21 * size * size));
  return { parents, weights, mass, cc, cs, c1, cmu, damping, chi };
}

/**
 * CMA-ES (Hansen: The CMA Evolution Strategy, a tutorial, 2016): the distribution learns the shape of the cost.
 * @param {Setting} setting
 * @returns {Search}
 */
export function* covarianceAdaptation({ size: n, start, population, spread, random }) {
  const count = population || 4 + Math.floor(3 * Math.log(n)) + (n < 4 ? 2 : 0);
  const { parents, weights, mass, cc, cs, c1, cmu, damping, chi } = strategy(n, count);
  const mean = Float64Array.from(start);
  let sigma = spread;
  const covariance = new Float64Array(n * n);
  for (let i = 0; i < n; i++) covariance[i * n + i] = 1;
  const pathC = new Float64Array(n);
  const pathS = new Float64Array(n);
  for (let generation = 1; ; generation++) {
    const { values, vectors } = eigenSymmetric(covariance, n);
    const scales = values.map((value) => Math.sqrt(Math.max(value, 1e-20)));
    const steps = Array.from({ length: count }, () => {
      const z = Float64Array.from(scales, (scale) => scale * random.normal());
      return mean.map((_, i) => scales.reduce((sum, __, k) => sum + vectors[i * n + k] * z[k], 0));
    });
    const costs = yield steps.map((step) => step.map((y, i) => mirror(mean[i] + sigma * y)));
    const best = ranked(costs).slice(0, parents);
    const shift = mean.map((_, i) => best.reduce((sum, b, w) => sum + weights[w] * steps[b][i], 0));
    for (let i = 0; i < n; i++) mean[i] += sigma * shift[i];
    // C^-1/2 shift
    const turned = scales.map(
      (scale, k) => shift.reduce((sum, y, i) => sum + vectors[i * n + k] * y, 0) / scale,
    );
    const white = mean.map((_, i) => turned.reduce((sum, y, k) => sum + vectors[i * n + k] * y, 0));
    const gain = Math.sqrt(cs * (2 - cs) * mass);
    for (let i = 0; i < n; i++) pathS[i] = (1 - cs) * pathS[i] + gain * white[i];
    const length = Math.hypot(...pathS);
    const isShort =
      length / Math.sqrt(1 - (1 - cs) ** (2 * generation)) < (1.4 + 2 / (n + 1)) * chi;
    const gainC = isShort ? Math.sqrt(cc * (2 - cc) * mass) : 0;
    for (let i = 0; i < n; i++) pathC[i] = (1 - cc) * pathC[i] + gainC * shift[i];
    const keep = 1 - c1 - cmu + (isShort ? 0 : c1 * cc * (2 - cc));
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        const rank = best.reduce((sum, b, w) => sum + weights[w] * steps[b][i] * steps[b][j], 0);
        covariance[i * n + j] =
          keep * covariance[i * n + j] + c1 * pathC[i] * pathC[j] + cmu * rank;
      }
    sigma = Math.min(1, sigma * Math.exp((cs / damping) * (length / chi - 1)));
  }
}

/**
 * The downhill simplex (Nelder and Mead, 1965), with the coefficients of Gao and Han (2012) that suit many dimensions; it starts
 * again around the best point when it has shrunk to nothing.
 * @param {Setting} setting
 * @returns {Search}
 */
export function* downhillSimplex({ size: n, start, spread }) {
  const [expand, contract, shrink] =
    n > 1 ? [1 + 2 / n, 0.75 - 1 / (2 * n), 1 - 1 / n] : [2, 0.5, 0.5];
  let origin = Float64Array.from(start);
  let width = spread;
  for (;;) {
    let simplex = [origin, ...Array.from(origin, (_, k) => offset(origin, k, width))];
    let costs = Array.from(yield simplex);
    for (;;) {
      const order = ranked(Float64Array.from(costs));
      simplex = order.map((i) => simplex[i]);
      costs = order.map((i) => costs[i]);
      const worst = simplex[n];
      const size = Math.max(
        ...simplex.map((p) => Math.max(...p.map((x, k) => Math.abs(x - simplex[0][k])))),
      );
      if (size < 1e-9) break;
      const center = origin.map(
        (_, k) => simplex.slice(0, n).reduce((sum, p) => sum + p[k], 0) / n,
      );
      const along = (/** @type {number} */ t) =>
        center.map((c, k) => Math.min(1, Math.max(0, c + t * (worst[k] - c))));
      const reflected = along(-1);
      const [cost] = yield [reflected];
      let [point, value] = [reflected, cost];
      if (cost < costs[0]) {
        const further = along(-expand);
        const [gained] = yield [further];
        if (gained < cost) [point, value] = [further, gained];
      } else if (cost >= costs[n - 1]) {
        const nearer = along(cost < costs[n] ? -contract : contract);
        const [gained] = yield [nearer];
        if (gained < Math.min(cost, costs[n])) [point, value] = [nearer, gained];
        else if (!(cost < costs[n])) {
          simplex = simplex.map((p) =>
            p.map((x, k) => simplex[0][k] + shrink * (x - simplex[0][k])),
          );
          const again = yield simplex.slice(1);
          costs = [costs[0], ...again];
          continue;
        }
      }
      simplex[n] = point;
      costs[n] = value;
    }
    origin = simplex[0];
    width = Math.max(width / 4, 1e-4);
  }
}

/** A neighbour inside of the cube. @param {Float64Array} origin @param {number} k @param {number} width */
function offset(origin, k, width) {
  const point = Float64Array.from(origin);
  point[k] += point[k] + width <= 1 ? width : -width;
  return point;
}

/**
 * All points of a grid, then finer ones around the best.
 * @param {Setting} setting
 * @returns {Search}
 */
export function* refinedGrid({ size, points, population }) {
  let low = new Float64Array(size);
  let high = new Float64Array(size).fill(1);
  for (;;) {
    const total = points ** size;
    /** @type {Float64Array | null} */
    let best = null;
    let least = Infinity;
    for (let at = 0; at < total;) {
      const count = Math.min(population || 1024, total - at);
      const list = Array.from({ length: count }, (_, i) => cell(at + i, points, low, high));
      const costs = yield list;
      costs.forEach((cost, i) => {
        if (cost < least || best === null) [least, best] = [cost, list[i]];
      });
      at += count;
    }
    const center = /** @type {Float64Array} */ (/** @type {unknown} */ (best));
    const reach = high.map((h, k) => (h - low[k]) / Math.max(1, points - 1));
    [low, high] = [
      center.map((c, k) => Math.max(0, c - reach[k])),
      center.map((c, k) => Math.min(1, c + reach[k])),
    ];
  }
}

/** A point of a grid by its number. @param {number} number @param {number} points @param {Float64Array} low @param {Float64Array} high */
function cell(number, points, low, high) {
  let rest = number;
  return low.map((l, k) => {
    const index = rest % points;
    rest = Math.floor(rest / points);
    return points === 1 ? (l + high[k]) / 2 : l + (index / (points - 1)) * (high[k] - l);
  });
}
