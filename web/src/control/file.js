// What is to be achieved, among the files of its model: links, drafts and archives carry control.json as they carry the rest.
//
//   { format: 'limber-control', version: 1, task: { name, title, terms, parameters, places, traces }, planner: { method, horizon, ... },
//     interval, on }
//
// Whoever reads one trusts nothing in it: everything is checked and bounded. Expressions of terms are read, never run as code.
import { plannerMethods } from 'limber/control';
import { FILE } from './among.js';

/** @typedef {import('../studio.js').Files} Files */
/** @typedef {import('limber/control').Task} Task */
/** @typedef {import('limber/control').Term} Term */
/** @typedef {import('limber/control').PlannerOptions} PlannerOptions */

/**
 * @typedef {object} Control
 * @property {Task & { title: string, terms: Term[], parameters: Record<string, number | number[]>, places: string[], traces: string[] }} task
 * @property {PlannerOptions & Required<Pick<PlannerOptions, 'method' | 'horizon' | 'rollouts' | 'noise' | 'iterations'>>} planner
 * @property {number} interval seconds of simulated time between plans
 * @property {boolean} on whether the plan drives the model
 */

const FORMAT = 'limber-control';
const MOST_TERMS = 50;
const LONGEST_TEXT = 2000;
const MOST_NUMBERS = 1000;

/** Bounds of numbers that a planner takes. @type {Record<string, [least: number, most: number]>} */
export const bounds = {
  horizon: [0.02, 5],
  rollouts: [2, 512],
  noise: [0, 2],
  iterations: [1, 20],
  hold: [1, 200],
  elites: [1, 512],
  temperature: [1e-3, 10],
  knots: [2, 40],
  timestep: [1e-4, 0.02],
  interval: [0.005, 1],
};

const decoder = new TextDecoder();

/** @param {string} why @returns {never} */
function refuse(why) {
  throw new Error(`${FILE} cannot be used: ${why}`);
}

/** @typedef {Record<string, unknown>} Plain */

/** @param {unknown} value @param {string} what @returns {Plain} */
function plainOf(value, what) {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    refuse(`${what} must be an object.`);
  return /** @type {Plain} */ (value);
}

/** @param {unknown} value @param {string} what @returns {string} */
function textOf(value, what) {
  if (typeof value !== 'string' || value.length > LONGEST_TEXT)
    refuse(`${what} must be a text of at most ${LONGEST_TEXT} characters.`);
  return value;
}

/** @param {unknown} value @param {string} what @param {number} most @returns {unknown[]} */
function listOf(value, what, most) {
  if (!Array.isArray(value) || value.length > most)
    refuse(`${what} must be a list of at most ${most}.`);
  return value;
}

/** A number within its bounds. @param {unknown} value @param {string} what @param {[number, number]} between */
function numberOf(value, what, [least, most] = [-Infinity, Infinity]) {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < least || value > most)
    refuse(
      Number.isFinite(least)
        ? `${what} must be a number from ${least} to ${most}.`
        : `${what} must be a number.`,
    );
  return value;
}

/** @param {unknown} given @param {number} k @returns {Term} */
function readTerm(given, k) {
  const plain = plainOf(given, `term ${k}`);
  const what = `term ${plain.name ?? k}`;
  const of =
    typeof plain.of === 'string'
      ? textOf(plain.of, what)
      : listOf(plain.of, what, MOST_TERMS).map((one) => textOf(one, what));
  const norms = ['quadratic', 'l2', 'abs', 'cosh', 'positive'];
  const norm = plain.norm ?? 'quadratic';
  if (!norms.includes(String(norm))) refuse(`norms are ${norms.join(', ')}.`);
  return {
    name: textOf(plain.name ?? String(of), what),
    of,
    norm: /** @type {Term['norm']} */ (norm),
    weight: numberOf(plain.weight ?? 1, `the weight of ${what}`, [0, 1e9]),
    size: numberOf(plain.size ?? 0.1, `the size of ${what}`, [1e-9, 1e9]),
    final: numberOf(plain.final ?? 1, `final of ${what}`, [0, 1e9]),
  };
}

/** @param {unknown} given @returns {Record<string, number | number[]>} */
function readParameters(given) {
  const all = Object.entries(plainOf(given ?? {}, 'parameters')).slice(0, MOST_TERMS);
  return Object.fromEntries(
    all.map(([name, value]) => {
      const what = `parameter ${name}`;
      const one = Array.isArray(value)
        ? listOf(value, what, MOST_NUMBERS).map((number) => numberOf(number, what))
        : numberOf(value, what);
      return [name, one];
    }),
  );
}

