// From the options of a program to a description that messages can carry.
import { demand, MjError } from '../engine/error.js';
import { isDistribution } from './distributions.js';
import { isPixels } from './pixels.js';

/** @typedef {import('./plan.js').EnvData} EnvData */
/** @typedef {import('./plan.js').GroupData} GroupData */
/** @typedef {import('./types.js').EnvOptions} EnvOptions */

/** Name of the group when there is one without a name. */
export const onlyGroup = 'policy';

const known = new Set([
  'backend',
  'device',
  'powerPreference',
  'nconmax',
  'njmax',
  'count',
  'workers',
  'seed',
  'first',
  'control',
  'decimation',
  'timeLimit',
  'stepLimit',
  'observe',
  'history',
  'noise',
  'delay',
  'reward',
  'terminate',
  'commands',
  'start',
  'randomize',
  'autoreset',
  'problems',
  'fresh',
  'contactForces',
  'makeWorker',
  'plugins',
  'shared',
  'here',
  // those of load()
  'main',
  'files',
  'fetch',
  'signal',
  'cache',
  'onProgress',
  'mujoco',
]);

/** @param {import('./types.js').DelayInput | undefined} delay @param {string} what @returns {[number, number]} */
function range(delay, what) {
  if (delay === undefined) return [0, 0];
  const [low, high] = typeof delay === 'number' ? [delay, delay] : delay;
  const good = Number.isInteger(low) && Number.isInteger(high) && low >= 0 && high >= low;
  demand(good, `makeEnv: delay of ${what} is a whole number of steps, or [from, to]`, delay);
  return [low, high];
}

/** @param {import('./types.js').HistoryInput | undefined} given @param {string} group */
function historyOf(given = 1, group) {
  const { length, order = 'frames' } = typeof given === 'number' ? { length: given } : given;
  const good = Number.isInteger(length) && length > 0;
  demand(good, `makeEnv: history of ${group} is a positive whole number`, length);
  demand(
    order === 'frames' || order === 'terms',
    "makeEnv: the order of a history is 'frames' or 'terms'",
    order,
  );
  return { history: length, order };
}

/** @param {EnvOptions} options @param {Record<string, unknown>} groups @param {'history' | 'noise' | 'delay'} what */
function demandGroups(options, groups, what) {
  const given = options[what];
  if (typeof given !== 'object' || given === null || 'length' in given) return;
  for (const name of Object.keys(given))
    if (!(name in groups) && !(what === 'delay' && name === 'action'))
      throw new MjError(
        `makeEnv: ${what}: there is no group '${name}', there are ${Object.keys(groups).join(', ')}`,
      );
}

/** Groups of terms, and of pictures. @param {EnvOptions} options */
function groupsOf(options) {
  const { observe, history, noise = {}, delay = {} } = options;
  demand(
    typeof observe === 'object' && observe !== null,
    'makeEnv: observe is a list of terms, or groups of them by name',
    observe,
  );
  const all = Array.isArray(observe) ? { [onlyGroup]: observe } : { ...observe };
  for (const what of /** @type {const} */ (['history', 'noise', 'delay']))
    demandGroups(options, all, what);
  /** @type {Record<string, GroupData>} */
  const groups = {};
  /** @type {Record<string, import('./pixels.js').PixelsData>} */
  const pictures = {};
  for (const [name, terms] of Object.entries(all)) {
    if (isPixels(terms)) {
      pictures[name] = terms;
      continue;
    }
    demand(Array.isArray(terms), `makeEnv: observe: ${name} is a list of terms or pixels()`, terms);
    const own = typeof history === 'object' && !('length' in history) ? history[name] : history;
    groups[name] = {
      terms: [...terms],
      noise: noiseOf(noise[name], terms),
      delay: range(delay[name], name),
      ...historyOf(/** @type {import('./types.js').HistoryInput | undefined} */ (own), name),
    };
  }
  return { groups, pictures };
}

