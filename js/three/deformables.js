// Skins and flexes: triangles that the engine moves.
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Group } from 'three';
import { makeDisplayMaterial } from './display_material.js';
import { ShapeBatch } from './shape_batch.js';
import { capsuleGeometry, geomTypes, unitGeometry } from './shapes.js';
import { Handle } from '../engine/handle.js';
import { fieldOf } from '../engine/schema.js';

/** @typedef {import('./view_context.js').ViewContext} ViewContext */

const origin = new Float32Array(3);

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
    /** @type {ShapeBatch[]} */
    this.all = [];
    /** @type {(ShapeBatch | null)[]} */
    this.skins = new Array(context.model.nskin).fill(null);
    /** @type {(FlexParts | null)[]} */
    this.flexes = new Array(context.model.nflex).fill(null);
    this.at = Object.fromEntries(
      [
        'skinvert',
        'skinnormal',
        'flexvert',
        'flexface',
        'flexnormal',
        'flextexcoord',
        'flexfaceadr',
        'flexfacenum',
        'flexfaceused',
      ].map((name) => [name, sceneOffset(name)]),
    );
    for (const name of ['flexvertopt', 'flexedgeopt', 'flexfaceopt', 'flexskinopt'])
      this.at[name] = fieldOf('mjvScene', name).offset;
  }

  /** Index of the first item behind a pointer of the scene. @param {string} name */
  pointer(name) {
    return this.memory.engine.u32[this.base + this.at[name]] >> 2;
  }

  /** A switch of the scene. @param {string} name */
  isOn(name) {
    return this.memory.engine.u8[4 * this.base + this.at[name]] !== 0;
  }

  /**
   * @param {BufferGeometry} geometry
   * @param {import('./display_material.js').DisplayOptions} options
   * @param {number} capacity
   */
  addBatch(geometry, options, capacity) {
    const material = makeDisplayMaterial(options, this.context);
    const batch = new ShapeBatch(geometry, material, capacity, Boolean(options.capsule));
    batch.userData.casts = true;
    this.all.push(batch);
    this.add(batch);
    return batch;
  }

  /**
   * A batch of one whose vertices change.
   * @param {BufferGeometry} geometry
   * @param {number} g its geom in the scene
   */
  addSurface(geometry, g) {
    const { at, engine } = this.memory;
    const transparent = engine.f32[g + at.rgba + 3] < 1;
    const batch = this.addBatch(
      geometry,
      {
        ...this.context.textures.optionsOf(this.memory, g),
        coordinates: geometry.hasAttribute('texcoord'),
        transparent,
        twice: true,
        twoSided: true,
      },
      1,
    );
    batch.instances.setPose(0, origin, 0, null, 0, 1, 1, 1);
    batch.instances.posesChanged();
    return batch;
  }

  /** @param {number} id @param {number} g */
  makeSkin(id, g) {
    const { model } = this.context;
    const count = model.skin_vertnum[id];
    const first = 3 * model.skin_faceadr[id];
    const geometry = movingGeometry(count);
    geometry.setIndex(
      new BufferAttribute(
        new Uint32Array(model.skin_face.slice(first, first + 3 * model.skin_facenum[id])),
        1,
      ),
    );
    const texcoord = model.skin_texcoordadr[id];
    if (texcoord >= 0) {
      const copy = new Float32Array(
        model.skin_texcoord.slice(2 * texcoord, 2 * (texcoord + count)),
      );
      geometry.setAttribute('texcoord', new BufferAttribute(copy, 2));
    }
    return this.addSurface(geometry, g);
  }

  /** @param {number} id @param {number} g @returns {FlexParts} */
  makeFlex(id, g) {
    const { model, quality } = this.context;
    const words = this.memory.engine.i32;
    const capacity = words[this.pointer('flexfacenum') + id];
    const first = words[this.pointer('flexfaceadr') + id];
    const transparent = this.memory.engine.f32[g + this.memory.at.rgba + 3] < 1;
    const options = { transparent, twice: true };
    /** @type {ShapeBatch | null} */
    let faces = null;
    if (capacity > 0) {
      const geometry = movingGeometry(3 * capacity);
      if (model.flex_texcoordadr[id] >= 0) {
        geometry.setAttribute(
          'texcoord',
          new BufferAttribute(new Float32Array(6 * capacity), 2).setUsage(DynamicDrawUsage),
        );
      }
      faces = this.addSurface(geometry, g);
    }
    const [slices, stacks] = [Math.max(6, quality.slices >> 1), Math.max(4, quality.stacks >> 1)];
    const rod = capsuleGeometry(slices, stacks);
    const ball = unitGeometry(geomTypes.sphere, { slices, stacks, quads: 1 });
    const edges = this.addBatch(rod, { ...options, capsule: true }, model.flex_edgenum[id]);
    const vertices = this.addBatch(
      /** @type {BufferGeometry} */ (ball),
      options,
      model.flex_vertnum[id],
    );
    rod.dispose();
    ball?.dispose();
    return { faces, edges, vertices, first };
  }

  /** Follows the scene. */
  update() {
    for (const batch of this.all) batch.visible = false;
    const { memory } = this;
    const { at } = memory;
    const { i32, f32 } = memory.engine;
    for (let i = 0; i < memory.count; i++) {
      const g = memory.geom(i);
      const type = i32[g + at.type];
      if (f32[g + at.rgba + 3] <= 0) continue;
      if (type === geomTypes.skin) this.updateSkin(i32[g + at.objid], g);
      else if (type === geomTypes.flex) this.updateFlex(i32[g + at.objid], g);
    }
  }

  /** @param {number} id @param {number} g */
  updateSkin(id, g) {
    const { model } = this.context;
    const numbers = this.memory.engine.f32;
    const batch = (this.skins[id] ??= this.makeSkin(id, g));
    const [offset, count] = [3 * model.skin_vertadr[id], 3 * model.skin_vertnum[id]];
    copyInto(batch, 'position', numbers, this.pointer('skinvert') + offset, count);
    copyInto(batch, 'normal', numbers, this.pointer('skinnormal') + offset, count);
    this.showOne(batch, g);
  }

  /** @param {ShapeBatch} batch @param {number} g */
  showOne(batch, g) {
    batch.count = 1;
    batch.visible = true;
    batch.instances.setLook(0, this.memory, g, 0);
    batch.instances.looksChanged();
  }

  /** @param {number} id @param {number} g */
  updateFlex(id, g) {
    const parts = (this.flexes[id] ??= this.makeFlex(id, g));
    const { model } = this.context;
    if (parts.faces) this.updateFaces(parts.faces, id, parts.first, g);
    // a skin hides the rest; what has only edges shows them as its skin
    const line = model.flex_dim[id] === 1;
    const skin = this.isOn('flexskinopt');
    if (line ? skin || this.isOn('flexedgeopt') : !skin && this.isOn('flexedgeopt'))
      this.updateEdges(parts.edges, id, g);
    if (this.isOn('flexvertopt') && (line || !skin)) this.updateVertices(parts.vertices, id, g);
  }

  /** @param {ShapeBatch} batch @param {number} id @param {number} first @param {number} g */
  updateFaces(batch, id, first, g) {
    const numbers = this.memory.engine.f32;
    const used = this.memory.engine.i32[this.pointer('flexfaceused') + id];
    if (used === 0) return;
    batch.geometry.setDrawRange(0, 3 * used);
    copyInto(batch, 'position', numbers, this.pointer('flexface') + 9 * first, 9 * used);
    copyInto(batch, 'normal', numbers, this.pointer('flexnormal') + 9 * first, 9 * used);
    if (batch.geometry.hasAttribute('texcoord'))
      copyInto(batch, 'texcoord', numbers, this.pointer('flextexcoord') + 6 * first, 6 * used);
    this.showOne(batch, g);
  }

  /** Radius of what stands for vertices and edges; never too thin to be seen. @param {number} id */
  flexRadius(id) {
    const { model } = this.context;
    return Math.max(model.flex_radius[id], 0.0005 * model.stat.extent);
  }

  /** @param {ShapeBatch} batch @param {number} id @param {number} g */
  updateEdges(batch, id, g) {
    const { model } = this.context;
    const edges = model.flex_edge;
    const points = this.memory.engine.f32;
    const first = 2 * model.flex_edgeadr[id];
    const base = this.pointer('flexvert') + 3 * model.flex_vertadr[id];
    const radius = this.flexRadius(id);
    batch.count = model.flex_edgenum[id];
    batch.visible = batch.count > 0;
    for (let k = 0; k < batch.count; k++) {
      const a = base + 3 * edges[first + 2 * k];
      const b = base + 3 * edges[first + 2 * k + 1];
      const length = frameAlong(points, a, b);
      batch.instances.setPose(k, middle, 0, frame, 0, radius, radius, length / 2);
      batch.instances.setLook(k, this.memory, g, 0);
    }
    batch.instances.posesChanged();
    batch.instances.looksChanged();
  }

  /** @param {ShapeBatch} batch @param {number} id @param {number} g */
  updateVertices(batch, id, g) {
    const { model } = this.context;
    const points = this.memory.engine.f32;
    const base = this.pointer('flexvert') + 3 * model.flex_vertadr[id];
    const radius = this.flexRadius(id);
    batch.count = model.flex_vertnum[id];
    batch.visible = batch.count > 0;
    for (let k = 0; k < batch.count; k++) {
      batch.instances.setPose(k, points, base + 3 * k, null, 0, radius, radius, radius);
      batch.instances.setLook(k, this.memory, g, 0);
    }
    batch.instances.posesChanged();
    batch.instances.looksChanged();
  }

  /** Forgets what was made: it is made again from changed textures or materials. */
  rebuild() {
    for (const batch of this.all) {
      /** @type {import('three').Material} */ (batch.material).dispose();
      batch.dispose();
    }
    this.clear();
    this.all = [];
    this.skins.fill(null);
    this.flexes.fill(null);
  }

  dispose() {
    this.rebuild();
  }
}

/** @typedef {{ faces: ShapeBatch | null, edges: ShapeBatch, vertices: ShapeBatch, first: number }} FlexParts */

const middle = new Float64Array(3);
const frame = new Float64Array(9);

/**
 * Middle of two points, and a frame whose z axis joins them; returns their distance.
 * @param {ArrayLike<number>} points
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
