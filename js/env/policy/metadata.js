// Metadata of ONNX files as the exporters of mjlab and rsl_rl write them, and the environment that follows from them.
//
// Values are texts; lists have commas. Names: `joint_names`, `joint_stiffness`, `joint_damping`, `default_joint_pos`, `action_scale`,
// `command_names`, `observation_names`. Ours has one more, `limber`, with what those do not tell, as JSON.
import { MjError } from '../../engine/error.js';
import { uniform } from '../distributions.js';
import { PolicyMismatch } from './contract.js';

/** @typedef {import('./policy_data.js').PolicyData} PolicyData */
/** @typedef {import('./policy_data.js').PolicyAction} PolicyAction */
/** @typedef {import('./policy_data.js').ObservationTerm} ObservationTerm */
/** @typedef {import('../types.js').EnvOptions} EnvOptions */
/** @typedef {import('../terms/compile.js').TermData} TermData */

/**
 * What metadata do not tell of an environment.
 * @typedef {object} EnvironmentHints
 * @property {string} [base] body or site that base velocities and gravity are those of; the body that moves freely when left out
 * @property {number} [period] seconds between two actions (0.02)
 * @property {number} [timestep] seconds of a step of the simulation (0.005)
 * @property {number} [history] moments in an observation (1)
 * @property {'frames' | 'terms'} [order] of those moments ('terms', as mjlab has it)
 * @property {Readonly<Record<string, TermData>>} [terms] for observations that are not known here, by name
 * @property {Readonly<Record<string, import('../start.js').CommandData>>} [commands] in place of those made here, by name
 */

const KEY = 'limber';

/** A list with three decimals, as exporters write it. @param {readonly number[]} values */
const numbers = (values) => values.map((value) => value.toFixed(3)).join(',');

/** What a file's metadata say of a policy. @param {PolicyData} policy @returns {Record<string, string>} */
export function metadataOf({ observation, action, commands, period, task, training }) {
  const { group, size, terms: list } = observation;
  const seen = { group, size, terms: list };
  const { joints, kp, kd, scale } = action;
  /** @type {Record<string, string>} */
  const metadata = { observation_names: seen.terms.map(({ name }) => name).join(',') };
  if (joints?.some(Boolean)) metadata.joint_names = joints.join(',');
  if (kp?.length) metadata.joint_stiffness = numbers(kp);
  if (kd?.length) metadata.joint_damping = numbers(kd);
  if (action.kind === 'pd' && action.default?.length)
    metadata.default_joint_pos = numbers(action.default);
  if (scale?.length) metadata.action_scale = numbers(scale);
  if (commands.length > 0) metadata.command_names = commands.join(',');
  metadata[KEY] = JSON.stringify({ observation: seen, action, commands, period, task, training });
  return metadata;
}

