// Many copies of one shape in one draw call.
import { DynamicDrawUsage, InstancedBufferAttribute, InstancedMesh } from 'three';

const identity = new Float32Array([1, 0, 0, 0, 1, 0, 0, 0, 1]);

/** Instances of one geometry and material; each has a pose, three sizes, a colour and a surface. */
export class ShapeBatch extends InstancedMesh {
  /**
   * @param {import('three').BufferGeometry} geometry
   * @param {import('three').Material} material
   * @param {number} capacity
   * @param {boolean} capsule
   */
  constructor(geometry, material, capacity, capsule = false) {
    // attributes of instances live on a copy of the geometry that shares the vertices
    super(geometry.clone(), material, capacity);
    this.capacity = capacity;
    this.capsule = capsule;
    this.count = 0;
    this.frustumCulled = false;
    this.matrixAutoUpdate = false;
    this.rgba = this.addAttribute('instanceRgba', capacity);
    this.surface = this.addAttribute('instanceSurface', capacity);
    this.instanceMatrix.setUsage(DynamicDrawUsage);
    this.segment = new InstancedBufferAttribute(new Float32Array(capacity), 1);
    this.segment.setUsage(DynamicDrawUsage);
    this.geometry.setAttribute('instanceSegment', this.segment);
  }

  /** Draws the geometry's index as pairs of ends. */
  becomeLines() {
    Object.assign(this, { isMesh: false, isLine: true, isLineSegments: true });
  }

  /**
   * @param {string} name
   * @param {number} capacity
   */
  addAttribute(name, capacity) {
    const attribute = new InstancedBufferAttribute(new Float32Array(4 * capacity), 4);
    attribute.setUsage(DynamicDrawUsage);
    this.geometry.setAttribute(name, attribute);
    return attribute;
  }

  /**
   * Pose of an instance: position at pos[p...], row-major rotation at mat[r...], and scales along its axes. A capsule takes its
   * half length as sz.
   * @param {number} i
   * @param {ArrayLike<number>} pos
   * @param {number} p
   * @param {ArrayLike<number> | null} mat
   * @param {number} r
   * @param {number} sx
   * @param {number} sy
   * @param {number} sz
   */
  setPose(i, pos, p, mat, r, sx, sy, sz) {
    const m = /** @type {Float32Array} */ (this.instanceMatrix.array);
    const o = 16 * i;
    const R = mat ?? identity;
    const b = mat ? r : 0;
    const z = this.capsule ? sx : sz;
    ((m[o] = R[b] * sx), (m[o + 1] = R[b + 3] * sx), (m[o + 2] = R[b + 6] * sx), (m[o + 3] = 0));
    ((m[o + 4] = R[b + 1] * sy),
      (m[o + 5] = R[b + 4] * sy),
      (m[o + 6] = R[b + 7] * sy),
      (m[o + 7] = 0));
    ((m[o + 8] = R[b + 2] * z),
      (m[o + 9] = R[b + 5] * z),
      (m[o + 10] = R[b + 8] * z),
      (m[o + 11] = 0));
    ((m[o + 12] = pos[p]), (m[o + 13] = pos[p + 1]), (m[o + 14] = pos[p + 2]), (m[o + 15] = 1));
    if (this.capsule) this.surface.array[4 * i + 3] = sx > 0 ? sz / sx : 0;
  }

  /**
   * @param {number} i
   * @param {ArrayLike<number>} rgba
   * @param {number} at
   * @param {number} emission
   * @param {number} specular
   * @param {number} shininess
   * @param {number} reflectance kept where a capsule keeps its stretch; width of lines
   * @param {number} segment number of the geom in the scene
   */
  setLook(i, rgba, at, emission, specular, shininess, reflectance, segment) {
    const colors = this.rgba.array;
    const surface = this.surface.array;
    for (let k = 0; k < 4; k++) colors[4 * i + k] = rgba[at + k];
    surface[4 * i] = emission;
    surface[4 * i + 1] = specular;
    surface[4 * i + 2] = shininess;
    if (!this.capsule) surface[4 * i + 3] = reflectance;
    this.segment.array[i] = segment;
  }

  posesChanged() {
    this.instanceMatrix.needsUpdate = true;
    if (this.capsule) this.surface.needsUpdate = true;
  }

  looksChanged() {
    this.rgba.needsUpdate = true;
    this.segment.needsUpdate = true;
    this.surface.needsUpdate = true;
  }

  dispose() {
    this.geometry.dispose();
    super.dispose();
    return this;
  }
}
