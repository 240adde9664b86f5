// What a rollout pool does with the threads of a batch; loaded when the first pool is made.
import { Crew, failureOf } from '../batch/crew.js';
import { Member } from '../batch/member.js';
import { Rows } from '../batch/rows.js';

/** @typedef {import('../sim/simulation.js').Simulation} Simulation */

/**
 * A batch of simulations that start from states.
 * @typedef {object} Plan
 * @property {number} count
 * @property {number} steps
 * @property {Float64Array} initial states (count x stateSize)
 * @property {Float64Array | null} control (count x steps x nu)
 * @property {Float64Array} states where they go
 * @property {Float64Array} sensors where they go
 * @property {boolean} wantStates
 * @property {boolean} wantSensors
 */

/** Parts of a state, in their order. */
const stateFields = ['time', 'qpos', 'qvel', 'act', 'history', 'plugin_state'];
/** Most rows that a worker has in the engine at a time. */
const chunk = 16;

/** Workers, and the rows with which they begin. */
export class Runner {
  #member;
  #crew;

  /**
   * @param {Member} member of this thread, which takes no part
   * @param {Crew} crew
   */
  constructor(member, crew) {
    this.#member = member;
    this.#crew = crew;
  }

  /**
   * @param {Simulation} simulation
   * @param {number} workers
   * @param {(() => Worker) | undefined} makeWorker
   */
  static async make(simulation, workers, makeWorker) {
    const fields = /** @type {['keep', string][]} */ ([
      ['keep', 'physics'],
      ['keep', 'sensordata'],
    ]);
    const setting = { count: 1, chunk, fields, arrays: null, callbacks: {} };
    const member = await Member.make(Member.copyOf(simulation), setting);
    const { mujoco, model, data } = member.simulation;
    mujoco.mj_resetData(model, data);
    member.stepper.native.fill(data);
    const crew = new Crew(member, {
      ...{ workers, here: false, plugins: [], callbacks: {}, makeWorker, chunk, count: 1 },
      shared: false,
    });
    try {
      await crew.open(null);
    } catch (error) {
      crew.close();
      member.dispose();
      throw error;
    }
    return new Runner(member, crew);
  }

  get workers() {
    return this.#crew.threads;
  }

  /**
   * Simulates; the number of good steps of each simulation.
   * @param {Plan} plan
   * @param {AbortSignal | undefined} signal
   */
  async run({ count, steps, initial, control, states, sensors, wantStates, wantSensors }, signal) {
    const { nu } = this.#member.simulation.model;
    const rows = this.#rows(count, initial);
    const record = [
      ...(wantStates ? [rows.find('physics')] : []),
      ...(wantSensors ? [rows.find('sensordata')] : []),
    ];
    const into = [...(wantStates ? [states] : []), ...(wantSensors ? [sensors] : [])];
    const { failures } = await this.#crew.parts(
      rows,
      (first, some) => ({
        op: 'rollout',
        steps,
        stop: true,
        first,
        controls: control && control.slice(first * steps * nu, (first + some) * steps * nu),
        record,
        into: [],
      }),
      null,
      { signal },
      ({ first }, result) =>
        result.into.forEach((part, k) =>
          into[k].set(part, first * steps * rows.fields[record[k]].width),
        ),
    );
    if (failures.length > 0) throw failureOf('rollout', failures);
    return Int32Array.from(rows.arrays[rows.find('steps')]);
  }

  /** Rows that start at states. @param {number} count @param {Float64Array} initial */
  #rows(count, initial) {
    const { stepper } = this.#member;
    const rows = new Rows(count, false);
    stepper.fields.forEach((field, k) => rows.add(field, stepper.template(k)));
    const { width: size } = rows.fields[rows.find('physics')];
    for (let i = 0; i < count; i++) {
      const state = initial.subarray(i * size, (i + 1) * size);
      rows.arrays[rows.find('physics')].set(state, i * size);
      let at = 0;
      for (const name of stateFields) {
        const k = rows.find(name);
        const { width } = rows.fields[k];
        rows.arrays[k].set(state.subarray(at, at + width), i * width);
        at += width;
      }
    }
    return rows;
  }

  /** Ends the workers. */
  close() {
    if (this.workers === 0) return;
    this.#crew.close();
    this.#member.dispose();
  }
}
