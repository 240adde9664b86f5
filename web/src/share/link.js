// Links that carry a model: #m=1.TEXT. TEXT is base64url of deflated bytes: one line of JSON, then the parts that it tells the
// lengths of: the model's text, its files, the state.
//
//   { model: { name, text: LENGTH, files: [[NAME, LENGTH], ...] } | { address } | { example }, state: LENGTH,
//     key, camera, flags, option, physics, paused, speed (see snapshot.js), program: { example, on, values },
//     origin: { name, kind, at } (see origin.js) }
//
// The number before the point is the version: a reader refuses those that it does not know. Whoever reads a link trusts nothing in
// it: sizes are bounded before they are used, names are compared with known ones, nothing of it is code.
import { checkSnapshot } from 'limber/viewer';
import { exampleNames } from '../examples.js';
import { PROGRAM } from '../program/file.js';
import { programOf } from '../programs.js';
import { checkAddress } from './address.js';
import { readOrigin } from './origin.js';
import { deflate, fromUrlText, inflate, join, toUrlText } from './bytes.js';

/** @typedef {import('limber/viewer').Snapshot} Snapshot */
/** @typedef {import('../programs.js').ProgramState} ProgramState */

/**
 * @typedef {object} Shared
 * @property {{ name: string, xml: string, files: Map<string, Uint8Array> } | { address: string } | { example: string }} model
 * @property {Snapshot} snapshot
 * @property {ProgramState} [program]
 * @property {import('./origin.js').Origin} [origin] what the model is based on
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
export function writeLink({ model, snapshot, program, origin }) {
  const { state, ...rest } = snapshot;
  /** @type {Uint8Array[]} */
  const parts = [];
  /** @type {object} */
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
  const header = { model: told, ...rest, state: state?.length, program, origin };
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
  const model = readModel(own(header, 'model'), take);
  const length = own(header, 'state');
  const state = length === undefined ? undefined : take(length, 'its state');
  return {
    model,
    snapshot: checkSnapshot(header, state),
    program: readProgram(own(header, 'program'), model),
    origin: readOrigin(own(header, 'origin')),
  };
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
  /** @type {unknown} */
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

/** An own property: a name such as __proto__ finds nothing. @param {unknown} value @param {string} name @returns {unknown} */
const own = (value, name) =>
  value !== null && typeof value === 'object' && Object.hasOwn(value, name)
    ? /** @type {Record<string, unknown>} */ (value)[name]
    : undefined;

/**
 * @param {unknown} told
 * @param {(length: unknown, what: string) => Uint8Array} take
 * @returns {Shared['model']}
 */
function readModel(told, take) {
  if (told === null || typeof told !== 'object') refuse('it names no model.');
  const [example, address] = [own(told, 'example'), own(told, 'address')];
  if (typeof example === 'string') {
    if (!exampleNames.includes(example)) refuse('there is no such example.');
    return { example };
  }
  if (typeof address === 'string') return { address: checkAddress(address) };
  const name = checkName(own(told, 'name'));
  const text = take(own(told, 'text'), "the model's text");
  const list = own(told, 'files') ?? [];
  if (!Array.isArray(list) || list.length > MAX_FILES) refuse('it has too many files.');
  /** @type {Map<string, Uint8Array>} */
  const files = new Map();
  for (const entry of /** @type {unknown[]} */ (list)) {
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
  const leaves = text.split('/').some((part) => ['', '.', '..'].includes(part));
  // eslint-disable-next-line no-control-regex
  if (leaves || /[\u0000-\u001f:\\]/.test(text))
    refuse(`the file name '${text.slice(0, 80)}' leads out of the model's folder.`);
  return text;
}

/** @param {unknown} program @param {Shared['model']} model @returns {ProgramState | undefined} */
function readProgram(program, model) {
  if (program === null || typeof program !== 'object') return undefined;
  // links that were made before programs went with edited models do not name it
  const named = own(program, 'example') ?? ('example' in model ? model.example : '');
  const isOwn = 'xml' in model && model.files.has(PROGRAM);
  const name = typeof named === 'string' && !isOwn ? named : '';
  if (!isOwn && (!exampleNames.includes(name) || !programOf(name))) return undefined;
  const values = Object.entries(own(program, 'values') ?? {}).filter(([, value]) =>
    Number.isFinite(value),
  );
  const known = Object.fromEntries(values.slice(0, 100));
  return { example: name, on: own(program, 'on') !== false, values: known };
}
