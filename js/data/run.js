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

/** Records a simulation as it is stepped: by step(), or between before() and after() by whoever steps it. */
export class RunRecorder {
  #simulation;
  #inputs;
  #state;
  #last;
  #start;
  #hash;
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
    this.#state.read();
    this.#hash = hashOf(this.#state.numbers);
  }

  /** Number of steps so far. */
  get length() {
    return this.#hashes.length;
  }

  /** Whether the state is not the one that the last step left: a run has no place for what is set by hand. */
  get moved() {
    this.#state.read();
    return hashOf(this.#state.numbers) !== this.#hash;
  }

  /** Steps the simulation. @param {number} [count] of steps with the inputs as they are */
  step(count = 1) {
    for (let k = 0; k < count; k++) {
      this.before();
      this.#simulation.step();
      this.after();
    }
  }

  /** Notes what goes into the next step. */
  before() {
    const { numbers } = this.#inputs;
    this.#inputs.read();
    for (let i = 0; i < numbers.length; i++) {
      if (Object.is(numbers[i], this.#last[i])) continue;
      this.#steps.push(this.#hashes.length);
      this.#at.push(i);
      this.#values.push(numbers[i]);
    }
  }

  /** Notes what came out of one step. */
  after() {
    this.#state.read();
    this.#hash = hashOf(this.#state.numbers);
    this.#hashes.push(this.#hash);
    // a step leaves the user's part alone, but for what callbacks did, which is theirs again in a replay
    this.#inputs.read();
    this.#last.set(this.#inputs.numbers);
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

/** Replays a run: by step(), or between before() and after() by whoever steps the simulation. Comes to any step of it. */
export class RunPlayer {
  #simulation;
  #run;
  #inputs;
  #state;
  #every;
  #position = 0;
  /** The next change of an input. */
  #at = 0;

  /**
   * @param {Simulation} simulation of the same model; it is brought to the start of the run
   * @param {Run} run
   * @param {object} [options]
   * @param {number} [options.every] steps between states that are kept, to come back to (0: none)
   * @param {Map<number, Float64Array>} [options.marks] states by the number of the step that follows, as another player kept them
   */
  constructor(simulation, run, { every = 0, marks = new Map() } = {}) {
    const sizes = sizesOf(simulation);
    demand(
      sizes.every((size, i) => size === run.sizes[i]),
      `replayRun: the run is of a model with nq, nv, na, nu = ${run.sizes.join(', ')}`,
      sizes.join(', '),
    );
    const { length } = simulation.saveState();
    demand(
      run.start.length === length,
      `a run of this model starts with ${length} numbers`,
      run.start.length,
    );
    this.#simulation = simulation;
    this.#run = run;
    this.#every = every;
    this.marks = marks;
    this.#inputs = reader(simulation, 'mjSTATE_USER');
    this.#state = reader(simulation, 'mjSTATE_FULLPHYSICS');
    simulation.restoreState(run.start);
  }

  /** The number of the step that comes next, from 0 to the length of the run. */
  get position() {
    return this.#position;
  }

  /** Steps; returns whether the state is that of the run. */
  step() {
    this.before();
    this.#simulation.step();
    return this.after();
  }

  /** Sets what goes into the next step. */
  before() {
    const { steps, inputs, values } = this.#run;
    if (steps[this.#at] !== this.#position) return;
    this.#inputs.read();
    for (; steps[this.#at] === this.#position; this.#at++)
      this.#inputs.numbers[inputs[this.#at]] = values[this.#at];
    this.#inputs.write();
  }

  /** After a step: whether the state is that of the run. */
  after() {
    this.#state.read();
    const isSame = hashOf(this.#state.numbers) === this.#run.hashes[this.#position++];
    if (this.#every > 0 && this.#position % this.#every === 0)
      this.marks.set(this.#position, Float64Array.from(this.#simulation.saveState()));
    return isSame;
  }

  /** Comes to a step of the run, from the state that was kept last before it. @param {number} step */
  seek(step) {
    const to = Math.min(Math.max(Math.round(step), 0), this.#run.length);
    let from = 0;
    for (const mark of this.marks.keys()) if (mark <= to && mark > from) from = mark;
    this.#simulation.restoreState(this.marks.get(from) ?? this.#run.start);
    this.#goOnAt(from);
    while (this.#position < to) this.step();
  }

  /** Finds the step of the run that left the present state and goes on after it; false where none did. */
  find() {
    this.#state.read();
    const hash = hashOf(this.#state.numbers);
    const { hashes } = this.#run;
    if (this.#position > 0 && hashes[this.#position - 1] === hash) return true;
    const at = hashes.indexOf(hash);
    if (at < 0 && !this.#isStart()) return false;
    this.#goOnAt(at + 1);
    return true;
  }

  /** Whether the present state is the one at the start. */
  #isStart() {
    const { start } = this.#run;
    return this.#simulation.saveState().every((value, i) => Object.is(value, start[i]));
  }

  /** @param {number} step */
  #goOnAt(step) {
    const { steps } = this.#run;
    this.#position = step;
    this.#at = 0;
    while (this.#at < steps.length && steps[this.#at] < step) this.#at++;
  }
}

/**
 * Replays a run. The simulation ends as the run did, or after the first step that differs.
 * @param {Simulation} simulation of the same model
 * @param {Run} run
 * @param {(step: number) => void} [onStep] called after each step with its number
 * @returns {{ steps: number, diverged: number | null }} steps made; the number of the first step whose state differs, from 0
 */
export function replayRun(simulation, run, onStep) {
  const player = new RunPlayer(simulation, run);
  for (let step = 0; step < run.length; step++) {
    player.before();
    simulation.step();
    onStep?.(step);
    if (!player.after()) return { steps: step + 1, diverged: step };
  }
  return { steps: run.length, diverged: null };
}
