// Motions: positions of a model at times, recorded and played back.
import { MjError, demand } from '../engine/error.js';
import { readCsv, writeCsv } from './csv.js';
import { readNpz, writeNpz } from './npz.js';

/** @typedef {import('../sim/reader.js').SimulationReader} SimulationReader */
/** @typedef {import('../sim/simulation.js').Simulation} Simulation */
/** @typedef {import('./npy.js').Tensor} Tensor */

/** Positions that joints of each type have: free, ball, slide, hinge. */
const sizes = [7, 4, 1, 1];
const letters = ['x', 'y', 'z', 'qw', 'qx', 'qy', 'qz'];

/** Names of the numbers of qpos: of a joint, `joint.x` ... `joint.qz` of those that move freely. @param {SimulationReader} simulation */
export const positionNames = (simulation) =>
  simulation.names('joint').flatMap((name, id) => {
    const own = name || `joint${id}`;
    const size = sizes[simulation.model.jnt_type[id]];
    return size === 1 ? [own] : letters.slice(7 - size).map((letter) => `${own}.${letter}`);
  });

/** Positions of a model over time. */
export class Motion {
  /**
   * @param {ArrayLike<number>} times s, in their order
   * @param {ArrayLike<number>} qpos (times x names)
   * @param {readonly string[]} names of the numbers of qpos
   * @param {Record<string, Tensor>} [more] other arrays of the recording, by name
   */
  constructor(times, qpos, names, more = {}) {
    this.times = Float64Array.from(times);
    this.qpos = Float64Array.from(qpos);
    this.names = [...names];
    this.more = more;
    demand(this.times.length > 0, 'a motion has at least one time', this.times.length);
    demand(
      this.qpos.length === this.times.length * this.names.length,
      `a motion of ${this.times.length} times and ${this.names.length} positions has that many numbers`,
      this.qpos.length,
    );
    for (let k = 1; k < this.times.length; k++)
      demand(this.times[k] > this.times[k - 1], 'times of a motion increase', this.times[k]);
  }

  /** Seconds from the first to the last time. */
  get duration() {
    return this.times[this.times.length - 1] - this.times[0];
  }

  /** As an .npz file: `time`, `qpos`, `names`. */
  toNpz() {
    const { times, qpos, names, more } = this;
    return writeNpz({
      ...more,
      time: times,
      qpos: { data: qpos, shape: [times.length, names.length] },
      names,
    });
  }

  /** As a table: `time` and a column for each position. */
  toCsv() {
    const width = this.names.length;
    const values = new Float64Array(this.times.length * (width + 1));
    this.times.forEach((time, k) => {
      values[k * (width + 1)] = time;
      values.set(this.qpos.subarray(k * width, (k + 1) * width), k * (width + 1) + 1);
    });
    return writeCsv(['time', ...this.names], values);
  }
}

/** Positions in a table. @param {string} text @param {string} name */
function motionOfTable(text, name) {
  const { columns, rows, values } = readCsv(text, name);
  const clock = columns.findIndex((column) => /^(time|t)$/i.test(column));
  if (clock < 0)
    throw new MjError(`${name} has no column 'time', its columns are ${columns.join(', ')}`);
  const kept = columns.map((_, k) => k).filter((k) => k !== clock);
  const times = Float64Array.from({ length: rows }, (_, k) => values[k * columns.length + clock]);
  const qpos = Float64Array.from(
    { length: rows * kept.length },
    (_, i) => values[Math.floor(i / kept.length) * columns.length + kept[i % kept.length]],
  );
  return new Motion(
    times,
    qpos,
    kept.map((k) => columns[k]),
  );
}

/** @param {Record<string, Tensor>} arrays @param {string} name @param {SimulationReader | undefined} simulation */
function motionOfArrays(arrays, name, simulation) {
  const { time, times = time, qpos, names, joint_names: joints = names, fps, dt, ...more } = arrays;
  if (!qpos)
    throw new MjError(`${name} has no array 'qpos', it has ${Object.keys(arrays).join(', ')}`);
  const [rows, width = 1] = qpos.shape;
  const number = (/** @type {Tensor | undefined} */ tensor) =>
    tensor ? Number(tensor.data[0]) : undefined;
  const rate = number(dt) ?? 1 / (number(fps) ?? NaN);
  if (!times && !(rate > 0))
    throw new MjError(`${name} says no times: an array 'time', or 'dt' or 'fps'`);
  const seconds = times
    ? Float64Array.from(/** @type {Float64Array} */ (times.data))
    : Float64Array.from({ length: rows }, (_, k) => k * rate);
  const own = joints && Array.isArray(joints.data) ? joints.data : undefined;
  const known = own?.length === width ? own : simulation && positionNames(simulation);
  if (known?.length !== width)
    throw new MjError(
      `${name}: qpos has ${width} numbers, the model ${known?.length ?? 'was not given'}`,
    );
  return new Motion(
    seconds,
    Float64Array.from(/** @type {Float64Array} */ (qpos.data)),
    known,
    more,
  );
}

