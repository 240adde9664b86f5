// One description of the C interface, as plain data: what JavaScript must know of structs, enums and functions, with the comments
// of the headers. Bindings, declarations and references are made from it, and nothing else reads the headers.
//
//   build/wasm/interface.json         all of it, to read
//   js/engine/generated/interface.js  what is needed at run time, without comments, packed for the download (wasm/pack.mjs)
import { byHand, rules } from './calls.mjs';
import { jointSizes, objectKinds } from './objects.mjs';
import { stringTables } from './strings.mjs';

/**
 * @typedef {import('../js/engine/numbers.js').NumberType} NumberType
 * @typedef {import('../js/engine/schema.js').FieldDescription} FieldDescription
 * @typedef {import('../js/engine/schema.js').PlainArgument} Argument
 * @typedef {import('../js/engine/schema.js').Signature} Signature
 *
 * @typedef {object} ForReaders
 * @property {string} comment
 * @property {string} ctype type in C
 * @property {string} shape in words: `3`, `nbody x 3`
 *
 * @typedef {FieldDescription & ForReaders} Field
 * @typedef {Signature & { name: string, comment: string }} FunctionDescription
 * @typedef {{ name: string, comment: string, fields: Field[] }} Struct
 * @typedef {{ name: string, comment: string, values: { name: string, value: number, comment: string }[] }} Enum
 *
 * @typedef {object} Interface
 * @property {{ name: string, value: number, comment: string }[]} constants
 * @property {Enum[]} enums
 * @property {Record<string, (string | string[])[]>} strings words for flags and frames
 * @property {Struct[]} structs
 * @property {FunctionDescription[]} functions
 * @property {import('../js/engine/schema.js').ObjectKind[]} objects
 * @property {{ positions: number[], velocities: number[] }} joints
 */

/** Number types by their names in C. @type {Record<string, NumberType>} */
const numberTypes = {
  mjtNum: 'double',
  double: 'double',
  float: 'float',
  int: 'int',
  unsigned: 'uint',
  'unsigned int': 'uint',
  char: 'char',
  'unsigned char': 'byte',
  mjtByte: 'byte',
  mjtBool: 'bool',
  bool: 'bool',
  mjtSize: 'int64',
  int64_t: 'int64',
  uint64_t: 'uint64',
  size_t: 'size',
  uintptr_t: 'size',
  void: 'byte',
};

const yes = /** @type {const} */ (true);

/** Structs that C programs alone fill in. */
const cOnly = /^(mjp\w+|mjrRect|mjSDF|mjCache|mjResource|lbError)$/;
/** Functions that C programs alone can use: with C callbacks, about files on disk. */
const notExported = /^(mjp_|mjc_|lb_|mj_printSchema$)/;

/**
 * Tables of mjvScene: rows are a size of the scene, or those of all flexes or skins together.
 * @type {Record<string, Partial<Field>>}
 */
const sceneTables = {
  ...one('ngeom', 'geoms geomorder'),
  ...one(
    'nflex',
    'flexedgeadr flexedgenum flexvertadr flexvertnum flexfaceadr flexfacenum flexfaceused',
  ),
  flexedge: of('nflex', 'flexedge', 2),
  flexvert: of('nflex', 'flexvert', 3),
  flexface: of('nflex', 'flexface', 9),
  flexnormal: of('nflex', 'flexface', 9),
  flextexcoord: of('nflex', 'flexface', 6),
  ...one('nskin', 'skinfacenum skinvertadr skinvertnum'),
  skinvert: of('nskin', 'skinvert', 3),
  skinnormal: of('nskin', 'skinvert', 3),
};

/** @param {string} rows @param {string} names */
function one(rows, names) {
  return Object.fromEntries(names.split(' ').map((name) => [name, { rows }]));
}

/** @param {string} rows @param {string} part @param {number} columns */
function of(rows, part, columns) {
  return { rows, part, columns };
}

/** Blocks of bytes, and the fields that hold their sizes. @type {Record<string, string>} */
const blocks = { buffer: 'nbuffer', arena: 'narena' };

/** Name of a struct inside another that has none: mjVisual and global give mjVisualGlobal. @param {string} struct @param {string} field */
export const nestedName = (struct, field) => struct + field[0].toUpperCase() + field.slice(1);

const withoutConst = (/** @type {string} */ type) => type.replace(/^const /, '');
const targetOf = (/** @type {string} */ type) =>
  /^(\w+(?: char| int)?)\*$/.exec(withoutConst(type))?.[1] ?? '';

