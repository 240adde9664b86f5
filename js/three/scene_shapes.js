// The geoms of the abstract scene as instances: model geoms, sites, tendons and all decoration.
//
// Opaque geoms that share shape, texture and kind are one draw call, however many they are. Transparent ones are sorted from far to
// near; neighbours in that order share a call where they share a shape. Batches are kept from frame to frame; nothing is allocated
// unless there are more geoms than ever before.
import { Group, Vector3 } from 'three';
import { batchKey, batchKinds, isMirrorKey, mirrorKey } from './batch_key.js';
import { makeDisplayMaterial } from './display_material.js';
import {
  endlessGeometry,
  gradedGeometry,
  geomTypes,
  hfieldGeometry,
  hullGeometry,
  meshGeometry,
  toEdges,
  unitGeometry,
} from './shapes.js';
import { PartBatch } from './part_batch.js';
import { EdgeBatch, ShapeBatch } from './shape_batch.js';

/** @typedef {import('./view_context.js').ViewContext} ViewContext */
/** @typedef {import('./scene_memory.js').SceneMemory} SceneMemory */
/** @typedef {import('./shape_batch.js').Batch} Batch */

const GROWTH = 2;
const STARTING_SIZE = 16;
const LINE_PIXELS = 2;
const MAX_RUNS = 32; // calls for transparent geoms in exact order
const SLICES = 5;
const ENDLESS_GRID = 200; // squares along a plane without end
const GRADED_GRID = 40; // the same where every pixel is lit for itself
const BEHIND = 0.3; // opacity of planes seen from behind
const lines = new Set([geomTypes.line, geomTypes.lineBox]);
const ofParts = new Set(
  /** @type {const} */ (['sphere', 'capsule', 'cylinder', 'arrow', 'arrow1', 'arrow2']).map(
    (name) => geomTypes[name],
  ),
);
const ofData = new Set([geomTypes.mesh, geomTypes.sdf, geomTypes.hfield]);

/**
 * The shape that a type is drawn with. Transparent spheres are short capsules: what often comes together shares a call.
 * @param {number} type
 * @param {boolean} transparent
 */
function shapeOf(type, transparent) {
  if (type === geomTypes.ellipsoid) return geomTypes.sphere;
  return transparent && type === geomTypes.sphere ? geomTypes.capsule : type;
}

/** @param {number} type */
const isSurface = (type) =>
  type <= geomTypes.triangle &&
  type !== geomTypes.flex &&
  type !== geomTypes.skin &&
  type !== geomTypes.label;

export class SceneShapes extends Group {
  /**
   * @param {ViewContext} context
   * @param {SceneMemory} memory
   */
  constructor(context, memory) {
    super();
    this.context = context;
    this.memory = memory;
    /** Batches of opaque geoms. @type {Map<number, Batch>} */
    this.batches = new Map();
    /** Batches of transparent geoms of one key, used in turn. @type {Map<number, { list: Batch[], used: number }>} */
    this.runs = new Map();
    /** Batches of meshes that are alike but for their corners. @type {Map<number, PartBatch>} */
    this.partBatches = new Map();
    // for take()
    this.taken = { type: 0, data: 0 };
    this.takenGeometry = () => this.geometryOf(this.taken.type, this.taken.data, false);
    /** Whether clear geoms count as two layers. */
    this.thick = false;
    /** The values of runs. @type {{ list: Batch[], used: number }[]} */
    this.runList = [];
    /** Every batch there is. @type {Batch[]} */
    this.all = [];
    /** Reflecting batches, in the order of the scene. @type {Batch[]} */
    this.mirrors = [];
    this.mirrorLimit = 1;
    /** Height of the lowest plane without end, NaN for none. */
    this.ground = NaN;
    /** Where the camera is. */
    this.eye = new Vector3();
    this.farther = new Int32Array(256);
    this.depths = new Float64Array(256);
    this.keys = new Float64Array(256);
  }

