// What planners improve: controls over time, as knots of a spline or as a trajectory with feedback gains.
import { sampleKnots } from './planner_rollout.js';
import { splineValue } from './spline.js';

/** @typedef {import('./planner_rollout.js').SplinePlan} SplinePlan */
/** @typedef {import('./planner_rollout.js').FeedbackPlan} FeedbackPlan */
/** @typedef {import('../index.js').Simulation} Simulation */

/** Controls as a spline. */
export class SplinePolicy {
  /**
   * @param {import('./spline.js').SplineKind} kind
   * @param {number} count of knots
   * @param {number} horizon seconds
   * @param {ArrayLike<number>} control at first (nu)
   */
  constructor(kind, count, horizon, control) {
    this.kind = kind;
    this.width = control.length;
    /** Seconds between knots. */
    this.interval = horizon / (kind === 'zero' ? count : Math.max(1, count - 1));
    /** Time of the first knot. */
    this.time = 0;
    /** @type {Float64Array} */
    this.knots = new Float64Array(count * this.width);
    for (let i = 0; i < count; i++) this.knots.set(control, i * this.width);
  }

  get count() {
    return this.knots.length / this.width;
  }

  /** @param {number} time @param {Float64Array} target */
  value(time, target) {
    return splineValue(
      this.kind,
      this.knots,
      this.width,
      (time - this.time) / this.interval,
      target,
    );
  }

  /** What it is now, whatever becomes of it. */
  copy() {
    const { kind, count, interval, knots, time } = this;
    const copy = new SplinePolicy(kind, count, 0, new Float64Array(this.width));
    return Object.assign(copy, { interval, time, knots: knots.slice() });
  }

  /** @param {Simulation} simulation @param {Float64Array} target */
  act(simulation, target) {
    return this.value(simulation.time, target);
  }

  /** Goes on from a later time: knots are what the spline is there. @param {number} time */
  shift(time) {
    const { width, count, interval } = this;
    const next = new Float64Array(this.knots.length);
    const own = new Float64Array(width);
    for (let i = 0; i < count; i++) next.set(this.value(time + i * interval, own), i * width);
    this.knots = next;
    this.time = time;
  }

  /**
   * @param {number} seed
   * @param {Float64Array | null} deviation (count x nu)
   * @param {Float64Array | null} [list]
   * @returns {SplinePlan}
   */
  plan(seed, deviation, list = null) {
    const { kind, interval, count, knots } = this;
    return { kind, interval, count, offset: 0, nominal: knots, deviation, seed, list };
  }

  /** The knots of a sample. @param {SplinePlan} plan @param {number} index */
  sample(plan, index) {
    return sampleKnots(plan, index, new Float64Array(this.knots.length));
  }
}

/** A trajectory with gains. */
export class FeedbackPolicy {
  /** Interval whose control is held. */
  #held = -1;
  #control;
  #simulation;

  /** @param {Simulation} simulation @param {number} intervals @param {number} interval seconds of each */
  constructor(simulation, intervals, interval) {
    this.#simulation = simulation;
    const { model, data } = simulation;
    const { nq, nv, na, nu } = model;
    this.sizes = { nq, nv, na, nu, nx: 2 * nv + na };
    this.intervals = intervals;
    this.interval = interval;
    this.time = 0;
    /** @type {Float64Array} */
    this.controls = new Float64Array(intervals * nu);
    for (let k = 0; k < intervals; k++) this.controls.set(data.ctrl, k * nu);
    /** @type {Float64Array} */
    this.changes = new Float64Array(intervals * nu);
    /** @type {Float64Array | null} */
    this.gains = null;
    /** @type {Float64Array} */
    this.positions = new Float64Array(intervals * nq);
    /** @type {Float64Array} */
    this.speeds = new Float64Array(intervals * (nv + na));
    this.#control = new Float64Array(nu);
  }

  /** What it is now, whatever becomes of it. */
  copy() {
    const { controls, changes, gains, positions, speeds, time } = this;
    const copy = new FeedbackPolicy(this.#simulation, this.intervals, this.interval);
    const arrays = structuredClone({ controls, changes, gains, positions, speeds });
    return Object.assign(copy, arrays, { time });
  }

  /** Goes on from a later time: what is left of the trajectory, then its last control. @param {number} time */
  shift(time) {
    const gone = Math.min(
      this.intervals,
      Math.max(0, Math.round((time - this.time) / this.interval)),
    );
    this.time = time;
    this.#held = -1;
    if (gone === 0) return;
    const { nu, nq, nv, na, nx } = this.sizes;
    const last = this.controls.slice(-nu);
    const move = (/** @type {Float64Array} */ array, /** @type {number} */ width) => {
      array.copyWithin(0, gone * width);
      array.fill(0, array.length - gone * width);
    };
    move(this.controls, nu);
    for (let k = this.intervals - gone; k < this.intervals; k++) this.controls.set(last, k * nu);
    move(this.positions, nq);
    move(this.speeds, nv + na);
    // beyond the trajectory there is no feedback
    if (this.gains) move(this.gains, nu * nx);
  }

  /** @param {Float64Array} lengths @returns {FeedbackPlan} */
  plan(lengths) {
    const { controls, changes, gains, positions, speeds } = this;
    return { controls, changes, gains, positions, speeds, lengths };
  }

  /**
   * Takes the trajectory of a rollout with states.
   * @param {Float64Array} states (intervals + 1 x size)
   * @param {number} size of a state, which begins with time, position, velocity, activation
   * @param {Float64Array} controls
   */
  take(states, size, controls) {
    const { nq, nv, na } = this.sizes;
    for (let k = 0; k < this.intervals; k++) {
      const at = k * size + 1;
      this.positions.set(states.subarray(at, at + nq), k * nq);
      this.speeds.set(states.subarray(at + nq, at + nq + nv + na), k * (nv + na));
    }
    this.controls.set(controls);
    this.changes.fill(0);
    this.#held = -1;
  }

  /** Controls now, held for an interval. @param {Simulation} simulation @param {Float64Array} target */
  act({ mujoco, model, data }, target) {
    const { nq, nv, na, nu, nx } = this.sizes;
    const k = Math.floor((data.time - this.time) / this.interval + 1e-6);
    const own = this.#control;
    if (k !== this.#held) {
      this.#held = k;
      const at = Math.min(this.intervals - 1, Math.max(0, k));
      own.set(this.controls.subarray(at * nu, (at + 1) * nu));
      if (this.gains && k >= 0 && k < this.intervals) {
        const gap = new Float64Array(nx);
        const turn = new Float64Array(nv);
        mujoco.mj_differentiatePos(
          model,
          turn,
          1,
          this.positions.subarray(at * nq, (at + 1) * nq),
          data.qpos,
        );
        gap.set(turn);
        const speeds = this.speeds.subarray(at * (nv + na), (at + 1) * (nv + na));
        for (let i = 0; i < nv; i++) gap[nv + i] = data.qvel[i] - speeds[i];
        for (let i = 0; i < na; i++) gap[2 * nv + i] = data.act[i] - speeds[nv + i];
        for (let i = 0; i < nu; i++)
          for (let j = 0; j < nx; j++) own[i] += this.gains[(at * nu + i) * nx + j] * gap[j];
      }
    }
    target.set(own);
    return target;
  }
}
