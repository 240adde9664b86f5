// The generated tables, as JSON in zlib's format and base 91: compact text that js/engine/schema.js decodes when a struct or function is first used.
//
// A field is `name:type`, fields are separated by spaces; a field without a type has that of the one before it. Types:
//   d f i u b B c l L z   double, float, int, unsigned, byte, bool, char, int64 as number, uint64, size_t
//   e.mjtGeom             enum            s.mjOption    struct in place        p.mjsBody   pointer to a struct
//   p                     other pointer   d[3]          array in place
//   *d,rows,cols          (1 column when left out) pointer to an array of the model's sizes that never moves;  *d~ may move;  *d! may move, has counts
//                         of the struct itself
// An enum is what its names begin with, then the names without it, or whole ones; values follow on unless `=value` says another.
// A function is `result argument ...; shape terms`, an argument `name:type`. Types:
//   n l B s               number, 64-bit number, bool, string;  e: an enum
//   <d3 *d3               array that is read, array that is written (3: its least length)
//   mjModel               pointer to a struct;  &mjLogConfig: a struct by value
import { deflateSync } from 'node:zlib';
import { publishedEnums, stringTables } from './published.mjs';
import { readShapes } from './shapes.mjs';

// Letters of the number types.
export const basic = {
  mjtNum: 'd',
  double: 'd',
  float: 'f',
  int: 'i',
  unsigned: 'u',
  'unsigned int': 'u',
  char: 'c',
  'unsigned char': 'b',
  mjtByte: 'b',
  mjtBool: 'B',
  bool: 'B',
  mjtSize: 'l',
  int64_t: 'l',
  uint64_t: 'L',
  size_t: 'z',
  uintptr_t: 'z',
};

// Structs that C programs alone fill in.
const cOnly = /^(mjp\w+|mjSDF|mjCache|mjResource)$/;

// Lengths of mjvScene's arrays: [rows, columns]; +name is the sum of the parts that nameadr and namenum describe.
const sceneArrays = {
  geoms: ['ngeom', 1],
  geomorder: ['ngeom', 1],
  flexedgeadr: ['nflex', 1],
  flexedgenum: ['nflex', 1],
  flexvertadr: ['nflex', 1],
  flexvertnum: ['nflex', 1],
  flexfaceadr: ['nflex', 1],
  flexfacenum: ['nflex', 1],
  flexfaceused: ['nflex', 1],
  flexedge: ['+flexedge:nflex', 2],
  flexvert: ['+flexvert:nflex', 3],
  flexface: ['+flexface:nflex', 9],
  flexnormal: ['+flexface:nflex', 9],
  flextexcoord: ['+flexface:nflex', 6],
  skinfacenum: ['nskin', 1],
  skinvertadr: ['nskin', 1],
  skinvertnum: ['nskin', 1],
  skinvert: ['+skinvert:nskin', 3],
  skinnormal: ['+skinvert:nskin', 3],
};
const blocks = { buffer: 'nbuffer', arena: 'narena' };

const capital = (name) => name[0].toUpperCase() + name.slice(1);

/** Name of a nested struct that has none: mjVisual and global give mjVisualGlobal. */
export const nestedName = (struct, field) => struct + capital(field);

function fieldType(struct, field, headers) {
  const type = field.type.replace(/^const /, '');
  if (field.fields) return `s.${nestedName(struct, field.name)}`;
  if (field.array) {
    const { rows, cols, times, owner } = field.array;
    const columns = String(Number(cols) || headers.constants[cols] || cols);
    const item = basic[field.array.type] ?? `s.${field.array.type}`;
    const mark = owner === 'D' ? '!' : field.array.arena ? '~' : '';
    return `*${item}${mark},${rows},${times === 1 ? columns : `${columns}*${times}`}`;
  }
  if (type === 'void*' && blocks[field.name]) return `*b,${blocks[field.name]},1`;
  const target = /^(\w+)\*$/.exec(type)?.[1];
  if (struct === 'mjvScene' && target && sceneArrays[field.name]) {
    const [rows, columns] = sceneArrays[field.name];
    return `*${basic[target] ?? `s.${target}`}!,${rows},${columns}`;
  }
  if (type.includes('*'))
    return headers.structs[target] || /^mj\w*(String|Vec)$/.test(target)
      ? `p.${target}`
      : type === 'char*'
        ? 'p.char'
        : 'p';
  const item = basic[type] ?? (headers.enums[type] ? `e.${type}` : `s.${type}`);
  const count = field.dims.reduce((n, d) => n * (Number(d) || headers.constants[d]), 1);
  return field.dims.length ? `${item}[${count}]` : item;
}