  /**
   * Takes over the scene's geoms.
   * @param {import('three').Vector3} eye
   * @param {import('three').Vector3} forward
   */
  update(eye, forward) {
    for (const batch of this.all) batch.count = 0;
    for (const run of this.runList) run.used = 0;
    this.mirrors.length = 0;
    this.ground = NaN;
    this.eye.copy(eye);
    const { memory } = this;
    const { settings } = this.context;
    const { at } = memory;
    const { i32, f32 } = memory.engine;
    let transparentCount = 0;
    for (let i = 0; i < memory.count; i++) {
      const g = memory.geom(i);
      const type = i32[g + at.type];
      if (!isSurface(type) || f32[g + at.rgba + 3] <= 0) continue;
      if (settings.plain && this.isBehind(g)) continue;
      if (this.isClear(g)) {
        this.keepForLater(transparentCount++, i, g + at.pos, f32, eye, forward);
      } else if (!this.placePart(g)) {
        const key = this.keyOf(g, 0);
        // in a wireframe there is a mirror between the lines
        const lines = isMirrorKey(key) && settings.wireframe ? this.keyOf(g, 0, false) : key;
        const frame = this.opaqueBatch(lines, g);
        if (frame) this.place(frame, g, eye);
        if (lines !== key) this.placeMirror(key, g, eye, frame);
      }
    }
    this.placeTransparent(transparentCount, eye);
    for (const batch of this.partBatches.values()) batch.merge();
    for (const batch of this.all) {
      batch.visible = batch.count > 0;
      if (!batch.visible) continue;
      batch.instances.posesChanged();
      batch.instances.looksChanged();
    }
  }

  /**
   * The mirror of a wireframe.
   * @param {number} key
   * @param {number} g
   * @param {import('three').Vector3} eye
   * @param {Batch | null} frame its lines
   */
  placeMirror(key, g, eye, frame) {
    const batch = this.opaqueBatch(key, g);
    if (!batch) return;
    batch.userData.frame = frame;
    this.place(batch, g, eye);
  }

  /** Places an opaque mesh among others; false where it is none, or there is no room. @param {number} g */
  placePart(g) {
    const { at, engine } = this.memory;
    const { i32, f32 } = engine;
    const type = i32[g + at.type];
    if (this.context.settings.wireframe || !(type === geomTypes.mesh || type === geomTypes.sdf))
      return false;
    const data = i32[g + at.dataid];
    if (data < 0) return false;
    const batch = this.partBatch(g, data);
    this.taken.type = type;
    this.taken.data = data;
    const k = batch.take(data, this.takenGeometry);
    if (k < 0) return false;
    const { textures, model } = this.context;
    const { instances } = batch;
    const texture = i32[g + at.texid];
    const material = texture >= 0 ? i32[g + at.matid] : -1;
    instances.setPose(k, f32, g + at.pos, f32, g + at.mat, 1, 1, 1);
    instances.setLook(k, this.memory, g, f32[g + at.reflectance]);
    const repeats = model.mat_texrepeat;
    if (material < 0) instances.setTexture(k, 0, 1, 1);
    else
      instances.setTexture(
        k,
        textures.firstLayer[texture] ?? 0,
        repeats[2 * material],
        repeats[2 * material + 1],
      );
    return true;
  }

  /** The batch of meshes that look like a geom. @param {number} g @param {number} data */
  partBatch(g, data) {
    const { at, engine, decoration } = this.memory;
    const { i32 } = engine;
    const { textures } = this.context;
    const texture = i32[g + at.texid];
    const layers = texture >= 0 ? textures.alike[texture] : undefined;
    const decor = i32[g + at.category] === decoration;
    const uniform = texture >= 0 && i32[g + at.texuniform] !== 0;
    // hulls have no texture coordinates
    const coordinates = texture >= 0 && i32[g + at.texcoord] !== 0 && data % 2 === 0;
    const material = texture >= 0 ? i32[g + at.matid] : -1;
    const look = layers ? -1 - layers.ids[0] : 1 + material;
    const key = 8 * look + (decor ? 4 : 0) + (uniform ? 2 : 0) + (coordinates ? 1 : 0);
    const known = this.partBatches.get(key);
    if (layers && !textures.used[material]) textures.note(material);
    if (known) return known;
    const own = layers ? textures.layersOptions(layers) : textures.optionsOf(this.memory, g);
    const batch = new PartBatch((parts) =>
      makeDisplayMaterial({ ...own, uniform, coordinates, parts: parts.texture }, this.context),
    );
    Object.assign(batch.userData, { casts: !decor, type: geomTypes.mesh, plane: false });
    this.partBatches.set(key, batch);
    this.all.push(batch);
    this.add(batch);
    return batch;
  }

