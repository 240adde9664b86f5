// The worker that hosts a simulation: steps it in real time or on request, and tells its state.
import { MjError, demand } from '../engine/error.js';
import loadMujoco from '../mujoco.js';
import { packError, serve } from '../rollout/port.js';
import { Simulation } from '../sim/simulation.js';
import { Exchange } from './exchange.js';

/** @typedef {import('../mujoco.js').Plugin} Plugin */
/** @typedef {{ name: string, used: boolean }} Known */

/** A module of the program's own. @param {string} url @returns {Promise<Record<string, unknown>>} */
const open = (url) =>
  import(/* webpackIgnore: true */ /* @vite-ignore */ url).catch((cause) => {
    throw new MjError(`'${url}' cannot be loaded: ${cause.message}`, { cause });
  });

/**
 * Registers the plugins of modules in the order that the model's maker registered them: models name plugins by their slot.
 * @param {import('../mujoco.js').MujocoModule} mujoco
 * @param {string[]} addresses
 * @param {Known[]} known
 */
async function registerPlugins(mujoco, addresses, known) {
  const modules = await Promise.all(addresses.map(open));
  /** @type {Plugin[]} */
  const plugins = modules.flatMap((content) => /** @type {Plugin | Plugin[]} */ (content.default));
  for (const { name, used } of known) {
    const plugin = plugins.find((candidate) => candidate.name === name);
    if (!plugin && used)
      throw new MjError(`moveToWorker: plugin '${name}' is in none of the plugin modules`);
    mujoco.registerPlugin(plugin ?? { name, capabilities: ['passive'], compute() {} });
  }
}

await serve((send) => {
  /** @type {Simulation | undefined} */
  let simulation;
  /** @type {Exchange} */
  let exchange;
  /** @type {SharedArrayBuffer | null} */
  let memory = null;
  /** @type {import('../sim/loop.js').Loop | null} */
  let loop = null;
  /** @type {import('../sim/history.js').History | null} */
  let history = null;
  let told = '';
  let pending = false;

  const sim = () => /** @type {Simulation} */ (simulation);
  // before the answer or frame that they belong to
  const tellHistory = () => {
    if (!history) return;
    const { length, position, times } = history;
    const now = `${length} ${position} ${times[0]} ${times[length - 1]}`;
    if (now !== told) send({ history: { position, times } });
    told = now;
  };
  const frame = (withInput = false) => {
    tellHistory();
    return {
      result: exchange.readResult(),
      input: withInput ? exchange.readInput() : null,
      realTimeFactor: loop?.realTimeFactor ?? 0,
      running: loop?.running ?? false,
    };
  };
  const answer = (withInput = false) => {
    const result = frame(withInput);
    return { result, transfer: [result.result.buffer] };
  };
  // one state at a time: the next is sent when the last was taken
  const tell = () => {
    if (memory) {
      tellHistory();
      exchange.shareResult(loop?.realTimeFactor ?? 0);
      exchange.takeSharedInput();
      return;
    }
    if (pending) return;
    pending = true;
    const event = frame();
    send({ frame: event }, [event.result.buffer]);
  };

  return {
    /** @param {{ module: WebAssembly.Module, model: Uint8Array, shared: SharedArrayBuffer | null, plugins: string[], known: Known[] }} argument */
    async open({ module, model, shared, plugins, known }) {
      const options = {
        wasmBinary: module,
        printErr: (/** @type {string} */ warning) => send({ warning }),
      };
      const mujoco = simulation?.mujoco ?? (await loadMujoco(options));
      if (!simulation) await registerPlugins(mujoco, plugins, known);
      simulation?.dispose();
      simulation = new Simulation(mujoco, mujoco.MjModel.from_binary_buffer(model));
      memory = shared;
      history = null;
      exchange = new Exchange(simulation, shared);
    },
    taken() {
      pending = false;
    },
    /** @param {Float64Array} input */
    input(input) {
      exchange.takeInput(input);
    },
    /** @param {Float64Array} state */
    state(state) {
      exchange.takeState(state);
    },
    /** @param {Uint8Array} options */
    options(options) {
      exchange.options.set(options);
    },
    /** @param {{ name: keyof import('../sim/types.js').Callbacks, url: string | null }} argument */
    async callback({ name, url }) {
      const content = url && (await open(url));
      const found = content && (content[name] ?? content.default);
      const callback = /** @type {(() => void) | null} */ (found);
      demand(!url || typeof callback === 'function', `'${url}' must export a function`, callback);
      sim().setCallback(name, callback);
    },
    /** @param {import('../sim/history.js').HistoryOptions | null} options */
    record(options) {
      told = '';
      history = options ? sim().record(options) : sim().record(null);
      tellHistory();
    },
    /** @param {{ method: 'go' | 'seek' | 'note' | 'clear', value: number }} argument */
    history({ method, value }) {
      demand(history, 'this history has ended', method);
      history[method](value);
      return answer(true);
    },
    /** @param {number} count */
    step(count) {
      sim().step(count);
      return answer();
    },
    forward() {
      sim().forward();
      return answer();
    },
    /** @param {string | number | undefined} key */
    reset(key) {
      sim().reset(key);
      return answer(true);
    },
    /** @param {Float64Array} state */
    restore(state) {
      sim().restoreState(state);
      return answer(true);
    },
    /** @param {{ speed?: number, budget?: number }} options */
    run(options) {
      pending = false;
      const onError = (/** @type {unknown} */ error) => send({ error: packError(error) });
      loop = sim().run({ ...options, onFrame: tell, onError });
    },
    /** @param {number} speed */
    speed(speed) {
      if (loop) loop.speed = speed;
    },
    stop() {
      sim().stop();
      return answer();
    },
  };
});
