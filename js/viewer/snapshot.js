// A snapshot: what a picture of a running simulation shows beside its model. State, camera, display switches, physics options that
// were changed, pace. It is plain data that may come from strangers: checkSnapshot() before applySnapshot().
//
//   takeSnapshot({ simulation, view, camera }, options)    only what differs from a model just loaded is kept
//   checkSnapshot(value)             throws where a value is not of its kind; drops names that are not known
//   applySnapshot(parts, snapshot)   returns what does not fit the model, in words
//
// The state is the one that integration needs, bit by bit: a step after applySnapshot gives what a step after takeSnapshot gave.
import { defaultFlags } from '../three/view_context.js';
import { fieldsIn, isNumber, optionFields, own, readFields, writeFields } from './display.js';

/** @typedef {import('../three/view_context.js').Simulated} Simulated */
/** @typedef {import('../three/simulation_view.js').SimulationView} SimulationView */
/** @typedef {import('../three/orbit_camera.js').OrbitCamera} OrbitCamera */
/** @typedef {import('./display.js').Values} Values */

/**
 * @typedef {object} Parts
 * @property {Simulated} simulation
 * @property {SimulationView} view
 * @property {OrbitCamera} camera
 *
 * @typedef {object} CameraPose
 * @property {string | number} [fixed] camera of the model that one looks through, by name or number
 * @property {string | number} [tracked] body that the free camera follows
 * @property {number[]} [lookat]
 * @property {number} [distance]
 * @property {number} [azimuth]
 * @property {number} [elevation]
 *
 * @typedef {object} Snapshot
 * @property {number} [key] keyframe that the state is, -1 for the reference state
 * @property {Uint8Array} [state] the state otherwise: numbers of 8 bytes
 * @property {CameraPose} [camera]
 * @property {Record<string, boolean | boolean[]>} [flags] display switches of the view
 * @property {Values} [option] fields of MjvOption
 * @property {Values} [physics] fields of mjOption
 * @property {boolean} [paused]
 * @property {number} [speed]
 */

const MAX_SPEED = 100;
const MAX_NAME = 1000;
const MAX_ROW = 64;

/** @param {unknown} value @returns {value is ArrayLike<unknown>} */
const isArray = (value) => Array.isArray(value) || ArrayBuffer.isView(value);

/** @param {unknown} a @param {unknown} b */
const same = (a, b) =>
  isArray(a) && isArray(b)
    ? a.length === b.length && Array.from(a).every((x, i) => x === b[i])
    : a === b;

/** Names of the numbers in a struct of the engine. @param {object} struct */
const numbersOf = (struct) =>
  Object.getOwnPropertyNames(Object.getPrototypeOf(struct)).filter((name) => {
    const value = fieldsIn(struct)[name];
    return typeof value === 'number' || ArrayBuffer.isView(value);
  });

/** The fields in which two records differ. @template T @param {Record<string, T>} now @param {object} before @returns {Record<string, T>} */
const changes = (now, before) =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => !same(value, own(before, name))),
  );

/** Physics options as they are now. @param {Simulated['model']} model */
export const readPhysics = (model) => readFields(model.opt, numbersOf(model.opt));

/** @param {Simulated['mujoco']} mujoco */
function defaultOption(mujoco) {
  const option = new mujoco.MjvOption();
  try {
    mujoco.mjv_defaultOption(option);
    return readFields(option, optionFields);
  } finally {
    option.delete();
  }
}

/** @param {Simulated} simulated */
function readState({ mujoco, model, data }) {
  const signature = mujoco.mjtState.mjSTATE_INTEGRATION.value;
  const state = new Float64Array(mujoco.mj_stateSize(model, signature));
  mujoco.mj_getState(model, data, state, signature);
  return state;
}

/** The keyframe that the state is just now, -1 for the reference state, null for neither. @param {Simulated} simulated */
function keyOf({ mujoco, model, data }) {
  if (data.time !== 0 && model.nkey === 0) return null;
  const present = readState({ mujoco, model, data });
  const trial = new mujoco.MjData(model);
  try {
    for (let key = -1; key < model.nkey; key++) {
      if (key < 0) mujoco.mj_resetData(model, trial);
      else mujoco.mj_resetDataKeyframe(model, trial, key);
      const other = readState({ mujoco, model, data: trial });
      if (present.every((value, i) => Object.is(value, other[i]))) return key;
    }
    return null;
  } finally {
    trial.delete();
  }
}

