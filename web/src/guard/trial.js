// Models from strangers are tried in a worker first: one that does not compile or step within the limit is stopped there.

/** @typedef {import('./trial_worker.js').Found} Found */

const LIMIT = 12_000; // milliseconds for compiling and the first steps
const LONGEST_STEP = 1500; // milliseconds of one step that a page can bear
const START = 60_000; // milliseconds until the engine must be there: the net may be slow

/** @param {string} why */
const stopped = (why) => new Error(`The model was stopped: ${why}.`);

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
  } finally {
    worker.terminate();
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
