// A camera that looks as the engine says: free, tracking a body, or one of the model's own with its own lens, orthographic or not.
import { Camera, Vector3 } from 'three';
import { fieldOf, layoutOf } from '../engine/schema.js';

/** @typedef {import('./scene_memory.js').SceneMemory} SceneMemory */

const names = [
  'pos',
  'forward',
  'up',
  'frustum_center',
  'frustum_width',
  'frustum_bottom',
  'frustum_top',
  'frustum_near',
  'frustum_far',
  'orthographic',
];
const right = new Vector3();
const up = new Vector3();
const back = new Vector3();
const position = new Vector3();

/** Offsets of mjvGLCamera in words. */
function layout() {
  const at = Object.fromEntries(
    names.map((name) => [name, fieldOf('mjvGLCamera', name).offset >> 2]),
  );
  return {
    ...at,
    first: fieldOf('mjvScene', 'camera').offset >> 2,
    stride: layoutOf('mjvGLCamera').size >> 2,
  };
}

/** Camera types of mjtCamera. */
const cameraTypes = Object.freeze({ free: 0, tracking: 1, fixed: 2, user: 3 });

export class ModelCamera extends Camera {
  constructor() {
    super();
    this.matrixAutoUpdate = false;
    this.at = /** @type {Record<string, number>} */ (layout());
  }

  /**
   * Takes over the pair of eyes that the engine's scene has: the left one, the right one, or what is between them.
   * @param {SceneMemory} memory
   * @param {number} aspect width / height of the picture
   * @param {-1 | 0 | 1} [eye] left, between, right
   * @param {import('three').Matrix4 | null} [frame] of the view that shows the model
   */
  read(memory, aspect, eye = 0, frame = null) {
    const { at } = this;
    const { f32, i32 } = memory.engine;
    const left = (memory.address >> 2) + at.first;
    const first = eye === 1 ? left + at.stride : left;
    const second = eye === -1 ? left : left + at.stride;
    const mean = (/** @type {string} */ name) =>
      0.5 * (f32[first + at[name]] + f32[second + at[name]]);
    for (const [vector, name] of /** @type {const} */ ([
      [position, 'pos'],
      [back, 'forward'],
      [up, 'up'],
    ])) {
      const a = first + at[name];
      const b = second + at[name];
      vector.set(f32[a] + f32[b], f32[a + 1] + f32[b + 1], f32[a + 2] + f32[b + 2]);
      vector.multiplyScalar(0.5);
    }
    back.negate().normalize();
    right.crossVectors(up, back).normalize();
    up.crossVectors(back, right);
    this.matrix.makeBasis(right, up, back).setPosition(position);
    if (frame) this.matrix.premultiply(frame);
    this.matrixWorld.copy(this.matrix);
    this.matrix.decompose(this.position, this.quaternion, this.scale);
    this.matrixWorldInverse.copy(this.matrixWorld).invert();

    const top = mean('frustum_top');
    const bottom = mean('frustum_bottom');
    const half = mean('frustum_width') || (aspect * (top - bottom)) / 2;
    const centre = mean('frustum_center');
    const near = mean('frustum_near');
    const far = mean('frustum_far');
    if (i32[first + at.orthographic])
      this.projectionMatrix.makeOrthographic(centre - half, centre + half, top, bottom, near, far);
    else
      this.projectionMatrix.makePerspective(centre - half, centre + half, top, bottom, near, far);
    this.projectionMatrixInverse.copy(this.projectionMatrix).invert();
  }

  /**
   * Looks through a camera of the model, or freely.
   * @param {SceneMemory} memory
   * @param {import('../mujoco.js').MjData} data
   * @param {number} id -1: the free camera as memory.camera has it
   * @param {number} aspect
   */
  lookThrough(memory, data, id, aspect) {
    const { mujoco, model, camera, scene } = memory;
    if (id >= model.ncam) throw new RangeError(`camera ${id}: the model has ${model.ncam}`);
    camera.type =
      id < 0
        ? camera.type === cameraTypes.fixed
          ? cameraTypes.free
          : camera.type
        : cameraTypes.fixed;
    camera.fixedcamid = id;
    mujoco.mjv_updateCamera(model, data, camera, scene);
    this.read(memory, aspect);
  }

  /** three remakes matrices of cameras it owns; this one is set from outside. */
  updateMatrixWorld() {}
}
