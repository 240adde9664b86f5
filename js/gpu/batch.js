// Many simulations of one model on a GPU. Their numbers stay there: arrays of this object are copies, which read() brings up to date;
// what is written into them goes to the GPU before the next call.
import { MjError, demand } from '../engine/error.js';
import { openDevice } from './device.js';
import { stepOf } from './kernels.js';
import { solverBytes } from './wgsl/solve.js';
import { sizesOf } from './sizes.js';
import { Worlds, worldBytes } from './worlds.js';
import { Parameters } from './parameters.js';

/** @typedef {import('../mujoco.js').MjModel} MjModel */
/** @typedef {import('../sim/simulation.js').Simulation} Simulation */

/** Simulations that are meant: a byte for each, not 0 where it is, or their indices. @typedef {Uint8Array | readonly number[]} GpuMask */

/**
 * @typedef {object} GpuBatchOptions
 * @property {'gpu' | 'cpu'} [backend]
 * @property {number} [count] number of simulations (1)
 * @property {number} [seed] of the noise of resets (0)
 * @property {readonly string[]} [vary] parameters in which simulations differ
 * @property {readonly string[]} [readback] fields that are read after every call
 * @property {number} [nconmax] contacts of a simulation, at most; measured on the CPU engine when left out
 * @property {number} [njmax] rows of constraints of a simulation, at most; measured when left out
 * @property {GPUDevice} [device] to work on, for sharing buffers; one is opened when left out
 * @property {import('./worlds.js').Extension} [extension] fields and kernels that a part of the package adds
 * @property {import('./webgpu.js').Preference} [powerPreference] which GPU is preferred where there are two ('high-performance')
 *
 * @typedef {object} GpuCall
 * @property {GpuMask} [mask] simulations that are meant; all when left out
 * @property {AbortSignal} [signal] ends the call between two steps
 * @property {(done: number, count: number) => void} [onProgress] told how many steps are done
 *
 * @typedef {Float64Array | Int32Array} Rows
 * @typedef {{ rows: Rows, before: Rows, width: number }} Mirror
 */

/** State and inputs: what is written into their rows goes to the GPU. */
const inputs = [
  ...['time', 'qpos', 'qvel', 'act', 'qacc_warmstart', 'ctrl', 'qfrc_applied', 'xfrc_applied'],
  ...['mocap_pos', 'mocap_quat', 'eq_active', 'resets', 'status'],
];

/** Steps that are handed over at once, and that wait at most. */
const stepsAtOnce = 32;
const stepsWaiting = 256;

export class GpuBatch {
  /** @type {Map<string, Mirror>} */
  #mirrors = new Map();
  /** @type {Worlds} */
  #worlds;
  #simulation;
  #options;
  #plan;
  #parameters;
  #seed;
  #waiting = 0;
  #masked = false;
  /** @type {string | null} */
  #fault = null;
  #lost = false;
  #disposed = false;
  #ownDevice = false;
  /** Calls come one after another. @type {Promise<unknown>} */
  #last = Promise.resolve();

  /**
   * @param {Simulation} simulation a copy that the batch owns
   * @param {GpuBatchOptions & { count: number }} options
   * @param {import('./capacity.js').Capacity} capacity
   */
  static async make(simulation, options, capacity) {
    const batch = new GpuBatch(simulation, options, capacity);
    await batch.#open();
    await batch.#begin();
    return batch;
  }

