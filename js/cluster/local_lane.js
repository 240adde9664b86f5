// Chunks on the threads of this machine.
import { MjError } from '../engine/error.js';
import { CodeFolder } from './code.js';
import { chunkKey } from './ledger.js';
import { inputsOf } from './plan.js';

/** @typedef {import('./blobs.js').BlobStore} BlobStore */
/** @typedef {import('./campaign.js').Lane} Lane */
/** @typedef {import('./ledger.js').Ledger} Ledger */
/** @typedef {import('./plan.js').Plan} Plan */
/** @typedef {import('./pool.js').ThreadPool} ThreadPool */

/**
 * Notes a job under its name; that another job has the name is an error.
 * @param {Ledger} ledger
 * @param {Plan} plan
 * @param {string} name
 */
export async function noteJob(ledger, plan, name) {
  const known = await ledger.job(name);
  if (known && known.task !== plan.id && known.state === 'running')
    throw new MjError(
      `there is a job '${name}' that is another one (${known.total} simulations): give this one another name, or prune that one`,
    );
  const created = known?.task === plan.id ? known.created : Date.now();
  await ledger.note({ name, task: plan.id, total: plan.total, created, state: 'running' });
}

/**
 * @param {ThreadPool} pool
 * @param {BlobStore} store
 * @param {Ledger} ledger
 * @param {boolean} keep whether results outlive the job
 * @returns {Lane & { end: () => Promise<void> }}
 */
export function localLane(pool, store, ledger, keep) {
  const code = new CodeFolder();
  /** @param {Plan} plan @param {'metric' | 'policy'} what */
  const addressOf = async ({ task, local, blobs }, what) => {
    const part = task[what];
    return part === null ? null : (local[what] ?? code.open(blobs[part.bundle], part.name));
  };
  return {
    async open(plan, name) {
      if (keep) for (const bytes of Object.values(plan.blobs)) await store.put(bytes);
      await noteJob(ledger, plan, name);
      return ledger.list(plan.id);
    },
    capacity: () => pool.threads,
    async run(plan, chunk, { signal, copy }) {
      const { task, model, controls } = plan;
      const [metric, policy] = [await addressOf(plan, 'metric'), await addressOf(plan, 'policy')];
      const open = { id: plan.id, parts: { task, model, controls, metric, policy } };
      const order = { ...chunk, inputs: inputsOf(plan, chunk) };
      const { bytes, milliseconds } = await pool.run(open, order, signal);
      const entry = { blob: await store.put(bytes), milliseconds, worker: 'this machine' };
      if (!copy) await ledger.set(plan.id, chunkKey(chunk), entry);
      return entry;
    },
    async result({ blob }) {
      const bytes = await store.get(blob);
      if (!keep) await store.delete(blob);
      return bytes;
    },
    forget: (plan, chunk) => ledger.remove(plan.id, chunkKey(chunk)),
    async close(plan, name, done) {
      const record = await ledger.job(name);
      if (record && done) await ledger.note({ ...record, state: 'done' });
      if (!keep) {
        await ledger.clear(plan.id);
        await ledger.forget(name);
      }
    },
    end: () => code.close(),
  };
}
