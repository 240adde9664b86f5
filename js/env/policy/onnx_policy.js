// A policy of an ONNX file, run by onnxruntime-web, which is loaded when the first one is opened.
//
// The observation goes into the input `obs`, or into the only one. Other inputs are memory or time: an input `h_in` gets what the output
// `h_out` gave for the same row, zeros at the start; `time_step` counts the calls since the start.
import { MjError } from '../../engine/error.js';
import { readMetadata } from './metadata.js';
import { NetworkPolicy } from './network_policy.js';
import { readOnnx } from './onnx_file.js';
import { networkOf } from './onnx_network.js';
import { Policy } from './policy.js';

/** @typedef {import('./onnx_file.js').Value} Value */
/**
 * What is used of onnxruntime-web, whose own types programs need not have.
 * @typedef {object} Tensor
 * @property {unknown} data
 *
 * @typedef {{ run(feeds: Record<string, Tensor>): Promise<Readonly<Record<string, Tensor>>>, release(): Promise<void> }} Session
 *
 * @typedef {object} Runtime
 * @property {new (type: 'float32', data: Float32Array, shape: readonly number[]) => Tensor} Tensor
 * @property {{ create: (bytes: Uint8Array, options: { executionProviders: string[] }) => Promise<Session> }} InferenceSession
 */

/** What carries from call to call: the input, the output it comes from, which axis the rows are, and the values. @typedef {{ input: Value, output: string, axis: number, width: number, values: Float32Array }} Memory */

/**
 * @typedef {object} OnnxOptions
 * @property {Runtime} [runtime] onnxruntime-web, for bundlers that do not find it by themselves
 * @property {readonly string[]} [providers] execution providers in order of preference: 'wasm' (the default), 'webgpu'
 */

/** @returns {Promise<Runtime>} */
async function openRuntime() {
  try {
    const runtime = await import('onnxruntime-web');
    // small networks: threads would cost more than they bring
    runtime.env.wasm.numThreads = 1;
    return runtime;
  } catch (error) {
    throw new MjError(
      "loadPolicy: ONNX files are run by onnxruntime-web, which is not here: 'npm install onnxruntime-web'",
      { cause: error },
    );
  }
}

/** onnxruntime-web; where it is not here, the network of a file that is a plain perceptron. @param {Uint8Array} bytes */
async function findRuntime(bytes) {
  try {
    return await openRuntime();
  } catch (error) {
    const network = networkOf(bytes);
    if (network) return network;
    throw error;
  }
}

/** @param {readonly Value[]} values @param {readonly string[]} names @param {string} what */
function pick(values, names, what) {
  const found =
    values.find(({ name }) => names.includes(name)) ??
    (values.length === 1 ? values[0] : undefined);
  if (found) return found;
  throw new MjError(
    `policy: the file has no ${what} '${names[0]}', it has ${values.map(({ name }) => name).join(', ') || 'none'}`,
  );
}

/** Numbers of a row of rank 2. @param {Value} value @param {string} what */
function widthOf({ name, shape }, what) {
  const width = shape[shape.length - 1];
  if (shape.length === 2 && width > 0) return width;
  const shown = shape.map((size) => (size < 0 ? '?' : size)).join(' x ');
  throw new MjError(`policy: ${what} '${name}' must be rows (count x numbers), it is (${shown})`);
}

/** @param {Value[]} inputs besides the observation @param {Value[]} outputs @returns {Memory[]} */
function memoriesOf(inputs, outputs) {
  return inputs
    .filter(({ name }) => name !== 'time_step')
    .map((input) => {
      const output = input.name.replace(/_in$|^in_/, (part) => part.replace('in', 'out'));
      if (output === input.name || !outputs.some(({ name }) => name === output))
        throw new MjError(
          `policy: nothing is known of the input '${input.name}'; memory has an input h_in and an output h_out, time is time_step`,
        );
      // rsl_rl: layers x count x numbers; else count x numbers
      const axis = input.shape.length === 3 ? 1 : 0;
      const width = input.shape.reduce((size, n, k) => (k === axis ? size : size * n), 1);
      return { input, output, axis, width, values: new Float32Array(0) };
    });
}

/** A policy that onnxruntime-web runs. */
export class OnnxPolicy extends Policy {
  #runtime;
  #session;
  #input;
  #output;
  #memories;
  #time;
  /** Calls of each row since its start. */
  #calls = new Float32Array(0);
  /** Calls come one after another. @type {Promise<unknown>} */
  #last = Promise.resolve();
  #disposed = false;

  /** @param {Runtime} runtime @param {Session} session @param {import('./onnx_file.js').OnnxFile} file */
  constructor(runtime, session, { inputs, outputs, metadata }) {
    const input = pick(inputs, ['obs', 'observations', 'observation', 'input'], 'input');
    const output = pick(outputs, ['actions', 'action', 'output'], 'output');
    const size = widthOf(input, 'input');
    const actions = widthOf(output, 'output');
    const told = readMetadata(metadata, { observations: size, actions });
    super({
      ...told,
      kind: 'onnx',
      observation: { ...told.observation, size, type: input.type },
      action: { ...told.action, size: actions },
      metadata,
    });
    this.#runtime = runtime;
    this.#session = session;
    this.#input = input;
    this.#output = output;
    const others = inputs.filter((value) => value !== input);
    this.#memories = memoriesOf(others, outputs);
    this.#time = others.find(({ name }) => name === 'time_step');
  }