/**
 * A field that a row of model_fields.h or data_fields.h describes.
 * @param {import('./headers.mjs').Field} field
 * @param {import('./headers.mjs').Headers} headers
 */
function tableField({ row = {}, name }, { numbers }) {
  const { type, rows, cols, colsSize, times, owner } = row;
  const columns = colsSize === undefined ? Number(cols) || numbers[cols] || cols : colsSize;
  return {
    name,
    type: numberTypes[type] ?? type,
    rows,
    ...(columns !== 1 && { columns }),
    ...(Number(times ?? 1) !== 1 && { times: Number(times) }),
    ...(owner && { moves: yes }),
  };
}

/**
 * @param {string} struct
 * @param {import('./headers.mjs').Field} field
 * @param {import('./headers.mjs').Headers} headers
 * @returns {FieldDescription}
 */
function describeField(struct, field, headers) {
  const { name } = field;
  const declared = withoutConst(field.type);
  const target = targetOf(declared);
  if (field.fields) return { name, type: nestedName(struct, name) };
  if (field.row?.rows) return tableField(field, headers);
  if (declared === 'void*' && blocks[name]) return { name, type: 'byte', rows: blocks[name] };
  if (struct === 'mjvScene' && target && sceneTables[name])
    return {
      name,
      type: numberTypes[target] ?? target,
      moves: yes,
      ...sceneTables[name],
    };
  if (declared.includes('*')) {
    const known =
      target === 'char' || headers.structs[target] || /^mj\w*(String|Vec)$/.test(target);
    return { name, to: known ? target : '' };
  }
  const type = numberTypes[declared] ?? declared;
  const count = field.dims.reduce((n, d) => n * (Number(d) || headers.numbers[d]), 1);
  return field.dims.length ? { name, type, count } : { name, type };
}

/** Shape of a field in words. @param {import('./headers.mjs').Field} field @param {import('./headers.mjs').Headers} headers */
function shapeOf({ row, dims }, { numbers }) {
  if (row?.rows) {
    const columns = row.colsSize
      ? row.times === '1'
        ? row.colsSize
        : `${row.colsSize} * ${row.times}`
      : row.cols;
    return columns === '1' ? row.rows : `${row.rows} x ${columns}`;
  }
  return dims.map((d) => numbers[d] ?? d).join(' x ');
}

/**
 * Every struct that JavaScript sees, those inside others under names of their own.
 * @param {import('./headers.mjs').Headers} headers
 * @returns {Struct[]}
 */
function describeStructs(headers) {
  /** @type {Struct[]} */
  const list = [];
  /** @type {(struct: import('./headers.mjs').Struct) => void} */
  const add = ({ name, comment, fields }) => {
    for (const field of fields)
      if (field.fields)
        add({ name: nestedName(name, field.name), comment: field.comment, fields: field.fields });
    list.push({
      name,
      comment,
      fields: fields.map((field) => ({
        ...describeField(name, field, headers),
        comment: field.comment,
        ctype: field.row?.type ?? field.type,
        shape: shapeOf(field, headers),
      })),
    });
  };
  for (const struct of Object.values(headers.structs)) if (!cOnly.test(struct.name)) add(struct);
  return list;
}

/**
 * What a value is that is no array: see Argument.
 * @param {string} declared type in C
 * @param {import('./headers.mjs').Headers} headers
 * @returns {{ type: string, byValue?: true } | null} null where JavaScript has no such value
 */
function describeValue(declared, headers) {
  const type = withoutConst(declared);
  const target = targetOf(type);
  if (target && headers.structs[target] && !cOnly.test(target)) return { type: target };
  if (type.includes('*') || /^mjf/.test(type)) return null;
  if (headers.structs[type]) return { type, byValue: yes };
  if (headers.enums[type]) return { type };
  const number = numberTypes[type];
  return number ? { type: number } : null;
}

/**
 * @param {import('./headers.mjs').Parameter} parameter
 * @param {import('./headers.mjs').Headers} headers
 * @returns {Argument | null}
 */
function describeArgument({ type, name, dim }, headers) {
  const isRead = type.startsWith('const ');
  const target = targetOf(type);
  if (target === 'char') return isRead ? { name, type: 'text' } : null;
  const number = numberTypes[target];
  if (number) return { name, [isRead ? 'in' : 'out']: number, ...(dim && { dim }) };
  const value = describeValue(type, headers);
  return value && { name, ...value };
}

