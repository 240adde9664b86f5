// The geoms of a model, drawn straight from the arrays of mjModel and mjData.
//
// Geoms that share shape, texture and transparency are instances of one batch: draw calls grow with distinct shapes, not with geoms.
import { Group, ShaderChunk } from 'three';
import { makeDisplayMaterial } from './display_material.js';
import { geomTypes, hfieldGeometry, hullGeometry, meshGeometry, unitGeometry } from './shapes.js';
import { ShapeBatch } from './shape_batch.js';

/** @typedef {import('./view_context.js').ViewContext} ViewContext */

const unsetColor = [0.5, 0.5, 0.5, 1];
const textureRoles = 10;
const colorRole = 1;

/**
 * Colour of an element with an optional material: its own unless it was left at the default.
 * @param {any} model
 * @param {Float32Array} rgba
 * @param {number} at
 * @param {number} material
 * @param {Float32Array} target
 */
export function elementColor(model, rgba, at, material, target) {
  const own = material < 0 || unsetColor.some((value, k) => rgba[at + k] !== value);
  const source = own ? rgba : model.mat_rgba;
  const from = own ? at : 4 * material;
  for (let k = 0; k < 4; k++) target[k] = source[from + k];
  return target;
}

const color = new Float32Array(4);

/** One batch and the geoms in it. */
class GeomBatch {
  /**
   * @param {ShapeBatch} batch
   * @param {number[]} geoms
   * @param {number} type
   */
  constructor(batch, geoms, type) {
    this.batch = batch;
    this.geoms = Int32Array.from(geoms);
    this.type = type;
  }
}

export class ModelGeoms extends Group {
  /** @param {ViewContext} context */
  constructor(context) {
    super();
    this.context = context;
    this.selectedBody = -1;
    this.transparentBodies = false;
    this.convexHulls = false;
    /** @type {GeomBatch[]} */
    this.batches = [];
    this.build();
  }

  /** Makes the batches; again after a change of shapes, materials or display options. */
  build() {
    this.clearBatches();
    const { model } = this.context;
    /** @type {Map<string, number[]>} */
    const groups = new Map();
    for (let i = 0; i < model.ngeom; i++) {
      const key = this.keyOf(i);
      if (!key) continue;
      const group = groups.get(key);
      if (group) group.push(i);
      else groups.set(key, [i]);
    }
    for (const geoms of groups.values()) this.addBatch(geoms);
    this.updateLooks();
  }

  /** What decides with whom a geom is drawn; null for geoms that cannot be seen. @param {number} i */
  keyOf(i) {
    const { model } = this.context;
    const { alpha } = this.lookOf(i);
    if (alpha === 0) return null;
    const type = model.geom_type[i];
    const shape = type === geomTypes.ellipsoid ? geomTypes.sphere : type;
    const data =
      type === geomTypes.mesh || type === geomTypes.sdf || type === geomTypes.hfield
        ? model.geom_dataid[i]
        : -1;
    const material = this.texturedMaterial(i);
    const mirror = type === geomTypes.plane && this.reflectance(i) > 0 ? i : -1;
    const ground = type === geomTypes.plane && this.isEndless(i);
    return `${shape} ${data} ${material} ${alpha < 1} ${mirror} ${ground}`;
  }

  /** @param {number} i */
  isEndless(i) {
    const size = this.context.model.geom_size;
    return size[3 * i] <= 0 || size[3 * i + 1] <= 0;
  }

  /** @param {number} i */
  reflectance(i) {
    const material = this.context.model.geom_matid[i];
    return material < 0 ? 0 : this.context.model.mat_reflectance[material];
  }

  /** The material of a geom when it has a texture, else -1. @param {number} i */
  texturedMaterial(i) {
    const { model, flags } = this.context;
    const material = model.geom_matid[i];
    if (material < 0 || !flags.texture) return -1;
    return model.mat_texid[material * textureRoles + colorRole] >= 0 ? material : -1;
  }

