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
 *
 * @typedef {import('../../wasm/headers.mjs').Field} Field
 * @typedef {import('../../wasm/headers.mjs').Headers & { owners: Map<Field, string> }} Headers owners: the struct of each field
 * @typedef {[word: string, value: string]} Keyword value: a number or the name of one
 * @typedef {Map<string, Keyword[]>} Keywords
 *
 * @typedef {object} Row an attribute as the columns of a field table have it
 * @property {string} name
 * @property {string} kind NUMBERS, WORD, ...
 * @property {string} number of NUMBERS: `int` or `real`
 * @property {string} least of NUMBERS: how many there are at least
 * @property {string} most of NUMBERS: how many at most, 0 for a list; of LETTERS: how many
 * @property {Keyword[]} words that it can have
 * @property {string} target kind of elements whose name it gives or is
 * @property {string} rules joined by |
 * @property {(Field & { struct: string }) | null} field where it goes
 */

/** Columns of a row that has none of them. @type {Omit<Row, 'name' | 'kind'>} */
const noColumns = {
  number: '',
  least: '',
  most: '',
  words: [],
  target: '',
  rules: '',
  field: null,
};

/**
 * A value that the headers or the table must have.
 * @template T
 * @param {T | null | undefined} value
 * @param {string} name what to call it when it is missing
 * @returns {T}
 */
function needed(value, name) {
  if (value === null || value === undefined) throw new Error(`the schema table needs ${name}`);
  return value;
}

const unquote = (/** @type {string} */ text) =>
  text === 'NULL' ? '' : text.replace(/^"|"$/g, '').replaceAll('"', '');

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
  ABOVE_0: 'positive',
  AT_LEAST_0: 'at least 0',
  AT_LEAST_MINUS_1: 'at least -1',
  SKIN_GROUP: 'from 0 to 5',
};
const readRules = (/** @type {string} */ text) =>
  text
    .split('|')
    .map((word) => ruleWords[word.trim()])
    .filter(Boolean);

/** @type {Record<string, string>} */
const numberWords = { INT: 'int', FLOAT: 'real', DOUBLE: 'real' };

/** @param {string} word @param {string} low @param {string} high */
function countText(word, low, high) {
  if (high === '0') return `${word} list`;
  if (low === high) return high === '1' ? word : `${word}(${high})`;
  return `${word}(${low} to ${high})`;
}

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
 * The field that a place names, `mjSpec, option.timestep`, and the struct it is in.
 * @param {string} place
 * @param {Headers} headers
 * @returns {Row['field']}
 */
function fieldOf(place, headers) {
  const match = /(\w+), ([\w.[\]]+)$/.exec(place);
  if (!match) return null;
  let struct = match[1];
  let fields = headers.structs[struct]?.fields;
  /** @type {Field | undefined} */
  let found;
  for (const step of match[2].split('.')) {
    if (found) {
      struct = found.fields ? nestedName(struct, found.name) : found.type;
      fields = found.fields ?? headers.structs[found.type]?.fields;
    }
    found = fields?.find((field) => field.name === step);
    if (!found) throw new Error(`${place}: no such field`);
  }
  return found ? { ...found, struct } : null;
}

/** @type {Record<string, number>} */
const truthNumbers = { true: 1, false: 0 };

/**
 * A default as MJCF says it: words for the numbers of keywords, all zeros of an array.
 * @param {Row} row
 * @param {Headers} headers
 */
function initialText({ kind, field, words, rules }, headers) {
  if (!field) return kind === 'YESNO' ? 'false' : '';
  const { initial = '', dims } = field;
  if (kind === 'ID' || initial === '' || /REQUIRED/.test(rules)) return '';
  if (kind === 'LETTERS') return initial.replaceAll(' ', '');
  if (words.length) {
    const number = (/** @type {string} */ value) =>
      truthNumbers[value] ?? headers.numbers[value] ?? value;
    return words.find(([, value]) => Number(number(value)) === Number(number(initial)))?.[0] ?? '';
  }
  return initial === '0'
    ? Array(Number(dims[0] ?? 1))
        .fill(0)
        .join(' ')
    : initial;
}

/**
 * A row of the schema table as the columns of a field table have it; null for what is no attribute.
 * @param {string} text
 * @param {Keywords} keywords
 * @param {Headers} headers
 * @returns {Row | null}
 */
function readOwnRow(text, keywords, headers) {
  const match = /^(?:\[\d+\] = )?(\w+)\(([^]*)\)$/.exec(text.trim());
  if (!match) return null;
  const [, kind] = match;
  const args = splitArguments(match[2]);
  const place = /^(?:AT|BY_READER)\(([^]*)\)$/.exec(String(args.at(-1)));
  const field = place && fieldOf(place[1], headers);
  const row = { ...noColumns, name: unquote(args[0]), kind, rules: args[1], field };
  if (kind === 'NUMBERS') {
    const [, number, least, most, rules] = args;
    return { ...row, number: numberWords[number], least, most, rules };
  }
  if (kind === 'YESNO') return { ...row, words: yesAndNo(keywords) };
  if (kind === 'WORD' || kind === 'WORDS')
    return { ...row, words: keywords.get(args[1]) ?? [], rules: args[2] };
  if (kind === 'LETTERS') return { ...row, most: args[2], rules: args[3] };
  if (kind === 'NAME_OF' || kind === 'ID')
    return { ...row, target: unquote(args[1]), rules: args[2] };
  if (kind === 'PATH') return { ...row, rules: args[2] };
  return kind === 'STRING' ? row : null;
}