/** @param {import('./types.js').NoiseInput | undefined} noise @param {import('./types.js').TermInput[]} terms */
function noiseOf(noise, terms) {
  if (noise === undefined) return {};
  if (!isDistribution(noise)) return { ...noise };
  return Object.fromEntries(
    terms.map((term) => [
      typeof term === 'number'
        ? 'constant'
        : String(term.name ?? term.command ?? term.sensor ?? term.term),
      noise,
    ]),
  );
}

/** What is drawn, and what happens. @param {EnvOptions} options */
function randomOf({ randomize = {} }) {
  /** @type {EnvData['randomize']} */
  const parameters = {};
  /** @type {EnvData['events']} */
  const events = {};
  for (const [name, value] of Object.entries(randomize)) {
    if (isDistribution(value)) parameters[name] = value;
    else if (typeof value === 'object' && value && 'effect' in value) events[name] = value;
    else
      throw new MjError(
        `makeEnv: randomize: '${name}' is a distribution (uniform(), ...) or every(seconds, effect)`,
      );
  }
  return { parameters, events };
}

/** Steps of an episode, 0: no limit. @param {EnvOptions} options @param {number} period s */
function limitOf({ timeLimit = Infinity, stepLimit = Infinity }, period) {
  demand(timeLimit > 0, 'makeEnv: timeLimit is a positive number of seconds', timeLimit);
  const whole = stepLimit === Infinity || (Number.isInteger(stepLimit) && stepLimit > 0);
  demand(whole, 'makeEnv: stepLimit is a positive whole number', stepLimit);
  const steps = Math.min(stepLimit, Math.max(1, Math.round(timeLimit / period)));
  return steps === Infinity ? 0 : steps;
}

/**
 * @param {EnvOptions} options
 * @param {number} timestep of the simulation
 */
export function describe(options, timestep) {
  for (const name of Object.keys(options))
    if (!known.has(name))
      throw new MjError(`makeEnv has no option '${name}', it has ${[...known].join(', ')}`);
  const { decimation = 1, autoreset = 'same-step', problems = 'throw' } = options;
  const { first = 0, fresh = true, contactForces = false, reward = {}, terminate = {} } = options;
  const { backend = 'cpu' } = options;
  demand(backend === 'cpu' || backend === 'gpu', "makeEnv: backend is 'cpu' or 'gpu'", backend);
  demand(
    Number.isInteger(decimation) && decimation > 0,
    'makeEnv: decimation is a positive whole number',
    decimation,
  );
  demand(
    ['same-step', 'next-step', 'off'].includes(autoreset),
    "makeEnv: autoreset is 'same-step', 'next-step' or 'off'",
    autoreset,
  );
  demand(
    problems === 'throw' || problems === 'mark',
    "makeEnv: problems is 'throw' or 'mark'",
    problems,
  );
  demand(Number.isInteger(first) && first >= 0, 'makeEnv: first is a whole number', first);
  for (const [name, entry] of Object.entries(reward))
    demand(
      Array.isArray(entry) && entry.length === 2 && Number.isFinite(entry[0]),
      `makeEnv: reward: ${name} is [weight, term]`,
      entry,
    );
  const { groups, pictures } = groupsOf(options);
  const { parameters, events } = randomOf(options);
  const limit = limitOf(options, decimation * timestep);
  /** @type {EnvData} */
  const data = {
    first,
    decimation,
    limit,
    autoreset,
    fresh,
    contactForces,
    problems,
    control: options.control,
    actionDelay: range(options.delay?.action, 'action'),
    observe: groups,
    reward: Object.fromEntries(
      Object.entries(reward).map(([name, [weight, term]]) => [name, [weight, term]]),
    ),
    terminate: { ...terminate },
    commands: { ...options.commands },
    start: { ...options.start },
    randomize: parameters,
    events,
  };
  return { data, pictures };
}