  /**
   * @param {Simulation} simulation
   * @param {GpuBatchOptions & { count: number }} options
   * @param {import('./capacity.js').Capacity} capacity
   */
  constructor(simulation, options, capacity) {
    const { model } = simulation;
    this.#simulation = simulation;
    this.#options = options;
    this.#seed = options.seed ?? 0;
    this.count = options.count;
    this.capacity = capacity;
    this.#parameters = new Parameters(simulation, options.vary ?? [], options.count);
    this.#plan = {
      model,
      sizes: sizesOf(model, capacity, options.vary),
      count: options.count,
      varied: this.#parameters.fields,
      extension: options.extension,
    };
    this.adapter = '';
    /** @type {Worlds} */
    this.#worlds = /** @type {Worlds} */ (/** @type {unknown} */ (undefined));
  }

  async #open() {
    const { device: given, powerPreference } = this.#options;
    const { device, adapter } = given
      ? { device: given, adapter: given.label || 'given' }
      : await openDevice(powerPreference);
    this.#ownDevice = !given;
    this.adapter = adapter;
    this.#lost = false;
    this.#fault = null;
    void device.lost.then(({ message }) => {
      if (this.#worlds?.device !== device || this.#disposed) return;
      this.#lost = true;
      this.#fault = `the GPU was lost (${message || 'no reason is known'}); recover() opens it again`;
    });
    device.addEventListener('uncapturederror', (event) => {
      this.#fault ??= /** @type {GPUUncapturedErrorEvent} */ (event).error.message;
    });
    const worlds = new Worlds(device, this.#plan);
    this.#worlds = worlds;
    await worlds.open();
    worlds.write('mask', new Int32Array(this.count).fill(1));
    for (const [name, width] of this.#parameters.fields)
      this.#writeParameter(name, width, this.#parameters.rows(name));
  }

  /** All simulations at the reference configuration, none of them reset so far. */
  async #begin() {
    await this.reset();
    this.#worlds.write('resets', new Int32Array(this.count));
  }

  /** The backend that steps: 'gpu'. */
  get backend() {
    return /** @type {const} */ ('gpu');
  }

  /** The model that all simulations share but for what varies; to be read. */
  get model() {
    return this.#simulation.model;
  }

  /** The engine's module. */
  get mujoco() {
    return this.#simulation.mujoco;
  }

  /** The device, for sharing buffers with policies and drawing. */
  get device() {
    return this.#worlds.device;
  }

  /** Names of all fields. */
  get fields() {
    return [...this.#worlds.layout.slots.keys()].filter(
      (name) => !/^v_|^own_|^rk$|^step$/.test(name),
    );
  }

  /** Counts of what went wrong, 7 of each simulation, as they were last read: 1 of them contacts and 2 rows that did not fit. */
  get warnings() {
    return this.field('warnings');
  }

  /** Kernels that a step runs, in their order. */
  get kernels() {
    const { forward, rest } = stepOf(this.#worlds.sizes);
    return [...forward, ...rest];
  }

  /** Bytes of a simulation on the GPU, kernels that a step runs, and a forward pass, and bytes that a workgroup of the solver holds. */
  get costs() {
    const { layout, sizes } = this.#worlds;
    return {
      bytes: worldBytes(layout, sizes),
      dispatches: this.kernels.length,
      forward: stepOf(sizes).forward.length,
      workgroup: sizes.njmax > 0 ? solverBytes(sizes) : 0,
    };
  }

  /** Numbers in a row of a field. @param {string} name */
  width(name) {
    return name === 'time' ? 1 : this.#worlds.layout.get(name).width;
  }

  /** @param {string} name @returns {Mirror} */
  #mirror(name) {
    const known = this.#mirrors.get(name);
    if (known) return known;
    const { kind } = this.#worlds.layout.get(name);
    const width = this.width(name);
    const Items = kind === 'int' ? Int32Array : Float64Array;
    const mirror = {
      rows: new Items(this.count * width),
      before: new Items(this.count * width),
      width,
    };
    this.#mirrors.set(name, mirror);
    return mirror;
  }

  /**
   * The rows of a field (count x width) on this side, as they were last read. What is written into rows of the state and of inputs goes
   * to the GPU before the next call, a field at a time: read a field before parts of it are written.
   * @param {string} name
   */
  field(name) {
    return this.#mirror(name).rows;
  }

  /** The rows of a parameter that was named in `vary` (count x width); constants that follow from it are renewed before the next call. @param {string} name */
  vary(name) {
    return this.#parameters.rows(name);
  }

  /**
   * The rows of a field (count x width, 32 bits each) as a buffer of the device: give() fills it, take() writes it back.
   * @param {string} name
   */
  buffer(name) {
    this.#demandAlive('buffer');
    return this.#worlds.port(name).buffer;
  }

  /** Copies fields into their buffers, on the GPU. @param {readonly string[]} names */
  give(names) {
    this.#demandAlive('give');
    this.#worlds.submit((pass) => names.forEach((name) => this.#worlds.move(pass, 'give', name)));
  }

  /** Copies buffers into their fields, on the GPU. @param {readonly string[]} names */
  take(names) {
    this.#demandAlive('take');
    this.#worlds.submit((pass) => names.forEach((name) => this.#worlds.move(pass, 'take', name)));
  }

  /** @param {string} what */
  #demandAlive(what) {
    if (this.#disposed) throw new MjError(`batch.${what}: the batch was disposed`);
    if (this.#fault) throw new MjError(`batch.${what}: ${this.#fault}`);
  }

  /**
   * @template T
   * @param {string} what
   * @param {() => Promise<T>} body
   * @returns {Promise<T>}
   */
  async #next(what, body) {
    const mine = this.#last.then(async () => {
      this.#demandAlive(what);
      const result = await body();
      this.#demandAlive(what);
      return result;
    });
    this.#last = mine.catch(() => {});
    return mine;
  }

  /** @param {string} name @param {number} width @param {Float64Array | Int32Array} rows */
  #writeParameter(name, width, rows) {
    if (width > 0) this.#worlds.write(`v_${name.replace('.', '_')}`, Float32Array.from(rows));
  }

  /** Hands over what was written into rows since they were read. */
  #upload() {
    for (const [name, width] of this.#parameters.renew())
      this.#writeParameter(name, width, this.#parameters.rows(name));
    for (const name of inputs) {
      const mirror = this.#mirrors.get(name);
      if (!mirror || isSame(mirror.rows, mirror.before)) continue;
      mirror.before.set(mirror.rows);
      this.#send(name, mirror.rows);
    }
  }

  /** @param {string} name @param {Rows} rows */
  #send(name, rows) {
    if (name === 'time') {
      const pairs = new Float32Array(2 * this.count);
      rows.forEach((time, i) => pairs.set([time, time - Math.fround(time)], 2 * i));
      this.#worlds.write(name, pairs);
    } else {
      this.#worlds.write(name, rows instanceof Int32Array ? rows : Float32Array.from(rows));
    }
  }

  /** @param {GpuMask | undefined} mask @param {string} what */
  #mask(mask, what) {
    if (mask === undefined && !this.#masked) return;
    const bytes = new Int32Array(this.count).fill(mask === undefined ? 1 : 0);
    if (mask instanceof Uint8Array) {
      demand(
        mask.length === this.count,
        `batch.${what}: a mask has ${this.count} bytes`,
        mask.length,
      );
      bytes.set(mask);
    } else {
      for (const index of mask ?? []) {
        const good = Number.isInteger(index) && index >= 0 && index < this.count;
        demand(good, `batch.${what}: simulations are 0 to ${this.count - 1}`, index);
        bytes[index] = 1;
      }
    }
    this.#masked = mask !== undefined;
    this.#worlds.write('mask', bytes);
  }

  /** Reads fields into their rows. @param {readonly string[]} names */
  async #read(names) {
    const found = await this.#worlds.read(names);
    this.#waiting = 0;
    names.forEach((name, k) => {
      const { rows, before } = this.#mirror(name);
      if (name === 'time')
        for (let i = 0; i < rows.length; i++) rows[i] = found[k][2 * i] + found[k][2 * i + 1];
      else rows.set(found[k]);
      before.set(rows);
    });
  }

  async #readBack() {
    const { readback = [] } = this.#options;
    if (readback.length > 0) await this.#read(readback);
  }

  /**
   * Steps all simulations, or those of a mask. The promise is kept when the steps are handed over; read() waits for them.
   * @param {number} [count] of steps
   * @param {GpuCall} [call]
   */
  async step(count = 1, { mask, signal, onProgress } = {}) {
    const good = Number.isInteger(count) && count >= 0;
    demand(good, 'batch.step takes a whole number of steps', count);
    await this.#next('step', async () => {
      signal?.throwIfAborted();
      this.#upload();
      this.#mask(mask, 'step');
      this.#worlds.tell({});
      const { kernels } = this;
      for (let done = 0; done < count;) {
        const some = Math.min(stepsAtOnce, count - done);
        this.#worlds.submit((pass) => {
          for (let i = 0; i < some; i++)
            for (const name of kernels) this.#worlds.dispatch(pass, name);
        });
        done += some;
        this.#waiting += some;
        if (this.#waiting >= stepsWaiting || signal || onProgress) {
          await this.device.queue.onSubmittedWorkDone();
          this.#waiting = 0;
        }
        onProgress?.(done, count);
        signal?.throwIfAborted();
      }
      await this.#readBack();
    });
  }

  /**
   * For parts of the package that add kernels: calls back in turn with the other calls, when what was written into rows is on the GPU.
   * @template T
   * @param {string} what for messages
   * @param {(worlds: Worlds) => Promise<T> | T} body
   * @param {GpuMask} [mask]
   * @returns {Promise<T>}
   */
  async run(what, body, mask) {
    return this.#next(what, async () => {
      this.#upload();
      this.#mask(mask, what);
      return body(this.#worlds);
    });
  }

  /** Computes everything that follows from the states, without stepping. @param {GpuCall} [call] */
  async forward({ mask } = {}) {
    await this.#next('forward', async () => {
      this.#upload();
      this.#mask(mask, 'forward');
      this.#forward();
      await this.#readBack();
    });
  }

  #forward() {
    this.#worlds.tell({ flags: 1 });
    const { forward } = stepOf(this.#worlds.sizes);
    this.#worlds.submit((pass) => forward.forEach((name) => this.#worlds.dispatch(pass, name)));
  }

  /**
   * Starts simulations again, on the GPU. Noise is a function of the seed, the number of the simulation, and how often it was reset.
   * @param {GpuMask} [mask] all when left out
   * @param {{ key?: string | number, noise?: number | { qpos?: number, qvel?: number, uniform?: boolean }, seed?: number }} [options] a
   *   keyframe; noise as for batches on the CPU; another seed
   */
  async reset(mask, { key, noise = 0, seed } = {}) {
    const all = typeof noise === 'number' ? { qpos: noise, qvel: noise } : noise;
    const { qpos = 0, qvel = 0, uniform = false } = all;
    for (const [name, scale] of Object.entries({ qpos, qvel }))
      demand(Number.isFinite(scale), `batch.reset: noise of ${name} is a number`, scale);
    const id = key === undefined ? -1 : this.model.key(key).id;
    await this.#next('reset', async () => {
      if (seed !== undefined) {
        this.#seed = seed;
        this.#worlds.write('resets', new Int32Array(this.count));
      }
      const words = [this.#seed >>> 0, Math.floor(this.#seed / 2 ** 32) >>> 0];
      this.#upload();
      this.#mask(mask, 'reset');
      const start = { key: id, seed: words, noise: [qpos, qvel], uniform: Number(uniform) };
      this.#worlds.tell(start);
      this.#worlds.submit((pass) => this.#worlds.dispatch(pass, 'reset'));
      this.#forward();
      // rows that a program holds say what they are now: else the same controls as before would not be sent again
      const held = inputs.filter((name) => this.#mirrors.has(name));
      const names = new Set([...held, ...(this.#options.readback ?? [])]);
      if (names.size > 0) await this.#read([...names]);
    });
  }

  /**
   * Brings fields from the GPU; gives their rows.
   * @param {...string} names
   * @returns {Promise<Rows[]>}
   */
  async read(...names) {
    return this.#next('read', async () => {
      this.#upload();
      await this.#read(names);
      return names.map((name) => this.#mirror(name).rows);
    });
  }

  /**
   * Steps all simulations and records fields after each step.
   * @param {{ steps: number, controls?: ArrayLike<number>, record?: readonly string[], mask?: GpuMask }} plan controls are
   *   (count x steps x nu), or (steps x nu) for all
   */
  async rollout({ steps, controls, record = ['sensordata'], mask }) {
    const good = Number.isInteger(steps) && steps > 0;
    demand(good, 'batch.rollout: steps is a positive whole number', steps);
    const { nu } = this.model;
    const { count } = this;
    const each = controls?.length === count * steps * nu;
    demand(
      !controls || each || controls.length === steps * nu,
      `batch.rollout: controls are ${count} x ${steps} x ${nu} numbers, or ${steps} x ${nu}`,
      controls?.length,
    );
    const recorded = record.map((name) => new Float64Array(count * steps * this.width(name)));
    for (let k = 0; k < steps; k++) {
      if (controls) {
        const ctrl = this.field('ctrl');
        for (let i = 0; i < count * nu; i++) {
          const first = each ? Math.floor(i / nu) * steps : 0;
          ctrl[i] = controls[(first + k) * nu + (i % nu)];
        }
      }
      await this.step(1, { mask });
      const rows = await this.read(...record);
      rows.forEach((row, r) => {
        const width = this.width(record[r]);
        for (let i = 0; i < count; i++)
          recorded[r].set(row.subarray(i * width, (i + 1) * width), (i * steps + k) * width);
      });
    }
    return { steps, recorded: Object.fromEntries(record.map((name, r) => [name, recorded[r]])) };
  }

  /** Everything that later steps depend on, of all simulations. */
  async snapshot() {
    const rows = await this.read(...inputs);
    return new Map(inputs.map((name, k) => [name, rows[k].slice()]));
  }

  /** Brings all simulations back. @param {Map<string, Rows>} snapshot as snapshot() gave it */
  async restore(snapshot) {
    await this.#next('restore', async () => {
      for (const [name, rows] of snapshot) {
        const mirror = this.#mirror(name);
        mirror.rows.set(rows);
        mirror.before.set(rows);
        this.#send(name, rows);
      }
      this.#forward();
    });
  }

  /** After the GPU was lost: opens it again and starts from a snapshot, or from the beginning. @param {Map<string, Rows>} [snapshot] */
  async recover(snapshot) {
    demand(
      !this.#disposed && this.#lost,
      'batch.recover is for a batch whose GPU was lost',
      this.#lost,
    );
    demand(
      !this.#options.device,
      'batch.recover: the device was given: make a new batch on a new device',
      'device',
    );
    await this.#last;
    await this.#open();
    await this.#begin();
    if (snapshot) await this.restore(snapshot);
  }

  /**
   * What draws all simulations from where their numbers are; nothing is read back.
   * @param {{ format?: string, spacing?: number }} [options] format of the picture ('bgra8unorm'); spacing between simulations, m (2)
   */
  async view(options) {
    const { WorldsView } = await import('./worlds_view.js');
    return WorldsView.make(this, options);
  }

  /** Frees everything on the GPU and in the engine; arrays stay as they are. */
  dispose() {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#worlds?.dispose();
    if (this.#ownDevice) this.#worlds?.device.destroy();
    this.#simulation.dispose();
  }

  [Symbol.dispose]() {
    this.dispose();
  }
}

/** @param {Rows} a @param {Rows} b */
function isSame(a, b) {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i] && !Object.is(a[i], b[i])) return false;
  return true;
}
