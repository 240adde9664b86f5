// Models from strangers are tried in a worker first: one that does not compile or step within the limit is stopped there. The worker
// stays beside the page and makes every step before it: one that never ends is ended with the worker, and the page goes on.
import { numbersIn } from '../fields.js';
import { mayWait } from '../share/ask.js';

/** @typedef {import('./trial_worker.js').Found} Found */
/** @typedef {import('limber').Simulation} Simulation */

const LIMIT = 12_000; // milliseconds for compiling and the first steps
const LONGEST_STEP = 800; // milliseconds of one step that a page can bear
const LONGEST_OPENING = 1500; // milliseconds that a page opens a model without a question
const START = 60_000; // milliseconds until the engine must be there: the net may be slow
const CALM = 10; // milliseconds of a step of which the page makes several in a row
const AHEAD = 8; // steps that the worker makes at a time

/** @param {string} why */
const stopped = (why) => new Error(`The model was stopped: ${why}.`);

/** Numbers of the options. @param {Simulation} simulation */
function optionsOf({ model: { opt } }) {
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(opt));
  const values = numbersIn(opt);
  return Object.fromEntries(
    names.filter((name) => typeof values[name] === 'number').map((name) => [name, values[name]]),
  );
}

/** A model in a worker that was tried there. */
export class Trial {
  /** Whose steps were made last, and how many of them the page has not made yet. @type {Simulation | null} */
  #simulation = null;
  #left = 0;
  /** The answers before. @type {Promise<unknown>} */
  #turn = Promise.resolve();
  /** @type {unknown} */
  #failed = null;

  /** @param {Worker} worker @param {Found} found */
  constructor(worker, found) {
    this.worker = worker;
    this.found = found;
  }

  /**
   * Lets the page make a step when the worker has made it; an error, when it does not come back from it.
   * @param {Simulation} simulation of the page
   * @param {boolean} [driven] whether somebody else than the visitor acts on it before each step
   */
  async ready(simulation, driven = false) {
    // what was made before somebody acted says nothing of what comes now
    if (simulation === this.#simulation && !driven && this.#left-- > 0) return;
    const steps = driven ? 1 : AHEAD;
    this.#simulation = simulation;
    this.#left = 0;
    const asked = { state: simulation.saveState(), options: optionsOf(simulation), steps };
    const seconds = `${(2 * LONGEST_STEP) / 1000} seconds`;
    const took = Number(
      await this.#ask(asked, 2 * LONGEST_STEP, `a step of it takes longer than ${seconds}`),
    );
    if (took > LONGEST_STEP)
      this.#fail(stopped(`a step of it takes ${(took / 1000).toFixed(1)} seconds`));
    // slow ones come one by one: the page has to breathe
    this.#left = took < CALM ? steps - 1 : 0;
  }

  /** Another version of the model runs in the page. @param {Map<string, Uint8Array>} files @param {string} main */
  follow(files, main) {
    this.#simulation = null;
    // what is wrong is told before the next step
    this.#ask({ files, main }, LIMIT, 'it does not start').catch(() => {});
  }

  /** @param {object} message @param {number} limit milliseconds @param {string} late */
  #ask(message, limit, late) {
    const result = this.#turn.then(() => {
      if (this.#failed) throw this.#failed;
      this.worker.postMessage(message);
      return answer(this.worker, limit, late).catch((error) => this.#fail(error));
    });
    this.#turn = result.catch(() => {});
    return result;
  }

  /** @param {unknown} error @returns {never} */
  #fail(error) {
    this.#failed ??= error;
    this.dispose();
    throw error;
  }

  dispose() {
    this.#failed ??= stopped('it is not here any more');
    this.worker.terminate();
  }
}

/**
 * Throws where a page should not run a model.
 * @param {Map<string, Uint8Array>} files
 * @param {string} main
 * @param {number} [limit] milliseconds
 */
export async function tryOut(files, main, limit = LIMIT) {
  const worker = new Worker(new URL('./trial_worker.js', import.meta.url), { type: 'module' });
  try {
    await answer(worker, START, 'the engine did not start');
    worker.postMessage({ files, main });
    const seconds = `${limit / 1000} seconds`;
    const found = /** @type {Found} */ (
      await answer(worker, limit, `it did not start within ${seconds}`)
    );
    if (found.large) throw stopped(`it is too large to be drawn (${found.large})`);
    if (found.step > LONGEST_STEP)
      throw stopped(`one step of it takes ${(found.step / 1000).toFixed(1)} seconds`);
    const { compile } = found;
    if (compile > LONGEST_OPENING && !(await mayWait(compile / 1000)))
      throw new Error('The model was not opened.');
    return new Trial(worker, found);
  } catch (error) {
    worker.terminate();
    throw error;
  }
}

/** The next message of a worker. @param {Worker} worker @param {number} limit milliseconds @param {string} late what is said when none comes @returns {Promise<unknown>} */
function answer(worker, limit, late) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(stopped(late)), limit);
    const end = (/** @type {() => void} */ action) => {
      clearTimeout(timer);
      action();
    };
    worker.onmessage = ({ data }) => end(() => resolve(data));
    worker.onerror = (event) => {
      event.preventDefault();
      end(() => reject(stopped(event.message || 'it needs more memory than there is')));
    };
  });
}
