// Model files: from drops and file pickers, out of zips.
import { unzipSync } from 'fflate';

const decoder = new TextDecoder();
const isModel = (/** @type {string} */ name) => /\.(xml|mjcf|urdf)$/i.test(name);
const isBinary = (/** @type {string} */ name) => /\.mjb$/i.test(name);
const isZip = (/** @type {string} */ name) => /\.(zip|mjz)$/i.test(name);

/**
 * All files of a drop: folders are walked.
 * @param {DataTransfer} transfer
 */
export async function filesOfDrop(transfer) {
  const entries = [...transfer.items]
    .map((item) => item.webkitGetAsEntry?.())
    .filter((entry) => entry !== null && entry !== undefined);
  const files = new Map();
  if (entries.length === 0) {
    for (const file of transfer.files)
      files.set(file.name, new Uint8Array(await file.arrayBuffer()));
  }
  for (const entry of entries) await walk(entry, '', files);
  return unpack(files);
}

/** @param {FileSystemEntry} entry @param {string} prefix @param {Map<string, Uint8Array>} files */
async function walk(entry, prefix, files) {
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) =>
      /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject),
    );
    files.set(prefix + entry.name, new Uint8Array(await file.arrayBuffer()));
    return;
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  for (;;) {
    const batch = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return;
    for (const child of batch) await walk(child, `${prefix}${entry.name}/`, files);
  }
}

/** @param {FileList} list */
export async function filesOfInput(list) {
  const files = new Map();
  for (const file of list)
    files.set(file.webkitRelativePath || file.name, new Uint8Array(await file.arrayBuffer()));
  return unpack(files);
}

/** Replaces zips by their content. @param {Map<string, Uint8Array>} files */
function unpack(files) {
  const result = new Map();
  for (const [name, bytes] of files) {
    if (!isZip(name)) result.set(name, bytes);
    else
      for (const [path, content] of Object.entries(unzipSync(bytes)))
        if (!path.endsWith('/')) result.set(path, content);
  }
  return result;
}

/** What is known of files that were looked at. @type {WeakMap<Uint8Array, boolean>} */
const known = new WeakMap();

/** @param {string} name @param {Uint8Array} bytes */
function holdsModel(name, bytes) {
  if (!isModel(name)) return false;
  let holds = known.get(bytes);
  if (holds === undefined) {
    holds = /<(mujoco|robot)[\s>]/.test(decoder.decode(bytes));
    known.set(bytes, holds);
  }
  return holds;
}

/** Names of the models among files. @param {Map<string, Uint8Array>} files */
export const modelNames = (files) =>
  [...files]
    .filter(([name, bytes]) => holdsModel(name, bytes))
    .map(([name]) => name)
    .sort();

/**
 * The model among files: the one that no other includes, preferring scenes and short paths; a compiled model where there is no text.
 * @param {Map<string, Uint8Array>} files
 * @returns {{ name: string, text: string, binary?: Uint8Array }}
 */
export function chooseModel(files) {
  const models = [...files]
    .filter(([name, bytes]) => holdsModel(name, bytes))
    .map(([name, bytes]) => ({ name, text: decoder.decode(bytes) }));
  const included = new Set();
  for (const { text } of models) {
    for (const match of text.matchAll(/<(?:include|model)[^>]*\sfile\s*=\s*["']([^"']+)["']/g))
      included.add(match[1].split('/').pop());
  }
  const rank = (/** @type {{ name: string }} */ { name }) =>
    (/scene/i.test(name) ? 0 : 1000) + 10 * name.split('/').length + name.length / 100;
  const roots = models.filter(({ name }) => !included.has(name.split('/').pop()));
  const [best] = (roots.length ? roots : models).sort((a, b) => rank(a) - rank(b));
  const [compiled] = [...files].filter(([name]) => isBinary(name));
  if (!best && compiled) return { name: compiled[0], text: '', binary: compiled[1] };
  if (!best)
    throw new Error(
      files.size ? 'There is no MJCF or URDF model among these files.' : 'There are no files.',
    );
  return best;
}
