// Links that carry a model: #m=1.TEXT. TEXT is base64url of deflated bytes: one line of JSON, then the parts that it tells the
// lengths of: the model's text, its files, the state.
//
//   { model: { name, text: LENGTH, files: [[NAME, LENGTH], ...] } | { address } | { example }, state: LENGTH,
//     key, camera, flags, option, physics, paused, speed (see snapshot.js), program: { on, values } }
//
// The number before the point is the version: a reader refuses those that it does not know. Whoever reads a link trusts nothing in
// it: sizes are bounded before they are used, names are compared with known ones, nothing of it is code.
import { checkSnapshot } from '../../../js/viewer/snapshot.js';
import { joinPath } from '../../../js/sim/scan.js';
import { exampleNames } from '../examples.js';
import { checkAddress } from './address.js';
import { deflate, fromUrlText, inflate, join, toUrlText } from './bytes.js';

/** @typedef {import('../../../js/viewer/snapshot.js').Snapshot} Snapshot */
/** @typedef {{ on: boolean, values: Record<string, number> }} ProgramState whether the example's program runs, and its parameters */

/**
 * @typedef {object} Shared
 * @property {{ name: string, xml: string, files: Map<string, Uint8Array> } | { address: string } | { example: string }} model
 * @property {Snapshot} snapshot
 * @property {ProgramState} [program]
 */

const VERSION = 1;
/** Longer links are refused by browsers or by what carries them. */
export const LONGEST_LINK = 400_000;
/** Longer links may be cut by messengers. */
export const LONG_LINK = 8_000;
const LONGEST_READ = 2_000_000;
const MAX_INFLATED = 32e6;
const MAX_FILES = 500;
const MAX_NAME = 200;
const NEWLINE = 10;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

/** The fragment of a link, without '#'. @param {Shared} shared */
export function writeLink({ model, snapshot, program }) {
  const { state, ...rest } = snapshot;
  /** @type {Uint8Array[]} */
  const parts = [];
  /** @type {any} */
  let told = model;
  if ('xml' in model) {
    const text = encoder.encode(model.xml);
    const files = [...model.files].filter(([name]) => name !== model.name);
    parts.push(text, ...files.map(([, bytes]) => bytes));
    told = {
      name: model.name,
      text: text.length,
      files: files.map(([name, bytes]) => [name, bytes.length]),
    };
  }
  if (state) parts.push(state);
  const header = { model: told, ...rest, state: state?.length, program };
  const line = encoder.encode(`${JSON.stringify(header)}\n`);
  return `m=${VERSION}.${toUrlText(deflate(join([line, ...parts])))}`;
}

/** @param {string} why @returns {never} */
function refuse(why) {
  throw new Error(`This link cannot be opened: ${why}`);
}

/**
 * What a fragment carries; null when it is none of these links.
 * @param {string} fragment with or without '#'
 * @returns {Shared | null}
 */
export function readLink(fragment) {
  const found = /^#?m=(?:(\d+)\.)?([^]*)$/.exec(fragment);
  if (!found) return null;
  const [, version, text] = found;
  if (version !== String(VERSION))
    refuse(version ? `it was made by a newer studio (version ${version}).` : 'it has no version.');
  if (text.length > LONGEST_READ) refuse('it is too long.');
  const { header, take } = open(text);
  const model = readModel(header.model, take);
  const state = header.state === undefined ? undefined : take(header.state, 'its state');
  return { model, snapshot: checkSnapshot(header, state), program: readProgram(header.program) };
}

/** The line of JSON, and the parts after it in turn. @param {string} text */
function open(text) {
  let bytes = new Uint8Array();
  try {
    bytes = inflate(fromUrlText(text), MAX_INFLATED);
  } catch (error) {
    refuse(
      error instanceof RangeError
        ? `it unpacks to more than ${MAX_INFLATED / 1e6} MB.`
        : 'its data is damaged; perhaps it was cut on its way.',
    );
  }
  const end = bytes.indexOf(NEWLINE);
  let header;
  try {
    header = JSON.parse(decoder.decode(bytes.subarray(0, end)));
  } catch {
    refuse('its data is damaged.');
  }
  if (header === null || typeof header !== 'object') refuse('its data is damaged.');
  let at = end + 1;
  const take = (/** @type {unknown} */ length, /** @type {string} */ what) => {
    const size = Number.isSafeInteger(length) ? Number(length) : -1;
    if (size < 0 || at + size > bytes.length) refuse(`${what} is incomplete.`);
    return bytes.slice(at, (at += size));
  };
  return { header, take };
}

/**
 * @param {any} model
 * @param {(length: unknown, what: string) => Uint8Array} take
 * @returns {Shared['model']}
 */
function readModel(model, take) {
  if (model === null || typeof model !== 'object') refuse('it names no model.');
  if (typeof model.example === 'string') {
    if (!exampleNames.includes(model.example)) refuse('there is no such example.');
    return { example: model.example };
  }
  if (typeof model.address === 'string') return { address: checkAddress(model.address) };
  const name = checkName(model.name);
  const text = take(model.text, "the model's text");
  const list = model.files ?? [];
  if (!Array.isArray(list) || list.length > MAX_FILES) refuse('it has too many files.');
  const files = new Map();
  for (const entry of list) {
    const [path, length] = Array.isArray(entry) ? entry : [];
    files.set(checkName(path), take(length, 'a file'));
  }
  try {
    return { name, xml: decoder.decode(text), files };
  } catch {
    return refuse("the model's text is damaged.");
  }
}

/** A file of the model's own folder. @param {unknown} name */
function checkName(name) {
  if (typeof name !== 'string' || !name || name.length > MAX_NAME) refuse('a file has no name.');
  const text = /** @type {string} */ (name);
  const path = joinPath('', text);
  // eslint-disable-next-line no-control-regex
  if (path !== text || path.startsWith('..') || /[\u0000-\u001f:\\]/.test(text))
    refuse(`the file name '${text.slice(0, 80)}' leads out of the model's folder.`);
  return text;
}

/** @param {any} program @returns {ProgramState | undefined} */
function readProgram(program) {
  if (program === null || typeof program !== 'object') return undefined;
  const values = Object.entries(program.values ?? {}).filter(([, value]) => Number.isFinite(value));
  return { on: program.on !== false, values: Object.fromEntries(values.slice(0, 100)) };
}
