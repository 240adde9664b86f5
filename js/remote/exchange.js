// What a hosted simulation and its copy tell each other: results one way (time, positions, velocities, readings, ...), inputs the other
// (controls, applied forces, mocap poses, ...). Through shared memory where there is some: the writer makes a counter odd, writes,
// and makes it even again; a reader that saw an odd or another counter reads again.
import { Handle } from '../engine/handle.js';
import { layoutOf } from '../engine/schema.js';

/** @typedef {import('../sim/simulation.js').Simulation} Simulation */

const resultCounter = 0;
const inputCounter = 1;
const counterBytes = 16;
// a writer needs microseconds: more tries mean that something is wrong
const mostTries = 1000;

/** Parts of the state, as bits. @param {Simulation} simulation */
function parts({ mujoco }) {
  const { mjSTATE_INTEGRATION, mjSTATE_USER, mjSTATE_WARMSTART } = mujoco.mjtState;
  const result = mjSTATE_INTEGRATION.value & ~mjSTATE_USER.value;
  // what the solver starts from is no business of programs
  return { result, input: mjSTATE_USER.value, state: result & ~mjSTATE_WARMSTART.value };
}

/** Arrays of mjData that go along with the state: the copy's own are those of the state after the step. */
const computed = /** @type {const} */ (['ctrl', 'sensordata', 'qacc', 'actuator_force']);

/** @param {Float64Array} a @param {ArrayLike<number>} b */
const isSame = (a, b) => a.every((value, i) => Object.is(value, b[i]));

/** Results of a simulation and its inputs, as numbers. */
export class Exchange {
  #simulation;
  #parts;
  /** Inputs that were told last. */
  #told;
  /** The state that was shown last. */
  #shown;
  /** @type {Int32Array | null} */
  #counters = null;
  /** Real-time factor, results. @type {Float64Array} */
  #sharedResult = new Float64Array();
  /** @type {Float64Array} */
  #sharedInput = new Float64Array();
  #seen = 0;
  /** Whether controls are results: a callback in the worker writes them. */
  followsControls = false;

