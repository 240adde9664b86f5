// Any number of mjData by name: "qpos" with an index, or a sensor.
import { nameOf } from './names.js';

/** @typedef {import('limber').SimulationReader} Simulation */
/** A row of numbers in the memory of the engine. @typedef {Float64Array | Float32Array | Int32Array | Uint8Array} Row */

/** Fields of a struct of the engine by name, of any kind. @param {object} struct */
export const fieldsIn = (struct) =>
  /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (struct));

/** Numbers of a struct of the engine by name. @param {object} struct */
export const numbersIn = (struct) =>
  /** @type {Record<string, number>} */ (/** @type {unknown} */ (struct));

/** Rows of numbers of a struct of the engine by name. @param {object} struct */
export const rowsIn = (struct) =>
  /** @type {Record<string, Row>} */ (/** @type {unknown} */ (struct));

/** @param {unknown} value @returns {value is Row} */
export const isRow = (value) => ArrayBuffer.isView(value) && !(value instanceof DataView);

/** Names of the numeric fields of the data that hold something. @param {Simulation} simulation */
export function fieldNames({ data }) {
  const names = [];
  for (const name of propertiesOf(data)) {
    const value = fieldsIn(data)[name];
    if (typeof value === 'number' || (isRow(value) && value.length > 0)) names.push(name);
  }
  return names;
}

/** Names of the fields of a struct of the engine. @param {object} object */
export function propertiesOf(object) {
  const descriptors = Object.getOwnPropertyDescriptors(Object.getPrototypeOf(object));
  return Object.entries(descriptors)
    .filter(([name, { get }]) => get && !name.startsWith('_'))
    .map(([name]) => name);
}

/** Names of the sensors. @param {Simulation} simulation */
export function sensorNames(simulation) {
  const { mujoco, model } = simulation;
  const type = mujoco.mjtObj.mjOBJ_SENSOR.value;
  return Array.from({ length: model.nsensor }, (_, i) => nameOf(simulation, type, i, 'sensor'));
}

/** @param {Simulation} simulation @param {string} field @param {number} index @returns {number} NaN where there is no such number */
export function valueAt({ data }, field, index) {
  const value = field in data ? fieldsIn(data)[field] : undefined;
  if (typeof value === 'number') return value;
  return isRow(value) ? Number(value[index] ?? NaN) : NaN;
}

/**
 * A curve of a text: "qpos[2]", "qvel", "time", "sensor name", "sensor name[1]".
 * @param {Simulation} simulation
 * @param {string} text
 * @returns {{ name: string, read: (simulation: Simulation) => number }[]} all components where no index is given, at most 12
 */
export function curvesOf(simulation, text) {
  const match = text.trim().match(/^(.+?)(?:\[(\d+)\])?$/);
  if (!match) return [];
  const [, name, index] = match;
  const { model, mujoco, data } = simulation;
  const own = name in data ? fieldsIn(data)[name] : undefined;
  const sensor = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_SENSOR.value, name);
  const [field, from, count] =
    sensor >= 0
      ? ['sensordata', model.sensor_adr[sensor], model.sensor_dim[sensor]]
      : [name, 0, isRow(own) ? own.length : typeof own === 'number' ? 1 : 0];
  const all =
    index === undefined
      ? Array.from({ length: Math.min(count, 12) }, (_, i) => i)
      : [Number(index)];
  return all
    .filter((i) => i < count && Number.isFinite(valueAt(simulation, field, from + i)))
    .map((i) => ({
      name: count > 1 ? `${name}[${i}]` : name,
      read: (now) => valueAt(now, field, from + i),
    }));
}
