// How planners lower the cost of a plan: predictive sampling (Howell and others, 2022), cross entropy (Rubinstein and Kroese, 2004),
// path integrals (Williams and others, 2017), gradients by finite differences, and iLQG (Tassa and others, 2012, 2014).
import { clampKnots } from './planner_rollout.js';

/** @typedef {import('./planner.js').Planner} Planner */
/** @typedef {import('./policies.js').SplinePolicy} SplinePolicy */
/** @typedef {import('./policies.js').FeedbackPolicy} FeedbackPolicy */
/** @typedef {import('./planner_rollout.js').SplinePlan} SplinePlan */

/** Most samples whose ways are told beside the best one's. */
const shownPaths = 8;

/** Samples that are never stopped: the best of them bounds the others. One number for any number of threads. */
const firstSamples = 8;

/** What an improvement took. @typedef {{ samples: number, steps: number }} Effort */

/** @param {Float64Array[]} results of samples @returns {Effort} */
const effortOf = (results) => ({
  samples: results.length,
  steps: results.reduce((sum, [, steps]) => sum + steps, 0),
});

/** @param {Float64Array[]} results */
const byCost = (results) =>
  results.map((_, i) => i).sort((i, j) => results[i][0] - results[j][0] || i - j);

/** What methods over splines share. */
class Sampler {
  /** @param {Planner} planner */
  constructor(planner) {
    this.planner = planner;
    const { policy } = planner;
    this.policy = /** @type {SplinePolicy} */ (policy);
    const { scales } = planner;
    /** Half the range of each number of the knots. */
    this.scale = Float64Array.from(
      { length: this.policy.knots.length },
      (_, i) => scales[i % scales.length],
    );
  }

  /** @returns {Float64Array} deviation of each number of the knots */
  deviation() {
    return this.scale.map((scale) => scale * this.planner.noise);
  }

  /** Random samples, the first of which is the plan itself. */
  draw() {
    const { planner } = this;
    return this.policy.plan(planner.settings.seed * 7919 + planner.iteration, this.deviation());
  }

  /** Rollouts of random samples. @param {Float64Array} start */
  async sample(start) {
    const plan = this.draw();
    return { plan, results: await this.roll(start, plan, this.planner.settings.rollouts) };
  }

  /** @param {Float64Array} start @param {SplinePlan} spline @param {number} count @returns {Promise<Float64Array[]>} */
  async roll(start, spline, count) {
    const argument = { ...this.planner.horizon(start), spline };
    return /** @type {Promise<Float64Array[]>} */ (this.planner.each('rollout', argument, count));
  }

  /** As sample, for whoever wants the best one alone: others are stopped once they cost more. @param {Float64Array} start */
  async sampleBest(start) {
    const { planner } = this;
    const { rollouts } = planner.settings;
    const plan = this.draw();
    const argument = { ...planner.horizon(start), spline: plan };
    const first = Math.min(rollouts, firstSamples);
    const results = /** @type {Float64Array[]} */ (await planner.each('rollout', argument, first));
    // where a weight is below zero, what costs more now may cost less in the end
    if (argument.weights.every((weight) => weight >= 0))
      argument.bound = Math.min(...results.map(([cost]) => cost));
    const others = await planner.each('rollout', argument, rollouts - first, first);
    return { plan, results: [...results, .../** @type {Float64Array[]} */ (others)] };
  }

  /** @param {Float64Array[]} results @param {number[]} order */
  tell(results, order) {
    this.planner.note(
      results[order[0]],
      order.slice(1, 1 + shownPaths).map((i) => results[i]),
    );
  }

  /** Keeps knots within the limits. @param {Float64Array} knots */
  clamp(knots) {
    const { low, high } = this.planner.limits;
    return clampKnots(knots, low, high);
  }
}

/** The best of random samples. */
class PredictiveSampling extends Sampler {
  /** @param {Float64Array} start @returns {Promise<Effort>} */
  async improve(start) {
    const { plan, results } = await this.sampleBest(start);
    const order = byCost(results);
    if (Number.isFinite(results[order[0]][0]))
      this.policy.knots = this.clamp(this.policy.sample(plan, order[0]));
    this.tell(results, order);
    return effortOf(results);
  }
}

