// How a body moves: its pose and velocity in the world, and forces and impulses that act on it during the next step.
//
// A pose can be set where nothing else decides it: bodies with a free joint, and mocap bodies.
import { MjError, demand } from '../engine/error.js';
import { NamedHandle } from './named_handle.js';
import { push } from './pushes.js';
import { refreshPoses } from './poses.js';

/** @typedef {import('./reader.js').SimulationReader} Simulation */

/**
 * @typedef {object} PushOptions
 * @property {ArrayLike<number>} [at] point where it acts (3), metres; the body's centre of mass when left out
 * @property {ArrayLike<number>} [torque] that acts beside it (3), N m; of an impulse N m s
 * @property {boolean} [local] whether all of them are given in the body's own frame, not in that of the world
 */

const FREE = 0; // mjJNT_FREE

/**
 * @param {string} what
 * @param {ArrayLike<number>} list
 * @param {number} length
 */
const demandNumbers = (what, list, length) =>
  demand(
    list?.length === length && Array.from(list).every(Number.isFinite),
    `${what} must be ${length} numbers`,
    list,
  );

/** @param {NamedHandle} handle */
const named = ({ name, id }) => (name ? `body '${name}'` : `body ${id}`);

/** Addresses of a body's free joint in qpos and qvel; null when it has none. @param {Simulation} simulation @param {number} id */
function freeJoint({ model }, id) {
  const joint = model.body_jntadr[id];
  if (joint < 0 || model.jnt_type[joint] !== FREE) return null;
  return { qpos: model.jnt_qposadr[joint], qvel: model.jnt_dofadr[joint] };
}

/**
 * Where the pose of a body is kept.
 * @param {NamedHandle} handle
 * @returns {{ position: Float64Array, quaternion: Float64Array }}
 */
function poseOf(handle) {
  const simulation = NamedHandle.simulationOf(handle);
  const { model, data } = simulation;
  const { id } = handle;
  const mocap = model.body_mocapid[id];
  if (mocap >= 0)
    return {
      position: data.mocap_pos.subarray(3 * mocap, 3 * mocap + 3),
      quaternion: data.mocap_quat.subarray(4 * mocap, 4 * mocap + 4),
    };
  const free = freeJoint(simulation, id);
  if (!free)
    throw new MjError(
      `the pose of ${named(handle)} follows from its joints: only free and mocap bodies are placed`,
    );
  return {
    position: data.qpos.subarray(free.qpos, free.qpos + 3),
    quaternion: data.qpos.subarray(free.qpos + 3, free.qpos + 7),
  };
}

/** Velocity of a body's frame now: rotation (3), translation (3), in the world. @param {NamedHandle} handle */
function velocityOf(handle) {
  const simulation = NamedHandle.simulationOf(handle);
  const { mujoco, model, data } = simulation;
  // what a step left belongs to its beginning
  mujoco.mj_kinematics(model, data);
  mujoco.mj_comPos(model, data);
  mujoco.mj_comVel(model, data);
  const velocity = new Float64Array(6);
  mujoco.mj_objectVelocity(model, data, mujoco.mjtObj.mjOBJ_XBODY.value, handle.id, velocity, 0);
  return velocity;
}

/**
 * Where the velocity of a body is kept.
 * @param {NamedHandle} handle
 * @param {number} part 0: translation in the world, 3: rotation in the body's frame
 */
function rateOf(handle, part) {
  const simulation = NamedHandle.simulationOf(handle);
  const free = freeJoint(simulation, handle.id);
  if (!free)
    throw new MjError(
      `the velocity of ${named(handle)} follows from its joints: only that of free bodies can be set`,
    );
  return simulation.data.qvel.subarray(free.qvel + part, free.qvel + part + 3);
}

/** A vector of the body's frame in the world. @param {ArrayLike<number>} frame 3 x 3 @param {ArrayLike<number>} vector */
const toWorld = (frame, vector) =>
  [0, 1, 2].map(
    (i) => frame[3 * i] * vector[0] + frame[3 * i + 1] * vector[1] + frame[3 * i + 2] * vector[2],
  );

/**
 * Force and torque about the body's centre of mass in the world (6).
 * @param {NamedHandle} handle
 * @param {string} what
 * @param {ArrayLike<number>} force
 * @param {PushOptions} options
 */
function wrenchOf(handle, what, force, { at, torque = [0, 0, 0], local = false }) {
  demandNumbers(what, force, 3);
  demandNumbers('torque', torque, 3);
  if (at) demandNumbers('at', at, 3);
  const { model } = NamedHandle.simulationOf(handle);
  if (model.body_weldid[handle.id] === 0)
    throw new MjError(`${named(handle)} is fixed to the world`);
  const { xpos, xmat, xipos } = /** @type {Record<string, Float64Array>} */ (
    NamedHandle.inData(handle)
  );
  const f = local ? toWorld(xmat, force) : force;
  const t = local ? toWorld(xmat, torque) : Array.from(torque);
  if (at) {
    const [x, y, z] = (local ? toWorld(xmat, at) : Array.from(at)).map(
      (value, i) => value + (local ? xpos[i] : 0) - xipos[i],
    );
    t[0] += y * f[2] - z * f[1];
    t[1] += z * f[0] - x * f[2];
    t[2] += x * f[1] - y * f[0];
  }
  return [...Array.from(f), ...t];
}

/** What a body has beyond its fields. @type {PropertyDescriptorMap & ThisType<NamedHandle>} */
export const bodyMotion = {
  position: {
    get() {
      return NamedHandle.inData(this).xpos;
    },
    set(value) {
      demandNumbers('position', value, 3);
      poseOf(this).position.set(value);
      refreshPoses(NamedHandle.simulationOf(this));
    },
  },
  quaternion: {
    get() {
      return NamedHandle.inData(this).xquat;
    },
    set(value) {
      demandNumbers('quaternion', value, 4);
      const length = Math.hypot(...Array.from(value));
      demand(length > 0, 'quaternion must not be zero', value);
      poseOf(this).quaternion.set(Array.from(value, (part) => part / length));
      refreshPoses(NamedHandle.simulationOf(this));
    },
  },
  velocity: {
    get() {
      return velocityOf(this).subarray(3);
    },
    set(value) {
      demandNumbers('velocity', value, 3);
      rateOf(this, 0).set(value);
    },
  },
  angularVelocity: {
    get() {
      return velocityOf(this).subarray(0, 3);
    },
    set(value) {
      demandNumbers('angularVelocity', value, 3);
      const frame = /** @type {Float64Array} */ (NamedHandle.inData(this).xmat);
      const own = [0, 1, 2].map(
        (i) => frame[i] * value[0] + frame[3 + i] * value[1] + frame[6 + i] * value[2],
      );
      rateOf(this, 3).set(own);
    },
  },
  applyForce: {
    /** @param {ArrayLike<number>} force @param {PushOptions} [options] */
    value(force, options = {}) {
      push(NamedHandle.simulationOf(this), this.id, wrenchOf(this, 'force', force, options));
    },
  },
  applyImpulse: {
    /** @param {ArrayLike<number>} impulse @param {PushOptions} [options] */
    value(impulse, options = {}) {
      const simulation = NamedHandle.simulationOf(this);
      const wrench = wrenchOf(this, 'impulse', impulse, options);
      push(
        simulation,
        this.id,
        wrench.map((part) => part / simulation.timestep),
      );
    },
  },
};
