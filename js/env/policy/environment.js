// An environment for a policy that tells what it needs: the model is made to fit its gains.
import { load } from '../../sim/load.js';
import { Simulation } from '../../sim/simulation.js';
import { makeEnv } from '../make.js';
import { PolicyMismatch } from './contract.js';
import { environmentOptions } from './metadata.js';

/** @typedef {import('../types.js').EnvOptions} EnvOptions */
/** @typedef {import('./policy.js').Policy} Policy */
/** @typedef {import('../../sim/source.js').ModelSource} ModelSource */
/** @typedef {import('../../sim/source.js').SourceOptions} SourceOptions */

const FIXED_GAIN = 0;
const AFFINE_BIAS = 1;
const NO_DYNAMICS = 0;
const JOINT = 0;

/** The first actuator of a joint, -1 where there is none. @param {Simulation} simulation @param {string} joint */
function actuatorOf({ model }, joint) {
  const { id } = model.jnt(joint);
  for (let k = 0; k < model.nu; k++)
    if (model.actuator_trntype[k] === JOINT && model.actuator_trnid[2 * k] === id) return k;
  return -1;
}

/** Whether an actuator is a servo of position, whose gains can be set. @param {Simulation} simulation @param {number} k */
const isServo = ({ model }, k) =>
  model.actuator_gaintype[k] === FIXED_GAIN &&
  model.actuator_biastype[k] === AFFINE_BIAS &&
  model.actuator_dyntype[k] === NO_DYNAMICS;

/**
 * Gives servos of a model the stiffness and damping that a policy was trained with. Whether all its joints have servos: those do then what
 * `pd` does with motors.
 * @param {Simulation} simulation
 * @param {Policy} policy
 */
function fitServos(simulation, { action }) {
  const { model } = simulation;
  const joints = action.joints ?? [];
  const known = simulation.names('joint');
  const missing = joints.filter((name) => !known.includes(name));
  if (missing.length > 0)
    throw new PolicyMismatch(
      [
        `joints missing in the model: ${missing.join(', ')}; it has ${known.filter(Boolean).join(', ')}`,
      ],
      'the policy does not fit the model',
    );
  const ids = joints.map((name) => actuatorOf(simulation, name));
  if (!ids.every((id) => id >= 0 && isServo(simulation, id))) return false;
  const size = model.actuator_gainprm.length / model.nu;
  ids.forEach((id, i) => {
    const [kp, kd] = [action.kp?.[i] ?? 0, action.kd?.[i] ?? 0];
    model.actuator_gainprm[size * id] = kp;
    model.actuator_biasprm[size * id] = 0;
    model.actuator_biasprm[size * id + 1] = -kp;
    model.actuator_biasprm[size * id + 2] = -kd;
    model.actuator_ctrllimited[id] = 0;
  });
  return true;
}

/**
 * Makes an environment in which a policy runs, from a model and what the policy tells: joints, gains, scale, default pose, observations,
 * commands. Joints of the model have motors, no actuators, or position servos, which get the policy's gains.
 * @param {Simulation | ModelSource} source a simulation, whose gains are set, or what `load` takes
 * @param {Policy} policy
 * @param {Partial<EnvOptions> & SourceOptions & { hints?: import('./metadata.js').EnvironmentHints }} [options] of `makeEnv`, over what
 *   follows from the policy; `hints` say what it does not tell
 */
export async function makePolicyEnv(source, policy, { hints = {}, ...options } = {}) {
  const isGiven = source instanceof Simulation;
  const simulation = isGiven ? source : await load(source, options);
  try {
    const timestep = simulation.model.opt.timestep;
    const told = environmentOptions(policy, { timestep, ...hints });
    const { joints, scale, default: start } = told.control;
    /** @type {EnvOptions['control']} */
    const servo = { kind: 'position', joints, scale, default: start, clip: Infinity };
    const control = fitServos(simulation, policy) ? servo : told.control;
    return await makeEnv(simulation, { ...told, control, ...options });
  } finally {
    if (!isGiven) simulation.dispose();
  }
}
