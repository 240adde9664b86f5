#!/usr/bin/env node
// Instructions that a step costs natively, counted by valgrind: deterministic, whatever else the machine does.
//
//   node tests/bench/instructions.mjs            the table of the scenes
//   node tests/bench/instructions.mjs --check    fails when a scene differs by more than 3% from tests/bench/instructions.csv
//   node tests/bench/instructions.mjs --write    writes tests/bench/instructions.csv, a row of history.csv, and its chart in docs
//
// Needs build/release/steps (cmake --preset release && cmake --build --preset release --target steps).
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { historyChart, readHistory } from '../../scripts/docs/history.mjs';

const LIMIT = 0.03;
const root = path.resolve(
  import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname),
  '../..',
);
const program = path.join(root, 'build/release/steps');
const table = path.join(root, 'tests/bench/instructions.csv');

// Steps before the counted ones: enough for what falls to lie, or for what will sleep to sleep.
/** @type {[name: string, folder: string, warm: number, steps: number][]} */
export const COUNTED = [
  ['empty', 'tests/bench/scenes', 20, 50],
  ['static', 'tests/bench/scenes', 20, 50],
  ['pendulum', 'tests/bench/scenes', 20, 50],
  ['cartpole', 'tests/bench/scenes', 20, 50],
  ['runner', 'tests/bench/scenes', 100, 50],
  ['hopper_rk4', 'tests/bench/scenes', 100, 20],
  ['tendons', 'tests/bench/scenes', 50, 20],
  ['keys', 'tests/bench/scenes', 50, 10],
  ['belt', 'tests/bench/scenes', 60, 10],
  ['field', 'tests/bench/scenes', 200, 10],
  ['gems', 'tests/bench/scenes', 150, 5],
  ['cylinders', 'tests/bench/scenes', 150, 5],
  ['ellipsoids', 'tests/bench/scenes', 150, 5],
  ['pgs', 'tests/bench/scenes', 150, 5],
  ['cg', 'tests/bench/scenes', 150, 5],
  ['sleepers', 'tests/bench/scenes', 600, 20],
  ['humanoid', 'examples', 100, 10],
  ['quadruped', 'examples', 100, 10],
  ['muscle_leg', 'examples', 50, 20],
  ['swimmer', 'examples', 50, 20],
  ['trampoline', 'examples', 60, 3],
];

/** Instructions of a step. @param {[string, string, number, number]} scene */
export function countInstructions([name, folder, warm, steps]) {
  const out = path.join(os.tmpdir(), `limber_instructions_${process.pid}`);
  const model = path.join(root, folder, `${name}.xml`);
  const options = ['--tool=callgrind', '--toggle-collect=counted', `--callgrind-out-file=${out}`];
  execFileSync('valgrind', [...options, program, 'count', String(warm), String(steps), model], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const total = fs.readFileSync(out, 'utf8').match(/^(?:summary|totals): (\d+)/m);
  fs.rmSync(out);
  if (!total) throw new Error(`valgrind counted nothing in ${name}`);
  return Math.round(Number(total[1]) / steps);
}

/** The numbers of the table by scene; none where there is no table. */
export function readTable() {
  const lines = fs.existsSync(table)
    ? fs.readFileSync(table, 'utf8').trim().split('\n').slice(1)
    : [];
  return new Map(
    lines.map((line) => line.split(',')).map(([name, count]) => [name, Number(count)]),
  );
}

/** What keeps the instructions from being counted here, or nothing. */
export function missing() {
  if (!fs.existsSync(program)) return `${program} is not built`;
  try {
    execFileSync('valgrind', ['--version'], { stdio: 'ignore' });
  } catch {
    return 'valgrind is missing: npm run setup installs it';
  }
  return '';
}

/** Adds a row to the history, and draws its chart anew. @param {string[][]} counts names and counts */
function noteHistory(counts) {
  const file = path.join(root, 'tests/bench/history.csv');
  const [head, ...rows] = fs.readFileSync(file, 'utf8').trim().split('\n');
  const known = head.split(',').slice(1);
  const names = [...known, ...counts.map(([name]) => name).filter((name) => !known.includes(name))];
  const row = names.map((name) => counts.find(([one]) => one === name)?.[1] ?? '');
  const date = new Date().toISOString().slice(0, 16);
  const lines = [['date', ...names].join(','), ...rows, [date, ...row].join(',')];
  fs.writeFileSync(file, `${lines.join('\n')}\n`);
  fs.writeFileSync(path.join(root, 'docs/bench_history.svg'), historyChart(readHistory(root)));
}

function main() {
  const problem = missing();
  if (problem) {
    console.error(problem);
    process.exit(1);
  }
  const old = readTable();
  const lines = ['scene,instructions'];
  let failed = 0;
  console.log('scene            instructions a step      before   change');
  for (const scene of COUNTED) {
    const count = countInstructions(scene);
    const before = old.get(scene[0]);
    const change = before ? count / before - 1 : 0;
    const bad = !before || Math.abs(change) > LIMIT;
    if (bad) failed++;
    lines.push(`${scene[0]},${count}`);
    console.log(
      `${scene[0].padEnd(16)} ${String(count).padStart(19)} ${String(before ?? '-').padStart(11)} ${`${(100 * change).toFixed(2)}%`.padStart(8)}${bad ? '  !' : ''}`,
    );
  }
  if (process.argv.includes('--write')) {
    fs.writeFileSync(table, `${lines.join('\n')}\n`);
    noteHistory(lines.slice(1).map((line) => line.split(',')));
  }
  if (process.argv.includes('--check') && failed) {
    console.error(
      `${failed} scenes differ by more than ${100 * LIMIT}%: find out why; when it is meant, node tests/bench/instructions.mjs --write`,
    );
    process.exit(1);
  }
}

if (process.argv[1] && path.resolve(process.argv[1]) === new URL(import.meta.url).pathname) main();
