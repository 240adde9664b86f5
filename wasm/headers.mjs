// Reads the public headers (src/api/*.h): the single source of truth for every binding.
//
// The headers keep to a strict format (clang-format, one declaration a statement, X-macro field tables), so that a small
// tokenizer is enough. Result: constants, enums, structs, functions and the field tables of mjModel and mjData.
import fs from 'node:fs';
import path from 'node:path';

/**
 * @typedef {{ type: string, name: string, dims: (number|string)[], comment: string, fields?: Field[] }} Field
 * @typedef {{ name: string, fields: Field[], comment: string }} Struct
 * @typedef {{ name: string, returns: string, args: { type: string, name: string, dim: number }[], comment: string }} Function
 * @typedef {{ type: string, name: string, rows: string, cols: string, times: number, owner: 'M'|'D', arena?: boolean, meaning: string }} ArrayField
 */

const stripComments = (text) => text.replace(/\/\*[^]*?\*\//g, '').replace(/\/\/[^\n]*/g, '');

/** Reads `#define NAME number` constants and enum values into one map. */
function readConstants(text, constants) {
  for (const [, name, value] of text.matchAll(/^#define (mj\w+) ([-+.\dEe]+)\s*(?:\/\/.*)?$/gm))
    constants[name] = Number(value);
}

function readEnums(text, enums, constants) {
  for (const [, body, name] of text.matchAll(/typedef enum \w+ \{([^}]*)\} (\w+);/g)) {
    enums[name] = {};
    let next = 0;
    for (const item of stripComments(body)
      .split(',')
      .map((s) => s.trim())
      .filter(Boolean)) {
      const [key, value] = item.split('=').map((s) => s.trim());
      next = value === undefined ? next : Number(value);
      enums[name][key] = constants[key] = next++;
    }
  }
}

/** Parses the lines of a struct body; nested unnamed structs become fields with fields. */
function readFields(lines) {
  const fields = [];
  while (lines.length) {
    const line = lines.shift().trim();
    if (line.startsWith('struct {')) {
      const nested = readFields(lines);
      fields.push({
        type: 'struct',
        name: nested.end,
        dims: [],
        comment: '',
        fields: nested.fields,
      });
      continue;
    }
    const end = /^\}\s*(\w+);/.exec(line);
    if (end) return { fields, end: end[1] };
    const m =
      /^((?:const |struct )?[\w ]+?\**(?: const)?\**)\s+(\w+)((?:\[\w+\])*);\s*(?:\/\/\s*(.*))?$/.exec(
        line,
      );
    if (m)
      fields.push({
        type: m[1].replace('struct ', ''),
        name: m[2],
        dims: [...m[3].matchAll(/\[(\w+)\]/g)].map((d) => d[1]),
        comment: m[4] ?? '',
      });
    else if (/\(\*(\w+)\)\(/.test(line))
      fields.push({ type: 'void*', name: /\(\*(\w+)\)\(/.exec(line)[1], dims: [], comment: '' });
  }
  return { fields, end: '' };
}

/** Joins declarations that clang-format broke over several lines, outside preprocessor lines. */
const joinLines = (body) => body.replace(/,\n\s+/g, ', ');

function readStructs(text, structs) {
  for (const m of text.matchAll(/typedef struct (\w+)_ \{\n([^]*?)\n\} \1;/g)) {
    structs[m[1]] = {
      name: m[1],
      fields: readFields(joinLines(m[2]).split('\n')).fields,
      raw: m[2],
      comment: '',
    };
  }
}

function readFunctions(text, functions) {
  for (const m of text.matchAll(/((?:^\/\/[^\n]*\n)*)LB_API ([^;(]*?)(\w+)\(([^;]*)\);/gm)) {
    const args =
      m[4].trim() === 'void'
        ? []
        : m[4].split(',').map((a) => {
            const p = /^(.*?)(\w+)(?:\[(\d+)\])?$/.exec(a.trim().replace(/\s+/g, ' '));
            return {
              type: p[1].trim() + (p[3] ? '*' : ''),
              name: p[2],
              dim: p[3] ? Number(p[3]) : 0,
            };
          });
    const comment = m[1]
      .split('\n')
      .map((l) => l.replace(/^\/\/ ?/, ''))
      .join(' ')
      .trim();
    functions[m[3]] = { name: m[3], returns: m[2].trim(), args, comment };
  }
}

const unquote = (s) => s.trim().replace(/^"|"$/g, '');

/** The entries of one X-macro table. */
function readTable(text, macro) {
  const start = text.indexOf(`#define ${macro}(`);
  const body = text.slice(start).split('\n').slice(1);
  const entries = [];
  for (const line of body) {
    const m = /^\s*(XV?)\((.*)\)\s*\\?$/.exec(line);
    if (!m) break;
    const quote = m[2].indexOf('"');
    entries.push({
      kind: m[1],
      parts: m[2]
        .slice(0, quote)
        .split(',')
        .map((s) => s.trim())
        .filter(Boolean),
      meaning: unquote(m[2].slice(quote)),
    });
    if (!line.trimEnd().endsWith('\\')) break;
  }
  return entries;
}

/** Reads all headers below src/api. */
export function readHeaders(root) {
  const directory = path.join(root, 'src/api');
  const files = fs
    .readdirSync(directory)
    .filter((f) => f.endsWith('.h'))
    .sort();
  const text = Object.fromEntries(
    files.map((f) => [f, fs.readFileSync(path.join(directory, f), 'utf8')]),
  );
  const constants = {},
    enums = {},
    structs = {},
    functions = {};
  for (const f of files) readConstants(text[f], constants);
  for (const f of files) readEnums(text[f], enums, constants);
  for (const f of files) readStructs(text[f], structs);
  for (const f of files) readFunctions(text[f], functions);

  const model = text['model_fields.h'],
    data = text['data_fields.h'];
  const tables = {
    modelSizes: readTable(model, 'LB_MODEL_SIZES').map((e) => ({
      name: e.parts[0],
      meaning: e.meaning,
    })),
    modelArrays: readTable(model, 'LB_MODEL_ARRAYS').map((e) => {
      const [type, name, rows, cols, times] = e.parts;
      return { type, name, rows, cols, times: Number(times ?? 1), owner: 'M', meaning: e.meaning };
    }),
    dataArrays: readTable(data, 'LB_DATA_ARRAYS').map((e) => {
      const [type, name, rows, cols] = e.parts;
      return { type, name, rows, cols, times: 1, owner: 'M', meaning: e.meaning };
    }),
    arenaArrays: readTable(data, 'LB_ARENA_ARRAYS').map((e) => {
      const [type, name, owner, rows, cols] = e.parts;
      return { type, name, rows, cols, times: 1, owner, arena: true, meaning: e.meaning };
    }),
  };
  insertTables(structs, tables);
  return { constants, enums, structs, functions, tables };
}

/** Puts the table fields where the structs expand the tables. */
function insertTables(structs, tables) {
  const pointer = (a) => ({
    type: `${a.type}*`,
    name: a.name,
    dims: [],
    comment: a.meaning,
    array: a,
  });
  const size = (s) => ({ type: 'mjtSize', name: s.name, dims: [], comment: s.meaning });
  const expand = {
    LB_MODEL_SIZES: tables.modelSizes.map(size),
    LB_MODEL_ARRAYS: tables.modelArrays.map(pointer),
    LB_DATA_ARRAYS: tables.dataArrays.map(pointer),
    LB_ARENA_ARRAYS: tables.arenaArrays.map(pointer),
  };
  for (const s of [structs.mjModel, structs.mjData]) {
    s.fields = [];
    let pending = [];
    const flush = () => {
      s.fields.push(...readFields(pending).fields);
      pending = [];
    };
    for (const line of joinLines(s.raw).split('\n')) {
      const table = /^\s*(LB_\w+)\(X/.exec(line);
      if (table) {
        flush();
        s.fields.push(...expand[table[1]]);
      } else if (!line.startsWith('#')) pending.push(line);
    }
    flush();
  }
}
