// What environments are described with, and what they give.

/** @typedef {import('./control.js').ControlData} ControlData */
/** @typedef {import('./distributions.js').Distribution} Distribution */
/** @typedef {import('./start.js').CommandData} CommandData */
/** @typedef {import('./start.js').EventData} EventData */
/** @typedef {import('./terms/compile.js').TermInput} TermInput */
/** @typedef {import('../batch/batch.js').BatchMask} BatchMask */
/** @typedef {import('./pixels.js').PixelsData} PixelsData */

/**
 * Terms that are observed together: a list of them, or pictures of one camera.
 * @typedef {readonly TermInput[] | PixelsData} GroupInput
 *
 * Noise on the terms of a group: by their names, or one for all.
 * @typedef {Distribution | Readonly<Record<string, Distribution>>} NoiseInput
 *
 * Several moments in one observation. `frames`: moments one after another, the oldest first; `terms`: each term with its moments.
 * @typedef {number | { length: number, order?: 'frames' | 'terms' }} HistoryInput
 *
 * Steps of the environment, or from how many to how many: drawn for each episode.
 * @typedef {number | readonly [number, number]} DelayInput
 *
 * How an environment is made. Times are in seconds.
 * @typedef {object} EnvOptions
 * @property {number} [count] number of environments (1)
 * @property {'cpu' | 'gpu'} [backend] where they are: in threads (the default), or on a GPU with all of their terms (docs/gpu.md)
 * @property {GPUDevice} [device] with `backend: 'gpu'`: see `createBatch`, as `powerPreference`, `nconmax` and `njmax`
 * @property {import('../gpu/webgpu.js').Preference} [powerPreference]
 * @property {number} [nconmax]
 * @property {number} [njmax]
 * @property {number | 'auto'} [workers] threads that step them, as in `createBatch`; results do not depend on it. 1 when there is one
 *   environment
 * @property {number} [seed] of everything random (0)
 * @property {number} [first] number of the first environment (0): environment i of a batch is environment 0 of one that begins at i
 * @property {ControlData} control how actions become controls: `torque()`, `position()`, `pd()`, `muscle()`, `control(address)`
 * @property {number} [decimation] steps of the simulation for one of the environment (1)
 * @property {number} [timeLimit] seconds after which an episode is truncated; none when left out
 * @property {number} [stepLimit] the same in steps
 * @property {readonly TermInput[] | Readonly<Record<string, GroupInput>>} observe what is observed: groups of terms by name; a list is
 *   the group `policy`
 * @property {Readonly<Record<string, HistoryInput>> | HistoryInput} [history] moments in an observation, by group or for all
 * @property {Readonly<Record<string, NoiseInput>>} [noise] on observations, by group
 * @property {Readonly<Record<string, DelayInput>>} [delay] of groups, and of actions (`action`), in steps
 * @property {Readonly<Record<string, readonly [number, TermInput]>>} [reward] weights and terms by name; the reward is their sum
 * @property {Readonly<Record<string, TermInput>>} [terminate] terms by name: an episode ends where one is not 0
 * @property {Readonly<Record<string, CommandData>>} [commands] what is asked of the policy, by name
 * @property {Readonly<Record<string, unknown>>} [start] how episodes begin: `key`, and distributions by the name of what they change
 * @property {Readonly<Record<string, Distribution | EventData>>} [randomize] parameters of the model drawn for each episode, by the names
 *   that `resolveParameter` knows; and what happens now and then, under a name of its own
 * @property {'same-step' | 'next-step' | 'off'} [autoreset] when an episode that is over begins anew: in the step that ends it
 *   (the default), in the next one, or when `reset` is called
 * @property {'throw' | 'mark'} [problems] where a term throws or gives no finite number: the call is rejected (the default), or the
 *   episode ends there and `info.failed` marks it
 * @property {boolean} [fresh] false: terms see poses and sensors as the last step of the simulation computed them, one of its time steps
 *   before the state; they belong to the state when left out
 * @property {boolean} [contactForces] whether `cfrc_ext` is computed
 * @property {() => Worker} [makeWorker] starts a worker that runs `limber/env-worker`, for bundlers that do not find it by themselves
 * @property {readonly (string | URL)[]} [plugins] see `createBatch`
 * @property {boolean} [shared] see `createBatch`
 * @property {boolean} [here] see `createBatch`
 */

/**
 * Numbers that are allowed: `shape` is that of one environment.
 * @typedef {{ shape: number[], low: Float64Array, high: Float64Array, names: string[], dtype: 'float32' | 'uint8' }} Space
 *
 * One term of an observation.
 * @typedef {object} TermContract
 * @property {string} name
 * @property {string} term of the library
 * @property {number} size numbers of one moment
 * @property {string[]} names of its numbers
 * @property {string[]} units of its numbers
 * @property {Record<string, unknown>} options what it was made with
 *
 * @typedef {object} ActionContract
 * @property {string[]} names
 * @property {number} size
 * @property {ControlData['kind']} kind
 * @property {string[]} joints that are driven, '' where an actuator drives none
 * @property {number[]} kp
 * @property {number[]} kd
 * @property {number[]} scale
 * @property {number[]} default
 *
 * What an environment gives and takes, for a policy to compare with what it expects.
 * @typedef {object} Contract
 * @property {Record<string, TermContract[]>} observation by group
 * @property {Record<string, { length: number, order: 'frames' | 'terms' }>} history by group
 * @property {ActionContract} action
 * @property {{ name: string, size: number, names: string[], units: string[], low: number[], high: number[] }[]} commands
 * @property {number} period seconds of a step of the environment
 */

/** Observations by group, a row for each environment: numbers, or pictures. @typedef {Record<string, Float32Array>} Observation */

/**
 * What happened in a step; a row for each environment.
 * @typedef {object} StepInfo
 * @property {Uint8Array} ended 1: an episode ended in this step, `finalObservation`, `return` and `length` are about it
 * @property {Observation} finalObservation the last observation of that episode (automatic reset in the same step only)
 * @property {Float64Array} return sum of its rewards
 * @property {Int32Array} length steps of the episode
 * @property {Record<string, Float64Array>} rewardTerms parts of the reward by name, with their weights
 * @property {Record<string, Uint8Array>} terminations why episodes ended, by name
 * @property {Uint8Array} diverged 1: the simulation diverged, which ends an episode
 * @property {Uint8Array} failed 1: a term failed (`problems: 'mark'`)
 * @property {Record<string, Float64Array>} commands by name (count x size)
 *
 * @typedef {object} StepResult
 * @property {Observation} observation
 * @property {Float64Array} reward
 * @property {Uint8Array} terminated
 * @property {Uint8Array} truncated
 * @property {StepInfo} info
 */

export {};
