// How episodes begin, what differs between them, and what happens in them: start states, parameters, commands, events.
import { MjError, demand } from '../engine/error.js';
import { resolveParameter } from '../batch/names.js';
import { applied, draw, isDistribution } from './distributions.js';
import { cos, sin } from './math.js';
import { freeJoint, frameOf } from './objects.js';
import { list, matching } from './world.js';

/** @typedef {import('./distributions.js').Distribution} Distribution */
/** @typedef {import('./world.js').TermWorld} TermWorld */
/** @typedef {import('./random.js').Random} Random */

/**
 * @typedef {Record<string, unknown>} StartData
 *
 * A command, as messages carry it.
 * @typedef {object} CommandData
 * @property {string[]} names of its numbers
 * @property {string[]} units
 * @property {Distribution[]} draws
 * @property {[number, number]} every seconds between two draws
 * @property {number} still share of draws that are all zero
 * @property {number} zero share of the others in which a number is zero
 *
 * Something that happens now and then, as messages carry it.
 * @typedef {object} EventData
 * @property {[number, number]} every seconds between two
 * @property {{ kind: 'impulse', body: string, size: [number, number], vertical: boolean } | { kind: 'custom', module: import('./functions.js').FunctionPlace, argument?: unknown }} effect
 */

/** @typedef {(random: Random) => void} Action */

/**
 * Numbers of the state that a key of `start` stands for.
 * @param {TermWorld} world
 * @param {string} key
 * @returns {{ array: 'qpos' | 'qvel' | 'act' | 'ctrl' | 'mocap_pos', items: number[] }}
 */
export function stateItems(world, key) {
  const { model, simulation } = world;
  const whole = /^(qpos|qvel|act|ctrl)(?:\[(\d+)\])?$/.exec(key);
  if (whole) {
    const array = /** @type {'qpos' | 'qvel' | 'act' | 'ctrl'} */ (whole[1]);
    const size = world[array].length;
    const all = Array.from({ length: size }, (_, i) => i);
    if (whole[2] === undefined) return { array, items: all };
    demand(Number(whole[2]) < size, `start: '${key}': ${array} has ${size} numbers`, whole[2]);
    return { array, items: [Number(whole[2])] };
  }
  const [, kind, pattern, field, index] =
    /^(joint|mocap):(.+)\.(\w+)(?:\[(\d+)\])?$/.exec(key) ?? [];
  const isGood = kind === 'joint' ? field === 'qpos' || field === 'qvel' : field === 'pos';
  if (!kind || !isGood)
    throw new MjError(
      `start: '${key}' is unknown: expected key, yaw, run, points, qpos, qvel, act, ctrl, joint:NAME.qpos[i], joint:NAME.qvel[i] or mocap:NAME.pos[i]`,
    );
  const names = simulation.names(kind === 'joint' ? 'joint' : 'body');
  const ids = matching(names, pattern).filter(
    (id) => kind === 'joint' || model.body_mocapid[id] >= 0,
  );
  if (ids.length === 0)
    throw new MjError(`start: '${key}' fits no ${kind}, there are ${list(names)}`);
  const items = ids.flatMap((id) => {
    const sizes = field === 'qpos' ? [7, 4, 1, 1] : [6, 3, 1, 1];
    const size = kind === 'mocap' ? 3 : sizes[model.jnt_type[id]];
    const from =
      kind === 'mocap'
        ? 3 * model.body_mocapid[id]
        : field === 'qpos'
          ? model.jnt_qposadr[id]
          : model.jnt_dofadr[id];
    if (index === undefined) return Array.from({ length: size }, (_, i) => from + i);
    demand(Number(index) < size, `start: '${key}' has ${size} numbers`, index);
    return [from + Number(index)];
  });
  return { array: kind === 'mocap' ? 'mocap_pos' : field === 'qpos' ? 'qpos' : 'qvel', items };
}

/** Turns what moves freely about the vertical. @param {TermWorld} world @param {Distribution} distribution @returns {Action} */
function turn(world, distribution) {
  const joint = freeJoint(world);
  if (!joint) throw new MjError('start: yaw needs a free joint, the model has none');
  const { qpos: at } = joint;
  return (random) => {
    const angle = draw(random, distribution) / 2;
    const [c, s] = [cos(angle), sin(angle)];
    const { qpos } = world;
    const [w, x, y, z] = [qpos[at + 3], qpos[at + 4], qpos[at + 5], qpos[at + 6]];
    qpos[at + 3] = c * w - s * z;
    qpos[at + 4] = c * x - s * y;
    qpos[at + 5] = c * y + s * x;
    qpos[at + 6] = c * z + s * w;
  };
}

/** How often a point is drawn before it is said that it fits nowhere. */
const DRAWS = 1000;

/**
 * A point that several joints stand for: drawn, each joint by its own distribution, until its distance from `of` is as asked.
 * @typedef {{ joints: string[], draw: Distribution[], within?: number, beyond?: number, of?: number[] }} PointData
 */

