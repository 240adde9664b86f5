// Predictive control: a task's cost over a horizon, lowered again and again from where the simulation is, in workers.
import { MjError, demand } from '../engine/error.js';
import { processorCount } from '../batch/port.js';
import { createBatch } from '../batch/create.js';
import { provideModule } from '../batch/modules.js';
import { load } from '../sim/load.js';
import { Simulation } from '../sim/simulation.js';
import { methods } from './improve.js';
import { controlLimits } from './lqr.js';
import * as rollout from './planner_rollout.js';
import { FeedbackPolicy, SplinePolicy } from './policies.js';
import { Residual, parameterValues } from './residual.js';
import { splineKinds } from './spline.js';

/** @typedef {import('../batch/batch.js').Batch} Batch */
/** @typedef {import('../sim/source.js').ModelSource} ModelSource */
/** @typedef {import('./residual.js').Term} Term */

/**
 * What is to be achieved.
 * @typedef {object} Task
 * @property {string} [name]
 * @property {ModelSource | Simulation} [model] what `load` takes, or a simulation; createPlanner may be given another
 * @property {readonly Term[]} terms of the cost
 * @property {Record<string, number | readonly number[] | Float64Array>} [parameters] numbers that terms name, to be turned while it runs
 * @property {readonly string[]} [places] parameters that are places of the world (3 numbers, or 2 on the ground): what is dragged in a picture
 * @property {readonly string[]} [traces] sites and bodies whose ways are told, the best plan's and those of other samples
 * @property {PlannerOptions} [planner] options that suit it
 */

/**
 * @typedef {object} PlannerOptions
 * @property {'sampling' | 'cem' | 'mppi' | 'gradient' | 'ilqg'} [method] 'sampling': the best of random samples; 'cem': the mean of the best; 'mppi': all, weighted by
 *   their cost; 'gradient': finite differences and a line search; 'ilqg': derivatives of the dynamics, with feedback
 * @property {number} [horizon] seconds that are looked ahead (1)
 * @property {number} [timestep] seconds of a step of what is looked ahead (the model's): longer ones take less time and are less exact
 * @property {number} [rollouts] number of samples of each improvement (64)
 * @property {{ kind?: import('./spline.js').SplineKind, knots?: number }} [spline] of controls: kind (linear), number of knots (6)
 * @property {number} [noise] deviation of samples, as a factor of half the range of a control (0.3)
 * @property {number} [elites] number of samples that `cem` goes on with (a tenth)
 * @property {number} [temperature] of `mppi`, as a factor of the costs' deviation (0.3)
 * @property {number} [hold] number of steps between two looks at the cost (those of 20 ms or more, at most about 30 looks; 1 for ilqg)
 * @property {number} [iterations] number of improvements of a call of `plan` (1)
 * @property {number} [seed] (0)
 * @property {number | 'auto'} [workers] number of threads, as in createBatch
 * @property {boolean} [here] whether the calling thread takes part, as in createBatch
 * @property {boolean} [shared] as in createBatch
 * @property {() => Worker} [makeWorker] starts a worker that runs `limber/control-worker`, for bundlers that do not find it by themselves
 */

/** What it took, and what came of it. @typedef {{ milliseconds: number, samples: number, steps: number, samplesPerSecond: number, stepsPerSecond: number }} Timing milliseconds: of the last call of plan; samples, steps: number of them in it */

/** Names of methods. */
export const plannerMethods = /** @type {('sampling' | 'cem' | 'mppi' | 'gradient' | 'ilqg')[]} */ (
  Object.keys(methods)
);

/** Calls that a thread gets for the samples of an improvement: threads that are late do fewer. */
const callsPerThread = 4;

/** Numbers of planners so far, for names of what workers keep. */
let planners = 0;

