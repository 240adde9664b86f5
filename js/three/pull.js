// The selected body, and what pulls it: the engine's MjvPerturb, as the mouse drives it.
//
//   pull.select(hit); pull.start(camera, 1); ...pull.move(action, dx, dy) and, before each step, pull.apply(false); pull.end()

/** @typedef {import('../mujoco.js').MjData} MjData */
/** @typedef {import('../mujoco.js').MjvPerturb} MjvPerturb */

export const TRANSLATE = 1; // mjPERT_TRANSLATE
export const ROTATE = 2; // mjPERT_ROTATE

/**
 * Takes hold of a body at a point.
 * @param {MjvPerturb} perturb
 * @param {MjData} data
 * @param {number} body
 * @param {ArrayLike<number>} point in the world
 */
export function takeHold(perturb, { xpos, xmat }, body, point) {
  perturb.select = body;
  // in the frame of the body
  for (let k = 0; k < 3; k++) {
    let sum = 0;
    for (let j = 0; j < 3; j++) sum += xmat[9 * body + 3 * j + k] * (point[j] - xpos[3 * body + j]);
    perturb.localpos[k] = sum;
  }
}

/** Takes away the force on the body that is held. @param {MjvPerturb} perturb @param {MjData} data */
export const clearForce = ({ select }, { xfrc_applied }) =>
  xfrc_applied.fill(0, 6 * select, 6 * select + 6);

export class Pull {
  /**
   * @param {import('./view_context.js').Simulated} simulated
   * @param {import('./scene_memory.js').SceneMemory} memory
   */
  constructor(simulated, memory) {
    this.simulated = simulated;
    this.memory = memory;
    /** The camera of the last pull. @type {import('./orbit_camera.js').OrbitCamera | null} */
    this.camera = null;
  }

  get perturb() {
    return this.memory.perturb;
  }

  /** Selects what was picked, no body for 0 or less. @param {Pick<import('./picking.js').Hit, 'body' | 'point' | 'flex' | 'skin'>} hit */
  select({ body, point, flex, skin }) {
    const { perturb } = this;
    perturb.active = 0;
    perturb.select = 0;
    perturb.flexselect = flex;
    perturb.skinselect = skin;
    if (body > 0) takeHold(perturb, this.simulated.data, body, point);
  }

  /** Whether forces or a mocap pose can move a body. @param {number} body */
  isMovable(body) {
    const { model } = this.simulated;
    return model.body_weldid[body] !== 0 || model.body_mocapid[model.body_rootid[body]] >= 0;
  }

  /**
   * Starts to pull or to turn the selected body.
   * @param {import('./orbit_camera.js').OrbitCamera} camera
   * @param {number} action TRANSLATE or ROTATE
   */
  start(camera, action) {
    const { mujoco, model, data } = this.simulated;
    this.camera = camera;
    this.memory.syncCamera(camera, data);
    mujoco.mjv_initPerturb(model, data, this.memory.scene, this.perturb);
    // the engine's pace is another: what is pulled stays under the pointer
    if (camera.orthographic) this.perturb.scale = camera.height;
    this.perturb.active = action;
  }

  /** @param {number} action mjtMouse @param {number} dx part of the picture's height @param {number} dy */
  move(action, dx, dy) {
    const { mujoco, model, data } = this.simulated;
    if (this.camera) this.memory.syncCamera(this.camera, data);
    mujoco.mjv_movePerturb(model, data, action, dx, dy, this.memory.scene, this.perturb);
  }

  end() {
    this.perturb.active = 0;
    clearForce(this.perturb, this.simulated.data);
  }

  /** Puts the pull into xfrc_applied, or moves the body while paused. @param {boolean} paused */
  apply(paused) {
    const { mujoco, model, data } = this.simulated;
    const { perturb } = this;
    if (perturb.select <= 0 || !perturb.active) return;
    clearForce(perturb, data);
    mujoco.mjv_applyPerturbPose(model, data, perturb, paused ? 1 : 0);
    if (!paused) mujoco.mjv_applyPerturbForce(model, data, perturb);
  }
}
