// The abstract scene of the engine (mjv_), read straight from the module's memory: nothing is allocated per frame.
import { Handle } from '../engine/handle.js';
import { fieldOf, layoutOf } from '../engine/schema.js';

const MAX_GEOMS = 20000;

/** @param {string} struct @param {string} field */
const offsetOf = (struct, field) => fieldOf(struct, field).offset;

/** Offsets of the fields that are read, in units of their type. */
function layout() {
  const geom = (/** @type {string} */ name) => offsetOf('mjvGeom', name) >> 2;
  return {
    stride: layoutOf('mjvGeom').size >> 2,
    ngeom: offsetOf('mjvScene', 'ngeom') >> 2,
    geoms: offsetOf('mjvScene', 'geoms') >> 2,
    type: geom('type'),
    dataid: geom('dataid'),
    objtype: geom('objtype'),
    objid: geom('objid'),
    category: geom('category'),
    matid: geom('matid'),
    texid: geom('texid'),
    texuniform: geom('texuniform'),
    texcoord: geom('texcoord'),
    segid: geom('segid'),
    size: geom('size'),
    pos: geom('pos'),
    mat: geom('mat'),
    rgba: geom('rgba'),
    emission: geom('emission'),
    specular: geom('specular'),
    shininess: geom('shininess'),
    reflectance: geom('reflectance'),
    label: offsetOf('mjvGeom', 'label'),
  };
}

/** A scene that the engine fills; arrays and offsets to read it. */
export class SceneMemory {
  /**
   * @param {import('../mujoco.js').MujocoModule} mujoco
   * @param {import('../mujoco.js').MjModel} model
   * @param {number} [maxgeom]
   */
  constructor(mujoco, model, maxgeom = MAX_GEOMS) {
    this.mujoco = mujoco;
    this.model = model;
    this.scene = new mujoco.MjvScene(model, maxgeom);
    this.option = new mujoco.MjvOption();
    this.perturb = new mujoco.MjvPerturb();
    this.camera = new mujoco.MjvCamera();
    mujoco.mjv_defaultOption(this.option);
    mujoco.mjv_defaultPerturb(this.perturb);
    mujoco.mjv_defaultFreeCamera(model, this.camera);
    /** Pulls beside that of the mouse: those of hands. @type {Set<import('../mujoco.js').MjvPerturb>} */
    this.held = new Set();
    this.pullFlag = mujoco.mjtVisFlag.mjVIS_PERTOBJ.value;
    this.decoration = mujoco.mjtCatBit.mjCAT_DECOR.value;
    this.everything = mujoco.mjtCatBit.mjCAT_ALL.value;
    /** Shows nothing but pulls. */
    this.pullOption = new mujoco.MjvOption();
    mujoco.mjv_defaultOption(this.pullOption);
    this.pullOption.flags.fill(0);
    this.pullOption.flags[this.pullFlag] = 1;
    this.at = layout();
    this.address = Handle.addressOf(this.scene);
    this.count = 0;
    this.first = 0;
  }

  /** The engine's memory. */
  get engine() {
    const { engine } = /** @type {{ engine: import('../engine/module.js').Engine }} */ (
      /** @type {unknown} */ (this.mujoco)
    );
    return engine;
  }

  /** @param {import('../mujoco.js').MjData} data */
  update(data) {
    this.mujoco.mjv_updateScene(
      this.model,
      data,
      this.option,
      this.perturb,
      this.camera,
      this.everything,
      this.scene,
    );
    if (this.held.size > 0 && this.option.flags[this.pullFlag]) this.addPulls(data);
    const words = this.engine.i32;
    const base = this.address >> 2;
    this.count = words[base + this.at.ngeom];
    this.first = words[base + this.at.geoms] >> 2;
  }

  /** @param {import('../mujoco.js').MjData} data */
  addPulls(data) {
    const { mujoco, model, pullOption, scene, decoration } = this;
    for (const pull of this.held)
      mujoco.mjv_addGeoms(model, data, pullOption, pull, decoration, scene);
  }

  /**
   * Gives the scene the camera of a picture: the engine looks through it when it selects and pulls.
   * @param {import('./orbit_camera.js').OrbitCamera} camera
   * @param {import('../mujoco.js').MjData} data
   */
  syncCamera(camera, data) {
    const { mujoco, model, scene, camera: own } = this;
    const { mjCAMERA_FIXED, mjCAMERA_FREE } = mujoco.mjtCamera;
    own.type = (camera.fixed >= 0 ? mjCAMERA_FIXED : mjCAMERA_FREE).value;
    own.fixedcamid = camera.fixed;
    own.lookat.set([camera.lookat.x, camera.lookat.y, camera.lookat.z]);
    own.distance = camera.distance;
    own.azimuth = camera.azimuth;
    own.elevation = camera.elevation;
    mujoco.mjv_updateCamera(model, data, own, scene);
    if (camera.fixed >= 0 || !camera.orthographic) return;
    // the engine's free orthographic camera does not zoom
    for (const lens of [scene.camera.get(0), scene.camera.get(1)]) {
      if (!lens) continue;
      lens.frustum_top = camera.height / 2;
      lens.frustum_bottom = -camera.height / 2;
    }
  }

  /** Index of the first word of a geom, into engine.i32 and engine.f32. @param {number} i */
  geom(i) {
    return this.first + i * this.at.stride;
  }

  /** @param {number} i */
  label(i) {
    return this.engine.string(4 * this.geom(i) + this.at.label);
  }

  dispose() {
    const { scene, option, perturb, camera, pullOption } = this;
    for (const handle of [scene, option, perturb, camera, pullOption]) handle.delete();
  }
}
