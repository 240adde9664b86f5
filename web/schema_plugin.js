// The MJCF table of the engine (src/mjcf/schema_table.inc) as data for the editor: import schema from 'virtual:mjcf-schema'.
//
// The table is C that is made of a few macros, so that reading it needs no compiler: keyword lists, lists of attributes, lists of
// children, and one entry for each element which names its lists. A row that is not understood stops the build.
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

const NAME = 'virtual:mjcf-schema';
const TABLE = fileURLToPath(new URL('../src/mjcf/schema_table.inc', import.meta.url));
const KINDS = ['NUMBERS', 'BOOL', 'KEYWORD', 'FLAGS', 'CHARS', 'TEXT', 'REF', 'ID'];

/**
 * @typedef {{ name: string, kind: string, values?: string[], target?: string, initial?: string }} Attribute
 * @typedef {{ name: string, attributes: Attribute[], children: string[] }} Element by identifier; children are identifiers
 */

/** Arguments of a macro call, split at commas outside of parentheses, braces and quotes. @param {string} text */
function splitArguments(text) {
  const parts = [''];
  let depth = 0;
  let quoted = false;
  for (const letter of text) {
    if (letter === '"') quoted = !quoted;
    if (!quoted && '({'.includes(letter)) depth++;
    if (!quoted && ')}'.includes(letter)) depth--;
    if (letter === ',' && depth === 0 && !quoted) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

const unquoted = (/** @type {string} */ text) => text.match(/^"([\s\S]*)"$/)?.[1];

/** @param {string} row @param {Map<string, string[]>} keywords @returns {Attribute} */
function attributeOf(row, keywords) {
  const match = row.match(/^(\w+)\(([\s\S]*)\)$/);
  if (!match || !KINDS.includes(match[1]))
    throw new Error(`schema table: cannot read the row ${row}`);
  const kind = match[1];
  const args = splitArguments(match[2]);
  /** @type {Attribute} */
  const attribute = { name: unquoted(args[0]) ?? '', kind };
  if (kind === 'BOOL') attribute.values = ['true', 'false'];
  if (kind === 'KEYWORD' || kind === 'FLAGS') {
    attribute.values = keywords.get(args[1]);
    if (!attribute.values) throw new Error(`schema table: there are no keywords ${args[1]}`);
  }
  if (kind === 'REF' || kind === 'ID') attribute.target = unquoted(args[1]);
  const initialAt = { NUMBERS: 5, BOOL: 2, KEYWORD: 3 }[kind];
  const initial = initialAt && unquoted(args[initialAt] ?? '');
  if (initial) attribute.initial = initial;
  return attribute;
}

/**
 * @param {string} source text of the table
 * @returns {Record<string, Element>}
 */
export function readSchema(source) {
  const text = source.replace(/\/\/.*$/gm, '');
  const keywords = new Map([['bool', ['false', 'true']]]);
  for (const [, name, rows] of text.matchAll(/KEYWORDS\((\w+),([\s\S]*?)\)\n\n/g))
    keywords.set(
      name,
      [...rows.matchAll(/\{"([^"]*)"/g)].map((row) => row[1]),
    );
  /** @type {Map<string, Attribute[]>} */
  const attributes = new Map();
  for (const [, name, rows] of text.matchAll(/lbAttribute (\w+)\[\] = \{([\s\S]*?)\};/g))
    attributes.set(
      name,
      splitArguments(rows).map((row) => attributeOf(row, keywords)),
    );
  /** @type {Map<string, string[]>} */
  const children = new Map();
  for (const [, name, rows] of text.matchAll(/lbChildRule (\w+)\[\] = \{([\s\S]*?)\};/g))
    children.set(
      name,
      [...rows.matchAll(/LB_ELEM_(\w+)/g)].map((row) => row[1]),
    );
  /** @type {Record<string, Element>} */
  const elements = {};
  const start = text.indexOf('\n', text.indexOf('lbSchema schema['));
  for (const [, id, entry] of text
    .slice(start)
    .matchAll(/\[LB_ELEM_(\w+)\] = \{([\s\S]*?)\},?\n(?= {4}\[|\};)/g)) {
    const lists = [...entry.matchAll(/(?:ATTRIBUTES|GROUP)\((\w+)\)/g)].map((row) => row[1]);
    const list = entry.match(/CHILDREN\((\w+)\)/)?.[1];
    elements[id] = {
      name: entry.match(/\.name = "([^"]+)"/)?.[1] ?? '',
      attributes: lists.flatMap((name) => attributes.get(name) ?? []),
      children: list ? (children.get(list) ?? []) : [],
    };
  }
  if (!elements.MUJOCO?.children.length) throw new Error('schema table: the elements are missing');
  return elements;
}

/** @returns {import('vite').Plugin} */
export function mjcfSchema() {
  return {
    name: 'mjcf-schema',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined;
      this.addWatchFile(TABLE);
      return `export default ${JSON.stringify(readSchema(fs.readFileSync(TABLE, 'utf8')))};`;
    },
  };
}
