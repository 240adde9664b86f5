// What a task is.

/**
 * A task: a model and how it becomes an environment.
 * @typedef {object} Task
 * @property {string} name
 * @property {string} title
 * @property {string} model MJCF
 * @property {Omit<import('../types.js').EnvOptions, 'count' | 'workers' | 'seed'>} options
 */

export {};
