// Makes batches; loaded when the first one is asked for.
import { MjError, demand } from '../engine/error.js';
import { load } from '../sim/load.js';
import { Simulation, hasCallbacks } from '../sim/simulation.js';
import { BatchBase } from './batch.js';
import { mostSimulations } from './board.js';
import { Crew } from './crew.js';
import { Member } from './member.js';
import { moduleAddress } from './modules.js';
import { processorCount } from './port.js';
import { Rows, canShare } from './rows.js';
import { chunkSize } from './stepper.js';

/** @typedef {import('../sim/source.js').ModelSource} ModelSource */
/** @typedef {import('../sim/source.js').SourceOptions} SourceOptions */
/** @typedef {import('./batch.js').Batch} Batch */
/** @typedef {import('./batch.js').BatchOptions} BatchOptions */

/** @param {BatchOptions} options */
function threadsOf({
  workers = 'auto',
  here = typeof document === 'undefined' && Boolean(globalThis.process),
}) {
  const threads = workers === 'auto' ? processorCount() : workers;
  const good = Number.isInteger(threads) && threads > 0;
  demand(good, "createBatch: workers is a positive whole number or 'auto'", workers);
  return { threads, here };
}

/** @param {Simulation} simulation */
function refuseCallbacks(simulation) {
  if (hasCallbacks(simulation))
    throw new MjError(
      'createBatch: callbacks of this simulation cannot run in workers: put them in a module ' +
        "and give its URL, { callbacks: { control: new URL('./module.js', import.meta.url) } }",
    );
}

/**
 * See createBatch.
 * @param {Simulation | ModelSource} source
 * @param {BatchOptions & SourceOptions} options
 * @param {import('./kernel.js').KernelPlan} [kernel]
 * @returns {Promise<Batch>}
 */
export async function makeBatch(source, options, kernel) {
  const { count = 1, keep = ['sensordata'], vary = [], plugins = [], callbacks = {} } = options;
  demand(
    Number.isInteger(count) && count > 0,
    'createBatch: count is a positive whole number',
    count,
  );
  demand(count <= mostSimulations, `createBatch: count is at most ${mostSimulations}`, count);
  const { threads, here } = threadsOf(options);
  const given = source instanceof Simulation;
  const original = given ? source : await load(source, options);
  try {
    refuseCallbacks(original);
    return await assemble(original, {
      options,
      kernel,
      count,
      threads,
      here,
      fields: [
        ...keep.map((name) => /** @type {['keep', string]} */ (['keep', name])),
        ...vary.map((name) => /** @type {['vary', string]} */ (['vary', name])),
      ],
      plugins: plugins.map((url) => moduleAddress(url, 'createBatch: a plugin')),
      callbacks: Object.fromEntries(
        Object.entries(callbacks).map(([name, url]) => [
          name,
          moduleAddress(url, `createBatch: callback ${name}`),
        ]),
      ),
    });
  } finally {
    if (!given) original.dispose();
  }
}

/** Bytes of a row, about. @param {Simulation} simulation */
function rowBytes(simulation) {
  const sleeps =
    simulation.model.opt.enableflags & simulation.mujoco.mjtEnableBit.mjENBL_SLEEP.value;
  return 8 * simulation.saveState().length + (sleeps ? Number(simulation.data.nbuffer) : 0);
}

/**
 * @param {Simulation} original
 * @param {{ options: BatchOptions, kernel: import('./kernel.js').KernelPlan | undefined, count: number, threads: number,
 *   here: boolean, fields: import('./member.js').Setting['fields'], plugins: string[], callbacks: import('./member.js').Setting['callbacks'] }} plan
 */
async function assemble(original, plan) {
  const { options, kernel, count, threads, here, fields, plugins, callbacks } = plan;
  const { data } = original;
  const shared = options.shared !== false && canShare();
  const workers = threads - Number(here);
  const chunk = chunkSize(count, threads, rowBytes(original));
  const setting = { count, chunk, fields, arrays: null, callbacks, kernel: kernel?.argument };
  /** @type {Member | null} */
  let member = null;
  /** @type {Crew | null} */
  let crew = null;
  try {
    member = await Member.make(Member.copyOf(original), setting, kernel?.make);
    const { stepper } = member;
    stepper.native.fill(data);
    const rows = new Rows(count, shared && workers > 0);
    stepper.fields.forEach((field, k) => rows.add(field, stepper.template(k)));
    if (member.kernel) {
      member.own = new Rows(count, shared && workers > 0);
      for (const field of member.kernel.fields) member.own.add(field, field.initial);
      kernel?.opened(member.own);
    }
    crew = new Crew(member, {
      ...options,
      kernel,
      workers,
      here,
      plugins,
      callbacks,
      chunk,
      count,
      shared,
    });
    await crew.open(rows);
    const batch = /** @type {unknown} */ (new BatchBase({ member, crew, rows, options, count }));
    return /** @type {Batch} */ (batch);
  } catch (error) {
    crew?.close();
    member?.dispose();
    throw error;
  }
}
