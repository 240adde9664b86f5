// Environments of the tasks of the package.
import { makeEnv } from '../make.js';
import { loadTask } from './list.js';

export { loadTask, taskNames } from './list.js';

/** @typedef {import('./task.js').Task} Task */
/** @typedef {import('../types.js').EnvOptions} EnvOptions */

/**
 * Environments of a task.
 * @param {string} name one of `taskNames`
 * @param {Partial<EnvOptions>} [options] in place of those of the task
 */
export async function makeTask(name, options = {}) {
  const task = await loadTask(name);
  return makeEnv(task.model, { ...task.options, ...options });
}
