// Entry 'limber/decompose': meshes with hollows, as convex parts that collide.
//
// A mesh collides as its convex hull. `decompose` gives each mesh that collides parts of its own, which V-HACD finds, the approximate
// convex decomposition of the package @dimforge/rapier3d-compat (optional: npm install @dimforge/rapier3d-compat). The geom itself
// stays for the picture, with its mass and inertia, and collides no more; parts have no mass, so that only contacts change.
//
//   import { decompose } from 'limber/decompose';
//   const sim = await load('mug.xml');
//   await decompose(sim, { parts: 24 });
import { MjError, demand } from './engine/error.js';

/**
 * @typedef {import('./index.js').Simulation} Simulation
 * @typedef {import('./mujoco.js').MjSpec} MjSpec
 * @typedef {import('./mujoco.js').MjsGeom} MjsGeom
 * @typedef {import('./mujoco.js').MujocoModule} MujocoModule
 */

/**
 * How meshes are cut.
 * @typedef {object} DecomposeOptions
 * @property {number} [parts] most parts of a mesh
 * @property {number} [concavity] how far a part may be from convex, 0 to 1; smaller is closer, with more parts
 * @property {number} [resolution] voxels along the longest side
 * @property {string[]} [meshes] names of those that are cut; all that collide when left out
 */

/**
 * A mesh and the number of its parts.
 * @typedef {object} Decomposed
 * @property {string} mesh name
 * @property {number} parts number of parts
 */

const DEFAULTS = Object.freeze({ parts: 16, concavity: 0.01, resolution: 64 });

/**
 * What is used of the package.
 * @typedef {{ vertices?: Float32Array }} Shape
 * @typedef {{ shape: { shapes?: Shape[] } } | null} Found
 * @typedef {{ concavity: number, maxConvexHulls: number, resolution: number }} Parameters
 * @typedef {(vertices: Float32Array, indices: Uint32Array, parameters: Parameters) => Found} Decomposition
 * @typedef {{ init(): Promise<void>, ColliderDesc: { convexDecomposition?: Decomposition } }} Package
 */

/** @returns {Promise<Decomposition>} */
async function openPackage() {
  const advice = "'npm install @dimforge/rapier3d-compat' (0.21 or newer)";
  /** @type {Package} */
  let found;
  try {
    found = /** @type {Package} */ (
      /** @type {unknown} */ ((await import('@dimforge/rapier3d-compat')).default)
    );
  } catch (cause) {
    throw new MjError(`decompose: convex parts are found by a package: ${advice}`, { cause });
  }
  const { ColliderDesc } = found;
  demand(ColliderDesc.convexDecomposition, `decompose needs ${advice}`, 'an older one');
  await found.init();
  return (...args) => ColliderDesc.convexDecomposition?.(...args) ?? null;
}

/** @param {DecomposeOptions} options */
function check({ parts, concavity, resolution }) {
  const { parts: count, concavity: distance, resolution: voxels } = DEFAULTS;
  const wanted = {
    parts: parts ?? count,
    concavity: concavity ?? distance,
    resolution: resolution ?? voxels,
  };
  const isCount = (/** @type {number} */ value, /** @type {number} */ most) =>
    Number.isInteger(value) && value > 0 && value <= most;
  demand(isCount(wanted.parts, 1024), 'decompose: parts: 1 to 1024', wanted.parts);
  demand(wanted.concavity >= 0 && wanted.concavity <= 1, 'decompose: concavity: 0 to 1', concavity);
  demand(isCount(wanted.resolution, 400), 'decompose: resolution: 1 to 400', wanted.resolution);
  return wanted;
}

/** A vector turned by a quaternion. @param {Float64Array} q @param {number[]} v */
function rotate([w, x, y, z], [a, b, c]) {
  const [s, t, u] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * s + y * u - z * t, b + w * t + z * s - x * u, c + w * u + x * t - y * s];
}

/** Vertices as the file has them (scaled), and triangles. @param {Simulation} simulation @param {number} id of the mesh */
function meshOf({ model }, id) {
  const { mesh_vertadr, mesh_vertnum, mesh_faceadr, mesh_facenum } = model;
  const pos = model.mesh_pos.subarray(3 * id, 3 * id + 3);
  const quat = model.mesh_quat.subarray(4 * id, 4 * id + 4);
  const vertices = new Float32Array(3 * mesh_vertnum[id]);
  for (let k = 0; k < mesh_vertnum[id]; k++) {
    const at = 3 * (mesh_vertadr[id] + k);
    // the compiler moves a mesh to its centre and turns it to its axes of inertia
    const turned = rotate(quat, [...model.mesh_vert.subarray(at, at + 3)]);
    vertices.set(
      turned.map((value, i) => value + pos[i]),
      3 * k,
    );
  }
  const first = 3 * mesh_faceadr[id];
  return {
    vertices,
    faces: Uint32Array.from(model.mesh_face.subarray(first, first + 3 * mesh_facenum[id])),
  };
}

