// A whole training: iterations until enough was seen, the best policy on the way, and how good it is.
import { NetworkPolicy } from '../policy/network_policy.js';
import { readPolicy, writePolicy } from '../policy/policy_data.js';
import { evaluate } from './evaluate.js';

/** @typedef {import('../policy/policy_data.js').PolicyData} PolicyData */
/** @typedef {import('../policy/policy_data.js').Precision} Precision */
/** @typedef {import('./trainer.js').Training} Training */
/** @typedef {import('./trainer.js').TrainingEnv} TrainingEnv */
/** @typedef {import('./trainer.js').Progress} Progress */

/** Episodes that a mean return must be of before its policy is kept. */
const LEAST_EPISODES = 100;

/** Steps of the short run that is written into a policy, for tests: `check`. */
const CHECK = { steps: 100, seed: 5 };

/**
 * @typedef {object} RunOptions
 * @property {number} samples number of samples after which it ends, those before a `restore` included
 * @property {number} [seconds] after which it ends in any case
 * @property {(progress: Progress) => void | Promise<void>} [onProgress] after each iteration
 * @property {AbortSignal} [signal] ends it; what was learned is kept
 *
 * @typedef {object} Keeping the best policy so far
 * @property {PolicyData | null} policy
 * @property {number} return
 * @property {number} since count of episodes when the policy before was kept
 */

/**
 * Trains until enough was seen. Gives the policy that had the best mean return on the way, null where too few episodes ended.
 * @param {Training} training
 * @param {RunOptions} options
 * @returns {Promise<PolicyData | null>}
 */
export async function runTraining(training, { samples, seconds = Infinity, onProgress, signal }) {
  /** @type {Keeping} */
  const best = { policy: null, return: -Infinity, since: 0 };
  const start = performance.now();
  while (
    training.total < samples &&
    performance.now() - start < 1e3 * seconds &&
    !signal?.aborted
  ) {
    let progress;
    try {
      progress = await training.next(signal);
    } catch (error) {
      if (signal?.aborted) break;
      throw error;
    }
    if (progress.episodes >= best.since + LEAST_EPISODES && progress.return > best.return) {
      best.policy = training.policy();
      best.return = progress.return;
      best.since = progress.episodes;
    }
    await onProgress?.(progress);
  }
  return best.policy;
}

/** A policy as it is after it was written and read. @param {PolicyData} policy @param {Precision} precision */
const asWritten = (policy, precision) => readPolicy(JSON.parse(writePolicy(policy, { precision })));

/**
 * The best of some policies by an episode in each environment, with what was measured in its `training`: `return`, `deviation`,
 * `episodes`, `length`.
 * @param {TrainingEnv} env
 * @param {readonly (PolicyData | null)[]} candidates
 * @param {{ seed?: number, precision?: Precision, signal?: AbortSignal }} [options] precision in which it will be written
 * @returns {Promise<PolicyData>}
 */
export async function chooseBest(
  env,
  candidates,
  { seed = 1e6, precision = 'float32', signal } = {},
) {
  /** @type {PolicyData | null} */
  let best = null;
  let most = -Infinity;
  for (const candidate of candidates) {
    if (!candidate) continue;
    const policy = asWritten(candidate, precision);
    const measured = await evaluate(env, new NetworkPolicy(policy), { seed, signal });
    if (best && measured.return <= most) continue;
    most = measured.return;
    const { return: mean, deviation, length, episodes } = measured;
    best = {
      ...policy,
      training: { ...policy.training, return: mean, deviation, length, episodes },
    };
  }
  if (!best) throw new TypeError('chooseBest: no policy was given');
  return best;
}

/**
 * Writes into a policy what a short run of it gives, for a test that repeats it.
 * @param {TrainingEnv} env
 * @param {PolicyData} policy
 * @returns {Promise<PolicyData>}
 */
export async function addCheck(env, policy) {
  const result = await evaluate(env, new NetworkPolicy(policy), CHECK);
  const check = { count: env.count, ...CHECK, return: result.return };
  return { ...policy, training: { ...policy.training, check } };
}
