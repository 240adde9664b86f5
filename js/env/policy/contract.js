// What a policy expects, what an environment gives, and how they differ: a sentence for each difference, both sides by name.
import { MjError } from '../../engine/error.js';

/** @typedef {import('./policy_data.js').ObservationTerm} ObservationTerm */

/**
 * What is read of an environment's contract.
 * @typedef {object} Contract
 * @property {Readonly<Record<string, readonly { name: string, term?: string, size: number }[]>>} observation terms by group
 * @property {Readonly<Record<string, { length: number }>>} [history] moments in an observation, by group
 * @property {ContractAction} action
 * @property {readonly { name: string }[] | readonly string[]} [commands]
 * @property {number} [period] seconds
 *
 * @typedef {object} ContractAction
 * @property {number} size
 * @property {readonly string[]} [names]
 * @property {string} [kind]
 * @property {readonly string[]} [joints]
 * @property {readonly number[]} [kp]
 * @property {readonly number[]} [kd]
 * @property {readonly number[]} [scale]
 * @property {readonly number[]} [default]
 *
 * What a policy expects.
 * @typedef {object} Expectation
 * @property {string} group
 * @property {string} type of the numbers of an observation
 * @property {number} size
 * @property {readonly ObservationTerm[]} terms whose sizes are 0 where they are not known
 * @property {ContractAction} action
 * @property {readonly string[]} commands
 * @property {number} [period]
 */

/** A policy and an environment that do not fit; `differences` has a sentence for each. */
export class PolicyMismatch extends MjError {
  /** @param {readonly string[]} differences @param {string} [what] */
  constructor(differences, what = 'the policy does not fit the environment') {
    super(`${what}:\n${differences.map((text) => `  ${text}`).join('\n')}`);
    this.name = 'PolicyMismatch';
    this.differences = differences;
  }
}

/** @param {import('./policy.js').Policy} policy @returns {Expectation} */
export const expectationOf = ({ observation, action, commands, period }) => ({
  ...observation,
  action,
  commands,
  period,
});

/** Both sides of a difference. @param {string} what @param {unknown} wanted @param {unknown} given */
const differ = (what, wanted, given) =>
  `${what}: the policy expects ${wanted}, the environment has ${given}`;

/** @param {readonly string[]} names */
const list = (names) => (names.length > 0 ? names.join(', ') : 'none');

/** Names that one side has and the other has not, and their order. @param {string} what @param {readonly string[]} wanted @param {readonly string[]} given @returns {string[]} */
function compareNames(what, wanted, given) {
  const differences = [];
  const missing = wanted.filter((name) => !given.includes(name));
  const extra = given.filter((name) => !wanted.includes(name));
  if (missing.length > 0)
    differences.push(`${what} missing in the environment: ${list(missing)}; it has ${list(given)}`);
  if (extra.length > 0)
    differences.push(
      `${what} that the policy does not know: ${list(extra)}; it knows ${list(wanted)}`,
    );
  if (missing.length + extra.length === 0 && wanted.some((name, i) => name !== given[i]))
    differences.push(differ(`order of ${what}`, list(wanted), list(given)));
  return differences;
}

/** Files have three decimals. */
const TOLERANCE = 1e-3;

/** @param {string} what @param {readonly number[] | undefined} wanted @param {readonly number[] | undefined} given @param {readonly string[]} names @returns {string[]} */
function compareNumbers(what, wanted, given, names) {
  if (!wanted?.length || !given?.length || wanted.length !== given.length) return [];
  const off = wanted.flatMap((value, i) =>
    Math.abs(value - given[i]) > TOLERANCE * (1 + Math.abs(value))
      ? [`${names[i] ?? i} ${value} and ${given[i]}`]
      : [],
  );
  return off.length > 0
    ? [`${what} differs (the policy's, the environment's): ${off.join('; ')}`]
    : [];
}

/** @param {ContractAction} wanted @param {ContractAction} given @returns {string[]} */
function compareActions(wanted, given) {
  const differences = [];
  if (wanted.size !== given.size)
    differences.push(differ('numbers of an action', wanted.size, given.size));
  // springs and dampers to a target, by pd() or by servos of the model
  const kindOf = (/** @type {string | undefined} */ kind) => (kind === 'position' ? 'pd' : kind);
  if (wanted.kind && given.kind && kindOf(wanted.kind) !== kindOf(given.kind))
    differences.push(differ('kind of control', wanted.kind, given.kind));
  const [joints, others] = [wanted.joints ?? [], given.joints ?? []];
  const named = joints.filter(Boolean).length > 0 && others.length > 0;
  if (named) differences.push(...compareNames('joints', joints, others));
  else if (wanted.names?.length && given.names?.length)
    differences.push(...compareNames('actions', wanted.names, given.names));
  const names = named ? joints : (wanted.names ?? []);
  const sameOrder = !named || joints.every((name, i) => name === others[i]);
  if (sameOrder)
    differences.push(
      ...compareNumbers('stiffness (kp)', wanted.kp, given.kp, names),
      ...compareNumbers('damping (kd)', wanted.kd, given.kd, names),
      ...compareNumbers('scale of actions', wanted.scale, given.scale, names),
      ...compareNumbers('default position', wanted.default, given.default, names),
    );
  return differences;
}

/** @param {Expectation} wanted @param {Contract} given @returns {string[]} */
function compareObservations({ group, type, size, terms }, given) {
  const differences = [];
  if (type !== 'float32') differences.push(differ('type of observations', type, 'float32'));
  const own = given.observation[group];
  if (!own) {
    const groups = Object.keys(given.observation);
    return [...differences, differ('group of observations', `'${group}'`, list(groups))];
  }
  const { length = 1 } = given.history?.[group] ?? {};
  const total = length * own.reduce((sum, term) => sum + term.size, 0);
  if (total !== size) {
    const parts = (/** @type {readonly ObservationTerm[]} */ some) =>
      some.map((term) => `${term.name}${term.size ? ` ${term.size}` : ''}`).join(', ');
    const moments = length > 1 ? ` x ${length} moments` : '';
    differences.push(
      differ(
        'numbers of an observation',
        `${size}${terms.length > 0 ? ` (${parts(terms)})` : ''}`,
        `${total} (${parts(own)}${moments})`,
      ),
    );
  }
  if (terms.length === 0) return differences;
  differences.push(
    ...compareNames(
      'observations',
      terms.map(({ name }) => name),
      own.map(({ name }) => name),
    ),
  );
  for (const term of terms) {
    const other = own.find(({ name }) => name === term.name);
    if (other && term.size > 0 && other.size !== term.size)
      differences.push(differ(`numbers of observation '${term.name}'`, term.size, other.size));
  }
  return differences;
}

/**
 * Differences between what a policy expects and what an environment gives; what one side does not tell is not compared.
 * @param {Expectation} wanted
 * @param {Contract} given
 * @returns {string[]} a sentence for each
 */
export function compareContracts(wanted, given) {
  const differences = [
    ...compareObservations(wanted, given),
    ...compareActions(wanted.action, given.action),
  ];
  const commands = (given.commands ?? []).map((item) =>
    typeof item === 'string' ? item : item.name,
  );
  const missing = wanted.commands.filter((name) => !commands.includes(name));
  if (missing.length > 0)
    differences.push(
      `commands missing in the environment: ${list(missing)}; it has ${list(commands)}`,
    );
  const [mine, theirs] = [wanted.period, given.period];
  if (mine !== undefined && theirs !== undefined && Math.abs(mine - theirs) > 1e-6)
    differences.push(differ('seconds between two actions', mine, theirs));
  return differences;
}
