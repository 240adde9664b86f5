// The worker that hosts a simulation: steps it in real time or on request, and tells its state.
import loadMujoco from '../mujoco.js';
import { serve } from '../rollout/port.js';
import { Simulation } from '../sim/simulation.js';

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
  /** @type {Simulation} */
  let simulation;
  /** @type {any} */
  let loop = null;
  let pending = false;

  const snapshot = () => {
    const state = simulation.saveState();
    return { state, realTimeFactor: loop?.realTimeFactor ?? 0, running: loop?.running ?? false };
  };
  const answer = () => {
    const result = snapshot();
    return { result, transfer: [result.state.buffer] };
  };
  // one state at a time: the next is sent when the last was taken
  const tell = () => {
    if (pending) return;
    pending = true;
    const event = snapshot();
    send({ frame: event }, [event.state.buffer]);
  };

  return {
    /** @param {{ module: WebAssembly.Module, model: Uint8Array, plugins: string[], known: Known[] }} argument */
    async open({ module, model, plugins, known }) {
      const mujoco = await loadMujoco({ wasmBinary: module });
      await registerPlugins(mujoco, plugins, known);
      simulation = new Simulation(mujoco, mujoco.MjModel.from_binary_buffer(model));
      return answer();
    },
    taken() {
      pending = false;
      return true;
    },
    /** @param {number} count */
    step(count) {
      simulation.step(count);
      return answer();
    },
    /** @param {string | number | undefined} key */
    reset(key) {
      simulation.reset(key);
      return answer();
    },
    /** @param {Float64Array} state */
    restore(state) {
      simulation.restoreState(state);
      return answer();
    },
    /** @param {{ field: string, values: Float64Array }} argument */
    set({ field, values }) {
      /** @type {any} */ (simulation.data)[field] = values;
      return true;
    },
    /** @param {{ speed?: number, budget?: number }} options */
    run(options) {
      loop = simulation.run({
        ...options,
        onFrame: tell,
        onError: (error) => send({ error: error instanceof Error ? error.message : String(error) }),
      });
      return true;
    },
    stop() {
      simulation.stop();
      return answer();
    },
  };
});
