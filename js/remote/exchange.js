// What a hosted simulation and its copy tell each other: results one way (time, positions, velocities, readings, ...), inputs the other
// (controls, applied forces, mocap poses, ...). Through shared memory where there is some: the writer makes a counter odd, writes,
// and makes it even again; a reader that saw an odd or another counter reads again.

/** @typedef {import('../sim/simulation.js').Simulation} Simulation */

const resultCounter = 0;
const inputCounter = 1;
const counterBytes = 16;
// a writer needs microseconds: more tries mean that something is wrong
const mostTries = 1000;

/** Parts of the state, as bits. @param {Simulation} simulation */
function parts({ mujoco }) {
  const { mjSTATE_INTEGRATION: all, mjSTATE_USER: inputs } = mujoco.mjtState;
  return { result: all.value & ~inputs.value, input: inputs.value };
}

/** Arrays of mjData that go along with the state, because the copy does not compute them. */
const computed = /** @type {const} */ (['sensordata', 'qacc', 'actuator_force']);

/** Results of a simulation and its inputs, as numbers. */
export class Exchange {
  #simulation;
  #parts;
  /** Inputs that were told last. */
  #told;
  /** Inputs as they are. */
  #input;
  /** @type {Int32Array | null} */
  #counters = null;
  /** Real-time factor, results. @type {Float64Array} */
  #sharedResult = new Float64Array();
  /** @type {Float64Array} */
  #sharedInput = new Float64Array();
  #seen = 0;

  /**
   * @param {Simulation} simulation
   * @param {SharedArrayBuffer | null} shared
   */
  constructor(simulation, shared) {
    this.#simulation = simulation;
    this.#parts = parts(simulation);
    const { mujoco, model } = simulation;
    this.stateSize = mujoco.mj_stateSize(model, this.#parts.result);
    const { data } = simulation;
    this.resultSize = computed.reduce((sum, name) => sum + data[name].length, this.stateSize);
    this.inputSize = mujoco.mj_stateSize(model, this.#parts.input);
    this.#input = new Float64Array(this.inputSize);
    this.#told = this.readInput().slice();
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

  /** Results, as numbers of their own. */
  readResult() {
    const result = new Float64Array(this.resultSize);
    this.#writeResult(result);
    return result;
  }

  /** @param {Float64Array} result */
  #writeResult(result) {
    const { mujoco, model, data } = this.#simulation;
    mujoco.mj_getState(model, data, result.subarray(0, this.stateSize), this.#parts.result);
    let at = this.stateSize;
    for (const name of computed) {
      result.set(data[name], at);
      at += data[name].length;
    }
  }

  /** Shows results in the simulation. @param {Float64Array} result */
  takeResult(result) {
    const { mujoco, model, data } = this.#simulation;
    mujoco.mj_setState(model, data, result.subarray(0, this.stateSize), this.#parts.result);
    mujoco.mj_fwdPosition(model, data);
    let at = this.stateSize;
    for (const name of computed) {
      data[name].set(result.subarray(at, at + data[name].length));
      at += data[name].length;
    }
  }

  /** Inputs, in memory that the next call uses again. */
  readInput() {
    const { mujoco, model, data } = this.#simulation;
    mujoco.mj_getState(model, data, this.#input, this.#parts.input);
    return this.#input;
  }

  /** Gives the simulation inputs. @param {Float64Array} input */
  takeInput(input) {
    const { mujoco, model, data } = this.#simulation;
    mujoco.mj_setState(model, data, input, this.#parts.input);
    this.#told.set(input);
  }

  /** Inputs when they are others than were told last, null otherwise. */
  changedInput() {
    const input = this.readInput();
    let same = true;
    for (let i = 0; i < input.length && same; i++) same = input[i] === this.#told[i];
    if (same) return null;
    this.#told.set(input);
    return input.slice();
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