/** @param {Task} task @param {PlannerOptions} options */
function readOptions(task, options) {
  const all = { ...task.planner, ...options };
  const {
    method = 'sampling',
    horizon = 1,
    rollouts = 64,
    noise = 0.3,
    iterations = 1,
    seed = 0,
  } = all;
  if (!Object.hasOwn(methods, method))
    throw new MjError(
      `createPlanner: there is no method '${method}': methods are ${Object.keys(methods).join(', ')}`,
    );
  const kind = all.spline?.kind ?? 'linear';
  const knots = all.spline?.knots ?? 6;
  if (!splineKinds.includes(kind))
    throw new MjError(
      `createPlanner: there is no spline '${kind}': kinds are ${splineKinds.join(', ')}`,
    );
  demand(horizon > 0 && horizon < 1000, 'createPlanner: horizon is a number of seconds', horizon);
  const { timestep } = all;
  demand(
    timestep === undefined || (timestep > 0 && timestep <= horizon),
    'createPlanner: timestep is a positive number of seconds, at most the horizon',
    timestep,
  );
  for (const [name, value] of Object.entries({ rollouts, knots, iterations }))
    demand(
      Number.isInteger(value) && value > 0,
      `createPlanner: ${name} is a positive whole number`,
      value,
    );
  demand(rollouts > 1, 'createPlanner: rollouts is at least 2', rollouts);
  demand(noise >= 0 && noise < Infinity, 'createPlanner: noise is at least 0', noise);
  demand(Number.isSafeInteger(seed), 'createPlanner: seed is a whole number', seed);
  const { temperature = 0.3, elites = Math.max(2, Math.round(rollouts / 10)) } = all;
  demand(temperature > 0, 'createPlanner: temperature is a positive number', temperature);
  demand(
    Number.isInteger(elites) && elites > 0 && elites <= rollouts,
    'createPlanner: elites is a whole number of rollouts',
    elites,
  );
  return {
    ...all,
    method,
    horizon,
    rollouts,
    noise,
    iterations,
    seed,
    kind,
    knots,
    temperature,
    elites,
  };
}

/** @typedef {ReturnType<typeof readOptions>} Settings */

/** @param {Simulation} simulation @param {readonly string[]} names */
function findTraces(simulation, names) {
  return names.map((name) => {
    const site = simulation.names('site').indexOf(name);
    if (site >= 0) return { array: /** @type {const} */ ('site_xpos'), at: 3 * site };
    const body = simulation.names('body').indexOf(name);
    if (body >= 0) return { array: /** @type {const} */ ('xpos'), at: 3 * body };
    throw new MjError(`createPlanner: there is no site or body '${name}' to trace`);
  });
}

/** Improves plans of a task. */
export class Planner {
  #batch;
  #simulation;
  #limits;
  #id;
  #running = false;
  #control;
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();
  #disposed = false;
  /** The plans before the present one, the newest first, which are followed until that begins. @type {(SplinePolicy | FeedbackPolicy)[]} */
  #before = [];

