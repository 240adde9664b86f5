// Curves of an element by its name: "shoulder.qpos", "turn.ctrl", "arm.xpos[2]", and "sensor 3" where that has no name.
import { kinds } from '../tree/elements.js';
import { numbersIn, rowsIn, valueAt } from '../fields.js';
import { nameOf } from '../names.js';

/** @typedef {import('limber').SimulationReader} Simulation */

const ofCoordinates = ['qpos'];
const ofDofs = ['qvel', 'qacc', 'qfrc_actuator', 'qfrc_passive', 'qfrc_constraint'];

/** The text that plots a field of an element. @param {Simulation} simulation @param {string} kind @param {number} id @param {string} field */
export function plotText(simulation, kind, id, field) {
  const type = simulation.mujoco.mjtObj[kinds[kind].object].value;
  const name = nameOf(simulation, type, id, kind);
  return kind === 'sensor' && field === 'sensordata' ? name : `${name}.${field}`;
}

/** The kind of the elements that have a field of the data. @param {string} field */
const kindOf = (field) =>
  [...ofCoordinates, ...ofDofs].includes(field)
    ? 'joint'
    : Object.keys(kinds).find((kind) => kinds[kind].data.includes(field));

/** An element by its name, or by its kind and number; -1 for none. @param {Simulation} simulation @param {string} kind @param {string} name */
function idOf({ mujoco, model }, kind, name) {
  const { object, count } = kinds[kind];
  const id = mujoco.mj_name2id(model, mujoco.mjtObj[object].value, name);
  const number = name.match(/^(\w+) (\d+)$/);
  if (id >= 0 || number?.[1] !== kind) return id;
  return Number(number[2]) < numbersIn(model)[count] ? Number(number[2]) : -1;
}

/** Where the numbers of an element begin in a row of the data, and how many there are. @param {Simulation} simulation @param {string} kind @param {number} id @param {string} field */
function placeOf({ mujoco, model, data }, kind, id, field) {
  const { mjJNT_FREE, mjJNT_BALL } = mujoco.mjtJoint;
  const type = model.jnt_type[id];
  const wide = (/** @type {[number, number]} */ [free, ball]) =>
    type === mjJNT_FREE.value ? free : type === mjJNT_BALL.value ? ball : 1;
  if (ofCoordinates.includes(field)) return [model.jnt_qposadr[id], wide([7, 4])];
  if (ofDofs.includes(field)) return [model.jnt_dofadr[id], wide([6, 3])];
  if (kind === 'sensor') return [model.sensor_adr[id], model.sensor_dim[id]];
  const width = (rowsIn(data)[field]?.length ?? 0) / numbersIn(model)[kinds[kind].count];
  return [id * width, width];
}

/** @param {Simulation} simulation @param {string} text @returns {ReturnType<typeof import('../fields.js').curvesOf>} */
export function elementCurvesOf(simulation, text) {
  const match = text.trim().match(/^(.+?)(?:\.(\w+))?(?:\[(\d+)\])?$/);
  if (!match) return [];
  const [, name, field = 'sensordata', index] = match;
  const kind = field === 'sensordata' ? 'sensor' : kindOf(field);
  const id = kind ? idOf(simulation, kind, name) : -1;
  if (!kind || id < 0) return [];
  const [from, count] = placeOf(simulation, kind, id, field);
  return Array.from({ length: count }, (_, i) => i)
    .filter((i) => index === undefined || i === Number(index))
    .map((i) => ({
      name: `${kind === 'sensor' ? name : `${name}.${field}`}${count > 1 ? `[${i}]` : ''}`,
      read: (now) => valueAt(now, field, from + i),
    }));
}
