// A simulation as glTF 2.0: one binary file (.glb) with the bodies as nodes, their visible geoms as meshes, and a motion as animation.
// Source: the glTF 2.0 specification of the Khronos Group. It runs in Node and in pages.
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  PlaneGeometry,
  SphereGeometry,
} from 'three';
import { MotionPlayer } from '../data/motion.js';

/** @typedef {import('../sim/simulation.js').Simulation} Simulation */
/** @typedef {import('../data/motion.js').Motion} Motion */
/** @typedef {import('../mujoco.js').MjModel} MjModel */
/** @typedef {Record<string, unknown>} Item */
/**
 * @typedef {object} GltfOptions
 * @property {Motion} [motion] becomes an animation
 * @property {number} [fps] positions of the animation for each second (30)
 * @property {number[]} [groups] of the geoms that are written (0, 1, 2)
 */

const floatType = 5126;
const indexType = 5125;

/** Buffers and tables of one file. */
class Writer {
  /** @type {Uint8Array[]} */
  parts = [];
  length = 0;
  /** @type {Item[]} */
  views = [];
  /** @type {Item[]} */
  accessors = [];

  /**
   * Adds an array; its number among the accessors.
   * @param {Float32Array | Uint32Array} array
   * @param {'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4'} type
   * @param {{ min?: number[], max?: number[] }} [range]
   */
  add(array, type, range = {}) {
    const size = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4 }[type];
    this.views.push({ buffer: 0, byteOffset: this.length, byteLength: array.byteLength });
    this.parts.push(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    this.length += array.byteLength;
    const componentType = array instanceof Uint32Array ? indexType : floatType;
    const bufferView = this.views.length - 1;
    this.accessors.push({ bufferView, componentType, count: array.length / size, type, ...range });
    return this.accessors.length - 1;
  }

  /** Positions say where they end. @param {Float32Array} array */
  addPositions(array) {
    const min = [Infinity, Infinity, Infinity];
    const max = [-Infinity, -Infinity, -Infinity];
    array.forEach((value, i) => {
      min[i % 3] = Math.min(min[i % 3], value);
      max[i % 3] = Math.max(max[i % 3], value);
    });
    return this.add(array, 'VEC3', { min, max });
  }
}

/** Triangles of a mesh of the model. @param {MjModel} model @param {number} id */
function meshGeometry(model, id) {
  const corners = 3 * model.mesh_facenum[id];
  const first = 3 * model.mesh_faceadr[id];
  const vertex = 3 * model.mesh_vertadr[id];
  const normal = 3 * model.mesh_normaladr[id];
  const position = new Float32Array(3 * corners);
  const normals = new Float32Array(3 * corners);
  for (let i = 0; i < corners; i++)
    for (let k = 0; k < 3; k++) {
      position[3 * i + k] = model.mesh_vert[vertex + 3 * model.mesh_face[first + i] + k];
      normals[3 * i + k] = model.mesh_normal[normal + 3 * model.mesh_facenormal[first + i] + k];
    }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(position, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  return geometry;
}

/**
 * The shape of a geom in its frame, null for what is not drawn this way.
 * @param {Simulation} simulation
 * @param {number} id
 */
function shapeOf({ mujoco, model }, id) {
  const [x, y, z] = model.geom_size.subarray(3 * id, 3 * id + 3);
  const { mjtGeom } = mujoco;
  const along = Math.PI / 2; // shapes of three stand along y, those of models along z
  switch (model.geom_type[id]) {
    case mjtGeom.mjGEOM_PLANE.value:
      return new PlaneGeometry(2 * (x || 50), 2 * (y || 50));
    case mjtGeom.mjGEOM_SPHERE.value:
      return new SphereGeometry(x, 32, 16);
    case mjtGeom.mjGEOM_CAPSULE.value:
      return new CapsuleGeometry(x, 2 * y, 12, 24).rotateX(along);
    case mjtGeom.mjGEOM_ELLIPSOID.value:
      return new SphereGeometry(1, 32, 16).scale(x, y, z);
    case mjtGeom.mjGEOM_CYLINDER.value:
      return new CylinderGeometry(x, x, 2 * y, 32).rotateX(along);
    case mjtGeom.mjGEOM_BOX.value:
      return new BoxGeometry(2 * x, 2 * y, 2 * z);
    case mjtGeom.mjGEOM_MESH.value:
    case mjtGeom.mjGEOM_SDF.value:
      return meshGeometry(model, model.geom_dataid[id]);
    default:
      return null;
  }
}

/** w x y z of the engine as x y z w. @param {ArrayLike<number>} q @param {number} at */
const turned = (q, at) => [q[at + 1], q[at + 2], q[at + 3], q[at]];
/** @param {ArrayLike<number>} list @param {number} at @param {number} count */
const some = (list, at, count) => Array.from({ length: count }, (_, i) => list[at + i]);

/** Pose of a body in the world's frame, as fields of a node. @param {Simulation} simulation @param {number} body */
const poseOf = ({ data }, body) => ({
  translation: some(data.xpos, 3 * body, 3),
  rotation: turned(data.xquat, 4 * body),
});

/** sRGB as light. @param {number} value */
const linear = (value) =>
  value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);

