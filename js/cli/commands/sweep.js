// limber sweep: simulates every combination of parameters, on this machine or on the workers of a queue, and writes a table.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { connect, folderStore, local } from '../../cluster/index.js';
import { plotPage } from '../../cluster/plot.js';
import { parseVary } from '../../cluster/values.js';
import { MjError } from '../../engine/error.js';
import { UsageError, forceOption } from '../arguments.js';
import { redisOf, redisOptions, timeText } from '../cluster.js';
import { openModel, progressBar, shortNumber, table } from '../model.js';

/** @typedef {import('../arguments.js').OptionValues} OptionValues */
/** @typedef {import('../../cluster/index.js').Cluster} Cluster */
/** @typedef {import('../../cluster/index.js').SweepOptions} SweepOptions */
/** @typedef {import('../../cluster/index.js').Table} Table */

/** Seconds for which --dry-run measures at least, unless everything is shorter. */
const trialSeconds = 0.4;

/** A mistake of the command line where the cluster would tell of one. @template T @param {() => T} body @returns {T} */
function asUsage(body) {
  try {
    return body();
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    throw new UsageError(`sweep: ${message.replace(/^MuJoCo Error: /, '')}`);
  }
}

/** `qpos=0.01,ctrl=0.1`. @param {string | undefined} text */
function readNoise(text) {
  if (text === undefined) return {};
  const parts = text.split(',').map((part) => part.split('='));
  const bad = parts.find(
    ([name, value]) => !['qpos', 'qvel', 'ctrl'].includes(name) || !(Number(value) >= 0),
  );
  if (bad) throw new UsageError(`sweep: --noise is qpos=A,qvel=B,ctrl=C, got '${text}'`);
  return Object.fromEntries(parts.map(([name, value]) => [name, Number(value)]));
}

/** @param {string | undefined} text */
function readArgument(text) {
  try {
    return text === undefined ? null : JSON.parse(text);
  } catch {
    throw new UsageError(`sweep: --argument is JSON, got '${text}'`);
  }
}

/** Formats by ending. @param {string | undefined} out @param {boolean} force @returns {'csv' | 'npz'} */
function checkOutput(out, force) {
  if (out === undefined || out === '-') return 'csv';
  const ending = path.extname(out).slice(1).toLowerCase();
  if (ending !== 'csv' && ending !== 'npz')
    throw new UsageError(`sweep: '${out}' ends with neither .csv nor .npz`);
  if (fs.existsSync(out) && !force) throw new MjError(`'${out}' exists; --force overwrites it`);
  return ending;
}

/** @param {OptionValues} options */
function checkOptions({ metric, record, plot, force, out }) {
  if (metric === undefined && record === undefined)
    throw new UsageError(
      'sweep: --metric FILE is missing (or --record FIELDS, with an output .npz)',
    );
  if (plot !== undefined && !/\.html?$/i.test(plot))
    throw new UsageError(`sweep: '${plot}' should end with .html`);
  if (plot !== undefined && metric === undefined)
    throw new UsageError('sweep: --plot needs a --metric');
  if (plot !== undefined && fs.existsSync(plot) && !force)
    throw new MjError(`'${plot}' exists; --force overwrites it`);
  const format = checkOutput(out, force);
  if (record !== undefined && format === 'csv' && metric === undefined)
    throw new UsageError('sweep: what --record names goes into .npz: --out FILE.npz');
  return format;
}

/** @param {string} name of the model @param {OptionValues} options @returns {Promise<SweepOptions>} */
async function sweepOf(name, options) {
  const vary = Object.fromEntries(
    (options.vary ?? []).map((text) => asUsage(() => parseVary(text))),
  );
  const noise = readNoise(options.noise);
  const argument = readArgument(options.argument);
  const { metric, policy, key, seeds, every, limit, verify } = options;
  const recordEvery = options['record-every'];
  const model = await openModel(name);
  return {
    model,
    vary,
    seeds,
    noise,
    argument,
    steps: options.steps ?? Math.max(1, Math.round(options.time / model.timestep)),
    every,
    recordEvery,
    limit,
    verify,
    chunkSeconds: options.chunk,
    ...(metric === undefined ? {} : { metric }),
    ...(policy === undefined ? {} : { policy }),
    ...(key === undefined ? {} : { key }),
    ...(options.record === undefined ? {} : { record: options.record.split(',') }),
    ...(options.name === undefined ? {} : { name: options.name }),
  };
}

