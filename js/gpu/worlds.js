// The numbers of all worlds on a device, and the kernels that work on them. What a step does is here; what a program sees, in batch.js.
import { MjError } from '../engine/error.js';
import { usage } from './device.js';
import { groupSize, layoutOf, rowNumbers } from './layout.js';
import { kernelsOf } from './kernels.js';
import { ModelPack, programText } from './program.js';
import { makeTables } from './tables.js';

/** @typedef {import('../mujoco.js').MjModel} MjModel */
/** What programs prefer; the import makes WebGPU's names known. @typedef {import('./webgpu.js').Preference} Preference */
/** @typedef {import('./layout.js').Sizes} Sizes */
/** @typedef {import('./layout.js').Slot} Slot */

/** How a kernel is told what to do. @typedef {{ count: number, flags?: number, key?: number, seed?: readonly number[], noise?: readonly number[], uniform?: number, stage?: number }} Parameters */

/**
 * Fields and kernels that a part of the package adds: environments do.
 * @typedef {object} Extension
 * @property {readonly { name: string, width: number, kind: 'float' | 'int' }[]} fields
 * @property {readonly [name: string, first: string, last: string][]} spans neighbours that travel together, under a name
 * @property {(sizes: Sizes) => import('./kernels.js').Kernel[]} kernels
 */

const parameterBytes = 48;

/** A buffer of rows in plain order, count x width, that kernels fill from a field or into one. @typedef {{ slot: Slot, buffer: GPUBuffer, group: GPUBindGroup }} Port */

/** Bytes that all fields of a world take on the device. @param {import('./layout.js').Layout} layout @param {Sizes} sizes */
export const worldBytes = (layout, sizes) => 4 * (layout.floats + layout.ints + rowNumbers(sizes));

/** @param {GPUDevice} device @param {number} bytes @param {number} flags @param {string} label */
function makeBuffer(device, bytes, flags, label) {
  return device.createBuffer({ size: Math.max(16, Math.ceil(bytes / 4) * 4), usage: flags, label });
}

export class Worlds {
  /** @type {Map<string, Port>} */
  #ports = new Map();
  /** @type {Map<string, GPUComputePipeline>} */
  #pipelines = new Map();

  /**
   * @param {GPUDevice} device
   * @param {{ model: MjModel, sizes: Sizes, count: number, varied: [string, number][], extension: Extension | undefined }} plan
   */
  constructor(device, { model, sizes, count, varied, extension }) {
    this.device = device;
    // sums of a workgroup in one go, where it is in one wave of a GPU
    const waves = device.features.has('subgroups') && device.adapterInfo?.subgroupMinSize >= 32;
    this.sizes = { ...sizes, subgroups: waves };
    this.count = count;
    this.extension = extension;
    this.layout = layoutOf(sizes, varied, extension?.fields);
    for (const span of extension?.spans ?? []) this.layout.span(...span);
    this.pack = new ModelPack(model, makeTables(model), new Set(varied.map(([name]) => name)));
    /** @type {GPUBuffer[]} */
    this.buffers = [];
  }