/** @param {MjModel} model @param {number} geom */
function materialOf(model, geom) {
  const id = model.geom_matid[geom];
  const isOwn = some(model.geom_rgba, 4 * geom, 4).some((v) => Math.abs(v - 0.5) > 1e-6 && v !== 1);
  const rgba =
    id >= 0 && !isOwn ? some(model.mat_rgba, 4 * id, 4) : some(model.geom_rgba, 4 * geom, 4);
  const [r, g, b] = rgba.map(linear);
  return {
    pbrMetallicRoughness: {
      baseColorFactor: [r, g, b, rgba[3]],
      metallicFactor: id >= 0 ? Math.max(0, model.mat_metallic[id]) : 0,
      roughnessFactor: id >= 0 && model.mat_roughness[id] >= 0 ? model.mat_roughness[id] : 0.7,
    },
    ...(rgba[3] < 1 ? { alphaMode: 'BLEND' } : {}),
    doubleSided: true,
  };
}

/**
 * Meshes of a body's geoms as children of its node.
 * @param {Simulation} simulation
 * @param {Writer} writer
 * @param {{ nodes: Item[], meshes: Item[], materials: Item[] }} tables
 * @param {number[]} groups
 */
function writeGeoms(simulation, writer, tables, groups) {
  const { mujoco, model } = simulation;
  /** Children of each body's node. @type {number[][]} */
  const children = Array.from({ length: model.nbody }, () => []);
  for (let geom = 0; geom < model.ngeom; geom++) {
    if (!groups.includes(model.geom_group[geom])) continue;
    const material = materialOf(model, geom);
    const shape = material.pbrMetallicRoughness.baseColorFactor[3] > 0 && shapeOf(simulation, geom);
    if (!shape) continue;
    const { position, normal } = shape.attributes;
    const indices = shape.index && Uint32Array.from(shape.index.array);
    const mesh = tables.meshes.push({
      primitives: [
        {
          attributes: {
            POSITION: writer.addPositions(Float32Array.from(position.array)),
            NORMAL: writer.add(Float32Array.from(normal.array), 'VEC3'),
          },
          ...(indices ? { indices: writer.add(indices, 'SCALAR') } : {}),
          material: tables.materials.push(material) - 1,
        },
      ],
    });
    const name = mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_GEOM.value, geom);
    const node = tables.nodes.push({
      ...(name ? { name } : {}),
      mesh: mesh - 1,
      translation: some(model.geom_pos, 3 * geom, 3),
      rotation: turned(model.geom_quat, 4 * geom),
    });
    children[model.geom_bodyid[geom]].push(node - 1);
  }
  return children;
}

/**
 * The motion of all bodies.
 * @param {Simulation} simulation
 * @param {Writer} writer
 * @param {Motion} motion
 * @param {number} fps
 */