/** @param {Parts} parts @returns {CameraPose | undefined} */
function readCamera({ simulation: { mujoco, model }, camera }) {
  const { mjOBJ_CAMERA, mjOBJ_BODY } = mujoco.mjtObj;
  const { fixed, tracked, lookat, distance, azimuth, elevation } = camera;
  if (fixed >= 0) return { fixed: mujoco.mj_id2name(model, mjOBJ_CAMERA.value, fixed) || fixed };
  const pose = { lookat: lookat.toArray(), distance, azimuth, elevation };
  if (tracked >= 0)
    return { tracked: mujoco.mj_id2name(model, mjOBJ_BODY.value, tracked) || tracked, ...pose };
  const { vis, stat } = model;
  const { azimuth: a, elevation: e } = vis.global;
  const own = {
    lookat: Array.from(stat.center),
    distance: 1.5 * stat.extent,
    azimuth: a,
    elevation: e,
  };
  return Object.keys(changes(pose, own)).length > 0 ? pose : undefined;
}

/**
 * @param {Parts} parts
 * @param {object} [options]
 * @param {boolean} [options.state] with the state
 * @param {boolean} [options.camera] with the camera
 * @param {Values} [options.physics] physics options of the model as it was loaded
 * @returns {Snapshot}
 */
export function takeSnapshot(parts, { state = true, camera = true, physics } = {}) {
  const { simulation, view } = parts;
  const { mujoco, model } = simulation;
  /** @type {Snapshot} */
  const snapshot = {};
  if (state) {
    const key = keyOf(simulation);
    if (key === null) snapshot.state = new Uint8Array(readState(simulation).buffer);
    else snapshot.key = key;
  }
  if (camera) snapshot.camera = readCamera(parts);
  const given = {
    flags: changes({ ...view.flags }, defaultFlags()),
    option: changes(readFields(view.option, optionFields), defaultOption(mujoco)),
    physics: physics ? changes(readPhysics(model), physics) : {},
  };
  if (Object.keys(given.flags).length > 0) snapshot.flags = given.flags;
  if (Object.keys(given.option).length > 0) snapshot.option = given.option;
  if (Object.keys(given.physics).length > 0) snapshot.physics = given.physics;
  return snapshot;
}

//---------------------------------- what strangers sent --------------------------------------------

/** @param {string} where @returns {never} */
function refuse(where) {
  throw new Error(`The link is damaged: ${where} is not what it should be.`);
}

/** @param {unknown} value @param {string} where @param {number} [low] @param {number} [high] @returns {number | undefined} */
function numberOf(value, where, low = -1e9, high = 1e9) {
  if (value === undefined) return undefined;
  return isNumber(value) && value >= low && value <= high ? value : refuse(where);
}

/** @param {unknown} value @param {string} where @returns {string | number | undefined} */
function nameOf(value, where) {
  if (typeof value === 'string') return value.length <= MAX_NAME ? value : refuse(where);
  return numberOf(value, where, -1);
}

/** @template T @param {unknown} value @param {string[]} names @param {string} where @param {(field: unknown) => field is T} fits */
function fieldsOf(value, names, where, fits) {
  if (value === undefined) return undefined;
  /** @type {Record<string, T>} */
  const known = {};
  for (const name of names) {
    const field = own(value, name);
    if (field === undefined) continue;
    known[name] = fits(field) ? field : refuse(`${where}.${name}`);
  }
  return known;
}

/** @param {unknown} field @returns {field is number | number[]} */
const isNumbers = (field) =>
  isNumber(field) ||
  (Array.isArray(field) && field.length <= MAX_ROW && field.every((one) => isNumber(one)));

/** @param {unknown} field @returns {field is boolean | boolean[]} */
const isSwitch = (field) =>
  typeof field === 'boolean' ||
  (Array.isArray(field) &&
    field.length <= MAX_ROW &&
    field.every((one) => typeof one === 'boolean'));

/** @param {unknown} pose @returns {CameraPose | undefined} */
function checkPose(pose) {
  if (!pose) return undefined;
  const lookat = own(pose, 'lookat');
  return {
    fixed: nameOf(own(pose, 'fixed'), 'camera.fixed'),
    tracked: nameOf(own(pose, 'tracked'), 'camera.tracked'),
    lookat:
      lookat === undefined || (Array.isArray(lookat) && isNumbers(lookat) && lookat.length === 3)
        ? lookat
        : refuse('camera.lookat'),
    distance: numberOf(own(pose, 'distance'), 'camera.distance', 0),
    azimuth: numberOf(own(pose, 'azimuth'), 'camera.azimuth'),
    elevation: numberOf(own(pose, 'elevation'), 'camera.elevation', -90, 90),
  };
}

