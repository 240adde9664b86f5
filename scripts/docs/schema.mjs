// Reads the MJCF table (src/mjcf/schema_table.inc with the field tables of src/api): the rows that the engine reads models by become the
// attribute reference.
import fs from 'node:fs';
import path from 'node:path';
import { readHeaders } from '../../wasm/headers.mjs';
import { splitArguments } from '../../wasm/field_tables.mjs';
import { nestedName } from '../../wasm/interface.mjs';
import { meanings } from './meanings.mjs';

/**
 * @typedef {{ name: string, type: string, initial: string, notes: string[], meaning: string, values: string[], target: string, field: { struct: string, name: string, comment: string } | null }} Attribute
 *   values: the words it can have; field: where it goes; target: kind of elements whose name it gives (REF) or is (ID)
 * @typedef {{ id: string, name: string, attributes: Attribute[], children: string[], rules: string[] }} Element
 */

const unquote = (text) => (text === 'NULL' ? '' : text.replace(/^"|"$/g, '').replaceAll('"', ''));

/** Text of a braced block that starts at `from`. */
function block(text, from) {
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    if (text[i] === '{') depth++;
    if (text[i] === '}' && --depth === 0) return text.slice(from + 1, i);
  }
  throw new Error('a block of the schema table does not end');
}

const ruleWords = {
  REQUIRED: 'required',
  NODEFAULT: 'not in default classes',
  POSITIVE: 'positive',
  AT_LEAST_0: 'at least 0',
  AT_LEAST_MINUS_1: 'at least -1',
  AT_MOST_5: 'at most 5',
};
const readRules = (text) =>
  text
    .split('|')
    .map((word) => ruleWords[word.trim()])
    .filter(Boolean);

const numberWords = { INT: 'int', FLOAT: 'real', DOUBLE: 'real' };

function countText(word, low, high) {
  if (high === '0') return `${word} list`;
  if (low === high) return high === '1' ? word : `${word}(${high})`;
  return `${word}(${low} to ${high})`;
}

/** What attributes mean that are no field. */
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

/** The field that a place names, `mjSpec, option.timestep`, and the struct it is in. */
function fieldOf(place, headers) {
  const match = /(\w+), ([\w.[\]]+)$/.exec(place);
  if (!match) return null;
  let struct = match[1];
  let found = { fields: headers.structs[struct]?.fields, type: struct };
  for (const step of match[2].split('.')) {
    if (found.name) struct = found.fields ? nestedName(struct, found.name) : found.type;
    const fields = found.fields ?? headers.structs[found.type]?.fields;
    found = fields?.find((field) => field.name === step);
    if (!found) throw new Error(`${place}: no such field`);
  }
  return { ...found, struct };
}

/** A default as MJCF says it: words for the numbers of keywords, all zeros of an array. */
function initialText({ kind, field, words, rules }, headers) {
  if (!field) return kind === 'YESNO' ? 'false' : '';
  const { initial = '', dims } = field;
  if (kind === 'ID' || initial === '' || /REQUIRED/.test(rules)) return '';
  if (kind === 'LETTERS') return initial.replaceAll(' ', '');
  if (words.length) {
    const number = (value) => ({ true: 1, false: 0 })[value] ?? headers.numbers[value] ?? value;
    return words.find(([, value]) => Number(number(value)) === Number(number(initial)))?.[0] ?? '';
  }
  return initial === '0'
    ? Array(Number(dims[0] ?? 1))
        .fill(0)
        .join(' ')
    : initial;
}