  /** Compiles all kernels and makes the buffers. */
  async open() {
    const { device, sizes, layout } = this;
    const kernels = [...kernelsOf(sizes), ...(this.extension?.kernels(sizes) ?? [])];
    const texts = kernels.map(({ pieces }) => programText(sizes, layout, this.pack, pieces));
    this.#makeBuffers();
    const { bindGroupLayout, ioLayout } = this.#layouts();
    const plain = device.createPipelineLayout({ bindGroupLayouts: [bindGroupLayout] });
    const withIo = device.createPipelineLayout({ bindGroupLayouts: [bindGroupLayout, ioLayout] });
    this.ioLayout = ioLayout;
    this.group = device.createBindGroup({
      layout: bindGroupLayout,
      entries: this.buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
    });
    await Promise.all(
      kernels.flatMap(({ name, entries, io }, k) => {
        const module = device.createShaderModule({ code: texts[k], label: name });
        return entries.map(async (entryPoint) => {
          const layoutHere = io ? withIo : plain;
          const compute = { module, entryPoint };
          this.#pipelines.set(
            entryPoint,
            await device
              .createComputePipelineAsync({ layout: layoutHere, compute, label: entryPoint })
              .catch(async (/** @type {Error} */ cause) => {
                throw await compileError(module, entryPoint, texts[k], cause);
              }),
          );
        });
      }),
    );
  }

  #layouts() {
    const { device } = this;
    const visibility = 4;
    const types = /** @type {const} */ ([
      'uniform',
      'read-only-storage',
      'read-only-storage',
      'storage',
      'storage',
      'storage',
    ]);
    const entries = types.map((type, binding) => ({ binding, visibility, buffer: { type } }));
    return {
      bindGroupLayout: device.createBindGroupLayout({ entries }),
      ioLayout: device.createBindGroupLayout({
        entries: [
          { binding: 0, visibility, buffer: { type: 'uniform' } },
          { binding: 1, visibility, buffer: { type: 'storage' } },
        ],
      }),
    };
  }

  #makeBuffers() {
    const { device, layout, sizes, pack } = this;
    const blocks = Math.ceil(this.count / groupSize) * groupSize;
    const { storage, copyTo, copyFrom, uniform } = usage;
    const whole = storage | copyTo | copyFrom;
    const bytes = [
      parameterBytes,
      4 * pack.floats.length,
      4 * pack.ints.length,
      4 * layout.floats * blocks,
      4 * layout.ints * blocks,
      4 * rowNumbers(sizes) * this.count,
    ];
    const limit = Math.min(device.limits.maxStorageBufferBindingSize, device.limits.maxBufferSize);
    const most = Math.floor(limit / (4 * Math.max(layout.floats, rowNumbers(sizes))));
    if (Math.max(...bytes) > limit)
      throw new MjError(
        `createBatch: ${this.count} simulations of this model do not fit into the buffers of this GPU, ${most} do`,
      );
    const labels = ['parameters', 'model numbers', 'model integers', 'numbers', 'integers', 'rows'];
    this.buffers = bytes.map((size, k) =>
      makeBuffer(device, size, k === 0 ? uniform | copyTo : whole, labels[k]),
    );
    device.queue.writeBuffer(this.buffers[1], 0, new Float32Array(pack.floats));
    device.queue.writeBuffer(this.buffers[2], 0, new Int32Array(pack.ints));
    this.tell({});
  }

  /** Hands parameters to the kernels that are submitted next. @param {Omit<Parameters, 'count'>} parameters */
  tell({ flags = 0, key = -1, seed = [0, 0], noise = [0, 0], uniform = 0, stage = 0 }) {
    const words = new Uint32Array(parameterBytes / 4);
    words.set([this.count, 0, flags, key, seed[0], seed[1], 0, 0, uniform, stage]);
    new Float32Array(words.buffer).set(noise, 6);
    this.device.queue.writeBuffer(this.buffers[0], 0, words);
  }

  /** @param {string} name */
  pipeline(name) {
    const found = this.#pipelines.get(name);
    if (!found) throw new MjError(`batch: there is no kernel '${name}'`);
    return found;
  }

  /**
   * Adds a kernel to a pass: an invocation for each world, or a workgroup for each.
   * @param {GPUComputePassEncoder} pass
   * @param {string} name
   */
  dispatch(pass, name) {
    pass.setPipeline(this.pipeline(name));
    pass.setBindGroup(0, /** @type {GPUBindGroup} */ (this.group));
    const groups = name.startsWith('solve') ? this.count : Math.ceil(this.count / groupSize);
    pass.dispatchWorkgroups(Math.min(groups, 65535), Math.ceil(groups / 65535));
  }

  /**
   * The rows of a field in plain order, as a buffer of the device.
   * @param {string} name
   * @returns {Port}
   */
  port(name) {
    const known = this.#ports.get(name);
    if (known) return known;
    const { device } = this;
    const slot = this.layout.get(name);
    const width = slot.width;
    const { storage, copyTo, copyFrom, uniform } = usage;
    const buffer = makeBuffer(device, 4 * this.count * width, storage | copyTo | copyFrom, name);
    const place = makeBuffer(device, 16, uniform | copyTo, `${name} place`);
    const kind = Number(slot.kind === 'int');
    device.queue.writeBuffer(place, 0, new Uint32Array([slot.offset, width, kind, 0]));
    const group = device.createBindGroup({
      layout: /** @type {GPUBindGroupLayout} */ (this.ioLayout),
      entries: [place, buffer].map((each, binding) => ({ binding, resource: { buffer: each } })),
    });
    const port = { slot, buffer, group };
    this.#ports.set(name, port);
    return port;
  }

  /** Moves rows between a field and its buffer. @param {GPUComputePassEncoder} pass @param {'take' | 'give'} way @param {string} name */
  move(pass, way, name) {
    const { slot, group } = this.port(name);
    if (slot.width === 0) return;
    pass.setPipeline(this.pipeline(way));
    pass.setBindGroup(0, /** @type {GPUBindGroup} */ (this.group));
    pass.setBindGroup(1, group);
    const groups = Math.ceil((this.count * slot.width) / 64);
    pass.dispatchWorkgroups(Math.min(groups, 65535), Math.ceil(groups / 65535));
  }

  /** Writes the rows of a field. @param {string} name @param {Float32Array | Int32Array} rows (count x width) */
  write(name, rows) {
    const { buffer, slot } = this.port(name);
    if (slot.width === 0) return;
    this.device.queue.writeBuffer(buffer, 0, /** @type {BufferSource} */ (rows));
    this.submit((pass) => this.move(pass, 'take', name));
  }

  /** Encodes and submits one pass. @param {(pass: GPUComputePassEncoder) => void} body */
  submit(body) {
    const encoder = this.device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    body(pass);
    pass.end();
    this.device.queue.submit([encoder.finish()]);
  }

  /** Reads the rows of fields, all in one go. @param {readonly string[]} names @returns {Promise<(Float32Array | Int32Array)[]>} */
  async read(names) {
    const { device } = this;
    const encoder = device.createCommandEncoder();
    const ports = names.map((name) => this.port(name));
    const pass = encoder.beginComputePass();
    for (const name of names) this.move(pass, 'give', name);
    pass.end();
    const sizes = ports.map(({ slot }) => 4 * this.count * slot.width);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    const staging = makeBuffer(device, total, usage.read | usage.copyTo, 'readback');
    let at = 0;
    ports.forEach(({ buffer }, k) => {
      if (sizes[k] > 0) encoder.copyBufferToBuffer(buffer, 0, staging, at, sizes[k]);
      at += sizes[k];
    });
    device.queue.submit([encoder.finish()]);
    await staging.mapAsync(usage.mapRead);
    const copy = staging.getMappedRange().slice(0);
    staging.unmap();
    staging.destroy();
    at = 0;
    return ports.map(({ slot }, k) => {
      const first = at;
      at += sizes[k];
      const Items = slot.kind === 'int' ? Int32Array : Float32Array;
      return new Items(copy, first, sizes[k] / 4);
    });
  }

  dispose() {
    for (const buffer of this.buffers) buffer.destroy();
    for (const { buffer } of this.#ports.values()) buffer.destroy();
  }
}

/** @param {GPUShaderModule} module @param {string} name @param {string} text @param {Error} cause */
async function compileError(module, name, text, cause) {
  const { messages } = await module.getCompilationInfo();
  const lines = text.split('\n');
  const told = messages
    .slice(0, 5)
    .map((each) => `${each.message} in '${(lines[each.lineNum - 1] ?? '').trim()}'`);
  return new MjError(
    `createBatch: the kernel '${name}' does not compile: ${told.join('; ') || cause.message}`,
    { cause },
  );
}