  /** @param {number} i */
  lookOf(i) {
    const { model } = this.context;
    elementColor(model, model.geom_rgba, 4 * i, model.geom_matid[i], color);
    const fades = this.transparentBodies && model.body_weldid[model.geom_bodyid[i]] !== 0;
    return { alpha: color[3] * (fades ? model.vis.map.alpha : 1) };
  }

  /** @param {number[]} geoms */
  addBatch(geoms) {
    const { model, textures, shared, quality } = this.context;
    const first = geoms[0];
    const type = model.geom_type[first];
    const data = model.geom_dataid[first];
    const geometry = this.geometryOf(type, data, quality);
    if (!geometry) return;
    const material = this.texturedMaterial(first);
    const texture = material < 0 ? -1 : model.mat_texid[material * textureRoles + colorRole];
    const isCube = texture >= 0 && textures.isCube(texture);
    const made = texture < 0 ? null : textures.get(texture);
    const mirror = type === geomTypes.plane && this.reflectance(first) > 0;
    const options = {
      flat: isCube ? null : made,
      cube: /** @type {any} */ (isCube ? made : null),
      repeat: /** @type {[number, number]} */ (
        material < 0
          ? [1, 1]
          : [model.mat_texrepeat[2 * material], model.mat_texrepeat[2 * material + 1]]
      ),
      uniform: material >= 0 && Boolean(model.mat_texuniform[material]),
      coordinates: type === geomTypes.mesh && model.mesh_texcoordadr[data] >= 0,
      capsule: type === geomTypes.capsule,
      transparent: this.lookOf(first).alpha < 1,
      ground: type === geomTypes.plane && this.isEndless(first),
      mirror,
    };
    const batch = new ShapeBatch(
      geometry,
      makeDisplayMaterial(options, shared, ShaderChunk),
      geoms.length,
      options.capsule,
    );
    geometry.dispose();
    batch.count = geoms.length;
    batch.castShadow = type !== geomTypes.plane;
    batch.receiveShadow = true;
    batch.renderOrder = type === geomTypes.plane ? -1 : 0;
    batch.userData.mirror = mirror ? first : -1;
    this.add(batch);
    this.batches.push(new GeomBatch(batch, geoms, type));
  }

  /**
   * @param {number} type
   * @param {number} data
   * @param {{ slices: number, stacks: number }} quality
   */
  geometryOf(type, data, quality) {
    const { model } = this.context;
    if (type === geomTypes.hfield) return hfieldGeometry(model, data);
    if (type === geomTypes.mesh || type === geomTypes.sdf) {
      return (this.convexHulls && hullGeometry(model, data)) || meshGeometry(model, data);
    }
    return unitGeometry(type, quality);
  }

  /** Colours and surfaces, after model.geom_rgba, materials or the selection changed. */
  updateLooks() {
    const { model } = this.context;
    for (const { batch, geoms } of this.batches) {
      for (let k = 0; k < geoms.length; k++) {
        const i = geoms[k];
        const material = model.geom_matid[i];
        elementColor(model, model.geom_rgba, 4 * i, material, color);
        if (this.transparentBodies && model.body_weldid[model.geom_bodyid[i]] !== 0)
          color[3] *= model.vis.map.alpha;
        const glow = model.geom_bodyid[i] === this.selectedBody ? model.vis.global.glow : 0;
        const has = material >= 0;
        batch.setLook(
          k,
          color,
          0,
          (has ? model.mat_emission[material] : 0) + glow,
          has ? model.mat_specular[material] : 0.5,
          has ? model.mat_shininess[material] : 0.5,
          has ? model.mat_reflectance[material] : 0,
        );
      }
      batch.looksChanged();
    }
  }

