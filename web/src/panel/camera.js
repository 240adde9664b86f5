// The camera: through which one looks, what it follows, where it stands.
import { nameOf } from '../names.js';

/** @typedef {import('../panel.js').Panel} Panel */

const TRACKING = -2;

/** @param {Panel} panel */
export function addCamera(panel) {
  const { mujoco, model } = panel.simulation;
  const { stage } = panel.studio;
  const camera = /** @type {NonNullable<typeof stage.camera>} */ (stage.camera);
  const folder = panel.folder('Camera', 'View');
  /** @type {Record<string, number>} */
  const choices = { Free: -1, Tracking: TRACKING };
  for (let i = 0; i < model.ncam; i++)
    choices[nameOf(panel.simulation, mujoco.mjtObj.mjOBJ_CAMERA.value, i, 'camera')] = i;
  panel.live.add(
    panel.bind(
      folder,
      'Look through',
      () => (camera.fixed < 0 && camera.tracked >= 0 ? TRACKING : camera.fixed),
      (id) => stage.look(id),
      choices,
    ),
  );
  for (const id of ['align', 'copy-camera', 'camera-previous', 'camera-next'])
    panel.command(folder, id);
  panel.bind(
    folder,
    'Drag pulls bodies',
    () => stage.mouse?.grab ?? true,
    (on) => {
      if (stage.mouse) stage.mouse.grab = on;
    },
  );
}
