// The overlay with the state of the simulation.
import { byId, element } from '../dom.js';

const EVERY = 150; // milliseconds between updates

/** @param {number} bytes */
const size = (bytes) =>
  bytes < 1e6 ? `${(bytes / 1024).toFixed(0)} KB` : `${(bytes / 2 ** 20).toFixed(1)} MB`;

/** @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands */
export function addInfo(studio, commands) {
  const box = byId('info');
  let last = 0;
  let steps = 0;
  let frames = 0;
  let rate = 0;
  let since = performance.now();
  studio.beforeStep.add(() => steps++);
  studio.onAny(['model', 'reset'], () => (steps = 0));
  /** @type {Map<string, HTMLElement>} */
  const rows = new Map();

  function show() {
    const { simulation } = studio;
    if (box.hidden || !simulation) return;
    for (const [name, value] of Object.entries(factsOf(studio, steps, rate))) {
      let row = rows.get(name);
      if (!row) {
        row = element('dd');
        box.append(element('dt', { textContent: name }), row);
        rows.set(name, row);
      }
      row.textContent = value;
    }
  }

  studio.onAny(['model', 'reset', 'state', 'running'], show);
  studio.on('frame', () => {
    frames++;
    const now = performance.now();
    if (now - since > 1000) {
      rate = (1000 * frames) / (now - since);
      [frames, since] = [0, now];
    }
    if (now - last < EVERY && studio.running) return;
    last = now;
    show();
  });
  commands.add({
    id: 'info',
    group: 'Panes',
    title: 'State of the simulation',
    key: 'F2',
    run: () => {
      box.hidden = !box.hidden;
      show();
    },
  });
}

/** @param {import('../studio.js').Studio} studio @param {number} steps @param {number} rate @returns {Record<string, string>} */
function factsOf({ simulation, running, pace }, steps, rate) {
  if (!simulation) return {};
  const { data } = simulation;
  const islands = Math.max(data.nisland, 1);
  const iterations = Array.from(data.solver_niter.slice(0, islands)).reduce(
    (a, b) => a + Number(b),
    0,
  );
  const [potential, kinetic] = simulation.energy();
  return {
    Time: `${data.time.toFixed(3)} s`,
    Steps: String(steps),
    'Real time': running ? `${(100 * pace.realTimeFactor).toFixed(0)}%` : 'paused',
    Frames: `${rate.toFixed(0)} per s`,
    Contacts: String(data.ncon),
    Constraints: String(data.nefc),
    Islands: String(data.nisland),
    Iterations: String(iterations),
    Energy: `${(potential + kinetic).toPrecision(5)} J`,
    Memory: `${size(data.maxuse_arena)} of ${size(data.narena)}`,
    Warnings: String(warningsOf(data)),
  };
}

/** @param {import('limber').Simulation['data']} data */
function warningsOf({ warning }) {
  let count = 0;
  for (let i = 0; i < warning.size(); i++) count += warning.get(i)?.number ?? 0;
  return count;
}
