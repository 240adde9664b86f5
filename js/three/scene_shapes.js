// What the abstract scene shows besides the model's geoms: sites, tendons, joints, contacts, forces, frames, cameras, lights, ...
import { Group, ShaderChunk } from 'three';
import { makeDisplayMaterial } from './display_material.js';
import { geomTypes, meshGeometry, unitGeometry } from './shapes.js';
import { ShapeBatch } from './shape_batch.js';

/** @typedef {import('./view_context.js').ViewContext} ViewContext */
/** @typedef {import('./scene_memory.js').SceneMemory} SceneMemory */

const LINE_WIDTH = 0.0012;
const GROWTH = 2;
const DECOR = 4; // mjCAT_DECOR
const stretched = new Set([geomTypes.capsule, geomTypes.arrow, geomTypes.arrow1, geomTypes.arrow2]);
const unlitTypes = new Set([geomTypes.line, geomTypes.lineBox, geomTypes.triangle]);

export class SceneShapes extends Group {
  /**
   * @param {ViewContext} context
   * @param {SceneMemory} memory
   */
  constructor(context, memory) {
    super();
    this.context = context;
    this.memory = memory;
    /** @type {Map<number, ShapeBatch>} */
    this.batches = new Map();
  }

  /** Takes over the scene's geoms. @param {number} lineScale */
  update(lineScale) {
    for (const batch of this.batches.values()) batch.count = 0;
    const { memory } = this;
    const { at } = memory;
    const words = memory.engine.i32;
    const numbers = memory.engine.f32;
    for (let i = 0; i < memory.count; i++) {
      const g = memory.geom(i);
      const type = words[g + at.type];
      const transparent = numbers[g + at.rgba + 3] < 1;
      const decor = words[g + at.category] === DECOR;
      const batch = this.batchFor(type, words[g + at.dataid], transparent, decor);
      if (batch) this.place(batch, type, g, numbers, lineScale);
    }
    for (const batch of this.batches.values()) {
      batch.visible = batch.count > 0;
      if (batch.visible) {
        batch.posesChanged();
        batch.looksChanged();
      }
    }
  }

  /**
   * @param {ShapeBatch} batch
   * @param {number} type
   * @param {number} g
   * @param {Float32Array} numbers
   * @param {number} lineScale
   */
  place(batch, type, g, numbers, lineScale) {
    const { at } = this.memory;
    const k = batch.count++;
    const s = g + at.size;
    const line = type === geomTypes.line ? LINE_WIDTH * lineScale : 0;
    const sx = line || numbers[s];
    const sy = line || numbers[s + 1];
    const sz = type === geomTypes.mesh ? 1 : numbers[s + 2];
    if (type === geomTypes.mesh)
      batch.setPose(k, numbers, g + at.pos, numbers, g + at.mat, 1, 1, 1);
    else batch.setPose(k, numbers, g + at.pos, numbers, g + at.mat, sx, sy, sz);
    batch.setLook(
      k,
      numbers,
      g + at.rgba,
      numbers[g + at.emission],
      numbers[g + at.specular],
      numbers[g + at.shininess],
      0,
    );
  }

  /**
   * The batch of a shape with room for one more; null for shapes drawn elsewhere.
   * @param {number} type
   * @param {number} data
   * @param {boolean} transparent
   * @param {boolean} decor decoration throws no shadow
   */
  batchFor(type, data, transparent, decor) {
    const shape = type === geomTypes.ellipsoid ? geomTypes.sphere : type;
    const key =
      (shape * 4 + (decor ? 2 : 0) + (transparent ? 1 : 0)) * 65536 +
      (type === geomTypes.mesh ? data + 1 : 0);
    const batch = this.batches.get(key);
    if (batch && batch.count < batch.capacity) return batch;
    return this.makeBatch(key, shape, data, transparent, decor, batch);
  }

  /**
   * @param {number} key
   * @param {number} shape
   * @param {number} data
   * @param {boolean} transparent
   * @param {boolean} decor
   * @param {ShapeBatch | undefined} full the batch that became too small
   */
  makeBatch(key, shape, data, transparent, decor, full) {
    const { shared, quality, model } = this.context;
    const geometry =
      shape === geomTypes.mesh ? meshGeometry(model, data >> 1) : unitGeometry(shape, quality);
    if (!geometry) return null;
    const material = makeDisplayMaterial(
      {
        capsule: stretched.has(shape),
        transparent,
        unlit: unlitTypes.has(shape),
        doubleSided: shape === geomTypes.triangle,
      },
      shared,
      ShaderChunk,
    );
    const batch = new ShapeBatch(
      geometry,
      material,
      full ? GROWTH * full.capacity : 64,
      stretched.has(shape),
    );
    geometry.dispose();
    batch.castShadow = !decor;
    batch.receiveShadow = true;
    if (full) this.moveContent(full, batch);
    this.batches.set(key, batch);
    this.add(batch);
    return batch;
  }

  /**
   * @param {ShapeBatch} from
   * @param {ShapeBatch} to
   */
  moveContent(from, to) {
    /** @type {Float32Array} */ (to.instanceMatrix.array).set(from.instanceMatrix.array);
    to.rgba.array.set(from.rgba.array);
    to.surface.array.set(from.surface.array);
    to.count = from.count;
    this.remove(from);
    /** @type {import('three').Material} */ (from.material).dispose();
    from.dispose();
  }

  dispose() {
    for (const batch of this.batches.values()) {
      /** @type {import('three').Material} */ (batch.material).dispose();
      batch.dispose();
    }
    this.batches.clear();
    this.clear();
  }
}
