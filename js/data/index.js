// Entry 'limber/data': numbers in files of NumPy and in tables, motions recorded and played back, runs replayed bit for bit.
//
//   import { MotionRecorder, readMotion, MotionPlayer, writeNpz, readNpz } from 'limber/data';
//   const recorder = new MotionRecorder(sim);
//   for (let k = 0; k < 100; k++) { sim.step(); recorder.note(); }
//   const bytes = recorder.motion.toNpz();
//   const player = new MotionPlayer(await readMotion(bytes), sim);
//   player.seek(0.1);
export { readCsv, writeCsv } from './csv.js';
export { Motion, MotionPlayer, MotionRecorder, positionNames, readMotion } from './motion.js';
export { readNpy, writeNpy } from './npy.js';
export { readNpz, writeNpz } from './npz.js';
export { Run, RunPlayer, RunRecorder, readRun, replayRun } from './run.js';

/** @typedef {import('./csv.js').Table} Table */
/** @typedef {import('./npy.js').Tensor} Tensor */
/** @typedef {import('./npy.js').TensorInput} TensorInput */
