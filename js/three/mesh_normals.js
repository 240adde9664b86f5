// Normals of a mesh's corners.
//
// Where a file gives no normals, the compiler averages those of the faces around a vertex and leaves out the faces that turn far away
// from the average. What was left out is an edge: its corners have the normal of their face, or they would be lit from nowhere.
//
// The model keeps the normals and not where they came from, so that this averages once more and compares: normals that are neither of
// the two averages are a file's own and stay as they are. SHARP is the compiler's own bound (src/asset/mesh.c).

const SHARP = 0.8; // cosine
const SAME = 0.999;

const edge1 = new Float64Array(3);
const edge2 = new Float64Array(3);

/**
 * Unit normals of the faces, and their areas times two.
 * @param {import('../mujoco.js').MjModel} model
 * @param {number} id
 */
function faceNormals(model, id) {
  const { mesh_face: faces, mesh_vert: vertices } = model;
  const count = model.mesh_facenum[id];
  const normals = new Float64Array(3 * count);
  const areas = new Float64Array(count);
  for (let f = 0; f < count; f++) {
    const first = 3 * (model.mesh_faceadr[id] + f);
    const [a, b, c] = [0, 1, 2].map((k) => 3 * (model.mesh_vertadr[id] + faces[first + k]));
    for (let k = 0; k < 3; k++) {
      edge1[k] = vertices[b + k] - vertices[a + k];
      edge2[k] = vertices[c + k] - vertices[a + k];
    }
    const n = [0, 1, 2].map(
      (k) => edge1[(k + 1) % 3] * edge2[(k + 2) % 3] - edge1[(k + 2) % 3] * edge2[(k + 1) % 3],
    );
    areas[f] = Math.hypot(n[0], n[1], n[2]);
    for (let k = 0; k < 3; k++) normals[3 * f + k] = n[k] / (areas[f] || 1);
  }
  return { normals, areas };
}

/** @param {ArrayLike<number>} a @param {number} i @param {ArrayLike<number>} b @param {number} j */
const dot = (a, i, b, j) => a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];

/**
 * Sums of the normals around each vertex, weighted by area and made unit: of all faces, or of those near a first average.
 * @param {import('../mujoco.js').MjModel} model
 * @param {number} id
 * @param {{ normals: Float64Array, areas: Float64Array }} of
 * @param {Float64Array | null} average
 */
function averages(model, id, { normals, areas }, average) {
  const sums = new Float64Array(3 * model.mesh_vertnum[id]);
  const first = 3 * model.mesh_faceadr[id];
  for (let corner = 0; corner < 3 * areas.length; corner++) {
    const f = Math.floor(corner / 3);
    const at = 3 * model.mesh_face[first + corner];
    if (average && dot(average, at, normals, 3 * f) < SHARP) continue;
    for (let k = 0; k < 3; k++) sums[at + k] += areas[f] * normals[3 * f + k];
  }
  for (let at = 0; at < sums.length; at += 3) {
    const length = Math.sqrt(dot(sums, at, sums, at));
    for (let k = 0; k < 3 && length > 0; k++) sums[at + k] /= length;
  }
  return sums;
}

/**
 * Whether vertex normals are those found, where some were found.
 * @param {Float64Array} found
 * @param {ArrayLike<number>} given
 * @param {number} start
 */
function agree(found, given, start) {
  for (let at = 0; at < found.length; at += 3) {
    if (dot(found, at, found, at) > 0 && dot(found, at, given, start + at) < SAME) return false;
  }
  return true;
}

/**
 * Whether the faces are those of the convex hull, as of a mesh given by vertices alone. Its normals may be in another order.
 * @param {import('../mujoco.js').MjModel} model
 * @param {number} id
 */
function isHull(model, id) {
  const graph = model.mesh_graphadr[id];
  const plain = model.mesh_texcoordnum[id] === 0;
  return plain && graph >= 0 && model.mesh_graph[graph + 1] === model.mesh_facenum[id];
}

/**
 * Normals of all corners, three numbers each.
 * @param {import('../mujoco.js').MjModel} model
 * @param {number} id
 */
export function cornerNormals(model, id) {
  const count = 3 * model.mesh_facenum[id];
  const first = 3 * model.mesh_faceadr[id];
  const start = 3 * model.mesh_normaladr[id];
  const { mesh_facenormal: indices, mesh_normal: given } = model;
  const result = new Float32Array(3 * count);
  const faces = faceNormals(model, id);
  for (let i = 0; i < count; i++) {
    // a file may give normals to some corners only: the others have those of their faces
    const index = indices[first + i];
    const at = index < 0 ? 3 * Math.floor(i / 3) : start + 3 * index;
    for (let k = 0; k < 3; k++) result[3 * i + k] = (index < 0 ? faces.normals : given)[at + k];
  }
  if (model.mesh_normalnum[id] !== model.mesh_vertnum[id]) return result;

  const all = averages(model, id, faces, null);
  const smooth = agree(all, given, start);
  const made = isHull(model, id) || agree(averages(model, id, faces, all), given, start);
  // smooth by wish, or out of a file
  if (smooth || !made) return result;
  for (let i = 0; i < count; i++) {
    const face = 3 * Math.floor(i / 3);
    if (dot(result, 3 * i, faces.normals, face) >= SHARP) continue;
    for (let k = 0; k < 3; k++) result[3 * i + k] = faces.normals[face + k];
  }
  return result;
}
