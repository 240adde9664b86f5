// How actions become controls.
import { MjError, demand } from '../engine/error.js';
import { fromStars } from '../sim/glob.js';
import { placeName } from './functions.js';
import { exp } from './math.js';
import { actuatorName, actuators, drivenJoint, scalarJoints } from './objects.js';

/** @typedef {import('./world.js').TermWorld} TermWorld */
/** @typedef {number | readonly number[] | Readonly<Record<string, number>>} PerJoint a number for all, a list in the order of the joints, or numbers by name or pattern */

/**
 * How actions become controls, as messages carry it.
 * @typedef {object} ControlData
 * @property {'pd' | 'torque' | 'position' | 'muscle' | 'custom'} kind
 * @property {string | readonly string[]} [joints]
 * @property {string | readonly string[]} [actuators]
 * @property {PerJoint} [kp] N m/rad or N/m
 * @property {PerJoint} [kd] N m s/rad or N s/m
 * @property {PerJoint} [scale]
 * @property {string | PerJoint} [default] keyframe, or numbers
 * @property {number} [clip] largest action
 * @property {PerJoint} [limit] largest force
 * @property {boolean} [raw] whether actions are controls
 * @property {boolean} [sigmoid]
 * @property {import('./functions.js').FunctionPlace} [module]
 * @property {number} [size]
 * @property {string[]} [names]
 * @property {unknown} [argument]
 * @property {boolean} [everyStep]
 */

/**
 * How actions become controls of a model.
 * @typedef {object} Control
 * @property {number} size
 * @property {string[]} names
 * @property {string[]} joints that are driven, in the order of the actions; '' where none is
 * @property {Float64Array} low
 * @property {Float64Array} high
 * @property {number[]} kp
 * @property {number[]} kd
 * @property {number[]} scale
 * @property {number[]} default
 * @property {number[]} actuators whose controls are in proportion to the actions; none of other kinds
 * @property {{ actuator: number, gain: number, limit: number }[]} motors of joints that springs drive; actuator -1: the force is on the joint
 * @property {(action: Float64Array) => void} begin once for each step of the environment
 * @property {((action: Float64Array) => void) | null} apply before each step of the simulation; null: controls are held
 */

/**
 * A number for each of some names.
 * @param {PerJoint} given
 * @param {readonly string[]} names
 * @param {string} what
 * @returns {number[]}
 */
export function perName(given, names, what) {
  if (typeof given === 'number') return names.map(() => given);
  if (Array.isArray(given) || ArrayBuffer.isView(given)) {
    const values = Array.from(/** @type {number[]} */ (given));
    demand(
      values.length === names.length,
      `${what} has ${names.length} numbers (${names.join(', ')})`,
      values.length,
    );
    return values;
  }
  const patterns = Object.entries(/** @type {Record<string, number>} */ (given)).map(
    ([pattern, value]) => ({ expression: fromStars(pattern), value }),
  );
  return names.map((name) => {
    const found = patterns.find(({ expression }) => expression.test(name));
    if (found) return found.value;
    throw new MjError(`${what} has no number for '${name}'`);
  });
}

/** Middle and half of the range of controls. @param {TermWorld} world @param {number} id of an actuator */
function controlRange({ model }, id) {
  if (!model.actuator_ctrllimited[id]) return { middle: 0, half: 1, limited: false };
  const [low, high] = model.actuator_ctrlrange.slice(2 * id, 2 * id + 2);
  return { middle: (low + high) / 2, half: (high - low) / 2, limited: true };
}

/** @param {TermWorld} world @param {ControlData} data @param {number[]} ids */
function valuesOf(world, data, ids) {
  const names = ids.map((id) => actuatorName(world, id));
  const ranges = ids.map((id) => controlRange(world, id));
  const scale =
    data.scale === undefined
      ? ranges.map(({ half }) => half)
      : perName(data.scale, names, `${data.kind}: scale`);
  const own = data.default;
  let start = ranges.map(({ middle }) => middle);
  if (typeof own === 'string') {
    const from = world.key(own) * world.model.nu;
    start = ids.map((id) => world.model.key_ctrl[from + id]);
  } else if (own !== undefined) {
    start = perName(own, names, `${data.kind}: default`);
  } else if (data.scale !== undefined && data.kind === 'torque') {
    start = ids.map(() => 0);
  }
  return { names, scale, start };
}