/** @param {TermWorld} world @param {PointData} point @returns {Action} */
function placed(world, { joints, draw: draws, within = Infinity, beyond = 0, of }) {
  const isGood =
    Array.isArray(joints) &&
    Array.isArray(draws) &&
    joints.length === draws.length &&
    draws.every(isDistribution) &&
    (of === undefined || of.length === joints.length);
  if (!isGood || !(beyond < within))
    throw new MjError(
      `start: a point is { joints, draw, within, beyond, of }: joints, as many distributions, distances from 'of', got ${JSON.stringify({ joints, draw: draws, within, beyond, of })}`,
    );
  const all = joints.map((name) => stateItems(world, `joint:${name}.qpos`));
  const items = all.map((found, k) => {
    if (found.items.length !== 1)
      throw new MjError(`start: a point: '${joints[k]}' has ${found.items.length} numbers, not 1`);
    return found.items[0];
  });
  const before = new Float64Array(items.length);
  return (random) => {
    const { qpos } = world;
    for (let k = 0; k < items.length; k++) before[k] = qpos[items[k]];
    for (let i = 0; i < DRAWS; i++) {
      let sum = 0;
      for (let k = 0; k < items.length; k++) {
        const value = applied(before[k], draw(random, draws[k]), draws[k]);
        qpos[items[k]] = value;
        sum += (value - (of?.[k] ?? 0)) ** 2;
      }
      const distance = Math.sqrt(sum);
      if (distance <= within && distance >= beyond) return;
    }
    throw new MjError(
      `start: no point of ${joints.join(', ')} lies ${within < Infinity ? `within ${within}` : `beyond ${beyond}`} in ${DRAWS} draws`,
    );
  };
}

/**
 * How episodes begin.
 * @param {TermWorld} world
 * @param {StartData} data
 * @returns {{ keys: number[], actions: Action[] }}
 */
export function compileStart(world, { key, ...rest }) {
  const actions = Object.entries(rest).flatMap(([name, value]) => {
    if (name === 'points')
      return /** @type {PointData[]} */ (value).map((point) => placed(world, point));
    if (name === 'run') {
      const { module, argument } = /** @type {{ module: string | Function, argument: unknown }} */ (
        value
      );
      const body = /** @type {Function} */ (world.functions.get(module));
      return () => void body(world, argument);
    }
    if (!isDistribution(value))
      throw new MjError(`start: '${name}' is a distribution, got ${JSON.stringify(value)}`);
    if (name === 'yaw') return turn(world, value);
    const { array, items } = stateItems(world, name);
    return (/** @type {Random} */ random) => {
      const numbers = world[array];
      let drawn = 0;
      for (let k = 0; k < items.length; k++) {
        if (k === 0 || value.each !== false) drawn = draw(random, value);
        numbers[items[k]] = applied(numbers[items[k]], drawn, value);
      }
    };
  });
  const names = key === undefined ? [] : [key].flat();
  return { keys: names.map((name) => world.key(String(name))), actions };
}

/** A parameter that is drawn. @typedef {{ field: string, items: number[][], base: number[][], distribution: Distribution }} Parameter */

/**
 * Parameters that differ between episodes.
 * @param {TermWorld} world
 * @param {Record<string, Distribution>} data
 * @returns {Parameter[]}
 */
export function compileParameters({ simulation, model }, data) {
  return Object.entries(data).map(([name, distribution]) => {
    if (!isDistribution(distribution))
      throw new MjError(
        `randomize: '${name}' is a distribution, got ${JSON.stringify(distribution)}`,
      );
    const { field, targets } = resolveParameter(simulation, name);
    const plain = field.replace(/^opt\./, '');
    const values = Reflect.get(field === plain ? model : model.opt, plain);
    const numbers = typeof values === 'number' ? [values] : values;
    const items = targets.map((target) => target.items);
    return { field, distribution, items, base: items.map((all) => all.map((i) => numbers[i])) };
  });
}

/** @param {TermWorld} world @param {EventData['effect']} effect @returns {{ begin: Action, end: () => void }} */
function compileEffect(world, effect) {
  if (effect.kind === 'custom') {
    const body = /** @type {Function} */ (world.functions.get(effect.module));
    return { begin: () => void body(world, effect.argument), end() {} };
  }
  const { body } = frameOf(world, `body:${effect.body}`, 'impulse');
  const at = 6 * body;
  return {
    begin(random) {
      const size = random.uniform(...effect.size) / world.period;
      const around = 2 * Math.PI * random.uniform();
      const rise = effect.vertical ? random.uniform(-1, 1) : 0;
      const flat = Math.sqrt(1 - rise * rise);
      const { xfrc_applied: force } = world;
      force[at] = size * flat * cos(around);
      force[at + 1] = size * flat * sin(around);
      force[at + 2] = size * rise;
    },
    end() {
      world.xfrc_applied.fill(0, at, at + 3);
    },
  };
}

/** @param {TermWorld} world @param {Record<string, EventData>} data */
export const compileEvents = (world, data) =>
  Object.values(data).map(({ every, effect }) => ({ every, ...compileEffect(world, effect) }));

/** Steps until something is due. @param {TermWorld} world @param {readonly [number, number]} every @param {Random} random */
export function stepsUntil({ period }, [low, high], random) {
  const seconds = low === high ? low : random.uniform(low, high);
  return seconds === Infinity ? 2 ** 30 : Math.max(1, Math.round(seconds / period));
}

/**
 * Draws a command.
 * @param {CommandData} command
 * @param {Random} random
 * @param {Float64Array} into
 * @param {number} at
 */
export function drawCommand({ draws, still, zero }, random, into, at) {
  const rests = random.uniform() < still;
  for (let i = 0; i < draws.length; i++) {
    const drawn = draw(random, draws[i]);
    // where none is wanted nothing is drawn: what tasks without it draw stays as it is
    const isZero = zero > 0 && random.uniform() < zero;
    into[at + i] = rests || isZero ? 0 : drawn;
  }
}
