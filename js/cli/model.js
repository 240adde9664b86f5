// Models that commands are given, and small tools for text in a terminal.
import { once } from 'node:events';
import fs from 'node:fs';
import process from 'node:process';
import { readCsv } from '../data/csv.js';
import { Motion, positionNames, readMotion } from '../data/motion.js';
import { MjError } from '../engine/error.js';
import { load, loadMujoco, provideEngine } from '../index.js';

/** Warnings of the engine while a command runs. @type {string[]} */
export const warnings = [];

/**
 * The simulation of a model named on the command line; `-` reads a model from standard input.
 * @param {string} name
 * @returns {Promise<import('../index.js').Simulation>}
 */
export async function openModel(name) {
  const engine = loadMujoco({
    print: (text) => process.stderr.write(`${text}\n`),
    printErr: (text) => {
      warnings.push(text);
      process.stderr.write(`${text}\n`);
    },
  });
  provideEngine(engine);
  return load(name === '-' ? await standardInput() : name);
}

/**
 * A motion on disk: .npz, or a table, also as `limber simulate` writes it.
 * @param {import('../index.js').Simulation} sim that it is of
 * @param {string} file
 */
export async function openMotion(sim, file) {
  const bytes = fs.readFileSync(file);
  const [head] = bytes
    .subarray(0, 1 << 16)
    .toString('latin1')
    .split(/\r?\n/, 1);
  const titles = head.split(',');
  // columns by number are positions of the model in their order
  const numbered = titles.flatMap((title, k) => (/^qpos(\[\d+\])?$/.test(title.trim()) ? [k] : []));
  if (!numbered.length || bytes[0] === 0x50)
    return readMotion(bytes, { simulation: sim, name: `'${file}'` });
  const names = positionNames(sim);
  if (names.length !== numbered.length)
    throw new MjError(`'${file}' has ${numbered.length} positions, the model ${names.length}`);
  const { columns, rows, values } = readCsv(bytes.toString(), `'${file}'`);
  const column = (/** @type {number} */ k) =>
    Array.from({ length: rows }, (_, row) => values[row * columns.length + k]);
  const clock = columns.indexOf('time');
  if (clock < 0) throw new MjError(`'${file}' has no column 'time'`);
  const positions = numbered.map(column);
  const qpos = Array.from({ length: rows }, (_, row) => positions.map((values) => values[row]));
  return new Motion(column(clock), qpos.flat(), names);
}

async function standardInput() {
  const parts = [];
  for await (const part of process.stdin) parts.push(part);
  const bytes = Buffer.concat(parts);
  if (bytes.length === 0) throw new MjError('there is nothing on standard input');
  return bytes;
}

/**
 * Where a command writes: a file that may not be there yet, or standard output ('-' and nothing).
 * @param {string | undefined} target
 * @param {boolean} force a file that is there is overwritten
 */
export function openOutput(target, force) {
  if (target === undefined || target === '-') {
    return {
      /** Waits for slow readers: a pipe takes a part only. @param {string | Uint8Array} content */
      async write(content) {
        if (!process.stdout.write(content)) await once(process.stdout, 'drain');
      },
      close() {},
    };
  }
  let file = 0;
  try {
    file = fs.openSync(target, force ? 'w' : 'wx');
  } catch (error) {
    if (/** @type {{ code?: string }} */ (error).code !== 'EEXIST') throw error;
    throw new MjError(`'${target}' exists; --force overwrites it`, { cause: error });
  }
  return {
    /** @param {string | Uint8Array} content */
    async write(content) {
      fs.writeFileSync(file, content);
    },
    close: () => fs.closeSync(file),
  };
}

/**
 * Writes a file in one go and says how large it is; what goes to standard output goes there alone.
 * @param {string | undefined} target
 * @param {boolean} force
 * @param {string | Uint8Array} content
 */
export async function writeOutput(target, force, content) {
  const output = openOutput(target, force);
  await output.write(content);
  output.close();
  if (target !== undefined && target !== '-')
    process.stdout.write(`${target}: ${Buffer.byteLength(content)} bytes\n`);
}

/**
 * A number for people: four digits that matter.
 * @param {number} value
 */
export const shortNumber = (value) =>
  Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(4)));

/**
 * Rows of text in columns; numbers to the right.
 * @param {(string | number)[][]} rows
 */
export function table(rows) {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const width = Array.from({ length: columns }, (_, i) =>
    Math.max(...rows.map((row) => String(row[i] ?? '').length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, i) =>
          typeof cell === 'number' ? String(cell).padStart(width[i]) : cell.padEnd(width[i]),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/**
 * A bar on standard error while something runs, where that is a terminal.
 * @param {string} label
 * @param {boolean} alone whether nothing else writes to the terminal meanwhile
 */
export function progressBar(label, alone) {
  const shown = alone && Boolean(process.stderr.isTTY);
  let last = 0;
  return {
    /** @param {number} part from 0 to 1 @param {string} [note] what else there is to say */
    show(part, note = '') {
      const now = performance.now();
      if (!shown || (now - last < 60 && part < 1)) return;
      last = now;
      const filled = Math.round(30 * Math.min(1, part));
      const bar = '█'.repeat(filled) + '░'.repeat(30 - filled);
      process.stderr.write(
        `\r${label} ${bar} ${Math.round(100 * part)}%${note}${note && '\u001b[K'}`,
      );
    },
    end() {
      if (shown) process.stderr.write('\r\u001b[K');
    },
  };
}