/**
 * The same from a row of a field table.
 * @param {Field} field
 * @param {import('../../wasm/field_tables.mjs').Call} attribute column of the row
 * @param {string} struct
 * @param {Keywords} keywords
 * @returns {Row}
 */
function readTableRow(field, { name: kind, args }, struct, keywords) {
  const row = {
    ...noColumns,
    name: unquote(args[1]),
    kind,
    rules: args[2] ?? '',
    field: { ...field, struct },
  };
  const number = /[fF]loat|[dD]ouble|mjtNum/.test(field.type) ? 'real' : 'int';
  if (kind === 'NUMBERS')
    return { ...row, number, least: args[2], most: field.dims[0] ?? '1', rules: args[3] ?? '' };
  if (kind === 'LIST') return { ...row, kind: 'NUMBERS', number, least: '0', most: '0' };
  if (kind === 'YESNO') return { ...row, words: yesAndNo(keywords) };
  if (kind === 'WORD' || kind === 'WORDS')
    return { ...row, words: keywords.get(args[2]) ?? [], rules: args[3] ?? '' };
  if (kind === 'NAME_OF') return { ...row, target: unquote(args[2]), rules: args[3] ?? '' };
  if (kind === 'PATH') return { ...row, rules: args[3] ?? '' };
  return row;
}

/** Type of an attribute in words. @param {Row} row */
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

/** @type {(row: Row, headers: Headers) => Attribute} */
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

/**
 * Attributes of flags; they mean what the bits of the enum mean.
 * @param {import('../../wasm/field_tables.mjs').Flag[]} flags
 * @param {string} type the enum
 * @param {string} initial
 * @param {Keywords} keywords
 * @param {Headers} headers
 */
const flagRows = (flags, type, initial, keywords, headers) =>
  flags.map(({ bit, attribute }) => ({
    ...attributeOf(
      { ...noColumns, name: attribute, kind: 'WORD', words: keywordsOf('enable', keywords) },
      headers,
    ),
    initial,
    meaning: needed(
      headers.enums[type].values.find(({ name }) => name === bit),
      bit,
    ).comment,
  }));

/**
 * The struct of each field, also of those inside.
 * @type {(struct: { name: string, fields: Field[] }) => [field: Field, struct: string][]}
 */
const ownersIn = ({ name, fields }) =>
  fields.flatMap((field) =>
    field.fields
      ? ownersIn({ name: nestedName(name, field.name), fields: field.fields })
      : [[field, name]],
  );

/**
 * The attributes of one array, in the order of their places.
 * @param {string} text
 * @param {Keywords} keywords
 * @param {Headers} headers
 */
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
      return needed(headers.fieldTables.get(table), table).flatMap((field) => {
        if (!field.attribute) return [];
        const struct = needed(headers.owners.get(field), `the struct of ${field.name}`);
        const row = readTableRow(field, field.attribute, struct, keywords);
        return [{ place: Number(field.attribute.args[0]), row: attributeOf(row, headers) }];
      });
    }
    const place = /^\[(\d+)\]/.exec(item)?.[1];
    const row = readOwnRow(item, keywords, headers);
    if (!row) return [];
    return [{ place: place ? Number(place) : undefined, row: attributeOf(row, headers) }];
  });
  return items
    .map(({ place, row }, i) => ({ place: place ?? i, row }))
    .sort((a, b) => a.place - b.place)
    .map(({ row }) => row);
}

/** @param {string} text @returns {Keywords} */
function readKeywords(text) {
  /** @type {Keywords} */
  const keywords = new Map();
  for (const [, name, items] of text.matchAll(/^KEYWORDS\((\w+),\s*([^]*?)\)\n/gm))
    keywords.set(
      name,
      [...items.matchAll(/\{"([^"]*)", (\w+)\}/g)].map(
        ([, word, value]) => /** @type {Keyword} */ ([word, value]),
      ),
    );
  return keywords;
}

/** Keywords that the table must have. @param {string} name @param {Keywords} keywords */
const keywordsOf = (name, keywords) => needed(keywords.get(name), `the keywords ${name}`);

/** @param {Keywords} keywords */
const yesAndNo = (keywords) => [...keywordsOf('bool', keywords)].reverse();

/** The `static const TYPE NAME[] = {...};` arrays of the table, by name. @param {string} text @param {string} type */
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

/** What a field means, without the name of its enum: the words are beside it. */
const plainMeaning = (/** @type {string} */ text) => text.replace(/,? ?\bmjt\w+$/, '');

/**
 * All elements, by id.
 * @param {string} root
 * @returns {Map<string, Element>}
 */
export function readSchema(root) {
  const [text, words] = ['schema_table.inc', 'keywords.inc'].map((name) =>
    fs.readFileSync(path.join(root, 'src/mjcf', name), 'utf8').replace(/\/\/[^\n]*/g, ''),
  );
  const declared = readHeaders(root);
  const owners = new Map(Object.values(declared.structs).flatMap(ownersIn));
  const headers = { ...declared, owners };
  const keywords = readKeywords(words);
  const rows = readArrays(text, 'lbAttribute');
  const children = readArrays(text, 'lbChildRule');
  const rules = readArrays(text, 'char\\* const');
  const rowsOf = (/** @type {string} */ name) => readRows(rows.get(name) ?? '', keywords, headers);
  /** @type {Map<string, Element>} */
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
    const name = needed(/\.name = "(\w+)"/.exec(body), `a name of ${match[1]}`)[1];
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
