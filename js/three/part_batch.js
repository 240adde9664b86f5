// Many meshes, each drawn a few times, in one draw call: their corners lie one behind the other in one geometry, and each has the number
// of its part. Corners that are alike are one (weld.js). What tells parts apart (pose, colour, surface, texture) stands in a texture that the vertex shader reads.
//
// A part is of one mesh. Each picture geoms take the parts of their mesh in turn; a part that none took has no size. Where there are too
// few, one is added (take), and the geometry is made anew before the picture is drawn (merge).
import {
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  FloatType,
  NearestFilter,
  Object3D,
  RGBAFormat,
} from 'three';
import { makeDepthMaterial } from './display_material.js';
import { Instances } from './instances.js';
import { weld } from './weld.js';

/** Parts of a batch at most; display_material.js knows how they lie in the texture. */
export const MAX_PARTS = 128;
const MAX_CORNERS = 300_000; // of a batch
const SIZES = { position: 3, normal: 3, texcoord: 2 };

/** Columns of instances, in rows of a texture: poses four texels a part, then what is one texel a part, four parts a row. */
class Parts extends Instances {
  constructor() {
    const n = MAX_PARTS;
    const numbers = new Float32Array(28 * n);
    const texture = new DataTexture(numbers, 4, (7 * n) / 4, RGBAFormat, FloatType);
    texture.minFilter = texture.magFilter = NearestFilter;
    const column = (/** @type {number} */ from, /** @type {number} */ to) => ({
      array: numbers.subarray(from * n, to * n),
      get needsUpdate() {
        return false;
      },
      set needsUpdate(/** @type {boolean} */ changed) {
        if (changed) texture.needsUpdate = true;
      },
    });
    const segment = { array: new Float32Array(n), needsUpdate: false };
    super(
      { matrix: column(0, 16), rgba: column(16, 20), surface: column(20, 24), segment },
      n,
      false,
    );
    this.texture = texture;
    /** Number of the geom, first layer of its texture, repetitions (4 a part). */
    this.rest = column(24, 28).array;
  }

  /** @param {number} i @param {number} layer @param {number} x @param {number} y */
  setTexture(i, layer, x, y) {
    this.rest[4 * i] = this.segment.array[i];
    this.rest[4 * i + 1] = layer;
    this.rest[4 * i + 2] = x;
    this.rest[4 * i + 3] = y;
  }
}

/** @param {BufferGeometry} mesh that was welded */
const indexOf = (mesh) => /** @type {BufferAttribute} */ (mesh.index).array;

/** Drawn as a mesh of three, which has a `count` of its own. */
export class PartBatch extends Object3D {
  /** Parts of each mesh, and how many of them are taken. @type {Map<number, { parts: number[], taken: number, geometry: BufferGeometry }>} */
  #meshes = new Map();
  /** The mesh of each part. @type {number[]} */
  #parts = [];
  #corners = 0;
  #taken = 0;
  #stale = false;

  /** @param {(parts: Parts) => import('three').ShaderMaterial} makeMaterial */
  constructor(makeMaterial) {
    super();
    const instances = new Parts();
    this.isMesh = true;
    this.geometry = new BufferGeometry();
    this.instances = instances;
    /** @type {import('three').Material} */
    this.material = makeMaterial(instances);
    /** Leaves depths, for shadows. */
    this.depth = makeDepthMaterial({ parts: instances.texture });
    this.frustumCulled = false;
    this.matrixAutoUpdate = false;
  }

  /** How many parts are drawn. */
  get count() {
    return this.#taken;
  }

  set count(count) {
    this.#taken = count;
    if (count > 0) return;
    for (const mesh of this.#meshes.values()) mesh.taken = 0;
    this.instances.matrix.array.fill(0);
  }

  /**
   * A part of a mesh that nobody has; -1 where there is no room for one more.
   * @param {number} data of the mesh, as mjvGeom has it
   * @param {() => BufferGeometry | null} geometryOf its triangles, corner by corner
   */
  take(data, geometryOf) {
    let mesh = this.#meshes.get(data);
    if (!mesh) {
      if (this.#parts.length === MAX_PARTS) return -1;
      const geometry = geometryOf();
      if (!geometry) return -1;
      mesh = { parts: [], taken: 0, geometry: weld(geometry) };
      this.#meshes.set(data, mesh);
    }
    if (mesh.taken === mesh.parts.length) {
      const { count } = mesh.geometry.getAttribute('position');
      if (this.#parts.length === MAX_PARTS || this.#corners + count > MAX_CORNERS) return -1;
      mesh.parts.push(this.#parts.length);
      this.#parts.push(data);
      this.#corners += count;
      this.#stale = true;
    }
    this.#taken++;
    return mesh.parts[mesh.taken++];
  }

  /** Makes the geometry anew where parts were added, or have other corners. */
  merge() {
    if (!this.#stale) return;
    this.#stale = false;
    const meshes = this.#parts.map((data) => this.#geometryOf(data));
    this.#corners = meshes.reduce((sum, { attributes }) => sum + attributes.position.count, 0);
    this.geometry.dispose();
    this.geometry = new BufferGeometry();
    for (const [name, size] of Object.entries(SIZES)) this.#join(meshes, name, size);
    const numbers = new Float32Array(this.#corners);
    const index = new Uint32Array(meshes.reduce((sum, mesh) => sum + indexOf(mesh).length, 0));
    let [first, at] = [0, 0];
    meshes.forEach((mesh, part) => {
      const { count } = mesh.attributes.position;
      numbers.fill(part, first, first + count);
      for (const corner of indexOf(mesh)) index[at++] = first + corner;
      first += count;
    });
    this.geometry.setAttribute('part', new BufferAttribute(numbers, 1));
    this.geometry.setIndex(new BufferAttribute(index, 1));
  }

  /** @param {number} data */
  #geometryOf(data) {
    return /** @type {{ geometry: BufferGeometry }} */ (this.#meshes.get(data)).geometry;
  }

  /** What all meshes have of an attribute, one behind the other. @param {BufferGeometry[]} meshes @param {string} name @param {number} size */
  #join(meshes, name, size) {
    const values = new Float32Array(size * this.#corners);
    let first = 0;
    for (const { attributes } of meshes) {
      if (attributes[name]) values.set(attributes[name].array, first * size);
      first += attributes.position.count;
    }
    this.geometry.setAttribute(name, new BufferAttribute(values, size));
  }

  /**
   * Takes over the changed corners of meshes.
   * @param {(data: number) => boolean} isChanged
   * @param {(data: number) => BufferGeometry | null} geometryOf
   */
  upload(isChanged, geometryOf) {
    for (const [data, mesh] of this.#meshes) {
      const changed = isChanged(data) ? geometryOf(data) : null;
      if (!changed) continue;
      mesh.geometry = weld(changed);
      this.#stale = true;
    }
  }

  dispose() {
    this.geometry.dispose();
    this.depth.dispose();
    this.instances.texture.dispose();
  }
}
