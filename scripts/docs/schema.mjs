// Reads the MJCF table (src/mjcf/schema_table.inc): the same rows that the engine reads models by become the attribute reference.
import fs from 'node:fs';
import path from 'node:path';
import { readHeaders } from '../../wasm/headers.mjs';
import { describeInterface } from '../../wasm/interface.mjs';
import { meanings } from './meanings.mjs';

/**
 * @typedef {{ name: string, type: string, initial: string, notes: string[], meaning: string, values: string[], target: string, field: { struct: string, name: string, comment: string } | null }} Attribute
 *   values: the words it can have; field: where it goes; target: kind of elements whose name it gives (REF) or is (ID)
 * @typedef {{ id: string, name: string, attributes: Attribute[], children: string[], rules: string[] }} Element
 *
 * @typedef {import('../../wasm/interface.mjs').Field} Field
 * @typedef {Map<string, Field[]>} Structs fields by the name of their struct
 */

/** Splits at commas that are in no brackets and no text. @param {string} text */
function splitArguments(text) {
  const parts = [];
  let depth = 0;
  let quoted = false;
  let part = '';
  for (const letter of text) {
    if (letter === '"') quoted = !quoted;
    if (!quoted && '({'.includes(letter)) depth++;
    if (!quoted && ')}'.includes(letter)) depth--;
    if (letter === ',' && depth === 0 && !quoted) {
      parts.push(part.trim());
      part = '';
    } else part += letter;
  }
  return [...parts, part.trim()].filter(Boolean);
}

/** @param {string} text */
const unquote = (text) => (text === 'NULL' ? '' : text.replace(/^"|"$/g, '').replaceAll('"', ''));

/** Text of a braced block that starts at `from`. @param {string} text @param {number} from */
function block(text, from) {
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    if (text[i] === '{') depth++;
    if (text[i] === '}' && --depth === 0) return text.slice(from + 1, i);
  }
  throw new Error('a block of the schema table does not end');
}

/** @type {Record<string, string>} */
const ruleWords = {
  REQUIRED: 'required',
  NODEFAULT: 'not in default classes',
  POSITIVE: 'positive',
  AT_LEAST_0: 'at least 0',
  AT_LEAST_MINUS_1: 'at least -1',
  AT_MOST_5: 'at most 5',
};
/** @param {string} text */
const readRules = (text) =>
  text
    .split('|')
    .map((word) => ruleWords[word.trim()])
    .filter(Boolean);

/** @type {Record<string, string>} */
const numberWords = { INT: 'int', FLOAT: 'real', DOUBLE: 'real' };

/** @param {string} type @param {string} low @param {string} high */
function countText(type, low, high) {
  const word = numberWords[type];
  if (high === '0') return `${word} list`;
  if (low === high) return high === '1' ? word : `${word}(${high})`;
  return `${word}(${low} to ${high})`;
}

/** What fields of mjModel are called that an element's struct becomes. @type {Record<string, string[]>} */
const prefixes = {
  ...{ mjsBody: ['body'], mjsGeom: ['geom'], mjsJoint: ['jnt', 'dof'], mjsSite: ['site'] },
  ...{ mjsCamera: ['cam'], mjsLight: ['light'], mjsActuator: ['actuator'], mjsSensor: ['sensor'] },
  ...{ mjsTendon: ['tendon'], mjsEquality: ['eq'], mjsMaterial: ['mat'], mjsTexture: ['tex'] },
  ...{ mjsMesh: ['mesh'], mjsHField: ['hfield'], mjsPair: ['pair'], mjsKey: ['key'] },
  ...{ mjsFlex: ['flex'], mjsSkin: ['skin'] },
};

