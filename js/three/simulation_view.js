// A simulation as an object of a three.js scene.
//
//   const view = new SimulationView({ mujoco, model, data });
//   scene.add(view);
//   ...each frame: view.update(camera) after stepping, then renderer.render(scene, camera)
//
// The view uses the model's frame: metres, z up. It brings its lights and sky. Options of the engine's abstract scene (what to
// decorate) are in view.option, the selected body in view.perturb, display switches in view.flags.
import { Group, Vector3 } from 'three';
import { Deformables } from './deformables.js';
import { sharedUniforms } from './display_material.js';
import { ModelLights } from './lights.js';
import { Mirror } from './mirror.js';
import { ModelGeoms } from './model_geoms.js';
import { SceneMemory } from './scene_memory.js';
import { SceneShapes } from './scene_shapes.js';
import { Sky } from './sky.js';
import { TextureSet } from './textures.js';
import { defaultFlags } from './view_context.js';

/** @typedef {{ mujoco: any, model: any, data: any }} Simulated */

const LABEL_GEOM = 3;
const OBJECT_GEOM = 5;

export class SimulationView extends Group {
  /** @param {Simulated} simulated module, model and data of `limber/mujoco` */
  constructor({ mujoco, model, data }) {
    super();
    const quality = model.vis.quality;
    /** @type {import('./view_context.js').ViewContext} */
    this.context = {
      mujoco,
      model,
      data,
      textures: new TextureSet(model),
      shared: sharedUniforms(),
      quality: { slices: Math.max(quality.numslices, 12), stacks: Math.max(quality.numstacks, 8) },
      flags: defaultFlags(),
    };
    this.geoms = new ModelGeoms(this.context);
    this.lights = new ModelLights(this.context);
    this.sky = new Sky(this.context);
    this.memory = new SceneMemory(mujoco, model);
    this.shapes = new SceneShapes(this.context, this.memory);
    this.deformables = new Deformables(this.context, this.memory);
    this.mirror = new Mirror();
    this.focus = new Vector3().fromArray(model.stat.center);
    this.setFog();
    this.add(this.sky, this.lights, this.geoms, this.shapes, this.deformables);
    // the model's geoms are drawn from its arrays, not from the abstract scene
    this.memory.option.geomgroup.fill(0);
  }

  get model() {
    return this.context.model;
  }

  get data() {
    return this.context.data;
  }

  /** Display switches; call apply() after changing them. */
  get flags() {
    return this.context.flags;
  }

  /** MjvOption of the decoration. */
  get option() {
    return this.memory.option;
  }

  /** MjvPerturb: what the mouse pulls. */
  get perturb() {
    return this.memory.perturb;
  }

  /** Applies changed flags and display options. */
  apply() {
    const { flags } = this.context;
    const { option } = this.memory;
    this.geoms.transparentBodies = option.flags[18] !== 0;
    this.geoms.convexHulls = option.flags[0] !== 0;
    option.flags[1] = flags.texture ? 1 : 0;
    option.flags[22] = flags.static ? 1 : 0;
    option.flags[23] = flags.skin ? 1 : 0;
    this.geoms.build();
    this.lights.setShadows(flags.shadow);
    this.sky.visible = flags.skybox;
    this.sky.setHaze(flags.haze);
    this.setFog();
    this.traverse((object) => {
      const material = /** @type {any} */ (object).material;
      if (material && object !== this.sky) material.wireframe = flags.wireframe;
    });
  }

  setFog() {
    const { vis, stat } = this.model;
    const { shared, flags } = this.context;
    const [r, g, b] = vis.rgba.fog;
    shared.fogColor4.value.set(r, g, b, flags.fog ? 1 : 0);
    const [hr, hg, hb, ha] = vis.rgba.haze;
    shared.hazeColor.value.set(
      hr,
      hg,
      hb,
      flags.haze && flags.skybox && this.sky.hazeAlpha > 0 ? ha : 0,
    );
    shared.hazeFar.value = vis.map.zfar * stat.extent;
    shared.fogRange.value.set(vis.map.fogstart * stat.extent, vis.map.fogend * stat.extent);
  }

  /**
   * Follows the simulation; nothing is allocated.
   * @param {import('three').Camera} camera
   */
  update(camera) {
    const { data } = this.context;
    this.memory.update(data);
    this.geoms.select(this.perturb.select > 0 ? this.perturb.select : -1);
    this.geoms.update(camera.position);
    this.lights.update(camera, this.focus);
    this.shapes.update(camera.position.distanceTo(this.focus));
    this.deformables.update();
  }

  /**
   * Draws the scene that contains this view, with reflections; without them, renderer.render does the same.
   * @param {import('three').WebGLRenderer} renderer
   * @param {import('three').Scene} scene
   * @param {import('three').PerspectiveCamera} camera
   */
  render(renderer, scene, camera) {
    const batch = this.geoms.mirrorBatch();
    const reflects =
      batch !== null && this.context.flags.reflection && !this.context.flags.wireframe;
    if (batch && !reflects) Mirror.hide(batch);
    if (reflects) this.mirror.render(renderer, scene, camera, batch, this.sky);
    renderer.render(scene, camera);
  }