  /**
   * @param {Simulation} simulation
   * @param {SharedArrayBuffer | null} shared
   */
  constructor(simulation, shared) {
    this.#simulation = simulation;
    this.#parts = parts(simulation);
    const { mujoco, model, data } = simulation;
    this.stateSize = mujoco.mj_stateSize(model, this.#parts.result);
    this.resultSize = computed.reduce((sum, name) => sum + data[name].length, this.stateSize);
    this.inputSize = mujoco.mj_stateSize(model, this.#parts.input);
    this.#told = this.readInput();
    this.#shown = this.readState();
    if (!shared) return;
    this.#counters = new Int32Array(shared, 0, counterBytes / 4);
    this.#sharedResult = new Float64Array(shared, counterBytes, 1 + this.resultSize);
    const start = counterBytes + 8 * (1 + this.resultSize);
    this.#sharedInput = new Float64Array(shared, start, this.inputSize);
  }

  /** Shared memory for a simulation, null where there is none. @param {Simulation} simulation */
  static allocate(simulation) {
    const isolated = globalThis.crossOriginIsolated ?? true;
    if (typeof SharedArrayBuffer === 'undefined' || !isolated) return null;
    const { resultSize, inputSize } = new Exchange(simulation, null);
    return new SharedArrayBuffer(counterBytes + 8 * (1 + resultSize + inputSize));
  }

  /** @param {'result' | 'input' | 'state'} part @param {Float64Array} [target] */
  #get(part, target) {
    const { mujoco, model, data } = this.#simulation;
    const bits = this.#parts[part];
    const numbers = target ?? new Float64Array(mujoco.mj_stateSize(model, bits));
    mujoco.mj_getState(model, data, numbers, bits);
    return numbers;
  }

  /** @param {'result' | 'input' | 'state'} part @param {Float64Array} source */
  #set(part, source) {
    const { mujoco, model, data } = this.#simulation;
    mujoco.mj_setState(model, data, source, this.#parts[part]);
  }

  /** The model's options (mjOption) as bytes, in place. */
  get options() {
    const { engine, pointer } = Handle.stateOf(
      /** @type {Handle} */ (/** @type {unknown} */ (this.#simulation.model.opt)),
    );
    return engine.u8.subarray(pointer, pointer + layoutOf('mjOption').size);
  }

  /** Results, as numbers of their own. */
  readResult() {
    const result = new Float64Array(this.resultSize);
    this.#writeResult(result);
    return result;
  }

  /** @param {Float64Array} result */
  #writeResult(result) {
    this.#get('result', result.subarray(0, this.stateSize));
    let at = this.stateSize;
    for (const name of computed) {
      result.set(this.#simulation.data[name], at);
      at += this.#simulation.data[name].length;
    }
  }

  /** Shows results in the simulation. @param {Float64Array} result */
  takeResult(result) {
    const { data } = this.#simulation;
    this.#set('result', result.subarray(0, this.stateSize));
    let at = this.stateSize;
    const [controls, ...others] = computed.map((name) =>
      result.subarray(at, (at += data[name].length)),
    );
    if (this.followsControls) {
      data.ctrl.set(controls);
      this.#told = this.readInput();
    }
    this.#simulation.forward();
    others.forEach((values, i) => data[computed[i + 1]].set(values));
    this.#shown = this.readState();
  }

  /** Inputs, as numbers of their own. */
  readInput() {
    return this.#get('input');
  }

  /** Time, positions, velocities, activations, ..., as numbers of their own. */
  readState() {
    return this.#get('state');
  }

  /** Gives the simulation inputs. @param {Float64Array} input */
  takeInput(input) {
    this.#set('input', input);
    this.#told = this.readInput();
  }

  /** Gives the simulation a state. @param {Float64Array} state */
  takeState(state) {
    this.#set('state', state);
  }

  /** Inputs when they are others than were told last, null otherwise. */
  changedInput() {
    const input = this.readInput();
    if (isSame(input, this.#told)) return null;
    this.#told = input;
    return input.slice();
  }

  /** The state when the program wrote another one than was shown last, null otherwise. */
  changedState() {
    const state = this.readState();
    if (isSame(state, this.#shown)) return null;
    this.#shown = state;
    return state.slice();
  }

  /** @param {number} counter @param {() => void} body */
  #write(counter, body) {
    const counters = /** @type {Int32Array} */ (this.#counters);
    Atomics.add(counters, counter, 1);
    body();
    Atomics.add(counters, counter, 1);
  }

  /** Copies `source` when it changed since; null when it did not. @param {number} counter @param {Float64Array} source */
  #read(counter, source) {
    const counters = /** @type {Int32Array} */ (this.#counters);
    for (let i = 0; i < mostTries; i++) {
      const before = Atomics.load(counters, counter);
      if (before === this.#seen) return null;
      if (before & 1) continue;
      const copy = source.slice();
      if (Atomics.load(counters, counter) !== before) continue;
      this.#seen = before;
      return copy;
    }
    return null;
  }

  /** Puts results where the other side finds them. @param {number} realTimeFactor */
  shareResult(realTimeFactor) {
    this.#write(resultCounter, () => {
      this.#sharedResult[0] = realTimeFactor;
      this.#writeResult(this.#sharedResult.subarray(1));
    });
  }

  /** Results that are new, null when there are none: the real-time factor first. */
  sharedResult() {
    return this.#read(resultCounter, this.#sharedResult);
  }

  /** Puts inputs where the other side finds them, when they changed. */
  shareInput() {
    const input = this.changedInput();
    if (input) this.#write(inputCounter, () => this.#sharedInput.set(input));
  }

  /** Takes inputs that are new. */
  takeSharedInput() {
    const input = this.#read(inputCounter, this.#sharedInput);
    if (input) this.takeInput(input);
  }
}
