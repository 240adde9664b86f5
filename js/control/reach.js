// A frame that is dragged, and the robot that follows: its joints by inverse kinematics while the simulation stands still, its
// actuators by computed torque while it runs.
import { MjError } from '../engine/error.js';
import { demandAffine } from './actuation.js';
import { Ik } from './ik.js';
import { computedTorque } from './laws.js';

/** @typedef {import('../index.js').Simulation} Simulation */
/** @typedef {'site' | 'body' | 'geom'} ReachKind */

/**
 * @typedef {object} ReachOptions
 * @property {string | number} [site] name or id of what is dragged; one of site, body, geom
 * @property {string | number} [body] name or id
 * @property {string | number} [geom] name or id
 * @property {boolean} [turns] whether the orientation is held as well (false)
 * @property {readonly (string | number)[]} [joints] those that follow (all between the frame and the world but free joints)
 * @property {number} [speed] greatest speed of a joint, rad/s and m/s (3)
 */

/** Frequency of the errors' spring while it runs, 1/s^2. */
const STIFFNESS = 200;

/** The joints that move a body. @param {Simulation} simulation @param {number} body */
function jointsOf({ model, mujoco }, body) {
  const free = mujoco.mjtJoint.mjJNT_FREE.value;
  /** @type {number[]} */
  const joints = [];
  for (let id = body; id > 0; id = model.body_parentid[id])
    for (let k = 0; k < model.body_jntnum[id]; k++) {
      const joint = model.body_jntadr[id] + k;
      if (model.jnt_type[joint] !== free) joints.push(joint);
    }
  return joints;
}

/** A frame that is dragged. */
export class Reach {
  #simulation;
  #kind;
  #id;
  #ik;
  #law;
  #task;
  #before;
  #velocity;

  /**
   * @param {Simulation} simulation
   * @param {ReachOptions} options
   */
  constructor(simulation, { turns = false, joints, speed = 3, ...named }) {
    const kinds = /** @type {ReachKind[]} */ (['site', 'body', 'geom']);
    const kind = kinds.find((name) => named[name] !== undefined);
    if (!kind) throw new MjError('reach: one of site, body, geom names what is dragged');
    const { id } = simulation.object(kind, /** @type {string | number} */ (named[kind]));
    const { model } = simulation;
    const body = kind === 'body' ? id : model[`${kind}_bodyid`][id];
    const moving = joints ?? jointsOf(simulation, body);
    if (moving.length === 0)
      throw new MjError(`reach: no joint moves ${kind} '${named[kind]}' but a free one`);
    this.#simulation = simulation;
    this.#kind = kind;
    this.#id = id;
    /** Where it is dragged to, in the world: metres. */
    this.position = new Float64Array(3);
    /** How it is turned there (w x y z). */
    this.quaternion = new Float64Array(4);
    this.where(this.position, this.quaternion);
    const { position, quaternion } = this;
    this.#task = { [kind]: id, position, ...(turns ? { quaternion } : {}) };
    // what it pulls the joints to is reached gently: a posture keeps the arm from folding over
    const posture = { weight: 0.02 };
    this.#ik = new Ik(simulation, this.#task, { joints: moving, speed, posture });
    this.#before = Float64Array.from(this.#ik.qpos);
    this.#velocity = new Float64Array(model.nv);
    this.#law = isDriven(simulation)
      ? computedTorque(simulation, { kp: STIFFNESS, kd: 2 * Math.sqrt(STIFFNESS) })
      : null;
  }

  /** Distance that is left between the frame and where it is dragged to, metres. */
  get distance() {
    return this.#ik.position;
  }

  /** Whether actuators bring it there while the simulation runs: motors, position and velocity servos do. */
  get isDriven() {
    return this.#law !== null;
  }

  /** The frame where the simulation has it. @param {Float64Array} position (3) @param {Float64Array} quaternion (4) */
  where(position, quaternion) {
    const { mujoco, data } = this.#simulation;
    const [kind, id] = [this.#kind, this.#id];
    if (kind === 'body') {
      position.set(data.xpos.subarray(3 * id, 3 * id + 3));
      quaternion.set(data.xquat.subarray(4 * id, 4 * id + 4));
      return;
    }
    position.set(data[`${kind}_xpos`].subarray(3 * id, 3 * id + 3));
    mujoco.mju_mat2Quat(quaternion, data[`${kind}_xmat`].subarray(9 * id, 9 * id + 9));
  }

  /** Forgets the drag: the simulation has come to be elsewhere. */
  restart() {
    this.#ik.qpos.set(this.#simulation.data.qpos);
    this.#before.set(this.#ik.qpos);
    this.where(this.position, this.quaternion);
  }

  /** In pause: moves the joints for so many seconds. @param {number} seconds @returns {boolean} whether anything moved */
  pose(seconds) {
    const { data } = this.#simulation;
    this.#before.set(data.qpos);
    this.#ik.qpos.set(data.qpos);
    data.qpos = this.#ik.follow(seconds);
    if (data.qpos.every((value, i) => Math.abs(value - this.#before[i]) < 1e-7)) return false;
    data.qvel.fill(0);
    this.#simulation.forward();
    return true;
  }

  /** Before a step: sets the controls that bring it there. */
  control() {
    if (!this.#law)
      throw new MjError(
        'reach: this model has no motors or servos alone: while it runs nothing can bring the frame there; in pause it follows',
      );
    const { mujoco, model, data } = this.#simulation;
    const { timestep } = model.opt;
    this.#before.set(this.#ik.qpos);
    // what the joints of other parts, and free ones, do is theirs
    for (const [at, count] of this.#others())
      this.#ik.qpos.set(data.qpos.subarray(at, at + count), at);
    const qpos = this.#ik.follow(timestep, 1);
    mujoco.mj_differentiatePos(model, this.#velocity, timestep, this.#before, qpos);
    this.#law.control({ qpos, qvel: this.#velocity });
  }

  /** Places of free joints in qpos. @returns {[number, number][]} */
  #others() {
    const { model, mujoco } = this.#simulation;
    const free = mujoco.mjtJoint.mjJNT_FREE.value;
    return Array.from(model.jnt_type).flatMap((type, j) =>
      type === free ? [/** @type {[number, number]} */ ([model.jnt_qposadr[j], 7])] : [],
    );
  }

  dispose() {
    this.#ik.dispose();
  }

  [Symbol.dispose]() {
    this.dispose();
  }
}

/** @param {Simulation} simulation */
function isDriven(simulation) {
  try {
    demandAffine(simulation, 'reach');
    return true;
  } catch {
    return false;
  }
}
