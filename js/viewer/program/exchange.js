// What goes between a simulation and a program in its sandbox: the arrays that the text of the program names, and back those that it
// changed.
import { layoutOf, objectKind, placesOf, rowsOf } from '../../engine/schema.js';
import { isInData, listAccessorFields } from '../../mujoco/accessor_fields.js';
import { kinds } from '../../sim/handles.js';
import { countOf } from '../../sim/named_handle.js';
import { ProgramError } from './sandbox.js';

/** @typedef {import('../../sim/simulation.js').Simulation} Simulation */
/** @typedef {import('../../sim/types.js').Kind} Kind */
/** @typedef {import('./inside.js').Told} Told */
/** @typedef {import('./inside.js').Answer} Answer */
/** @typedef {Float64Array | Float32Array | Int32Array | Uint8Array} Row */

/** Arrays of mjData that a program may write. */
const WRITABLE = [
  ...['ctrl', 'act', 'qfrc_applied', 'xfrc_applied', 'mocap_pos', 'mocap_quat', 'eq_active'],
  ...['userdata', 'qpos', 'qvel'],
];
const LARGEST = 4e6; // numbers of an array of the model

/** @param {object} struct */
const fieldsIn = (struct) =>
  /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (struct));

/** @param {unknown} value @returns {value is Row} */
const isRow = (value) => ArrayBuffer.isView(value) && !(value instanceof DataView);

/** Names that a program has in its text: what it does not name is not sent to it. @param {string} code */
export const wordsOf = (code) => new Set(code.match(/[A-Za-z_$][\w$]*/g));

/** Kinds of objects that a program reaches by name. */
export const handleKinds = Object.keys(kinds);

/**
 * Fields of the handles of a kind.
 * @param {string} kind
 */
export function handleFields(kind) {
  const method = kinds[kind];
  /** @type {Told['handles'][string]} */
  const handles = {};
  for (const struct of /** @type {const} */ (['mjModel', 'mjData'])) {
    if (struct === 'mjData' && !isInData(method)) continue;
    for (const { names, field } of listAccessorFields(struct, method)) {
      const { name: array, columns = 1, rows = '' } = field;
      const inData = struct === 'mjData';
      if (typeof columns !== 'number') continue;
      for (const name of names) handles[name] = { field: array, columns, rows, inData };
    }
  }
  const short = kind === 'joint' ? ['value', 'qpos', 'nq', 'velocity', 'qvel', 'nv'] : [];
  if (kind === 'sensor') short.push('value', 'sensordata', 'nsensordata');
  for (let i = 0; i < short.length; i += 3)
    handles[short[i]] = { field: short[i + 1], columns: 1, rows: short[i + 2], inData: true };
  return handles;
}

/** Those that a program names. @param {string} kind @param {Set<string>} words */
const namedFields = (kind, words) =>
  Object.fromEntries(Object.entries(handleFields(kind)).filter(([name]) => words.has(name)));

/** Where the rows of objects begin, for fields of which they have different numbers. @param {Simulation['model']} model @param {string} kind */
function spansOf(model, kind) {
  const arrays = /** @type {Record<string, ArrayLike<number>>} */ (fieldsIn(model));
  /** @type {[string, { start: number[], count: number[] }][]} */
  const spans = Object.entries(placesOf(objectKind(kinds[kind]))).map(([size, rows]) => {
    const places = Array.from({ length: countOf(model, kind) }, (_, id) =>
      rowsOf(arrays, rows, id),
    );
    return [
      `${kind} ${size}`,
      { start: places.map(([start]) => start), count: places.map(([, count]) => count) },
    ];
  });
  return spans;
}

/**
 * What a program is told of a simulation.
 * @param {Simulation} simulation
 * @param {Set<string>} words
 * @param {Record<string, unknown>} state
 * @returns {Told}
 */
export function describe(simulation, words, state) {
  const { model, data } = simulation;
  const used = handleKinds.filter((kind) => words.has(kind));
  const handles = Object.fromEntries(used.map((kind) => [kind, namedFields(kind, words)]));
  const wanted = { model: new Set(words), data: new Set(words) };
  for (const fields of Object.values(handles))
    for (const { field, inData } of Object.values(fields))
      wanted[inData ? 'data' : 'model'].add(field);
  /** @type {Told} */
  const told = {
    sizes: {},
    timestep: simulation.timestep,
    names: Object.fromEntries(
      used.map((kind) => [kind, simulation.names(/** @type {Kind} */ (kind))]),
    ),
    handles,
    spans: Object.fromEntries(used.flatMap((kind) => spansOf(model, kind))),
    model: {},
    data: [],
    writable: WRITABLE,
    state,
  };
  for (const { name, kind } of layoutOf('mjModel').fields) {
    const value = fieldsIn(model)[name];
    if (kind === 'number') told.sizes[name] = Number(value);
    else if (wanted.model.has(name) && isRow(value) && value.length <= LARGEST)
      told.model[name] = Float64Array.from(value);
  }
  for (const { name } of layoutOf('mjData').fields) {
    const value = fieldsIn(data)[name];
    if (wanted.data.has(name) && isRow(value)) told.data.push([name, value.length]);
  }
  return told;
}

/** Numbers of a message: the time, then the arrays. @param {Simulation} simulation @param {Told} told */
export function read({ data }, told) {
  const numbers = new Float64Array(told.data.reduce((sum, [, length]) => sum + length, 1));
  numbers[0] = data.time;
  let at = 1;
  for (const [field, length] of told.data) {
    // contacts and rows of constraints come and go
    const row = /** @type {Row} */ (fieldsIn(data)[field]);
    numbers.set(row.length > length ? row.subarray(0, length) : row, at);
    at += length;
  }
  return numbers;
}

/** Writes what a program changed; its answers are checked as a stranger's. @param {Simulation} simulation @param {Told} told @param {unknown} changed */
export function write({ data }, told, changed) {
  for (const [field, values] of Object.entries(changed ?? {})) {
    const target = fieldsIn(data)[field];
    const known = told.writable.includes(field) && isRow(target);
    if (!known || !(values instanceof Float64Array) || values.length !== target.length)
      throw new ProgramError(`The program sent something that is no '${field}'.`);
    target.set(values);
  }
}
