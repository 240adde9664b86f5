// Physics: every option of the model, its flags by name, and the actuator groups that are off.
import { numbersIn, rowsIn } from '../fields.js';
import { solverRanges } from '../guard/limits.js';
import { choicesOf } from './enums.js';

/** @typedef {import('../panel.js').Panel} Panel */
/** @typedef {import('lil-gui').GUI} Folder */

const GROUPS = 6;
const numbers = {
  timestep: [1e-5, 1],
  density: [0, 5000],
  viscosity: [0, 100],
  impratio: [0.1, 100],
};

/** A number as an edit field: options span many orders of magnitude, so there is no slider. @param {Panel} panel @param {Folder} folder @param {string} name @param {number[]} range */
function addNumber(panel, folder, name, [low, high, step]) {
  const opt = numbersIn(panel.simulation.model.opt);
  const controller = panel.bind(
    folder,
    name,
    () => opt[name],
    (value) => (opt[name] = Math.min(Math.max(value, low), high)),
  );
  if (step) controller.step(step);
  return controller;
}

/** @param {Panel} panel */
export function addPhysics(panel) {
  const { mujoco, model } = panel.simulation;
  const { opt } = model;
  const values = numbersIn(opt);
  const option = panel.folder('Option', 'Physics');
  /** @type {[string, object][]} */
  const choices = [
    ['integrator', mujoco.mjtIntegrator],
    ['solver', mujoco.mjtSolver],
    ['cone', mujoco.mjtCone],
    ['jacobian', mujoco.mjtJacobian],
  ];
  addNumber(panel, option, 'timestep', numbers.timestep);
  for (const [name, type] of choices)
    panel.bind(
      option,
      name,
      () => values[name],
      (value) => (values[name] = value),
      choicesOf(type),
    );
  for (const name of ['gravity', 'wind', 'magnetic'])
    panel.bindVector(option, name, () => rowsIn(opt)[name]);
  for (const name of /** @type {const} */ (['density', 'viscosity', 'impratio']))
    addNumber(panel, option, name, numbers[name]);

  panel.lazyFolder('Solver', 'Physics', (folder) => {
    for (const [name, range] of Object.entries(solverRanges)) addNumber(panel, folder, name, range);
  });
  addFlags(panel, 'Disable flags', 'disableflags', mujoco.mjDISABLESTRING);
  addFlags(panel, 'Enable flags', 'enableflags', mujoco.mjENABLESTRING);
  panel.lazyFolder('Contact override', 'Physics', (folder) => {
    addNumber(panel, folder, 'o_margin', [0, 10]);
    for (const name of ['o_solref', 'o_solimp', 'o_friction'])
      panel.bindVector(folder, name, () => rowsIn(opt)[name]);
  });
  panel.lazyFolder('Actuator groups', 'Physics', (folder) => {
    for (let i = 0; i < GROUPS; i++)
      addBit(panel, folder, `Group ${i} acts`, 'disableactuator', i, false);
  });
}

/** @param {Panel} panel @param {string} title @param {string} field @param {string[]} names */
function addFlags(panel, title, field, names) {
  panel.lazyFolder(title, 'Physics', (folder) => {
    names.forEach((name, bit) => addBit(panel, folder, name, field, bit, true));
  });
}

/**
 * One bit of a field of the options as a switch.
 * @param {Panel} panel
 * @param {Folder} folder
 * @param {string} name
 * @param {string} field
 * @param {number} bit
 * @param {boolean} shown how the set bit is shown
 */
function addBit(panel, folder, name, field, bit, shown) {
  const opt = numbersIn(panel.simulation.model.opt);
  const mask = 1 << bit;
  panel.bind(
    folder,
    name,
    () => ((opt[field] & mask) !== 0) === shown,
    (on) => (opt[field] = on === shown ? opt[field] | mask : opt[field] & ~mask),
  );
}
