// The worker that hosts a simulation: steps it in real time or on request, and tells its state.
import loadMujoco from '../mujoco.js';
import { serve } from '../rollout/port.js';
import { Simulation } from '../sim/simulation.js';
import { Exchange } from './exchange.js';

/** @typedef {import('../mujoco.js').Plugin} Plugin */
/** @typedef {{ name: string, used: boolean }} Known */

/**
 * Registers the plugins of modules in the order that the model's maker registered them: models name plugins by their slot.
 * @param {import('../mujoco.js').MujocoModule} mujoco
 * @param {string[]} addresses
 * @param {Known[]} known
 */
async function registerPlugins(mujoco, addresses, known) {
  const modules = await Promise.all(
    addresses.map((url) => import(/* webpackIgnore: true */ /* @vite-ignore */ url)),
  );
  /** @type {Plugin[]} */
  const plugins = modules.flatMap((content) => content.default);
  for (const { name, used } of known) {
    const plugin = plugins.find((candidate) => candidate.name === name);
    if (!plugin && used)
      throw new Error(`moveToWorker: plugin '${name}' is in none of the plugin modules`);
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
  /** @type {any} */
  let loop = null;
  let pending = false;

  const sim = () => /** @type {Simulation} */ (simulation);
  const frame = (withInput = false) => ({
    result: exchange.readResult(),
    input: withInput ? exchange.readInput().slice() : null,
    realTimeFactor: loop?.realTimeFactor ?? 0,
    running: loop?.running ?? false,
  });
  const answer = (withInput = false) => {
    const result = frame(withInput);
    return { result, transfer: [result.result.buffer] };
  };
  // one state at a time: the next is sent when the last was taken
  const tell = () => {
    if (memory) {
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
      const mujoco = simulation?.mujoco ?? (await loadMujoco({ wasmBinary: module }));
      if (!simulation) await registerPlugins(mujoco, plugins, known);
      simulation?.dispose();
      simulation = new Simulation(mujoco, mujoco.MjModel.from_binary_buffer(model));
      memory = shared;
      exchange = new Exchange(simulation, shared);
      return true;
    },
    /** @param {Float64Array | null} input */
    taken(input) {
      pending = false;
      if (input) exchange.takeInput(input);
      return true;
    },
    /** @param {Float64Array} input */
    input(input) {
      exchange.takeInput(input);
      return true;
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
      loop = sim().run({
        ...options,
        onFrame: tell,
        onError: (error) => send({ error: error instanceof Error ? error.message : String(error) }),
      });
      return true;
    },
    stop() {
      sim().stop();
      return answer();
    },
  };
});