/** The mean of the best samples, and their deviation. */
class CrossEntropy extends Sampler {
  /** @type {Float64Array | null} */
  #spread = null;

  deviation() {
    const least = super.deviation();
    this.#spread ??= least;
    // never less than a third: the next situation is another one
    return this.#spread.map((spread, i) => Math.max(spread, least[i] / 3));
  }

  /** @param {Float64Array} start @returns {Promise<Effort>} */
  async improve(start) {
    const { plan, results } = await this.sample(start);
    const order = byCost(results);
    const best = order
      .slice(0, this.planner.settings.elites)
      .filter((i) => Number.isFinite(results[i][0]))
      .map((i) => this.clamp(this.policy.sample(plan, i)));
    if (best.length > 0) {
      const mean = this.policy.knots.map(
        (_, k) => best.reduce((sum, knots) => sum + knots[k], 0) / best.length,
      );
      this.#spread = mean.map((m, k) =>
        Math.sqrt(best.reduce((sum, knots) => sum + (knots[k] - m) ** 2, 0) / best.length),
      );
      this.policy.knots = mean;
    }
    this.tell(results, order);
    return effortOf(results);
  }
}

/** All samples, weighted by their costs. */
class PathIntegral extends Sampler {
  /** @param {Float64Array} start @returns {Promise<Effort>} */
  async improve(start) {
    const { plan, results } = await this.sample(start);
    const order = byCost(results);
    const good = order.filter((i) => Number.isFinite(results[i][0]));
    if (good.length > 1) {
      const costs = good.map((i) => results[i][0]);
      const mean = costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
      const deviation = Math.sqrt(
        costs.reduce((sum, cost) => sum + (cost - mean) ** 2, 0) / costs.length,
      );
      const scale = this.planner.settings.temperature * Math.max(deviation, 1e-12);
      const weights = costs.map((cost) => Math.exp((costs[0] - cost) / scale));
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      const knots = new Float64Array(this.policy.knots.length);
      good.forEach((i, k) => {
        const own = this.clamp(this.policy.sample(plan, i));
        for (let j = 0; j < knots.length; j++) knots[j] += (weights[k] / total) * own[j];
      });
      this.policy.knots = knots;
    }
    this.tell(results, order);
    return effortOf(results);
  }
}

/** Finite differences over the knots, and a line search. */
class GradientDescent extends Sampler {
  #length = 0.1;

  /** @param {Float64Array} start @returns {Promise<Effort>} */
  async improve(start) {
    const { policy, scale } = this;
    const { rollouts, seed } = this.planner.settings;
    const n = policy.knots.length;
    const pairs = Math.min(n, Math.floor(rollouts / 2));
    const list = new Float64Array(2 * pairs * n);
    const size = 1e-3;
    // which numbers are looked at, in turns where there are more than samples
    const first = (this.planner.iteration * pairs + seed) % n;
    for (let p = 0; p < pairs; p++)
      for (const [row, sign] of [
        [2 * p, size],
        [2 * p + 1, -size],
      ]) {
        list.set(policy.knots, row * n);
        const k = (first + p) % n;
        list[row * n + k] += sign * scale[k];
      }
    const results = await this.roll(start, policy.plan(0, null, list), 2 * pairs);
    const slope = new Float64Array(n);
    for (let p = 0; p < pairs; p++) {
      const value = (results[2 * p][0] - results[2 * p + 1][0]) / (2 * size);
      slope[(first + p) % n] = Number.isFinite(value) ? value : 0;
    }
    const norm = Math.max(...slope.map(Math.abs), 1e-12);
    const tries = Math.min(rollouts, 12);
    const lengths = Array.from({ length: tries }, (_, i) =>
      i === 0 ? 0 : this.#length * 4 ** (1 - (3 * (i - 1)) / (tries - 1)),
    );
    const steps = new Float64Array(tries * n);
    lengths.forEach((length, i) =>
      steps.set(
        this.clamp(policy.knots.map((x, k) => x - ((length * slope[k]) / norm) * scale[k])),
        i * n,
      ),
    );
    const found = await this.roll(start, policy.plan(0, null, steps), tries);
    const order = byCost(found);
    const [best] = order;
    this.#length = Math.min(1, Math.max(1e-4, best === 0 ? this.#length / 4 : lengths[best]));
    if (Number.isFinite(found[best][0])) policy.knots = steps.slice(best * n, (best + 1) * n);
    this.tell(found, order);
    return effortOf([...results, ...found]);
  }
}

