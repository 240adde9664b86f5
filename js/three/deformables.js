// Skins and flexes: triangles that the engine moves.
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Group, ShaderChunk } from 'three';
import { makeDisplayMaterial } from './display_material.js';
import { elementColor } from './model_geoms.js';
import { ShapeBatch } from './shape_batch.js';
import { capsuleGeometry } from './shapes.js';
import { Handle } from '../engine/handle.js';
import { fieldOf } from '../engine/schema.js';

/** @typedef {import('./view_context.js').ViewContext} ViewContext */

const origin = new Float32Array(3);
const color = new Float32Array(4);

/** @param {string} name */
const sceneOffset = (name) => fieldOf('mjvScene', name).offset >> 2;

export class Deformables extends Group {
  /**
   * @param {ViewContext} context
   * @param {import('./scene_memory.js').SceneMemory} memory
   */
  constructor(context, memory) {
    super();
    this.context = context;
    this.memory = memory;
    this.base = Handle.addressOf(memory.scene) >> 2;
    /** @type {{ batch: ShapeBatch, id: number }[]} */
    this.skins = [];
    /** @type {{ batch: ShapeBatch, id: number, first: number, capacity: number }[]} */
    this.flexes = [];
    this.at = Object.fromEntries(
      [
        'skinvert',
        'skinnormal',
        'flexface',
        'flexnormal',
        'flextexcoord',
        'flexfaceadr',
        'flexfacenum',
        'flexfaceused',
      ].map((name) => [name, sceneOffset(name)]),
    );
    /** Flexes without faces: their edges as rods. @type {{ batch: ShapeBatch, id: number }[]} */
    this.ropes = [];
    for (let i = 0; i < context.model.nskin; i++) this.addSkin(i);
    for (let i = 0; i < context.model.nflex; i++) this.addFlex(i);
  }

  /** Index of the first item behind a pointer of the scene. @param {string} name */
  pointer(name) {
    return this.memory.engine.u32[this.base + this.at[name]] >> 2;
  }

  /**
   * A batch of one whose vertices change.
   * @param {BufferGeometry} geometry
   * @param {number} matid
   * @param {Float32Array} rgba
   * @param {number} at
   */
  makeBatch(geometry, matid, rgba, at) {
    const { model, shared, textures } = this.context;
    const texture = matid >= 0 ? model.mat_texid[10 * matid + 1] : -1;
    const isCube = texture >= 0 && textures.isCube(texture);
    const made = texture < 0 ? null : textures.get(texture);
    elementColor(model, rgba, at, matid, color);
    const material = makeDisplayMaterial(
      {
        flat: isCube ? null : made,
        cube: /** @type {any} */ (isCube ? made : null),
        repeat:
          matid >= 0
            ? [model.mat_texrepeat[2 * matid], model.mat_texrepeat[2 * matid + 1]]
            : [1, 1],
        coordinates: geometry.hasAttribute('texcoord'),
        transparent: color[3] < 1,
        doubleSided: true,
      },
      shared,
      ShaderChunk,
    );
    const batch = new ShapeBatch(geometry, material, 1);
    batch.count = 1;
    batch.setPose(0, origin, 0, null, 0, 1, 1, 1);
    const has = matid >= 0;
    batch.setLook(
      0,
      color,
      0,
      has ? model.mat_emission[matid] : 0,
      has ? model.mat_specular[matid] : 0.5,
      has ? model.mat_shininess[matid] : 0.5,
      0,
    );
    batch.posesChanged();
    batch.looksChanged();
    batch.castShadow = color[3] === 1;
    batch.receiveShadow = true;
    this.add(batch);
    return batch;
  }

  /** @param {number} i */
  addSkin(i) {
    const { model } = this.context;
    const count = model.skin_vertnum[i];
    const first = 3 * model.skin_faceadr[i];
    const geometry = movingGeometry(count);
    geometry.setIndex(
      new BufferAttribute(
        new Uint32Array(model.skin_face.slice(first, first + 3 * model.skin_facenum[i])),
        1,
      ),
    );
    const texcoord = model.skin_texcoordadr[i];
    if (texcoord >= 0) {
      const copy = new Float32Array(
        model.skin_texcoord.slice(2 * texcoord, 2 * (texcoord + count)),
      );
      geometry.setAttribute('texcoord', new BufferAttribute(copy, 2));
    }
    this.skins.push({
      batch: this.makeBatch(geometry, model.skin_matid[i], model.skin_rgba, 4 * i),
      id: i,
    });
  }

  /** @param {number} i */
  addFlex(i) {
    const { model } = this.context;
    const words = this.memory.engine.i32;
    const capacity = words[this.pointer('flexfacenum') + i];
    if (capacity === 0) {
      this.addRope(i);
      return;
    }
    const geometry = movingGeometry(3 * capacity);
    if (model.flex_texcoordadr[i] >= 0) {
      geometry.setAttribute(
        'texcoord',
        new BufferAttribute(new Float32Array(6 * capacity), 2).setUsage(DynamicDrawUsage),
      );
    }
    const batch = this.makeBatch(geometry, model.flex_matid[i], model.flex_rgba, 4 * i);
    this.flexes.push({ batch, id: i, first: words[this.pointer('flexfaceadr') + i], capacity });
  }