  /**
   * Calls visit with every label of the abstract scene and its place.
   * @param {(text: string, x: number, y: number, z: number, type: number) => void} visit
   */
  forEachLabel(visit) {
    const { memory } = this;
    const { at, engine } = memory;
    if (this.option.label === LABEL_GEOM) this.forEachGeomName(visit);
    for (let i = 0; i < memory.count; i++) {
      const g = memory.geom(i);
      if (engine.u8[4 * g + at.label] === 0) continue;
      const p = g + at.pos;
      visit(
        memory.label(i),
        engine.f32[p],
        engine.f32[p + 1],
        engine.f32[p + 2],
        engine.i32[g + at.type],
      );
    }
  }

  /** @param {(text: string, x: number, y: number, z: number, type: number) => void} visit */
  forEachGeomName(visit) {
    const { mujoco, model, data, flags } = this.context;
    for (let i = 0; i < model.ngeom; i++) {
      if (!flags.geomgroup[Math.min(Math.max(model.geom_group[i], 0), 5)]) continue;
      const name = mujoco.mj_id2name(model, OBJECT_GEOM, i) || `geom ${i}`;
      const p = data.geom_xpos;
      visit(name, p[3 * i], p[3 * i + 1], p[3 * i + 2], model.geom_type[i]);
    }
  }

  /**
   * The body under a point of the picture; x and y from 0 at the lower left to 1.
   * @param {import('./orbit_camera.js').OrbitCamera} camera
   * @param {number} x
   * @param {number} y
   * @param {number} aspect
   */
  pick(camera, x, y, aspect) {
    const { mujoco, model, data, flags } = this.context;
    const { memory } = this;
    this.syncCamera(camera);
    memory.option.geomgroup.set(flags.geomgroup.map(Number));
    const point = new Float64Array(3);
    const [geom, flex, skin] = [new Int32Array(1), new Int32Array(1), new Int32Array(1)];
    const body = mujoco.mjv_select(
      model,
      data,
      memory.option,
      aspect,
      x,
      y,
      memory.scene,
      point,
      geom,
      flex,
      skin,
    );
    memory.option.geomgroup.fill(0);
    return { body, point, geom: geom[0], flex: flex[0], skin: skin[0] };
  }

  /** Selects what pick found. @param {{ body: number, point: Float64Array, flex: number, skin: number }} hit */
  select({ body, point, flex, skin }) {
    const { data } = this.context;
    const { perturb } = this;
    perturb.active = 0;
    perturb.select = Math.max(body, 0);
    perturb.flexselect = flex;
    perturb.skinselect = skin;
    if (body <= 0) return;
    // the selected point in the frame of the body
    const { xpos, xmat } = data;
    for (let k = 0; k < 3; k++) {
      let sum = 0;
      for (let j = 0; j < 3; j++)
        sum += xmat[9 * body + 3 * j + k] * (point[j] - xpos[3 * body + j]);
      perturb.localpos[k] = sum;
    }
  }

  /** Whether the mouse can move a body. @param {number} body */
  isMovable(body) {
    const { model } = this.context;
    return model.body_weldid[body] !== 0 || model.body_mocapid[model.body_rootid[body]] >= 0;
  }

  /**
   * Starts pulling (1) or turning (2) the selected body.
   * @param {import('./orbit_camera.js').OrbitCamera} camera
   * @param {number} action
   */
  startPerturb(camera, action) {
    const { mujoco, model, data } = this.context;
    this.syncCamera(camera);
    mujoco.mjv_initPerturb(model, data, this.memory.scene, this.perturb);
    this.perturb.active = action;
  }

  /** @param {number} action mjtMouse @param {number} dx @param {number} dy */
  movePerturb(action, dx, dy) {
    const { mujoco, model, data } = this.context;
    mujoco.mjv_movePerturb(model, data, action, dx, dy, this.memory.scene, this.perturb);
  }

  endPerturb() {
    this.perturb.active = 0;
    this.context.data.xfrc_applied.fill(0, 6 * this.perturb.select, 6 * this.perturb.select + 6);
  }

  /** Puts the pull of the mouse into xfrc_applied, or moves the body while paused. @param {boolean} paused */
  applyPerturb(paused) {
    const { mujoco, model, data } = this.context;
    const { perturb } = this;
    if (perturb.select <= 0 || !perturb.active) return;
    data.xfrc_applied.fill(0, 6 * perturb.select, 6 * perturb.select + 6);
    mujoco.mjv_applyPerturbPose(model, data, perturb, paused ? 1 : 0);
    if (!paused) mujoco.mjv_applyPerturbForce(model, data, perturb);
  }

  /** Gives the engine's scene the camera of the picture. @param {import('./orbit_camera.js').OrbitCamera} camera */
  syncCamera(camera) {
    const { mujoco, model, data } = this.context;
    const { memory } = this;
    const target = memory.camera;
    target.type = camera.fixed >= 0 ? 2 : 0;
    target.fixedcamid = camera.fixed;
    target.lookat.set([camera.lookat.x, camera.lookat.y, camera.lookat.z]);
    target.distance = camera.distance;
    target.azimuth = camera.azimuth;
    target.elevation = camera.elevation;
    mujoco.mjv_updateCamera(model, data, target, memory.scene);
  }

  dispose() {
    for (const part of [this.geoms, this.lights, this.sky, this.shapes, this.deformables])
      part.dispose();
    this.mirror.dispose();
    this.context.textures.dispose();
    this.memory.dispose();
  }
}
