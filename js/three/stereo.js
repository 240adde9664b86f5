// Two eyes: side by side in one picture, or in a headset by WebXR, whose controllers and hands push bodies.
//
//   const stereo = new StereoPicture();
//   stereo.render(renderer, scene, view, camera);          // left half, right half
//
//   const session = await enterXr(renderer, scene, view);   // inside a click
//   ...renderer.setAnimationLoop(() => { session.update(); simulation.step(); view.update(session.head); renderer.render(...) })
import { Matrix4, Quaternion, StereoCamera, Vector2, Vector3 } from 'three';

const REACH = 0.12; // metres around a hand in which it takes hold of a body

const size = new Vector2();
const point = new Vector3();
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

/** A hand or controller: holds the body that it touches while its trigger or pinch is down. */
class Grip {
  /** @param {import('./simulation_view.js').SimulationView} view @param {import('three').Group} space */
  constructor(view, space) {
    this.view = view;
    this.space = space;
    this.body = 0;
    this.local = new Vector3();
    this.press = () => this.take();
    this.release = () => this.drop();
    for (const name of ['selectstart', 'squeezestart', 'pinchstart'])
      space.addEventListener(/** @type {any} */ (name), this.press);
    for (const name of ['selectend', 'squeezeend', 'pinchend', 'disconnected'])
      space.addEventListener(/** @type {any} */ (name), this.release);
  }

  /** Where the hand is, in the frame of the model. */
  place() {
    this.space.updateWorldMatrix(true, false);
    this.view.updateWorldMatrix(true, false);
    toView.copy(this.view.matrixWorld).invert();
    return point.setFromMatrixPosition(this.space.matrixWorld).applyMatrix4(toView);
  }

  /** Takes the nearest body within reach that can move. */
  take() {
    const { view } = this;
    const { xipos, xmat, xpos } = view.data;
    const at = this.place();
    let nearest = REACH / view.getWorldScale(new Vector3()).x;
    this.body = 0;
    for (let i = 1; i < view.model.nbody; i++) {
      const distance = Math.hypot(
        xipos[3 * i] - at.x,
        xipos[3 * i + 1] - at.y,
        xipos[3 * i + 2] - at.z,
      );
      if (distance >= nearest || !view.isMovable(i)) continue;
      nearest = distance;
      this.body = i;
    }
    if (this.body === 0) return;
    const i = this.body;
    const along = (/** @type {number} */ k) =>
      xmat[9 * i + k] * (at.x - xpos[3 * i]) +
      xmat[9 * i + 3 + k] * (at.y - xpos[3 * i + 1]) +
      xmat[9 * i + 6 + k] * (at.z - xpos[3 * i + 2]);
    this.local.set(along(0), along(1), along(2));
    const { perturb } = view;
    perturb.select = i;
    perturb.localpos.set([this.local.x, this.local.y, this.local.z]);
    view.context.mujoco.mjv_initPerturb(view.model, view.data, view.memory.scene, perturb);
    perturb.active = 1;
  }

  /** Pulls what is held to the hand. */
  update() {
    if (this.body === 0) return;
    const at = this.place();
    this.view.perturb.refselpos.set([at.x, at.y, at.z]);
    this.view.applyPerturb(false);
  }

  drop() {
    if (this.body !== 0) this.view.endPerturb();
    this.body = 0;
  }

  dispose() {
    this.drop();
    for (const name of ['selectstart', 'squeezestart', 'pinchstart'])
      this.space.removeEventListener(/** @type {any} */ (name), this.press);
    for (const name of ['selectend', 'squeezeend', 'pinchend', 'disconnected'])
      this.space.removeEventListener(/** @type {any} */ (name), this.release);
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
    this.kept = { quaternion: view.quaternion.clone(), position: view.position.clone() };
    // the room has y up, and the model stands before who looks at it
    view.quaternion.copy(new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), -Math.PI / 2));
    view.position.set(0, 0, -1.5 * view.model.stat.extent);
    /** @type {Grip[]} */
    this.grips = [0, 1].flatMap((i) => [
      new Grip(view, renderer.xr.getController(i)),
      new Grip(view, /** @type {any} */ (renderer.xr.getHand(i))),
    ]);
    for (const { space } of this.grips) scene.add(space);
  }

  /** The camera of the head: give it to view.update. */
  get head() {
    return this.renderer.xr.getCamera();
  }

  /** Lets hands pull; before stepping. */
  update() {
    for (const grip of this.grips) grip.update();
  }

  end() {
    for (const grip of this.grips) {
      grip.dispose();
      this.scene.remove(grip.space);
    }
    this.view.quaternion.copy(this.kept.quaternion);
    this.view.position.copy(this.kept.position);
    this.renderer.xr.enabled = false;
  }
}

/**
 * Shows a view in a headset; needs a user's gesture. The session's end undoes it all.
 * @param {import('three').WebGLRenderer} renderer
 * @param {import('three').Scene} scene
 * @param {import('./simulation_view.js').SimulationView} view
 * @param {'immersive-vr' | 'immersive-ar'} [mode]
 */
export async function enterXr(renderer, scene, view, mode = 'immersive-vr') {
  const { xr: system } = /** @type {any} */ (navigator);
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