/** Bounds of actions. @param {number} size @param {number} clip */
const bounds = (size, clip) => ({
  low: new Float64Array(size).fill(-clip),
  high: new Float64Array(size).fill(clip),
});

/** Bounds of controls. @param {TermWorld} world @param {number[]} ids */
function controlBounds(world, ids) {
  const ranges = ids.map((id) => controlRange(world, id));
  const end = (/** @type {number} */ sign) =>
    Float64Array.from(ranges, ({ middle, half, limited }) =>
      limited ? middle + sign * half : sign * Infinity,
    );
  return { low: end(-1), high: end(1) };
}

/**
 * Controls in proportion to actions, for actuators of any kind.
 * @param {TermWorld} world
 * @param {ControlData} data
 * @returns {Control}
 */
function direct(world, data) {
  const ids =
    data.joints === undefined ? actuators(world, data.actuators, data.kind) : driving(world, data);
  demand(ids.length > 0, `${data.kind}: the model has actuators`, 'none');
  const plain = data.raw ? { ...data, scale: 1, default: 0 } : data;
  const { names, scale, start } = valuesOf(world, plain, ids);
  const joints = ids.map((id) => {
    const joint = drivenJoint(world, id);
    return joint < 0 ? '' : world.simulation.names('joint')[joint];
  });
  return {
    size: ids.length,
    names,
    joints,
    ...(data.raw ? controlBounds(world, ids) : bounds(ids.length, data.clip ?? 1)),
    kp: [],
    kd: [],
    scale,
    default: start,
    actuators: ids,
    motors: [],
    begin(action) {
      const { ctrl } = world;
      for (let i = 0; i < ids.length; i++) ctrl[ids[i]] = start[i] + scale[i] * action[i];
    },
    apply: null,
  };
}

/** Actuators that drive joints, in the order of the joints. @param {TermWorld} world @param {ControlData} data */
function driving(world, data) {
  return scalarJoints(world, data.joints, data.kind).map(({ id, name }) => {
    const found = actuators(world).filter((actuator) => drivenJoint(world, actuator) === id);
    if (found.length > 0) return found[0];
    throw new MjError(`${data.kind}: joint '${name}' has no actuator`);
  });
}

/** @param {TermWorld} world @param {ControlData} data @returns {Control} */
function muscle(world, data) {
  const ids = actuators(world, data.actuators, 'muscle');
  const names = ids.map((id) => actuatorName(world, id));
  const { sigmoid = false } = data;
  return {
    size: ids.length,
    names,
    joints: ids.map(() => ''),
    ...bounds(ids.length, data.clip ?? 1),
    kp: [],
    kd: [],
    scale: ids.map(() => 0.5),
    default: ids.map(() => 0.5),
    actuators: ids,
    motors: [],
    begin(action) {
      const { ctrl } = world;
      for (let i = 0; i < ids.length; i++)
        ctrl[ids[i]] = sigmoid ? 1 / (1 + exp(-5 * (action[i] - 0.5))) : 0.5 + 0.5 * action[i];
    },
    apply: null,
  };
}

/**
 * The force of a motor on a joint, for a control of 1; 0 where a joint has no motor.
 * @param {TermWorld} world
 * @param {number} joint
 * @param {string} name
 */
function motorOf(world, joint, name) {
  const { model } = world;
  const ids = actuators(world).filter((id) => drivenJoint(world, id) === joint);
  if (ids.length === 0) return { actuator: -1, gain: 1 };
  const [id] = ids;
  const size = model.actuator_gainprm.length / model.nu;
  const plain =
    model.actuator_dyntype[id] === 0 &&
    model.actuator_gaintype[id] === 0 &&
    model.actuator_biastype[id] === 0;
  if (!plain)
    throw new MjError(
      `pd: the actuator '${actuatorName(world, id)}' of joint '${name}' is no motor: with position actuators use position(), ` +
        'their own kp and kv hold there',
    );
  return { actuator: id, gain: model.actuator_gear[6 * id] * model.actuator_gainprm[size * id] };
}

