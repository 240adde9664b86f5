// npm test: set-up, then every phase below, in order; a failed phase does not stop the next ones.
//
// usage: npm test                  everything
//        npm test -- js browser    only these phases (and what they need built)
//
// A phase whose test files do not exist has nothing to run. The last lines count all tests in the
// form of node's own summary; the exit code is not zero when anything failed.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { CommandFailed, filesBelow, root, runMain, runProgram, say } from './run.mjs';
import { buildModule, buildPreset, buildTypes } from './build.mjs';
import { buildDist } from './dist.mjs';
import { isFuzzTarget, repeatFuzzTargets } from './fuzz.mjs';
import { lint } from './lint.mjs';
import { setUp } from './setup.mjs';

const TEST_TIMEOUT_MS = 600_000;

/** @param {string} name */
const isCTest = (name) => name.endsWith('_test.c');
/** @param {string} name */
const isNodeTest = (name) => /\.test\.m?js$/.test(name);

/**
 * @typedef {{ tests: number, fail: number, skipped?: number, failed?: string[] }} Result `failed`: names, as far as they are known
 * @typedef {object} Phase
 * @property {string} name
 * @property {string} [folder] of its test files
 * @property {(file: string) => boolean} [accepts] tells them from others
 * @property {(files: string[]) => Promise<Result>} run
 */

/** What the first group of each match holds. @param {string} text @param {RegExp} pattern */
const matchesOf = (text, pattern) => Array.from(text.matchAll(pattern), (match) => match[1]);

const REASON_LINES = 12; // of the reason of a failed test in the summary

