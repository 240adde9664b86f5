// Batches of instances as objects of three: of triangles, and of the edges of a wireframe.
import { InstancedBufferAttribute, InstancedBufferGeometry, InstancedMesh, Object3D } from 'three';
import { Instances } from './instances.js';

/** @typedef {ShapeBatch | EdgeBatch | import('./part_batch.js').PartBatch} Batch */

/** Instances of one geometry of triangles. */
export class ShapeBatch extends InstancedMesh {
  /**
   * @param {import('three').BufferGeometry} geometry
   * @param {import('three').Material} material
   * @param {number} capacity
   * @param {boolean} capsule
   */
  constructor(geometry, material, capacity, capsule = false) {
    // attributes of instances live on a copy of the geometry
    super(geometry.clone(), material, capacity);
    this.instances = Instances.of(this.geometry, this.instanceMatrix, capacity, capsule);
    this.count = 0;
    this.frustumCulled = false;
    this.matrixAutoUpdate = false;
  }

  dispose() {
    this.geometry.dispose();
    super.dispose();
    return this;
  }
}

/**
 * Instances of one geometry whose index lists pairs of ends. three has instances of meshes only, and its LineSegments brings along what is
 * not needed here: the renderer draws any object with these flags, a geometry and a material as segments.
 */
export class EdgeBatch extends Object3D {
  /**
   * @param {import('three').BufferGeometry} geometry
   * @param {import('three').Material} material
   * @param {number} capacity
   * @param {boolean} capsule
   */
  constructor(geometry, material, capacity, capsule) {
    super();
    this.isLine = true;
    this.isLineSegments = true;
    this.material = material;
    this.geometry = new InstancedBufferGeometry();
    this.geometry.setIndex(geometry.index);
    for (const [name, attribute] of Object.entries(geometry.attributes))
      this.geometry.setAttribute(name, attribute);
    const matrix = new InstancedBufferAttribute(new Float32Array(16 * capacity), 16);
    this.geometry.setAttribute('instanceMatrix', matrix);
    this.instances = Instances.of(this.geometry, matrix, capacity, capsule);
    this.count = 0;
    this.frustumCulled = false;
    this.matrixAutoUpdate = false;
  }

  /** How many are drawn. */
  get count() {
    return this.geometry.instanceCount;
  }

  set count(count) {
    this.geometry.instanceCount = count;
  }

  dispose() {
    this.geometry.dispose();
    return this;
  }
}
