// What the visitor edits or opens, kept in this browser (IndexedDB), so that neither a reload nor a crash loses it. A draft is named
// by the address of the page: #draft=NAME.

/** @typedef {import('./studio.js').Source} Source */
/**
 * @typedef {object} Draft
 * @property {string} id
 * @property {number} time when it was kept, milliseconds since 1970
 * @property {Pick<Source, 'xml' | 'name' | 'files' | 'binary' | 'program' | 'strange' | 'origin'>} source
 * @property {string} [sound] the last text that compiled, where the present one does not
 */

const DATABASE = 'limber';
const STORE = 'drafts';
const MOST = 30; // drafts: older ones go
/** Larger models are not kept, bytes. */
const LARGEST = 64e6;
/** Holds the newest text while a page goes away: the database may be too slow for that. */
const LAST = 'limber-draft';
const LONGEST_LAST = 2e6;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @type {Promise<IDBDatabase> | undefined} */
let database;

/** @param {IDBTransactionMode} mode */
async function store(mode) {
  if (!database) {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
    database = done(request);
  }
  return (await database).transaction(STORE, mode).objectStore(STORE);
}

/** A name for a draft of a model: no other tab has it. @param {string} name of the model's file */
export function draftName(name) {
  const base = name.replace(/^.*\//, '').replace(/\.\w+$/, '');
  const [number] = crypto.getRandomValues(new Uint32Array(1));
  return `${base.replace(/[^\w-]/g, '').slice(0, 40) || 'model'}-${number.toString(36)}`;
}

/** The draft that an address names; undefined for none. @param {string} hash */
export const draftIn = (hash) => /^#draft=([\w-]{1,60})$/.exec(hash)?.[1];

/** @param {Draft['source']} source */
const sizeOf = ({ xml, files }) =>
  [...files.values()].reduce((sum, { length }) => sum + length, xml.length);

/**
 * Notes the text of a draft at once, for a reload that comes before the database has it.
 * @param {Draft} draft
 * @returns {boolean} whether this alone brings it back: it has no files
 */
export function noteDraft({ id, source, sound }) {
  const { xml, name, files, binary, program, strange, origin } = source;
  if (xml.length > LONGEST_LAST) return false;
  sessionStorage.setItem(LAST, JSON.stringify({ id, xml, name, program, strange, origin, sound }));
  return files.size === 0 && !binary;
}

/** Keeps a draft; false where it is too large. @param {Draft} draft */
export async function keepDraft(draft) {
  if (sizeOf(draft.source) > LARGEST) return false;
  await done((await store('readwrite')).put(draft));
  const all = await drafts();
  for (const { id: old } of all.slice(MOST)) await done((await store('readwrite')).delete(old));
  return true;
}

/** @param {string} id @returns {Promise<Draft | undefined>} */
export async function readDraft(id) {
  /** @type {Draft | undefined} */
  const kept = await done((await store('readonly')).get(id));
  const last = JSON.parse(sessionStorage.getItem(LAST) ?? 'null');
  if (last?.id !== id) return kept;
  const { xml, name, program, strange, origin, sound } = last;
  const source = kept?.source ?? { name, files: new Map() };
  return { id, time: kept?.time ?? 0, source: { ...source, xml, program, strange, origin }, sound };
}

/** All drafts, the newest first. @returns {Promise<Draft[]>} */
export async function drafts() {
  /** @type {Draft[]} */
  const all = await done((await store('readonly')).getAll());
  return all.sort((a, b) => b.time - a.time);
}
