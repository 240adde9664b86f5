// A simulation on a canvas: renderer, scene, camera and mouse; a headset takes the place of the canvas while one is on.
//
//   const stage = new Stage(canvas);
//   stage.show(simulation);
//   stage.resize(); // again whenever the canvas has another size
//   stage.renderer.setAnimationLoop(() => { ...step, with stage.pull() before each step; if (stage.dirty) stage.draw(); })
//
// It draws when it is told to: `dirty` says that something changed since. Frames come from the renderer, whose clock is the headset's
// while one is on.
import { Scene, WebGLRenderer } from 'three';
import { MouseControl } from './mouse_control.js';
import { OrbitCamera } from './orbit_camera.js';
import { FULL_EFFORT, SimulationView } from './simulation_view.js';
import { warmUp } from './warm_up.js';

/** @typedef {import('./stereo.js').XrSession} XrSession */

/**
 * @typedef {object} StageOptions
 * @property {(body: number) => void} [onSelect] called after a body was selected, with 0 for none
 * @property {(headset: XrSession | null) => void} [onHeadset] called after a headset was put on or taken off
 * @property {WebGLPowerPreference} [powerPreference] of the renderer ('default')
 * @property {boolean} [antialias] whether edges are smoothed by samples within pixels (true)
 */

const MAX_RATIO = 2; // pixels of the canvas for one of the page

/** A simulation on a canvas. */
export class Stage {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {StageOptions} [options]
   */
  constructor(canvas, options = {}) {
    const { onSelect, onHeadset, powerPreference = 'default', antialias = true } = options;
    this.canvas = canvas;
    this.onSelect = onSelect;
    this.onHeadset = onHeadset;
    this.renderer = new WebGLRenderer({ canvas, antialias, powerPreference });
    /** Whether edges are smooth. */
    this.antialias = antialias;
    this.scene = new Scene();
    /** The size that the renderer draws in; a new one has none, though its canvas may. */
    this.size = { width: 0, height: 0, ratio: 0 };
    /** @type {SimulationView | null} */
    this.view = null;
    /** @type {OrbitCamera | null} */
    this.camera = null;
    /** @type {MouseControl | null} */
    this.mouse = null;
    /** The picture in a headset. @type {XrSession | null} */
    this.headset = null;
    /** What pictures may cost: pixels of all that the page has, along an edge, and what views leave out. @type {import('./simulation_view.js').Effort & { ratio: number }} */
    this.effort = { ratio: 1, ...FULL_EFFORT };
    /** Whether something changed since the last picture. */
    this.dirty = true;
    /** Frees what warmUp() made. @type {(() => void) | null} */
    this.prepared = null;
  }

  /** Makes programs of the graphics card that most models need, while none is there yet. */
  async warmUp() {
    if (this.view || this.prepared) return;
    this.prepared = () => {};
    this.prepared = await warmUp(this.renderer, () => !this.view);
  }

  /**
   * Shows a simulation in place of the one before.
   * @param {import('./view_context.js').Simulated} simulation
   * @param {boolean} [keepCamera] for the same model, edited
   */
  show(simulation, keepCamera = false) {
    const { model } = simulation;
    const view = new SimulationView(simulation);
    this.hide();
    this.view = view;
    this.scene.add(view);
    if (!this.camera) this.camera = new OrbitCamera(model);
    else if (!keepCamera) this.camera.setModel(model);
    this.camera.model = model;
    if (this.camera.fixed >= model.ncam) this.camera.useFixed(-1);
    view.focus = this.camera.lookat;
    view.onLook = () => (this.dirty = true);
    Object.assign(view.effort, this.effort);
    this.mouse = new MouseControl({
      view,
      camera: this.camera,
      element: this.canvas,
      onChange: () => (this.dirty = true),
      onSelect: (body) => this.onSelect?.(body),
    });
    this.resize();
  }

  /** Shows nothing. */
  hide() {
    this.leaveHeadset();
    this.mouse?.dispose();
    this.mouse = null;
    if (!this.view) return;
    this.scene.remove(this.view);
    this.view.dispose();
    this.view = null;
  }

  /**
   * Looks through a camera of the model, or freely.
   * @param {number} camera its id, -1: freely
   * @param {number} [body] that is followed when looking freely, -1: none
   */
  lookThrough(camera, body = -1) {
    if (!this.camera) return;
    this.camera.tracked = body;
    this.camera.useFixed(camera);
    this.dirty = true;
  }

  /** Takes over the size that the canvas has on the page; returns whether it got another one and is empty. */
  resize() {
    const { camera, canvas, renderer, size } = this;
    const { clientWidth: width, clientHeight: height } = canvas;
    if (!width || !height) return false;
    if (camera) {
      camera.aspect = width / height;
      camera.updateProjectionMatrix();
    }
    this.dirty = true;
    const ratio = Math.min(devicePixelRatio, MAX_RATIO) * this.effort.ratio;
    const same = size.width === width && size.height === height && size.ratio === ratio;
    if (same || renderer.xr.isPresenting) return false;
    Object.assign(size, { width, height, ratio });
    renderer.setPixelRatio(ratio);
    renderer.setSize(width, height, false);
    return true;
  }

  /** Draws with less, or again with more. @param {Stage['effort']} effort */
  setEffort(effort) {
    this.effort = effort;
    if (this.view) Object.assign(this.view.effort, effort);
    this.resize();
    this.dirty = true;
  }

  /** Puts the forces of mouse and hands into the data, before a step. */
  pull() {
    this.view?.applyPerturb(false);
    this.headset?.update();
  }

  /** Moves what mouse and hands hold, while the simulation stands still. */
  movePaused() {
    const { view, headset } = this;
    const held = view && view.perturb.active && view.perturb.select > 0;
    if (!view || (!held && !headset)) return;
    headset?.update(true);
    view.applyPerturb(true);
    const { mujoco, model, data } = view.context;
    mujoco.mj_forward(model, data);
    this.dirty = true;
  }

  /** Draws what is to be seen now, for the headset while one is on. */
  draw() {
    const { view, camera } = this;
    if (!view || !camera) return;
    if (this.headset) {
      this.headset.draw();
    } else {
      camera.follow(view.data);
      view.update(camera);
      view.render(this.renderer, this.scene, camera);
      // whatever of it is in use stays
      this.prepared?.();
      this.prepared = null;
    }
    this.dirty = false;
  }

  /** Shows the simulation in a headset; only after a click or a key. @returns {Promise<boolean>} whether it is shown */
  async enterHeadset() {
    const { view, renderer } = this;
    if (!view || this.headset) return false;
    const { enterXr } = await import('./stereo.js');
    const session = await enterXr(renderer, this.scene, view);
    this.headset = session;
    const taken = () => {
      renderer.xr.removeEventListener('sessionend', taken);
      if (this.headset === session) this.leaveHeadset();
      this.resize();
    };
    renderer.xr.addEventListener('sessionend', taken);
    // another simulation came while the headset was asked for
    if (view !== this.view) this.leaveHeadset();
    this.onHeadset?.(this.headset);
    return this.headset !== null;
  }

  /** Ends what is shown in a headset. */
  leaveHeadset() {
    const { headset } = this;
    if (!headset) return;
    this.headset = null;
    headset.leave();
    this.dirty = true;
    this.onHeadset?.(null);
  }

  /** Frees everything; the stage cannot be used afterwards. */
  dispose() {
    this.hide();
    this.prepared?.();
    this.renderer.setAnimationLoop(null);
    this.renderer.dispose();
  }
}
