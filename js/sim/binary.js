// A model as bytes, for other threads.

/**
 * @param {{ mujoco: import('../mujoco.js').MujocoModule, model: import('../mujoco.js').MjModel }} simulation
 */
export function modelBytes({ mujoco, model }) {
  const bytes = new Uint8Array(Number(mujoco.mj_sizeModel(model)));
  mujoco.mj_saveModel(model, null, bytes);
  return bytes;
}