/**
 * Takes what is known and of its kind; the state comes apart, since it is bytes.
 * @param {unknown} value
 * @param {Uint8Array} [state]
 * @returns {Snapshot}
 */
export function checkSnapshot(value, state) {
  const paused = own(value, 'paused');
  if (state && state.length % 8 !== 0) refuse('state');
  return {
    key: numberOf(own(value, 'key'), 'key', -1),
    state,
    camera: checkPose(own(value, 'camera')),
    flags: fieldsOf(own(value, 'flags'), Object.keys(defaultFlags()), 'flags', isSwitch),
    option: fieldsOf(own(value, 'option'), optionFields, 'option', isNumbers),
    // which fields there are is known to the engine alone: names are compared when they are set
    physics: fieldsOf(
      own(value, 'physics'),
      Object.keys(own(value, 'physics') ?? {}).slice(0, MAX_ROW),
      'physics',
      isNumbers,
    ),
    paused: paused === undefined || typeof paused === 'boolean' ? paused : refuse('paused'),
    speed: numberOf(own(value, 'speed'), 'speed', 0, MAX_SPEED),
  };
}

/** @param {Simulated} simulated @param {Uint8Array} bytes @returns {string[]} */
function writeState({ mujoco, model, data }, bytes) {
  const signature = mujoco.mjtState.mjSTATE_INTEGRATION.value;
  const size = mujoco.mj_stateSize(model, signature);
  if (bytes.length !== 8 * size)
    return ['The state in the link belongs to another version of this model.'];
  const state = new Float64Array(bytes.slice().buffer);
  if (!state.every(Number.isFinite)) return ['The state in the link holds no sound numbers.'];
  mujoco.mj_setState(model, data, state, signature);
  mujoco.mj_forward(model, data);
  return [];
}

/** @param {Simulated} simulated @param {number} key @returns {string[]} */
function startFrom({ mujoco, model, data }, key) {
  if (key >= model.nkey) return [`The model has no keyframe ${key}.`];
  if (key < 0) mujoco.mj_resetData(model, data);
  else mujoco.mj_resetDataKeyframe(model, data, key);
  mujoco.mj_forward(model, data);
  return [];
}

/** Id of an element by name or number, -1 when there is none. @param {Simulated} simulated @param {{ value: number }} type mjtObj @param {string | number} name @param {number} count */
function idOf({ mujoco, model }, type, name, count) {
  const id =
    typeof name === 'number' ? Math.trunc(name) : mujoco.mj_name2id(model, type.value, name);
  return id < count ? id : -1;
}

/** @param {Parts} parts @param {CameraPose | undefined} pose @returns {string[]} */
function placeCamera({ simulation, camera }, pose) {
  const { mujoco, model } = simulation;
  const { mjOBJ_CAMERA, mjOBJ_BODY } = mujoco.mjtObj;
  const { aspect } = camera;
  camera.setModel(model);
  camera.aspect = aspect;
  if (!pose) return [];
  if (pose.fixed !== undefined) {
    const id = idOf(simulation, mjOBJ_CAMERA, pose.fixed, model.ncam);
    camera.useFixed(id);
    return id < 0 ? [`The model has no camera '${pose.fixed}'.`] : [];
  }
  if (pose.lookat) camera.lookat.fromArray(pose.lookat);
  camera.distance = pose.distance ?? camera.distance;
  camera.azimuth = pose.azimuth ?? camera.azimuth;
  camera.elevation = pose.elevation ?? camera.elevation;
  if (pose.tracked !== undefined)
    camera.tracked = idOf(simulation, mjOBJ_BODY, pose.tracked, model.nbody);
  camera.useFixed(-1);
  return [];
}

/**
 * Shows what a checked snapshot says; what it does not name is as in a model just loaded.
 * @param {Parts} parts
 * @param {Snapshot} snapshot
 * @returns {string[]} what does not fit the model
 */
export function applySnapshot(parts, snapshot) {
  const { simulation, view } = parts;
  const { flags, option, physics, state, key } = snapshot;
  // how nice it is drawn is for who sees it to say
  const { nice } = view.flags;
  Object.assign(view.flags, defaultFlags(), { nice }, flags);
  writeFields(view.option, optionFields, { ...defaultOption(simulation.mujoco), ...option });
  view.apply();
  const { opt } = simulation.model;
  if (physics) writeFields(opt, numbersOf(opt), physics);
  const notes = state
    ? writeState(simulation, state)
    : key === undefined
      ? []
      : startFrom(simulation, key);
  return [...notes, ...placeCamera(parts, snapshot.camera)];
}
