// Reads the public headers (src/api/*.h): declarations with their comments, as plain data.
//
// The headers keep to a strict format (clang-format, one declaration a statement), so that a small scanner is enough. A comment
// belongs to the declaration that it stands behind, or right above. Structs whose fields come from an X-macro table
// (model_fields.h) are expanded as the preprocessor would; the argument `meaning` of a row is the comment of its field.
import fs from 'node:fs';
import path from 'node:path';
import { readFieldTables, readFlags } from './field_tables.mjs';

/**
 * @typedef {Record<string, string>} Row arguments of a row of a table, by the names that the struct's macro gives them
 *
 * @typedef {object} Field
 * @property {string} name
 * @property {string} type in C, without the name: `const char*`
 * @property {string[]} dims numbers or names of constants, `[3]` or `[mjNREF]`
 * @property {string} comment
 * @property {Field[]} [fields] of a nested struct without a name
 * @property {Row} [row] where the field comes from a table: its row
 * @property {string} [initial] of a spec or of settings: default, see field_tables.mjs
 * @property {import('./field_tables.mjs').Call | null} [attribute] of a spec or of settings: where MJCF has it
 *
 * @typedef {{ name: string, comment: string }} Named a function type or a variable
 * @typedef {Named & { fields: Field[] }} Struct
 * @typedef {Named & { value: number }} Constant
 * @typedef {Named & { values: Constant[] }} Enum
 * @typedef {{ type: string, name: string, dim: number }} Parameter dim: of an array, 0 where the type says no length
 * @typedef {Named & { returns: string, args: Parameter[] }} FunctionDescription
 *
 * @typedef {object} Headers
 * @property {Record<string, Constant>} constants
 * @property {Record<string, Enum>} enums
 * @property {Record<string, Struct>} structs
 * @property {Record<string, FunctionDescription>} functions
 * @property {Named[]} others function types and variables
 * @property {Record<string, number>} numbers values of constants and enums by name
 * @property {Map<string, Field[]>} fieldTables fields of specs and settings, by the macros of their tables
 * @property {ReturnType<typeof readFlags>} flags of mjOption
 *
 * @typedef {object} Statement
 * @property {string} code in one line, without its end; of a block what stands before the brace
 * @property {string} comment
 * @property {Statement[]} [inside] of a block
 * @property {string} [after] of a block: what stands between the closing brace and the semicolon
 */

/** Splits the text of a header into statements. */
class Scanner {
  at = 0;

  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }

  /** What a sticky pattern matches here, taken. @param {RegExp} pattern */
  take(pattern) {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match) this.at = pattern.lastIndex;
    return match;
  }

  /** Column of the text at a place. @param {number} at */
  column(at) {
    return at - this.text.lastIndexOf('\n', at - 1) - 1;
  }

  /**
   * The statements up to a closing brace, or the end of the text.
   * @param {string} separator ; or, in enums, a comma
   * @returns {Statement[]}
   */
  block(separator) {
    /** @type {Statement[]} */
    const statements = [];
    /** @type {string[]} */
    let above = [];
    let behind = -1;
    for (;;) {
      if (this.take(/[ \t]*\n/y)) {
        above = [];
        behind = -1;
        continue;
      }
      const comment = this.take(/[ \t]*\/\/ ?([^\n]*)\n/y);
      if (comment) {
        const column = this.column(this.at - comment[0].trimStart().length);
        // in the column of the comment behind a statement, a line goes on with it
        if (column === behind) statements[statements.length - 1].comment += ` ${comment[1]}`;
        else above.push(comment[1]);
        continue;
      }
      if (this.at >= this.text.length || this.take(/\s*\}/y)) return statements;
      const statement = this.statement(separator);
      if (!statement) continue;
      const trailing = this.take(/[ \t]*\/\/ ?([^\n]*)\n/y);
      behind = trailing ? this.column(this.at - trailing[0].trimStart().length) : -1;
      if (!trailing) this.take(/[ \t]*\n/y);
      statement.comment = trailing?.[1] ?? above.join(' ');
      statements.push(statement);
      above = [];
    }
  }

  /**
   * @param {string} separator
   * @returns {Statement | null} null for what declares nothing
   */
  statement(separator) {
    const directive = this.take(/[ \t]*(#(?:[^\n\\/]|\\[^]|\/(?!\/))*)/y);
    if (directive) return { code: directive[1].trim(), comment: '' };
    const table = this.take(/[ \t]*(LB_\w+\([\w, ]+\))(?=\n)/y);
    if (table) return { code: table[1], comment: '' };
    const start = this.at;
    for (let depth = 0; ; this.at++) {
      const letter = this.text[this.at];
      if (letter === undefined) throw new Error(`a declaration does not end: ${this.rest(start)}`);
      if (letter === '(' || letter === '[') depth++;
      if (letter === ')' || letter === ']') depth--;
      if (depth === 0 && (letter === separator || letter === '{')) break;
    }
    const code = this.rest(start);
    if (this.text[this.at++] === separator) return { code, comment: '' };
    this.take(/[ \t]*\n/y);
    const inside = this.block(/\benum\b/.test(code) ? ',' : ';');
    if (code.startsWith('extern')) {
      // what is declared extern "C" counts as if it stood alone
      return { code, comment: '', inside, after: '' };
    }
    const after = /** @type {RegExpExecArray} */ (this.take(/\s*(\w*);/y))[1];
    return { code, comment: '', inside, after };
  }

  /** The text from a place to here, in one line. @param {number} start */
  rest(start) {
    return this.text.slice(start, this.at).replace(/\s+/g, ' ').trim();
  }
}

/** Splits at commas outside of quotes. @param {string} text */
const splitArguments = (text) =>
  (text.match(/"(?:[^"\\]|\\.)*"|[^",]+/g) ?? []).map((part) => part.trim()).filter(Boolean);

