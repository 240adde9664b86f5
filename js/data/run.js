// Runs: where a simulation started, what went in before each step, and a hash of the state after it. Replayed on the same model they
// give the same bits anywhere; where they do not, the first step that differs is named. A file of a run is a bug report.
//
//   const recorder = new RunRecorder(sim);
//   for (let k = 0; k < 1000; k++) { sim.data.ctrl[0] = Math.sin(k / 50); recorder.step(); }
//   const bytes = recorder.run.toNpz();
//   const { diverged } = replayRun(sim, await readRun(bytes)); // null: every bit the same
import { MjError, demand } from '../engine/error.js';
import { readNpz, writeNpz } from './npz.js';

/** @typedef {import('../sim/simulation.js').Simulation} Simulation */

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** FNV-1a over words of 32 bits. @param {Float64Array} numbers */
function hashOf(numbers) {
  const words = new Int32Array(numbers.buffer, numbers.byteOffset, 2 * numbers.length);
  let hash = OFFSET;
  for (let i = 0; i < words.length; i++) hash = Math.imul(hash ^ words[i], PRIME);
  return hash >>> 0;
}

/** Reads parts of the state into an array. @param {Simulation} simulation @param {'mjSTATE_USER' | 'mjSTATE_FULLPHYSICS'} part */
function reader({ mujoco, model, data }, part) {
  const spec = mujoco.mjtState[part].value;
  const numbers = new Float64Array(mujoco.mj_stateSize(model, spec));
  return {
    numbers,
    read: () => mujoco.mj_getState(model, data, numbers, spec),
    write: () => mujoco.mj_setState(model, data, numbers, spec),
  };
}

/** What was recorded. */
export class Run {
  /**
   * @param {object} parts
   * @param {ArrayLike<number>} parts.start state for integration, as `saveState` gives it
   * @param {ArrayLike<number>} parts.sizes nq, nv, na, nu of the model
   * @param {ArrayLike<number>} parts.steps of each change of an input: the number of the step before which it was made
   * @param {ArrayLike<number>} parts.inputs of each change: which number of the user's part of the state (`mjSTATE_USER`)
   * @param {ArrayLike<number>} parts.values of each change: what it became
   * @param {ArrayLike<number>} parts.hashes of the state after each step
   */
  constructor({ start, sizes, steps, inputs, values, hashes }) {
    this.start = Float64Array.from(start);
    this.sizes = Int32Array.from(sizes);
    this.steps = Int32Array.from(steps);
    this.inputs = Int32Array.from(inputs);
    this.values = Float64Array.from(values);
    this.hashes = Uint32Array.from(hashes);
  }

  /** Number of steps. */
  get length() {
    return this.hashes.length;
  }

  /** As an .npz file. */
  toNpz() {
    const { start, sizes, steps, inputs, values, hashes } = this;
    return writeNpz({ start, sizes, steps, inputs, values, hashes });
  }
}

/** @param {Simulation} simulation */
const sizesOf = ({ model: { nq, nv, na, nu } }) => [nq, nv, na, nu];

/** Records a simulation as it is stepped. */
export class RunRecorder {
  #simulation;
  #inputs;
  #state;
  #last;
  #start;
  /** @type {number[]} */
  #steps = [];
  /** @type {number[]} */
  #at = [];
  /** @type {number[]} */
  #values = [];
  /** @type {number[]} */
  #hashes = [];

  /** @param {Simulation} simulation what goes in is noted from now on */
  constructor(simulation) {
    this.#simulation = simulation;
    this.#inputs = reader(simulation, 'mjSTATE_USER');
    this.#state = reader(simulation, 'mjSTATE_FULLPHYSICS');
    this.#start = Float64Array.from(simulation.saveState());
    this.#inputs.read();
    this.#last = this.#inputs.numbers.slice();
  }

  /** Steps the simulation. @param {number} [count] of steps with the inputs as they are */
  step(count = 1) {
    const { numbers } = this.#inputs;
    for (let k = 0; k < count; k++) {
      this.#inputs.read();
      for (let i = 0; i < numbers.length; i++) {
        if (Object.is(numbers[i], this.#last[i])) continue;
        this.#steps.push(this.#hashes.length);
        this.#at.push(i);
        this.#values.push(numbers[i]);
      }
      this.#simulation.step();
      this.#state.read();
      this.#hashes.push(hashOf(this.#state.numbers));
      // a step leaves the user's part alone, but for what callbacks did, which is theirs again in a replay
      this.#inputs.read();
      this.#last.set(numbers);
    }
  }

  /** What was recorded so far. */
  get run() {
    return new Run({
      start: this.#start,
      sizes: sizesOf(this.#simulation),
      steps: this.#steps,
      inputs: this.#at,
      values: this.#values,
      hashes: this.#hashes,
    });
  }
}

/**
 * The run of a file.
 * @param {Uint8Array | ArrayBuffer} content .npz
 * @param {string} [name] for messages
 * @returns {Promise<Run>}
 */
export async function readRun(content, name = 'the file') {
  const arrays = await readNpz(content, name);
  const names = /** @type {const} */ (['start', 'sizes', 'steps', 'inputs', 'values', 'hashes']);
  const missing = names.filter((one) => !arrays[one]);
  if (missing.length > 0) throw new MjError(`${name} is no run: it has no ${missing.join(', ')}`);
  const parts = Object.fromEntries(
    names.map((one) => [one, /** @type {number[]} */ (/** @type {unknown} */ (arrays[one].data))]),
  );
  const run = new Run(
    /** @type {ConstructorParameters<typeof Run>[0]} */ (/** @type {unknown} */ (parts)),
  );
  const { length } = run.steps;
  if (run.inputs.length !== length || run.values.length !== length)
    throw new MjError(
      `${name} is no run: its changes have ${length} steps, ${run.inputs.length} inputs and ${run.values.length} values`,
    );
  return run;
}

/**
 * Replays a run. The simulation ends as the run did, or after the first step that differs.
 * @param {Simulation} simulation of the same model
 * @param {Run} run
 * @param {(step: number) => void} [onStep] called after each step with its number
 * @returns {{ steps: number, diverged: number | null }} steps made; the number of the first step whose state differs, from 0
 */
export function replayRun(simulation, run, onStep) {
  const sizes = sizesOf(simulation);
  demand(
    sizes.every((size, i) => size === run.sizes[i]),
    `replayRun: the run is of a model with nq, nv, na, nu = ${run.sizes.join(', ')}`,
    sizes.join(', '),
  );
  simulation.restoreState(run.start);
  const inputs = reader(simulation, 'mjSTATE_USER');
  const state = reader(simulation, 'mjSTATE_FULLPHYSICS');
  let at = 0;
  for (let step = 0; step < run.length; step++) {
    if (run.steps[at] === step) {
      inputs.read();
      for (; run.steps[at] === step; at++) inputs.numbers[run.inputs[at]] = run.values[at];
      inputs.write();
    }
    simulation.step();
    onStep?.(step);
    state.read();
    if (hashOf(state.numbers) !== run.hashes[step]) return { steps: step + 1, diverged: step };
  }
  return { steps: run.length, diverged: null };
}
