// limber compile: MJCF or URDF to a binary model, to MJCF, or to a report.
import path from 'node:path';
import process from 'node:process';
import { decompose } from '../../decompose.js';
import { modelBytes } from '../../sim/binary.js';
import { UsageError, forceOption } from '../arguments.js';
import { openModel, table, warnings, writeOutput } from '../model.js';
import { describe } from './info.js';

/** @typedef {import('../../index.js').Simulation} Simulation */

/** What each kind of output file gets. @type {Record<string, (sim: Simulation) => string | Uint8Array>} */
const writers = {
  '.mjb': (sim) => modelBytes(sim),
  '.xml': (sim) => sim.toXml(),
  '.mjcf': (sim) => sim.toXml(),
  '.json': (sim) => `${JSON.stringify(describe(sim), null, 2)}\n`,
  '.txt': (sim) => {
    sim.mujoco.mj_printModel(sim.model, 'model.txt');
    return sim.mujoco.FS.readFile('model.txt', { encoding: 'utf8' });
  },
};

/** @type {import('../arguments.js').Command} */
export const command = {
  summary: 'Compiles a model and writes it as MJB, MJCF or a report',
  positionals: ['MODEL', '[OUTPUT]'],
  details: `The ending of OUTPUT decides: ${Object.keys(writers).join(' ')} (.txt: every number of the compiled model). Without OUTPUT the\nmodel is compiled and a report is shown. An OUTPUT of - is standard output, with --format.`,
  options: {
    format: {
      type: 'string',
      value: 'ENDING',
      help: 'instead of the ending of OUTPUT: mjb, xml, ...',
    },
    decompose: {
      type: 'count',
      value: 'N',
      help: 'meshes that collide become at most N convex parts each (by @dimforge/rapier3d-compat)',
      least: 1,
      most: 1024,
    },
    force: forceOption,
  },
  async run({ positionals: [name, target], options }) {
    const { format, force, decompose: parts } = options;
    const ending = format ? `.${format}` : path.extname(target ?? '').toLowerCase();
    const writer = Object.hasOwn(writers, ending) ? writers[ending] : null;
    if (!writer && (target || format)) {
      const what = format ? `'${format}' is` : `'${target}' has`;
      throw new UsageError(
        `compile: ${what} none of the endings ${Object.keys(writers).join(' ')}`,
      );
    }
    const sim = await openModel(name);
    if (parts !== undefined) {
      const cut = await decompose(sim, { parts });
      // what is compiled goes to standard output
      process.stderr.write(`${table(cut.map(({ mesh, parts: count }) => [mesh, count]))}\n`);
    }
    if (writer) await writeOutput(target, force, writer(sim));
    else {
      const { counts, modelBytes: bytes } = describe(sim);
      const rows = Object.entries(counts).map(([kind, count]) => [kind, count]);
      process.stdout.write(`${table([...rows, ['bytes', bytes], ['files', sim.files.size]])}\n`);
      process.stdout.write(`compiled, ${warnings.length} warnings\n`);
    }
    sim.dispose();
  },
};