/** @param {string | undefined} text */
const namesIn = (text) =>
  (text ?? '')
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((name) => name.trim().replace(/^['"]|['"]$/g, ''))
    .filter(Boolean);

/** @param {Record<string, string>} metadata @param {string} key @param {number} size @returns {number[] | undefined} */
function numbersAt(metadata, key, size) {
  if (metadata[key] === undefined) return undefined;
  const words = namesIn(metadata[key]);
  const values = words.map(Number);
  const bad = values.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) throw new MjError(`policy: metadata: '${words[bad]}' of ${key} is no number`);
  if (values.length === 1) return new Array(size).fill(values[0]);
  if (values.length !== size)
    throw new MjError(
      `policy: metadata: ${key} has ${values.length} numbers, for ${size} joints (${metadata.joint_names ?? 'unnamed'})`,
    );
  return values;
}

/**
 * What metadata tell of observations, actions and commands.
 * @param {Record<string, string>} metadata
 * @param {{ observations: number, actions: number }} sizes of the file's input and output
 */
export function readMetadata(metadata, { observations, actions }) {
  if (metadata[KEY]) return readOwn(metadata[KEY]);
  const joints = namesIn(metadata.joint_names);
  if (joints.length > 0 && joints.length !== actions)
    throw new MjError(
      `policy: metadata: joint_names has ${joints.length} names (${joints.join(', ')}), an action has ${actions} numbers`,
    );
  /** @type {PolicyAction} */
  const action = { size: actions };
  if (joints.length > 0) Object.assign(action, { joints, names: joints, kind: 'pd' });
  const lists = { kp: 'joint_stiffness', kd: 'joint_damping', scale: 'action_scale' };
  for (const [name, key] of Object.entries({ ...lists, default: 'default_joint_pos' })) {
    const values = numbersAt(metadata, key, actions);
    if (values) Object.assign(action, { [name]: values });
  }
  const terms = namesIn(metadata.observation_names).map((name) => ({
    name,
    size: sizeOf(name, actions),
  }));
  return {
    observation: { group: 'policy', size: observations, terms },
    action,
    commands: namesIn(metadata.command_names),
    period: undefined,
    task: undefined,
    training: {},
  };
}

/** @param {string} text @returns {Omit<PolicyData, 'layers'> & { training: Record<string, unknown> }} */
function readOwn(text) {
  try {
    return { training: {}, ...JSON.parse(text) };
  } catch (error) {
    throw new MjError(`policy: metadata: '${KEY}' is no JSON`, { cause: error });
  }
}

/** What terms need to know. @typedef {{ base: string | undefined, action: PolicyAction, commands: readonly string[] }} Situation */

/** Terms for the names that mjlab and Isaac Lab give observations. @type {Record<string, (situation: Situation) => TermData>} */
const terms = {
  base_lin_vel: ({ base }) => ({ term: 'linearVelocity', of: base, frame: 'own' }),
  base_ang_vel: ({ base }) => ({ term: 'angularVelocity', of: base, frame: 'own' }),
  projected_gravity: ({ base }) => ({ term: 'gravity', of: base }),
  joint_pos: ({ action }) => ({
    term: 'jointPositions',
    joints: action.joints,
    minus: action.default,
  }),
  joint_vel: ({ action }) => ({ term: 'jointVelocities', joints: action.joints }),
  actions: () => ({ term: 'lastAction' }),
  command: ({ commands }) => ({ term: 'command', command: commands[0] }),
};

/** Other names for the same. @type {Record<string, string>} */
const aliases = {
  joint_pos_rel: 'joint_pos',
  joint_vel_rel: 'joint_vel',
  last_action: 'actions',
  velocity_commands: 'command',
  velocity_command: 'command',
  commands: 'command',
};

/** @param {string} name */
const known = (name) => aliases[name] ?? name;

/** Numbers of an observation by its name, 0 where that is not known. @param {string} name @param {number} actions */
function sizeOf(name, actions) {
  if (['base_lin_vel', 'base_ang_vel', 'projected_gravity', 'command'].includes(known(name)))
    return 3;
  return ['joint_pos', 'joint_vel', 'actions'].includes(known(name)) ? actions : 0;
}

/** Velocities asked for: forward and to the left in m/s, turning in rad/s. @returns {import('../start.js').CommandData} */
const velocityCommand = () => ({
  names: ['vx', 'vy', 'yaw rate'],
  units: ['m/s', 'm/s', 'rad/s'],
  draws: [1, 1, 1].map((most) => uniform(-most, most)),
  every: [10, 10],
  still: 0,
  zero: 0,
});

/** What a policy must tell before an environment can be made for it. @param {import('./policy.js').Policy} policy */
function demandTold({ observation, action }) {
  const missing = [];
  if (!action.joints?.length) missing.push('joint_names: which joints its actions drive');
  if (!action.kp?.length) missing.push('joint_stiffness');
  if (!action.kd?.length) missing.push('joint_damping');
  if (observation.terms.length === 0) missing.push('observation_names: what it looks at');
  if (missing.length > 0)
    throw new PolicyMismatch(missing, 'the policy does not tell what an environment needs');
}

/**
 * Terms of an observation.
 * @param {import('./policy.js').Policy} policy
 * @param {EnvironmentHints} hints
 */
function observationTerms({ observation, action, commands, metadata }, hints) {
  const own = hints.terms ?? {};
  const unknown = observation.terms.filter(
    ({ name }) => !Object.hasOwn(own, name) && !Object.hasOwn(terms, known(name)),
  );
  if (unknown.length > 0) {
    const names = unknown.map(({ name }) => `'${name}'`).join(', ');
    throw new PolicyMismatch(
      [
        `unknown observations: ${names}; known are ${[...Object.keys(terms), ...Object.keys(aliases)].join(', ')}`,
      ],
      `the policy looks at what no term here gives (pass 'terms' with one for each name)`,
    );
  }
  const asked = observation.terms.some(({ name }) => known(name) === 'command');
  if (asked && commands.length === 0)
    throw new PolicyMismatch(
      [
        `command_names is ${metadata.command_names ? 'empty' : 'missing'}, but it observes a command`,
      ],
      'the policy does not tell what an environment needs',
    );
  const situation = { base: hints.base, action, commands };
  return observation.terms.map(({ name }) => ({
    ...(own[name] ?? terms[known(name)](situation)),
    name,
  }));
}

/**
 * Options of `makeEnv` for a policy that tells, by its metadata, what it drives and looks at.
 * @param {import('./policy.js').Policy} policy
 * @param {EnvironmentHints} [hints]
 * @returns {EnvOptions}
 */
export function environmentOptions(policy, hints = {}) {
  demandTold(policy);
  const { observation, action, commands } = policy;
  const { timestep = 0.005, history = 1, order = 'terms' } = hints;
  const period = hints.period ?? policy.period ?? 0.02;
  const list = observationTerms(policy, hints);
  const size = history * observation.terms.reduce((sum, term) => sum + term.size, 0);
  if (observation.terms.every((term) => term.size > 0) && size !== observation.size) {
    const parts = observation.terms.map((term) => `${term.name} ${term.size}`).join(', ');
    const moments = (observation.size * history) / size;
    const hint = Number.isInteger(moments) && history === 1 ? `; pass history: ${moments}?` : '';
    throw new PolicyMismatch(
      [`its input has ${observation.size} numbers, its observations ${size} (${parts})${hint}`],
      'the policy does not agree with itself',
    );
  }
  return {
    control: {
      kind: 'pd',
      joints: action.joints,
      kp: action.kp,
      kd: action.kd,
      scale: action.scale ?? 1,
      default: action.default,
    },
    decimation: Math.max(1, Math.round(period / timestep)),
    observe: { [observation.group]: list },
    ...(history > 1 ? { history: { [observation.group]: { length: history, order } } } : {}),
    commands: Object.fromEntries(
      commands.map((name) => [name, hints.commands?.[name] ?? velocityCommand()]),
    ),
  };
}