  /** @param {number} texture */
  hasAlpha(texture) {
    return texture >= 0 && this.context.textures.hasAlpha(texture);
  }

  /**
   * Notes a transparent geom, sorted by distance along the view.
   * @param {number} count
   * @param {number} i
   * @param {number} p
   * @param {Float32Array} numbers
   * @param {import('three').Vector3} eye
   * @param {import('three').Vector3} forward
   */
  keepForLater(count, i, p, numbers, eye, forward) {
    if (count === this.farther.length) {
      const [ids, depths] = [this.farther, this.depths];
      this.farther = new Int32Array(GROWTH * count);
      this.depths = new Float64Array(GROWTH * count);
      this.keys = new Float64Array(GROWTH * count);
      this.farther.set(ids);
      this.depths.set(depths);
    }
    const depth =
      (numbers[p] - eye.x) * forward.x +
      (numbers[p + 1] - eye.y) * forward.y +
      (numbers[p + 2] - eye.z) * forward.z;
    let k = count;
    for (; k > 0 && this.depths[k - 1] < depth; k--) {
      this.depths[k] = this.depths[k - 1];
      this.farther[k] = this.farther[k - 1];
    }
    this.depths[k] = depth;
    this.farther[k] = i;
  }

  /** @param {number} count @param {import('three').Vector3} eye */
  placeTransparent(count, eye) {
    const { memory } = this;
    let runs = 0;
    for (let k = 0; k < count; k++) {
      this.keys[k] = this.keyOf(memory.geom(this.farther[k]), batchKinds.transparent);
      if (k === 0 || this.keys[k] !== this.keys[k - 1]) runs++;
    }
    const many = runs > MAX_RUNS;
    if (many) this.sortInSlices(count);
    // with shadows on, MuJoCo's own renderer goes through all of them twice; very many are as thick as two layers instead
    const twice = this.context.settings.shadows > 0;
    this.thick = twice && many;
    const passes = twice && !many ? 2 : 1;
    let order = 1;
    for (let pass = 0; pass < passes; pass++) order = this.placeInOrder(count, eye, order);
  }

  /**
   * Transparent geoms in runs of one kind; returns the order of what comes next.
   * @param {number} count
   * @param {import('three').Vector3} eye
   * @param {number} order
   */
  placeInOrder(count, eye, order) {
    const { memory } = this;
    /** @type {Batch | null} */
    let batch = null;
    for (let k = 0; k < count; k++) {
      const g = memory.geom(this.farther[k]);
      const goesOn = k > 0 && this.keys[k] === this.keys[k - 1];
      if (!goesOn || !batch || batch.count === batch.instances.capacity) {
        batch = this.runBatch(this.keys[k], g, goesOn ? batch : null);
        if (batch) batch.renderOrder = order++;
      }
      if (!batch) continue;
      this.place(batch, g, eye);
      const alpha = 4 * batch.count - 1;
      if (this.isBehind(g)) batch.instances.rgba.array[alpha] *= BEHIND;
      if (this.thick)
        batch.instances.rgba.array[alpha] = 1 - (1 - batch.instances.rgba.array[alpha]) ** 2;
    }
    return order;
  }

  /** Whether a geom is a plane seen from behind. @param {number} g */
  isBehind(g) {
    const { at, engine } = this.memory;
    const { f32, i32 } = engine;
    const { eye } = this;
    if (i32[g + at.type] !== geomTypes.plane) return false;
    const p = g + at.pos;
    const r = g + at.mat;
    const height =
      (eye.x - f32[p]) * f32[r + 2] +
      (eye.y - f32[p + 1]) * f32[r + 5] +
      (eye.z - f32[p + 2]) * f32[r + 8];
    return height < 0;
  }