/** The cluster, and the folder of what is done, which goes when all is. @param {OptionValues} options */
async function openCluster(options) {
  if (options.redis !== undefined || process.env.LIMBER_REDIS) {
    const { redis, prefix, store } = redisOf(options, 'sweep');
    const cluster = await connect({
      redis,
      prefix,
      ...(store ? { store: folderStore(store) } : {}),
    });
    return { cluster, folder: null };
  }
  const isFile = options.out !== undefined && options.out !== '-';
  const folder = isFile && !options['dry-run'] ? `${options.out}.parts` : null;
  return {
    cluster: local({ threads: options.threads ?? 'auto', ...(folder ? { folder } : {}) }),
    folder,
  };
}

/**
 * What a sweep would take.
 * @param {SweepOptions} sweep
 * @param {number} capacity
 * @param {OptionValues} options
 */
async function estimate(sweep, capacity, { price }) {
  const one = local({ threads: 1 });
  try {
    const lengths = Object.values(sweep.vary ?? {}).map(({ length }) => length);
    const points = lengths.reduce((product, length) => product * length, 1);
    const total = points * (sweep.seeds ?? 1);
    const few = Object.fromEntries(
      Object.entries(sweep.vary ?? {}).map(([name, values]) => [name, [Number(values[0])]]),
    );
    let [each, took] = [0, 0];
    const onProgress = (
      /** @type {{ busySeconds: number, done: number }} */ { busySeconds, done },
    ) => {
      each = busySeconds / done;
      took = busySeconds;
    };
    // more each time: at first the engine is compiled while it runs
    for (let seeds = 1; took < trialSeconds && seeds <= 4 * total; seeds *= 4)
      await one
        .sweep({ ...sweep, vary: few, seeds, verify: 0, name: 'dry-run', onProgress })
        .table();
    const hours = (each * total) / 3600;
    const rows = [
      ['simulations', `${total} (${[...lengths, sweep.seeds].join(' x ')})`],
      ['steps of each', String(sweep.steps)],
      ['time of one', timeText(each)],
      ['on one thread', timeText(each * total)],
      [`on ${capacity} threads`, timeText((each * total) / capacity)],
      ['hours of a thread', shortNumber(hours)],
      ...(price === undefined ? [] : [['cost', shortNumber(hours * price)]]),
    ];
    process.stdout.write(`${table(rows)}\n`);
  } finally {
    await one.close();
  }
}

/** A file that is whole, or not there. @param {string} file @param {string | Uint8Array} content */
function writeWhole(file, content) {
  fs.writeFileSync(`${file}.new`, content);
  fs.renameSync(`${file}.new`, file);
  process.stderr.write(`${file}: ${Buffer.byteLength(content)} bytes\n`);
}

/** @param {Table} results @param {'csv' | 'npz'} format @param {OptionValues} options @param {string} title */
async function write(results, format, { out, plot }, title) {
  const content = format === 'npz' ? results.toNPZ() : results.toCSV();
  if (out !== undefined && out !== '-') writeWhole(out, content);
  else if (!process.stdout.write(content))
    await new Promise((resolve) => process.stdout.once('drain', () => resolve(null)));
  if (plot !== undefined) writeWhole(plot, plotPage(results, title));
}

/** @param {Table} results */
function reportFailures({ failures, length }) {
  if (failures.length === 0) return 0;
  const some = failures.slice(0, 5).map(({ index, text }) => `  ${index}: ${text}`);
  const more = failures.length > 5 ? [`  and ${failures.length - 5} more`] : [];
  const lines = [
    `limber: ${failures.length} of ${length} simulations gave no result`,
    ...some,
    ...more,
  ];
  process.stderr.write(`${lines.join('\n')}\n`);
  return 1;
}

/**
 * @param {Cluster} cluster
 * @param {SweepOptions} sweep
 */
