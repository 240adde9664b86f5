// Many copies of one shape in one draw call: what tells them apart, as attributes of instances.
//
// Each copy has a pose with three sizes, a colour, a surface and a number. Arrays have room for `capacity` copies and are written in
// place: nothing is allocated per frame.
import { DynamicDrawUsage, InstancedBufferAttribute } from 'three';

const identity = new Float32Array([1, 0, 0, 0, 1, 0, 0, 0, 1]);

/** Numbers of all copies one after the other. @typedef {{ array: import('three').TypedArray, needsUpdate: boolean }} Column */
/**
 * @typedef {object} Columns
 * @property {Column} matrix pose, 16 numbers a copy
 * @property {Column} rgba 4
 * @property {Column} surface emission, specular, shininess; stretch of a capsule, width of a line in pixels, or reflectance
 * @property {Column} segment number of the geom in the abstract scene
 */

/**
 * Columns that are attributes of a geometry.
 * @param {import('three').BufferGeometry} geometry gets the attributes, but for the matrix
 * @param {InstancedBufferAttribute} matrix
 * @param {number} capacity
 * @returns {Columns}
 */
function attributesOf(geometry, matrix, capacity) {
  const add = (/** @type {string} */ name, /** @type {number} */ size) => {
    const attribute = new InstancedBufferAttribute(new Float32Array(size * capacity), size);
    geometry.setAttribute(name, attribute.setUsage(DynamicDrawUsage));
    return attribute;
  };
  return {
    matrix: matrix.setUsage(DynamicDrawUsage),
    rgba: add('instanceRgba', 4),
    surface: add('instanceSurface', 4),
    segment: add('instanceSegment', 1),
  };
}

export class Instances {
  /**
   * @param {Columns} columns
   * @param {number} capacity
   * @param {boolean} capsule copies have a stretch: half the length of their straight part, in radii
   */
  constructor(columns, capacity, capsule) {
    this.capacity = capacity;
    this.capsule = capsule;
    this.matrix = columns.matrix;
    this.rgba = columns.rgba;
    this.surface = columns.surface;
    this.segment = columns.segment;
  }

  /**
   * Instances of three.
   * @param {import('three').BufferGeometry} geometry
   * @param {InstancedBufferAttribute} matrix poses
   * @param {number} capacity
   * @param {boolean} capsule
   */
  static of(geometry, matrix, capacity, capsule) {
    return new Instances(attributesOf(geometry, matrix, capacity), capacity, capsule);
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
    const m = /** @type {Float32Array} */ (this.matrix.array);
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
   * Look of an instance: that of a geom of the scene.
   * @param {number} i
   * @param {import('./scene_memory.js').SceneMemory} memory
   * @param {number} g the geom
   * @param {number} fourth of the surface, where it is not the stretch of a capsule
   */
  setLook(i, { at, engine }, g, fourth) {
    const { f32, i32 } = engine;
    const colors = this.rgba.array;
    const surface = this.surface.array;
    for (let k = 0; k < 4; k++) colors[4 * i + k] = f32[g + at.rgba + k];
    surface[4 * i] = f32[g + at.emission];
    surface[4 * i + 1] = f32[g + at.specular];
    surface[4 * i + 2] = f32[g + at.shininess];
    if (!this.capsule) surface[4 * i + 3] = fourth;
    this.segment.array[i] = i32[g + at.segid];
  }

  posesChanged() {
    this.matrix.needsUpdate = true;
    if (this.capsule) this.surface.needsUpdate = true;
  }

  looksChanged() {
    this.rgba.needsUpdate = true;
    this.segment.needsUpdate = true;
    this.surface.needsUpdate = true;
  }

  /** Takes over the first instances of a smaller one. @param {Instances} from */
  copy(from) {
    for (const name of /** @type {const} */ (['matrix', 'rgba', 'surface', 'segment']))
      this[name].array.set(from[name].array);
  }
}