/** What attributes mean that are no field. @type {Record<string, string>} */
const common = {
  name: 'name of the element',
  class: 'default class that gives the attributes which are left out',
  childclass: 'default class for everything inside',
  material: 'material of the surface',
  file: 'file to read, from the folder that compiler names',
  user: 'numbers for the program; the engine passes them on',
  axisangle: 'orientation: axis and angle',
  xyaxes: 'orientation: x axis and y axis',
  zaxis: 'orientation: z axis, turned the shortest way',
  euler: 'orientation: three angles about the axes of eulerseq',
  quat: 'orientation: unit quaternion',
  model: 'name of the model',
  plugin: 'name of the plugin',
  instance: 'plugin instance that is declared elsewhere',
};

/**
 * What an attribute means by the comments of the headers: `mjsGeom, size`, `mjSpec, option.timestep`.
 *
 * @param {RegExpExecArray | null} match @param {string} name @param {Structs} structs
 */
function meaningOf(match, name, structs) {
  if (!match) return common[name] ?? '';
  const fields = structs.get('mjModel') ?? [];
  for (const prefix of prefixes[match[1]] ?? []) {
    const entry = fields.find((field) => field.name === `${prefix}_${match[2]}`);
    if (entry?.comment) return entry.comment;
  }
  return common[name] ?? '';
}

/**
 * The field that an attribute sets, and the struct it is in.
 *
 * @param {RegExpExecArray} match @param {Structs} structs
 */
function fieldOf([, type, place], structs) {
  let struct = type;
  /** @type {Field | undefined} */
  let found;
  for (const step of place.replace(/\[\w+\]/g, '').split('.')) {
    if (found) struct = found.type ?? '';
    found = structs.get(struct)?.find((field) => field.name === step);
    if (!found) return null;
  }
  return found ? { struct, name: found.name, comment: found.comment } : null;
}

/**
 * One row of the table.
 *
 * @param {string} text @param {Map<string, string[]>} keywords @param {Structs} structs
 * @returns {Attribute | null}
 */
function readRow(text, keywords, structs) {
  const match = /^(\w+)\(([^]*)\)$/.exec(text.trim());
  if (!match) return null;
  const [, macro] = match;
  const args = splitArguments(match[2]);
  const name = unquote(args[0]);
  const words = (/** @type {string} */ table) => (keywords.get(table) ?? []).join(', ');
  const place = /AT\(\w+, (\w+), ([\w.[\]]+)\)/.exec(args.at(-1) ?? '');
  const field = place && fieldOf(place, structs);
  /** @type {Attribute} */
  const row = {
    name,
    field,
    type: '',
    initial: '',
    notes: [],
    meaning: meaningOf(place, name, structs),
    values: [],
    target: macro === 'REF' || macro === 'ID' ? unquote(args[1]) : '',
  };
  /** @type {Record<string, number>} */
  const rulesAt = {
    NUMBERS: 4,
    BOOL: 1,
    KEYWORD: 2,
    FLAGS: 2,
    CHARS: 3,
    TEXT: 2,
    FILE_NAME: 1,
    REF: 2,
    ID: 2,
  };
  row.notes = readRules(args[rulesAt[macro]] ?? '');
  if (macro === 'NUMBERS') {
    row.type = countText(args[1], args[2], args[3]);
    row.initial = unquote(args[5]);
  } else if (macro === 'BOOL') {
    row.type = 'true or false';
    row.values = ['true', 'false'];
    row.initial = unquote(args[2]) || 'false';
  } else if (macro === 'KEYWORD' || macro === 'FLAGS') {
    row.values = keywords.get(args[1]) ?? [];
    row.type = `${macro === 'FLAGS' ? 'some' : 'one'} of: ${words(args[1])}`;
    if (macro === 'KEYWORD') row.initial = unquote(args[3]);
  } else if (macro === 'CHARS') row.type = `${args[2]} letters`;
  else if (macro === 'TEXT') row.type = 'text';
  else if (macro === 'FILE_NAME') row.type = 'file';
  else if (macro === 'REF') row.type = `name of a ${unquote(args[1])}`;
  else if (macro === 'ID') row.type = 'text';
  else return null;
  return row;
}