async function runSweep(cluster, sweep) {
  const abort = new AbortController();
  const stop = () => abort.abort(new MjError('stopped: the same command goes on where it was'));
  process.once('SIGINT', stop);
  const bar = progressBar('sweep', true);
  const onNotice = (/** @type {string} */ text) => {
    bar.end();
    process.stderr.write(`limber: ${text}\n`);
  };
  try {
    return await cluster
      .sweep({
        ...sweep,
        signal: abort.signal,
        onNotice,
        onProgress: ({ done, total, rate, secondsLeft }) =>
          bar.show(done / total, ` ${shortNumber(rate)}/s, ${timeText(secondsLeft)} left`),
      })
      .table();
  } finally {
    bar.end();
    process.off('SIGINT', stop);
  }
}

/** @type {import('../arguments.js').Command} */
export const command = {
  summary: 'Simulates every combination of parameters, here or on workers, and writes a table',
  positionals: ['MODEL'],
  details:
    "--vary 'joint:elbow.damping=0.1:2:16' --vary 'geom:*.friction[0]=0.4,0.8' --vary 'opt.timestep=0.001,0.002' --vary 'policy.gain=1:9:5'\n" +
    'A metric is a module: export default (sim, { seed, values }) => number, or an object of numbers. With --redis it runs on workers that allow it.\n' +
    'A sweep that was stopped goes on when the same command is given again.',
  options: {
    vary: {
      type: 'list',
      value: 'NAME=VALUES',
      help: 'first:last:count, or a,b,c; may be given several times',
    },
    seeds: {
      type: 'count',
      value: 'N',
      help: 'simulations of each point, with noise of seeds 0 to N-1',
      default: 1,
      least: 1,
    },
    noise: {
      type: 'string',
      value: 'NOISE',
      help: 'deviations: qpos=A,qvel=B of starts, ctrl=C of controls',
    },
    metric: {
      type: 'string',
      short: 'm',
      value: 'FILE',
      help: 'module that measures; FILE#name for an export of a name',
    },
    policy: { type: 'string', value: 'FILE', help: 'module that sets controls' },
    argument: { type: 'string', value: 'JSON', help: 'for metric and policy' },
    time: { type: 'number', short: 't', value: 'SECONDS', help: 'simulated time', default: 1 },
    steps: {
      type: 'count',
      short: 'n',
      value: 'N',
      help: 'number of steps, instead of --time',
      least: 1,
    },
    every: {
      type: 'count',
      short: 'e',
      value: 'N',
      help: 'steps between two calls of the policy',
      default: 1,
      least: 1,
    },
    key: { type: 'string', short: 'k', value: 'NAME', help: 'keyframe to start from' },
    record: { type: 'string', value: 'FIELDS', help: 'fields to record, with commas, into .npz' },
    'record-every': {
      type: 'count',
      value: 'N',
      help: 'steps between two records',
      default: 1,
      least: 1,
    },
    out: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      help: '.csv or .npz; CSV on standard output when left out',
    },
    plot: { type: 'string', value: 'FILE.html', help: 'a page with curves or a heat map' },
    ...redisOptions,
    threads: { type: 'count', short: 'j', value: 'N', help: 'threads, without Redis', least: 1 },
    name: { type: 'string', value: 'NAME', help: 'of the job' },
    limit: {
      type: 'number',
      value: 'SECONDS',
      help: 'that a metric or policy may take',
      default: 10,
    },
    verify: {
      type: 'number',
      value: 'PART',
      help: 'of chunks that run twice and are compared',
      default: 0.01,
      most: 1,
    },
    chunk: { type: 'number', value: 'SECONDS', help: 'that a chunk should take', default: 2 },
    'dry-run': {
      type: 'boolean',
      help: 'measure a few simulations and say what all would take',
      default: false,
    },
    price: { type: 'number', value: 'X', help: 'of an hour of a thread, for --dry-run' },
    force: forceOption,
  },
  async run({ positionals: [model], options }) {
    const format = checkOptions(options);
    const sweep = await sweepOf(model, options);
    const { cluster, folder } = await openCluster(options);
    try {
      if (options['dry-run']) {
        await estimate(sweep, Math.max(1, cluster.capacity), options);
        return 0;
      }
      const results = await runSweep(cluster, sweep);
      await write(results, format, options, path.basename(model));
      if (folder) fs.rmSync(folder, { recursive: true, force: true });
      return reportFailures(results);
    } finally {
      await cluster.close();
      /** @type {import('../../index.js').Simulation} */ (sweep.model).dispose();
    }
  },
};
