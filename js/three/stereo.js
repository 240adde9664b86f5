// Two eyes: side by side in one picture, or in a headset by WebXR, whose controllers and hands push bodies.
//
//   const stereo = new StereoPicture();
//   stereo.render(renderer, scene, view, camera);          // left half, right half
//
//   const session = await enterXr(renderer, scene, view);   // inside a click
//   ...renderer.setAnimationLoop(() => { session.update(); simulation.step(); session.draw(); })
//
// Eyes are three's StereoCamera, headset and hands its WebXRManager. StereoPicture is what its add-on StereoEffect does, since this
// package imports no add-ons; what hands take hold of, and with which force, three does not know.
import { Matrix4, PerspectiveCamera, Quaternion, StereoCamera, Vector2, Vector3 } from 'three';
import { TRANSLATE, clearForce, takeHold } from './pull.js';

const REACH = 0.12; // metres around a hand in which it takes hold of a body
const SMALL = 0.5; // models with a smaller extent in metres stand on a table
const TABLE = 0.9; // metres above the floor
const NEAREST = 0.02; // metres before the eyes

const size = new Vector2();
const point = new Vector3();
const other = new Vector3();
const toView = new Matrix4();

export class StereoPicture {
  constructor() {
    this.eyes = new StereoCamera();
    this.eyes.aspect = 0.5;
    /** Distance of the eyes in metres. */
    this.eyeDistance = 0.064;
  }

  /**
   * @param {import('three').WebGLRenderer} renderer
   * @param {import('three').Scene} scene
   * @param {import('three').PerspectiveCamera} camera
   */
  render(renderer, scene, camera) {
    camera.updateMatrixWorld();
    this.eyes.eyeSep = this.eyeDistance;
    this.eyes.update(camera);
    renderer.getSize(size);
    const half = size.x / 2;
    const clears = renderer.autoClear;
    renderer.clear();
    renderer.autoClear = false;
    renderer.setScissorTest(true);
    for (const [eye, x] of /** @type {const} */ ([
      [this.eyes.cameraL, 0],
      [this.eyes.cameraR, half],
    ])) {
      renderer.setViewport(x, 0, half, size.y);
      renderer.setScissor(x, 0, half, size.y);
      renderer.render(scene, eye);
    }
    renderer.setScissorTest(false);
    renderer.setViewport(0, 0, size.x, size.y);
    renderer.autoClear = clears;
  }
}

const takes = ['selectstart', 'squeezestart', 'pinchstart'];
const drops = ['selectend', 'squeezeend', 'pinchend', 'disconnected'];
const tips = /** @type {const} */ (['index-finger-tip', 'thumb-tip']);

/** A controller or hand: holds the body that it touches while its trigger or pinch is down. */
class Grip {
  /**
   * @param {import('./simulation_view.js').SimulationView} view
   * @param {import('three').WebXRManager} xr
   * @param {number} i
   */
  constructor(view, xr, i) {
    const { mujoco } = view.context;
    this.view = view;
    this.pointer = xr.getController(i);
    /** @type {[import('three').XRTargetRaySpace, import('three').XRGripSpace, import('three').XRHandSpace]} */
    this.spaces = [this.pointer, xr.getControllerGrip(i), xr.getHand(i)];
    /** What this hand pulls; the other one and the mouse have their own. */
    this.perturb = new mujoco.MjvPerturb();
    mujoco.mjv_defaultPerturb(this.perturb);
    this.before = new Float64Array(6);
    this.press = () => this.take();
    this.release = () => this.drop();
    const pointer = /** @type {import('three').EventDispatcher<Record<string, {}>>} */ (
      this.pointer
    );
    // three sends what happens to a hand to all of its spaces: one is enough
    for (const name of takes) pointer.addEventListener(name, this.press);
    for (const name of drops) pointer.addEventListener(name, this.release);
  }

  /** Where the hand is, in the frame of the model: between its finger tips, in its grip, or where it points from. */
  place() {
    const { view } = this;
    const [pointer, grip, hand] = this.spaces;
    const [index, thumb] = tips.map((name) => hand.joints?.[name]);
    view.updateWorldMatrix(true, false);
    toView.copy(view.matrixWorld).invert();
    if (hand.visible && index?.visible && thumb?.visible) {
      index.updateWorldMatrix(true, false);
      thumb.updateWorldMatrix(true, false);
      point.setFromMatrixPosition(index.matrixWorld);
      point.lerp(other.setFromMatrixPosition(thumb.matrixWorld), 0.5);
    } else {
      const space = grip.visible ? grip : pointer;
      space.updateWorldMatrix(true, false);
      point.setFromMatrixPosition(space.matrixWorld);
    }
    return point.applyMatrix4(toView);
  }

  /** Takes the nearest body within reach that can move. */
  take() {
    const { view, perturb } = this;
    if (perturb.select > 0) return;
    const { xipos } = view.data;
    const at = this.place();
    let nearest = REACH / view.getWorldScale(other).x;
    let body = 0;
    for (let i = 1; i < view.model.nbody; i++) {
      const distance = Math.hypot(
        xipos[3 * i] - at.x,
        xipos[3 * i + 1] - at.y,
        xipos[3 * i + 2] - at.z,
      );
      if (distance >= nearest || !view.isMovable(i)) continue;
      nearest = distance;
      body = i;
    }
    if (body === 0) return;
    takeHold(perturb, view.data, body, at.toArray());
    view.context.mujoco.mjv_initPerturb(view.model, view.data, view.memory.scene, perturb);
    perturb.active = TRANSLATE;
    view.memory.held.add(perturb);
  }