  /** Whether one can see through a geom. @param {number} g */
  isClear(g) {
    const { at, engine } = this.memory;
    const alpha = engine.f32[g + at.rgba + 3];
    return alpha < 1 || this.hasAlpha(engine.i32[g + at.texid]) || this.isBehind(g);
  }

  /** Too many kinds take turns: keeps the order of a few slices by depth, and puts kinds together within them. @param {number} count */
  sortInSlices(count) {
    const { keys, farther } = this;
    const size = Math.ceil(count / SLICES);
    for (let first = 0; first < count; first += size) {
      for (let i = first + 1; i < Math.min(first + size, count); i++) {
        const key = keys[i];
        const geom = farther[i];
        let k = i;
        for (; k > first && keys[k - 1] > key; k--) {
          keys[k] = keys[k - 1];
          farther[k] = farther[k - 1];
        }
        keys[k] = key;
        farther[k] = geom;
      }
    }
  }

  /**
   * Key of the batch that a geom is drawn with.
   * @param {number} g
   * @param {number} kind bits that are known
   * @param {boolean} [mayReflect]
   */
  keyOf(g, kind, mayReflect = true) {
    const { at, engine, decoration } = this.memory;
    const { i32, f32 } = engine;
    const type = i32[g + at.type];
    const shape = shapeOf(type, kind === batchKinds.transparent);
    const data = ofData.has(type) ? i32[g + at.dataid] : -1;
    const material = i32[g + at.texid] >= 0 ? i32[g + at.matid] : -1;
    if (i32[g + at.category] === decoration) kind += batchKinds.decoration;
    if (this.isEndless(g, type)) kind += batchKinds.endless;
    const reflects =
      mayReflect &&
      (type === geomTypes.plane || type === geomTypes.box) &&
      f32[g + at.reflectance] > 0 &&
      !this.isBehind(g) &&
      this.mirrors.length < this.mirrorLimit;
    return reflects
      ? mirrorKey(kind, type === geomTypes.box, this.mirrors.length, material)
      : batchKey(kind, shape, material, data);
  }

  /** Whether a geom is a plane without end, in one direction at least. @param {number} g @param {number} type */
  isEndless(g, type) {
    const { at, engine } = this.memory;
    const s = g + at.size;
    return type === geomTypes.plane && (engine.f32[s] <= 0 || engine.f32[s + 1] <= 0);
  }

  /**
   * The batch of a shape with room for one more; null for shapes that have no surface.
   * @param {number} key
   * @param {number} g
   */
  opaqueBatch(key, g) {
    const batch = this.batches.get(key);
    if (batch && batch.count < batch.instances.capacity) return batch;
    const made = this.makeBatch(key, g, batch ?? null);
    if (made) this.batches.set(key, made);
    return made;
  }

  /**
   * The next batch of a key for a run of transparent geoms.
   * @param {number} key
   * @param {number} g
   * @param {Batch | null} full
   */
  runBatch(key, g, full) {
    let run = this.runs.get(key);
    if (!run) {
      run = { list: [], used: 0 };
      this.runs.set(key, run);
      this.runList.push(run);
    }
    if (full) run.used--;
    let batch = run.list[run.used];
    if (!batch || full) {
      const made = this.makeBatch(key, g, full);
      if (!made) return null;
      run.list[run.used] = batch = made;
    }
    run.used++;
    return batch;
  }

