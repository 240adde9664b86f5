// Entry 'limber/control/tasks': tasks that are ready to be planned, with their models.
import { acrobot, ballInCup, cartPole } from './classics.js';
import { arm, drone, finger, push } from './hands.js';
import { humanoid } from './humanoid.js';
import { climber, hopper, quadruped, walker } from './legged.js';

/**
 * A task with its start and what counts as done.
 * @typedef {import('../planner.js').Task & { name: string, title: string, model: string, planner: import('../planner.js').PlannerOptions,
 *   key?: string, noise: number, interval: number, aim: { cost: number, seconds: number } }} ShippedTask key: keyframe of the start; noise:
 *   deviation of positions there, metres and radians; interval: seconds between plans; aim: mean cost over the last second of so
 *   many seconds that counts as done
 */

/** Tasks by their names. @type {Record<string, ShippedTask>} */
export const tasks = Object.fromEntries(
  [
    cartPole,
    acrobot,
    ballInCup,
    hopper,
    walker,
    quadruped,
    climber,
    humanoid,
    arm,
    push,
    finger,
    drone,
  ].map((task) => [task.name, task]),
);
