// What can be plotted: each card knows its curves and how to read them.
import { element } from '../dom.js';
import { sensorNames } from '../fields.js';
import { Chart } from './chart.js';
import { Columns } from './columns.js';

/** @typedef {import('limber').Simulation} Simulation */
/** @typedef {import('limber').SimulationReader} SimulationReader */
/**
 * A card of the pane.
 * @typedef {object} Card
 * @property {() => void} [step] before every step
 * @property {() => void} [sample] with every frame
 * @property {(past: SimulationReader) => void} [take] reads an earlier state, or the present one
 * @property {() => void} draw
 * @property {() => void} [clear] after a reset
 * @property {(on: boolean) => void} [setActive] shown or not
 * @property {() => string} csv
 * @property {() => void} remove
 */

const ROWS = 300;

/**
 * Curves over time, read once for each frame.
 * @param {HTMLElement} box
 * @param {Simulation} simulation
 * @param {string[]} names
 * @param {(simulation: SimulationReader) => number[]} read
 * @returns {Card & { take: (past: SimulationReader) => void }}
 */
function overTime(box, simulation, names, read) {
  const columns = new Columns(names, ROWS);
  const chart = new Chart(box, names);
  const take = (/** @type {SimulationReader} */ now) => columns.add(now.data.time, read(now));
  return {
    take,
    sample: () => take(simulation),
    draw: () => chart.draw(columns.values),
    clear: () => columns.clear(),
    csv: () => columns.toCsv(),
    remove: () => chart.remove(),
  };
}

/** @param {HTMLElement} box @param {Simulation} simulation @returns {Card} */
export function energyCard(box, simulation) {
  return overTime(box, simulation, ['potential', 'kinetic', 'sum'], (now) => {
    const [potential, kinetic] = now.energy();
    return [potential, kinetic, potential + kinetic];
  });
}

/**
 * Rows of the constraint solver by kind, and over all islands: the most iterations, and the non-zeros of the factors as their root, the side
 * of a full matrix with as many.
 * @param {HTMLElement} box @param {Simulation} simulation @returns {Card}
 */
export function countsCard(box, simulation) {
  const names = ['equality', 'friction', 'limit', 'contact', 'iterations', '√non-zeros'];
  return overTime(box, simulation, names, ({ data }) => {
    const { ne, nf, nl, nefc, solver_niter, solver_nnz } = data;
    let [iterations, entries] = [0, 0];
    for (let i = 0; i < solver_niter.length && i < Math.max(data.nisland, 1); i++) {
      iterations = Math.max(iterations, Number(solver_niter[i]));
      entries += Number(solver_nnz[i]);
    }
    return [ne, nf, nl, nefc - ne - nf - nl, iterations, Math.sqrt(entries)];
  });
}

/** Milliseconds per step of each stage; the engine's clock runs while the card is shown. @param {HTMLElement} box @param {Simulation} simulation @returns {Card} */
export function timingsCard(box, simulation) {
  const { mujoco, data } = simulation;
  const { mjtTimer } = mujoco;
  const timers = [
    mjtTimer.mjTIMER_STEP,
    mjtTimer.mjTIMER_POSITION,
    mjtTimer.mjTIMER_VELOCITY,
    mjtTimer.mjTIMER_ACTUATION,
    mjtTimer.mjTIMER_CONSTRAINT,
    mjtTimer.mjTIMER_ADVANCE,
    mjtTimer.mjTIMER_POS_COLLISION,
  ].map(({ value }) => value);
  /** Steps since the reset. */
  const stepCount = () => data.timer.get(0)?.number ?? 0;
  let last = timers.map(() => 0);
  let calls = 0;
  const card = overTime(
    box,
    simulation,
    timers.map((i) => mujoco.mjTIMERSTRING[i]),
    () => {
      const now = timers.map((i) => data.timer.get(i)?.duration ?? 0);
      const steps = stepCount() - calls;
      const row = now.map((value, i) => (steps > 0 ? (value - last[i]) / steps : NaN));
      last = now;
      calls += steps;
      return row;
    },
  );
  const { sample } = card;
  return {
    ...card,
    // earlier steps were not timed
    take: undefined,
    // a frame without a step has no time per step
    sample() {
      const number = stepCount();
      if (number < calls) [calls, last] = [0, timers.map(() => 0)];
      if (number > calls) sample?.();
    },
    setActive(on) {
      mujoco.mjcb_time = on ? () => performance.now() : null;
    },
  };
}

/** How the solver came to its result in the last step: improvement and gradient of each iteration. @param {HTMLElement} box @param {Simulation} simulation @returns {Card} */
export function solverCard(box, simulation) {
  const { data, mujoco } = simulation;
  const names = ['improvement', 'gradient'];
  const logarithms = names.map((name) => `log₁₀ ${name}`);
  const chart = new Chart(box, logarithms, { points: true, x: 'iteration' });
  const columns = new Columns(names, mujoco.mjNSOLVER);
  const read = () => {
    columns.clear();
    const count = Math.min(Number(data.solver_niter[0]), mujoco.mjNSOLVER);
    for (let i = 0; i < count; i++) {
      const stat = data.solver.get(i);
      if (stat) columns.add(i + 1, [stat.improvement, stat.gradient]);
    }
  };
  return {
    draw() {
      read();
      const [iterations, ...values] = columns.values;
      // zero has no logarithm
      const logs = values.map((column) => column.map((v) => (v > 0 ? Math.log10(v) : null)));
      chart.draw([iterations, ...logs]);
    },
    csv() {
      read();
      return columns.toCsv();
    },
    remove: () => chart.remove(),
  };
}

/** Of every number of the sensors its name, the stage that computes it, and its cutoff (1 without). @param {Simulation} simulation */
function readingsOf(simulation) {
  const { sensor_dim, sensor_cutoff, sensor_needstage } = simulation.model;
  return sensorNames(simulation).flatMap((name, i) =>
    Array.from({ length: sensor_dim[i] }, (_, k) => ({
      name: name + (sensor_dim[i] > 1 ? `[${k}]` : ''),
      stage: sensor_needstage[i],
      cutoff: sensor_cutoff[i] > 0 ? sensor_cutoff[i] : 1,
    })),
  );
}

/** Present readings of all sensors as bars, in a colour for each stage. @param {HTMLElement} box @param {Simulation} simulation @returns {Card} */
export function sensorsCard(box, simulation) {
  const { data } = simulation;
  const readings = readingsOf(simulation);
  const count = readings.length;
  if (count === 0) {
    box.append(element('p', { className: 'empty', textContent: 'This model has no sensors.' }));
    return { draw() {}, csv: () => 'index,sensor,value\n', remove() {} };
  }
  const stages = ['position', 'velocity', 'acceleration'];
  const chart = new Chart(box, stages, {
    bars: true,
    x: 'sensor',
    range: [-0.5, Math.max(count - 0.5, 0.5)],
    note: readings.some(({ cutoff }) => cutoff !== 1)
      ? 'Divided by the cutoff of each sensor.'
      : '',
    tell: (i) => `${readings[i].name}: ${Number(data.sensordata[i].toPrecision(5))}`,
  });
  const index = Array.from({ length: count }, (_, i) => i);
  const columns = () =>
    stages.map((_, stage) =>
      readings.map((one, i) => (one.stage === stage + 1 ? data.sensordata[i] / one.cutoff : null)),
    );
  return {
    draw: () => chart.draw([index, ...columns()]),
    csv: () =>
      `index,sensor,value\n${index.map((i) => `${i},${readings[i].name},${data.sensordata[i]}\n`).join('')}`,
    remove: () => chart.remove(),
  };
}
