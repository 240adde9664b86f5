// What acts on the model: actuators, joints by hand, noise on the controls, equality constraints.
import { nameOf } from '../names.js';

/** @typedef {import('../panel.js').Panel} Panel */

const SHOWN = 200; // controls per folder: more would be slow and of no use

/** @param {Panel} panel */
export function addActuators(panel) {
  const { mujoco, model, data } = panel.simulation;
  if (model.nu === 0) return;
  panel.lazyFolder('Actuators', 'Run', (folder) => {
    panel.button(folder, 'Clear all', () => {
      data.ctrl.fill(0);
      panel.studio.changed('state');
    });
    for (let i = 0; i < Math.min(model.nu, SHOWN); i++) {
      const [low, high] = model.actuator_ctrllimited[i]
        ? [model.actuator_ctrlrange[2 * i], model.actuator_ctrlrange[2 * i + 1]]
        : [-1, 1];
      const name = nameOf(panel.simulation, mujoco.mjtObj.mjOBJ_ACTUATOR.value, i, 'actuator');
      panel.live.add(
        panel.bind(
          folder,
          name,
          () => data.ctrl[i],
          (value) => (data.ctrl[i] = value),
          low,
          high,
        ),
      );
    }
  });
}

/** Sliders of hinges and slides; a joint without limits turns once, or moves by a metre. @param {Panel} panel */
export function addJoints(panel) {
  const { mujoco, model, data } = panel.simulation;
  const { mjJNT_SLIDE, mjJNT_HINGE } = mujoco.mjtJoint;
  const [slide, hinge] = [mjJNT_SLIDE.value, mjJNT_HINGE.value];
  const ids = Array.from({ length: model.njnt }, (_, i) => i).filter((i) =>
    [slide, hinge].some((type) => type === model.jnt_type[i]),
  );
  if (ids.length === 0) return;
  panel.lazyFolder('Joints', 'Run', (folder) => {
    for (const i of ids.slice(0, SHOWN)) {
      const reach = model.jnt_type[i] === hinge ? Math.PI : 1;
      const [low, high] = model.jnt_limited[i]
        ? [model.jnt_range[2 * i], model.jnt_range[2 * i + 1]]
        : [-reach, reach];
      const at = model.jnt_qposadr[i];
      panel.live.add(
        panel
          .bind(
            folder,
            nameOf(panel.simulation, mujoco.mjtObj.mjOBJ_JOINT.value, i, 'joint'),
            () => data.qpos[at],
            (value) => {
              data.qpos[at] = value;
              panel.simulation.forward();
            },
            low,
            high,
          )
          .decimals(3),
      );
    }
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
    for (let i = 0; i < Math.min(model.neq, SHOWN); i++)
      panel.live.add(
        panel.bind(
          folder,
          nameOf(panel.simulation, mujoco.mjtObj.mjOBJ_EQUALITY.value, i, 'equality'),
          () => data.eq_active[i] !== 0,
          (on) => (data.eq_active[i] = on ? 1 : 0),
        ),
      );
  });
}