/** @param {unknown} given @returns {Control['planner']} */
function readPlanner(given) {
  const plain = plainOf(given ?? {}, 'planner');
  const method = String(plain.method ?? 'sampling');
  if (!(/** @type {string[]} */ (plannerMethods).includes(method)))
    refuse(`methods are ${plannerMethods.join(', ')}.`);
  const number = (/** @type {string} */ name, /** @type {number | undefined} */ usual) =>
    plain[name] === undefined ? usual : numberOf(plain[name], name, bounds[name]);
  const whole = (/** @type {string} */ name, /** @type {number | undefined} */ usual) => {
    const value = number(name, usual);
    return value === undefined ? undefined : Math.round(value);
  };
  const { kind, knots } = plainOf(plain.spline ?? {}, 'spline');
  const optional = Object.entries({
    hold: whole('hold', undefined),
    elites: whole('elites', undefined),
    temperature: number('temperature', undefined),
    timestep: number('timestep', undefined),
  }).filter(([, value]) => value !== undefined);
  return {
    method: /** @type {Control['planner']['method']} */ (method),
    horizon: Number(number('horizon', 1)),
    rollouts: Number(whole('rollouts', 64)),
    noise: Number(number('noise', 0.3)),
    iterations: Number(whole('iterations', 1)),
    spline: {
      kind: /** @type {'zero' | 'linear' | 'cubic'} */ (String(kind ?? 'linear')),
      knots: knots === undefined ? 6 : Math.round(numberOf(knots, 'knots', bounds.knots)),
    },
    ...Object.fromEntries(optional),
  };
}

/** @param {unknown} given @param {string} what @returns {string[]} */
const namesOf = (given, what) =>
  listOf(given ?? [], what, MOST_TERMS).map((name) => textOf(name, what));

/** @param {Uint8Array} bytes @returns {Control} */
export function readControl(bytes) {
  /** @type {unknown} */
  let value;
  try {
    value = JSON.parse(decoder.decode(bytes));
  } catch {
    refuse('it is no JSON.');
  }
  const plain = plainOf(value, 'it');
  if (plain.format !== FORMAT || plain.version !== 1) refuse(`its format is not ${FORMAT} 1.`);
  const task = plainOf(plain.task, 'task');
  const terms = listOf(task.terms, 'terms', MOST_TERMS).map(readTerm);
  if (terms.length === 0) refuse('it has no terms.');
  return {
    task: {
      name: textOf(task.name ?? '', 'the name'),
      title: textOf(task.title ?? task.name ?? '', 'the title'),
      terms,
      parameters: readParameters(task.parameters),
      places: namesOf(task.places, 'places'),
      traces: namesOf(task.traces, 'traces'),
    },
    planner: readPlanner(plain.planner),
    interval: numberOf(plain.interval ?? 0.04, 'interval', bounds.interval),
    on: plain.on !== false,
  };
}

/** @param {Control} control @returns {Uint8Array} */
export const writeControl = (control) =>
  new TextEncoder().encode(
    `${JSON.stringify({ format: FORMAT, version: 1, ...control }, null, 1)}\n`,
  );

/** What a shipped task says, as a file has it. @param {import('limber/control/tasks').ShippedTask} task @returns {Control} */
export function controlOf({ name, title, terms, parameters, places, traces, planner, interval }) {
  const plain = { name, title, terms, parameters, places, traces };
  const text = JSON.stringify({ format: FORMAT, version: 1, task: plain, planner, interval });
  return readControl(new TextEncoder().encode(text));
}

/** Tasks whose robots would leave the picture. */
const travellers = new Set(['hopper', 'walker', 'quadruped', 'climber']);

/**
 * A shipped task as the studio runs it.
 * @param {string} name
 * @returns {Promise<{ source: import('../studio.js').Source, key?: string, travels: boolean }>} key: keyframe that it starts from
 */
export async function controlSource(name) {
  const { tasks } = await import('limber/control/tasks');
  if (!Object.hasOwn(tasks, name))
    throw new Error(`There is no task '${name}': there are ${Object.keys(tasks).join(', ')}.`);
  const task = tasks[name];
  const files = new Map([[FILE, writeControl(controlOf(task))]]);
  const source = { xml: task.model, name: `${name}.xml`, files, control: name };
  return { source, key: task.key, travels: travellers.has(name) };
}
