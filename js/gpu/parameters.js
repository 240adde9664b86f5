// Parameters of which each world has its own, and the constants that follow from them, which the CPU engine computes.
import { MjError } from '../engine/error.js';

/** @typedef {import('../sim/simulation.js').Simulation} Simulation */

/** Constants that mj_setConst computes and that kernels read. */
const constants = [
  'body_subtreemass',
  'body_invweight0',
  'dof_invweight0',
  'tendon_invweight0',
  'tendon_length0',
  'actuator_acc0',
];

/** What the constants follow from. */
const roots =
  /^(body_(mass|inertia|ipos|iquat|pos|quat)|jnt_(pos|axis)|dof_armature|qpos0|site_pos|geom_pos)$/;

/** What kernels are made for: the same in all simulations. */
const fixed =
  /^opt\.(?!timestep|gravity|tolerance|ls_tol|impratio|magnetic|o_)|^actuator_(damping|armature)/;

/** @typedef {{ name: string, width: number, rows: Float64Array, before: Float64Array }} Parameter */

export class Parameters {
  /** @type {Map<string, Parameter>} */
  #all = new Map();
  #simulation;
  #count;
  #derived;

  /** @param {Simulation} simulation @param {readonly string[]} names @param {number} count */
  constructor(simulation, names, count) {
    this.#simulation = simulation;
    this.#count = count;
    this.#derived = names.some((name) => roots.test(name));
    for (const name of [...names, ...(this.#derived ? constants : [])]) this.#add(name);
  }

  /** The model's array of a name; options are arrays of one. @param {string} name @returns {Float64Array} */
  #array(name) {
    const { model } = this.#simulation;
    const value = name.startsWith('opt.')
      ? Reflect.get(model.opt, name.slice(4))
      : Reflect.get(model, name);
    // kernels have gears in what actuators add to joints, and no change of a spatial tendon's inertia
    const bound =
      (name === 'actuator_gear' &&
        [model.actuator_damping, model.actuator_armature].some((all) => all.some(Boolean))) ||
      (name === 'tendon_armature' && model.wrap_type.some((type) => type !== 1));
    if (!bound && !fixed.test(name)) {
      if (value instanceof Float64Array) return value;
      if (typeof value === 'number' && name.startsWith('opt.')) return Float64Array.of(value);
    }
    throw new MjError(`batch.vary: '${name}' is no parameter of numbers that the GPU can vary`);
  }

  /** @param {string} name */
  #add(name) {
    if (this.#all.has(name)) return;
    const array = this.#array(name);
    const rows = new Float64Array(this.#count * array.length);
    for (let i = 0; i < this.#count; i++) rows.set(array, i * array.length);
    this.#all.set(name, { name, width: array.length, rows, before: rows.slice() });
  }

  /** Names and widths. @returns {[string, number][]} */
  get fields() {
    return [...this.#all.values()].map(({ name, width }) => [name, width]);
  }

  /** @param {string} name */
  rows(name) {
    const found = this.#all.get(name);
    if (found) return found.rows;
    throw new MjError(
      `batch.vary: '${name}' was not named: createBatch(source, { backend: 'gpu', vary: ['${name}'] })`,
    );
  }

  /** Renews the constants of simulations whose parameters changed; gives what changed. @returns {[string, number][]} */
  renew() {
    const all = [...this.#all.values()];
    const changed = all.filter(({ rows, before }) => rows.some((x, i) => x !== before[i]));
    if (changed.length === 0) return [];
    if (this.#derived && changed.some(({ name }) => roots.test(name))) this.#setConst(changed);
    const moved = all.filter(({ rows, before }) => rows.some((x, i) => x !== before[i]));
    for (const { rows, before } of moved) before.set(rows);
    return moved.map(({ name, width }) => [name, width]);
  }

  /** @param {Parameter[]} changed */
  #setConst(changed) {
    const { mujoco, model, data } = this.#simulation;
    const own = [...this.#all.values()].filter(({ name }) => roots.test(name));
    const kept = [...this.#all.values()].map(({ name }) => this.#array(name).slice());
    for (let i = 0; i < this.#count; i++) {
      const is = changed.some(({ rows, before, width }) => {
        for (let k = i * width; k < (i + 1) * width; k++) if (rows[k] !== before[k]) return true;
        return false;
      });
      if (!is) continue;
      for (const { name, rows, width } of own)
        this.#array(name).set(rows.subarray(i * width, (i + 1) * width));
      mujoco.mj_setConst(model, data);
      for (const name of constants) {
        const { rows, width } = /** @type {Parameter} */ (this.#all.get(name));
        rows.set(this.#array(name), i * width);
      }
    }
    [...this.#all.values()].forEach(({ name }, k) => {
      if (!name.startsWith('opt.')) this.#array(name).set(kept[k]);
    });
    mujoco.mj_setConst(model, data);
  }
}