  /** @param {number} i */
  addRope(i) {
    const { model, shared, quality } = this.context;
    elementColor(model, model.flex_rgba, 4 * i, model.flex_matid[i], color);
    const material = makeDisplayMaterial(
      { capsule: true, transparent: color[3] < 1 },
      shared,
      ShaderChunk,
    );
    const geometry = capsuleGeometry(quality.slices, quality.stacks);
    const batch = new ShapeBatch(geometry, material, model.flex_edgenum[i], true);
    geometry.dispose();
    batch.count = model.flex_edgenum[i];
    for (let k = 0; k < batch.count; k++) batch.setLook(k, color, 0, 0, 0.5, 0.5, 0);
    batch.looksChanged();
    batch.castShadow = batch.receiveShadow = true;
    this.ropes.push({ batch, id: i });
    this.add(batch);
  }

  /** @param {ShapeBatch} batch @param {number} id */
  updateRope(batch, id) {
    const { model, data } = this.context;
    const edges = model.flex_edge;
    const vertices = data.flexvert_xpos;
    const first = 2 * model.flex_edgeadr[id];
    const base = 3 * model.flex_vertadr[id];
    const radius = Math.max(model.flex_radius[id], 0.0005 * model.stat.extent);
    for (let k = 0; k < batch.count; k++) {
      const a = base + 3 * edges[first + 2 * k];
      const b = base + 3 * edges[first + 2 * k + 1];
      const length = frameAlong(vertices, a, b);
      batch.setPose(k, middle, 0, frame, 0, radius, radius, length / 2);
    }
    batch.posesChanged();
  }

  update() {
    const numbers = this.memory.engine.f32;
    const { model } = this.context;
    const { flags, skingroup, flexgroup } = this.memory.option;
    for (const { batch, id } of this.skins) {
      batch.visible =
        flags[23] !== 0 && skingroup[Math.min(Math.max(model.skin_group[id], 0), 5)] !== 0;
      if (!batch.visible) continue;
      const offset = 3 * model.skin_vertadr[id];
      copyInto(
        batch,
        'position',
        numbers,
        this.pointer('skinvert') + offset,
        3 * model.skin_vertnum[id],
      );
      copyInto(
        batch,
        'normal',
        numbers,
        this.pointer('skinnormal') + offset,
        3 * model.skin_vertnum[id],
      );
    }
    for (const { batch, id } of this.ropes) {
      batch.visible = flexgroup[Math.min(Math.max(model.flex_group[id], 0), 5)] !== 0;
      if (batch.visible) this.updateRope(batch, id);
    }
    for (const { batch, id, first } of this.flexes) {
      const used = this.memory.engine.i32[this.pointer('flexfaceused') + id];
      batch.visible = used > 0 && flexgroup[Math.min(Math.max(model.flex_group[id], 0), 5)] !== 0;
      if (!batch.visible) continue;
      batch.geometry.setDrawRange(0, 3 * used);
      copyInto(batch, 'position', numbers, this.pointer('flexface') + 9 * first, 9 * used);
      copyInto(batch, 'normal', numbers, this.pointer('flexnormal') + 9 * first, 9 * used);
      if (batch.geometry.hasAttribute('texcoord')) {
        copyInto(batch, 'texcoord', numbers, this.pointer('flextexcoord') + 6 * first, 6 * used);
      }
    }
  }

  dispose() {
    for (const { batch } of [...this.skins, ...this.flexes, ...this.ropes]) {
      /** @type {import('three').Material} */ (batch.material).dispose();
      batch.dispose();
    }
    this.clear();
    this.skins = [];
    this.flexes = [];
    this.ropes = [];
  }
}

const middle = new Float64Array(3);
const frame = new Float64Array(9);

/**
 * Middle of two points, and a frame whose z axis joins them; returns their distance.
 * @param {Float64Array} points
 * @param {number} a
 * @param {number} b
 */
function frameAlong(points, a, b) {
  let z0 = points[b] - points[a];
  let z1 = points[b + 1] - points[a + 1];
  let z2 = points[b + 2] - points[a + 2];
  const length = Math.hypot(z0, z1, z2) || 1e-12;
  z0 /= length;
  z1 /= length;
  z2 /= length;
  // any direction across: z times the axis that is farthest from it
  const steep = Math.abs(z2) > 0.9;
  const x0 = steep ? 0 : -z1;
  const x1 = steep ? -z2 : z0;
  const x2 = steep ? z1 : 0;
  const norm = Math.hypot(x0, x1, x2);
  for (let k = 0; k < 3; k++) middle[k] = 0.5 * (points[a + k] + points[b + k]);
  frame[0] = x0 / norm;
  frame[3] = x1 / norm;
  frame[6] = x2 / norm;
  frame[1] = (z1 * x2 - z2 * x1) / norm;
  frame[4] = (z2 * x0 - z0 * x2) / norm;
  frame[7] = (z0 * x1 - z1 * x0) / norm;
  frame[2] = z0;
  frame[5] = z1;
  frame[8] = z2;
  return length;
}

/** @param {number} count */
function movingGeometry(count) {
  const geometry = new BufferGeometry();
  for (const name of ['position', 'normal']) {
    geometry.setAttribute(
      name,
      new BufferAttribute(new Float32Array(3 * count), 3).setUsage(DynamicDrawUsage),
    );
  }
  return geometry;
}

/**
 * @param {ShapeBatch} batch
 * @param {string} name
 * @param {Float32Array} source
 * @param {number} first
 * @param {number} count
 */
function copyInto(batch, name, source, first, count) {
  const attribute = batch.geometry.getAttribute(name);
  const target = /** @type {Float32Array} */ (attribute.array);
  for (let i = 0; i < count; i++) target[i] = source[first + i];
  attribute.needsUpdate = true;
}
