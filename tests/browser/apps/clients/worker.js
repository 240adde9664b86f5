// A worker as clients of the peer have it: the engine lives here, poses go out as transferred memory, commands come in.
import loadMujoco from '@mujoco/mujoco';

/** @typedef {{ model: InstanceType<Mujoco['MjModel']>, data: InstanceType<Mujoco['MjData']> }} World */
/** @type {Promise<Mujoco>} */
const loading = loadMujoco();
/** @type {World | null} */
let world = null;

self.onmessage = async ({ data: message }) => {
  const mujoco = await loading;
  try {
    if (message.type === 'load') {
      const vfs = new mujoco.MjVFS();
      for (const [name, bytes] of message.files) vfs.addBuffer(name, bytes);
      const model = mujoco.MjModel.from_xml_string(message.xml, vfs);
      vfs.delete();
      world = { model, data: new mujoco.MjData(model) };
      self.postMessage({ type: 'loaded', nbody: model.nbody, nq: model.nq });
    } else if (message.type === 'step' && world) {
      const { model, data } = world;
      data.ctrl.set(message.ctrl);
      for (let i = 0; i < message.count; i++) mujoco.mj_step(model, data);
      const state = new mujoco.DoubleBuffer(
        mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_PHYSICS.value),
      );
      mujoco.mj_getState(model, data, state, mujoco.mjtState.mjSTATE_PHYSICS.value);
      const [poses, numbers] = [data.xpos.slice(), state.GetView().slice()];
      state.delete();
      const transfer = [poses.buffer, numbers.buffer];
      self.postMessage({ type: 'stepped', time: data.time, poses, numbers }, { transfer });
    }
  } catch (error) {
    self.postMessage({ type: 'failed', text: error instanceof Error ? error.message : 'thrown' });
  }
};