  /**
   * Made by createPlanner.
   * @param {Task} task
   * @param {Settings} settings
   * @param {Simulation} simulation of its own
   * @param {Batch} batch
   */
  constructor(task, settings, simulation, batch) {
    this.#batch = batch;
    this.#simulation = simulation;
    this.#id = `${++planners}`;
    this.#limits = controlLimits(simulation);
    this.settings = settings;
    const { timestep = simulation.timestep } = settings;
    const { hold, steps } = horizonOf(timestep, settings);
    /** Seconds of a step of what is looked ahead. */
    this.timestep = timestep;
    /** Number of steps between two looks at the cost. */
    this.hold = hold;
    /** Number of steps of the horizon. */
    this.steps = steps;
    this.task = task;
    this.terms = task.terms.map(({ name, of }) => name ?? String(of));
    /** Weights of the terms, to be turned at any time; numbers. */
    this.weights = Float64Array.from(task.terms, ({ weight = 1 }) => weight);
    /** Parameters by name, to be turned at any time: numbers, and Float64Arrays that are written to. */
    this.parameters = Object.seal(
      Object.fromEntries(
        Object.entries(task.parameters ?? {}).map(([name, value]) => [
          name,
          typeof value === 'number' ? value : Float64Array.from(value),
        ]),
      ),
    );
    this.traces = findTraces(simulation, task.traces ?? []);
    /** Deviation of samples, as a factor of half the range of a control. */
    this.noise = settings.noise;
    /** Number of improvements so far. */
    this.iteration = 0;
    /** Cost of the best plan: mean over the horizon, a number of the task's own units. */
    this.cost = NaN;
    /** Cost of each term of the best plan (terms), numbers of the task's own units. */
    this.termCosts = new Float64Array(this.terms.length);
    /** Ways of traced points: the best plan's first, then those of other samples (points x traces x 3), metres. @type {Float64Array[]} */
    this.paths = [];
    /** What the last call of plan took. @type {Timing} */
    this.timing = { milliseconds: 0, samples: 0, steps: 0, samplesPerSecond: 0, stepsPerSecond: 0 };
    this.#control = new Float64Array(simulation.model.nu);
    const start = simulation.data.ctrl;
    const intervals = Math.ceil(steps / hold);
    /** The plan: controls over time. */
    this.policy =
      settings.method === 'ilqg'
        ? new FeedbackPolicy(simulation, intervals, hold * timestep)
        : new SplinePolicy(settings.kind, settings.knots, settings.horizon, start);
    this.improver = new methods[settings.method](this);
    this.cells = new Residual(simulation, task.terms, this.parameters, `task '${task.name ?? ''}'`);
  }

  /** Limits of controls. */
  get limits() {
    return this.#limits;
  }

  /** The simulation that the planner keeps for itself: its model, and room to look ahead. */
  get simulation() {
    return this.#simulation;
  }

  /** Half the range of each control (nu), numbers in the actuators' own units; 1 where there is no limit. */
  get scales() {
    const { low, high } = this.#limits;
    return low.map((l, i) => (Number.isFinite(high[i] - l) ? (high[i] - l) / 2 : 1));
  }

  /** What workers are told. @param {Float64Array} start @returns {import('./planner_rollout.js').Horizon} */
  horizon(start) {
    return {
      id: this.#id,
      terms: this.task.terms,
      parameters: this.parameters,
      values: parameterValues(this.parameters),
      weights: this.weights.slice(),
      start,
      steps: this.steps,
      hold: this.hold,
      bound: Infinity,
      ...this.#limits,
      traces: this.traces,
    };
  }

  /** Calls a function of the workers' module for so many samples. @param {string} name @param {unknown} argument @param {number} count @param {number} [first] @returns {Promise<unknown[]>} */
  async each(name, argument, count, first = 0) {
    if (count === 0) return [];
    // some samples a call: what a call costs beyond its steps counts for small models
    const chunk = Math.ceil(count / this.#batch.count);
    const calls = Math.ceil(count / chunk);
    const mask = new Uint8Array(this.#batch.count).fill(1, 0, calls);
    const results = await this.#batch.each(`${rollout.address}#run`, {
      argument: { name, first, count, chunk, given: argument },
      mask,
    });
    return /** @type {unknown[][]} */ (results.slice(0, calls)).flat();
  }

  /** Takes what the best sample of an improvement told. @param {Float64Array} best @param {Float64Array[]} [others] */
  note(best, others = []) {
    const { length } = this.terms;
    const points = 3 * this.traces.length * (Math.ceil(this.steps / this.hold) + 1);
    this.cost = best[0];
    const from = rollout.told + length;
    this.termCosts = best.slice(rollout.told, from);
    this.paths = points > 0 ? [best, ...others].map((one) => one.slice(from, from + points)) : [];
  }

