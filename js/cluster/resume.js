// A job again, from what its store has: the program that began it need not be there any more.
import { createBatch } from '../batch/create.js';
import { MjError } from '../engine/error.js';
import { unpack } from './pack.js';
import { countOf } from './task.js';

/** @typedef {import('./blobs.js').BlobStore} BlobStore */
/** @typedef {import('./plan.js').Plan} Plan */
/** @typedef {import('./task.js').Inputs} Inputs */
/** @typedef {import('./task.js').Task} Task */

/**
 * A blob that must be there.
 * @param {BlobStore} store
 * @param {string} id
 * @param {string} what it is
 */
export async function needBlob(store, id, what) {
  const bytes = await store.get(id);
  if (bytes) return bytes;
  throw new MjError(
    `${what} (blob ${id.slice(0, 12)}) is not in the store: it has expired, or was removed`,
  );
}

/** Ids of all blobs that a task needs, with what they are. @param {Task} task @returns {[id: string, what: string][]} */
export function blobsOf({ model, metric, policy, controls, inputs }) {
  /** @type {[string | null | undefined, string][]} */
  const all = [
    [model, 'the model'],
    [metric?.bundle, 'the metric'],
    [policy?.bundle, 'the policy'],
    [controls, 'the controls'],
    [inputs, 'the inputs'],
  ];
  return all.flatMap(([id, what]) => (id ? [/** @type {[string, string]} */ ([id, what])] : []));
}

/** Widths of recorded fields. @param {Task} task @param {Uint8Array} model */
async function widthsOf({ record }, model) {
  if (record.length === 0) return {};
  const batch = await createBatch(model, { workers: 1 });
  try {
    for (const name of record)
      if (!batch.fields.includes(name)) batch.keep(/** @type {'xpos'} */ (name));
    return Object.fromEntries(record.map((name) => [name, batch.width(name)]));
  } finally {
    batch.dispose();
  }
}

/**
 * @param {string} name
 * @param {BlobStore} store
 * @param {import('./ledger.js').Ledger} ledger
 * @returns {Promise<Plan>}
 */
export async function resumePlan(name, store, ledger) {
  const record = await ledger.job(name);
  if (!record) {
    const names = (await ledger.jobs()).map((job) => job.name).join(', ') || 'none';
    throw new MjError(`there is no job '${name}': there are ${names}`);
  }
  const text = await needBlob(store, record.task, `the task of job '${name}'`);
  const task = /** @type {Task} */ (JSON.parse(new TextDecoder().decode(text)));
  /** @type {Record<string, Uint8Array>} */
  const blobs = { [record.task]: text };
  for (const [id, what] of blobsOf(task))
    blobs[id] = await needBlob(store, id, `${what} of job '${name}'`);
  const model = blobs[task.model];
  const { controls, inputs } = task;
  return {
    task,
    id: record.task,
    text,
    model,
    blobs,
    inputs: inputs ? /** @type {Inputs} */ (unpack(blobs[inputs]).arrays) : null,
    local: { metric: null, policy: null },
    controls: controls
      ? /** @type {Float64Array} */ (unpack(blobs[controls]).arrays.controls)
      : null,
    total: countOf(task),
    widths: await widthsOf(task, model),
  };
}
