// The MuJoCo tasks of Gymnasium, version 5, as they are documented, for a model that the user brings:
//
//   const env = await makeEnv('half_cheetah.xml', { ...gymnasium('HalfCheetah-v5'), count: 64 });
//
// Source: https://gymnasium.farama.org/environments/mujoco (observation and action space, rewards, start, end of an episode). Positions
// of bodies are those that the last step of the simulation began with, as there. Observations are 32-bit numbers; random numbers are ours.
import { torque } from './controls.js';
import { added, normal, uniform } from './distributions.js';
import {
  above,
  any,
  below,
  centreOfMass,
  clipped,
  distance,
  field,
  framePosition,
  lastAction,
  minus,
  not,
  norm,
  offset,
  part,
  positions,
  rate,
  sineCosine,
  squared,
  times,
  velocities,
} from './terms.js';
import { MjError } from '../engine/error.js';

/** @typedef {import('./types.js').EnvOptions} EnvOptions */
/** @typedef {import('./terms/compile.js').TermInput} TermInput */
/** @typedef {Omit<EnvOptions, 'count' | 'workers' | 'seed'>} Preset */

const finite = Number.MAX_VALUE;

/** What all have in common: controls as they are given, bounds those of the model. */
const common = { fresh: false };

/** Sum of the squares of the action. */
const effort = squared(lastAction());

/** Velocity of a body's origin forward, m/s. @param {string} body */
const forward = (body) => rate(part(framePosition(`body:${body}`), 0));

/** A number outside of a range. @param {TermInput} of @param {number} low @param {number} high */
const outside = (of, low, high) => any(below(of, low), above(of, high));

/** Noise of the start. @param {number} qpos @param {number} qvel @param {boolean} [isNormal] of qvel */
const shaken = (qpos, qvel, isNormal = false) => ({
  qpos: added(-qpos, qpos),
  qvel: isNormal ? normal(qvel) : added(-qvel, qvel),
});

