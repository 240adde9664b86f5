// limber simulate: runs a model without drawing it and writes what happened as CSV or JSON.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { writeNpz } from '../../data/npz.js';
import { kinds } from '../../sim/handles.js';
import { UsageError, forceOption } from '../arguments.js';
import { openModel, openOutput, progressBar } from '../model.js';

/** @typedef {import('../../index.js').Simulation} Simulation */
/** Fields by name. @typedef {Record<string, number | Float64Array>} Numbers */
/** @typedef {{ title: string, isState: boolean, read: () => ArrayLike<number> }} Column */

/** Fields that belong to the present state; others are computed from it. */
const stateFields = new Set([
  'time',
  'qpos',
  'qvel',
  'act',
  'ctrl',
  'qfrc_applied',
  'xfrc_applied',
  'eq_active',
  'mocap_pos',
  'mocap_quat',
  'userdata',
]);

/**
 * One column, or several of one field.
 * @param {Simulation} sim
 * @param {string} text a field of mjData, or kind:name.field
 * @returns {Column}
 */
function openField(sim, text) {
  const asList = (/** @type {number | Float64Array} */ value) =>
    typeof value === 'object' ? value : [value];
  const match = /^(\w+):(.+?)(?:\.(\w+))?$/.exec(text);
  if (match) {
    const [, kind, name, field = kind === 'sensor' ? 'data' : ''] = match;
    if (!Object.hasOwn(kinds, kind))
      throw new UsageError(`simulate: no kind '${kind}'; kinds: ${Object.keys(kinds).join(' ')}`);
    const object = sim.object(/** @type {import('../../index.js').Kind} */ (kind), name);
    const handle = /** @type {Numbers} */ (/** @type {unknown} */ (object));
    if (!field) throw new UsageError(`simulate: '${text}' names no field, such as ${text}.xpos`);
    if (!(field in handle))
      throw new UsageError(`simulate: a ${kind} has no field '${field}' ('${text}')`);
    return { title: text, isState: stateFields.has(field), read: () => asList(handle[field]) };
  }
  const data = /** @type {Numbers} */ (/** @type {unknown} */ (sim.data));
  const known = typeof data[text] === 'number' || ArrayBuffer.isView(data[text]);
  if (!known) throw new UsageError(`simulate: mjData has no numbers '${text}'`);
  return { title: text, isState: stateFields.has(text), read: () => asList(data[text]) };
}

/**
 * Makes what is computed from the state belong to it: after a step it belongs to the state before. The next step is as it would be.
 * @param {Simulation} sim
 */
function computeRow(sim) {
  const start = sim.data.qacc_warmstart.slice();
  sim.forward();
  sim.data.qacc_warmstart = start;
}

/**
 * Titles of all numbers of a column.
 * @param {Column} column
 */
function titles({ title, read }) {
  const { length } = read();
  return length === 1 ? [title] : Array.from({ length }, (_, i) => `${title}[${i}]`);
}

/**
 * Where rows go: lines of CSV as they come, JSON and arrays at the end.
 * @param {string | undefined} target
 * @param {boolean} force
 * @param {string} format
 * @param {Column[]} columns
 */
function openTable(target, force, format, columns) {
  /** @type {number[][]} */
  const rows = [];
  const head = columns.flatMap(titles);
  const output = openOutput(target, force);
  let text = format === 'csv' ? `${head.join(',')}\n` : '';
  const flush = async () => {
    await output.write(text);
    text = '';
  };
  return {
    async add() {
      const row = columns.flatMap(({ read }) => Array.from(read(), Number));
      if (format !== 'csv') rows.push(row);
      else text += `${row.join(',')}\n`;
      if (text.length > 1 << 14) await flush();
    },
    async end() {
      if (format === 'json') text = `${JSON.stringify({ columns: head, rows })}\n`;
      if (format === 'npz') await output.write(arraysOf(columns, rows));
      else await flush();
      output.close();
    },
  };
}

/**
 * An array for each column, with a row for each row; those of one number have one dimension.
 * @param {Column[]} columns
 * @param {number[][]} rows
 */
function arraysOf(columns, rows) {
  let at = 0;
  return writeNpz(
    Object.fromEntries(
      columns.map(({ title, read }) => {
        const { length } = read();
        const start = at;
        at += length;
        const data = Float64Array.from(rows.flatMap((row) => row.slice(start, start + length)));
        const shape = title === 'time' ? [rows.length] : [rows.length, length];
        return [title, { data, shape }];
      }),
    ),
  );
}

