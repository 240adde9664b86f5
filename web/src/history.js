// Earlier states of the simulation: a ring of complete states (what integration needs), one for every step.
//
// record() before each step; go(i) shows state i of count, the last being the newest; a step or a run from there drops what came after.

const MOST = 2000;
const BYTES = 64e6; // large models keep fewer states

export class History {
  constructor() {
    this.states = new Float64Array(0);
    this.size = 0;
    this.capacity = 0;
    this.clear();
  }

  clear() {
    /** Place of the oldest state in the ring. */
    this.first = 0;
    this.count = 0;
    /** The state that is shown, or -1 for the present. */
    this.at = -1;
  }

  /** Makes room for the states of a model. @param {import('./simulation.js').Simulation} simulation */
  fit({ mujoco, model }) {
    this.signature = mujoco.mjtState.mjSTATE_INTEGRATION.value;
    this.size = mujoco.mj_stateSize(model, this.signature);
    this.capacity = Math.max(2, Math.min(MOST, Math.floor(BYTES / (8 * this.size))));
    const length = this.capacity * this.size;
    // an edited model usually has states of the same size
    if (this.states.length !== length) this.states = new Float64Array(length);
    this.clear();
  }

  /** @param {number} index */
  slot(index) {
    const start = ((this.first + index) % this.capacity) * this.size;
    return this.states.subarray(start, start + this.size);
  }

  /** Keeps the present state; what came after it, when it is an old one, is dropped. @param {import('./simulation.js').Simulation} simulation */
  record({ mujoco, model, data }) {
    if (this.at >= 0) {
      this.count = this.at;
      this.at = -1;
    }
    if (this.count === this.capacity) {
      this.first = (this.first + 1) % this.capacity;
      this.count--;
    }
    mujoco.mj_getState(model, data, this.slot(this.count), this.signature);
    this.count++;
  }

  /** Shows state `index`. @param {import('./simulation.js').Simulation} simulation @param {number} index */
  go(simulation, index) {
    const { mujoco, model, data } = simulation;
    // the present becomes the newest state, so that one can come back to it
    if (this.at < 0) this.record(simulation);
    this.at = Math.min(Math.max(index, 0), this.count - 1);
    mujoco.mj_setState(model, data, this.slot(this.at), this.signature);
    simulation.forward();
    // forward() moves the warm start of the solver: the next step is to be the one that was
    mujoco.mj_setState(model, data, this.slot(this.at), this.signature);
  }

  /**
   * Visits the states that led to the present, and the present: at most so many, evenly spaced. What the engine derives from a
   * state is computed anew, in data of its own.
   * @param {import('./simulation.js').Simulation} simulation
   * @param {number} most
   * @param {(past: import('./simulation.js').Simulation) => void} visit
   */
  replay(simulation, most, visit) {
    const { mujoco, model } = simulation;
    const count = Math.min(this.position, Math.max(most - 1, 0));
    if (count > 0) {
      const data = new mujoco.MjData(model);
      const past = Object.create(simulation, { data: { value: data } });
      try {
        for (let i = 0; i < count; i++) {
          const slot = this.slot(Math.floor((i * this.position) / count));
          mujoco.mj_setState(model, data, slot, this.signature);
          mujoco.mj_forward(model, data);
          visit(past);
        }
      } finally {
        data.delete();
      }
    }
    visit(simulation);
  }

  /** Index of what is shown, counted from the oldest. */
  get position() {
    return this.at < 0 ? this.count : this.at;
  }

  /** Index of the newest. */
  get newest() {
    return this.at < 0 ? this.count : this.count - 1;
  }
}