/** @param {string} type @param {import('./headers.mjs').Headers} headers */
function describeResult(type, headers) {
  if (type === 'void') return {};
  const target = targetOf(type);
  if (target === 'char') return { returns: 'text' };
  if (target === 'mjString') return { returns: 'string' };
  const value = describeValue(type, headers);
  if (!value) return null;
  const isPlain = type !== 'mjtBool' && type !== 'mjtSize' && numberTypes[type];
  return { returns: isPlain ? 'number' : value.type, ...(value.byValue && { byValue: yes }) };
}

/**
 * Functions whose wrappers are made from their description.
 * @param {import('./headers.mjs').Headers} headers
 * @returns {FunctionDescription[]}
 */
function describeFunctions(headers) {
  /** @type {FunctionDescription[]} */
  const list = [];
  for (const { name, comment, returns, args } of Object.values(headers.functions)) {
    if (byHand.has(name) || notExported.test(name)) continue;
    const result = describeResult(returns, headers);
    const known = args.map((parameter) => describeArgument(parameter, headers));
    if (!result || known.includes(null)) continue;
    const described = /** @type {Argument[]} */ (known).map((arg) => ({
      ...arg,
      ...rules[name]?.[arg.name],
    }));
    list.push({ name, ...result, args: described, comment });
  }
  return list;
}

/**
 * Functions of our own that the module exports beside the public ones (src/pipeline/step_many.h, wasm/module.c).
 * @type {FunctionDescription[]}
 */
const ownFunctions = [
  {
    name: 'lb_stepMany',
    comment: 'Takes n steps.',
    args: [
      { name: 'm', type: 'mjModel' },
      { name: 'd', type: 'mjData' },
      { name: 'n', type: 'int' },
    ],
  },
];

/** Functions that the module exports. @param {import('./headers.mjs').Headers} headers */
export const exportedFunctions = (headers) =>
  Object.keys(headers.functions).filter((name) => !notExported.test(name));

/**
 * The description.
 * @param {import('./headers.mjs').Headers} headers
 * @returns {Interface}
 */
export function describeInterface(headers) {
  return {
    constants: Object.values(headers.constants),
    enums: Object.values(headers.enums),
    strings: {
      mjDISABLESTRING: headers.flags.disable.map(({ name }) => name),
      mjENABLESTRING: headers.flags.enable.map(({ name }) => name),
      ...stringTables(),
    },
    structs: describeStructs(headers),
    functions: [...describeFunctions(headers), ...ownFunctions],
    objects: objectKinds,
    joints: jointSizes,
  };
}

const onlyToRead = new Set(['comment', 'ctype', 'shape']);

/** A record without what is only to read; names stand last, which packs better. @param {object} record */
function runtimeRecord(record) {
  const rest = Object.entries(record).filter(([key]) => key !== 'name' && !onlyToRead.has(key));
  const name = 'name' in record ? { name: record.name } : {};
  return { ...Object.fromEntries(rest), ...name };
}

/** @type {<T extends { name: string }, U>(list: T[], value: (item: T) => U) => Record<string, U>} */
const byName = (list, value) => Object.fromEntries(list.map((item) => [item.name, value(item)]));

/** @param {FunctionDescription} described @returns {[name: string, signature: object]} */
const runtimeFunction = ({ name, returns, byValue, args }) => [
  name,
  {
    ...(returns && { returns }),
    ...(byValue && { byValue }),
    args: args.map(runtimeRecord),
  },
];

/** Functions of like arguments stand together, which packs better. @param {object} signature */
const likeness = (signature) => JSON.stringify(signature);

/**
 * The part that JavaScript needs at run time. A value of an enum is its name; its number is one more than that of the one before,
 * and from 0 on, unless it is given: [name, number].
 * @param {Interface} description
 */
export const runtimePart = ({
  constants,
  enums,
  strings,
  structs,
  functions,
  objects,
  joints,
}) => ({
  constants: byName(constants, ({ value }) => value),
  enums: byName(enums, ({ values }) => {
    let next = 0;
    return values.map(({ name, value }) => {
      const known = value === next;
      next = value + 1;
      return known ? name : [name, value];
    });
  }),
  strings,
  structs: byName(structs, ({ fields }) => fields.map(runtimeRecord)),
  functions: Object.fromEntries(
    functions.map(runtimeFunction).sort(([, a], [, b]) => (likeness(a) < likeness(b) ? -1 : 1)),
  ),
  objects,
  joints,
});