  /** Takes its pull of the last frame away. */
  forget() {
    if (this.perturb.select > 0) clearForce(this.perturb, this.view.data);
  }

  /** Pulls what is held to the hand; while paused it is moved there. @param {boolean} paused */
  update(paused) {
    const { view, perturb, before } = this;
    if (perturb.select <= 0) return;
    const { mujoco, model, data } = view.context;
    const { refpos, refselpos } = perturb;
    const at = this.place();
    for (let k = 0; k < 3; k++) {
      const now = at.getComponent(k);
      refpos[k] += now - refselpos[k];
      refselpos[k] = now;
    }
    mujoco.mjv_applyPerturbPose(model, data, perturb, paused ? 1 : 0);
    if (paused) return;
    // the engine sets the force: what the other hand pulls at the same body is added again
    const force = data.xfrc_applied.subarray(6 * perturb.select, 6 * perturb.select + 6);
    before.set(force);
    mujoco.mjv_applyPerturbForce(model, data, perturb);
    for (let k = 0; k < 6; k++) force[k] += before[k];
  }

  drop() {
    this.forget();
    this.view.memory.held.delete(this.perturb);
    this.perturb.select = 0;
    this.perturb.active = 0;
  }

  dispose() {
    this.drop();
    const pointer = /** @type {import('three').EventDispatcher<Record<string, {}>>} */ (
      this.pointer
    );
    for (const name of takes) pointer.removeEventListener(name, this.press);
    for (const name of drops) pointer.removeEventListener(name, this.release);
    this.perturb.delete();
  }
}

/** A picture in a headset, and the hands of who wears it. */
export class XrSession {
  /**
   * @param {import('three').WebGLRenderer} renderer
   * @param {import('three').Scene} scene
   * @param {import('./simulation_view.js').SimulationView} view
   */
  constructor(renderer, scene, view) {
    this.renderer = renderer;
    this.scene = scene;
    this.view = view;
    this.ended = false;
    const { extent } = view.model.stat;
    /** What the lenses see, and where the head is. */
    this.camera = new PerspectiveCamera(60, 1, NEAREST, view.model.vis.map.zfar * extent + 100);
    this.kept = { quaternion: view.quaternion.clone(), position: view.position.clone() };
    // the room has y up, and the model stands before who looks at it
    view.quaternion.copy(new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), -Math.PI / 2));
    view.position.set(0, extent < SMALL ? TABLE : 0, -1.5 * extent);
    /** @type {Grip[]} */
    this.grips = [0, 1].map((i) => new Grip(view, renderer.xr, i));
    for (const { spaces } of this.grips) scene.add(...spaces);
  }

  /** The camera of the head: give it to view.update. */
  get head() {
    return this.renderer.xr.getCamera();
  }

  /** Lets hands pull; before stepping, or instead of it. @param {boolean} [paused] */
  update(paused = false) {
    for (const grip of this.grips) grip.forget();
    for (const grip of this.grips) grip.update(paused);
  }

  /** Draws for both eyes. */
  draw() {
    this.view.update(this.head);
    this.renderer.render(this.scene, this.camera);
  }

  /** Ends the session and lets go at once: the view may be disposed of then. */
  leave() {
    this.end();
    return this.renderer.xr.getSession()?.end();
  }

  end() {
    if (this.ended) return;
    this.ended = true;
    for (const grip of this.grips) {
      grip.dispose();
      this.scene.remove(...grip.spaces);
    }
    this.view.quaternion.copy(this.kept.quaternion);
    this.view.position.copy(this.kept.position);
    this.renderer.xr.enabled = false;
  }
}

/**
 * Tells whether there is a headset, now and when one comes or goes.
 * @param {(on: boolean) => void} tell
 * @param {AbortSignal} [signal]
 */
export function watchHeadset(tell, signal) {
  const { xr } = navigator;
  if (!xr) return;
  const ask = () =>
    xr.isSessionSupported('immersive-vr').then(
      (/** @type {boolean} */ on) => signal?.aborted || tell(on),
      () => tell(false),
    );
  xr.addEventListener?.('devicechange', ask, { signal });
  ask();
}

/**
 * Shows a view in a headset; needs a user's gesture. The session's end undoes it all.
 * @param {import('three').WebGLRenderer} renderer
 * @param {import('three').Scene} scene
 * @param {import('./simulation_view.js').SimulationView} view
 * @param {'immersive-vr' | 'immersive-ar'} [mode]
 */
export async function enterXr(renderer, scene, view, mode = 'immersive-vr') {
  const { xr: system } = navigator;
  if (!system || !(await system.isSessionSupported(mode)))
    throw new Error(`This browser or device offers no ${mode} session`);
  const session = await system.requestSession(mode, {
    optionalFeatures: ['local-floor', 'hand-tracking'],
  });
  renderer.xr.enabled = true;
  renderer.xr.setReferenceSpaceType('local-floor');
  await renderer.xr.setSession(session);
  const shown = new XrSession(renderer, scene, view);
  session.addEventListener('end', () => shown.end(), { once: true });
  return shown;
}