  /**
   * @param {number} key
   * @param {number} g
   * @param {Batch | null} full the batch that became too small
   */
  makeBatch(key, g, full) {
    const { at, engine } = this.memory;
    const { i32 } = engine;
    const transparent = this.isClear(g);
    const type = shapeOf(i32[g + at.type], transparent);
    const endless = this.isEndless(g, type);
    const geometry = this.geometryOf(type, i32[g + at.dataid], endless);
    if (!geometry) return null;
    const mirror = isMirrorKey(key);
    const { wireframe } = this.context.settings;
    const asEdges = wireframe && !lines.has(type) && !mirror;
    if (asEdges) toEdges(geometry);
    const material = makeDisplayMaterial(
      {
        ...this.textureOf(g, Boolean(geometry.getAttribute('texcoord')), endless),
        capsule: type === geomTypes.capsule,
        line: lines.has(type),
        unlit: lines.has(type),
        doubleSided:
          type === geomTypes.triangle ||
          lines.has(type) ||
          (type === geomTypes.plane && transparent),
        twoSided: type === geomTypes.triangle,
        ownLines: asEdges || lines.has(type) || mirror,
        glass: wireframe && mirror,
        transparent,
        endless,
        mirror,
      },
      this.context,
    );
    const size = full ? GROWTH * full.instances.capacity : mirror ? 1 : STARTING_SIZE;
    const Kind = asEdges ? EdgeBatch : ShapeBatch;
    const batch = new Kind(geometry, material, size, type === geomTypes.capsule);
    geometry.dispose();
    batch.userData.casts =
      type !== geomTypes.plane &&
      i32[g + at.category] !== this.memory.decoration &&
      !lines.has(type);
    batch.userData.type = type;
    batch.userData.data = i32[g + at.dataid];
    batch.userData.plane = type === geomTypes.plane;
    batch.userData.box = type === geomTypes.box;
    // planes first: much is behind them
    batch.renderOrder = type === geomTypes.plane ? -1 : 0;
    if (mirror && wireframe) batch.renderOrder = -2;
    if (full) this.moveContent(full, batch);
    this.all.push(batch);
    this.add(batch);
    return batch;
  }

  /**
   * @param {number} type
   * @param {number} data
   * @param {boolean} endless
   */
  geometryOf(type, data, endless) {
    const { model, quality } = this.context;
    const { vertexLight, wireframe } = this.context.flags;
    const fine = type === geomTypes.plane && (vertexLight || (wireframe && endless));
    if (fine) return endlessGeometry(ENDLESS_GRID);
    if (endless) return gradedGeometry(GRADED_GRID);
    if (type === geomTypes.hfield) {
      const field = hfieldGeometry(model, data);
      // lines of a wireframe are those of all triangles
      return wireframe ? field.toNonIndexed() : field;
    }
    if (type === geomTypes.mesh || type === geomTypes.sdf) {
      if (data < 0) return null;
      const hull = data % 2 === 1 ? hullGeometry(model, data >> 1) : null;
      return hull ?? meshGeometry(model, data >> 1);
    }
    return unitGeometry(type, quality);
  }

  /**
   * @param {number} g
   * @param {boolean} hasCoordinates
   * @param {boolean} endless
   */
  textureOf(g, hasCoordinates, endless) {
    const { at, engine } = this.memory;
    if (engine.i32[g + at.texid] < 0) return {};
    return {
      ...this.context.textures.optionsOf(this.memory, g),
      uniform: endless || engine.i32[g + at.texuniform] !== 0,
      coordinates: hasCoordinates && engine.i32[g + at.texcoord] !== 0,
    };
  }

  /**
   * @param {Batch} batch
   * @param {number} g
   * @param {import('three').Vector3} eye
   */
  place(batch, g, eye) {
    const { at, engine } = this.memory;
    const numbers = engine.f32;
    const type = engine.i32[g + at.type];
    const k = batch.count++;
    const s = g + at.size;
    const p = g + at.pos;
    const r = g + at.mat;
    if (type === geomTypes.plane) this.placePlane(batch, k, g, eye);
    else if (ofData.has(type)) batch.instances.setPose(k, numbers, p, numbers, r, 1, 1, 1);
    else if (batch.instances.capsule && type === geomTypes.sphere)
      batch.instances.setPose(k, numbers, p, numbers, r, numbers[s], numbers[s], 0);
    else if (type === geomTypes.line)
      batch.instances.setPose(k, numbers, p, numbers, r, 1, 1, numbers[s + 2]);
    else
      batch.instances.setPose(
        k,
        numbers,
        p,
        numbers,
        r,
        numbers[s],
        numbers[s + 1],
        numbers[s + 2],
      );
    const width = type === geomTypes.line ? numbers[s] : LINE_PIXELS;
    const fourth = lines.has(type) ? width : numbers[g + at.reflectance];
    batch.instances.setLook(k, this.memory, g, fourth);
    if (batch.instances.capacity === 1 && numbers[g + at.reflectance] > 0) this.mirrors.push(batch);
  }

