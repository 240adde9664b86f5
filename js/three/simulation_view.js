// A simulation as an object of a three.js scene.
//
//   const view = new SimulationView({ mujoco, model, data });
//   scene.add(view);
//   ...each frame: view.update(camera) after stepping, then renderer.render(scene, camera)
//
// The view uses the model's frame: metres, z up; the whole may be moved, turned and scaled. It brings its lights, sky, shadows and
// mirrors, and is lit by the scene's own lights too. Options of the engine's abstract scene (what to decorate) are in view.option,
// the selected body in view.perturb, display switches in view.flags.
import {
  BufferAttribute,
  BufferGeometry,
  Group,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Vector3,
  Vector4,
} from 'three';
import { Deformables } from './deformables.js';
import { applySettings, displayModes } from './display_material.js';
import { Labels } from './labels.js';
import { LightSet, lightUniforms } from './light_set.js';
import { makeLook } from './look.js';
import { MirrorSet } from './mirror.js';
import { pick } from './picking.js';
import { Pull } from './pull.js';
import { SceneMemory } from './scene_memory.js';
import { SceneShapes } from './scene_shapes.js';
import { ShadowMaps, shadowUniforms } from './shadow_maps.js';
import { geomTypes } from './shapes.js';
import { Sky } from './sky.js';
import { TextureSet } from './textures.js';
import { defaultFlags } from './view_context.js';

/** @typedef {import('./view_context.js').Simulated} Simulated */
/** @typedef {keyof typeof displayModes} DisplayMode */

/** Switches of the view that the engine has among its own, by their names in mjtVisFlag. */
const optionFlags = /** @type {const} */ ({
  texture: 'mjVIS_TEXTURE',
  static: 'mjVIS_STATIC',
  skin: 'mjVIS_SKIN',
});
/**
 * @typedef {object} Effort
 * @property {number} shadowSize pixels along the picture of all shadows at most, 0 for no shadows
 * @property {boolean} reflections
 * @property {boolean} fine the look 'nice' with soft shadows and what corners hide; without, it has its light alone
 * @property {boolean} round round shapes with as many parts as the model asks for; without, half as many each way
 */

/** @type {Readonly<Effort>} */
export const FULL_EFFORT = Object.freeze({
  shadowSize: Infinity,
  reflections: true,
  fine: true,
  round: true,
});
const FIRST = -1000; // render order of what prepares the others
const FINEST = 256; // parts of a round shape, whatever a model asks for

const toView = new Matrix4();
const eye = new Vector3();
const forward = new Vector3();

/** Uniforms that all materials of one view share. */
export function sharedUniforms() {
  return {
    ...lightUniforms(),
    ...shadowUniforms(),
    displayMode: { value: /** @type {number} */ (displayModes.color) },
    colorScale: { value: 1 },
    inMirror: { value: false },
    fogRange: { value: new Vector3() },
    fogColor: { value: new Vector3() },
    hazeColor: { value: new Vector4() },
    hazeReach: { value: new Vector3() },
    picture: { value: new Vector4(0, 0, 1, 1) },
  };
}

/** @param {number} value @param {number} low @param {number} high */
const clamp = (value, low, high) => Math.min(Math.max(value, low), high);

/** How views draw until they are told otherwise. @returns {import('./view_context.js').DrawSettings} */
export const startSettings = () => ({
  shadows: 0,
  wireframe: false,
  vertexLight: false,
  additive: false,
  cullFace: true,
  plain: false,
  look: null,
  soft: false,
});

/**
 * The parts of round shapes around and along their axis.
 * @param {{ numslices: number, numstacks: number }} quality
 * @param {boolean} all
 */
const partsOf = ({ numslices, numstacks }, all) => ({
  slices: clamp(all ? numslices : numslices >> 1, 12, FINEST),
  stacks: clamp(all ? numstacks : numstacks >> 1, 8, FINEST),
});

/** A mesh without extent: three calls it before anything else of a picture. */
export function makeHook() {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(9), 3));
  const hook = new Mesh(geometry, new MeshBasicMaterial({ colorWrite: false, depthWrite: false }));
  hook.frustumCulled = false;
  hook.matrixAutoUpdate = false;
  hook.renderOrder = FIRST;
  return hook;
}

