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
  ...[0, 1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25],
  ...[26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 42, 43, 44, 45],
]);

/** The others by mjtSensor. @type {Record<number, string>} */
const sensorNames = {
  7: 'rangefinders',
  8: 'camera projections',
  39: 'distances of geoms',
  40: 'normals between geoms',
  41: 'segments between geoms',
  46: 'tactile sensors',
  47: 'plugin sensors',
  48: 'user sensors',
};

/** Kinds of geoms that collide. @type {ReadonlySet<string>} */
export const colliders = new Set([
  ...['0-2', '0-3', '0-4', '0-5', '0-6', '0-7'],
  ...['1-2', '1-3', '1-4', '1-5', '1-6', '1-7'],
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
  return [
    [
      some(m.tendon_armature, (x, t) => x !== 0 && m.wrap_type[m.tendon_adr[t]] !== 1),
      'armature of spatial tendons',
    ],
    [
      m.actuator_dyntype.includes(7) ||
        m.actuator_gaintype.includes(6) ||
        m.actuator_biastype.includes(5),
      'user-defined actuators',
    ],
    [some(m.eq_type, (type) => type > 3), 'equality constraints of flexes'],
    [some(m.geom_adhesion, Boolean) || some(m.pair_adhesion, Boolean), 'adhesive geoms'],
    [some(m.geom_surfacevel, Boolean), 'surface velocities'],
  ];
}

/** mjtObj */
const camera = 7;

/** @param {MjModel} m */
function sensorsMissing(m) {
  const missing = new Set();
  m.sensor_type.forEach((type, i) => {
    if (!sensors.has(type)) missing.add(sensorNames[type] ?? `sensors of type ${type}`);
    for (const [kind, id] of [
      [m.sensor_objtype[i], m.sensor_objid[i]],
      [m.sensor_reftype[i], m.sensor_refid[i]],
    ])
      if (kind === camera && id >= 0 && m.cam_mode[id] !== 0)
        missing.add('sensors of cameras that follow something');
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
