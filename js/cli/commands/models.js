// limber models: robots that are known by name.
import process from 'node:process';
import { describeModels, listModels } from '../../zoo/index.js';
import { table } from '../model.js';

/** @param {import('../../zoo/index.js').ModelEntry & { bytes?: number }} model */
const columns = ({ name, kind, licence, bytes }) => [
  name,
  kind,
  ...(bytes === undefined ? [] : [`${(bytes / 1e6).toFixed(1)} MB`]),
  licence,
];

/** @type {import('../arguments.js').Command} */
export const command = {
  summary: 'Lists robots that are known by name, for every command that takes a model',
  positionals: ['[TEXT]'],
  details:
    'Lists those whose name or kind has TEXT in it. Their files come from their makers, with their licences, and are kept after the first time.',
  options: {
    sizes: {
      type: 'boolean',
      help: 'asks their repository what they weigh; with --json for pictures too',
      default: false,
    },
    json: { type: 'boolean', help: 'as JSON', default: false },
  },
  async run({ positionals: [text = ''], options }) {
    const all = options.sizes ? await describeModels() : listModels();
    const found = all.filter(({ name, kind }) => `${name} ${kind}`.includes(text));
    if (found.length === 0 && !options.json) {
      process.stderr.write(`limber: no robot has '${text}' in its name or kind\n`);
      return 1;
    }
    process.stdout.write(
      options.json ? `${JSON.stringify(found, null, 2)}\n` : `${table(found.map(columns))}\n`,
    );
    return found.length ? 0 : 1;
  },
};
