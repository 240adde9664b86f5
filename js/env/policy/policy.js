// What all policies have: what they expect, the comparison with an environment, and rows of observations to actions.
import { MjError } from '../../engine/error.js';
import { PolicyMismatch, compareContracts, expectationOf } from './contract.js';
import { environmentOptions } from './metadata.js';

/** @typedef {import('./policy_data.js').PolicyObservation} PolicyObservation */
/** @typedef {import('./policy_data.js').PolicyAction} PolicyAction */
/** @typedef {import('./contract.js').Contract} Contract */
/** @typedef {Float32Array | Float64Array | Readonly<Record<string, Float32Array>>} Observations */

/**
 * What a policy says of itself.
 * @typedef {object} PolicyFacts
 * @property {'json' | 'onnx'} kind
 * @property {PolicyObservation & { type: string }} observation type: that of the numbers, float32 as a rule
 * @property {PolicyAction} action
 * @property {string[]} commands names
 * @property {number} [period] seconds between two actions
 * @property {Record<string, unknown>} training seed, recipe, return, as far as the file has them
 * @property {string} [task]
 * @property {Record<string, string>} metadata of an ONNX file
 */

/** A policy that was loaded. */
export class Policy {
  /** @param {PolicyFacts} facts */
  constructor(facts) {
    this.kind = facts.kind;
    this.observation = facts.observation;
    this.action = facts.action;
    this.commands = facts.commands;
    /** Seconds between two actions, where the file tells. */
    this.period = facts.period;
    this.training = facts.training;
    this.task = facts.task;
    this.metadata = facts.metadata;
  }

  /**
   * What this policy expects and an environment does not give, a sentence for each; none where they fit.
   * @param {{ contract: Contract } | Contract} environment
   * @returns {string[]}
   */
  differences(environment) {
    const contract = 'contract' in environment ? environment.contract : environment;
    return compareContracts(expectationOf(this), contract);
  }

  /**
   * Compares with an environment; throws a PolicyMismatch that lists what differs, name by name.
   * @param {{ contract: Contract } | Contract} environment
   */
  check(environment) {
    const differences = this.differences(environment);
    if (differences.length > 0) throw new PolicyMismatch(differences);
  }

  /**
   * What `makeEnv` takes to make an environment for this policy from a model: control, observations, commands, decimation. Throws a
   * PolicyMismatch where the policy does not tell enough, or looks at what no term here gives.
   * @param {import('./metadata.js').EnvironmentHints} [hints]
   */
  environment(hints) {
    return environmentOptions(this, hints);
  }

  /**
   * The rows of the policy's group.
   * @param {Observations} observations
   * @returns {Float32Array | Float64Array}
   */
  rowsOf(observations) {
    const { group, size } = this.observation;
    const groups = /** @type {Readonly<Record<string, Float32Array>>} */ (observations);
    const rows = ArrayBuffer.isView(observations) ? observations : groups[group];
    if (!rows)
      throw new MjError(
        `policy: it looks at the group '${group}', there are ${Object.keys(groups).join(', ')}`,
      );
    if (rows.length === 0 || rows.length % size !== 0)
      throw new MjError(
        `policy: observations are rows of ${size} numbers, got ${rows.length} numbers`,
      );
    return rows;
  }

  /**
   * Actions for observations.
   * @param {Observations} _ rows (count x size), or groups of them
   * @returns {Float32Array | Promise<Float32Array>} (count x action size)
   */
  act(_) {
    throw new MjError('policy: it was not loaded');
  }

  /** Forgets what a recurrent policy remembers. @param {ArrayLike<number> | null} [_] a byte for each row, not 0 where it starts anew; all when left out */
  reset(_) {}

  /** Frees what the policy holds. */
  dispose() {}

  [Symbol.dispose]() {
    this.dispose();
  }
}
