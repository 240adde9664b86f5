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
  lines.push(
    '}',
    '',
    '/** A simulation of this model: its handles take its names alone. */',
    "export type ModelSimulation = Omit<import('limber').Simulation, 'object' | keyof Names> & {",
    "  object<K extends import('limber').Kind>(kind: K, object: Names[K] | number): import('limber').HandleTypes[K];",
    '} & {',
    "  [K in Extract<keyof Names, keyof import('limber').Simulation>]: (",
    '    object: Names[K] | number,',
    "  ) => import('limber').HandleTypes[K];",
    '};',
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
