// What can be plotted: each card knows its curves and how to read them.
import { Chart } from './chart.js';
import { Columns } from './columns.js';

/** @typedef {import('../simulation.js').Simulation} Simulation */
/**
 * A card of the pane.
 * @typedef {object} Card
 * @property {() => void} [step] before every step
 * @property {() => void} [sample] with every frame
 * @property {() => void} draw
 * @property {() => void} [clear] after a reset
 * @property {(on: boolean) => void} [setActive] shown or not
 * @property {() => string} csv
 * @property {() => void} remove
 */

const ROWS = 300;

/** Curves over time, read once for each frame. @param {HTMLElement} box @param {string[]} names @param {() => [number, number[]]} read @returns {Card} */
function overTime(box, names, read) {
  const columns = new Columns(names, ROWS);
  const chart = new Chart(box, names);
  return {
    sample() {
      const [time, row] = read();
      columns.add(time, row);
    },
    draw: () => chart.draw(columns.values),
    clear: () => columns.clear(),
    csv: () => columns.toCsv(),
    remove: () => chart.remove(),
  };
}

/** @param {HTMLElement} box @param {Simulation} simulation @returns {Card} */
export function energyCard(box, simulation) {
  return overTime(box, ['potential', 'kinetic', 'sum'], () => {
    const [potential, kinetic] = simulation.energy();
    return [simulation.data.time, [potential, kinetic, potential + kinetic]];
  });
}

/** Rows of the constraint solver by kind, contacts, and iterations. @param {HTMLElement} box @param {Simulation} simulation @returns {Card} */
export function countsCard(box, simulation) {
  const { data } = simulation;
  return overTime(box, ['equality', 'friction', 'limit', 'contact', 'iterations'], () => {
    const { ne, nf, nl, nefc } = data;
    const iterations = Number(data.solver_niter[0]);
    return [data.time, [ne, nf, nl, nefc - ne - nf - nl, iterations]];
  });
}

/** Milliseconds per step of each stage; the engine's clock runs while the card is shown. @param {HTMLElement} box @param {Simulation} simulation @returns {Card} */
export function timingsCard(box, simulation) {
  const { mujoco, data } = simulation;
  const shown = [
    'STEP',
    'POSITION',
    'VELOCITY',
    'ACTUATION',
    'CONSTRAINT',
    'ADVANCE',
    'POS_COLLISION',
  ];
  const timers = shown.map((name) => mujoco.mjtTimer[`mjTIMER_${name}`].value);
  let last = timers.map(() => 0);
  let calls = 0;
  const card = overTime(
    box,
    timers.map((i) => mujoco.mjTIMERSTRING[i]),
    () => {
      const now = timers.map((i) => data.timer.get(i).duration);
      const steps = data.timer.get(0).number - calls;
      const row = now.map((value, i) => (steps > 0 ? (value - last[i]) / steps : NaN));
      last = now;
      calls += steps;
      return [data.time, row];
    },
  );
  const { sample } = card;
  return {
    ...card,
    // a frame without a step has no time per step
    sample() {
      const { number } = data.timer.get(0);
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
      const { improvement, gradient } = data.solver.get(i);
      columns.add(i + 1, [improvement, gradient]);
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

/** Present readings of all sensors as bars. @param {HTMLElement} box @param {Simulation} simulation @returns {Card} */
export function sensorsCard(box, simulation) {
  const { data } = simulation;
  const count = data.sensordata.length;
  const chart = new Chart(box, ['value'], {
    bars: true,
    x: 'index',
    range: [-0.5, Math.max(count - 0.5, 0.5)],
  });
  const index = Array.from({ length: count }, (_, i) => i);
  return {
    draw: () => chart.draw([index, Array.from(data.sensordata)]),
    csv: () => `index,value\n${index.map((i) => `${i},${data.sensordata[i]}\n`).join('')}`,
    remove: () => chart.remove(),
  };
}
