// A snapshot: what a picture of a running simulation shows beside its model. State, camera, display switches, physics options that
// were changed, pace. It is plain data that may come from strangers: checkSnapshot() before applySnapshot().
//
//   takeSnapshot({ mujoco, model, data, view, camera }, options)    only what differs from a model just loaded is kept
//   checkSnapshot(value)             throws where a value is not of its kind; drops names that are not known
//   applySnapshot(parts, snapshot)   returns what does not fit the model, in words
//
// The state is the one that integration needs, bit by bit: a step after applySnapshot gives what a step after takeSnapshot gave.
import { defaultFlags } from '../three/view_context.js';

/**
 * @typedef {object} Parts
 * @property {any} mujoco
 * @property {any} model
 * @property {any} data
 * @property {import('../three/simulation_view.js').SimulationView} view
 * @property {import('../three/orbit_camera.js').OrbitCamera} camera
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
 * @property {Record<string, boolean | number[]>} [flags] display switches of the view
 * @property {Record<string, number | number[]>} [option] fields of MjvOption
 * @property {Record<string, number | number[]>} [physics] fields of mjOption
 * @property {boolean} [paused]
 * @property {number} [speed]
 */

const CAMERA = 7;
const BODY = 1;
const MAX_SPEED = 100;
const MAX_NAME = 1000;

const optionFields = [
  'label',
  'frame',
  'geomgroup',
  'sitegroup',
  'jointgroup',
  'tendongroup',
  'actuatorgroup',
  'flexgroup',
  'skingroup',
  'flags',
  'bvh_depth',
  'flex_layer',
];

/** @param {any} value @returns {value is number[]} */
const isArray = (value) => Array.isArray(value) || ArrayBuffer.isView(value);
const plain = (/** @type {any} */ value) => (isArray(value) ? Array.from(value) : value);
const same = (/** @type {any} */ a, /** @type {any} */ b) =>
  isArray(a)
    ? a.length === b.length && a.every((x, /** @type {number} */ i) => x === b[i])
    : a === b;

/** Numbers and rows of numbers of an engine's struct, by name. @param {any} struct @param {string[]} names */
const readFields = (struct, names) =>
  Object.fromEntries(names.map((name) => [name, plain(struct[name])]));

/** Display options of a view, all of them. @param {import('../three/simulation_view.js').SimulationView} view */
export const readDisplay = (view) => ({
  flags: { ...view.flags, geomgroup: [...view.flags.geomgroup] },
  option: readFields(view.option, optionFields),
});

/** Shows with the options that readDisplay() took from another view. @param {import('../three/simulation_view.js').SimulationView} view @param {ReturnType<typeof readDisplay>} display */
export function writeDisplay(view, { flags, option }) {
  Object.assign(view.flags, flags);
  writeFields(view.option, optionFields, option);
  view.apply();
}

/** Names of the numbers in a struct. @param {any} struct */
const numbersOf = (struct) =>
  Object.getOwnPropertyNames(Object.getPrototypeOf(struct)).filter(
    (name) => typeof struct[name] === 'number' || ArrayBuffer.isView(struct[name]),
  );

/** The fields in which two records differ. @param {Record<string, any>} now @param {Record<string, any>} before */
const changes = (now, before) =>
  Object.fromEntries(Object.entries(now).filter(([name, value]) => !same(value, before[name])));

/** Physics options as they are now. @param {any} model */
export const readPhysics = (model) => readFields(model.opt, numbersOf(model.opt));

/** @param {any} mujoco */
function defaultOption(mujoco) {
  const option = new mujoco.MjvOption();
  try {
    mujoco.mjv_defaultOption(option);
    return readFields(option, optionFields);
  } finally {
    option.delete();
  }
}

/** @param {Parts} parts */
function readState({ mujoco, model, data }) {
  const signature = mujoco.mjtState.mjSTATE_INTEGRATION.value;
  const state = new Float64Array(mujoco.mj_stateSize(model, signature));
  mujoco.mj_getState(model, data, state, signature);
  return state;
}

