// Recordings of a machine: times, controls and what its sensors measured; from arrays, CSV texts and npz archives.
import { MjError, demand } from '../engine/error.js';
import { readNpz } from './npz.js';

/** @typedef {import('../sim/reader.js').SimulationReader} SimulationReader */

/**
 * @typedef {object} Recording
 * @property {ArrayLike<number>} times of the rows (n), seconds, ascending
 * @property {ArrayLike<number>} controls (n x nu), each held until the next row
 * @property {Record<string, ArrayLike<number>>} sensors readings by the name of the sensor (n x its dimension); NaN where there is none
 * @property {ArrayLike<number>} [state] at the first time, as saveState gives it; else qpos and qvel, else as the simulation is
 * @property {ArrayLike<number>} [qpos] (nq)
 * @property {ArrayLike<number>} [qvel] (nv)
 */

/** Checks a recording. @param {SimulationReader} simulation @param {Recording} recording @param {number} index */
export function checkRecording(simulation, recording, index) {
  const what = `identify: recording ${index}`;
  const { times, controls, sensors } = Object(recording);
  demand(times?.length > 1, `${what} has at least two times`, times?.length);
  for (let i = 1; i < times.length; i++)
    if (!(times[i] > times[i - 1]))
      throw new MjError(`${what}: times ascend, row ${i} is ${times[i]} after ${times[i - 1]}`);
  const { nu, nq, nv } = simulation.model;
  demand(
    controls?.length === times.length * nu,
    `${what}: controls have ${times.length} x ${nu} numbers`,
    controls?.length,
  );
  const names = simulation.names('sensor');
  const given = Object.entries(Object(sensors));
  if (given.length === 0)
    throw new MjError(`${what} has no sensors: { sensors: { name: readings } }`);
  for (const [name, readings] of given) {
    const id = names.indexOf(name);
    if (id < 0)
      throw new MjError(
        `${what}: there is no sensor '${name}': there are ${names.filter(Boolean).join(', ') || 'none'}`,
      );
    const width = simulation.model.sensor_dim[id];
    demand(
      readings?.length === times.length * width,
      `${what}: sensor '${name}' has ${times.length} x ${width} numbers`,
      readings?.length,
    );
  }
  if (recording.qpos)
    demand(recording.qpos.length === nq, `${what}: qpos has ${nq} numbers`, recording.qpos.length);
  if (recording.qvel)
    demand(recording.qvel.length === nv, `${what}: qvel has ${nv} numbers`, recording.qvel.length);
}

/** A column `name`, or columns `name[0]`, `name[1]` ... @param {Map<string, Float64Array>} columns @param {string} name @param {number} width */
function gather(columns, name, width) {
  const parts =
    width === 1 && columns.has(name)
      ? [name]
      : Array.from({ length: width }, (_, i) => `${name}[${i}]`);
  const found = parts.map((part) => columns.get(part));
  if (found.some((part) => !part)) return null;
  const count = /** @type {Float64Array} */ (found[0]).length;
  return Float64Array.from(
    { length: count * width },
    (_, k) => /** @type {Float64Array} */ (found[k % width])[Math.floor(k / width)],
  );
}

/**
 * A recording from a CSV text: a first row of names, `time`, those of actuators and of sensors (`name`, or `name[0]` ... for several
 * numbers); columns that are neither are left out.
 * @param {string} text
 * @param {SimulationReader} simulation
 * @returns {Recording}
 */
export function recordingFromCsv(text, simulation) {
  const rows = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(',').map((cell) => cell.trim().replace(/^"|"$/g, '')));
  const [head, ...body] = rows;
  if (body.length < 2)
    throw new MjError(
      'recordingFromCsv: a row of names and at least two rows of numbers are needed',
    );
  /** @type {Map<string, Float64Array>} */
  const columns = new Map(
    head.map((name, k) => [
      name,
      Float64Array.from(body, (row, i) => {
        if (row.length !== head.length)
          throw new MjError(
            `recordingFromCsv: line ${i + 2} has ${row.length} cells, ${head.length} are expected`,
          );
        const value = row[k] === '' ? NaN : Number(row[k]);
        if (Number.isNaN(value) && row[k] !== '' && row[k].toLowerCase() !== 'nan')
          throw new MjError(`recordingFromCsv: line ${i + 2}, '${name}': '${row[k]}' is no number`);
        return value;
      }),
    ]),
  );
  return fromColumns(columns, body.length, simulation, 'recordingFromCsv');
}

/** @param {Map<string, Float64Array>} columns @param {number} count @param {SimulationReader} simulation @param {string} caller @returns {Recording} */
function fromColumns(columns, count, simulation, caller) {
  const times = columns.get('time');
  if (!times)
    throw new MjError(
      `${caller}: there is no column 'time': there are ${[...columns.keys()].join(', ')}`,
    );
  const actuators = simulation.names('actuator');
  const controls = new Float64Array(count * actuators.length);
  actuators.forEach((name, i) => {
    const column = columns.get(name);
    if (!column) throw new MjError(`${caller}: there is no column '${name}' for that actuator`);
    for (let row = 0; row < count; row++) controls[row * actuators.length + i] = column[row];
  });
  /** @type {Record<string, Float64Array>} */
  const sensors = {};
  simulation.names('sensor').forEach((name, id) => {
    const found = name && gather(columns, name, simulation.model.sensor_dim[id]);
    if (found) sensors[name] = found;
  });
  if (Object.keys(sensors).length === 0)
    throw new MjError(
      `${caller}: no column is named as a sensor: ${simulation.names('sensor').filter(Boolean).join(', ')}`,
    );
  return { times, controls, sensors };
}

/**
 * A recording from an npz archive (numpy.savez): arrays `time` (n), those of actuators (n) or all as `ctrl` (n x nu), those of
 * sensors (n, or n x dimension), and `qpos`, `qvel` of the start if they are there.
 * @param {Uint8Array} bytes
 * @param {SimulationReader} simulation
 * @returns {Promise<Recording>}
 */
export async function recordingFromNpz(bytes, simulation) {
  const arrays = await readNpz(bytes);
  const time = arrays.get('time') ?? arrays.get('times');
  const count = time?.data.length ?? 0;
  /** @type {Map<string, Float64Array>} */
  const columns = new Map();
  const actuators = simulation.names('actuator');
  for (const [name, { data }] of arrays) {
    const width = data.length / count;
    if (name === 'ctrl')
      actuators.forEach((actuator, i) =>
        columns.set(
          actuator,
          data.filter((_, k) => k % width === i),
        ),
      );
    else if (width === 1) columns.set(name === 'times' ? 'time' : name, data);
    else if (Number.isInteger(width))
      for (let i = 0; i < width; i++)
        columns.set(
          `${name}[${i}]`,
          data.filter((_, k) => k % width === i),
        );
  }
  const recording = fromColumns(columns, count, simulation, 'recordingFromNpz');
  return { ...recording, qpos: arrays.get('qpos')?.data, qvel: arrays.get('qvel')?.data };
}
