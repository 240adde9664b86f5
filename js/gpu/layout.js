// Where the numbers of a world are on the GPU, and the tables that follow from the model.
import { MjError } from '../engine/error.js';

/** @typedef {import('../mujoco.js').MjModel} MjModel */
/** @typedef {Float64Array | Float32Array | Int32Array | Uint8Array} Numbers */

/**
 * Parts of the engine that are on.
 * @typedef {{ gravity: boolean, spring: boolean, damper: boolean, clampctrl: boolean, actuation: boolean, contact: boolean, limit: boolean,
 *   friction: boolean, equality: boolean, refsafe: boolean, warmstart: boolean, override: boolean }} Flags
 *
 * @typedef {object} Sizes
 * @property {number} nq
 * @property {number} nv
 * @property {number} nu
 * @property {number} nactuator
 * @property {number} nout outputs of actuators
 * @property {number} na
 * @property {number} nbody
 * @property {number} njnt
 * @property {number} ngeom
 * @property {number} nsite
 * @property {number} ntendon
 * @property {number} nmocap
 * @property {number} neq
 * @property {number} nkey
 * @property {number} nsensor
 * @property {number} nsensordata
 * @property {number} pairs candidates for contacts
 * @property {number} nconmax contacts of a world
 * @property {number} njmax rows of a world
 * @property {Flags} flags
 * @property {boolean} muscle whether an actuator is a muscle
 * @property {boolean} motor whether one is a direct current motor
 * @property {boolean} pid
 * @property {boolean} so3 whether one turns to an orientation
 * @property {boolean} adhesion whether one acts on the contacts of a body: its forces then come after collisions
 * @property {boolean} gravcomp
 * @property {boolean} wraps whether a tendon wraps around a geom
 * @property {boolean} tendonArmature
 * @property {boolean} implicit whether the step solves with more than the inertia
 * @property {boolean} loneFree whether a free body stands alone
 * @property {boolean} sensors
 * @property {Set<number>} sensorTypes kinds of sensors that are read (mjtSensor)
 * @property {boolean} accelerations whether a sensor needs accelerations of bodies
 * @property {boolean} bodyForces whether a sensor needs the forces between bodies
 * @property {boolean} subtrees whether a sensor needs velocities of subtrees
 * @property {boolean} cameras whether a sensor is of the frame of a camera
 * @property {boolean} elliptic
 * @property {'euler' | 'implicitfast' | 'rk4'} integrator
 * @property {'newton' | 'cg'} solver
 * @property {Set<string>} colliders pairs of types of geoms that can meet, such as '0-2'
 * @property {boolean} explicitPairs
 * @property {boolean} meshes whether meshes collide
 * @property {boolean} hfields whether height fields collide
 * @property {number} modelScale one over the trace of the inertia
 * @property {number} iterations of the solver, at most
 * @property {number} lineIterations of a line search, at most
 * @property {boolean} [subgroups] whether a workgroup of the solver is a wave of the GPU, or in one
 */

export const constants = {
  JNT_FREE: 0,
  JNT_BALL: 1,
  JNT_SLIDE: 2,
  JNT_HINGE: 3,
  WRAP_JOINT: 1,
  WRAP_PULLEY: 2,
  WRAP_SITE: 3,
  WRAP_SPHERE: 4,
  WRAP_CYLINDER: 5,
  TRN_JOINT: 0,
  TRN_JOINTINPARENT: 1,
  TRN_SLIDERCRANK: 2,
  TRN_TENDON: 3,
  TRN_SITE: 4,
  TRN_BODY: 5,
  TRN_SO3: 6,
  DYN_INTEGRATOR: 1,
  DYN_FILTER: 2,
  DYN_FILTEREXACT: 3,
  DYN_MUSCLE: 4,
  DYN_DCMOTOR: 5,
  DYN_PID: 6,
  GAIN_FIXED: 0,
  GAIN_AFFINE: 1,
  GAIN_MUSCLE: 2,
  GAIN_DCMOTOR: 3,
  GAIN_SO3: 4,
  GAIN_PID: 5,
  BIAS_AFFINE: 1,
  BIAS_MUSCLE: 2,
  BIAS_DCMOTOR: 3,
  BIAS_SO3: 4,
  CHART_QUAT: 2,
  EQ_CONNECT: 0,
  EQ_WELD: 1,
  EQ_JOINT: 2,
  EQ_TENDON: 3,
  WARN_CONTACTFULL: 1,
  WARN_CNSTRFULL: 2,
  WARN_BADQPOS: 3,
  WARN_BADQVEL: 4,
  WARN_BADQACC: 5,
  WARN_BADCTRL: 6,
  CON_SIZE: 31,
  ROW_EQUALITY: 0,
  ROW_FRICTION_DOF: 1,
  ROW_FRICTION_TENDON: 2,
  ROW_LIMIT_JOINT: 3,
  ROW_LIMIT_TENDON: 4,
  ROW_CONTACT: 5,
  ROW_PYRAMID: 6,
  ROW_ELLIPTIC: 7,
};

/** Worlds whose numbers are interleaved. */
export const groupSize = 32;

/** One field of a world. @typedef {{ name: string, offset: number, width: number, kind: 'float' | 'int' }} Slot */

/** Fields by name, and how many numbers a world has. */
export class Layout {
  /** @type {Map<string, Slot>} */
  slots = new Map();
  floats = 0;
  ints = 0;

