// npm run fuzz: looks for inputs that break the loaders, for as long as it is told.
//
// usage: npm run fuzz                    every target of tests/fuzz for a minute
//        npm run fuzz -- 600 mjb_fuzz    one target for ten minutes
//
// The preset `fuzz` also looks for integers and numbers that change where one type becomes another.
// build/fuzz/fuzz/walk STEPS MODEL.xml... takes models through everything under the same checks;
// `npm test` does so with the examples.
//
// tests/fuzz/reflection.mjs calls everything that the package publishes with values that nobody
// expects; tests/fuzz/links.mjs reads damaged links and archives.
//
// An input that breaks a target is kept in build/fuzz/found; once mended, it belongs in the corpus
// (tests/fuzz/corpus). `npm test` runs the corpus and the same inputs each time.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { CommandFailed, filesBelow, root, runMain, runProgram, say } from './run.mjs';
import { buildPreset } from './build.mjs';

const SECONDS = 60;
const REPEATED_RUNS = 4000;
const WALKED_STEPS = 20;
// a run of these steps and draws whole models, or makes many calls
/** @type {Record<string, number>} */
const REPEATED_RUNS_OF = { mjb_fuzz: 1000, data_fuzz: 300, spec_fuzz: 60 };
// calls and models may ask for more memory than there is
const ANY_MEMORY = '-malloc_limit_mb=100000';
// lists of calls are long from the start
const CALLS = ['-len_control=0', '-max_len=201', ANY_MEMORY];
/** @type {Record<string, string[]>} */
const OPTIONS_OF = {
  data_fuzz: CALLS,
  spec_fuzz: CALLS,
  mjb_fuzz: [ANY_MEMORY, '-rss_limit_mb=8192'], // mj_resetDataDebug writes all of an arena, which may be 2 GB
};
const SCRIPTS = ['reflection', 'links'];

/** @param {string} name */
export const isFuzzTarget = (name) => name.endsWith('_fuzz.c');

/**
 * Runs targets over their corpus; inputs with new coverage go to a folder of `inputs`, and an input
 * that breaks a target to `found`. Resolves with how many targets broke.
 *
 * @param {string[]} files
 * @param {string} inputs
 * @param {(name: string) => string[]} options
 */
async function runTargets(files, inputs, options) {
  const names = files.map((file) => path.basename(file, '.c'));
  await buildPreset('fuzz', '--target', 'walk', ...names);
  let fail = 0;
  for (const file of files) {
    const name = path.basename(file, '.c');
    const corpus = path.join(root, 'tests/fuzz/corpus', name.replace(/_fuzz$/, ''));
    const found = path.join(root, 'build/fuzz/found', name);
    const grown = path.join(inputs, name);
    for (const folder of [found, grown]) fs.mkdirSync(folder, { recursive: true });
    say('fuzz', name);
    const code = await runProgram(path.join(root, 'build/fuzz/fuzz', name), [
      ...options(name),
      '-rss_limit_mb=2048',
      ...(OPTIONS_OF[name] ?? []),
      '-timeout=10',
      '-verbosity=0',
      `-artifact_prefix=${found}/`,
      grown,
      ...(fs.existsSync(corpus) ? [corpus] : []),
    ]);
    if (code !== 0) fail++;
  }
  return { tests: files.length, fail };
}

/** Loads, steps, uses and saves the examples. Resolves with how many programs broke. */
async function walkExamples() {
  say('fuzz', 'walk');
  const examples = filesBelow('examples', (name) => name.endsWith('.xml'));
  const walk = path.join(root, 'build/fuzz/fuzz/walk');
  return (await runProgram(walk, [String(WALKED_STEPS), ...examples])) === 0 ? 0 : 1;
}

/** The corpus, then inputs that are the same in every run, then the examples. @param {string[]} files */
export async function repeatFuzzTargets(files) {
  const inputs = path.join(root, 'build/fuzz/repeated');
  fs.rmSync(inputs, { recursive: true, force: true });
  const { tests, fail } = await runTargets(files, inputs, (name) => [
    '-seed=1',
    `-runs=${REPEATED_RUNS_OF[name] ?? REPEATED_RUNS}`,
  ]);
  return { tests: tests + 1, fail: fail + (await walkExamples()) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    const [seconds = SECONDS, only = ''] = process.argv.slice(2);
    const files = filesBelow('tests/fuzz', (name) => isFuzzTarget(name) && name.includes(only));
    const inputs = path.join(root, 'build/fuzz/explored');
    let { fail } = await runTargets(files, inputs, () => [`-max_total_time=${Number(seconds)}`]);
    const scripts = SCRIPTS.filter((name) => name.includes(only));
    for (const name of scripts) {
      say('fuzz', name);
      const script = path.join(root, `tests/fuzz/${name}.mjs`);
      if ((await runProgram(process.execPath, [script, String(seconds)])) !== 0) fail++;
    }
    if (fail) throw new CommandFailed(`${fail} of ${files.length + scripts.length} targets broke`);
  });
}