/** Every struct that JavaScript sees, nested ones under names of their own: [name, fields]. */
export function listStructs(headers) {
  const list = [];
  const add = (name, fields) => {
    for (const field of fields) if (field.fields) add(nestedName(name, field.name), field.fields);
    list.push([name, fields]);
  };
  for (const struct of Object.values(headers.structs))
    if (!cOnly.test(struct.name)) add(struct.name, struct.fields);
  return list;
}

function enumText(values) {
  let next = 0;
  return Object.entries(values)
    .map(([key, value]) => {
      const text = value === next ? key : `${key}=${value}`;
      next = value + 1;
      return text;
    })
    .join(' ');
}

/** `mjA_B mjA_C=3 mjNA` as `mjA_ B C=3 mjNA`: what all names have in common stands before them. */
export function packEnum(text) {
  const items = text.split(' ');
  const prefix = /^mj[A-Z]+_/.exec(text)?.[0] ?? '';
  const shared = items.every((item) => item.startsWith(prefix) || /^mj/.test(item)) ? prefix : '';
  const rest = items.map((item) => (item.startsWith(shared) ? item.slice(shared.length) : item));
  return [shared, ...rest].join(' ');
}

/** Code of an argument's type, undefined where JavaScript has no such value. */
export function argumentType(arg, headers) {
  const constant = arg.type.startsWith('const ');
  const type = arg.type.replace(/^const /, '');
  if (type === 'char*') return constant ? 's' : undefined;
  const target = /^(\w+(?: char)?)\*$/.exec(type)?.[1];
  if (target && (basic[target] || target === 'void'))
    return `${constant ? '<' : '*'}${basic[target] ?? 'b'}${arg.dim || ''}`;
  if (target && headers.structs[target] && !cOnly.test(target)) return target;
  if (type.includes('*') || /^mjf/.test(type)) return undefined;
  if (headers.structs[type]) return `&${type}`;
  if (headers.enums[type]) return 'e';
  return { mjtBool: 'B', mjtSize: 'l' }[type] ?? 'n';
}

/** Code of a result's type, undefined where JavaScript has no such value. */
export function resultType(type, headers) {
  const plain = type.replace(/^const /, '');
  if (plain === 'void') return 'v';
  if (plain === 'char*' || plain === 'mjString*') return plain === 'char*' ? 's' : 'S';
  const target = /^(\w+)\*$/.exec(plain)?.[1];
  if (target && headers.structs[target] && !cOnly.test(target)) return target;
  if (plain.includes('*') || /^mjf/.test(plain)) return undefined;
  if (headers.structs[plain]) return `&${plain}`;
  return { mjtBool: 'B', mjtSize: 'l' }[plain] ?? 'n';
}