export class SimulationView extends Group {
  /**
   * @param {Simulated} simulated module, model and data of `limber/mujoco`
   * @param {SceneMemory} [memory] the abstract scene, where it is another than that of the data
   */
  constructor({ mujoco, model, data }, memory = new SceneMemory(mujoco, model)) {
    super();
    const { quality } = model.vis;
    /** @type {import('./view_context.js').ViewContext} */
    this.context = {
      mujoco,
      model,
      data,
      textures: new TextureSet(model),
      shared: sharedUniforms(),
      quality: {
        ...partsOf(quality, true),
        quads: clamp(quality.numquads, 1, FINEST / 2),
        bands: 1,
      },
      flags: defaultFlags(),
      settings: startSettings(),
    };
    this.memory = memory;
    this.sky = new Sky(this.context);
    this.lights = new LightSet(this.context, this.memory);
    this.shadowMaps = new ShadowMaps(this.context);
    /** Everything that has a surface. */
    this.surfaces = new Group();
    this.shapes = new SceneShapes(this.context, this.memory);
    this.deformables = new Deformables(this.context, this.memory);
    this.surfaces.add(this.shapes, this.deformables);
    this.mirrors = new MirrorSet(this.context);
    this.pull = new Pull(this.context, this.memory);
    /** What shadows of distant lights are centred on. */
    this.focus = new Vector3().fromArray(model.stat.center);
    this.hook = makeHook();
    this.hook.onBeforeRender = (renderer, scene, camera) => this.prepare(renderer, scene, camera);
    this.preparing = false;
    this.stale = true;
    this.wantsNice = false;
    /** What a picture may cost: less is for machines that are too slow for all of it. @type {Effort} */
    this.effort = { ...FULL_EFFORT };
    this.round = true;
    /** Text in the picture; turn off where a page writes it itself with forEachLabel. */
    this.showLabels = true;
    /** What is drawn otherwise than by MuJoCo's own renderer. @type {import('./nice_look.js').NiceLook | null} */
    this.nice = null;
    /** Whether the look that the flags ask for is drawn. @type {Promise<boolean>} */
    this.lookComes = Promise.resolve(true);
    /** Called when a look has come: another picture is needed. */
    this.onLook = () => {};
    this.labels = new Labels(this.context, this.memory);
    this.add(this.hook, this.sky, this.surfaces, this.labels);
    this.apply();
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

  /** MjvOption of the scene. */
  get option() {
    return this.memory.option;
  }

  /** MjvPerturb: what the mouse pulls. */
  get perturb() {
    return this.memory.perturb;
  }

  /** What fragments write: 'color', or for pixels that are data 'segment', 'id' and 'depth'. @type {DisplayMode} */
  get mode() {
    const { value } = this.context.shared.displayMode;
    return /** @type {DisplayMode} */ (
      Object.keys(displayModes).find(
        (name) => displayModes[/** @type {DisplayMode} */ (name)] === value,
      )
    );
  }

  set mode(mode) {
    this.context.shared.displayMode.value = displayModes[mode];
    this.context.settings.plain = mode !== 'color';
    this.applyToMaterials();
  }

  /** How sharp textures stay at a glance: samples along the view. */
  get anisotropy() {
    return this.context.textures.anisotropy;
  }

  set anisotropy(samples) {
    this.context.textures.anisotropy = samples;
    this.rebuild();
  }

  /** How many surfaces reflect; MuJoCo's own renderer draws the first one only. */
  get mirrorLimit() {
    return this.shapes.mirrorLimit;
  }

  set mirrorLimit(count) {
    this.shapes.mirrorLimit = count;
    this.rebuild();
  }

  /** @param {boolean} round as the model asks, or with fewer parts */
  setRound(round) {
    this.round = round;
    Object.assign(this.context.quality, partsOf(this.model.vis.quality, round));
    this.shapes.reshape();
  }

  /** Applies changed flags and display options. */
  apply() {
    const { mujoco, flags, settings, quality } = this.context;
    const { option } = this.memory;
    for (const name of /** @type {const} */ (['texture', 'static', 'skin']))
      option.flags[mujoco.mjtVisFlag[optionFlags[name]].value] = flags[name] ? 1 : 0;
    const { wireframe, vertexLight } = flags;
    const squares = wireframe || vertexLight ? quality.stacks : 1;
    if (squares !== quality.bands || wireframe !== settings.wireframe) {
      quality.bands = squares;
      settings.wireframe = wireframe;
      this.shapes.rebuild();
    }
    settings.vertexLight = vertexLight;
    settings.additive = flags.additive;
    settings.cullFace = flags.cullFace;
    this.setFog();
    this.followLook();
    this.applyToMaterials();
  }

  /** How it is drawn: as MuJoCo's own renderer does, or nice: with soft shadows and the light of the surroundings. @returns {'reference' | 'nice'} */
  get look() {
    return this.flags.nice ? 'nice' : 'reference';
  }

  /**
   * Chooses how it is drawn; code that a look needs is fetched.
   * @param {'reference' | 'nice'} name
   * @returns {Promise<boolean>} whether pictures have it from now on: its code may not be there
   */
  setLook(name) {
    this.flags.nice = name === 'nice';
    this.apply();
    return this.lookComes;
  }

  /** Brings the look that the flags ask for, or takes it away. */
  followLook() {
    const { nice } = this.flags;
    if (nice === this.wantsNice) return;
    this.wantsNice = nice;
    this.follow(this.context.settings.shadows, null, false);
    this.nice?.dispose();
    this.nice = null;
    this.lookComes = nice ? this.bringLook() : Promise.resolve(true);
  }

  async bringLook() {
    const look = await makeLook(this);
    // another look may be wanted meanwhile
    if (!look || this.nice || !this.wantsNice) {
      look?.dispose();
      return this.nice !== null;
    }
    this.nice = look;
    this.onLook();
    return true;
  }

  applyToMaterials() {
    for (const part of [this.shapes, this.deformables]) {
      for (const { material } of part.all)
        applySettings(
          /** @type {import('three').ShaderMaterial} */ (material),
          this.context.settings,
        );
    }
  }

  /** Makes everything again, after meshes, textures or materials of the model changed. */
  rebuild() {
    this.context.textures.dispose();
    this.sky.rebuild();
    this.shapes.rebuild();
    this.deformables.rebuild();
  }

  /** Shows changed pixels (`tex_data`) of a texture: cheap enough for a film. @param {number} id */
  uploadTexture(id) {
    this.checkId('texture', id, this.model.ntex);
    this.context.textures.upload(id);
  }

  /** Shows changed vertices (`mesh_vert`, `mesh_normal`) of a mesh. @param {number} id */
  uploadMesh(id) {
    this.checkId('mesh', id, this.model.nmesh);
    this.shapes.upload((type) => type === geomTypes.mesh || type === geomTypes.sdf, id);
  }

  /** Shows changed heights (`hfield_data`) of a height field. @param {number} id */
  uploadHField(id) {
    this.checkId('height field', id, this.model.nhfield);
    this.shapes.upload((type) => type === geomTypes.hfield, id);
  }

  /**
   * @param {string} kind
   * @param {number} id
   * @param {number} count
   */
  checkId(kind, id, count) {
    if (!(Number.isInteger(id) && id >= 0 && id < count))
      throw new RangeError(`no ${kind} ${id}: the model has ${count}`);
  }

  setFog() {
    const { vis, stat } = this.model;
    const { shared, flags } = this.context;
    shared.fogColor.value.fromArray(vis.rgba.fog);
    const { fogstart, fogend } = vis.map;
    shared.fogRange.value.set(fogstart * stat.extent, fogend * stat.extent, flags.fog ? 1 : 0);
    shared.hazeColor.value.fromArray(vis.rgba.haze);
  }

  syncGroups() {
    const { geomgroup } = this.memory.option;
    for (let i = 0; i < geomgroup.length; i++)
      geomgroup[i] = this.context.flags.geomgroup[i] ? 1 : 0;
  }

  /**
   * Follows the simulation; nothing is allocated.
   * @param {import('three').Camera} camera
   */
  update(camera) {
    const { data, flags, shared } = this.context;
    this.syncGroups();
    this.memory.update(data);
    if (this.context.textures.changed()) {
      this.context.textures.used.length = 0;
      this.shapes.rebuild();
      this.deformables.rebuild();
    }
    if (this.parent) this.updateWorldMatrix(true, false);
    toView.copy(this.matrixWorld).invert();
    eye.setFromMatrixPosition(camera.matrixWorld).applyMatrix4(toView);
    forward.setFromMatrixColumn(camera.matrixWorld, 2).negate().transformDirection(toView);
    const color = shared.displayMode.value === displayModes.color;
    const { effort } = this;
    if (effort.round !== this.round) this.setRound(effort.round);
    const shadows = flags.shadow && effort.shadowSize > 0;
    this.lights.update(this, camera, shadows && color && !flags.wireframe);
    const { nice } = this;
    this.follow(this.lights.shadowCount, nice, nice !== null && effort.fine);
    this.shapes.update(eye, forward);
    this.deformables.update();
    this.labels.visible = false;
    this.sky.update(eye, this.shapes.ground);
    this.sky.visible &&= color;
    if (color && this.showLabels && this.option.label !== 0) this.labels.update();
    this.stale = true;
  }

  /**
   * Lets materials draw in another way.
   * @param {number} shadows how many of the first lights throw shadows
   * @param {import('./view_context.js').Look | null} look
   * @param {boolean} soft
   */
  follow(shadows, look, soft) {
    const { settings } = this.context;
    if (settings.shadows === shadows && settings.look === look && settings.soft === soft) return;
    Object.assign(settings, { shadows, look, soft });
    this.applyToMaterials();
  }

  /**
   * Shadows and reflections of a picture that is about to be drawn; three calls it through a mesh of the view.
   * @param {import('three').WebGLRenderer} renderer
   * @param {import('three').Object3D} scene
   * @param {import('three').Camera} camera
   */
  prepare(renderer, scene, camera) {
    if (this.preparing) return;
    const { shared, settings, flags } = this.context;
    renderer.getCurrentViewport(shared.picture.value);
    this.preparing = true;
    const { xr } = renderer;
    const presenting = xr.isPresenting;
    const inXr = xr.enabled;
    xr.enabled = false;
    if (this.stale) {
      this.lights.collect(scene);
      if (settings.shadows > 0) this.drawShadows(renderer);
      this.stale = false;
    }
    const flat = !settings.plain && !presenting && !('isArrayCamera' in camera);
    this.nice?.prepare(renderer, camera, flat && settings.soft);
    const reflects = flags.reflection && this.effort.reflections && flat;
    const labels = this.labels.visible;
    this.labels.visible = false;
    this.mirrors.draw(renderer, scene, camera, this.shapes.mirrors, this.sky, reflects);
    this.labels.visible = labels;
    xr.enabled = inXr;
    // pictures on the way took the whole target; an eye has only its part
    renderer.state.viewport(shared.picture.value);
    this.preparing = false;
  }

  /** @param {import('three').WebGLRenderer} renderer */
  drawShadows(renderer) {
    for (const part of [this.shapes, this.deformables])
      for (const batch of part.all) this.shadowMaps.begin(batch);
    const { shadows } = this.context.settings;
    this.shadowMaps.limit = this.effort.shadowSize;
    this.shadowMaps.render(renderer, this.surfaces, this, shadows, this.focus);
    for (const part of [this.shapes, this.deformables])
      for (const batch of part.all) this.shadowMaps.end(batch);
  }

  /**
   * Draws the scene that contains this view; the same as renderer.render.
   * @param {import('three').WebGLRenderer} renderer
   * @param {import('three').Scene} scene
   * @param {import('three').Camera} camera
   */
  render(renderer, scene, camera) {
    renderer.render(scene, camera);
  }

  /**
   * Calls visit with every label of the abstract scene and its place.
   * @param {(text: string, x: number, y: number, z: number, type: number) => void} visit
   */
  forEachLabel(visit) {
    const { memory } = this;
    const { at, engine } = memory;
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

  /**
   * The body under a point of the picture; x and y from 0 at the lower left to 1.
   * @param {import('./orbit_camera.js').OrbitCamera} camera
   * @param {number} x
   * @param {number} y
   * @param {number} aspect
   */
  pick(camera, x, y, aspect) {
    this.memory.syncCamera(camera, this.data);
    this.syncGroups();
    // sheets and skins are hit where the scene holds them: nothing may have been drawn since the model came
    const { nflex, nskin } = this.model;
    if (nflex + nskin > 0) this.memory.update(this.data);
    return pick(this.context, this.memory, x, y, aspect);
  }

  /** Selects what pick found. @param {Parameters<Pull['select']>[0]} hit */
  select(hit) {
    this.pull.select(hit);
  }

  /** Whether the mouse can move a body. @param {number} body */
  isMovable(body) {
    return this.pull.isMovable(body);
  }

  /**
   * Starts pulling (1) or turning (2) the selected body.
   * @param {import('./orbit_camera.js').OrbitCamera} camera
   * @param {number} action
   */
  startPerturb(camera, action) {
    this.pull.start(camera, action);
  }

  /** Moves what is pulled with the mouse. @param {number} action mjtMouse @param {number} dx part of the picture's height @param {number} dy */
  movePerturb(action, dx, dy) {
    this.pull.move(action, dx, dy);
  }

  /** Lets go of the selected body. */
  endPerturb() {
    this.pull.end();
  }

  /** Puts the pull of the mouse into xfrc_applied, or moves the body while paused. @param {boolean} paused */
  applyPerturb(paused) {
    this.pull.apply(paused);
  }

  dispose() {
    const { sky, labels, shapes, deformables, shadowMaps, mirrors } = this;
    for (const part of [sky, labels, shapes, deformables, shadowMaps, mirrors]) part.dispose();
    this.wantsNice = false;
    this.nice?.dispose();
    this.hook.geometry.dispose();
    this.hook.material.dispose();
    this.context.textures.dispose();
    this.memory.dispose();
  }
}
