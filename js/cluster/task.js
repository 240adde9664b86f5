// What chunks of a job have in common, as JSON: everything that results depend on, and nothing else. Its hash is the job's identity.
import { MjError } from '../engine/error.js';

/**
 * A function of modules that are stored as a blob.
 * @typedef {object} Code
 * @property {string} bundle id of the blob: files by name, and which one is meant
 * @property {string} name of the export
 *
 * What differs between points. One of field and free is there.
 * @typedef {object} Axis
 * @property {string} name as it was asked for
 * @property {string | null} field of the model, as `batch.vary` takes it
 * @property {number[]} items numbers of the field's row that take the value
 * @property {string | null} free name under which policy and metric find the value
 *
 * Feedback that needs no code: ctrl = ctrl0 - gain (x - x0), where x - x0 are differences of positions and velocities.
 * @typedef {object} Feedback
 * @property {number[]} gain (nu x 2 nv)
 * @property {number[]} qpos
 * @property {number[]} qvel
 * @property {number[]} ctrl
 *
 * @typedef {object} Task
 * @property {{ version: string, module: string }} engine of whoever made it: a worker with another build refuses
 * @property {string} model id of a compiled model (MJB)
 * @property {number} steps
 * @property {number} key id of a keyframe, -1: the reference configuration
 * @property {Axis[]} axes
 * @property {number[][] | null} values of each axis, the last one changing fastest; null: points come with each chunk
 * @property {number} points number of points
 * @property {number} seeds number of simulations of each point
 * @property {{ qpos: number, qvel: number, ctrl: number }} noise standard deviations
 * @property {string | null} controls id of a blob (steps x nu) for all simulations
 * @property {string | null} inputs hash of what comes with chunks
 * @property {Code | null} policy
 * @property {number} every steps between two calls of the policy
 * @property {Feedback | null} controller
 * @property {Code | null} metric
 * @property {unknown} argument handed to policy and metric
 * @property {string[]} record names of fields
 * @property {number} recordEvery steps between two records
 * @property {number} limit seconds that one call of a metric or policy may take
 * @property {Episodes} [episodes] in place of a model: candidates act in environments
 *
 * Episodes in which candidates of a training act.
 * @typedef {object} Episodes
 * @property {string} task of `limber/env`
 * @property {Record<string, unknown>} options of its environments
 * @property {number} count of episodes
 * @property {number} steps of each at most
 * @property {number} seed
 * @property {number[]} sizes of the network
 *
 * What comes with a chunk, a row for each of its points.
 * @typedef {object} Inputs
 * @property {Float64Array} [points] values of the axes
 * @property {Float64Array} [initial] states to start from
 * @property {Float64Array} [controls] (steps x nu) of each
 *
 * A part of a job: simulations first to first + count - 1.
 * @typedef {object} Chunk
 * @property {number} first
 * @property {number} count
 *
 * A simulation that gave no result.
 * @typedef {{ index: number, text: string }} Failure
 *
 * @typedef {object} ChunkResult
 * @property {number} first
 * @property {number} count
 * @property {string[]} names of the metrics
 * @property {Float64Array} values (count x names); NaN where there is none
 * @property {Int32Array} good steps before a simulation diverged (count)
 * @property {Failure[]} failures
 * @property {Record<string, import('./pack.js').Numbers>} recorded fields (count x records x width)
 */

/** Number of simulations. @param {Task} task */
export const countOf = (task) => task.points * task.seeds;

/** Number of records of a simulation. @param {Task} task */
export const recordsOf = (task) => Math.floor(task.steps / task.recordEvery);

/**
 * Values of the axes at a point.
 * @param {Task} task
 * @param {number} point
 * @param {Inputs | null} [inputs] of a chunk
 * @param {number} [firstPoint] that they begin with
 * @returns {number[]}
 */
export function pointOf({ axes, values }, point, inputs = null, firstPoint = 0) {
  if (values) {
    const place = new Array(values.length);
    let rest = point;
    for (let k = values.length - 1; k >= 0; k--) {
      place[k] = values[k][rest % values[k].length];
      rest = Math.floor(rest / values[k].length);
    }
    return place;
  }
  const at = (point - firstPoint) * axes.length;
  return Array.from(inputs?.points?.subarray(at, at + axes.length) ?? []);
}

/** What happened to a job as a whole: no chunk of it can succeed. */
export class TaskError extends MjError {
  /** @param {string} text @param {ErrorOptions} [options] */
  constructor(text, options) {
    super(text, options);
    this.name = 'TaskError';
  }
}
