// Both kinds of workers, started the way the bundler found them.
import { createRolloutPool, load, moveToWorker } from 'limber';

/** @param {{ makeRollout?: () => Worker, makeSimulation?: () => Worker }} [own] */
export async function runWorkers({ makeRollout, makeSimulation } = {}) {
  const sim = await load(
    '<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>',
  );
  const pool = await createRolloutPool(sim, { workers: 2, makeWorker: makeRollout });
  const { states } = await pool.run({ steps: 5, count: 4 });
  pool.dispose();
  const remote = await moveToWorker(sim, { makeWorker: makeSimulation });
  await remote.step(10);
  const { time } = remote;
  remote.dispose();
  return { states: states?.length, time };
}

window.runWorkers = runWorkers;
