// Recordings of environments: what was observed, done and rewarded, step by step.
import { Motion, positionNames } from '../data/motion.js';
import { writeCsv } from '../data/csv.js';
import { writeNpz } from '../data/npz.js';
import { demand } from '../engine/error.js';

/** @typedef {import('./environment.js').Environment} Environment */
/** @typedef {import('./types.js').StepResult} StepResult */
/** @typedef {Float64Array | Float32Array | Int32Array | Uint8Array} Numbers */

/**
 * What is recorded.
 * @typedef {object} RecordOptions
 * @property {boolean} [observations] (true)
 * @property {boolean} [states] positions, velocities and time of the simulations (true)
 * @property {boolean} [rewards] parts of the rewards (false)
 * @property {number} [most] steps that are kept; the oldest go (all)
 */

/** A column of the recording: steps of (count x width). @typedef {{ width: number, rows: Numbers[] }} Track */

/** Records the steps of environments. */
export class EnvRecorder {
  #env;
  #options;
  /** @type {Map<string, Track>} */
  #tracks = new Map();
  #length = 0;

  /** @param {Environment} env @param {RecordOptions} [options] */
  constructor(env, options = {}) {
    this.#env = env;
    this.#options = {
      observations: true,
      states: true,
      rewards: false,
      most: Infinity,
      ...options,
    };
    demand(this.#options.most > 0, 'EnvRecorder: most is a positive number', this.#options.most);
  }

  /** Number of steps that were noted. */
  get length() {
    return this.#length;
  }

  /** @param {string} name @param {Numbers} rows (count x width) */
  #add(name, rows) {
    let track = this.#tracks.get(name);
    if (!track)
      this.#tracks.set(name, (track = { width: rows.length / this.#env.count, rows: [] }));
    track.rows.push(rows.slice());
    if (track.rows.length > this.#options.most) track.rows.shift();
  }

  /**
   * Takes down a step: what was given to it and what it gave. Where an episode ended, observations and states are those that the next one
   * begins with.
   * @param {StepResult} result
   */
  note({ observation, reward, terminated, truncated, info }) {
    const { observations, states, rewards, most } = this.#options;
    this.#add('action', this.#env.action);
    this.#add('reward', reward);
    this.#add('terminated', terminated);
    this.#add('truncated', truncated);
    if (observations)
      for (const [name, rows] of Object.entries(observation))
        this.#add(`observation.${name}`, rows);
    for (const [name, rows] of Object.entries(info.commands)) this.#add(`command.${name}`, rows);
    if (rewards)
      for (const [name, rows] of Object.entries(info.rewardTerms))
        this.#add(`reward.${name}`, rows);
    const { batch } = this.#env;
    if (states)
      for (const name of /** @type {const} */ (['time', 'qpos', 'qvel']))
        this.#add(name, batch[name]);
    this.#length = Math.min(this.#length + 1, most);
  }

  /** Forgets what was noted. */
  clear() {
    this.#tracks.clear();
    this.#length = 0;
  }

  /** Everything by name, each (steps x count x width). */
  get arrays() {
    const { count } = this.#env;
    return Object.fromEntries(
      [...this.#tracks].map(([name, { width, rows }]) => {
        const Items = /** @type {new (length: number) => Numbers} */ (rows[0].constructor);
        const data = new Items(rows.length * count * width);
        rows.forEach((row, k) => data.set(row, k * count * width));
        return [name, { data, shape: [rows.length, count, width] }];
      }),
    );
  }

  /** As an .npz file; with the names of actions and observations, and seconds of a step as `dt`. */
  toNpz() {
    const { contract, observationSpace } = this.#env;
    const names = Object.entries(observationSpace)
      .filter(([, space]) => space.names.length > 0)
      .map(([name, space]) => [`names.observation.${name}`, space.names]);
    return writeNpz({
      ...this.arrays,
      ...Object.fromEntries(names),
      'names.action': contract.action.names,
      dt: [contract.period],
    });
  }

  /** One environment as a table: a row for each step. @param {number} [index] */
  toCsv(index = 0) {
    const { observationSpace, contract, count } = this.#env;
    demand(
      Number.isInteger(index) && index >= 0 && index < count,
      `toCsv: an environment from 0 to ${count - 1}`,
      index,
    );
    const tracks = [...this.#tracks].filter(([name]) => !this.#isPicture(name));
    const columns = tracks.flatMap(([name, { width }]) => {
      const [kind, group] = name.split('.');
      const known =
        kind === 'observation'
          ? observationSpace[group].names
          : name === 'action'
            ? contract.action.names
            : [];
      return Array.from({ length: width }, (_, i) =>
        width === 1 && known.length === 0 ? name : `${name}.${known[i] ?? i}`,
      );
    });
    const values = new Float64Array(columns.length * this.#length);
    let at = 0;
    for (let k = 0; k < this.#length; k++)
      for (const [, { width, rows }] of tracks)
        for (let i = 0; i < width; i++) values[at++] = rows[k][index * width + i];
    return writeCsv(columns, values);
  }

  /** @param {string} name */
  #isPicture(name) {
    const space = this.#env.observationSpace[name.replace(/^observation\./, '')];
    return space !== undefined && space.shape.length > 1;
  }

  /**
   * The motion of one environment, to be played back; its times go on where episodes begin anew.
   * @param {number} [index]
   */
  motion(index = 0) {
    const track = this.#tracks.get('qpos');
    demand(track !== undefined, 'motion: record states, and note a step', [...this.#tracks.keys()]);
    const { width, rows } = /** @type {Track} */ (track);
    const simulation = this.#env.simulation(index);
    const names = positionNames(simulation);
    simulation.dispose();
    const qpos = new Float64Array(rows.length * width);
    rows.forEach((row, k) => qpos.set(row.subarray(index * width, (index + 1) * width), k * width));
    const times = rows.map((_, k) => (k + 1) * this.#env.period);
    return new Motion(times, qpos, names);
  }
}
