// limber jobs: lists, cancels and prunes jobs in a queue on Redis.
import process from 'node:process';
import { connect, folderStore } from '../../cluster/index.js';
import { UsageError } from '../arguments.js';
import { redisOf, redisOptions } from '../cluster.js';
import { table } from '../model.js';

/** @typedef {import('../../cluster/index.js').Cluster} Cluster */

/** @param {Cluster} cluster @param {boolean} json */
async function list(cluster, json) {
  const jobs = await cluster.jobs();
  if (json) {
    process.stdout.write(`${JSON.stringify(jobs, null, 2)}\n`);
    return;
  }
  const rows = jobs.map(({ name, state, done, total, created }) => [
    name,
    state,
    `${done} of ${total}`,
    new Date(created).toISOString().slice(0, 16).replace('T', ' '),
  ]);
  const head = ['job', 'state', 'simulations', 'begun (UTC)'];
  process.stdout.write(jobs.length > 0 ? `${table([head, ...rows])}\n` : 'there are no jobs\n');
}

/** @type {import('../arguments.js').Command} */
export const command = {
  summary: 'Lists, cancels and prunes sweeps in a queue on Redis',
  positionals: ['[list|cancel|prune]', '[NAME]'],
  details: 'prune removes what jobs left that are done or were cancelled; --all: of every job.',
  options: {
    ...redisOptions,
    all: { type: 'boolean', help: 'prune every job', default: false },
    json: { type: 'boolean', help: 'JSON instead of a table', default: false },
  },
  async run({ positionals: [action = 'list', name], options }) {
    if (!['list', 'cancel', 'prune'].includes(action))
      throw new UsageError(`jobs: '${action}' is none of list, cancel, prune`);
    if (action === 'cancel' && name === undefined)
      throw new UsageError('jobs: cancel needs the NAME of a job');
    const { redis, prefix, store } = redisOf(options, 'jobs');
    const cluster = await connect({
      redis,
      prefix,
      ...(store ? { store: folderStore(store) } : {}),
    });
    try {
      if (action === 'list') await list(cluster, options.json);
      else if (action === 'cancel') {
        await cluster.cancel(name);
        process.stdout.write(`${name}: cancelled\n`);
      } else {
        const names = await cluster.prune({ all: options.all });
        process.stdout.write(`pruned: ${names.join(', ') || 'nothing'}\n`);
      }
    } finally {
      await cluster.close();
    }
  },
};
