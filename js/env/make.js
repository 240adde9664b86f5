// Makes environments.
import { makeBatch } from '../batch/make.js';
import { resolveParameter } from '../batch/names.js';
import { MjError, demand } from '../engine/error.js';
import { load } from '../sim/load.js';
import { Simulation } from '../sim/simulation.js';
import { describe } from './describe.js';
import { Environment } from './environment.js';
import { staysHere } from './functions.js';
import { makeKernel } from './kernel.js';
import { Pictures } from './pixels.js';

/** @typedef {import('../sim/source.js').ModelSource} ModelSource */
/** @typedef {import('../sim/source.js').SourceOptions} SourceOptions */
/** @typedef {import('./types.js').EnvOptions} EnvOptions */

/** Fields of the model in which environments differ. @param {Simulation} simulation @param {Record<string, unknown>} randomize */
function variedFields(simulation, randomize) {
  const fields = Object.keys(randomize).map((name) => {
    try {
      return resolveParameter(simulation, name).field;
    } catch (error) {
      const text = /** @type {Error} */ (error).message.replace(/^MuJoCo Error: /, '');
      throw new MjError(`makeEnv: randomize: ${text}`, { cause: error });
    }
  });
  return /** @type {(keyof import('../batch/batch.js').BatchParameters & string)[]} */ ([
    ...new Set(fields),
  ]);
}

/**
 * @param {Omit<import('./environment.js').Inside, 'pictures'>} inside
 * @param {Record<string, import('./pixels.js').PixelsData>} groups
 */
async function finish(inside, groups) {
  try {
    const pictures = new Pictures(inside.batch, groups);
    await pictures.open();
    return new Environment({ ...inside, pictures });
  } catch (error) {
    inside.batch.dispose();
    throw error;
  }
}

/**
 * @param {Simulation} original
 * @param {import('./plan.js').EnvData} data
 * @param {EnvOptions} options
 * @param {Record<string, import('./pixels.js').PixelsData>} pictures
 */
async function makeOnGpu(original, data, options, pictures) {
  const { makeGpuEnvironments } = await import('./gpu/make.js');
  const gpu = await makeGpuEnvironments(original, data, options, Object.keys(pictures));
  const batch = /** @type {import('../batch/batch.js').Batch} */ (/** @type {unknown} */ (gpu));
  return finish({ batch, kernel: gpu.kernel, own: gpu.own, seed: options.seed ?? 0, gpu }, {});
}

/**
 * Makes environments: a model with what is observed, rewarded and asked of it.
 * @param {Simulation | ModelSource} source a simulation, which stays as it is, or what `load` takes
 * @param {EnvOptions & SourceOptions} options
 * @returns {Promise<Environment>}
 */
export async function makeEnv(source, options) {
  demand(
    typeof options === 'object' && options !== null,
    'makeEnv takes a model and options: control, observe, reward ...',
    options,
  );
  const given = source instanceof Simulation;
  const original = given ? source : await load(source, options);
  try {
    const { data, pictures } = describe(options, original.model.opt.timestep);
    if (options.backend === 'gpu') return await makeOnGpu(original, data, options, pictures);
    /** @type {import('./kernel.js').EnvKernel | null} */
    let kernel = null;
    /** @type {import('../batch/rows.js').Rows | null} */
    let own = null;
    const { count = 1, workers = count === 1 ? 1 : 'auto', seed = 0 } = options;
    const { plugins, shared, makeWorker } = options;
    const here = staysHere(data, { workers, here: options.here }) || options.here;
    const batch = await makeBatch(
      original,
      {
        count,
        workers,
        keep: [],
        vary: variedFields(original, data.randomize),
        plugins,
        shared,
        ...(here === undefined ? {} : { here }),
        makeWorker,
      },
      {
        argument: data,
        make: async (stepper, argument) => (kernel = await makeKernel(stepper, argument)),
        opened: (rows) => {
          own = rows;
        },
        makeWorker: () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' }),
        path: 'env/worker.js',
      },
    );
    if (!kernel || !own) throw new MjError('makeEnv: the batch made no kernel');
    return await finish({ batch, kernel, own, seed }, pictures);
  } finally {
    if (!given) original.dispose();
  }
}