  /** @param {string} name @param {number} width @param {'float' | 'int'} [kind] */
  add(name, width, kind = 'float') {
    const offset = kind === 'float' ? this.floats : this.ints;
    this.slots.set(name, { name, offset, width, kind });
    if (kind === 'float') this.floats += width;
    else this.ints += width;
  }

  /** Gives neighbours a name together. @param {string} name @param {string} first @param {string} last */
  span(name, first, last) {
    const { offset, kind } = this.get(first);
    const end = this.get(last);
    this.slots.set(name, { name, offset, width: end.offset + end.width - offset, kind });
  }

  /** @param {string} name */
  get(name) {
    const slot = this.slots.get(name);
    if (!slot) throw new MjError(`batch: there is no field '${name}' on the GPU`);
    return slot;
  }
}

/** What steps begin with, in the names of mjData. @param {Sizes} s @returns {[string, number][]} */
function stateOf({ nq, nv, nu, na, nbody, nmocap }) {
  return [
    ['time', 2],
    ['qpos', nq],
    ['qvel', nv],
    ['act', na],
    ['qacc_warmstart', nv],
    ['ctrl', nu],
    ['qfrc_applied', nv],
    ['xfrc_applied', 6 * nbody],
    ['mocap_pos', 3 * nmocap],
    ['mocap_quat', 4 * nmocap],
  ];
}

/** What steps compute. @param {Sizes} s @returns {[string, number][]} */
function resultsOf(s) {
  const { nq, nv, na, nbody, njnt, ngeom, nsite, ntendon, nout } = s;
  const triangle = (nv * (nv + 1)) / 2;
  return [
    ['xpos', 3 * nbody],
    ['xquat', 4 * nbody],
    ['xmat', 9 * nbody],
    ['xipos', 3 * nbody],
    ['ximat', 9 * nbody],
    ['xanchor', 3 * njnt],
    ['xaxis', 3 * njnt],
    ['geom_xpos', 3 * ngeom],
    ['geom_xmat', 9 * ngeom],
    ['site_xpos', 3 * nsite],
    ['site_xmat', 9 * nsite],
    ['subtree_com', 3 * nbody],
    ['cinert', 10 * nbody],
    ['crb', 10 * nbody],
    ['cdof', 6 * nv],
    ['cdof_dot', 6 * nv],
    ['cvel', 6 * nbody],
    ['cacc', 6 * nbody],
    ['cfrc', 6 * nbody],
    ['cfrc_ext', s.bodyForces ? 6 * nbody : 0],
    ['cfrc_int', s.bodyForces ? 6 * nbody : 0],
    ['subtree_linvel', s.subtrees ? 3 * nbody : 0],
    ['subtree_angmom', s.subtrees ? 3 * nbody : 0],
    ['ten_length', ntendon],
    ['ten_velocity', ntendon],
    ['ten_J', ntendon * nv],
    ['M', triangle],
    ['qLD', triangle],
    ['actuator_length', nout],
    ['actuator_velocity', nout],
    ['actuator_moment', nout * nv],
    ['actuator_force', nout],
    ['act_dot', na],
    ['qfrc_passive', nv],
    ['qfrc_gravcomp', s.gravcomp ? nv : 0],
    ['qfrc_bias', nv],
    ['qfrc_actuator', nv],
    ['qfrc_smooth', nv],
    ['qacc_smooth', nv],
    ['qacc', nv],
    ['qfrc_constraint', nv],
    ['step', nv],
    ['sensordata', s.nsensordata],
    ['contact', constants.CON_SIZE * s.nconmax],
    ['rk', s.integrator === 'rk4' ? nq + 3 * nv + 2 * na : 0],
  ];
}

/**
 * The fields of a world.
 * @param {Sizes} s
 * @param {[name: string, width: number][]} varied parameters of which each world has its own
 * @param {readonly { name: string, width: number, kind: 'float' | 'int' }[]} [extra] fields of who adds kernels
 */
export function layoutOf(s, varied, extra = []) {
  const layout = new Layout();
  for (const [name, width] of [...stateOf(s), ...resultsOf(s)]) layout.add(name, width);
  for (const [name, width] of varied) layout.add(`v_${name.replace('.', '_')}`, width);
  layout.add('mask', 1, 'int');
  layout.add('status', 1, 'int');
  layout.add('resets', 1, 'int');
  layout.add('steps', 1, 'int');
  layout.add('warnings', 7, 'int');
  layout.add('eq_active', s.neq, 'int');
  layout.add('ncon', 1, 'int');
  layout.add('nefc', 1, 'int');
  layout.add('solver_niter', 1, 'int');
  layout.add('con_int', 4 * s.nconmax, 'int');
  layout.add('efc_type', s.njmax, 'int');
  layout.add('efc_id', s.njmax, 'int');
  layout.add('efc_sub', s.njmax, 'int');
  for (const { name, width, kind } of extra) layout.add(name, width, kind);
  return layout;
}

/** Whether the Hessian is in workgroup memory: in the 16 KiB that every WebGPU has. @param {Sizes} s */
export const isNear = (s) => s.nv <= 52;

/** Numbers of the rows of a world: the Jacobian, what belongs to a row alone, and the inertia or the Hessian. @param {Sizes} s */
export const rowNumbers = (s) => s.njmax * (s.nv + 12) + s.nv * (s.nv + (isNear(s) ? 1 : 7));