/**
 * Torques of springs and dampers between joints and targets, computed at each step of the simulation.
 * @param {TermWorld} world
 * @param {ControlData} data
 * @returns {Control}
 */
function pd(world, data) {
  const chosen = scalarJoints(world, data.joints, 'pd').filter(
    ({ id }) =>
      data.joints !== undefined ||
      actuators(world).some((actuator) => drivenJoint(world, actuator) === id),
  );
  demand(chosen.length > 0, 'pd: joints that have motors, or joints by name', 'none');
  const names = chosen.map(({ name }) => name);
  const size = names.length;
  const kp = perName(data.kp ?? 0, names, 'pd: kp');
  const kd = perName(data.kd ?? 0, names, 'pd: kd');
  const scale = perName(data.scale ?? 1, names, 'pd: scale');
  const limit = perName(data.limit ?? Infinity, names, 'pd: limit');
  const { model } = world;
  let start = chosen.map(({ qpos }) => model.qpos0[qpos]);
  if (typeof data.default === 'string') {
    const from = world.key(data.default) * model.nq;
    start = chosen.map(({ qpos }) => model.key_qpos[from + qpos]);
  } else if (data.default !== undefined) {
    start = perName(data.default, names, 'pd: default');
  }
  const motors = chosen.map(({ id, name }) => motorOf(world, id, name));
  const target = new Float64Array(size);
  return {
    size,
    names,
    joints: names,
    ...bounds(size, data.clip ?? Infinity),
    kp,
    kd,
    scale,
    default: start,
    actuators: [],
    motors: motors.map((motor, i) => ({ ...motor, limit: limit[i] })),
    begin(action) {
      for (let i = 0; i < size; i++) target[i] = start[i] + scale[i] * action[i];
    },
    apply() {
      const { qpos, qvel, ctrl, qfrc_applied: applied } = world;
      for (let i = 0; i < size; i++) {
        const { qpos: q, dof } = chosen[i];
        const force = kp[i] * (target[i] - qpos[q]) - kd[i] * qvel[dof];
        const torque = Math.max(-limit[i], Math.min(limit[i], force));
        const { actuator, gain } = motors[i];
        if (actuator >= 0) ctrl[actuator] = torque / gain;
        else applied[dof] = torque;
      }
    },
  };
}

/** @param {TermWorld} world @param {ControlData} data @returns {Control} */
function custom(world, data) {
  const { module = '', size = 0, names, argument, everyStep } = data;
  const body = /** @type {Function} */ (world.functions.get(module));
  const call = (/** @type {Float64Array} */ action) => {
    const result = body(world, action, argument);
    if (result instanceof Promise) throw new MjError(`'${placeName(module)}' must answer at once`);
    if (result) world.ctrl.set(result);
  };
  return {
    size,
    names: names ?? Array.from({ length: size }, (_, i) => `action ${i}`),
    joints: new Array(size).fill(''),
    ...bounds(size, data.clip ?? 1),
    kp: [],
    kd: [],
    scale: new Array(size).fill(1),
    default: new Array(size).fill(0),
    actuators: [],
    motors: [],
    begin: everyStep ? () => {} : call,
    apply: everyStep ? call : null,
  };
}

/** @param {TermWorld} world @param {ControlData} data @returns {Control} */
export function compileControl(world, data) {
  const kinds = { pd, torque: direct, position: direct, muscle, custom };
  const make = Object.hasOwn(kinds, data?.kind ?? '') ? kinds[data.kind] : undefined;
  if (!make)
    throw new MjError(
      `makeEnv: control is torque(), position(), pd(), muscle() or control(address), got ${JSON.stringify(data)}`,
    );
  try {
    return make(world, data);
  } catch (error) {
    if (!(error instanceof MjError)) throw error;
    const text = error.message.replace(/^MuJoCo Error: /, '');
    throw new MjError(`makeEnv: control: ${text}`, { cause: error });
  }
}
