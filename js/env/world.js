// What terms, controls and events look at: the simulation of a thread with arrays of its model and data, and what an environment
// remembers besides.
import { MjError } from '../engine/error.js';
import { engineOf } from '../sim/engine.js';
import { fromStars } from '../sim/glob.js';
import { Handle } from '../engine/handle.js';
import { Random } from './random.js';

/** @typedef {import('../batch/native.js').Row} Row */
/** @typedef {import('../batch/rows.js').Rows} Rows */
/** @typedef {import('../sim/simulation.js').Simulation} Simulation */

/** What must be computed from the state before terms look at it, as bits. */
export const needs = { nothing: 0, poses: 1, frames: 3, velocities: 7, sensors: 15 };

/** Arrays of mjData that terms look at. */
const dataNames = /** @type {const} */ ([
  'qpos',
  'qvel',
  'act',
  'ctrl',
  'qacc',
  'qfrc_applied',
  'xfrc_applied',
  'mocap_pos',
  'mocap_quat',
  'sensordata',
  'xpos',
  'xquat',
  'xmat',
  'xipos',
  'cvel',
  'cinert',
  'cfrc_ext',
  'subtree_com',
  'geom_xpos',
  'geom_xmat',
  'site_xpos',
  'site_xmat',
  'actuator_force',
  'actuator_length',
  'actuator_velocity',
  'qfrc_actuator',
  'qfrc_constraint',
]);

/** @typedef {Pick<import('../mujoco.js').MjData, typeof dataNames[number]>} DataArrays */

/** A command: where its numbers are. @typedef {{ name: string, size: number, at: number, names: string[], units: string[] }} CommandPlace */

/**
 * Names that a pattern stands for, in which * is any text.
 * @param {readonly string[]} names
 * @param {string | readonly string[]} patterns
 */
export function matching(names, patterns) {
  const list = typeof patterns === 'string' ? [patterns] : patterns;
  /** @type {number[]} */
  const found = [];
  for (const pattern of list) {
    const expression = fromStars(pattern);
    for (const [id, name] of names.entries())
      if (expression.test(name) && !found.includes(id)) found.push(id);
  }
  return found;
}

/** The simulation of a thread, as terms see it. */
export class World {
  #engine;
  #epoch = -1;
  #model;
  #data;

