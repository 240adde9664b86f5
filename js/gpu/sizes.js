// What of a model decides which kernels there are.
import { off } from './disabled.js';
import { candidatePairs } from './pairs.js';

/** @typedef {import('../mujoco.js').MjModel} MjModel */
/** @typedef {import('./layout.js').Sizes} Sizes */

/** @param {MjModel} m @returns {import('./layout.js').Flags} */
function flagsOf(m) {
  const on = (/** @type {keyof typeof off} */ name) => (m.opt.disableflags & off[name]) === 0;
  const constraint = on('constraint');
  return {
    gravity: on('gravity'),
    spring: on('spring'),
    damper: on('damper'),
    clampctrl: on('clampctrl'),
    actuation: on('actuation'),
    contact: constraint && on('contact'),
    limit: constraint && on('limit'),
    friction: constraint && on('friction'),
    equality: constraint && on('equality'),
    refsafe: on('refsafe'),
    warmstart: on('warmstart'),
    override: (m.opt.enableflags & 1) !== 0,
  };
}

/**
 * @param {MjModel} m
 * @param {{ nconmax: number, njmax: number }} capacity
 * @param {readonly string[]} [varied] what simulations may have of which the model has none
 * @returns {Sizes}
 */
export function sizesOf(m, { nconmax, njmax }, varied = []) {
  const any = (/** @type {string} */ name) =>
    varied.includes(name) || Array.prototype.some.call(Reflect.get(m, name), Boolean);
  const flags = flagsOf(m);
  const pairs = flags.contact ? candidatePairs(m) : [];
  const damped =
    any('dof_damping') ||
    any('dof_dampingpoly') ||
    any('actuator_damping') ||
    any('actuator_dampingpoly');
  const integrator = /** @type {const} */ (['euler', 'rk4', 'implicit', 'implicitfast'])[
    m.opt.integrator
  ];
  const eulerDamps = damped && flags.damper && (m.opt.disableflags & off.eulerdamp) === 0;
  const sensors = m.nsensor > 0 && (m.opt.disableflags & off.sensor) === 0;
  const types = new Set(sensors ? m.sensor_type : []);
  const has = (/** @type {number[]} */ ...some) => some.some((type) => types.has(type));
  const laws = [...m.actuator_gaintype, ...m.actuator_biastype];
  return {
    nq: m.nq,
    nv: m.nv,
    nu: m.nu,
    nactuator: m.nactuator,
    nout: m.nout,
    na: m.na,
    nbody: m.nbody,
    njnt: m.njnt,
    ngeom: m.ngeom,
    nsite: m.nsite,
    ntendon: m.ntendon,
    nmocap: m.nmocap,
    neq: m.neq,
    nkey: m.nkey,
    nsensor: m.nsensor,
    nsensordata: m.nsensordata,
    pairs: pairs.length,
    nconmax: pairs.length > 0 ? nconmax : 0,
    njmax,
    flags,
    muscle: laws.includes(2) || m.actuator_dyntype.includes(4),
    motor: laws.includes(3) || m.actuator_dyntype.includes(5),
    pid: m.actuator_gaintype.includes(5) || m.actuator_dyntype.includes(6),
    so3: m.actuator_trntype.includes(6),
    adhesion: m.actuator_trntype.includes(5) && pairs.length > 0 && nconmax > 0 && njmax > 0,
    gravcomp: any('body_gravcomp') && flags.gravity && (flags.spring || flags.damper),
    wraps: Array.from(m.wrap_type).some((type) => type > 3),
    tendonArmature:
      any('tendon_armature') ||
      Array.from(m.actuator_armature).some((x, a) => x !== 0 && m.actuator_trntype[a] === 3),
    implicit: integrator === 'implicitfast' || (integrator === 'euler' && eulerDamps),
    loneFree: integrator === 'implicitfast' && loneFreeTrees(m).length > 0,
    sensors,
    sensorTypes: types,
    accelerations: has(1, 4, 5, 33, 34),
    bodyForces: has(4, 5),
    subtrees: has(36, 37),
    cameras: sensors && (m.sensor_objtype.includes(7) || m.sensor_reftype.includes(7)),
    elliptic: m.opt.cone === 1,
    integrator: integrator === 'implicit' ? 'implicitfast' : integrator,
    solver: m.opt.solver === 1 ? 'cg' : 'newton',
    colliders: new Set(pairs.map(({ types }) => types)),
    meshes: pairs.some(({ types }) => types.includes('7')),
    hfields: pairs.some(({ types }) => types.startsWith('1-')),
    explicitPairs: pairs.some(({ pair }) => pair >= 0),
    modelScale: 1 / (Math.max(1e-15, m.stat.meaninertia) * Math.max(1, m.nv)),
    iterations: Math.min(m.opt.iterations, 100),
    lineIterations: Math.min(m.opt.ls_iterations, 50),
  };
}

/** Joints of free bodies that have no joint below them. @param {MjModel} m */
export function loneFreeTrees(m) {
  const joints = [];
  for (let t = 0; t < m.ntree; t++) {
    const joint = m.body_jntadr[m.tree_bodyadr[t]];
    if (m.tree_bodynum[t] === 1 && m.tree_dofnum[t] === 6 && m.jnt_type[joint] === 0)
      joints.push(joint);
  }
  return joints;
}
