// The worker of a rollout pool: one model, jobs of many simulations each.
import loadMujoco from '../mujoco.js';
import { serve } from './port.js';

serve(() => {
  /** @type {import('../mujoco/module.js').LoadedModule} */
  let mujoco;
  /** @type {import('../mujoco.js').MjModel} */
  let model;
  /** @type {import('../mujoco.js').MjData} */
  let data;
  return {
    /** @param {{ module: WebAssembly.Module, model: Uint8Array }} argument */
    async open(argument) {
      const loaded = await loadMujoco({ wasmBinary: argument.module });
      mujoco = /** @type {import('../mujoco/module.js').LoadedModule} */ (loaded);
      model = mujoco.MjModel.from_binary_buffer(argument.model);
      data = new mujoco.MjData(model);
      return true;
    },

    /** @param {import('./pool.js').Job} job */
    run(job) {
      const { count, steps, initial, control } = job;
      const size = mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS.value);
      const { nu, nsensordata } = model;
      const states = job.wantStates ? new Float64Array(count * steps * size) : null;
      const sensors = job.wantSensors ? new Float64Array(count * steps * nsensordata) : null;
      const good = new Int32Array(count);
      const part = (
        /** @type {Float64Array | null} */ array,
        /** @type {number} */ i,
        /** @type {number} */ width,
      ) => array && array.subarray(i * width, (i + 1) * width);
      for (let i = 0; i < count; i++) {
        good[i] = mujoco.rolloutOne(
          model,
          data,
          part(initial, i, size),
          steps,
          part(control, i, steps * nu),
          part(states, i, steps * size),
          part(sensors, i, steps * nsensordata),
        );
      }
      const arrays = [states, sensors, good].filter((array) => array !== null);
      return { result: { states, sensors, good }, transfer: arrays.map((array) => array.buffer) };
    },
  };
});
