// makeEnv(model, { backend: 'gpu', ... }): environments whose simulations, terms and resets are all on a GPU.
import { makeGpuBatch, uncoveredOf } from '../../gpu/make.js';
import { MjError } from '../../engine/error.js';
import { resolveParameter } from '../../batch/names.js';
import { Simulation } from '../../sim/simulation.js';
import { openFunctions } from '../functions.js';
import { compilePlan } from '../plan.js';
import { World } from '../world.js';
import { GpuEnvironments } from './batch.js';
import { makeFields } from './fields.js';
import { envKernels } from './kernels.js';
import { Terms } from './terms.js';

/** @typedef {import('../plan.js').EnvData} EnvData */
/** @typedef {import('../plan.js').Plan} Plan */
/** @typedef {import('../types.js').EnvOptions} EnvOptions */
/** @typedef {import('../world.js').TermWorld} TermWorld */
/** @typedef {import('./kernels.js').Draft} Draft */

/** @param {EnvData} data @param {Terms} terms */
function missing(data, terms) {
  const list = [...terms.missing];
  if (data.contactForces) list.push('contactForces');
  if (data.control.kind === 'custom') list.push('functions as control');
  if ('run' in data.start) list.push('functions at the start');
  if ('points' in data.start) list.push('points at the start');
  if (Object.values(data.events).some(({ effect }) => effect.kind === 'custom'))
    list.push('functions as events');
  return list;
}

/** @param {TermWorld} world @param {EnvData} data @param {readonly string[]} refused what is not covered so far @returns {Draft} */
function draftOf(world, data, refused) {
  // what does not fit the model is an error here, in the words of environments
  const plan = compilePlan(world, data);
  world.touch();
  const terms = new Terms(world);
  const groups = Object.values(data.observe).map((group) =>
    group.terms.map((term) => terms.compile(term)),
  );
  const rewards = Object.values(data.reward).map(([, term]) => terms.compile(term));
  const ends = Object.values(data.terminate).map((term) => terms.compile(term));
  const list = [...missing(data, terms), ...refused];
  if (list.length > 0)
    throw new MjError(
      `makeEnv: backend 'gpu' does not cover ${list.join(', ')}; backend: 'cpu' does`,
    );
  const target = data.control.kind === 'pd' ? plan.control.size : 0;
  const fields = makeFields(plan, { memory: terms.memorySize, target });
  return { world, plan, terms, fields, groups, rewards, ends };
}

/** @param {Simulation} simulation @param {EnvData} data */
function variedFields(simulation, data) {
  return [
    ...new Set(Object.keys(data.randomize).map((name) => resolveParameter(simulation, name).field)),
  ];
}

/**
 * @param {Simulation} original
 * @param {EnvData} data
 * @param {EnvOptions} options
 * @param {readonly string[]} pictures names of groups that are pictures
 */
export async function makeGpuEnvironments(original, data, options, pictures) {
  const { mujoco, model } = original;
  const simulation = new Simulation(mujoco, new mujoco.MjModel(model));
  try {
    const world = /** @type {TermWorld} */ (new World(simulation, data.decimation));
    world.functions = await openFunctions(data);
    const refused = [...(pictures.length > 0 ? ['pictures'] : []), ...uncoveredOf(original)];
    const draft = draftOf(world, data, refused);
    const { count = 1, device, powerPreference, nconmax, njmax } = options;
    const gpu = await makeGpuBatch(original, {
      count,
      vary: variedFields(original, data),
      device,
      powerPreference,
      nconmax,
      njmax,
      extension: {
        fields: draft.fields.fields,
        spans: draft.fields.spans,
        kernels: (sizes) => envKernels(draft, sizes),
      },
    });
    return new GpuEnvironments(gpu, simulation, draft);
  } catch (error) {
    simulation.dispose();
    throw error;
  }
}