// Functions that js/mujoco/functions.js writes by hand, or that make no sense with garbage collection and typed arrays.
const byHand = new Set([
  'mju_malloc',
  'mju_free',
  'mju_error',
  'mju_clearHandlers',
  'mju_boxQPmalloc',
  'mj_deleteModel',
  'mj_deleteData',
  'mj_deleteSpec',
  'mj_deleteVFS',
  'mj_defaultVFS',
  'mj_makeData',
  'mj_makeSpec',
  'mj_copyModel',
  'mj_copyData',
  'mj_copySpec',
  'mj_loadXML',
  'mj_loadModel',
  'mj_loadModelBuffer',
  'mj_parse',
  'mj_parseXML',
  'mj_parseXMLString',
  'mj_compile',
  'mj_recompile',
  'mj_saveLastXML',
  'mj_saveModel',
  'mj_saveXML',
  'mj_saveXMLString',
  'mj_setLengthRange',
  'mj_encode',
  'mj_addBufferVFS',
  'mj_addFileVFS',
  'mj_mountVFS',
  'mj_unmountVFS',
  'mj_deleteFileVFS',
  'mj_containsBufferVFS',
  'mj_containsFileVFS',
  'mj_markStack',
  'mj_freeStack',
  'mj_freeLastXML',
  'mj_warning',
  'mju_strncpy',
  'mjv_makeScene',
  'mjv_freeScene',
  'mjv_defaultScene',
  'mjv_copyModel',
  'mjv_copyData',
  'mj_loadPluginLibrary',
  'mjs_setUserValue',
  'mjs_delete',
  'mjs_getUserValue',
  'mjs_setDouble',
  'mju_writeResource',
  'mj_resetCallbacks',
  'mjs_getTimer',
  'mj_readSensor',
]);

/** Functions with a generated wrapper: [name, text]. */
export function listFunctions(headers) {
  const shapes = readShapes();
  const list = [];
  for (const f of Object.values(headers.functions)) {
    if (byHand.has(f.name)) continue;
    const result = resultType(f.returns, headers);
    const types = f.args.map((arg) => argumentType(arg, headers));
    if (!result || types.some((type) => !type)) continue;
    const args = f.args.map((arg, i) => `${arg.name}:${types[i]}`);
    const terms = shapes.get(f.name);
    shapes.delete(f.name);
    list.push([f.name, [result, ...args].join(' ') + (terms ? `; ${terms.join(' ')}` : '')]);
  }
  return list;
}

/** `name:type` of each field; the type is left out where it is that of the field before, and so is a single column. */
function packFields(fields) {
  let before = '';
  return fields
    .map(([name, type]) => {
      const code = type.replace(/^(\*.*),1$/, '$1');
      const text = code === before ? name : `${name}:${code}`;
      before = code;
      return text;
    })
    .join(' ');
}

/** Bytes as text that needs no escapes in source code; inflateBase91 of js/engine/base64.js reads it. */
function base91(bytes) {
  const digits = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).filter(
    (sign) => !`"'<\\`.includes(sign),
  );
  const pairs = Math.ceil(((bytes.length + 1) * 8) / 13);
  const fill = Math.floor((pairs * 13) / 8) - bytes.length - 1;
  let text = '';
  let word = 0;
  let bits = 0;
  for (const byte of [fill, ...bytes, 0, 0]) {
    word |= byte << bits;
    bits += 8;
    if (bits < 13 || text.length === 2 * pairs) continue;
    const value = word & 8191;
    text += digits[Math.floor(value / 91)] + digits[value % 91];
    word >>= 13;
    bits -= 13;
  }
  return text;
}

/** The source text of js/engine/generated/tables.js. */
export function tablesText(headers) {
  const published = Object.entries(headers.constants).filter(
    ([name]) => !enumKeys(headers).has(name),
  );
  const enums = [
    ...Object.entries(headers.enums).map(([name, values]) => [name, enumText(values)]),
    ...Object.entries(publishedEnums),
  ].map(([name, text]) => [name, packEnum(text)]);
  const structs = listStructs(headers).map(([name, fields]) => [
    name,
    packFields(fields.map((f) => [f.name, fieldType(name, f, headers)])),
  ]);
  const tables = {
    constants: Object.fromEntries(published),
    enums: Object.fromEntries(enums),
    strings: stringTables,
    structs: Object.fromEntries(structs),
    functions: Object.fromEntries(listFunctions(headers)),
  };
  // compressed, because it is half of the package's code otherwise; small blocks have better codes for their symbols
  const packed = base91(deflateSync(JSON.stringify(tables), { level: 9, memLevel: 6 }));
  return `// Generated by wasm/generate.mjs from src/api; do not edit. The format is described in wasm/tables.mjs.
export const packed = '${packed}';
`;
}

const enumKeys = (headers) =>
  new Set(Object.values(headers.enums).flatMap((values) => Object.keys(values)));