  /** Whether it remembers anything between two calls. */
  get recurrent() {
    return this.#memories.length > 0;
  }

  /** @override @param {ArrayLike<number> | null} [rows] */
  reset(rows = null) {
    const { length } = this.#calls;
    for (let i = 0; i < length; i++) {
      if (rows && !rows[i]) continue;
      this.#calls[i] = 0;
      for (const memory of this.#memories) forget(memory, i, length);
    }
  }

  /**
   * @override
   * @param {import('./policy.js').Observations} observations
   * @returns {Promise<Float32Array>}
   */
  async act(observations) {
    const rows = Float32Array.from(this.rowsOf(observations));
    const mine = this.#last.then(() => this.#run(rows));
    this.#last = mine.catch(() => {});
    return mine;
  }

  /** @param {Float32Array} rows */
  async #run(rows) {
    if (this.#disposed) throw new MjError('policy.act: the policy was disposed');
    const { Tensor } = this.#runtime;
    const { size, type } = this.observation;
    const count = rows.length / size;
    if (type !== 'float32')
      throw new MjError(`policy: its observations are of type ${type}, float32 is run`);
    const [fixed] = this.#input.shape;
    if (fixed > 0 && fixed !== count) return this.#runEach(rows, fixed, count);
    this.#begin(count);
    /** @type {Record<string, Tensor>} */
    const feeds = { [this.#input.name]: new Tensor('float32', rows, [count, size]) };
    if (this.#time) feeds.time_step = new Tensor('float32', this.#calls.slice(), [count, 1]);
    for (const { input, axis, values } of this.#memories) {
      const shape = input.shape.map((n, k) => (k === axis ? count : n));
      feeds[input.name] = new Tensor('float32', values.slice(), shape);
    }
    const results = await this.#session.run(feeds);
    for (const memory of this.#memories)
      memory.values.set(/** @type {Float32Array} */ (results[memory.output].data));
    for (let i = 0; i < count; i++) this.#calls[i]++;
    return Float32Array.from(/** @type {Float32Array} */ (results[this.#output.name].data));
  }

  /** A file made for one row at a time. @param {Float32Array} rows @param {number} fixed @param {number} count @returns {Promise<Float32Array>} */
  async #runEach(rows, fixed, count) {
    if (fixed !== 1 || this.#memories.length > 0)
      throw new MjError(`policy: the file takes ${fixed} rows at a time, got ${count}`);
    const { Tensor } = this.#runtime;
    const { size } = this.observation;
    const actions = new Float32Array(count * this.action.size);
    this.#begin(count);
    for (let i = 0; i < count; i++) {
      const row = rows.slice(i * size, (i + 1) * size);
      const feeds = { [this.#input.name]: new Tensor('float32', row, [1, size]) };
      if (this.#time) feeds.time_step = new Tensor('float32', this.#calls.slice(i, i + 1), [1, 1]);
      const results = await this.#session.run(feeds);
      const data = /** @type {Float32Array} */ (results[this.#output.name].data);
      actions.set(data, i * this.action.size);
      this.#calls[i]++;
    }
    return actions;
  }

  /** Memory for as many rows. @param {number} count */
  #begin(count) {
    if (this.#calls.length === count) return;
    this.#calls = new Float32Array(count);
    for (const memory of this.#memories) memory.values = new Float32Array(count * memory.width);
  }

  /** @override */
  dispose() {
    if (this.#disposed) return;
    this.#disposed = true;
    void this.#last.then(() => this.#session.release());
  }
}

/** @param {Memory} memory @param {number} row @param {number} count */
function forget({ input, axis, width, values }, row, count) {
  const layers = axis === 1 ? input.shape[0] : 1;
  const part = width / layers;
  for (let layer = 0; layer < layers; layer++) {
    const start = (layer * count + row) * part;
    values.fill(0, start, start + part);
  }
}

/**
 * In Node the runtime makes its workers a global, by which other code would take Node for a browser.
 * @template T
 * @param {() => Promise<T>} body
 * @returns {Promise<T>}
 */
async function keepGlobals(body) {
  const globals = /** @type {Record<string, unknown>} */ (globalThis);
  const before = globals.Worker;
  try {
    return await body();
  } finally {
    if (before === undefined) delete globals.Worker;
  }
}

/**
 * @param {Uint8Array} bytes
 * @param {OnnxOptions} options
 */
export async function openOnnx(bytes, { runtime, providers = ['wasm'] }) {
  const file = readOnnx(bytes);
  const found = runtime ?? (await findRuntime(bytes));
  if (found instanceof NetworkPolicy) return found;
  let session;
  try {
    session = await keepGlobals(() =>
      found.InferenceSession.create(bytes, { executionProviders: [...providers] }),
    );
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    throw new MjError(`policy: onnxruntime-web cannot open the file: ${text}`, { cause: error });
  }
  try {
    return new OnnxPolicy(found, session, file);
  } catch (error) {
    await session.release();
    throw error;
  }
}