function writeMotion(simulation, writer, motion, fps) {
  const { nbody } = simulation.model;
  const player = new MotionPlayer(motion, simulation);
  const start = motion.times[0];
  const count = Math.max(2, Math.floor(motion.duration * fps) + 1);
  const times = Float32Array.from({ length: count }, (_, i) => i / fps);
  const positions = Array.from({ length: nbody }, () => new Float32Array(3 * count));
  const rotations = Array.from({ length: nbody }, () => new Float32Array(4 * count));
  const state = simulation.saveState();
  times.forEach((time, i) => {
    player.seek(start + time);
    for (let body = 1; body < nbody; body++) {
      const { translation, rotation } = poseOf(simulation, body);
      positions[body].set(translation, 3 * i);
      // the shorter way between two quaternions
      const before = i > 0 ? rotations[body].subarray(4 * i - 4, 4 * i) : rotation;
      const sign = rotation.reduce((sum, value, k) => sum + value * before[k], 0) < 0 ? -1 : 1;
      rotations[body].set(
        rotation.map((value) => sign * value),
        4 * i,
      );
    }
  });
  simulation.restoreState(state);
  const input = writer.add(times, 'SCALAR', { min: [0], max: [times[count - 1]] });
  /** @type {Item[]} */
  const samplers = [];
  /** @type {Item[]} */
  const channels = [];
  for (let body = 1; body < nbody; body++) {
    const tracks = /** @type {const} */ ([
      ['translation', writer.add(positions[body], 'VEC3')],
      ['rotation', writer.add(rotations[body], 'VEC4')],
    ]);
    for (const [path, output] of tracks) {
      const sampler = samplers.push({ input, output, interpolation: 'LINEAR' }) - 1;
      channels.push({ sampler, target: { node: body, path } });
    }
  }
  return [{ name: 'motion', samplers, channels }];
}

/** Head, JSON and buffer in one file. @param {Item} json @param {Writer} writer */
function pack(json, writer) {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const textLength = Math.ceil(text.length / 4) * 4;
  const dataLength = Math.ceil(writer.length / 4) * 4;
  const bytes = new Uint8Array(12 + 8 + textLength + 8 + dataLength);
  const view = new DataView(bytes.buffer);
  const head = [0x46546c67, 2, bytes.length, textLength, 0x4e4f534a];
  head.forEach((value, i) => view.setUint32(4 * i, value, true));
  bytes.fill(0x20, 20, 20 + textLength);
  bytes.set(text, 20);
  view.setUint32(20 + textLength, dataLength, true);
  view.setUint32(24 + textLength, 0x004e4942, true);
  let at = 28 + textLength;
  for (const part of writer.parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/**
 * The file. Bodies lie side by side below one node that turns z up into y up; shapes have their colours, no textures; flexes, skins,
 * height fields and tendons are left out.
 * @param {Simulation} simulation its state is the scene's, and the same afterwards
 * @param {GltfOptions} [options]
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function exportGltf(simulation, { motion, fps = 30, groups = [0, 1, 2] } = {}) {
  const { mujoco, model } = simulation;
  const writer = new Writer();
  const names = mujoco.mjtObj.mjOBJ_BODY.value;
  /** @type {{ nodes: Item[], meshes: Item[], materials: Item[] }} */
  const tables = { nodes: [], meshes: [], materials: [] };
  for (let body = 0; body < model.nbody; body++)
    tables.nodes.push({ name: mujoco.mj_id2name(model, names, body), ...poseOf(simulation, body) });
  const children = writeGeoms(simulation, writer, tables, groups);
  children.forEach((list, body) => {
    if (list.length) tables.nodes[body].children = list;
  });
  const half = Math.SQRT1_2;
  const top = tables.nodes.push({
    name: 'model',
    rotation: [-half, 0, 0, half],
    children: Array.from({ length: model.nbody }, (_, body) => body),
  });
  const animations = motion ? { animations: writeMotion(simulation, writer, motion, fps) } : {};
  const json = {
    asset: { version: '2.0', generator: 'limber' },
    scene: 0,
    scenes: [{ nodes: [top - 1] }],
    ...Object.fromEntries(Object.entries(tables).filter(([, list]) => list.length)),
    ...animations,
    accessors: writer.accessors,
    bufferViews: writer.views,
    buffers: [{ byteLength: writer.length }],
  };
  return pack(json, writer);
}
