// limber types: the names of a model as TypeScript types, so that a misspelt name is an error of the compiler.
import { kinds } from '../../sim/handles.js';
import { forceOption } from '../arguments.js';
import { openModel, writeOutput } from '../model.js';

/** @param {string} kind */
const typeName = (kind) => `${kind[0].toUpperCase()}${kind.slice(1)}Name`;

/**
 * The declarations of a model's names.
 * @param {import('../../index.js').Simulation} sim
 * @param {string} source
 */
function typesOf(sim, source) {
  const lines = [
    `// Names in ${JSON.stringify(source)}; written by 'limber types', do not edit.`,
    '',
  ];
  const all = /** @type {import('../../index.js').Kind[]} */ (Object.keys(kinds));
  for (const kind of all) {
    const names = sim.names(kind).filter(Boolean);
    const union = names.map((name) => `\n  | ${JSON.stringify(name)}`).join('');
    lines.push(`export type ${typeName(kind)} =${union || ' never'};`, '');
  }
  lines.push('/** Names by kind of object. */', 'export interface Names {');
  for (const kind of all) lines.push(`  ${kind}: ${typeName(kind)};`);
  lines.push('  /** What the values of joints and sensors are. */', '  values: {');
  for (const kind of /** @type {const} */ (['joint', 'sensor'])) {
    lines.push(`    ${kind}: {`);
    for (const { name, value } of sim[`${kind}s`])
      if (name)
        lines.push(
          `      ${JSON.stringify(name)}: ${typeof value === 'number' ? 'number' : 'Float64Array'};`,
        );
    lines.push('    };');
  }
  lines.push(
    '  };',
    '}',
    '',
    '/** A simulation of this model, as load<Names>() gives: it takes its names alone. */',
    "export type ModelSimulation = import('limber').Simulation<Names>;",
    '',
  );
  return lines.join('\n');
}

/** @type {import('../arguments.js').Command} */
export const command = {
  summary: "Writes TypeScript types of a model's names",
  positionals: ['MODEL'],
  options: {
    out: { type: 'string', short: 'o', value: 'FILE', help: 'standard output when left out' },
    force: forceOption,
  },
  async run({ positionals: [name], options }) {
    const sim = await openModel(name);
    const text = typesOf(sim, name);
    sim.dispose();
    await writeOutput(options.out, options.force, text);
  },
};
