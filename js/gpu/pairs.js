// Pairs of geoms that can meet, in the order of src/collide/driver.c: by bodies, then explicit pairs.
import { off } from './disabled.js';

/** @typedef {import('../mujoco.js').MjModel} MjModel */

/** Two geoms, the one of the lower type first; the explicit pair that they are, -1: none. @typedef {{ geom1: number, geom2: number, pair: number, types: string }} Pair */

/** @param {MjModel} m @param {number} a @param {number} b */
function filtered(m, a, b) {
  const weldA = m.body_weldid[a];
  const weldB = m.body_weldid[b];
  if (weldA === weldB) return true;
  if (m.opt.disableflags & off.filterparent || weldA === 0 || weldB === 0) return false;
  return (
    weldA === m.body_weldid[m.body_parentid[weldB]] ||
    weldB === m.body_weldid[m.body_parentid[weldA]]
  );
}

/** @param {MjModel} m @param {number} g @param {number} h @param {number} pair @returns {Pair} */
function ordered(m, g, h, pair) {
  const [geom1, geom2] = m.geom_type[g] > m.geom_type[h] ? [h, g] : [g, h];
  return { geom1, geom2, pair, types: `${m.geom_type[geom1]}-${m.geom_type[geom2]}` };
}

/** @param {MjModel} m @param {number} g @param {number} h */
const allowed = (m, g, h) =>
  (m.geom_contype[g] & m.geom_conaffinity[h]) !== 0 ||
  (m.geom_contype[h] & m.geom_conaffinity[g]) !== 0;

/** Whether neither can hold a contact with the other by its kind: planes and height fields meet none of themselves. @param {MjModel} m @param {number} g @param {number} h */
const still = (m, g, h) => m.geom_type[g] < 2 && m.geom_type[h] < 2;

/** @param {MjModel} m @param {number} a @param {number} b @returns {number[][]} */
function geomsOf(m, a, b) {
  const list = [];
  for (let g = m.body_geomadr[a]; g < m.body_geomadr[a] + m.body_geomnum[a]; g++)
    for (let h = m.body_geomadr[b]; h < m.body_geomadr[b] + m.body_geomnum[b]; h++)
      if (allowed(m, g, h) && !still(m, g, h)) list.push([g, h]);
  return list;
}

/** @param {MjModel} m @returns {Pair[]} */
export function candidatePairs(m) {
  const signature = (/** @type {number} */ a, /** @type {number} */ b) => (a << 16) + b;
  const excluded = new Set(m.exclude_signature);
  /** @type {Pair[]} */
  const pairs = [];
  const explicit = new Set();
  for (let p = 0; p < m.npair; p++) {
    const g = m.pair_geom1[p];
    const h = m.pair_geom2[p];
    explicit.add(`${Math.min(g, h)}-${Math.max(g, h)}`);
    if (!still(m, g, h)) pairs.push(ordered(m, g, h, p));
  }
  for (let a = 0; a < m.nbody; a++)
    for (let b = a + 1; b < m.nbody; b++) {
      if (filtered(m, a, b) || excluded.has(signature(a, b)) || excluded.has(signature(b, a)))
        continue;
      for (const [g, h] of geomsOf(m, a, b))
        if (!explicit.has(`${Math.min(g, h)}-${Math.max(g, h)}`)) pairs.push(ordered(m, g, h, -1));
    }
  const compared = (/** @type {Pair} */ x, /** @type {Pair} */ y) =>
    order(m, x) - order(m, y) ||
    Number(y.pair >= 0) - Number(x.pair >= 0) ||
    (x.pair >= 0 ? x.pair - y.pair : x.geom1 - y.geom1 || x.geom2 - y.geom2);
  return pairs.sort(compared);
}

/** Place in the list: by bodies. @param {MjModel} m @param {Pair} pair */
function order(m, { geom1, geom2 }) {
  const a = m.geom_bodyid[geom1];
  const b = m.geom_bodyid[geom2];
  return Math.min(a, b) * m.nbody + Math.max(a, b);
}
