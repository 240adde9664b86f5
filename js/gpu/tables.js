// Tables that kernels read besides the arrays of mjModel; their names begin with x_.

import { candidatePairs } from './pairs.js';

/** @typedef {import('../mujoco.js').MjModel} MjModel */

/** @param {MjModel} m */
function pairTables(m) {
  const pairs = candidatePairs(m);
  return {
    x_pair_geom1: Int32Array.from(pairs, ({ geom1 }) => geom1),
    x_pair_geom2: Int32Array.from(pairs, ({ geom2 }) => geom2),
    x_pair_id: Int32Array.from(pairs, ({ pair }) => pair),
  };
}

/**
 * Vertices of the convex hulls of meshes and their neighbours on the hull: `x_hull_edge` has a list for each vertex that -1 ends.
 * @param {MjModel} m
 */
function hullTables(m) {
  /** @type {number[]} */
  const vertices = [];
  /** @type {number[]} */
  const edges = [-1];
  /** @type {number[]} */
  const edgeadr = [];
  const adr = new Int32Array(m.nmesh);
  const num = new Int32Array(m.nmesh);
  for (let mesh = 0; mesh < m.nmesh; mesh++) {
    adr[mesh] = vertices.length / 3;
    const graph = m.mesh_graphadr[mesh];
    const hull = graph < 0 ? [] : m.mesh_graph.subarray(graph);
    num[mesh] = graph < 0 ? m.mesh_vertnum[mesh] : hull[0];
    for (let k = 0; k < num[mesh]; k++) {
      const vertex = m.mesh_vertadr[mesh] + (graph < 0 ? k : hull[2 + num[mesh] + k]);
      vertices.push(...m.mesh_vert.subarray(3 * vertex, 3 * vertex + 3));
      edgeadr.push(graph < 0 ? 0 : edges.length);
      if (graph < 0) continue;
      for (let e = 2 + 2 * num[mesh] + hull[2 + k]; hull[e] >= 0; e++) edges.push(hull[e]);
      edges.push(-1);
    }
  }
  return {
    x_hull_adr: adr,
    x_hull_num: num,
    x_hull_vert: Float64Array.from(vertices),
    x_hull_edgeadr: Int32Array.from(edgeadr),
    x_hull_edge: Int32Array.from(edges),
  };
}

/** Words of a set of dofs. @param {number} nv */
export const dofWords = (nv) => Math.max(1, Math.ceil(nv / 32));

/** The last dof on the way from a body to the root, -1: none. @param {MjModel} m */
function lastDofs(m) {
  const last = new Int32Array(m.nbody).fill(-1);
  for (let b = 1; b < m.nbody; b++)
    last[b] =
      m.body_dofnum[b] > 0 ? m.body_dofadr[b] + m.body_dofnum[b] - 1 : last[m.body_parentid[b]];
  return last;
}

/** Sets of the dofs that move each body. @param {MjModel} m @param {Int32Array} last */
function bodyDofs(m, last) {
  const words = dofWords(m.nv);
  const sets = new Int32Array(m.nbody * words);
  for (let b = 0; b < m.nbody; b++)
    for (let i = last[b]; i >= 0; i = m.dof_parentid[i])
      sets[b * words + (i >> 5)] |= 1 << (i & 31);
  return sets;
}

/** What damping and armature of actuators add to dofs and tendons. @param {MjModel} m */
function actuatorResistance(m) {
  const x_dof_damping = new Float64Array(3 * m.nv);
  const x_dof_armature = new Float64Array(m.nv);
  const x_tendon_damping = new Float64Array(3 * m.ntendon);
  const x_tendon_armature = new Float64Array(m.ntendon);
  for (let a = 0; a < m.nactuator; a++) {
    const target = m.actuator_trnid[2 * a];
    const scale = m.actuator_gear[6 * m.actuator_outadr[a]] ** 2;
    const poly = [
      m.actuator_damping[a],
      m.actuator_dampingpoly[2 * a],
      m.actuator_dampingpoly[2 * a + 1],
    ];
    const type = m.actuator_trntype[a];
    if (type === 3) {
      poly.forEach((value, k) => (x_tendon_damping[3 * target + k] += scale * value));
      x_tendon_armature[target] += scale * m.actuator_armature[a];
    } else if (type < 2) {
      const first = m.jnt_dofadr[target];
      for (let i = first; i < first + dofCount(m.jnt_type[target]); i++) {
        poly.forEach((value, k) => (x_dof_damping[3 * i + k] += scale * value));
        x_dof_armature[i] += scale * m.actuator_armature[a];
      }
    }
  }
  return { x_dof_damping, x_dof_armature, x_tendon_damping, x_tendon_armature };
}

/** Dofs of a joint of a type. @param {number} type */
const dofCount = (type) => [6, 3, 1, 1][type];

/** The turn after which the target of a servo or PID controller is the same again, 0: none. @param {MjModel} m @param {number} a */
function turnOf(m, a) {
  const gain = m.actuator_gainprm[10 * a];
  const servo =
    m.actuator_gaintype[a] === 0 &&
    m.actuator_biastype[a] === 1 &&
    gain === -m.actuator_biasprm[10 * a + 1] &&
    m.actuator_dyntype[a] < 2;
  if (!servo && m.actuator_gaintype[a] !== 5) return 0;
  const out = 6 * m.actuator_outadr[a];
  const gear = Array.from(m.actuator_gear.subarray(out, out + 6));
  const type = m.actuator_trntype[a];
  if (type < 2)
    return m.jnt_type[m.actuator_trnid[2 * a]] === 1
      ? 2 * Math.PI * Math.hypot(...gear.slice(0, 3))
      : 0;
  const turns = type === 4 && m.actuator_trnid[2 * a + 1] >= 0 && !gear.slice(0, 3).some(Boolean);
  return turns ? 2 * Math.PI * Math.hypot(...gear.slice(3)) : 0;
}

/** Rows of each equality constraint, 0 where nothing can move. @param {MjModel} m @param {Int32Array} last */
function equalityRows(m, last) {
  return Int32Array.from(m.eq_type, (type, e) => {
    if (type > 1) return 1;
    const ids = [m.eq_obj1id[e], m.eq_obj2id[e]];
    const bodies = m.eq_objtype[e] === 6 ? ids.map((id) => m.site_bodyid[id]) : ids;
    return bodies.some((b) => last[b] >= 0) ? (type === 1 ? 6 : 3) : 0;
  });
}

/** @param {MjModel} m @returns {Record<string, Float64Array | Int32Array>} */
export function makeTables(m) {
  const x_body_lastdof = lastDofs(m);
  const actuators = Array.from({ length: m.nactuator }, (_, a) => a);
  return {
    x_body_lastdof,
    x_body_dofs: bodyDofs(m, x_body_lastdof),
    x_jnt_dofnum: Int32Array.from(m.jnt_type, dofCount),
    x_out_dof: Int32Array.from(
      actuators.flatMap((a) => {
        const target = m.actuator_trnid[2 * a];
        const lone = m.actuator_trntype[a] < 2 && m.jnt_type[target] >= 2;
        return lone ? [m.jnt_dofadr[target]] : new Array(m.actuator_outnum[a]).fill(-1);
      }),
    ),
    x_act_turn: Float64Array.from(actuators, (a) => turnOf(m, a)),
    x_eq_rows: equalityRows(m, x_body_lastdof),
    ...pairTables(m),
    ...hullTables(m),
    ...actuatorResistance(m),
  };
}
