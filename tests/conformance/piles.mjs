// Random piles of free bodies, from a seed: all kinds of geoms, meshes with and without a limit of hull vertices, upright and
// turned, with and without margins, with all collision algorithms.
import { diceOf } from './dice.mjs';

/** @typedef {import('./dice.mjs').Dice} Dice */

const kinds = ['sphere', 'capsule', 'cylinder', 'box', 'ellipsoid', 'mesh'];
const meshCount = 3;

/** @param {Dice} d @param {number} i */
function mesh(d, i) {
  const vertices = [];
  for (let left = 5 + Math.floor(d.between(0, 25)); left > 0; left--) {
    const v = [d.normal(), d.normal(), d.normal()];
    const length = Math.hypot(...v) / (i === 2 ? 1 : d.between(0.7, 1));
    vertices.push(...v.map((x) => ((0.12 * x) / length).toFixed(5)));
  }
  const limit = d.chance(0.2) ? `maxhullvert="${4 + Math.floor(d.between(0, 6))}"` : '';
  return `<mesh name="m${i}" vertex="${vertices.join(' ')}" ${limit}/>`;
}

/** @param {Dice} d @param {string[]} among @param {string} place */
function geom(d, among, place = '') {
  const kind = d.pick(among);
  /** @type {Record<string, () => string>} */
  const sizes = {
    sphere: () => d.numbers(1, 0.04, 0.15),
    capsule: () => `${d.numbers(1, 0.03, 0.1)} ${d.numbers(1, 0.03, 0.15)}`,
    cylinder: () => `${d.numbers(1, 0.03, 0.1)} ${d.numbers(1, 0.03, 0.15)}`,
    ellipsoid: () => d.numbers(3, 0.03, 0.15),
    box: () => d.numbers(3, 0.03, 0.15),
  };
  const size = sizes[kind];
  const shape = size ? `size="${size()}"` : `mesh="m${Math.floor(d.between(0, meshCount))}"`;
  const condim = d.chance(0.3) ? `condim="${d.pick([1, 3, 4, 6])}"` : '';
  const margin = d.chance(0.2) ? `margin="${d.numbers(1, 0, 0.02)}"` : '';
  return `<geom type="${kind}" ${shape} ${place} ${condim} ${margin}/>`;
}

/** MJCF of a pile. @param {number} seed */
export function pile(seed) {
  const d = diceOf(seed * 7919 + 13, 5);
  const among = d.chance(0.35) ? [d.pick(kinds), d.pick(kinds)] : kinds;
  const meshes = Array.from({ length: meshCount }, (_, i) => mesh(d, i)).join('');
  const upright = d.chance(0.35);
  let bodies = '';
  for (let i = 0, count = 3 + Math.floor(d.between(0, 8)); i < count; i++) {
    const pos = `${d.numbers(2, -0.15, 0.15)} ${(0.1 + i * d.between(0.05, 0.14)).toFixed(5)}`;
    const turn =
      upright && d.chance(0.7)
        ? `euler="0 0 ${d.numbers(1, 0, 90)}"`
        : `quat="${Array.from({ length: 4 }, d.normal).join(' ')}"`;
    const second = d.chance(0.2) ? geom(d, among, `pos="${d.numbers(3, -0.1, 0.1)}"`) : '';
    bodies += `<body pos="${pos}" ${turn}><freejoint/>${geom(d, among)}${second}</body>`;
  }
  const native = d.chance(0.1) ? 'nativeccd="disable"' : '';
  return `<mujoco><option cone="${d.pick(['pyramidal', 'elliptic'])}"><flag ${native}
    multiccd="${d.pick(['enable', 'disable'])}"/></option><asset>${meshes}</asset><worldbody>
    <geom type="plane" size="2 2 .1"/>${bodies}</worldbody></mujoco>`;
}