  /**
   * A plane; without end it reaches behind the sky and follows the eye by whole periods of its texture.
   * @param {Batch} batch
   * @param {number} k
   * @param {number} g
   * @param {import('three').Vector3} eye
   */
  placePlane(batch, k, g, eye) {
    const { model } = this.context;
    const { at, engine } = this.memory;
    const numbers = engine.f32;
    const i32 = engine.i32;
    const pos = g + at.pos;
    const r = g + at.mat;
    const s = g + at.size;
    const far = 1.05 * model.vis.map.zfar * model.stat.extent;
    const p = planePosition;
    for (let n = 0; n < 3; n++) p[n] = numbers[pos + n];
    if (numbers[s] <= 0 && numbers[s + 1] <= 0 && !(this.ground < p[2])) this.ground = p[2];
    const textured = i32[g + at.texid] >= 0;
    const material = i32[g + at.matid];
    for (let axis = 0; axis < 2; axis++) {
      if (numbers[s + axis] > 0) continue;
      const along =
        numbers[r + axis] * (eye.x - numbers[pos]) +
        numbers[r + 3 + axis] * (eye.y - numbers[pos + 1]) +
        numbers[r + 6 + axis] * (eye.z - numbers[pos + 2]);
      const repeat = textured ? model.mat_texrepeat[2 * material + axis] : 0;
      const period = repeat > 0 ? 2 / repeat : (2 * far) / ENDLESS_GRID;
      const move = period * Math.round(along / period);
      for (let n = 0; n < 3; n++) p[n] += numbers[r + 3 * n + axis] * move;
    }
    batch.instances.setPose(k, p, 0, numbers, r, numbers[s] || far, numbers[s + 1] || far, 1);
  }

  /**
   * @param {Batch} from
   * @param {Batch} to
   */
  moveContent(from, to) {
    to.instances.copy(from.instances);
    to.count = from.count;
    to.renderOrder = from.renderOrder;
    this.remove(from);
    this.all.splice(this.all.indexOf(from), 1);
    /** @type {import('three').Material} */ (from.material).dispose();
    from.dispose();
  }

  /**
   * Takes over the corners of a changed mesh or height field.
   * @param {(type: number) => boolean} ofKind
   * @param {number} id
   */
  upload(ofKind, id) {
    const isChanged = (/** @type {number} */ data) => data >> 1 === id;
    if (ofKind(geomTypes.mesh)) {
      for (const batch of this.partBatches.values())
        batch.upload(isChanged, (data) => this.geometryOf(geomTypes.mesh, data, false));
    }
    for (const batch of this.all) {
      if (batch instanceof PartBatch) continue;
      const { geometry, userData } = batch;
      const { type, data } = userData;
      if (!ofKind(type) || (type === geomTypes.hfield ? data : data >> 1) !== id) continue;
      const changed = this.geometryOf(type, data, false);
      for (const [name, { array }] of Object.entries(changed?.attributes ?? {})) {
        const own = /** @type {import('three').BufferAttribute} */ (geometry.getAttribute(name));
        own.copyArray(array).needsUpdate = true;
      }
      changed?.dispose();
    }
  }

  /** Takes over another number of parts of round shapes; materials stay. */
  reshape() {
    // lines of a wireframe are made from triangles
    if (this.context.settings.wireframe) return this.rebuild();
    for (const { geometry, userData } of this.all) {
      if (!ofParts.has(userData.type)) continue;
      const shape = this.geometryOf(userData.type, -1, false);
      geometry.dispose();
      geometry.setIndex(shape?.index ?? null);
      for (const [name, attribute] of Object.entries(shape?.attributes ?? {}))
        geometry.setAttribute(name, attribute);
    }
  }

  /** Forgets all batches: they are made again from changed shapes, textures or materials. */
  rebuild() {
    for (const batch of this.all) {
      /** @type {import('three').Material} */ (batch.material).dispose();
      batch.dispose();
    }
    this.all = [];
    this.mirrors = [];
    this.batches.clear();
    this.runs.clear();
    this.partBatches.clear();
    this.runList.length = 0;
    this.clear();
  }

  dispose() {
    this.rebuild();
  }
}

const planePosition = new Float64Array(3);
