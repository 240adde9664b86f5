// Planes that reflect: the scene is drawn once more from behind the plane, into a texture that the plane's material mixes in.
//
// The mirrored camera stays right-handed, so its picture is flipped left to right; the material reads it flipped. An oblique near
// plane cuts away what lies behind the mirror (Lengyel 2005, "Oblique view frustum depth projection and clipping").
import {
  Color,
  Matrix4,
  PerspectiveCamera,
  Vector2,
  Vector3,
  Vector4,
  WebGLRenderTarget,
} from 'three';

const SCALE = 0.6; // size of the reflection relative to the picture

const normal = new Vector3();
const point = new Vector3();
const right = new Vector3();
const up = new Vector3();
const back = new Vector3();
const clip = new Vector4();
const corner = new Vector4();
const size = new Vector2();
const frame = new Matrix4();
const clearColor = new Color();

/** Mirrors a direction. @param {Vector3} v */
const mirror = (v) => v.addScaledVector(normal, -2 * v.dot(normal));

export class Mirror {
  constructor() {
    this.camera = new PerspectiveCamera();
    this.camera.matrixAutoUpdate = false;
    this.camera.matrixWorldAutoUpdate = false;
    /** @type {WebGLRenderTarget | null} */
    this.target = null;
  }

  /** Shows the plane without its reflection. @param {import('./shape_batch.js').ShapeBatch} batch */
  static hide(batch) {
    const { uniforms } = /** @type {import('three').Material} */ (batch.material).userData;
    uniforms.mirrorStrength.value = 0;
  }

  /**
   * Draws what the plane of a batch reflects.
   * @param {import('three').WebGLRenderer} renderer
   * @param {import('three').Scene} scene
   * @param {PerspectiveCamera} camera
   * @param {import('./shape_batch.js').ShapeBatch} batch
   * @param {import('three').Object3D} sky not reflected, as in MuJoCo
   */
  render(renderer, scene, camera, batch, sky) {
    const m = batch.instanceMatrix.array;
    normal.set(m[8], m[9], m[10]).normalize();
    point.set(m[12], m[13], m[14]);
    const height = back.setFromMatrixPosition(camera.matrixWorld).sub(point).dot(normal);
    const { uniforms } = /** @type {import('three').Material} */ (batch.material).userData;
    uniforms.mirrorStrength.value = 0;
    if (height <= 0) return;
    this.placeCamera(camera, height);
    this.fitTarget(renderer);
    const old = renderer.getRenderTarget();
    renderer.setRenderTarget(this.target);
    const skyVisible = sky.visible;
    sky.visible = batch.visible = false;
    renderer.getClearColor(clearColor);
    const clearAlpha = renderer.getClearAlpha();
    renderer.setClearColor(0, 0);
    renderer.clear();
    renderer.render(scene, this.camera);
    batch.visible = true;
    sky.visible = skyVisible;
    renderer.setClearColor(clearColor, clearAlpha);
    renderer.setRenderTarget(old);
    uniforms.mirrorMap.value = /** @type {WebGLRenderTarget} */ (this.target).texture;
    renderer.getDrawingBufferSize(uniforms.mirrorSize.value);
    uniforms.mirrorStrength.value = 1;
  }

  /** @param {PerspectiveCamera} camera @param {number} height of the camera above the plane */
  placeCamera(camera, height) {
    const own = this.camera;
    camera.matrixWorld.extractBasis(right, up, back);
    mirror(right).negate();
    mirror(up);
    mirror(back);
    frame.makeBasis(right, up, back);
    point.setFromMatrixPosition(camera.matrixWorld).addScaledVector(normal, -2 * height);
    own.matrixWorld.copy(frame).setPosition(point);
    own.matrixWorldInverse.copy(own.matrixWorld).invert();
    own.projectionMatrix.copy(camera.projectionMatrix);

    // near plane = plane of the mirror, in the camera's frame
    up.copy(normal).transformDirection(own.matrixWorldInverse);
    clip.set(up.x, up.y, up.z, -height);
    const p = own.projectionMatrix.elements;
    corner.set(
      (Math.sign(clip.x) + p[8]) / p[0],
      (Math.sign(clip.y) + p[9]) / p[5],
      -1,
      (1 + p[10]) / p[14],
    );
    clip.multiplyScalar(2 / clip.dot(corner));
    p[2] = clip.x;
    p[6] = clip.y;
    p[10] = clip.z + 1;
    p[14] = clip.w;
    own.projectionMatrixInverse.copy(own.projectionMatrix).invert();
  }

  /** @param {import('three').WebGLRenderer} renderer */
  fitTarget(renderer) {
    renderer.getDrawingBufferSize(size).multiplyScalar(SCALE).floor();
    this.target ??= new WebGLRenderTarget(size.x, size.y, { depthBuffer: true });
    if (this.target.width !== size.x || this.target.height !== size.y)
      this.target.setSize(size.x, size.y);
  }

  dispose() {
    this.target?.dispose();
    this.target = null;
  }
}