  /**
   * Improves the plan from a state, or from where that will be when the plan is there.
   * @param {Float64Array | { saveState(): Float64Array | Promise<Float64Array> }} [source] a simulation, or a state as saveState gives it
   * @param {{ ahead?: number }} [options] ahead: simulated seconds that pass before the plan is followed: it begins where the present one
   *   leads by then, and `act` follows the present one until then (0)
   * @returns {Promise<this>}
   */
  plan(source, { ahead = 0 } = {}) {
    demand(ahead >= 0 && ahead < 1000, 'planner.plan: ahead is a number of seconds', ahead);
    const next = this.#last.then(() => this.#plan(source, ahead));
    this.#last = next.catch(() => {});
    return next;
  }

  /** @param {Parameters<Planner['plan']>[0]} source @param {number} ahead */
  async #plan(source, ahead) {
    this.#demandAlive();
    const given = source ?? this.#simulation;
    let state = given instanceof Float64Array ? given : await given.saveState();
    const { length } = this.#simulation.saveState();
    demand(state.length === length, `planner.plan: a state has ${length} numbers`, state.length);
    const started = performance.now();
    let samples = 0;
    let steps = 0;
    const gone = Math.round(ahead / this.#simulation.timestep);
    if (gone > 0) state = this.#lookAhead(state, gone);
    this.#before = gone > 0 ? [this.policy.copy(), ...this.#before.slice(0, 1)] : [];
    this.policy.shift(state[0]);
    for (let i = 0; i < this.settings.iterations; i++) {
      const effort = await this.improver.improve(state);
      samples += effort.samples;
      steps += effort.steps;
      this.iteration++;
    }
    const milliseconds = performance.now() - started;
    const samplesPerSecond = (1000 * samples) / milliseconds;
    const stepsPerSecond = (1000 * steps) / milliseconds;
    this.timing = { milliseconds, samples, steps, samplesPerSecond, stepsPerSecond };
    return this;
  }

