// Replays a whole run beside the picture, in pieces that leave the page alive.
import { RunPlayer } from 'limber/data';

const SLICE = 12; // milliseconds of stepping at a time
const MOST_MARKS = 200;
const MARK_BYTES = 48e6; // states that are kept to come back to

/** @typedef {import('limber/data').Run} Run */

/** Steps between states that are kept. @param {Run} run */
function spacing(run) {
  const most = Math.max(2, Math.min(MOST_MARKS, Math.floor(MARK_BYTES / run.start.byteLength)));
  return Math.max(1, Math.ceil(run.length / most));
}

const pause = () => new Promise((resolve) => setTimeout(resolve));

/**
 * The first step of a run that differs on this model, null for none; undefined when it was called off.
 * @param {import('limber').Simulation} simulation it is left alone
 * @param {Run} run
 * @param {object} options
 * @param {Map<number, Float64Array>} options.marks gets states of the run
 * @param {(part: number) => void} options.onProgress
 * @param {() => boolean} options.isWanted
 * @returns {Promise<number | null | undefined>}
 */
export async function checkRun(simulation, run, { marks, onProgress, isWanted }) {
  const copy = simulation.clone();
  try {
    const player = new RunPlayer(copy, run, { every: spacing(run), marks });
    while (player.position < run.length) {
      const end = performance.now() + SLICE;
      while (player.position < run.length && performance.now() < end)
        if (!player.step()) return player.position - 1;
      onProgress(player.position / run.length);
      await pause();
      if (!isWanted()) return undefined;
    }
    return null;
  } finally {
    copy.dispose();
  }
}