  /** @param {Simulation} simulation @param {number} decimation steps of the simulation for one of the environment */
  constructor(simulation, decimation) {
    this.simulation = simulation;
    this.mujoco = simulation.mujoco;
    this.model = simulation.model;
    this.data = simulation.data;
    this.decimation = decimation;
    /** Seconds of a step of the environment. */
    this.period = decimation * simulation.model.opt.timestep;
    this.#engine = engineOf(simulation.mujoco);
    this.#model = Handle.addressOf(
      /** @type {Handle} */ (/** @type {unknown} */ (simulation.model)),
    );
    this.#data = Handle.addressOf(/** @type {Handle} */ (/** @type {unknown} */ (simulation.data)));
    /** Number of the environment. */
    this.index = 0;
    /** Steps of the episode so far. */
    this.step = 0;
    this.episode = 0;
    /** The action that the policy gave last, and the one before. */
    this.action = new Float64Array();
    this.lastAction = new Float64Array();
    /** @type {string[]} */
    this.actionNames = [];
    /** Frames that terms look at. @type {import('./objects.js').Frame[]} */
    this.frames = [];
    /** What terms have in common, by what they are of. @type {Map<string, object>} */
    this.shared = new Map();
    /** Functions of the program's own. @type {Map<import('./functions.js').FunctionPlace, Function>} */
    this.functions = new Map();
    /** Numbers of all commands. */
    this.command = new Float64Array();
    /** @type {Map<string, CommandPlace>} */
    this.commands = new Map();
    /** What terms remember between steps; see `remember`. */
    this.memory = new Float64Array();
    this.memorySize = 0;
    this.random = new Random();
    /** Two words of the seed. @type {readonly number[]} */
    this.seed = [0, 0];
    /** What is being computed, for messages. */
    this.where = '';
    this.needs = needs.nothing;
    this.touch();
  }

  get engine() {
    return this.#engine;
  }

  /** Address of mjData. */
  get dataAddress() {
    return this.#data;
  }

  /** Seconds since the episode began. */
  get time() {
    return this.step * this.period;
  }

  /** Numbers that are kept for each environment from step to step, 0 when an episode begins; where they are in `memory`. @param {number} count */
  remember(count) {
    this.memorySize += count;
    return this.memorySize - count;
  }

  /** Arrays are made anew when the module's memory has grown. */
  touch() {
    if (this.#epoch === this.#engine.epoch) return;
    this.#epoch = this.#engine.epoch;
    for (const name of dataNames) Reflect.set(this, name, this.data[name]);
    for (const frame of this.frames) this.touchFrame(frame);
  }

  /** @param {import('./objects.js').Frame} frame */
  touchFrame(frame) {
    frame.points = this.data[frame.positions];
    frame.axes = this.data[frame.matrices];
  }

  /** The engine's functions, for what changes the data: arrays of it that terms were given are others then. */
  get #exports() {
    this.#engine.indices.forget();
    return this.#engine.exports;
  }

  /** Brings a row into the simulation. @param {number} rows address of a batch @param {number} row */
  load(rows, row) {
    this.#exports.lb_batchLoad(rows, this.#model, this.#data, row);
  }

  /** Puts the simulation into a row. @param {number} rows address of a batch @param {number} row */
  store(rows, row) {
    this.#exports.lb_batchStore(rows, this.#model, this.#data, row);
  }

  /** Steps the simulation. @param {number} count */
  advance(count) {
    const { mj_step } = this.#exports;
    for (let i = 0; i < count; i++) mj_step(this.#model, this.#data);
  }

  /** Computes what terms need of the present state. @param {number} wanted bits of `needs` */
  refresh(wanted) {
    if (wanted === needs.nothing) return;
    const exports = this.#exports;
    const model = this.#model;
    const data = this.#data;
    if (wanted !== needs.sensors) {
      exports.mj_kinematics(model, data);
      if (wanted !== needs.poses) exports.mj_comPos(model, data);
    } else {
      exports.mj_fwdKinematics(model, data);
      exports.mj_transmission(model, data);
    }
    if (wanted >= needs.velocities) exports.mj_comVel(model, data);
    if (wanted === needs.sensors) {
      exports.mj_sensorPos(model, data);
      exports.mj_sensorVel(model, data);
    }
  }

  /** Starts the simulation again, at the reference configuration or at a keyframe. @param {number} key -1: none */
  restart(key) {
    const exports = this.#exports;
    if (key < 0) exports.mj_resetData(this.#model, this.#data);
    else exports.mj_resetDataKeyframe(this.#model, this.#data, key);
  }

  /** Forces of contacts, as the last step had them. */
  rnePostConstraint() {
    this.#exports.mj_rnePostConstraint(this.#model, this.#data);
  }

  /** All that follows from the state. */
  forward() {
    this.#exports.mj_forward(this.#model, this.#data);
  }

  /** Quaternions of the positions are made unit. */
  normalize() {
    this.#exports.mj_normalizeQuat(this.#model, this.data.qpos.byteOffset);
  }

  /** @param {string} name of a keyframe */
  key(name) {
    const names = this.simulation.names('key');
    const id = names.indexOf(name);
    if (id >= 0) return id;
    throw new MjError(`no keyframe is called '${name}', there are ${list(names)}`);
  }

  /**
   * Where a command's numbers are.
   * @param {string} name
   */
  commandPlace(name) {
    const place = this.commands.get(name);
    if (place) return place;
    throw new MjError(
      `no command is called '${name}', there are ${list([...this.commands.keys()])}`,
    );
  }
}

/** Names for a message. @param {readonly string[]} names */
export const list = (names) => names.filter(Boolean).join(', ') || 'none with a name';

/** @typedef {World & DataArrays} TermWorld */