/** Names of the failed tests of a TAP report, each with the beginning of its reason. @param {string} report */
const failuresIn = (report) =>
  Array.from(
    report.matchAll(/^not ok \d+ - (?!.*# TODO)(.*)\n(?: {2}---\n([^]*?)\n {2}\.\.\.)?/gm),
    ([, name, details = '']) => {
      const [, reason = ''] =
        details.match(/(?:^|\n) {2}error: (?:\|-\n)?([^]*?)(?=\n {2}\w+:|$)/) ?? [];
      return [name, ...reason.split('\n').slice(0, REASON_LINES)].join('\n         | ');
    },
  );

/**
 * Builds one native preset and runs its C tests; counts come from ctest's last lines.
 *
 * @param {string} preset
 * @returns {Promise<Result>}
 */
async function runCTests(preset) {
  await buildPreset(preset);
  let text = '';
  const jobs = String(os.availableParallelism());
  const args = ['--preset', preset, '-j', jobs, '--no-tests=error'];
  const code = await runProgram('ctest', args, { onOutput: (chunk) => (text += chunk) });
  const counts = text.match(/(\d+) tests failed out of (\d+)/);
  if (!counts) throw new CommandFailed('ctest gave no result');
  const fail = Number(counts[1]);
  const failed = matchesOf(text, /^\s*\d+ - (.*) \((?:Failed|Timeout|SEGFAULT|Subprocess).*\)/gm);
  return { tests: Number(counts[2]), fail: code === 0 ? fail : Math.max(fail, 1), failed };
}

/**
 * Runs test files with node's runner, one on each core; counts come from its TAP report.
 *
 * @param {string} name @param {string[]} files @param {string[]} options
 * @returns {Promise<Result>}
 */
async function runNodeTests(name, files, ...options) {
  const report = path.join(root, 'build/reports', `${name}.tap`);
  fs.mkdirSync(path.dirname(report), { recursive: true });
  const code = await runProgram(process.execPath, [
    '--test',
    `--test-timeout=${TEST_TIMEOUT_MS}`,
    `--test-concurrency=${os.availableParallelism()}`,
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=tap',
    `--test-reporter-destination=${report}`,
    ...options,
    ...files,
  ]);
  const text = fs.readFileSync(report, 'utf8');
  const count = (/** @type {string} */ word) =>
    Number(text.match(new RegExp(`^# ${word} (\\d+)$`, 'm'))?.[1] ?? 0);
  const fail = count('fail') + count('cancelled');
  return {
    tests: count('tests'),
    skipped: count('skipped'),
    fail: code === 0 ? fail : Math.max(fail, 1),
    failed: failuresIn(text),
  };
}

/** A build step counts as one test: it fails by throwing. @param {() => Promise<void>} step */
const buildStep = (step) => async () => {
  await step();
  return { tests: 1, fail: 0 };
};

/** @type {Phase[]} */
const PHASES = [
  { name: 'lint', run: buildStep(() => lint()) },
  { name: 'c-debug', folder: 'tests/c', accepts: isCTest, run: () => runCTests('debug') },
  { name: 'c-release', folder: 'tests/c', accepts: isCTest, run: () => runCTests('release') },
  { name: 'build', run: buildStep(buildModule) },
  { name: 'types', run: buildStep(buildTypes) },
  { name: 'dist', run: buildStep(buildDist) },
  {
    name: 'js',
    folder: 'tests/js',
    accepts: isNodeTest,
    run: (files) => runNodeTests('js', files),
  },
  {
    name: 'conformance',
    folder: 'tests/conformance',
    accepts: isNodeTest,
    run: (files) => runNodeTests('conformance', files),
  },
  {
    name: 'browser',
    folder: 'tests/browser',
    accepts: isNodeTest,
    run: (files) => runNodeTests('browser', files, '--test-concurrency=1'),
  },
  { name: 'fuzz', folder: 'tests/fuzz', accepts: isFuzzTarget, run: repeatFuzzTargets },
];

/** @param {number} since */
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** One phase: its result, or a failure that stands for everything it could not run. @param {Phase} phase */
async function runPhase(phase) {
  const files = phase.folder ? filesBelow(phase.folder, phase.accepts) : [];
  if (phase.folder && files.length === 0) {
    say('test', `${phase.name}: no test files in ${phase.folder} yet`);
    return null;
  }
  console.log(`\n=== ${phase.name} ===`);
  const started = Date.now();
  /** @type {Result} */
  let result;
  try {
    result = await phase.run(files);
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    console.error(`${phase.name}: ${error.message}`);
    result = { tests: 1, fail: 1 };
  }
  return { name: phase.name, skipped: 0, ...result, time: seconds(started) };
}

/** The phases asked for; the JavaScript ones need the package built. @param {string[]} names */
function choosePhases(names) {
  if (names.length === 0) return PHASES;
  const unknown = names.find((name) => !PHASES.some((phase) => phase.name === name));
  if (unknown) {
    const known = PHASES.map(({ name }) => name).join(' ');
    throw new CommandFailed(`no phase '${unknown}'; phases: ${known}`);
  }
  const wanted = new Set(names);
  if (['js', 'conformance', 'browser'].some((name) => wanted.has(name))) wanted.add('build');
  return PHASES.filter(({ name }) => wanted.has(name));
}

await runMain(async () => {
  const started = Date.now();
  const phases = choosePhases(process.argv.slice(2));
  await setUp();
  const results = [];
  for (const phase of phases) {
    const result = await runPhase(phase);
    if (result) results.push(result);
  }

  console.log('\n=== summary ===');
  const total = { tests: 0, fail: 0, skipped: 0 };
  for (const { name, tests, fail, skipped, failed = [], time } of results) {
    console.log(`${fail ? 'FAILED' : 'ok    '} ${name}: ${tests} tests, ${fail} failed, ${time}`);
    for (const test of failed) console.log(`         ${test}`);
    total.tests += tests;
    total.fail += fail;
    total.skipped += skipped;
  }
  console.log(`# time ${seconds(started)}`);
  console.log(`# tests ${total.tests}`);
  console.log(`# pass ${total.tests - total.fail - total.skipped}`);
  console.log(`# skipped ${total.skipped}`);
  console.log(`# fail ${total.fail}`);
  if (total.fail) process.exitCode = 1;
});