/** Derivatives along the trajectory, a backward pass, a line search. */
class Ilqg {
  #regularization = 1e-6;

  /** @param {Planner} planner */
  constructor(planner) {
    this.planner = planner;
  }

  /** @param {Float64Array} start @param {Float64Array} lengths @param {boolean} wantStates */
  async #roll(start, lengths, wantStates) {
    const policy = /** @type {FeedbackPolicy} */ (this.planner.policy);
    const argument = {
      ...this.planner.horizon(start),
      feedback: policy.plan(lengths),
      wantStates,
    };
    return /** @type {Promise<Float64Array[]>} */ (
      this.planner.each('rollout', argument, lengths.length)
    );
  }

  /** Takes a rollout with states as the trajectory. @param {Float64Array} result @param {number} size of a state */
  #take(result, size) {
    const policy = /** @type {FeedbackPolicy} */ (this.planner.policy);
    const { intervals, sizes } = policy;
    const own = (intervals + 1) * size + intervals * sizes.nu;
    const states = result.slice(result.length - own, result.length - intervals * sizes.nu);
    const controls = result.slice(result.length - intervals * sizes.nu);
    policy.take(states, size, controls);
    return { states, controls };
  }

  /** @param {Float64Array} start @returns {Promise<Effort>} */
  async improve(start) {
    const { planner } = this;
    const policy = /** @type {FeedbackPolicy} */ (planner.policy);
    const { intervals, sizes } = policy;
    const effort = (/** @type {number} */ samples) => ({ samples, steps: samples * planner.steps });
    const [nominal] = await this.#roll(start, Float64Array.of(0), true);
    const { states, controls } = this.#take(nominal, start.length);
    planner.note(nominal);
    if (!Number.isFinite(nominal[0])) {
      // what diverges is begun anew without controls
      policy.controls.fill(0);
      policy.gains = null;
      return effort(1);
    }
    const about = { ...planner.horizon(start), states, controls, eps: 1e-6 };
    const pieces = /** @type {Float64Array[]} */ (
      await planner.each('derivatives', about, intervals + 1)
    );
    const { low, high } = planner.limits;
    const { nx, nu } = sizes;
    for (let round = 0; round < 8; round++) {
      const argument = {
        pieces,
        controls,
        low,
        high,
        nx,
        nu,
        regularization: this.#regularization,
      };
      const [found] = await planner.each('backward', argument, 1);
      const back = /** @type {import('./ilqg.js').Backward} */ (found);
      if (!back) {
        this.#regularization = Math.max(1e-6, this.#regularization * 8);
        continue;
      }
      policy.changes = back.changes;
      policy.gains = back.gains;
      const count = Math.min(planner.settings.rollouts, 11);
      const lengths = Float64Array.from({ length: count }, (_, i) =>
        i === 0 ? 0 : 1.25 ** -((i - 1) ** 2),
      );
      const results = await this.#roll(start, lengths, true);
      const order = byCost(results);
      const [best] = order;
      const isBetter = best > 0 && results[best][0] < results[0][0];
      this.#regularization = isBetter
        ? Math.max(1e-9, this.#regularization / 4)
        : Math.min(1e8, Math.max(1e-6, this.#regularization * 8));
      this.#take(results[isBetter ? best : 0], start.length);
      planner.note(
        results[isBetter ? best : 0],
        order.slice(1, 4).map((i) => results[i]),
      );
      return effort(intervals + 2 + count);
    }
    policy.changes.fill(0);
    return effort(intervals + 1);
  }
}

/** Improves the plan of a planner. @typedef {{ improve(start: Float64Array): Promise<Effort> }} Improver */

/** @type {Record<'sampling' | 'cem' | 'mppi' | 'gradient' | 'ilqg', new (planner: Planner) => Improver>} */
export const methods = {
  sampling: PredictiveSampling,
  cem: CrossEntropy,
  mppi: PathIntegral,
  gradient: GradientDescent,
  ilqg: Ilqg,
};
