// Environments on a GPU, with the works that an Environment asks of its batch. Rows of results are copies, brought back after each work;
// advance() leaves everything on the GPU.
import { MjError } from '../../engine/error.js';
import { stepOf } from '../../gpu/kernels.js';
import { Simulation } from '../../sim/simulation.js';
import { works } from '../kernel.js';

/** @typedef {import('../../batch/native.js').Row} Row */
/** @typedef {import('../../batch/rows.js').Rows} Rows */
/** @typedef {import('../../gpu/batch.js').GpuBatch} GpuBatch */
/** @typedef {import('../../gpu/batch.js').GpuMask} GpuMask */
/** @typedef {import('../../gpu/worlds.js').Worlds} Worlds */
/** @typedef {import('./kernels.js').Draft} Draft */

/** Fields of the state that simulation() shows. */
const state = /** @type {const} */ (['qpos', 'qvel', 'act', 'ctrl', 'mocap_pos', 'mocap_quat']);

export class GpuEnvironments {
  #simulation;
  #draft;
  /** Numbers of commands as the GPU has them. @type {Map<string, Row>} */
  #sent = new Map();
  #seed = [0, 0];

  /** @param {GpuBatch} gpu @param {Simulation} simulation of the plan, owned @param {Draft} draft */
  constructor(gpu, simulation, draft) {
    /** The simulations. */
    this.gpu = gpu;
    this.#simulation = simulation;
    this.#draft = draft;
    const { fields } = draft.plan.rows;
    const arrays = fields.map(({ initial, width }) => {
      const Items = /** @type {new (size: number) => Row} */ (initial.constructor);
      return new Items(gpu.count * width);
    });
    /** Rows of results. @type {Rows} */
    this.own = /** @type {Rows} */ (/** @type {unknown} */ ({ fields, arrays, first: 0 }));
    /** What the contract of an environment is made of. */
    this.kernel = { plan: draft.plan, world: draft.world };
    for (const name of this.#commandRows) this.#sent.set(name, this.#row(name).slice());
  }

  get count() {
    return this.gpu.count;
  }

  /** Threads of this side. */
  get workers() {
    return 1;
  }

  get model() {
    return this.gpu.model;
  }

  /** The device, for sharing buffers with policies and drawing. */
  get device() {
    return this.gpu.device;
  }

  get #commandRows() {
    return [...this.#draft.plan.commands.map(({ name }) => `command:${name}`), 'clock'];
  }

  /** @param {string} name @returns {Row} */
  #row(name) {
    return this.own.arrays[this.#draft.plan.rows.find(name)];
  }

  /**
   * Rows of an environment as a buffer of the device: 'observation:policy', 'reward', 'givenAction' and so on. give() fills it, take()
   * writes it back.
   * @param {string} name
   */
  buffer(name) {
    return this.gpu.buffer(this.#fieldOf(name));
  }

  /** @param {string} name */
  #fieldOf(name) {
    const found = this.#draft.fields.nameOf(name);
    if (found) return found;
    const all = this.#draft.plan.rows.fields.map((field) => field.name).join(', ');
    throw new MjError(`env: there is no row '${name}', there are ${all}`);
  }

  /** @param {Worlds} worlds @param {Float32Array | Int32Array} rows @param {string} name */
  #write(worlds, rows, name) {
    worlds.write(this.#fieldOf(name), rows);
  }

  /** Hands over the commands that were given. @param {Worlds} worlds */
  #sendCommands(worlds) {
    for (const name of this.#commandRows) {
      const rows = this.#row(name);
      const before = /** @type {Row} */ (this.#sent.get(name));
      let same = true;
      for (let i = 0; i < rows.length && same; i++) same = rows[i] === before[i];
      if (same) continue;
      before.set(rows);
      this.#write(worlds, name === 'clock' ? Int32Array.from(rows) : Float32Array.from(rows), name);
    }
  }

  /** @param {Float32Array} actions */
  #demandNumbers(actions) {
    const { names, size } = this.#draft.plan.control;
    const k = actions.findIndex((value) => !Number.isFinite(value));
    if (k >= 0)
      throw new MjError(
        `batch.work: simulation ${Math.floor(k / size)}: the action: it has ${actions[k]} for ${names[k % size]}`,
      );
  }

