// Shadows: one depth picture per light that throws them, side by side in one texture.
//
// three's own shadows belong to its lights and materials; the lights here are those of the abstract scene, and their number changes while
// it runs. One texture for all of them leaves texture units to the model, and shadows have the sizes and the edges of MuJoCo's renderer.
//
// A spot light looks along its cone, narrowed by map.shadowscale; a directional light sees a square of map.shadowclip extents about
// the point looked at. What lies outside is lit.
import {
  DepthTexture,
  LessEqualCompare,
  LinearFilter,
  Matrix4,
  NearestFilter,
  OrthographicCamera,
  PerspectiveCamera,
  UnsignedIntType,
  Vector3,
  Vector4,
  WebGLRenderTarget,
} from 'three';
import { makeDepthMaterial } from './display_material.js';
import { MAX_SHADOWS } from './light_code.js';

const MAX_SIZE = 4096;
const MAX_CONE = 80; // degrees from the axis to the side of a shadow's picture

/** Uniforms that shadows need. */
export function shadowUniforms() {
  return {
    shadowAtlas: { value: /** @type {DepthTexture | null} */ (null) },
    shadowMatrix: { value: Array.from({ length: MAX_SHADOWS }, () => new Matrix4()) },
    shadowTile: { value: Array.from({ length: MAX_SHADOWS }, () => new Vector4(0, 0, 1, 1)) },
  };
}

// from -1..1 to 0..1
const toUnit = new Matrix4().set(0.5, 0, 0, 0.5, 0, 0.5, 0, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0, 1);
const eye = new Vector3();
const target = new Vector3();
const up = new Vector3();
const local = new Matrix4();

export class ShadowMaps {
  /** @param {import('./view_context.js').ViewContext} context */
  constructor(context) {
    this.context = context;
    /** Pixels along the picture of all shadows at most, whatever the model asks for. */
    this.limit = MAX_SIZE;
    /** @type {WebGLRenderTarget | null} */
    this.target = null;
    this.depth = makeDepthMaterial({});
    this.capsuleDepth = makeDepthMaterial({ capsule: true });
    this.wide = new OrthographicCamera();
    this.cone = new PerspectiveCamera();
    for (const camera of [this.wide, this.cone]) {
      camera.matrixAutoUpdate = false;
      camera.matrixWorldAutoUpdate = false;
    }
  }

  /** Gives what throws shadows a material that leaves depths, and hides the rest. @param {import('./shape_batch.js').Batch} batch */
  begin(batch) {
    const { userData } = batch;
    userData.material = batch.material;
    userData.shown = batch.visible;
    batch.visible &&= userData.casts;
    const shape = batch.instances.capsule ? this.capsuleDepth : this.depth;
    batch.material = 'depth' in batch ? batch.depth : shape;
  }

  /** Puts back what begin() changed. @param {import('./shape_batch.js').Batch} batch */
  end(batch) {
    batch.material = batch.userData.material;
    batch.visible = batch.userData.shown;
  }

  /**
   * Draws the pictures of the first `count` lights.
   * @param {import('three').WebGLRenderer} renderer
   * @param {import('three').Object3D} casters
   * @param {import('three').Object3D} view
   * @param {number} count
   * @param {Vector3} focus
   */
  render(renderer, casters, view, count, focus) {
    const { shared } = this.context;
    const side = Math.ceil(Math.sqrt(count));
    const atlas = this.fitTarget();
    const tile = Math.floor(atlas.width / side);
    const old = renderer.getRenderTarget();
    const clears = renderer.autoClear;
    renderer.autoClear = false;
    atlas.viewport.set(0, 0, atlas.width, atlas.height);
    atlas.scissorTest = false;
    renderer.setRenderTarget(atlas);
    renderer.clear(true, true, false);
    for (let i = 0; i < count; i++) {
      const camera = this.aim(i, view, focus);
      const x = tile * (i % side);
      const y = tile * Math.floor(i / side);
      atlas.viewport.set(x, y, tile, tile);
      atlas.scissor.set(x, y, tile, tile);
      atlas.scissorTest = true;
      renderer.setRenderTarget(atlas);
      renderer.render(casters, camera);
      shared.shadowTile.value[i].set(
        x / atlas.width,
        y / atlas.height,
        tile / atlas.width,
        tile / atlas.height,
      );
    }
    renderer.autoClear = clears;
    renderer.setRenderTarget(old);
    shared.shadowAtlas.value = atlas.depthTexture;
  }

  /** @param {number} i @param {import('three').Object3D} view @param {Vector3} focus */
  aim(i, view, focus) {
    const { shared, model } = this.context;
    const { map } = model.vis;
    const { extent } = model.stat;
    const position = shared.lightPosition.value[i];
    const direction = shared.lightDirection.value[i];
    target.set(direction.x, direction.y, direction.z);
    /** @type {OrthographicCamera | PerspectiveCamera} */
    let camera;
    if (position.w === 0) {
      const half = map.shadowclip * extent;
      this.wide.left = this.wide.bottom = -half;
      this.wide.right = this.wide.top = half;
      this.wide.near = -20 * extent;
      this.wide.far = 20 * extent;
      eye.copy(focus);
      camera = this.wide;
    } else {
      const cutoff = direction.w > -1.5 ? (Math.acos(direction.w) * 180) / Math.PI : MAX_CONE;
      this.cone.fov = 2 * Math.min(cutoff * map.shadowscale, MAX_CONE);
      this.cone.near = map.znear * extent;
      this.cone.far = map.zfar * extent;
      eye.set(position.x, position.y, position.z);
      camera = this.cone;
    }
    up.set(0, 0, 1);
    if (Math.abs(target.z) > 0.99 * target.length()) up.set(0, 1, 0);
    local.lookAt(eye, target.add(eye), up).setPosition(eye);
    camera.updateProjectionMatrix();
    camera.matrixWorld.multiplyMatrices(view.matrixWorld, local);
    camera.matrixWorldInverse.copy(camera.matrixWorld).invert();
    shared.shadowMatrix.value[i]
      .copy(local)
      .invert()
      .premultiply(camera.projectionMatrix)
      .premultiply(toUnit);
    return camera;
  }

  fitTarget() {
    const asked = Math.max(this.context.model.vis.quality.shadowsize, 256);
    const size = Math.min(asked, this.limit, MAX_SIZE);
    // soft edges are made of the depths themselves
    const { soft } = this.context.settings;
    const depths = this.target?.depthTexture;
    if (depths && (depths.width !== size || (depths.compareFunction === null) !== soft))
      this.freeTarget();
    if (!this.target) {
      this.target = new WebGLRenderTarget(size, size);
      const depth = new DepthTexture(size, size, UnsignedIntType);
      depth.compareFunction = soft ? null : LessEqualCompare;
      depth.magFilter = depth.minFilter = soft ? NearestFilter : LinearFilter;
      this.target.depthTexture = depth;
    }
    return this.target;
  }

  dispose() {
    this.depth.dispose();
    this.capsuleDepth.dispose();
    this.freeTarget();
  }

  freeTarget() {
    this.target?.depthTexture?.dispose();
    this.target?.dispose();
    this.target = null;
  }
}