/** @type {Record<string, () => Preset>} */
const presets = {
  'InvertedPendulum-v5': () => ({
    ...common,
    control: torque({ raw: true }),
    decimation: 2,
    stepLimit: 1000,
    observe: [positions(), velocities()],
    reward: { alive: [1, not(outside(part(positions(), 1), -0.2, 0.2))] },
    terminate: { fell: outside(part(positions(), 1), -0.2, 0.2) },
    start: shaken(0.01, 0.01),
  }),
  'InvertedDoublePendulum-v5': () => ({
    ...common,
    control: torque({ raw: true }),
    decimation: 5,
    stepLimit: 1000,
    observe: [
      part(positions(), 0),
      part(doubleAngles(), 0, 1),
      part(doubleAngles(), 2, 1),
      part(doubleAngles(), 1, 1),
      part(doubleAngles(), 3, 1),
      velocities({ clip: 10 }),
      part(field('qfrc_constraint', { clip: 10 }), 0),
    ],
    reward: {
      alive: [10, above(part(framePosition('site:tip'), 2), 1)],
      x: [-0.01, squared(part(framePosition('site:tip'), 0))],
      y: [-1, squared(minus(part(framePosition('site:tip'), 2), 2))],
      turn: [-1e-3, squared(part(velocities(), 1))],
      bend: [-5e-3, squared(part(velocities(), 2))],
    },
    terminate: { fell: not(above(part(framePosition('site:tip'), 2), 1)) },
    start: shaken(0.1, 0.1, true),
  }),
  'Reacher-v5': () => ({
    ...common,
    control: torque({ raw: true }),
    decimation: 2,
    stepLimit: 50,
    observe: [
      part(sineCosine(['joint0', 'joint1']), 1),
      part(sineCosine(['joint0', 'joint1']), 3),
      part(sineCosine(['joint0', 'joint1']), 0),
      part(sineCosine(['joint0', 'joint1']), 2),
      positions({ skip: 2 }),
      part(velocities(), 0, 2),
      part(offset('body:target', 'body:fingertip', 'world'), 0, 2),
    ],
    reward: {
      distance: [-1, norm(offset('body:target', 'body:fingertip', 'world'))],
      control: [-1, effort],
    },
    start: {
      'joint:joint*.qpos': added(-0.1, 0.1),
      'joint:joint*.qvel': added(-0.005, 0.005),
      points: [
        {
          joints: ['target_x', 'target_y'],
          draw: [uniform(-0.2, 0.2), uniform(-0.2, 0.2)],
          within: 0.2,
        },
      ],
    },
  }),
  'Pusher-v5': () => ({
    ...common,
    control: torque({ raw: true }),
    decimation: 5,
    stepLimit: 100,
    observe: [
      part(positions(), 0, 7),
      part(velocities(), 0, 7),
      framePosition('body:tips_arm'),
      framePosition('body:object'),
      framePosition('body:goal'),
    ],
    reward: {
      distance: [-1, distance('body:object', 'body:goal')],
      control: [-0.1, effort],
      near: [-0.5, distance('body:object', 'body:tips_arm')],
    },
    start: {
      points: [
        {
          joints: ['obj_slidey', 'obj_slidex'],
          draw: [uniform(-0.3, 0), uniform(-0.2, 0.2)],
          beyond: 0.17,
        },
      ],
      'joint:r_*.qvel': added(-0.005, 0.005),
    },
  }),
  'HalfCheetah-v5': () => ({
    ...common,
    control: torque({ raw: true }),
    decimation: 5,
    stepLimit: 1000,
    observe: [positions({ skip: 1 }), velocities()],
    reward: { forward: [1, rate(part(positions(), 0))], control: [-0.1, effort] },
    start: shaken(0.1, 0.1, true),
  }),
  'Hopper-v5': () => hopping({ low: 0.7, high: finite, angle: 0.2, state: 100, decimation: 4 }),
  'Walker2d-v5': () => hopping({ low: 0.8, high: 2, angle: 1, state: finite, decimation: 4 }),
  'Swimmer-v5': () => ({
    ...common,
    control: torque({ raw: true }),
    decimation: 4,
    stepLimit: 1000,
    observe: [positions({ skip: 2 }), velocities()],
    reward: { forward: [1, rate(part(positions(), 0))], control: [-1e-4, effort] },
    start: shaken(0.1, 0.1),
  }),
  'Ant-v5': () => ({
    ...common,
    contactForces: true,
    control: torque({ raw: true }),
    decimation: 5,
    stepLimit: 1000,
    observe: [positions({ skip: 2 }), velocities(), field('cfrc_ext', { skip: 6, clip: 1 })],
    reward: {
      healthy: [1, not(outside(part(positions(), 2), 0.2, 1))],
      forward: [1, forward('torso')],
      control: [-0.5, effort],
      contact: [-5e-4, squared(field('cfrc_ext', { clip: 1 }))],
    },
    terminate: { unhealthy: outside(part(positions(), 2), 0.2, 1) },
    start: shaken(0.1, 0.1, true),
  }),
  'Humanoid-v5': () => ({
    ...common,
    contactForces: true,
    control: torque({ raw: true }),
    decimation: 5,
    stepLimit: 1000,
    observe: humanObservation(),
    reward: {
      healthy: [5, not(outside(part(positions(), 2), 1, 2))],
      forward: [1.25, rate(part(centreOfMass('body:world'), 0))],
      control: [-0.1, effort],
      contact: [-1, clipped(times(squared(field('cfrc_ext')), 5e-7), 0, 10)],
    },
    terminate: { unhealthy: outside(part(positions(), 2), 1, 2) },
    start: shaken(0.01, 0.01),
  }),
  'HumanoidStandup-v5': () => ({
    ...common,
    contactForces: true,
    control: torque({ raw: true }),
    decimation: 5,
    stepLimit: 1000,
    observe: humanObservation(),
    reward: {
      // height by the time step of 3 ms that its model has
      up: [1 / 0.003, part(positions(), 2)],
      control: [-0.1, effort],
      contact: [-1, clipped(times(squared(field('cfrc_ext')), 5e-7), 0, 10)],
      alive: [1, 1],
    },
    start: shaken(0.01, 0.01),
  }),
};

/** Sines and cosines of the two hinges, each pair together. */
function doubleAngles() {
  return sineCosine(['hinge', 'hinge2']);
}

function humanObservation() {
  return [
    positions({ skip: 2 }),
    velocities(),
    field('cinert', { skip: 10 }),
    field('cvel', { skip: 6 }),
    field('qfrc_actuator', { skip: 6 }),
    field('cfrc_ext', { skip: 6 }),
  ];
}

/**
 * Hopper and walker.
 * @param {{ low: number, high: number, angle: number, state: number, decimation: number }} bounds of what is healthy
 * @returns {Preset}
 */
function hopping({ low, high, angle, state, decimation }) {
  const [z, lean] = [part(positions(), 1), part(positions(), 2)];
  const unhealthy = any(
    outside(z, low, high),
    outside(lean, -angle, angle),
    outside(positions({ skip: 2 }), -state, state),
    outside(velocities(), -state, state),
  );
  return {
    ...common,
    control: torque({ raw: true }),
    decimation,
    stepLimit: 1000,
    observe: [positions({ skip: 1 }), velocities({ clip: 10 })],
    reward: {
      healthy: [1, not(unhealthy)],
      forward: [1, rate(part(positions(), 0))],
      control: [-1e-3, effort],
    },
    terminate: { unhealthy },
    start: shaken(0.005, 0.005),
  };
}

/** Names of the presets. */
export const gymnasiumNames = Object.freeze(Object.keys(presets));

/**
 * Options of `makeEnv` for a task of Gymnasium and its model; others may be added.
 * @param {string} name one of `gymnasiumNames`
 */
export function gymnasium(name) {
  if (!Object.hasOwn(presets, name))
    throw new MjError(`there is no preset '${name}', there are ${gymnasiumNames.join(', ')}`);
  return presets[name]();
}