/** A row of the schema table as the columns of a field table have it: { name, kind, least, most, words, target, rules, field }. */
function readOwnRow(text, keywords, headers) {
  const match = /^(?:\[\d+\] = )?(\w+)\(([^]*)\)$/.exec(text.trim());
  if (!match) return null;
  const [, kind] = match;
  const args = splitArguments(match[2]);
  const row = { name: unquote(args[0]), kind, words: [], target: '', rules: args[1] };
  const place = /^(?:AT|BY_READER)\(([^]*)\)$/.exec(args.at(-1));
  row.field = place && fieldOf(place[1], headers);
  if (kind === 'NUMBERS') {
    const [, number, least, most, rules] = args;
    return { ...row, number: numberWords[number], least, most, rules };
  }
  if (kind === 'YESNO') return { ...row, words: [...keywords.get('bool')].reverse() };
  if (kind === 'WORD' || kind === 'WORDS')
    return { ...row, words: keywords.get(args[1]) ?? [], rules: args[2] };
  if (kind === 'LETTERS') return { ...row, most: args[2], rules: args[3] };
  if (kind === 'NAME_OF' || kind === 'ID')
    return { ...row, target: unquote(args[1]), rules: args[2] };
  if (kind === 'PATH') return { ...row, rules: args[2] };
  return kind === 'STRING' ? row : null;
}

/** The same from a row of a field table. */
function readTableRow(field, struct, keywords) {
  const { name: kind, args } = field.attribute;
  const row = { name: unquote(args[1]), kind, words: [], target: '', rules: args[2] ?? '' };
  row.field = { ...field, struct };
  const number = /[fF]loat|[dD]ouble|mjtNum/.test(field.type) ? 'real' : 'int';
  if (kind === 'NUMBERS')
    return { ...row, number, least: args[2], most: field.dims[0] ?? '1', rules: args[3] ?? '' };
  if (kind === 'LIST') return { ...row, kind: 'NUMBERS', number, least: '0', most: '0' };
  if (kind === 'YESNO') return { ...row, words: [...keywords.get('bool')].reverse() };
  if (kind === 'WORD' || kind === 'WORDS')
    return { ...row, words: keywords.get(args[2]) ?? [], rules: args[3] ?? '' };
  if (kind === 'NAME_OF') return { ...row, target: unquote(args[2]), rules: args[3] ?? '' };
  if (kind === 'PATH') return { ...row, rules: args[3] ?? '' };
  return row;
}

/** Type of an attribute in words. */
function typeText({ kind, number, least, most, words, target }) {
  const list = words.map(([word]) => word).join(', ');
  if (kind === 'NUMBERS') return countText(number, least, most);
  if (kind === 'YESNO') return 'true or false';
  if (kind === 'WORD') return `one of: ${list}`;
  if (kind === 'WORDS') return `some of: ${list}`;
  if (kind === 'LETTERS') return `${most} letters`;
  if (kind === 'PATH') return 'file';
  if (kind === 'NAME_OF') return `name of a ${target}`;
  return 'text';
}

/** @returns {Attribute} */
const attributeOf = (row, headers) => ({
  name: row.name,
  type: typeText(row),
  initial: initialText(row, headers),
  notes: readRules(row.rules),
  meaning: '',
  values: row.words.map(([word]) => word),
  target: row.target,
  field: row.field && {
    struct: row.field.struct,
    name: row.field.name,
    comment: row.field.comment,
  },
});

/** Attributes of flags; they mean what the bits of the enum mean. */
const flagRows = (flags, type, initial, keywords, headers) =>
  flags.map(({ bit, attribute }) => ({
    ...attributeOf(
      { name: attribute, kind: 'WORD', words: keywords.get('enable'), target: '', rules: '' },
      headers,
    ),
    initial,
    meaning: headers.enums[type].values.find(({ name }) => name === bit).comment,
  }));

/** The struct of each field, also of those inside: [field, struct]. */
const ownersIn = ({ name, fields }) =>
  fields.flatMap((field) =>
    field.fields
      ? ownersIn({ name: nestedName(name, field.name), fields: field.fields })
      : [[field, name]],
  );