/**
 * The motion in a file: an .npz with `qpos` (times x nq) and `time`, `dt` or `fps`, or a table with a column `time` and one for each
 * position by its name.
 * @param {Uint8Array | ArrayBuffer | string} content bytes of an .npz, or text
 * @param {{ simulation?: SimulationReader, name?: string }} [options] simulation: says what positions are where the file does not
 */
export async function readMotion(content, { simulation, name = 'the motion' } = {}) {
  if (typeof content === 'string') return motionOfTable(content, name);
  const bytes = content instanceof Uint8Array ? content : new Uint8Array(content);
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b)
    return motionOfTable(new TextDecoder().decode(bytes), name);
  return motionOfArrays(await readNpz(bytes, name), name, simulation);
}

/** Records the positions of a simulation. */
export class MotionRecorder {
  #simulation;
  /** @type {number[]} */
  #times = [];
  /** @type {number[]} */
  #qpos = [];
  /** @type {Record<string, number[]>} */
  #more = {};

  /** @param {SimulationReader} simulation @param {{ keep?: readonly ('qvel' | 'act' | 'ctrl' | 'sensordata')[] }} [options] */
  constructor(simulation, { keep = [] } = {}) {
    this.#simulation = simulation;
    for (const name of keep) this.#more[name] = [];
  }

  /** Takes the simulation as it is now; a time that is not later than the last one begins anew. */
  note() {
    const { data } = this.#simulation;
    if (data.time <= (this.#times.at(-1) ?? -Infinity)) {
      this.#times = [];
      this.#qpos = [];
      for (const name of Object.keys(this.#more)) this.#more[name] = [];
    }
    this.#times.push(data.time);
    for (const value of data.qpos) this.#qpos.push(value);
    for (const [name, values] of Object.entries(this.#more))
      for (const value of /** @type {Float64Array} */ (Reflect.get(data, name))) values.push(value);
  }

  /** Number of times that were taken. */
  get length() {
    return this.#times.length;
  }

  /** What was taken. */
  get motion() {
    const rows = this.#times.length;
    const more = Object.entries(this.#more).map(([name, values]) => [
      name,
      { data: Float64Array.from(values), shape: [rows, rows ? values.length / rows : 0] },
    ]);
    const names = positionNames(this.#simulation);
    return new Motion(this.#times, this.#qpos, names, Object.fromEntries(more));
  }
}

/** Brings a simulation to the positions of a motion. */
export class MotionPlayer {
  #simulation;
  /** For each position of the motion, which of qpos it is. */
  #places;
  /** Where quaternions begin in qpos. @type {number[]} */
  #quaternions = [];
  #scratch;

  /** @param {Motion} motion @param {Simulation} simulation */
  constructor(motion, simulation) {
    this.motion = motion;
    this.#simulation = simulation;
    const known = positionNames(simulation);
    const places = motion.names.map((name) => known.indexOf(name));
    const missing = motion.names.filter((_, k) => places[k] < 0);
    if (missing.length > 0)
      throw new MjError(
        `the model has no position ${missing.join(', ')}, it has ${known.join(', ')}`,
      );
    this.#places = Int32Array.from(places);
    const { model } = simulation;
    model.jnt_type.forEach((type, id) => {
      if (type < 2) this.#quaternions.push(model.jnt_qposadr[id] + (type === 0 ? 3 : 0));
    });
    this.#scratch = new Float64Array(model.nq);
  }

  /**
   * Positions at a time, between two that are known in proportion; before the first and after the last they stay.
   * @param {number} time s
   */
  seek(time) {
    const { times, qpos, names } = this.motion;
    let after = times.findIndex((known) => known > time);
    if (after < 0) after = times.length - 1;
    const before = Math.max(0, after - 1);
    const span = times[after] - times[before];
    const share = span > 0 ? Math.min(1, Math.max(0, (time - times[before]) / span)) : 0;
    const { data } = this.#simulation;
    const next = this.#scratch;
    next.set(data.qpos);
    for (let k = 0; k < names.length; k++) {
      data.qpos[this.#places[k]] = qpos[before * names.length + k];
      next[this.#places[k]] = qpos[after * names.length + k];
    }
    this.#blend(data.qpos, next, share);
    this.#simulation.forward();
    return this;
  }

  /** @param {Float64Array} from @param {Float64Array} to @param {number} share */
  #blend(from, to, share) {
    for (const at of this.#quaternions) {
      // the nearer one of the two quaternions of a rotation
      let dot = 0;
      for (let k = at; k < at + 4; k++) dot += from[k] * to[k];
      if (dot < 0) for (let k = at; k < at + 4; k++) to[k] = -to[k];
    }
    for (let i = 0; i < from.length; i++) from[i] += share * (to[i] - from[i]);
    for (const at of this.#quaternions) {
      let size = 0;
      for (let k = at; k < at + 4; k++) size += from[k] * from[k];
      for (let k = at; k < at + 4; k++) from[k] /= Math.sqrt(size) || 1;
    }
  }
}
