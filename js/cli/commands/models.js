// limber models: robots that are known by name.
import process from 'node:process';
import { listModels } from '../../zoo/index.js';
import { table } from '../model.js';

/** @type {import('../arguments.js').Command} */
export const command = {
  summary: 'Lists robots that are known by name, for every command that takes a model',
  positionals: ['[TEXT]'],
  details:
    'Lists those whose name or kind has TEXT in it. Their files come from their makers, with their licences, and are kept after the first time.',
  options: { json: { type: 'boolean', help: 'as JSON', default: false } },
  async run({ positionals: [text = ''], options }) {
    const found = listModels().filter(({ name, kind }) => `${name} ${kind}`.includes(text));
    if (found.length === 0 && !options.json) {
      process.stderr.write(`limber: no robot has '${text}' in its name or kind\n`);
      return 1;
    }
    process.stdout.write(
      options.json
        ? `${JSON.stringify(found, null, 2)}\n`
        : `${table(found.map(({ name, kind, licence }) => [name, kind, licence]))}\n`,
    );
    return found.length ? 0 : 1;
  },
};