/** Whether a closed mesh is its own hull: no vertex lies before the plane of a triangle. @param {{ vertices: Float32Array, faces: Uint32Array }} mesh */
function isConvex({ vertices, faces }) {
  const at = (/** @type {number} */ k) => vertices.subarray(3 * k, 3 * k + 3);
  const size = vertices.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = [at(faces[f]), at(faces[f + 1]), at(faces[f + 2])];
    const [u, v] = [b, c].map((point) => [0, 1, 2].map((i) => point[i] - a[i]));
    const normal = [0, 1, 2].map((i) => {
      const [j, k] = [(i + 1) % 3, (i + 2) % 3];
      return u[j] * v[k] - u[k] * v[j];
    });
    const length = Math.hypot(...normal);
    for (let k = 0; k < vertices.length; k += 3) {
      const height =
        normal[0] * (vertices[k] - a[0]) +
        normal[1] * (vertices[k + 1] - a[1]) +
        normal[2] * (vertices[k + 2] - a[2]);
      if (height > 1e-5 * size * length) return false;
    }
  }
  return true;
}

/** Whether points lie in no plane, by their extent in each direction. @param {Float32Array} points */
function isSolid(points) {
  const sides = [0, 1, 2].map((axis) => {
    const values = points.filter((_, k) => k % 3 === axis);
    return Math.max(...values) - Math.min(...values);
  });
  return points.length >= 12 && Math.min(...sides) > 1e-6 * Math.max(...sides);
}

/** Fields of a geom that its parts share: where it is, and how it touches. */
const shared = /** @type {const} */ ([
  'pos',
  'quat',
  'contype',
  'conaffinity',
  'condim',
  'priority',
  'friction',
  'solmix',
  'solref',
  'solimp',
  'margin',
  'gap',
  'adhesion',
  'rgba',
]);

/** Geoms of a spec that collide as a mesh. @param {MjSpec} spec @param {MujocoModule} mujoco */
function meshGeoms(spec, mujoco) {
  const found = [];
  const { mjOBJ_GEOM } = mujoco.mjtObj;
  for (
    let element = mujoco.mjs_firstElement(spec, mjOBJ_GEOM);
    element;
    element = mujoco.mjs_nextElement(spec, element)
  ) {
    const geom = mujoco.mjs_asGeom(element);
    const isMesh = geom && geom.type === mujoco.mjtGeom.mjGEOM_MESH;
    if (isMesh && (geom.contype || geom.conaffinity)) found.push(geom);
  }
  return found;
}

/** Gives a geom's body its parts, and takes the geom itself out of collisions. @param {MujocoModule} mujoco @param {MjsGeom} geom @param {string[]} names of meshes */
function replace(mujoco, geom, names) {
  const body = mujoco.mjs_getParent(geom.element);
  if (!body) return;
  const frame = mujoco.mjs_getFrame(geom.element);
  for (const name of names) {
    const part = body.addGeom({ type: 'mesh', meshname: name, mass: 0, group: 3 });
    for (const field of shared) part.assign({ [field]: geom[field] });
    part.alt = geom.alt;
    if (frame) mujoco.mjs_setFrame(part.element, frame);
  }
  geom.assign({ contype: 0, conaffinity: 0 });
}

/**
 * Replaces what collides of meshes by convex parts, and goes on from the present state. Pairs of `<contact>` and distance sensors that
 * name a geom still take its whole hull.
 * @param {Simulation} simulation
 * @param {DecomposeOptions} [options]
 * @returns {Promise<Decomposed[]>} meshes that were cut: not those that are convex
 */
export async function decompose(simulation, options = {}) {
  const { parts, concavity, resolution } = check(options);
  const { mujoco, model } = simulation;
  const names = new Set(meshGeoms(simulation.spec, mujoco).map(({ meshname }) => meshname));
  for (const name of options.meshes ?? [])
    demand(names.has(name), `decompose: meshes that collide: ${[...names].join(', ')}`, name);
  const hollow = (options.meshes ?? [...names])
    .map((name) => ({ name, ...meshOf(simulation, model.mesh(name).id) }))
    .filter((mesh) => !isConvex(mesh));
  if (hollow.length === 0) return [];
  const run = await openPackage();
  const hulls = hollow.map(({ name, vertices, faces }) => {
    const found = run(vertices, faces, { concavity, maxConvexHulls: parts, resolution });
    const points = (found?.shape.shapes ?? []).flatMap(({ vertices: all }) => all ?? []);
    return { name, points: points.filter(isSolid) };
  });
  const cut = hulls.filter(({ points }) => points.length > 1);
  if (cut.length === 0) return [];
  simulation.edit((spec, { mjtMeshInertia }) => {
    const geoms = meshGeoms(spec, mujoco);
    for (const { name, points } of cut) {
      const meshes = points.map((_, k) => `${name}_part${k}`);
      points.forEach((uservert, k) =>
        spec.addMesh({
          name: meshes[k],
          uservert,
          scale: [1, 1, 1],
          refpos: [0, 0, 0],
          refquat: [1, 0, 0, 0],
          inertia: mjtMeshInertia.mjMESH_INERTIA_CONVEX,
        }),
      );
      for (const geom of geoms) if (geom.meshname === name) replace(mujoco, geom, meshes);
    }
  });
  return cut.map(({ name, points }) => ({ mesh: name, parts: points.length }));
}