const unquote = (/** @type {string} */ text) => text.replace(/^"|"$/g, '').replace(/\\"/g, '"');

/**
 * The X-macro tables of a header: rows as [macro, ...arguments].
 * @param {Statement[]} statements
 * @param {Map<string, { parameters: string[], rows: string[][] }>} tables
 */
function readTables(statements, tables) {
  for (const { code } of statements) {
    const head = /^#define (LB_\w+)\(([\w, ]+)\) *\\\n([^]*)$/.exec(code);
    if (!head) continue;
    const rows = head[3]
      .split('\n')
      .map((line) => /^\s*(\w+)\((.*)\)\s*\\?$/.exec(line))
      .filter((match) => match !== null)
      .map(([, macro, args]) => [macro, ...splitArguments(args)]);
    tables.set(head[1], { parameters: splitArguments(head[2]), rows });
  }
}

/** A field, from a declaration without its semicolon. @param {string} code @param {string} comment @returns {Field} */
function readField(code, comment) {
  const callback = /^.*\(\*(\w+)\)\(.*\)$/.exec(code);
  if (callback) return { name: callback[1], type: 'void*', dims: [], comment };
  const match = /^(.*?)(\w+)((?:\[\w+\])*)$/.exec(code);
  if (!match) throw new Error(`not a field: ${code}`);
  const type = match[1].replace(/\bstruct /, '').trim();
  return { name: match[2], type, dims: match[3].match(/\w+/g) ?? [], comment };
}

/**
 * The fields that a table gives to a struct.
 * @param {string} use such as LB_MODEL_ARRAYS(X, XV)
 * @param {Map<string, { parameters: string[], body: string }>} macros the struct's own, by name
 * @param {Map<string, { parameters: string[], rows: string[][] }>} tables
 * @returns {Field[]}
 */
function expandTable(use, macros, tables) {
  const [, name, given] = /** @type {RegExpExecArray} */ (/^(\w+)\((.*)\)$/.exec(use));
  const table = tables.get(name);
  if (!table) throw new Error(`no table ${name}`);
  const passed = splitArguments(given);
  return table.rows.flatMap(([kind, ...args]) => {
    const macro = macros.get(passed[table.parameters.indexOf(kind)]);
    if (!macro) throw new Error(`no macro for ${kind} of ${name}`);
    const row = Object.fromEntries(
      macro.parameters.map((parameter, i) => [parameter, unquote(args[i])]),
    );
    const code = macro.body.replace(/\w+/g, (word) => row[word] ?? word).replace(/\s*##\s*/g, '');
    if (!code.endsWith(';')) return [];
    return [{ ...readField(code.slice(0, -1).trim(), row.meaning ?? ''), row }];
  });
}

/**
 * @param {Statement[]} statements
 * @param {Map<string, { parameters: string[], rows: string[][] }>} tables
 * @param {Map<string, Field[]>} fieldTables
 * @returns {Field[]}
 */
function readFields(statements, tables, fieldTables) {
  /** @type {Map<string, { parameters: string[], body: string }>} */
  const macros = new Map();
  return statements.flatMap(({ code, comment, inside, after }) => {
    if (inside)
      return [
        {
          name: after ?? '',
          type: 'struct',
          dims: [],
          comment,
          fields: readFields(inside, tables, fieldTables),
        },
      ];
    const macro = /^#define (\w+)\(([\w, ]+)\)\s+([^]*)$/.exec(code);
    if (macro) {
      const body = macro[3].replace(/\\\n/g, ' ').trim();
      macros.set(macro[1], { parameters: splitArguments(macro[2]), body });
    }
    if (code.startsWith('#')) return [];
    const fields = fieldTables.get(/^\w+/.exec(code)?.[0] ?? '');
    if (fields) return fields;
    if (/^LB_\w+\(/.test(code)) return expandTable(code, macros, tables);
    return [readField(code, comment)];
  });
}

/** @param {Statement[]} statements @returns {Constant[]} */
function readValues(statements) {
  let next = 0;
  return statements.map(({ code, comment }) => {
    const [name, value] = code.split(/\s*=\s*/);
    next = value === undefined ? next : Number(value);
    return { name, comment, value: next++ };
  });
}

/** @param {string} text @returns {Parameter[]} */
function readParameters(text) {
  if (text === 'void') return [];
  // ("..." is no parameter)
  return text
    .replace(/, \.\.\.$/, '')
    .split(',')
    .map((part) => {
      const match = /^(.*?)(\w+)(?:\[(\d*)\])?$/.exec(part.trim());
      if (!match) throw new Error(`not a parameter: ${part}`);
      const [, type, name, dim] = match;
      return { type: type.trim() + (dim === undefined ? '' : '*'), name, dim: Number(dim ?? 0) };
    });
}

/**
 * @param {Statement} statement
 * @param {Headers} headers
 * @param {Map<string, { parameters: string[], rows: string[][] }>} tables
 */
function readDeclaration({ code, comment, inside, after }, headers, tables) {
  const constant = /^#define (mj\w+) (\S+)$/.exec(code);
  if (constant && !Number.isNaN(Number(constant[2]))) {
    const [, name, value] = constant;
    headers.constants[name] = { name, comment, value: Number(value) };
  }
  const called = /^LB_API (.*?)(\w+)\((.*)\)$/.exec(code);
  if (called) {
    const [, returns, name, args] = called;
    headers.functions[name] = {
      name,
      comment,
      returns: returns.trim(),
      args: readParameters(args),
    };
  }
  const other =
    /^(?:typedef|extern) .*?\(\*(\w+)\)\(/.exec(code) ??
    /^extern \w+ (\w+)(?:\[\w+\])*$/.exec(code);
  if (other) headers.others.push({ name: other[1], comment });
  if (code.startsWith('extern "C"')) {
    for (const statement of inside ?? []) readDeclaration(statement, headers, tables);
  } else if (inside && after && code.startsWith('typedef enum')) {
    headers.enums[after] = { name: after, comment, values: readValues(inside) };
  } else if (inside && after && code.startsWith('typedef struct')) {
    headers.structs[after] = {
      name: after,
      comment,
      fields: readFields(inside, tables, headers.fieldTables),
    };
  }
}

/**
 * Reads all headers below src/api.
 * @param {string} root folder of the repository
 * @returns {Headers}
 */
export function readHeaders(root) {
  const directory = path.join(root, 'src/api');
  const files = fs.readdirSync(directory).filter((name) => name.endsWith('.h'));
  const texts = files.sort().map((name) => fs.readFileSync(path.join(directory, name), 'utf8'));
  const statements = texts.map((text) => new Scanner(text).block(';'));
  const tables = new Map();
  for (const list of statements) readTables(list, tables);
  /** @type {Headers} */
  const headers = {
    ...{ constants: {}, enums: {}, structs: {}, functions: {}, others: [], numbers: {} },
    fieldTables: new Map(),
    flags: readFlags(texts),
  };
  // defaults in field tables refer to constants and enums
  const isNumber = (/** @type {Statement} */ { code }) => /^(#define|typedef enum) /.test(code);
  const all = statements.flat();
  for (const statement of all.filter(isNumber)) readDeclaration(statement, headers, tables);
  for (const { name, value } of [
    ...Object.values(headers.constants),
    ...Object.values(headers.enums).flatMap(({ values }) => values),
  ])
    headers.numbers[name] = value;
  headers.fieldTables = readFieldTables(texts, headers.numbers);
  for (const statement of all)
    if (!isNumber(statement)) readDeclaration(statement, headers, tables);
  return headers;
}