/** @param {string} text */
function readKeywords(text) {
  /** @type {Map<string, string[]>} */
  const keywords = new Map([['bool', ['false', 'true']]]);
  for (const [, name, items] of text.matchAll(/^KEYWORDS\((\w+),\s*([^]*?)\)\n/gm))
    keywords.set(
      name,
      [...items.matchAll(/\{"([^"]*)"/g)].map(([, word]) => word),
    );
  return keywords;
}

/**
 * The `static const TYPE NAME[] = {...};` arrays of the table, by name.
 *
 * @param {string} text @param {string} type
 */
function readArrays(text, type) {
  /** @type {Map<string, string>} */
  const arrays = new Map();
  for (const match of text.matchAll(new RegExp(`static const ${type} (\\w+)\\[\\] = `, 'g')))
    arrays.set(match[1], block(text, match.index + match[0].length));
  return arrays;
}

/** "exclusive a b+c" as a sentence. @param {string} rule */
function ruleText(rule) {
  const [kind, ...names] = rule.split(' ');
  const list = names.map((name) => name.replaceAll('+', ' with '));
  if (kind === 'exclusive') return `At most one of ${list.join(', ')}.`;
  if (kind === 'oneof') return `One of ${list.join(', ')} is needed.`;
  if (kind === 'together') return `${list.join(', ')} are given together.`;
  return `${kind}: ${list.join(', ')}.`;
}

/** A comment that only names a type says nothing that the column of types does not. @param {string} text */
const plainMeaning = (text) => (/^mjt\w+$/.test(text) ? '' : text);

/**
 * All elements, by id.
 * @param {string} root
 * @returns {Map<string, Element>}
 */
export function readSchema(root) {
  const text = fs
    .readFileSync(path.join(root, 'src/mjcf/schema_table.inc'), 'utf8')
    .replace(/\/\/[^\n]*/g, '');
  const structs = new Map(
    describeInterface(readHeaders(root)).structs.map(({ name, fields }) => [name, fields]),
  );
  const keywords = readKeywords(text);
  const rows = readArrays(text, 'lbAttribute');
  const children = readArrays(text, 'lbChildRule');
  const rules = readArrays(text, 'char\\* const');
  const rowsOf = (/** @type {string} */ name) =>
    splitArguments(rows.get(name) ?? '').map((row) => readRow(row, keywords, structs));
  const elements = new Map();
  for (const match of text.matchAll(/\[(LB_ELEM_\w+)\] = (?=\{)/g)) {
    if (match[1] === 'LB_ELEM_COUNT') continue;
    const body = block(text, match.index + match[0].length);
    const lists = [
      ...body.matchAll(/ATTRIBUTES\((\w+)\)/g),
      ...body.matchAll(/GROUP\((\w+)\)/g),
    ].map(([, name]) => name);
    const childList = /CHILDREN\((\w+)\)/.exec(body)?.[1];
    const ruleList = /\.rules = (\w+)/.exec(body)?.[1];
    const name = /\.name = "(\w+)"/.exec(body)?.[1] ?? '';
    const attributes = lists.flatMap(rowsOf).filter((row) => row !== null);
    for (const row of attributes)
      row.meaning =
        plainMeaning(row.meaning) ||
        meanings.get(`${name}.${row.name}`) ||
        meanings.get(row.name) ||
        row.field?.comment ||
        '';
    elements.set(match[1], {
      id: match[1],
      name,
      attributes,
      children: [...(children.get(childList ?? '') ?? '').matchAll(/\{(LB_ELEM_\w+)/g)].map(
        ([, id]) => id,
      ),
      rules: [...(rules.get(ruleList ?? '') ?? '').matchAll(/"([^"]+)"/g)].map(([, rule]) =>
        ruleText(rule),
      ),
    });
  }
  return elements;
}
