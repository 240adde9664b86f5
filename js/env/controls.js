// How actions become controls, commands, and what happens now and then: plain descriptions.
import { functionPlace } from './functions.js';
import { demand } from '../engine/error.js';
import { isDistribution, uniform } from './distributions.js';

/** @typedef {import('./world.js').TermWorld} TermWorld */
/** @typedef {import('./control.js').ControlData} ControlData */
/** @typedef {import('./control.js').PerJoint} PerJoint */
/** @typedef {import('./distributions.js').Distribution} Distribution */
/** @typedef {import('./start.js').CommandData} CommandData */
/** @typedef {import('./start.js').EventData} EventData */
/** @typedef {string | string[]} Names */

/**
 * Controls of motors: control = default + scale * action. Left out, an action from -1 to 1 spans the range of the control.
 * @param {{ actuators?: Names, joints?: Names, scale?: PerJoint, default?: PerJoint | string, clip?: number, raw?: boolean }} [options] raw: actions are
 *   controls, in their own range
 * @returns {ControlData}
 */
export const torque = (options = {}) => ({ kind: 'torque', ...options });

/**
 * Targets of position actuators, rad or m: target = default + scale * action. Left out, an action from -1 to 1 spans the range.
 * @param {{ actuators?: Names, joints?: Names, scale?: PerJoint, default?: PerJoint | string, clip?: number }} [options] default: a keyframe,
 *   whose controls are taken, or numbers
 * @returns {ControlData}
 */
export const position = (options = {}) => ({ kind: 'position', ...options });

/**
 * Springs and dampers between joints and targets, computed at each step of the simulation: torque = kp (target - q) - kd v with
 * target = default + scale * action, through the motor of the joint, or on the joint itself where it has none.
 * @param {{ joints?: Names, kp: PerJoint, kd?: PerJoint, scale?: PerJoint, default?: PerJoint | string, limit?: PerJoint, clip?: number }} options
 *   kp in N m/rad or N/m, kd in N m s/rad or N s/m, limit of the torque in N m or N; default: a keyframe, whose positions are taken, or
 *   numbers
 * @returns {ControlData}
 */
export const pd = (options) => ({ kind: 'pd', ...options });

/**
 * Excitations of muscles from 0 to 1 for actions from -1 to 1, in proportion or by a steep curve.
 * @param {{ actuators?: Names, sigmoid?: boolean, clip?: number }} [options]
 * @returns {ControlData}
 */
export const muscle = (options = {}) => ({ kind: 'muscle', ...options });

/**
 * A function of a module, or a function as it is where `workers` is 1: called with the world of an environment (`TermWorld`), the action and the argument, it writes `world.ctrl`, or gives
 * all controls.
 * @param {string | URL | ((world: TermWorld, action: Float64Array, argument: unknown) => ArrayLike<number> | void)} address
 * @param {{ size: number, names?: string[], everyStep?: boolean, clip?: number, argument?: unknown }} options everyStep: called before each step of
 *   the simulation
 * @returns {ControlData}
 */
export function control(address, options) {
  demand(
    Number.isInteger(options?.size) && options.size > 0,
    'control(address, { size }): size is the number of actions',
    options?.size,
  );
  return { kind: 'custom', module: functionPlace(address, 'control'), ...options };
}

/** @param {number | readonly [number, number]} every @param {string} what @returns {[number, number]} */
function seconds(every, what) {
  const [low, high] = typeof every === 'number' ? [every, every] : every;
  demand(
    low > 0 && high >= low,
    `${what}: every is a positive number of seconds, or [from, to]`,
    every,
  );
  return [low, high];
}

/**
 * Something that is asked of the policy: numbers by name, each from low to high or by a distribution, drawn when an episode begins and now
 * and then.
 * @param {Record<string, readonly [number, number] | Distribution>} ranges
 * @param {{ every?: number | [number, number], still?: number, zero?: number, units?: string | string[] }} [options] every: seconds between two draws
 *   (the whole episode); still: share of draws that are all zero (0); zero: share of the others in which a number is zero, each by itself (0)
 * @returns {CommandData}
 */
export function asked(ranges, { every = Infinity, still = 0, zero = 0, units = '' } = {}) {
  const names = Object.keys(ranges);
  return {
    names,
    units: typeof units === 'string' ? names.map(() => units) : units,
    draws: Object.values(ranges).map((range) =>
      isDistribution(range) ? range : uniform(range[0], range[1]),
    ),
    every: seconds(every, 'asked'),
    still,
    zero,
  };
}

/**
 * A velocity that is asked for: forward, to the left (m/s), and a turn about the vertical (rad/s).
 * @param {{ forward: readonly [number, number], left?: readonly [number, number], turn?: readonly [number, number], every?: number | [number, number], still?: number, zero?: number }} options
 */
export const velocityCommand = ({ forward, left = [0, 0], turn = [0, 0], ...rest }) =>
  asked({ vx: forward, vy: left, wz: turn }, { units: ['m/s', 'm/s', 'rad/s'], ...rest });

/**
 * Something that happens again and again.
 * @param {number | [number, number]} time seconds between two, or from how many to how many
 * @param {EventData['effect']} effect
 * @returns {EventData}
 */
export const every = (time, effect) => ({ every: seconds(time, 'every'), effect });

/**
 * A push on the centre of a body for one step, in any direction.
 * @param {string} body
 * @param {number | [number, number]} size N s, up to this or from low to high
 * @param {{ vertical?: boolean }} [options] vertical: up and down as well
 * @returns {EventData['effect']}
 */
export const impulse = (body, size, { vertical = false } = {}) => ({
  kind: 'impulse',
  body,
  size: typeof size === 'number' ? [0, size] : size,
  vertical,
});

/**
 * A function of a module, or a function as it is where `workers` is 1, that is called with the world of an environment, to change its state.
 * @param {string | URL | ((world: TermWorld, argument: unknown) => void)} address
 * @param {unknown} [argument]
 * @returns {EventData['effect'] & { kind: 'custom' }}
 */
export const effect = (address, argument) => ({
  kind: 'custom',
  module: functionPlace(address, 'effect'),
  argument,
});
