// What a worker of a batch answers: a model and data of its own, through which rows pass.
import loadMujoco from '../mujoco.js';
import { Simulation } from '../sim/simulation.js';
import { engineOf } from '../sim/engine.js';
import { Board } from './board.js';
import { Member } from './member.js';
import { registerPlugins } from './modules.js';

/** @typedef {import('./crew.js').Opening} Opening */
/** @typedef {import('./crew.js').Part} Part */
/** @typedef {import('./rows.js').Rows} Rows */

/** What answers requests. */
export class Host {
  #send;
  #makeKernel;
  /** @type {Member} */
  #member = /** @type {Member} */ (/** @type {unknown} */ (null));
  /** @type {Board | null} */
  #board = null;
  #thread = 0;

  /**
   * @param {(event: object) => void} send
   * @param {import('./kernel.js').KernelMaker} [makeKernel]
   */
  constructor(send, makeKernel) {
    this.#send = send;
    this.#makeKernel = makeKernel;
  }

  /** @param {Opening} opening */
  async open({ module, model, plugins, known, board, thread, ...rest }) {
    const mujoco = await loadMujoco({ wasmBinary: module });
    await registerPlugins(mujoco, plugins, known, 'createBatch');
    engineOf(mujoco).quiet = true;
    const simulation = new Simulation(mujoco, mujoco.MjModel.from_binary_buffer(model));
    this.#member = await Member.make(simulation, rest, this.#makeKernel);
    this.#board = board && new Board(board);
    this.#thread = thread;
    return true;
  }

  /** More fields. @param {{ what: 'keep' | 'vary', name: string, arrays: import('./native.js').Row[] | null }} argument */
  add({ what, name, arrays }) {
    this.#member.add(what, name, arrays);
    return true;
  }

  /** Works at the board until it is called away. */
  attend() {
    const rows = /** @type {Rows} */ (this.#member.rows);
    this.#board?.attend(this.#thread, (first, count, job, mask) => {
      const failures = this.#member.run(rows, first, count, job, mask);
      if (failures.length > 0) this.#send({ failures });
      return failures.length > 0;
    });
    return true;
  }

  /** Does a part of a job that came as a message. @param {Part} part */
  part(part) {
    return this.#member.part(part);
  }
}