  /** The state to which the plan leads. @param {Float64Array} state @param {number} steps */
  #lookAhead(state, steps) {
    const simulation = this.#simulation;
    simulation.restoreState(state);
    for (let k = 0; k < steps; k++) {
      this.act(simulation);
      simulation.step();
    }
    return simulation.saveState();
  }

  #demandAlive() {
    if (this.#disposed) throw new MjError('planner: it was disposed');
  }

  /** The newest plan that has begun; before all of them the oldest. @param {number} now */
  #planAt(now) {
    if (this.policy.time <= now || this.#before.length === 0) return this.policy;
    return this.#before.find(({ time }) => time <= now) ?? this.#before[this.#before.length - 1];
  }

  /** Sets the controls of a simulation by the plan, at its time. @param {Simulation} simulation @returns {Float64Array} the controls */
  act(simulation) {
    const control = this.#control;
    // half a step: times are sums
    const now = simulation.time + simulation.timestep / 2;
    this.#planAt(now).act(simulation, control);
    const { low, high } = this.#limits;
    for (let i = 0; i < control.length; i++)
      control[i] = Math.min(high[i], Math.max(low[i], control[i]));
    simulation.data.ctrl.set(control);
    return control;
  }

  /** The task's cost of a state now, and that of each term. @param {Simulation} simulation */
  costOf(simulation) {
    const costs = new Float64Array(this.terms.length);
    this.cells.look(simulation.data, parameterValues(this.parameters));
    return { cost: this.cells.cost(this.weights, false, costs), terms: costs };
  }

  /**
   * Plans again and again, each time from where the simulation will be when the plan is there: it goes on meanwhile; until `stop`.
   * @param {Simulation} simulation
   * @param {{ onPlan?: (planner: Planner) => void, onError?: (error: unknown) => void, act?: boolean }} [options] onPlan: told after each
   *   plan; act: whether the simulation's callback `control` is set to follow it (true)
   */
  run(simulation, { onPlan, onError, act = true } = {}) {
    this.#demandAlive();
    if (this.#running) throw new MjError('planner.run: it runs already');
    this.#running = true;
    if (act) simulation.setCallback('control', () => void this.act(simulation));
    const loop = async () => {
      // simulated seconds that the plan before took
      let ahead = 0;
      while (this.#running && !this.#disposed) {
        const { time } = simulation;
        await this.plan(simulation, { ahead });
        // a reset takes time back
        ahead = Math.min(Math.max(0, simulation.time - time), this.settings.horizon / 2);
        onPlan?.(this);
        // the page, and what else waits, comes first
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
    };
    loop().catch((error) => {
      this.#running = false;
      if (this.#disposed) return;
      if (onError) onError(error);
      else console.error(error);
    });
    return {
      /** Ends it. */
      stop: () => {
        this.#running = false;
        if (act && !simulation.data.isDeleted()) simulation.setCallback('control', null);
      },
    };
  }

  /** Forgets the plan. */
  reset() {
    const { data } = this.#simulation;
    if (this.policy instanceof SplinePolicy)
      for (let i = 0; i < this.policy.count; i++)
        this.policy.knots.set(data.ctrl, i * this.policy.width);
    else
      this.policy = new FeedbackPolicy(
        this.#simulation,
        this.policy.intervals,
        this.policy.interval,
      );
    this.policy.time = 0;
    this.#before = [];
    this.improver = new methods[this.settings.method](this);
    this.iteration = 0;
  }

  /** Ends the workers. */
  dispose() {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#running = false;
    this.#batch.dispose();
    this.#simulation.dispose();
  }

  [Symbol.dispose]() {
    this.dispose();
  }
}

/** Steps of the horizon. @param {number} timestep @param {Settings} settings */
function horizonOf(timestep, { horizon, method, hold }) {
  const steps = Math.max(1, Math.round(horizon / timestep));
  const usual =
    method === 'ilqg' ? 1 : Math.max(1, Math.round(0.02 / timestep), Math.floor(steps / 30));
  const held = hold ?? usual;
  demand(
    Number.isInteger(held) && held > 0,
    'createPlanner: hold is a positive whole number',
    held,
  );
  return { steps, hold: Math.min(held, steps) };
}

/**
 * A planner of a task: it lowers the task's cost over a horizon, in workers.
 * @param {Task} task
 * @param {PlannerOptions & { model?: ModelSource | Simulation }} [options] model: in place of the task's; a simulation stays as it is
 * @returns {Promise<Planner>}
 */
export async function createPlanner(task, options = {}) {
  demand(typeof task === 'object' && task !== null, 'createPlanner: a task { model, terms }', task);
  const settings = readOptions(task, options);
  const source = options.model ?? task.model;
  if (source === undefined)
    throw new MjError(
      'createPlanner: the task has no model: give { model } with it or in the options',
    );
  const simulation = source instanceof Simulation ? source.clone() : await load(source);
  /** @type {Batch | null} */
  let batch = null;
  try {
    if (simulation.model.nu === 0)
      throw new MjError('createPlanner: the model has no actuators: there is nothing to control');
    // what the task names must be there: said here, before workers start
    new Residual(simulation, task.terms, Object(task.parameters), `task '${task.name ?? ''}'`);
    findTraces(simulation, task.traces ?? []);
    const {
      workers,
      here,
      shared,
      makeWorker = () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }),
    } = settings;
    // the calling thread may take part
    provideModule(rollout.address, rollout);
    const threads = typeof workers === 'number' ? workers : processorCount();
    const count = callsPerThread * threads;
    const workerPath = 'control/worker.js';
    const start = { workers, here, shared, makeWorker, workerPath };
    // the simulation itself leads to where a plan begins, with its own steps
    const { timestep = simulation.timestep } = settings;
    const ahead = timestep === simulation.timestep ? simulation : simulation.clone();
    ahead.timestep = timestep;
    try {
      batch = await createBatch(ahead, { count, keep: [], ...start });
    } finally {
      if (ahead !== simulation) ahead.dispose();
    }
    return new Planner(task, settings, simulation, batch);
  } catch (error) {
    batch?.dispose();
    simulation.dispose();
    throw error;
  }
}
