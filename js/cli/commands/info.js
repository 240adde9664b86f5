// limber info: what is in a model.
import process from 'node:process';
import { kinds } from '../../sim/handles.js';
import { UsageError } from '../arguments.js';
import { openModel, shortNumber, table } from '../model.js';

/** @typedef {import('../../index.js').Simulation} Simulation */

/** @param {string} kind */
const pluralOf = (kind) =>
  (/[^ae]y$/.test(kind) ? `${kind.slice(0, -1)}ies` : `${kind}s`).replace('meshs', 'meshes');

/** Key of an enum's value. @param {object} type @param {number} value */
const keyOf = (type, value) =>
  Object.entries(type)
    .find(([, item]) => item.value === value)?.[0]
    .replace(/^mj[A-Z]+_/, '')
    .toLowerCase() ?? String(value);

/**
 * Facts about a model.
 * @param {Simulation} sim
 */
export function describe(sim) {
  const { model, data, mujoco } = sim;
  const { opt } = model;
  /** @type {Record<string, string[]>} */
  const names = {};
  for (const kind of /** @type {import('../../index.js').Kind[]} */ (Object.keys(kinds))) {
    const list = sim.names(kind);
    if (list.length > 0) names[kind] = list;
  }
  return {
    sizes: {
      positions: model.nq,
      velocities: model.nv,
      controls: model.nu,
      activations: model.na,
      sensordata: model.nsensordata,
    },
    counts: Object.fromEntries(Object.entries(names).map(([kind, list]) => [kind, list.length])),
    mass: model.body_subtreemass[0],
    timestep: opt.timestep,
    gravity: [...opt.gravity],
    integrator: keyOf(mujoco.mjtIntegrator, opt.integrator),
    solver: keyOf(mujoco.mjtSolver, opt.solver),
    cone: keyOf(mujoco.mjtCone, opt.cone),
    contactsAtStart: data.ncon,
    modelBytes: Number(mujoco.mj_sizeModel(model)),
    names,
  };
}

/** @type {import('../arguments.js').Command} */
export const command = {
  summary: 'Shows what is in a model: sizes, options, names',
  positionals: ['MODEL'],
  options: {
    names: { type: 'string', value: 'KIND', help: 'only the names of a kind, such as joint' },
    json: { type: 'boolean', help: 'everything as JSON', default: false },
  },
  async run({ positionals: [name], options }) {
    const { names: kind } = options;
    if (kind && !Object.hasOwn(kinds, kind))
      throw new UsageError(`info: no kind '${kind}'; kinds: ${Object.keys(kinds).join(' ')}`);
    const sim = await openModel(name);
    const facts = describe(sim);
    sim.dispose();
    if (kind) {
      const list = facts.names[kind] ?? [];
      const text = options.json ? [JSON.stringify(list)] : list.map((n, id) => n || `#${id}`);
      process.stdout.write(text.length > 0 ? `${text.join('\n')}\n` : '');
      return;
    }
    if (options.json) {
      process.stdout.write(`${JSON.stringify(facts, null, 2)}\n`);
      return;
    }
    const { sizes, counts, names, ...rest } = facts;
    const rows = [
      ...Object.entries(rest).map(([key, value]) => [
        key,
        typeof value === 'number' ? shortNumber(value) : String(value),
      ]),
      ...Object.entries(sizes).map(([key, value]) => [key, String(value)]),
      ...Object.entries(counts).map(([key, count]) => {
        const named = names[key].filter(Boolean);
        const list = named.slice(0, 8).join(' ') + (named.length > 8 ? ' ...' : '');
        return [pluralOf(key), String(count), list];
      }),
    ];
    process.stdout.write(`${table(rows)}\n`);
  },
};
