// What GPU batches do not cover: they are refused with the whole list.
import { candidatePairs } from './pairs.js';

/** @typedef {import('../mujoco.js').MjModel} MjModel */

/** Most degrees of freedom: the Hessian is dense. */
export const mostDofs = 128;

const geoms = [
  'planes',
  'height fields',
  'spheres',
  'capsules',
  'ellipsoids',
  'cylinders',
  'boxes',
  'meshes',
  'signed distance fields',
];

/** Sensors by mjtSensor that are computed. */
const sensors = new Set([
  0, 1, 2, 3, 6, 9, 10, 11, 12, 13, 14, 15, 16, 18, 19, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 45,
]);

/** Kinds of geoms that collide. @type {ReadonlySet<string>} */
export const colliders = new Set([
  ...['0-2', '0-3', '0-4', '0-5', '0-6', '0-7'],
  ...['2-2', '2-3', '2-5', '2-6', '3-3', '3-6', '6-6'],
  ...[
    '2-4',
    '2-7',
    '3-4',
    '3-5',
    '3-7',
    '4-4',
    '4-5',
    '4-6',
    '4-7',
    '5-5',
    '5-6',
    '5-7',
    '6-7',
    '7-7',
  ],
]);

/** @param {ArrayLike<number>} values @param {(value: number, index: number) => boolean} test */
const some = (values, test) => Array.prototype.some.call(values, test);

/** @param {MjModel} m @returns {[boolean, string][]} */
function options(m) {
  const { opt } = m;
  return [
    [opt.integrator === 2, 'the integrator implicit'],
    [opt.integrator === 4, 'the integrator discrete'],
    [opt.solver === 0, 'the solver PGS'],
    [opt.noslip_iterations > 0, 'noslip iterations'],
    [(opt.enableflags & 16) !== 0, 'sleeping'],
    [(opt.enableflags & 32) !== 0, 'exact diagonals (diagexact)'],
    [opt.density > 0 || opt.viscosity > 0, 'fluid forces (density, viscosity)'],
    [m.nv === 0, 'models without degrees of freedom'],
    [m.nv > mostDofs, `more than ${mostDofs} degrees of freedom`],
    [m.nflex > 0, 'flexes'],
    [m.nplugin > 0, 'plugins'],
    [m.nhistory > 0, 'delays and histories'],
    [m.nuserdata > 0, 'userdata'],
  ];
}

/** @param {MjModel} m @returns {[boolean, string][]} */
function elements(m) {
  const { actuator_trntype: trn, actuator_dyntype: dyn } = m;
  return [
    [some(m.wrap_type, (type) => type > 3), 'tendons that wrap around geoms'],
    [
      some(m.tendon_armature, (x, t) => x !== 0 && m.wrap_type[m.tendon_adr[t]] !== 1),
      'armature of spatial tendons',
    ],
    [some(trn, (type) => type === 5), 'adhesion actuators'],
    [some(trn, (type) => type === 6), 'orientation servos (so3)'],
    [some(dyn, (type) => type === 5), 'direct current motors'],
    [some(dyn, (type) => type === 6), 'PID actuators'],
    [some(dyn, (type) => type === 7), 'user-defined actuators'],
    [
      some(m.actuator_gaintype, (type) => type > 2) && !some(dyn, (type) => type > 4),
      'gains of such a type',
    ],
    [some(m.eq_type, (type) => type > 3), 'equality constraints of flexes'],
    [some(m.geom_adhesion, Boolean) || some(m.pair_adhesion, Boolean), 'adhesive geoms'],
    [some(m.geom_surfacevel, Boolean), 'surface velocities'],
  ];
}

/** @param {MjModel} m */
function sensorsMissing(m) {
  const missing = new Set();
  const touches = new Set([2, 4, 6]);
  m.sensor_type.forEach((type, i) => {
    if (!sensors.has(type)) missing.add(`sensors of type ${type} (mjtSensor)`);
    if (type === 0 && !touches.has(m.site_type[m.sensor_objid[i]]))
      missing.add('touch sensors whose site is no sphere, ellipsoid or box');
    if (type >= 26 && type <= 34 && (m.sensor_objtype[i] === 7 || m.sensor_reftype[i] === 7))
      missing.add('sensors of camera frames');
  });
  return [...missing];
}

/** @param {MjModel} m */
function pairsMissing(m) {
  const kinds = new Set(candidatePairs(m).map(({ types }) => types));
  return [...kinds]
    .filter((kind) => !colliders.has(kind))
    .map((kind) => {
      const [a, b] = kind.split('-').map((type) => geoms[Number(type)]);
      return `contacts of ${a} with ${b}`;
    });
}

/** Everything of a model that is not covered, in words. @param {MjModel} m @returns {string[]} */
export function uncovered(m) {
  const found = [...options(m), ...elements(m)].filter(([is]) => is).map(([, text]) => text);
  return [...found, ...sensorsMissing(m), ...pairsMissing(m)];
}
