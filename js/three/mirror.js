// Planes and upper faces of boxes that reflect: the scene is drawn once more from behind the plane, into a texture that the plane's material mixes in.
//
// The mirrored camera stays right-handed, so its picture is flipped left to right; the material reads it flipped. An oblique near
// plane cuts away what lies behind the mirror (Lengyel 2005, "Oblique view frustum depth projection and clipping"). three's Reflector
// is a mesh with a material of its own that shows nothing but the reflection, and reflects the sky; here a surface keeps colour, texture
// and light, and what it reflects is dimmed by its reflectance, as in MuJoCo's own renderer.
import { Color, Matrix4, PerspectiveCamera, Vector3, Vector4, WebGLRenderTarget } from 'three';

const SAMPLES = 4;

const normal = new Vector3();
const point = new Vector3();
const right = new Vector3();
const up = new Vector3();
const back = new Vector3();
const clip = new Vector4();
const corner = new Vector4();
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

  /** Shows the surface without its reflection. @param {import('./shape_batch.js').Batch} batch */
  static hide(batch) {
    /** @type {import('three').ShaderMaterial} */ (batch.material).uniforms.mirrorStrength.value =
      0;
  }

  /**
   * Draws what the surface of a batch of one reflects: a plane, or a box whose upper face does.
   * @param {import('three').WebGLRenderer} renderer
   * @param {import('three').Object3D} scene
   * @param {import('three').Camera} camera
   * @param {import('./shape_batch.js').Batch} batch
   * @param {import('three').Object3D} sky not reflected, as in MuJoCo
   * @param {import('three').Vector4} picture corner and size in pixels
   */
  render(renderer, scene, camera, batch, sky, picture) {
    const m = batch.instances.matrix.array;
    normal.set(m[8], m[9], m[10]);
    point.set(m[12], m[13], m[14]);
    if (batch.userData.box) point.add(normal);
    point.applyMatrix4(batch.matrixWorld);
    normal.transformDirection(batch.matrixWorld);
    const height = back.setFromMatrixPosition(camera.matrixWorld).sub(point).dot(normal);
    const { uniforms } = /** @type {import('three').ShaderMaterial} */ (batch.material);
    uniforms.mirrorStrength.value = 0;
    if (height <= 0) return;
    this.placeCamera(camera, height);
    this.fitTarget(picture.z, picture.w);
    const old = renderer.getRenderTarget();
    const skyVisible = sky.visible;
    const { frame } = batch.userData;
    sky.visible = batch.visible = false;
    if (frame) frame.visible = false;
    renderer.getClearColor(clearColor);
    const clearAlpha = renderer.getClearAlpha();
    renderer.setRenderTarget(this.target);
    renderer.setClearColor(0, 0);
    renderer.clear();
    renderer.render(scene, this.camera);
    batch.visible = true;
    if (frame) frame.visible = true;
    sky.visible = skyVisible;
    renderer.setClearColor(clearColor, clearAlpha);
    renderer.setRenderTarget(old);
    uniforms.mirrorMap.value = /** @type {WebGLRenderTarget} */ (this.target).texture;
    uniforms.mirrorStrength.value = 1;
  }

  /** @param {import('three').Camera} camera @param {number} height of the camera above the plane */
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
    const p = own.projectionMatrix.elements;
    // the picture is flipped: so is what is off its middle
    p[8] = -p[8];
    p[12] = -p[12];
    const perspective = p[15] === 0;
    if (perspective) this.cutBehind(p, height);
    own.projectionMatrixInverse.copy(own.projectionMatrix).invert();
  }

  /** Makes the mirror the near plane. @param {number[]} p projection @param {number} height */
  cutBehind(p, height) {
    const own = this.camera;

    up.copy(normal).transformDirection(own.matrixWorldInverse);
    clip.set(up.x, up.y, up.z, -height);
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
  }

  /** @param {number} width @param {number} height */
  fitTarget(width, height) {
    this.target ??= new WebGLRenderTarget(width, height, { samples: SAMPLES });
    if (this.target.width !== width || this.target.height !== height)
      this.target.setSize(width, height);
  }

  dispose() {
    this.target?.dispose();
    this.target = null;
  }
}

/** The mirrors of a picture, one for each surface that reflects. */
export class MirrorSet {
  /** @param {import('./view_context.js').ViewContext} context */
  constructor(context) {
    this.context = context;
    /** @type {Mirror[]} */
    this.all = [];
  }

  /**
   * Draws what surfaces reflect.
   * @param {import('three').WebGLRenderer} renderer
   * @param {import('three').Object3D} scene
   * @param {import('three').Camera} camera
   * @param {import('./shape_batch.js').Batch[]} surfaces
   * @param {import('three').Object3D} sky
   * @param {boolean} on without, they are plain surfaces
   */
  draw(renderer, scene, camera, surfaces, sky, on) {
    const { shared } = this.context;
    for (const batch of surfaces) Mirror.hide(batch);
    for (let i = 0; on && i < surfaces.length; i++) {
      const mirror = (this.all[i] ??= new Mirror());
      // what is reflected is dimmed but for its highlights and has no shadows, as in MuJoCo's own renderer
      shared.colorScale.value = surfaces[i].instances.surface.array[3];
      shared.inMirror.value = true;
      mirror.render(renderer, scene, camera, surfaces[i], sky, shared.picture.value);
      shared.colorScale.value = 1;
      shared.inMirror.value = false;
    }
  }

  dispose() {
    for (const mirror of this.all) mirror.dispose();
  }
}
