// limber train: trains a policy for a task, and writes it as JSON or ONNX.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { MjError } from '../../engine/error.js';
import { UsageError, forceOption } from '../arguments.js';

/** @typedef {import('../arguments.js').OptionValues} OptionValues */
/** @typedef {import('../../env/tasks/task.js').Task} Task */
/** @typedef {import('../../env/train/trainer.js').Progress} Progress */
/** @typedef {import('../../env/train/trainer.js').Training} Training */
/** @typedef {import('../../env/policy/policy_data.js').PolicyData} PolicyData */
/** @typedef {import('../../env/train/recipes.js').Recipe} Recipe */
/** @typedef {import('../../env/policy/policy_data.js').Precision} Precision */

/** Seconds between two checkpoints, and between two lines where there is no terminal. */
const CHECKPOINT_SECONDS = 20;
const LINE_SECONDS = 5;

/** Episodes that the return of a policy is of, at most. */
const EVALUATION_COUNT = 64;
/** Runs whose short result is written into a policy. */
const CHECK_COUNT = 4;

/** A task by name, or from a module of the user's. @param {string} name @returns {Promise<{ task: Task, recipe: Recipe }>} */
async function openTask(name) {
  const { loadTask, recipeDefaults, recipeOf } = await import('../../env/train/recipes.js');
  if (!/\.m?js$/.test(name)) return { task: await loadTask(name), recipe: recipeOf(name) };
  const module = await import(pathToFileURL(path.resolve(name)).href);
  const task = module.default ?? module.task;
  if (!task?.model || !task?.options)
    throw new MjError(
      `'${name}' exports no task: its default export must have 'model' (MJCF or a path) and 'options' (of makeEnv)`,
    );
  const own = task.recipe ?? {};
  const title = path.basename(name).replace(/\.m?js$/, '');
  return { task: { name: title, title, ...task }, recipe: { ...recipeDefaults, ...own } };
}

/** @param {number} seconds */
const clock = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** A line about the state of a training. @param {Progress} progress @param {number} samples wanted @param {number} seconds */
function lineOf(progress, samples, seconds) {
  const { total, episodes, iteration, collecting, learning } = progress;
  const rate = progress.samples / (collecting + learning);
  return [
    clock(seconds),
    `${Math.min(100, Math.round((100 * total) / samples))}%`,
    `iteration ${iteration}`,
    `${(total / 1e6).toFixed(2)} M samples`,
    episodes > 0 ? `return ${progress.return.toFixed(2)}` : 'no episode ended yet',
    episodes > 0 ? `length ${Math.round(progress.length)}` : '',
    `${Math.round(rate)}/s`,
  ]
    .filter(Boolean)
    .join('  ');
}

/** Shows progress: one line that changes on a terminal, lines now and then elsewhere. */
class Reporter {
  #start = performance.now();
  #shown = -Infinity;
  /** @type {string[]} rows of the curve */
  rows = ['samples,seconds,return,length'];

  /** @param {number} samples wanted */
  constructor(samples) {
    this.samples = samples;
  }

