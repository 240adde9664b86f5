// What acts on the model: actuators, joints by hand, noise on the controls, equality constraints.
import { nameOf } from '../names.js';
import { addLongList } from './long_list.js';

/** @typedef {import('../panel.js').Panel} Panel */
/** @typedef {import('lil-gui').GUI} GUI */

/** Numbers from zero on. @param {number} length */
const upTo = (length) => Array.from({ length }, (_, i) => i);

/** @param {Panel} panel */
export function addActuators(panel) {
  const { mujoco, model, data } = panel.simulation;
  if (model.nu === 0) return;
  panel.lazyFolder('Actuators', 'Run', (folder) => {
    panel.button(folder, 'Clear all', () => {
      data.ctrl.fill(0);
      panel.studio.changed('state');
    });
    const items = upTo(model.nu).map((i) => {
      const [low, high] = model.actuator_ctrllimited[i]
        ? [model.actuator_ctrlrange[2 * i], model.actuator_ctrlrange[2 * i + 1]]
        : [-1, 1];
      const name = nameOf(panel.simulation, mujoco.mjtObj.mjOBJ_ACTUATOR.value, i, 'actuator');
      const get = () => data.ctrl[i];
      const set = (/** @type {number} */ value) => void (data.ctrl[i] = value);
      return {
        name,
        add: (/** @type {GUI} */ gui) =>
          panel.plotted(panel.bind(gui, name, get, set, low, high), `${name}.ctrl`),
      };
    });
    addLongList(panel, folder, 'actuators', items);
  });
}

/** Sliders of hinges and slides; a joint without limits turns once, or moves by a metre. @param {Panel} panel */
export function addJoints(panel) {
  const { mujoco, model, data } = panel.simulation;
  const { mjJNT_SLIDE, mjJNT_HINGE } = mujoco.mjtJoint;
  const [slide, hinge] = [mjJNT_SLIDE.value, mjJNT_HINGE.value];
  const ids = upTo(model.njnt).filter((i) =>
    [slide, hinge].some((type) => type === model.jnt_type[i]),
  );
  if (ids.length === 0) return;
  panel.lazyFolder('Joints', 'Run', (folder) => {
    const items = ids.map((i) => {
      const reach = model.jnt_type[i] === hinge ? Math.PI : 1;
      const [low, high] = model.jnt_limited[i]
        ? [model.jnt_range[2 * i], model.jnt_range[2 * i + 1]]
        : [-reach, reach];
      const at = model.jnt_qposadr[i];
      const name = nameOf(panel.simulation, mujoco.mjtObj.mjOBJ_JOINT.value, i, 'joint');
      const get = () => data.qpos[at];
      const set = (/** @type {number} */ value) => {
        data.qpos[at] = value;
        panel.simulation.forward();
      };
      return {
        name,
        add: (/** @type {GUI} */ gui) =>
          panel.plotted(panel.bind(gui, name, get, set, low, high).decimals(3), `${name}.qpos`),
      };
    });
    addLongList(panel, folder, 'joints', items);
  });
}

/** @param {Panel} panel */
export function addNoise(panel) {
  if (panel.simulation.model.nu === 0) return;
  const { noise } = panel.studio;
  panel.lazyFolder('Control noise', 'Run', (folder) => {
    folder.add(noise, 'std', 0, 2, 0.01).name('Deviation');
    folder.add(noise, 'rate', 0, 4, 0.01).name('Time constant');
  });
}

/** @param {Panel} panel */
export function addEqualities(panel) {
  const { mujoco, model, data } = panel.simulation;
  if (model.neq === 0) return;
  panel.lazyFolder('Equality constraints', 'Run', (folder) => {
    const items = upTo(model.neq).map((i) => {
      const name = nameOf(panel.simulation, mujoco.mjtObj.mjOBJ_EQUALITY.value, i, 'equality');
      const get = () => data.eq_active[i] !== 0;
      const set = (/** @type {boolean} */ on) => void (data.eq_active[i] = on ? 1 : 0);
      return { name, add: (/** @type {GUI} */ gui) => panel.bind(gui, name, get, set) };
    });
    addLongList(panel, folder, 'equality constraints', items);
  });
}