  /** One step of all environments: two passes. @param {Worlds} worlds */
  #step(worlds) {
    const { decimation } = this.#draft.plan.data;
    const { forward, rest } = stepOf(worlds.sizes);
    const applies = this.#draft.plan.data.control.kind === 'pd';
    worlds.tell({ seed: this.#seed });
    worlds.submit((pass) => {
      worlds.dispatch(pass, 'env_act');
      for (let k = 0; k < decimation; k++) {
        if (applies) worlds.dispatch(pass, 'env_apply');
        for (const name of [...forward, ...rest]) worlds.dispatch(pass, name);
      }
      worlds.dispatch(pass, 'env_judge');
    });
    this.#begin(worlds);
  }

  /** First observations of the episodes that have just begun. @param {Worlds} worlds */
  #begin(worlds) {
    worlds.tell({ flags: 3, seed: this.#seed });
    worlds.submit((pass) => {
      if (this.#draft.terms.dynamics)
        for (const name of stepOf(worlds.sizes).forward) worlds.dispatch(pass, name);
      worlds.dispatch(pass, 'env_begin');
    });
  }

  /** Kernels that a step of an environment runs. */
  get dispatches() {
    const { plan, terms } = this.#draft;
    const { dispatches, forward } = this.gpu.costs;
    const own = plan.data.control.kind === 'pd' ? 1 : 0;
    return 3 + plan.data.decimation * (dispatches + own) + (terms.dynamics ? forward : 0);
  }

  /**
   * A perceptron that acts on the GPU, for `advance`.
   * @param {import('../policy/policy_data.js').PolicyData} data `policy.data` of what `loadPolicy` read
   */
  async policy(data) {
    const { GpuPolicy } = await import('./policy.js');
    return GpuPolicy.make(this, data);
  }

  /**
   * A step that leaves everything on the GPU: actions are what a policy makes of the observations, or what is in the buffer 'givenAction'.
   * Its promise is kept when the work is handed over.
   * @param {import('./policy.js').GpuPolicy} [policy]
   */
  async advance(policy) {
    await this.gpu.run('advance', (worlds) => {
      worlds.submit((pass) => {
        if (policy) {
          worlds.move(pass, 'give', this.#fieldOf(policy.observation));
          policy.encode(pass);
        }
        worlds.move(pass, 'take', this.#fieldOf('givenAction'));
      });
      this.#step(worlds);
    });
  }

  /** Results of all environments come to this side. @param {Worlds} worlds */
  async #readBack(worlds) {
    const { results, ints } = this.#draft.fields;
    const found = await worlds.read(['own_results', 'own_flags']);
    [results, ints].forEach((fields, k) => {
      const stride = fields.reduce((sum, { width }) => sum + width, 0);
      let at = 0;
      for (const { row, width } of fields) {
        const into = this.#row(row);
        for (let i = 0; i < this.count; i++)
          for (let j = 0; j < width; j++) into[i * width + j] = found[k][i * stride + at + j];
        at += width;
      }
    });
    for (const name of this.#commandRows) this.#sent.get(name)?.set(this.#row(name));
    if (this.#draft.plan.data.problems === 'mark') return;
    const index = this.#row('failed').findIndex((value) => value !== 0);
    if (index >= 0)
      throw new MjError(`batch.work: simulation ${index}: a term gave no finite number`);
  }

  /** Brings results to this side: what advance() left on the GPU. */
  async read() {
    await this.gpu.run('read', (worlds) => this.#readBack(worlds));
  }

  /** @param {number} work @param {readonly number[]} seed @param {{ mask?: GpuMask }} [options] */
  async work(work, seed, { mask } = {}) {
    this.#seed = [seed[0] >>> 0, seed[1] >>> 0];
    await this.gpu.run(
      'work',
      async (worlds) => {
        this.#sendCommands(worlds);
        if (work === works.step) {
          const actions = /** @type {Float32Array} */ (this.#row('givenAction'));
          this.#demandNumbers(actions);
          this.#write(worlds, actions, 'givenAction');
          this.#step(worlds);
        } else {
          worlds.tell({ seed: this.#seed, stage: work === works.reseed ? 1 : 0 });
          worlds.submit((pass) => worlds.dispatch(pass, 'env_reset'));
          this.#begin(worlds);
        }
        await this.#readBack(worlds);
      },
      mask,
    );
  }

  /** A simulation in a state as it was last read: `await batch.gpu.read('qpos', 'qvel')`. @param {number} index */
  simulation(index) {
    const { mujoco } = this.#simulation;
    const copy = new Simulation(mujoco, new mujoco.MjModel(this.model));
    this.#place(copy, index);
    return copy;
  }

  /** @param {Simulation} simulation @param {number} index */
  #place({ mujoco, model, data }, index) {
    for (const name of state) {
      const width = this.gpu.width(name);
      data[name].set(this.gpu.field(name).subarray(index * width, (index + 1) * width));
    }
    mujoco.mj_forward(model, data);
  }

  /** Calls back with each simulation in its state as it was last read. @param {(simulation: Simulation, index: number) => void} body @param {readonly number[]} [indices] */
  visit(body, indices = Array.from({ length: this.count }, (_, i) => i)) {
    for (const index of indices) {
      this.#place(this.#simulation, index);
      body(this.#simulation, index);
    }
  }

  dispose() {
    this.gpu.dispose();
    this.#simulation.dispose();
  }
}
