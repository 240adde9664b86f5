// Metrics and policies that tests of clusters run in workers.
import { scale } from './scale.mjs';

/** @typedef {import('limber').Simulation} Simulation */
/** @typedef {import('limber/cluster').RunContext} RunContext */

/** @param {Simulation} simulation @param {RunContext} context */
export default ({ data }, { seed }) => ({
  angle: data.qpos[0],
  speed: scale * data.qvel[0],
  draw: seed,
});

/** The height of the tip, which belongs to the state that was reached. @param {Simulation} simulation */
export const height = ({ data }) => data.xipos[5];

/** @param {Simulation} simulation @param {RunContext} context */
export function fails({ data }, { index }) {
  if (index % 10 === 3) throw new Error(`simulation ${index} has no angle`);
  return data.qpos[0];
}

/** @param {Simulation} simulation @param {RunContext} context */
export function endless({ data }, { index }) {
  while (index === 5);
  return data.qpos[0];
}

/** @param {Simulation} simulation @param {RunContext} context */
export function quits({ data }, { index }) {
  if (index === 2) process.exit(3);
  return data.qpos[0];
}

/** @param {Simulation} _ @param {RunContext} context */
export const text = (_, { index }) => (index === 1 ? 'high' : 1);

export const random = () => Math.random();

export const late = async () => 1;

/** @param {Simulation} simulation @param {RunContext} context */
export const drive = ({ data }, { values, step }) => [
  -values.gain * data.qpos[0] + Math.sin(step / 50),
];

/** @param {Simulation} simulation @param {RunContext} context */
export function lost(simulation, { index, step }) {
  if (index === 1 && step === 3) throw new Error('the policy is lost');
}

/** Takes a while. @param {Simulation} simulation @param {RunContext} context */
export function slow({ data }, { argument }) {
  const end = performance.now() + Number(argument);
  while (performance.now() < end);
  return data.qpos[0];
}

/** Holds a torque that is searched. @param {Simulation} _ @param {RunContext} context */
export const hold = (_, { values }) => [values.torque];

/** How far the angle is from the one that is wanted. @param {Simulation} simulation @param {RunContext} context */
export const distance = ({ data }, { argument }) => Math.abs(data.qpos[0] - Number(argument));

/** A name that tables use themselves. */
export const taken = () => ({ seed: 1 });