  /** Poses of now. @param {import('three').Vector3} eye camera position, for planes without end */
  update(eye) {
    const { model, data, flags } = this.context;
    const pos = data.geom_xpos;
    const mat = data.geom_xmat;
    const size = model.geom_size;
    const groups = model.geom_group;
    for (const { batch, geoms, type } of this.batches) {
      for (let k = 0; k < geoms.length; k++) {
        const i = geoms[k];
        const group = Math.min(Math.max(groups[i], 0), 5);
        const shown =
          flags.geomgroup[group] && (flags.static || model.body_weldid[model.geom_bodyid[i]] !== 0);
        if (!shown) batch.setPose(k, pos, 3 * i, mat, 9 * i, 0, 0, 0);
        else this.setPose(batch, k, i, type, pos, mat, size, eye);
      }
      batch.posesChanged();
    }
  }

  /**
   * @param {ShapeBatch} batch
   * @param {number} k
   * @param {number} i
   * @param {number} type
   * @param {Float64Array} pos
   * @param {Float64Array} mat
   * @param {Float64Array} size
   * @param {import('three').Vector3} eye
   */
  setPose(batch, k, i, type, pos, mat, size, eye) {
    const a = 3 * i;
    const b = a + 1;
    const c = a + 2;
    switch (type) {
      case geomTypes.plane:
        this.setPlane(batch, k, i, pos, mat, size, eye);
        break;
      case geomTypes.sphere:
        batch.setPose(k, pos, a, mat, 9 * i, size[a], size[a], size[a]);
        break;
      case geomTypes.capsule:
        batch.setPose(k, pos, a, mat, 9 * i, size[a], size[a], size[b]);
        break;
      case geomTypes.cylinder:
        batch.setPose(k, pos, a, mat, 9 * i, size[a], size[a], size[b]);
        break;
      case geomTypes.hfield:
      case geomTypes.mesh:
      case geomTypes.sdf:
        batch.setPose(k, pos, a, mat, 9 * i, 1, 1, 1);
        break;
      default:
        batch.setPose(k, pos, a, mat, 9 * i, size[a], size[b], size[c]);
    }
  }

  /**
   * A plane; without end it reaches to the horizon and follows the eye by whole periods of its texture.
   * @param {ShapeBatch} batch
   * @param {number} k
   * @param {number} i
   * @param {Float64Array} pos
   * @param {Float64Array} mat
   * @param {Float64Array} size
   * @param {import('three').Vector3} eye
   */
  setPlane(batch, k, i, pos, mat, size, eye) {
    const { model } = this.context;
    const far = 2 * model.vis.map.zfar * model.stat.extent;
    const p = planePosition;
    const r = 9 * i;
    const material = model.geom_matid[i];
    const a = 3 * i;
    const dx = eye.x - pos[a];
    const dy = eye.y - pos[a + 1];
    const dz = eye.z - pos[a + 2];
    for (let n = 0; n < 3; n++) p[n] = pos[a + n];
    for (let axis = 0; axis < 2; axis++) {
      if (size[a + axis] > 0) continue;
      const along = mat[r + axis] * dx + mat[r + 3 + axis] * dy + mat[r + 6 + axis] * dz;
      const repeat = material >= 0 ? model.mat_texrepeat[2 * material + axis] : 0;
      const move = (2 / (repeat || 1)) * Math.round((along * (repeat || 1)) / 2);
      for (let n = 0; n < 3; n++) p[n] += mat[r + 3 * n + axis] * move;
    }
    batch.setPose(k, p, 0, mat, r, size[3 * i] || far, size[3 * i + 1] || far, 1);
  }

  /** The first batch that reflects, or null. */
  mirrorBatch() {
    return this.batches.find(({ batch }) => batch.userData.mirror >= 0)?.batch ?? null;
  }

  /** @param {number} body */
  select(body) {
    if (this.selectedBody === body) return;
    this.selectedBody = body;
    this.updateLooks();
  }

  clearBatches() {
    for (const { batch } of this.batches) {
      /** @type {import('three').Material} */ (batch.material).dispose();
      batch.dispose();
      this.remove(batch);
    }
    this.batches = [];
  }

  dispose() {
    this.clearBatches();
  }
}

const planePosition = new Float64Array(3);