/**
 * Controls by step from a CSV file: a line of actuator names, then lines of numbers, held when they run out.
 * @param {Simulation} sim
 * @param {string} file
 */
export function readControls(sim, file) {
  const [head, ...lines] = fs.readFileSync(file, 'utf8').trim().split(/\r?\n/);
  const actuators = head.split(',').map((name) => sim.actuator(name.trim()));
  const rows = lines.map((line) => line.split(',').map(Number));
  const bad = rows.findIndex((row) => row.length !== actuators.length || row.some(Number.isNaN));
  if (bad >= 0)
    throw new UsageError(
      `simulate: '${file}', line ${bad + 2}: expected ${actuators.length} numbers`,
    );
  return (/** @type {number} */ step) => {
    const row = rows[Math.min(step, rows.length - 1)];
    row?.forEach((value, i) => void (actuators[i].ctrl = value));
  };
}

/**
 * @param {string | undefined} asked
 * @param {string | undefined} target
 */
function formatOf(asked, target) {
  const ending = target && target !== '-' ? path.extname(target).slice(1).toLowerCase() : 'csv';
  const format = asked ?? ending;
  if (['csv', 'json', 'npz'].includes(format)) return format;
  throw new UsageError(
    asked === undefined
      ? `simulate: '${target}' ends with none of .csv, .json, .npz; --format tells which it is`
      : `simulate: --format must be csv, json or npz, got '${format}'`,
  );
}

/** @type {import('../arguments.js').Command} */
export const command = {
  summary: 'Simulates a model without drawing and writes the result as CSV, JSON or NumPy arrays',
  positionals: ['MODEL'],
  details:
    'FIELDS: fields of mjData (time, qpos, qvel, sensordata, ...) and of named objects (body:torso.xpos, sensor:imu), with commas. All numbers of a row belong to its time.',
  options: {
    time: { type: 'number', short: 't', value: 'SECONDS', help: 'simulated time', default: 1 },
    steps: { type: 'count', short: 'n', value: 'N', help: 'number of steps, instead of --time' },
    key: { type: 'string', short: 'k', value: 'NAME', help: 'keyframe to start from' },
    every: {
      type: 'count',
      short: 'e',
      value: 'N',
      help: 'a row every N steps',
      default: 1,
      least: 1,
    },
    fields: { type: 'string', value: 'FIELDS', help: 'what to write', default: 'time,qpos,qvel' },
    controls: {
      type: 'string',
      value: 'FILE',
      help: 'CSV: actuator names, then a row for each step',
    },
    out: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      help: '.csv, .json or .npz; standard output when left out',
    },
    format: { type: 'string', value: 'csv|json|npz', help: 'instead of the ending of the file' },
    force: forceOption,
  },
  async run({ positionals: [name], options }) {
    const { every, out } = options;
    const format = formatOf(options.format, out);
    const sim = await openModel(name);
    sim.reset(options.key);
    const steps = options.steps ?? Math.round(options.time / sim.timestep);
    const columns = String(options.fields)
      .split(',')
      .map((field) => openField(sim, field.trim()));
    const control = options.controls ? readControls(sim, options.controls) : null;
    const output = openTable(out, options.force, format, columns);
    const progress = progressBar('simulating', Boolean(out) || !process.stdout.isTTY);
    const isComputed = columns.some(({ isState }) => !isState);
    sim.freshPoses = false;
    await output.add();
    for (let step = 0; step < steps;) {
      const count = control ? 1 : Math.min(every - (step % every), steps - step);
      control?.(step);
      sim.step(count);
      step += count;
      if (step % every === 0 || step === steps) {
        if (isComputed) computeRow(sim);
        await output.add();
      }
      progress.show(step / steps);
    }
    progress.end();
    await output.end();
    const warned = unstable(sim);
    sim.dispose();
    if (!warned) return 0;
    process.stderr.write(`limber: ${warned}\n`);
    return 1;
  },
};

/**
 * What the engine found wrong while it stepped, '' when nothing.
 * @param {Simulation} sim
 */
export function unstable(sim) {
  const { mjtWarning } = sim.mujoco;
  for (const key of /** @type {const} */ (['mjWARN_BADQPOS', 'mjWARN_BADQVEL', 'mjWARN_BADQACC'])) {
    const count = sim.data.warning.get(mjtWarning[key].value)?.number ?? 0;
    if (count > 0) return `the simulation became unstable (${key}, ${count} times)`;
  }
  return '';
}
