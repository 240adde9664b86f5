// The thread that learns: it has the environments, whose own workers step them, and tells the page how it goes.
//
// Messages in: start, pause, resume, checkpoint. Messages out: ready, progress, done, checkpoint, failed.
import { makeTask, writePolicy } from 'limber/env';
import { Training, recipeOf } from 'limber/env/train';

/**
 * @typedef {{ kind: 'start', task: string, seed: number, checkpoint?: string } | { kind: 'pause' } | { kind: 'resume' } | { kind: 'checkpoint' }} Order
 *
 * @typedef {import('limber/env/train').Progress} Progress
 * @typedef {{ kind: 'ready', count: number, workers: number, samples: number }} Ready
 * @typedef {Ready | { kind: 'progress', progress: Progress, policy: string | null } | { kind: 'done', policy: string } | { kind: 'checkpoint', text: string } | { kind: 'failed', message: string }} News
 */

/** Milliseconds between two policies that the page is given. */
const SHOW = 700;

/** @type {Training | null} */
let training = null;
let isPaused = false;
/** @type {() => void} */
let wake = () => {};

/** @param {News} news */
const tell = (news) => postMessage(news);

/** @param {Extract<Order, { kind: 'start' }>} order */
async function run({ task, seed, checkpoint }) {
  const { count, samples, options } = recipeOf(task);
  const env = await makeTask(task, { count, seed });
  training = new Training(env, { ...options, seed, task });
  if (checkpoint) training.restore(checkpoint);
  tell({ kind: 'ready', count, workers: env.workers, samples });
  let shown = -Infinity;
  for (let total = 0; total < samples;) {
    if (isPaused) await new Promise((resolve) => (wake = () => resolve(undefined)));
    const progress = await training.next();
    ({ total } = progress);
    const isDue = performance.now() - shown > SHOW;
    if (isDue) shown = performance.now();
    tell({ kind: 'progress', progress, policy: isDue ? writePolicy(training.policy()) : null });
  }
  tell({ kind: 'done', policy: writePolicy(training.policy()) });
  env.dispose();
}

addEventListener('message', ({ data }) => {
  const order = /** @type {Order} */ (data);
  if (order.kind === 'start')
    run(order).catch((error) => tell({ kind: 'failed', message: String(error?.message ?? error) }));
  else if (order.kind === 'checkpoint') {
    if (training) tell({ kind: 'checkpoint', text: training.save() });
  } else {
    isPaused = order.kind === 'pause';
    if (!isPaused) wake();
  }
});
