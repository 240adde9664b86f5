// limber bench: how fast a model steps, and which stage takes how long.
import process from 'node:process';
import { openModel, shortNumber, table } from '../model.js';

/** @typedef {import('../../index.js').Simulation} Simulation */

/**
 * Milliseconds of `steps` steps from the start.
 * @param {Simulation} sim
 * @param {string | undefined} key
 * @param {number} steps
 */
function timeSteps(sim, key, steps) {
  sim.reset(key);
  const start = performance.now();
  sim.step(steps);
  return performance.now() - start;
}

/**
 * Microseconds of a step in each stage, by the engine's own timers.
 * @param {Simulation} sim
 * @param {string | undefined} key
 * @param {number} steps
 */
function profile(sim, key, steps) {
  const { mujoco } = sim;
  sim.reset(key);
  mujoco.mjcb_time = () => performance.now();
  try {
    sim.step(steps);
  } finally {
    mujoco.mjcb_time = null;
  }
  return mujoco.mjTIMERSTRING.map((stage, i) => {
    const stat = sim.data.timer.get(i);
    return { stage: String(stage), microseconds: (1e3 * (stat?.duration ?? 0)) / steps };
  });
}

/** @type {import('../arguments.js').Command} */
export const command = {
  summary: 'Measures how fast a model steps, stage by stage',
  positionals: ['MODEL'],
  details: 'Every round starts anew; the figure is that of the fastest round.',
  options: {
    steps: {
      type: 'count',
      short: 'n',
      value: 'N',
      help: 'steps of a round',
      default: 1000,
      least: 1,
    },
    rounds: { type: 'count', short: 'r', value: 'N', help: 'rounds', default: 5, least: 1 },
    key: { type: 'string', short: 'k', value: 'NAME', help: 'keyframe to start from' },
    json: { type: 'boolean', help: 'JSON instead of a table', default: false },
  },
  async run({ positionals: [name], options }) {
    const sim = await openModel(name);
    const steps = Number(options.steps); // it has a default
    const times = Array.from({ length: options.rounds }, () => timeSteps(sim, options.key, steps));
    const best = Math.min(...times);
    const rate = (1e3 * steps) / best;
    const stages = profile(sim, options.key, steps);
    const result = {
      stepsPerSecond: Math.round(rate),
      realTimeFactor: Number((rate * sim.timestep).toFixed(2)),
      microsecondsPerStep: Number(((1e3 * best) / steps).toFixed(3)),
      contacts: sim.data.ncon,
      constraints: sim.data.nefc,
      stages,
    };
    sim.dispose();
    if (options.json) {
      process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
      return;
    }
    const whole = stages[0].microseconds || 1;
    const rows = [
      ['steps per second', String(result.stepsPerSecond)],
      ['real-time factor', String(result.realTimeFactor)],
      ['us for a step', shortNumber(result.microsecondsPerStep)],
      ['at the end', `${result.contacts} contacts, ${result.constraints} constraint rows`],
      ['', ''],
      ['stage', 'us', 'share (with timers, which cost time themselves)'],
      ...stages.map(({ stage, microseconds }) => [
        stage,
        microseconds.toFixed(2),
        `${((100 * microseconds) / whole).toFixed(1)} %`,
      ]),
    ];
    process.stdout.write(`${table(rows)}\n`);
  },
};
