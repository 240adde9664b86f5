// The tasks of the package, each loaded when it is asked for.
import { MjError } from '../../engine/error.js';

/** @typedef {import('./task.js').Task} Task */

/** @type {Record<string, () => Promise<Task>>} */
const loaders = {
  cartpole: () => import('./cartpole.js').then(({ cartpole }) => cartpole),
  acrobot: () => import('./small.js').then(({ acrobot }) => acrobot),
  reacher: () => import('./small.js').then(({ reacher }) => reacher),
  plate: () => import('./small.js').then(({ plate }) => plate),
  hopper: () => import('./planar.js').then(({ hopper }) => hopper),
  cheetah: () => import('./planar.js').then(({ cheetah }) => cheetah),
  walker: () => import('./planar.js').then(({ walker }) => walker),
  quadruped: () => import('./quadruped.js').then(({ quadruped }) => quadruped),
  humanoid: () => import('./humanoid.js').then(({ humanoid }) => humanoid),
  arm: () => import('./hands.js').then(({ arm }) => arm),
  hand: () => import('./hands.js').then(({ hand }) => hand),
  drone: () => import('./drone.js').then(({ drone }) => drone),
};

/** Names of the tasks. */
export const taskNames = Object.freeze(Object.keys(loaders));

/**
 * A task: its model and how it becomes an environment.
 * @param {string} name one of `taskNames`
 */
export async function loadTask(name) {
  if (Object.hasOwn(loaders, name)) return loaders[name]();
  throw new MjError(`there is no task '${name}', there are ${taskNames.join(', ')}`);
}
