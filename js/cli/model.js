// Models that commands are given, and small tools for text in a terminal.
import process from 'node:process';
import { load, loadMujoco, provideEngine } from '../index.js';

/** Warnings of the engine while a command runs. @type {string[]} */
export const warnings = [];

/**
 * The simulation of a model named on the command line; `-` reads MJCF from standard input.
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

async function standardInput() {
  let text = '';
  process.stdin.setEncoding('utf8');
  for await (const part of process.stdin) text += part;
  return text;
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
 */
export function progressBar(label) {
  const shown = Boolean(process.stderr.isTTY);
  let last = 0;
  return {
    /** @param {number} part from 0 to 1 */
    show(part) {
      const now = performance.now();
      if (!shown || (now - last < 60 && part < 1)) return;
      last = now;
      const filled = Math.round(30 * Math.min(1, part));
      const bar = '█'.repeat(filled) + '░'.repeat(30 - filled);
      process.stderr.write(`\r${label} ${bar} ${Math.round(100 * part)}%`);
    },
    end() {
      if (shown) process.stderr.write('\r\u001b[K');
    },
  };
}
