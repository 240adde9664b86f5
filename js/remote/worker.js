// The worker that hosts a simulation: steps it in real time or on request, and tells its state.
import { openFunction, registerPlugins } from '../batch/modules.js';
import { packError, serve } from '../batch/port.js';
import { demand } from '../engine/error.js';
import loadMujoco from '../mujoco.js';
import { Simulation } from '../sim/simulation.js';
import { Exchange } from './exchange.js';

/** What a worker hosts; the methods without # answer requests. */
class Host {
  #send;
  /** @type {Simulation | undefined} */
  #simulation;
  /** @type {Exchange | undefined} */
  #exchange;
  /** @type {SharedArrayBuffer | null} */
  #memory = null;
  /** @type {import('../sim/loop.js').Loop | null} */
  #loop = null;
  /** @type {import('../sim/history.js').History | null} */
  #history = null;
  #told = '';
  #pending = false;

  /** @param {(event: object, transfer?: Transferable[]) => void} send */
  constructor(send) {
    this.#send = send;
  }

  get #sim() {
    return /** @type {Simulation} */ (this.#simulation);
  }

  get #parts() {
    return /** @type {Exchange} */ (this.#exchange);
  }

  /** Before the answer or frame that it belongs to. */
  #tellHistory() {
    if (!this.#history) return;
    const { length, position, times } = this.#history;
    const now = `${length} ${position} ${times[0]} ${times[length - 1]}`;
    if (now !== this.#told) this.#send({ history: { position, times } });
    this.#told = now;
  }

  #frame(withInput = false) {
    this.#tellHistory();
    return {
      result: this.#parts.readResult(),
      input: withInput ? this.#parts.readInput() : null,
      realTimeFactor: this.#loop?.realTimeFactor ?? 0,
      running: this.#loop?.running ?? false,
    };
  }

  #answer(withInput = false) {
    const result = this.#frame(withInput);
    return { result, transfer: [result.result.buffer] };
  }

  /** One state at a time: the next is sent when the last was taken. */
  #tell() {
    if (this.#memory) {
      this.#tellHistory();
      this.#parts.shareResult(this.#loop?.realTimeFactor ?? 0);
      this.#parts.takeSharedInput();
      return;
    }
    if (this.#pending) return;
    this.#pending = true;
    const event = this.#frame();
    this.#send({ frame: event }, [event.result.buffer]);
  }

  /** @param {{ module: WebAssembly.Module, model: Uint8Array, shared: SharedArrayBuffer | null, plugins: string[], known: import('../batch/modules.js').Known[] }} argument */
  async open({ module, model, shared, plugins, known }) {
    const options = {
      wasmBinary: module,
      printErr: (/** @type {string} */ warning) => this.#send({ warning }),
    };
    const mujoco = this.#simulation?.mujoco ?? (await loadMujoco(options));
    if (!this.#simulation) await registerPlugins(mujoco, plugins, known, 'moveToWorker');
    this.#simulation?.dispose();
    this.#simulation = new Simulation(mujoco, mujoco.MjModel.from_binary_buffer(model));
    this.#memory = shared;
    this.#history = null;
    this.#exchange = new Exchange(this.#simulation, shared);
  }

  taken() {
    this.#pending = false;
  }

  /** @param {Float64Array} input */
  input(input) {
    this.#parts.takeInput(input);
  }

  /** @param {Float64Array} state */
  state(state) {
    this.#parts.takeState(state);
  }

  /** @param {Uint8Array} options */
  options(options) {
    this.#parts.options.set(options);
  }

  /** @param {{ name: keyof import('../sim/types.js').Callbacks, url: string | null }} argument */
  async callback({ name, url }) {
    const found = url && (await openFunction(url, name));
    const callback = /** @type {(() => void) | null} */ (found);
    this.#sim.setCallback(name, callback);
  }

  /** @param {import('../sim/history.js').HistoryOptions | null} options */
  record(options) {
    this.#told = '';
    this.#history = options ? this.#sim.record(options) : this.#sim.record(null);
    this.#tellHistory();
  }

  /** @param {{ method: 'go' | 'seek' | 'note' | 'clear', value: number }} argument */
  history({ method, value }) {
    demand(this.#history, 'this history has ended', method);
    this.#history[method](value);
    return this.#answer(true);
  }

  /** @param {number} count */
  step(count) {
    this.#sim.step(count);
    return this.#answer();
  }

  forward() {
    this.#sim.forward();
    return this.#answer();
  }

  /** @param {string | number | undefined} key */
  reset(key) {
    this.#sim.reset(key);
    return this.#answer(true);
  }

  /** @param {Float64Array} state */
  restore(state) {
    this.#sim.restoreState(state);
    return this.#answer(true);
  }

  /** @param {{ speed?: number, budget?: number }} options */
  run(options) {
    this.#pending = false;
    const onError = (/** @type {unknown} */ error) => this.#send({ error: packError(error) });
    this.#loop = this.#sim.run({ ...options, onFrame: () => this.#tell(), onError });
  }

  /** @param {number} speed */
  speed(speed) {
    if (this.#loop) this.#loop.speed = speed;
  }

  stop() {
    this.#sim.stop();
    return this.#answer();
  }
}

serve((send) => new Host(send));