/** The keyframe that the state is just now, -1 for the reference state, null for neither. @param {Parts} parts */
function keyOf({ mujoco, model, data, ...rest }) {
  if (data.time !== 0 && model.nkey === 0) return null;
  const present = readState({ mujoco, model, data, ...rest });
  const trial = new mujoco.MjData(model);
  try {
    for (let key = -1; key < model.nkey; key++) {
      if (key < 0) mujoco.mj_resetData(model, trial);
      else mujoco.mj_resetDataKeyframe(model, trial, key);
      const other = readState({ mujoco, model, data: trial, ...rest });
      if (present.every((value, i) => Object.is(value, other[i]))) return key;
    }
    return null;
  } finally {
    trial.delete();
  }
}

/** @param {Parts} parts @returns {CameraPose | undefined} */
function readCamera({ mujoco, model, camera }) {
  const { fixed, tracked, lookat, distance, azimuth, elevation } = camera;
  if (fixed >= 0) return { fixed: mujoco.mj_id2name(model, CAMERA, fixed) || fixed };
  const pose = { lookat: lookat.toArray(), distance, azimuth, elevation };
  if (tracked >= 0) return { tracked: mujoco.mj_id2name(model, BODY, tracked) || tracked, ...pose };
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
 * @param {Record<string, any>} [options.physics] physics options of the model as it was loaded
 * @returns {Snapshot}
 */
export function takeSnapshot(parts, { state = true, camera = true, physics } = {}) {
  const { mujoco, model, view } = parts;
  /** @type {Snapshot} */
  const snapshot = {};
  if (state) {
    const key = keyOf(parts);
    if (key === null) snapshot.state = new Uint8Array(readState(parts).buffer);
    else snapshot.key = key;
  }
  if (camera) snapshot.camera = readCamera(parts);
  const given = {
    flags: changes(view.flags, defaultFlags()),
    option: changes(readFields(view.option, optionFields), defaultOption(mujoco)),
    physics: physics ? changes(readPhysics(model), physics) : {},
  };
  for (const name of /** @type {const} */ (['flags', 'option', 'physics']))
    if (Object.keys(given[name]).length > 0) snapshot[name] = given[name];
  return snapshot;
}

//---------------------------------- what strangers sent --------------------------------------------

/** @param {string} where @returns {never} */
function refuse(where) {
  throw new Error(`The link is damaged: ${where} is not what it should be.`);
}

const isNumber = (/** @type {unknown} */ value) =>
  typeof value === 'number' && Number.isFinite(value);

/** @param {any} value @param {string} where @param {number} [low] @param {number} [high] @returns {number | undefined} */
function numberOf(value, where, low = -1e9, high = 1e9) {
  if (value === undefined) return undefined;
  return isNumber(value) && value >= low && value <= high ? value : refuse(where);
}

/** @param {any} value @param {string} where @returns {string | number | undefined} */
function nameOf(value, where) {
  if (typeof value === 'string') return value.length <= MAX_NAME ? value : refuse(where);
  return numberOf(value, where, -1);
}

/** An own property: a name such as __proto__ finds nothing. @param {any} value @param {string} name */
const own = (value, name) =>
  value !== null && typeof value === 'object' && Object.hasOwn(value, name)
    ? value[name]
    : undefined;

/** @param {any} value @param {string[]} names @param {string} where @param {(field: any) => boolean} fits */
function fieldsOf(value, names, where, fits) {
  if (value === undefined) return undefined;
  /** @type {Record<string, any>} */
  const known = {};
  for (const name of names) {
    const field = own(value, name);
    if (field === undefined) continue;
    if (!fits(field)) refuse(`${where}.${name}`);
    known[name] = field;
  }
  return known;
}

const isNumbers = (/** @type {any} */ field) =>
  isNumber(field) || (Array.isArray(field) && field.length <= 64 && field.every(isNumber));
const isSwitch = (/** @type {any} */ field) =>
  typeof field === 'boolean' ||
  (Array.isArray(field) && field.length <= 64 && field.every((one) => typeof one === 'boolean'));

/**
 * Takes what is known and of its kind; the state comes apart, since it is bytes.
 * @param {any} value
 * @param {Uint8Array} [state]
 * @returns {Snapshot}
 */
export function checkSnapshot(value, state) {
  const pose = own(value, 'camera');
  const lookat = own(pose, 'lookat');
  if (lookat !== undefined && !(isNumbers(lookat) && lookat.length === 3)) refuse('camera.lookat');
  const paused = own(value, 'paused');
  if (paused !== undefined && typeof paused !== 'boolean') refuse('paused');
  if (state && state.length % 8 !== 0) refuse('state');
  return {
    key: numberOf(own(value, 'key'), 'key', -1),
    state,
    camera: pose && {
      fixed: nameOf(own(pose, 'fixed'), 'camera.fixed'),
      tracked: nameOf(own(pose, 'tracked'), 'camera.tracked'),
      lookat,
      distance: numberOf(own(pose, 'distance'), 'camera.distance', 0),
      azimuth: numberOf(own(pose, 'azimuth'), 'camera.azimuth'),
      elevation: numberOf(own(pose, 'elevation'), 'camera.elevation', -90, 90),
    },
    flags: fieldsOf(own(value, 'flags'), Object.keys(defaultFlags()), 'flags', isSwitch),
    option: fieldsOf(own(value, 'option'), optionFields, 'option', isNumbers),
    // which fields there are is known to the engine alone: names are compared when they are set
    physics: fieldsOf(
      own(value, 'physics'),
      Object.keys(own(value, 'physics') ?? {}).slice(0, 64),
      'physics',
      isNumbers,
    ),
    paused,
    speed: numberOf(own(value, 'speed'), 'speed', 0, MAX_SPEED),
  };
}

/** Sets fields of an engine's struct whose names and lengths fit. @param {any} struct @param {string[]} names @param {Record<string, any>} values */
function writeFields(struct, names, values) {
  for (const name of names) {
    const value = own(values, name);
    if (value === undefined) continue;
    if (!isArray(struct[name])) {
      if (!isArray(value)) struct[name] = value;
    } else if (isArray(value) && value.length === struct[name].length) {
      for (let i = 0; i < value.length; i++) struct[name][i] = value[i];
    }
  }
}

/** @param {Parts} parts @param {Uint8Array} bytes @returns {string[]} */
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

/** @param {Parts} parts @param {number} key @returns {string[]} */
function startFrom({ mujoco, model, data }, key) {
  if (key >= model.nkey) return [`The model has no keyframe ${key}.`];
  if (key < 0) mujoco.mj_resetData(model, data);
  else mujoco.mj_resetDataKeyframe(model, data, key);
  mujoco.mj_forward(model, data);
  return [];
}

/** Id of an element by name or number, -1 when there is none. @param {Parts} parts @param {number} type @param {string | number} name @param {number} count */
function idOf({ mujoco, model }, type, name, count) {
  const id = typeof name === 'number' ? Math.trunc(name) : mujoco.mj_name2id(model, type, name);
  return id < count ? id : -1;
}

/** @param {Parts} parts @param {CameraPose | undefined} pose @returns {string[]} */
function placeCamera(parts, pose) {
  const { model, camera } = parts;
  const { aspect } = camera;
  camera.setModel(model);
  camera.aspect = aspect;
  if (!pose) return [];
  if (pose.fixed !== undefined) {
    const id = idOf(parts, CAMERA, pose.fixed, model.ncam);
    camera.useFixed(id);
    return id < 0 ? [`The model has no camera '${pose.fixed}'.`] : [];
  }
  if (pose.lookat) camera.lookat.fromArray(pose.lookat);
  camera.distance = pose.distance ?? camera.distance;
  camera.azimuth = pose.azimuth ?? camera.azimuth;
  camera.elevation = pose.elevation ?? camera.elevation;
  if (pose.tracked !== undefined) camera.tracked = idOf(parts, BODY, pose.tracked, model.nbody);
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
  const { mujoco, model, view } = parts;
  const { flags, option, physics, state, key } = snapshot;
  Object.assign(view.flags, defaultFlags(), flags);
  writeFields(view.option, optionFields, { ...defaultOption(mujoco), ...option });
  view.apply();
  if (physics) writeFields(model.opt, numbersOf(model.opt), physics);
  const notes = state ? writeState(parts, state) : key === undefined ? [] : startFrom(parts, key);
  return [...notes, ...placeCamera(parts, snapshot.camera)];
}