/** The attributes of one array, in the order of their places. */
function readRows(text, keywords, headers) {
  const { disable, enable } = headers.flags;
  const items = splitArguments(text).flatMap((item) => {
    const table = /^(LB_\w+_FIELDS)\(/.exec(item)?.[1];
    if (/^LB_DISABLE_FLAGS/.test(item))
      return [
        ...flagRows(disable, 'mjtDisableBit', 'enable', keywords, headers),
        ...flagRows(enable, 'mjtEnableBit', 'disable', keywords, headers),
      ].map((row) => ({ place: undefined, row }));
    if (table) {
      return headers.fieldTables
        .get(table)
        .filter((field) => field.attribute)
        .map((field) => ({
          place: Number(field.attribute.args[0]),
          row: attributeOf(readTableRow(field, headers.owners.get(field), keywords), headers),
        }));
    }
    const place = /^\[(\d+)\]/.exec(item)?.[1];
    const row = readOwnRow(item, keywords, headers);
    return row ? [{ place: place && Number(place), row: attributeOf(row, headers) }] : [];
  });
  return items
    .map(({ place, row }, i) => ({ place: place ?? i, row }))
    .sort((a, b) => a.place - b.place)
    .map(({ row }) => row);
}

function readKeywords(text) {
  const keywords = new Map();
  for (const [, name, items] of text.matchAll(/^KEYWORDS\((\w+),\s*([^]*?)\)\n/gm))
    keywords.set(
      name,
      [...items.matchAll(/\{"([^"]*)", (\w+)\}/g)].map(([, word, value]) => [word, value]),
    );
  return keywords;
}

/** The `static const TYPE NAME[] = {...};` arrays of the table, by name. */
function readArrays(text, type) {
  const arrays = new Map();
  for (const match of text.matchAll(new RegExp(`static const ${type} (\\w+)\\[\\] = `, 'g')))
    arrays.set(match[1], block(text, match.index + match[0].length));
  return arrays;
}

/** "exclusive a b+c" as a sentence. */
function ruleText(rule) {
  const [kind, ...names] = rule.split(' ');
  const list = names.map((name) => name.replaceAll('+', ' with '));
  if (kind === 'exclusive') return `At most one of ${list.join(', ')}.`;
  if (kind === 'oneof') return `One of ${list.join(', ')} is needed.`;
  if (kind === 'together') return `${list.join(', ')} are given together.`;
  return `${kind}: ${list.join(', ')}.`;
}

/** What a field means, without the name of its enum: the words are beside it. */
const plainMeaning = (text) => text.replace(/,? ?\bmjt\w+$/, '');

/**
 * All elements, by id.
 * @param {string} root
 * @returns {Map<string, Element>}
 */
export function readSchema(root) {
  const [text, words] = ['schema_table.inc', 'keywords.inc'].map((name) =>
    fs.readFileSync(path.join(root, 'src/mjcf', name), 'utf8').replace(/\/\/[^\n]*/g, ''),
  );
  const headers = readHeaders(root);
  // the struct of each field
  headers.owners = new Map(Object.values(headers.structs).flatMap(ownersIn));
  const keywords = readKeywords(words);
  const rows = readArrays(text, 'lbAttribute');
  const children = readArrays(text, 'lbChildRule');
  const rules = readArrays(text, 'char\\* const');
  const rowsOf = (name) => readRows(rows.get(name) ?? '', keywords, headers);
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
    const name = /\.name = "(\w+)"/.exec(body)[1];
    const attributes = lists.flatMap(rowsOf);
    for (const row of attributes)
      row.meaning =
        row.meaning ||
        meanings.get(`${name}.${row.name}`) ||
        plainMeaning(row.field?.comment ?? '') ||
        meanings.get(row.name) ||
        common[row.name] ||
        '';
    elements.set(match[1], {
      id: match[1],
      name,
      attributes,
      children: [...(children.get(childList) ?? '').matchAll(/\{(LB_ELEM_\w+)/g)].map(
        ([, id]) => id,
      ),
      rules: [...(rules.get(ruleList) ?? '').matchAll(/"([^"]+)"/g)].map(([, rule]) =>
        ruleText(rule),
      ),
    });
  }
  return elements;
}
