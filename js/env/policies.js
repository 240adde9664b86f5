// Trained policies of the tasks: small JSON files of `limber train`, with seed, recipe and return in them.
import { MjError } from '../engine/error.js';
import { loadPolicy } from './policy/load.js';
import { taskNames } from './tasks/list.js';

/** Addresses by task; written out so that bundlers take the files along. @type {Record<string, () => URL>} */
const addresses = {
  acrobot: () => new URL('./policies/acrobot.json', import.meta.url),
  arm: () => new URL('./policies/arm.json', import.meta.url),
  cartpole: () => new URL('./policies/cartpole.json', import.meta.url),
  cheetah: () => new URL('./policies/cheetah.json', import.meta.url),
  drone: () => new URL('./policies/drone.json', import.meta.url),
  hand: () => new URL('./policies/hand.json', import.meta.url),
  hopper: () => new URL('./policies/hopper.json', import.meta.url),
  humanoid: () => new URL('./policies/humanoid.json', import.meta.url),
  plate: () => new URL('./policies/plate.json', import.meta.url),
  quadruped: () => new URL('./policies/quadruped.json', import.meta.url),
  reacher: () => new URL('./policies/reacher.json', import.meta.url),
  walker: () => new URL('./policies/walker.json', import.meta.url),
};

/** Names of the tasks that have a trained policy. */
export const policyNames = Object.freeze(Object.keys(addresses));

/**
 * The trained policy of a task.
 * @param {string} task one of `policyNames`
 * @returns {Promise<import('./policy/network_policy.js').NetworkPolicy>}
 */
export async function loadTaskPolicy(task) {
  if (Object.hasOwn(addresses, task)) {
    const policy = await loadPolicy(addresses[task]());
    return /** @type {import('./policy/network_policy.js').NetworkPolicy} */ (policy);
  }
  const how = taskNames.includes(task)
    ? `: 'limber train ${task}' makes one`
    : ', and no task of that name';
  throw new MjError(
    `there is no trained policy for '${task}'${how}; there are ${policyNames.join(', ')}`,
  );
}