  /** @param {Progress} progress */
  show(progress) {
    const seconds = (performance.now() - this.#start) / 1e3;
    const { total, return: mean, length } = progress;
    if (Number.isFinite(mean))
      this.rows.push([total, progress.seconds.toFixed(1), mean.toPrecision(6), length].join(','));
    const isTerminal = process.stderr.isTTY;
    if (!isTerminal && seconds - this.#shown < LINE_SECONDS) return;
    this.#shown = seconds;
    const line = lineOf(progress, this.samples, seconds);
    process.stderr.write(isTerminal ? `\r${line}\x1b[K` : `${line}\n`);
  }

  end() {
    if (process.stderr.isTTY) process.stderr.write('\n');
  }
}

/** @param {string} file @param {PolicyData} policy @param {Precision} precision */
async function write(file, policy, precision) {
  const { writeOnnx } = await import('../../env/policy/onnx_writer.js');
  const { writePolicy } = await import('../../env/policy/policy_data.js');
  const content = file.endsWith('.onnx') ? writeOnnx(policy) : writePolicy(policy, { precision });
  fs.writeFileSync(file, content);
}

/** Writes a checkpoint in one piece: a run that is cut off leaves the one before. @param {string} file @param {Training} training */
function writeCheckpoint(file, training) {
  fs.writeFileSync(`${file}.part`, training.save());
  fs.renameSync(`${file}.part`, file);
}

/** @param {string} name @param {OptionValues} options */
function targetOf(name, { out, force }) {
  const file = out ?? `${path.basename(name).replace(/\.m?js$/, '')}.json`;
  if (!/\.(json|onnx)$/.test(file))
    throw new UsageError(`train: '${file}' must end with .onnx or .json`);
  if (fs.existsSync(file) && !force) throw new MjError(`'${file}' exists; --force overwrites it`);
  return file;
}

/** @param {number} bits of a weight @returns {Precision} */
function precisionOf(bits) {
  const found = /** @type {Record<number, Precision>} */ ({
    32: 'float32',
    16: 'float16',
    8: 'int8',
  })[bits];
  if (!found) throw new UsageError(`train: --bits is 32, 16 or 8, got ${bits}`);
  return found;
}

/** @param {string} name @param {OptionValues} options */
async function train(name, options) {
  const file = targetOf(name, options);
  const { task, recipe } = await openTask(name);
  const { makeEnv } = await import('../../env/make.js');
  const { Training, addCheck, chooseBest, runTraining } = await import('../../env/train/index.js');
  const { count = recipe.count, samples = recipe.samples, seed, bits } = options;
  const precision = precisionOf(bits);
  const workers = options.workers ?? 'auto';
  const method = /** @type {'ppo' | 'es' | undefined} */ (options.method);
  const make = (/** @type {number} */ number) =>
    makeEnv(task.model, { ...task.options, count: number, workers, seed, here: true });
  const env = await make(count);
  const settings = method && method !== recipe.options.method ? { method } : recipe.options;
  const training = new Training(env, { ...settings, seed, task: task.name });
  if (options.resume) training.restore(fs.readFileSync(options.resume, 'utf8'));
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.once('SIGINT', interrupt);
  const reporter = new Reporter(samples);
  let saved = performance.now();
  const best = await runTraining(training, {
    samples,
    seconds: options.minutes === undefined ? Infinity : 60 * options.minutes,
    signal: stop.signal,
    onProgress(progress) {
      reporter.show(progress);
      if (!options.checkpoint || performance.now() - saved < 1e3 * CHECKPOINT_SECONDS) return;
      saved = performance.now();
      writeCheckpoint(options.checkpoint, training);
    },
  });
  reporter.end();
  process.off('SIGINT', interrupt);
  if (options.checkpoint) writeCheckpoint(options.checkpoint, training);
  if (options.curve) fs.writeFileSync(options.curve, `${reporter.rows.join('\n')}\n`);
  const final = training.policy();
  env.dispose();
  const judges = await make(Math.min(count, EVALUATION_COUNT));
  const chosen = await chooseBest(judges, [final, best], { precision });
  judges.dispose();
  const few = await make(CHECK_COUNT);
  const policy = await addCheck(few, chosen);
  few.dispose();
  await write(file, policy, precision);
  const { return: mean, deviation, episodes } = policy.training ?? {};
  process.stdout.write(
    `${file}: return ${Number(mean).toFixed(3)} +- ${Number(deviation).toFixed(3)} over ${episodes} episodes\n`,
  );
}

/** @type {import('../arguments.js').Command} */
export const command = {
  summary: 'Trains a policy for a task and writes it as .json or .onnx',
  positionals: ['TASK'],
  details:
    "TASK: a task of the package (limber train '?' lists them), or a module whose default export has 'model' and 'options'. Ctrl+C ends\n" +
    'early and writes what was learned. The same seed gives the same policy, for any number of workers.',
  options: {
    out: { type: 'string', short: 'o', value: 'FILE', help: 'the policy (TASK.json)' },
    seed: { type: 'count', value: 'N', help: 'of everything random', default: 1 },
    workers: { type: 'count', value: 'N', help: 'threads (one for each processor)', least: 1 },
    count: { type: 'count', value: 'N', help: 'environments (by the task)', least: 1 },
    samples: { type: 'count', value: 'N', help: 'steps in all (by the task)', least: 1 },
    minutes: { type: 'number', value: 'M', help: 'ends after this time in any case' },
    method: { type: 'string', value: 'NAME', help: 'ppo or es, with its defaults (by the task)' },
    checkpoint: { type: 'string', value: 'FILE', help: 'written now and then, for --resume' },
    resume: { type: 'string', value: 'FILE', help: 'goes on from a checkpoint' },
    curve: { type: 'string', value: 'FILE', help: 'CSV of samples, seconds, return, length' },
    bits: { type: 'count', value: 'N', help: 'of a weight in .json: 32, 16 or 8', default: 32 },
    force: forceOption,
  },
  async run({ positionals: [name], options }) {
    await train(name, options);
  },
};
