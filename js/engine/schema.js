// Decodes the generated tables: layouts of structs, signatures of functions.
//
// Layout is wasm32's natural alignment with 4-byte pointers; tests/js/layout.test.mjs lets the compiler confirm every offset.
import { inflateBase91 } from './base64.js';
import { packed } from './generated/tables.js';

/**
 * @typedef {object} Tables
 * @property {Record<string, number>} constants
 * @property {Record<string, string>} enums
 * @property {Record<string, (string | string[])[]>} strings words for flags and frames
 * @property {Record<string, string>} structs
 * @property {Record<string, string>} functions
 */

/** @type {Tables} */
let unpacked;
/** @type {Promise<Tables> | undefined} */
let coming;

/** Unpacks the tables; everything else here needs them. */
export async function loadTables() {
  coming ??= inflateBase91(packed).then((bytes) => JSON.parse(new TextDecoder().decode(bytes)));
  unpacked = await coming;
}

/** The tables. */
export function tables() {
  if (!unpacked) throw new Error('the tables are not loaded');
  return unpacked;
}

/**
 * @typedef {'d'|'f'|'i'|'u'|'b'|'B'|'c'|'l'|'L'|'z'} Basic a number type: double, float, int, unsigned, byte, bool, char, int64 as
 *   a number, uint64, size_t
 * @typedef {object} Field
 * @property {string} name
 * @property {'scalar'|'enum'|'struct'|'array'|'structs'|'table'|'pointer'} kind
 *   array: numbers in place; structs: structs in place; table: pointer to an array whose length follows from sizes
 * @property {string} type code of a number, or name of an enum, struct or container
 * @property {number} offset bytes from the start of the struct
 * @property {number} count items in place
 * @property {string} rows name of the size that gives the rows of a table
 * @property {string} columns of a table: a number, a size, or size*number
 * @property {boolean} counted rows come from the struct itself instead of the model
 * @property {boolean} moves the table may be elsewhere after a call
 *
 * @typedef {{ name: string, size: number, alignment: number, fields: Field[], byName: Map<string, Field> }} Layout
 * @typedef {{ name: string, type: string, constant: boolean, length: number, kind: 'handle'|'struct'|'array'|'number'|'bigint'|'bool'|'string' }} Argument
 * @typedef {{ result: string, args: Argument[], terms: string[] }} Signature
 */

/** @type {Record<string, number>} */
export const itemSize = { d: 8, f: 4, i: 4, u: 4, b: 1, B: 1, c: 1, l: 8, L: 8, z: 4 };

/** @type {Map<string, Layout>} */
const layouts = new Map();

/**
 * The layout of a struct.
 * @param {string} name
 * @returns {Layout}
 */
export function layoutOf(name) {
  const known = layouts.get(name);
  if (known) return known;
  /** @type {Field[]} */
  const fields = [];
  const byName = new Map();
  let offset = 0;
  let alignment = 1;
  let code = '';
  for (const text of tables().structs[name].split(' ')) {
    // a field without a type has that of the one before it
    const colon = text.indexOf(':');
    if (colon > 0) code = text.slice(colon + 1);
    const field = decodeField(colon > 0 ? text.slice(0, colon) : text, code);
    const item = itemLayout(field);
    field.offset = Math.ceil(offset / item.alignment) * item.alignment;
    offset = field.offset + item.size * field.count;
    alignment = Math.max(alignment, item.alignment);
    fields.push(field);
    byName.set(field.name, field);
  }
  const layout = {
    name,
    size: Math.ceil(offset / alignment) * alignment,
    alignment,
    fields,
    byName,
  };
  layouts.set(name, layout);
  return layout;
}

/** Names of all structs. */
export const structNames = () => Object.keys(tables().structs);

/**
 * @param {string} name
 * @param {string} code such as `d[3]`
 * @returns {Field}
 */
function decodeField(name, code) {
  /** @type {Field} */
  const field = {
    name,
    kind: 'scalar',
    type: code,
    offset: 0,
    count: 1,
    rows: '',
    columns: '',
    counted: false,
    moves: false,
  };
  if (code.length === 1) {
    if (code === 'p') field.kind = 'pointer';
    return code === 'p' ? { ...field, type: '' } : field;
  }
  if (code[0] === '*') return decodeTable(field, code);
  if (code.startsWith('p.')) return { ...field, kind: 'pointer', type: code.slice(2) };
  const bracket = code.indexOf('[');
  if (bracket >= 0) field.count = Number(code.slice(bracket + 1, -1));
  const type = bracket >= 0 ? code.slice(0, bracket) : code;
  if (type.startsWith('s.'))
    return { ...field, kind: bracket >= 0 ? 'structs' : 'struct', type: type.slice(2) };
  if (type.startsWith('e.')) return { ...field, kind: 'enum', type: type.slice(2) };
  return { ...field, kind: 'array', type };
}

/**
 * @param {Field} field
 * @param {string} code such as `*d,nbody,3`
 * @returns {Field}
 */
function decodeTable(field, code) {
  const [item, rows, columns = '1'] = code.slice(1).split(',');
  const counted = item.endsWith('!');
  const moves = counted || item.endsWith('~');
  return {
    ...field,
    kind: 'table',
    type: moves ? item.slice(0, -1) : item,
    rows,
    columns,
    counted,
    moves,
  };
}

/** @param {Field} field */
function itemLayout(field) {
  if (field.kind === 'table' || field.kind === 'pointer' || field.kind === 'enum')
    return { size: 4, alignment: 4 };
  if (field.kind === 'struct' || field.kind === 'structs') return layoutOf(field.type);
  const size = itemSize[field.type];
  return { size, alignment: size };
}

/**
 * One field of a struct.
 * @param {string} struct
 * @param {string} name
 * @returns {Field}
 */
export function fieldOf(struct, name) {
  const field = layoutOf(struct).byName.get(name);
  if (!field) throw new Error(`${struct} has no field '${name}'`);
  return field;
}

/**
 * The signature of a generated function.
 * @param {string} text
 * @returns {Signature}
 */
export function decodeFunction(text) {
  const [signature, terms] = text.split('; ');
  const [result, ...args] = signature.split(' ');
  return { result, args: args.map(decodeArgument), terms: terms ? terms.split(' ') : [] };
}

/**
 * @param {string} text such as `jacp:*d`
 * @returns {Argument}
 */
function decodeArgument(text) {
  const [name, code] = text.split(':');
  const base = { name, type: code, constant: code[0] === '<', length: 0 };
  if (code[0] === '<' || code[0] === '*')
    return { ...base, kind: 'array', type: code[1], length: Number(code.slice(2)) };
  if (code[0] === '&') return { ...base, kind: 'struct', type: code.slice(1) };
  /** @type {Record<string, Argument['kind']>} */
  const plain = { n: 'number', e: 'number', l: 'bigint', B: 'bool', s: 'string' };
  return { ...base, kind: plain[code] ?? 'handle' };
}

/**
 * @param {string} text such as `mjA_ B C=5 mjNA`: the names' prefix, then the names
 * @returns {Record<string, number>}
 */
export function decodeEnum(text) {
  /** @type {Record<string, number>} */
  const values = {};
  let next = 0;
  const [prefix, ...items] = text.split(' ');
  for (const item of items) {
    const [name, value] = item.split('=');
    const key = /^mj/.test(name) ? name : prefix + name;
    values[key] = value === undefined ? next : Number(value);
    next = values[key] + 1;
  }
  return values;
}
