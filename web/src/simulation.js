// One running model: loading, state, real-time pacing. It knows the engine, not the page.

import { transferState } from '../../js/sim/transfer.js';

/** Files of a model by name. @typedef {Map<string, Uint8Array>} Files */

const MAX_CATCH_UP = 0.25; // seconds of simulation that a late frame may owe
const FACTOR_WINDOW = 500; // milliseconds

export class Simulation {
  /**
   * @param {any} mujoco
   * @param {string} xml
   * @param {Files} [files]
   * @param {string} [name] file name of the model, which names its folder
   * @param {Uint8Array} [binary] a compiled model (MJB) instead of a text
   */
  constructor(mujoco, xml, files = new Map(), name = 'model.xml', binary = undefined) {
    this.mujoco = mujoco;
    if (binary) {
      this.model = mujoco.MjModel.from_binary_buffer(binary);
      this.finish();
      return;
    }
    const vfs = new mujoco.MjVFS();
    try {
      for (const [path, bytes] of files) if (path !== name) vfs.addBuffer(path, bytes);
      vfs.addBuffer(name, new TextEncoder().encode(xml));
      this.model = mujoco.MjModel.from_xml_path(name, vfs);
    } finally {
      vfs.delete();
    }
    this.finish();
  }

  finish() {
    this.data = new this.mujoco.MjData(this.model);
    this.speed = 1;
    this.owed = 0;
    this.factor = 0;
    this.measured = { clock: 0, time: 0 };
    this.reset(this.model.nkey > 0 ? 0 : -1);
  }

  /** Starts again from a keyframe, or from the reference configuration (-1). @param {number} key */
  reset(key = this.key) {
    this.key = key;
    if (key >= 0) this.mujoco.mj_resetDataKeyframe(this.model, this.data, key);
    else this.mujoco.mj_resetData(this.model, this.data);
    this.mujoco.mj_forward(this.model, this.data);
    this.owed = 0;
  }

  step(count = 1) {
    for (let i = 0; i < count; i++) this.mujoco.mj_step(this.model, this.data);
  }

  /** Recomputes what depends on the state. */
  forward() {
    this.mujoco.mj_forward(this.model, this.data);
  }

  /**
   * Runs for the time that passed, but no longer than `budget` milliseconds of computing.
   * @param {number} elapsed seconds
   * @param {number} budget
   * @param {() => void} beforeStep
   */
  advance(elapsed, budget, beforeStep) {
    const { timestep } = this.model.opt;
    this.owed = Math.min(this.owed + elapsed * this.speed, MAX_CATCH_UP);
    const end = performance.now() + budget;
    while (this.owed >= timestep) {
      beforeStep();
      this.step();
      this.owed -= timestep;
      if (performance.now() > end) {
        this.owed = 0;
        break;
      }
    }
    this.measure();
  }

  measure() {
    const now = performance.now();
    const { clock, time } = this.measured;
    if (now - clock < FACTOR_WINDOW) return;
    if (clock > 0) this.factor = (1000 * (this.data.time - time)) / (now - clock);
    this.measured = { clock: now, time: this.data.time };
  }

  /** Potential and kinetic energy, also where the model does not ask for them. */
  energy() {
    this.mujoco.mj_energyPos(this.model, this.data);
    this.mujoco.mj_energyVel(this.model, this.data);
    return this.data.energy;
  }

  /** Forgets the pace, after a pause. */
  restartClock() {
    this.measured = { clock: 0, time: 0 };
    this.owed = 0;
  }

  /** Name of an element, or its type and number. @param {number} type @param {number} id @param {string} word */
  nameOf(type, id, word) {
    return this.mujoco.mj_id2name(this.model, type, id) || `${word} ${id}`;
  }

  /** Takes over the state of another model, element by element by name. @param {Simulation} other */
  adoptState(other) {
    transferState(this.mujoco, other, this);
    this.speed = other.speed;
    if (other.key < this.model.nkey) this.key = other.key;
    this.forward();
  }

  dispose() {
    this.data.delete();
    this.model.delete();
  }
}
