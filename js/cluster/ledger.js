// Which chunks are done, and where their results are: what a job is resumed from.
import fs from 'node:fs/promises';
import path from 'node:path';
import { MjError } from '../engine/error.js';

/**
 * A chunk that is done.
 * @typedef {object} Entry
 * @property {string} blob id of its result
 * @property {number} milliseconds that it took
 * @property {string} worker who ran it
 *
 * A job by its name.
 * @typedef {object} JobRecord
 * @property {string} name
 * @property {string} task id of the task's blob
 * @property {number} total simulations
 * @property {number} created milliseconds since 1970
 * @property {'running' | 'done' | 'cancelled'} state
 *
 * @typedef {object} Ledger
 * @property {(task: string) => Promise<Map<string, Entry>>} list chunks that are done, by `first:count`
 * @property {(task: string, chunk: string, entry: Entry) => Promise<void>} set
 * @property {(task: string, chunk: string) => Promise<void>} remove
 * @property {(task: string) => Promise<void>} clear
 * @property {() => Promise<JobRecord[]>} jobs
 * @property {(name: string) => Promise<JobRecord | null>} job
 * @property {(record: JobRecord) => Promise<void>} note
 * @property {(name: string) => Promise<void>} forget
 */

/** @param {import('./task.js').Chunk} chunk */
export const chunkKey = ({ first, count }) => `${first}:${count}`;

/** @returns {Ledger} */
export function memoryLedger() {
  /** @type {Map<string, Map<string, Entry>>} */
  const tasks = new Map();
  /** @type {Map<string, JobRecord>} */
  const jobs = new Map();
  return {
    list: async (task) => new Map(tasks.get(task)),
    async set(task, chunk, entry) {
      if (!tasks.has(task)) tasks.set(task, new Map());
      tasks.get(task)?.set(chunk, entry);
    },
    async remove(task, chunk) {
      tasks.get(task)?.delete(chunk);
    },
    async clear(task) {
      tasks.delete(task);
    },
    jobs: async () => [...jobs.values()],
    job: async (name) => jobs.get(name) ?? null,
    async note(record) {
      jobs.set(record.name, record);
    },
    async forget(name) {
      jobs.delete(name);
    },
  };
}

/** Lines of a file, none when it is not there. @param {string} file */
const linesOf = (file) =>
  fs.readFile(file, 'utf8').then(
    (text) => text.split('\n').filter(Boolean),
    () => /** @type {string[]} */ ([]),
  );

/** JSON of a line; null of one that was being written when its program ended. @param {string} line */
function parseLine(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** A file of a name that a program chose. @param {string} folder @param {string} name */
function fileOf(folder, name) {
  if (!/^[\w.-]+$/.test(name) || name.startsWith('.'))
    throw new MjError(`a job's name has letters, digits, '.', '-' and '_', got '${name}'`);
  return path.join(folder, `${name}.json`);
}

/**
 * A folder: a line for each chunk, a file for each job.
 * @param {string} folder
 * @returns {Ledger}
 */
export function folderLedger(folder) {
  const chunks = path.join(folder, 'chunks');
  const named = path.join(folder, 'jobs');
  const place = (/** @type {string} */ task) => path.join(chunks, `${task}.jsonl`);
  /** @param {string} task @param {unknown} line */
  const append = async (task, line) => {
    await fs.mkdir(chunks, { recursive: true });
    // a line of its own, whatever the last one has come to
    await fs.appendFile(place(task), `\n${JSON.stringify(line)}`);
  };
  const job = async (/** @type {string} */ name) => {
    const [text] = await linesOf(fileOf(named, name));
    return /** @type {JobRecord | null} */ (text ? parseLine(text) : null);
  };
  return {
    async list(task) {
      /** @type {Map<string, Entry>} */
      const found = new Map();
      for (const line of await linesOf(place(task))) {
        const parsed = parseLine(line);
        if (parsed?.entry) found.set(parsed.chunk, parsed.entry);
        else if (parsed) found.delete(parsed.chunk);
      }
      return found;
    },
    set: (task, chunk, entry) => append(task, { chunk, entry }),
    remove: (task, chunk) => append(task, { chunk }),
    clear: (task) => fs.rm(place(task), { force: true }),
    async jobs() {
      const files = await fs.readdir(named).catch(() => /** @type {string[]} */ ([]));
      const all = await Promise.all(files.map((file) => job(path.basename(file, '.json'))));
      return all.flatMap((record) => (record ? [record] : []));
    },
    job,
    async note(record) {
      await fs.mkdir(named, { recursive: true });
      await fs.writeFile(fileOf(named, record.name), JSON.stringify(record));
    },
    forget: (name) => fs.rm(fileOf(named, name), { force: true }),
  };
}
