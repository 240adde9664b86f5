// The description of the C interface (wasm/interface.mjs) at run time: layouts of structs, values of enums, signatures of functions.
//
// Layout is wasm32's natural alignment with 4-byte pointers; tests/js/layout.test.mjs lets the compiler confirm every offset.
import { packed } from './generated/interface.js';
import { numberTypes } from './numbers.js';
import { unpackData } from './packing.js';

/**
 * @typedef {import('./numbers.js').NumberType} NumberType
 *
 * A field of a struct. With `type` alone it is a number, an enum or a struct in place; with `count` several of them; with `rows` a
 * pointer to a table of them; with `to` another pointer.
 * @typedef {object} FieldDescription
 * @property {string} name
 * @property {string} [type] a number type, or the name of an enum or a struct
 * @property {number} [count]
 * @property {string} [rows] size that counts the rows of a table: one of the struct itself or, when it has none of this name, of mjModel
 * @property {string} [part] rows are those of several objects: `${part}adr` says where the last one starts, `${part}num` how many it
 *   has; `rows` counts the objects
 * @property {number | string} [columns] numbers in a row, or the size of mjModel that says it; 1 when left out
 * @property {number} [times] factor of `columns`
 * @property {true} [moves] the table may be elsewhere after a call
 * @property {string} [to] struct, container or `char` behind a pointer; '' for what JavaScript has no use for
 *
 * A sum of products of numbers, arguments (an array counts as its length), sizes of mjModel and counts of mjData; `stateSize(sig)` is
 * the length of the state that sig selects, `sqrt(mat)` a square root, `x / nv` a quotient.
 * @typedef {number | string} Quantity
 *
 * What an argument must be beyond what the C signature says.
 * @typedef {object} ArgumentRules
 * @property {true} [optional] may be null
 * @property {Quantity} [implied] JavaScript leaves it out; this is its value
 * @property {Quantity} [below] of an index: from 0 on, less than this
 * @property {true} [square] the length is the square of a whole number
 * @property {Quantity} [multiple] the length is a multiple of this
 * @property {string} [same] the length is that of this argument
 * @property {Quantity} [least] shortest length
 * @property {Quantity} [size] the length
 * @property {string} [when] `size` holds when this argument is given ...
 * @property {Quantity} [otherwise] ... and this when it is null
 *
 * An argument: a `type`, or an array that is read (`in`) or written (`out`).
 * @typedef {object} PlainArgument
 * @property {string} name
 * @property {string} [type] a number type; text (char*); an enum; a struct, by its address
 * @property {NumberType} [in]
 * @property {NumberType} [out]
 * @property {true} [byValue] the struct itself
 * @property {number} [dim] length that C declares
 *
 * @typedef {PlainArgument & ArgumentRules} Argument
 * @typedef {object} Signature
 * @property {string} [returns] number, int64, bool, text, string (mjString*), an enum or a struct; nothing when left out
 * @property {true} [byValue] the struct itself
 * @property {Argument[]} args
 *
 * Where the rows of an object begin and how many it has: arrays of mjModel, indexed by the object. The number of rows is the product
 * of the arrays `count`, or that of the joint's type.
 * @typedef {{ start: string, count?: string[], joint?: 'positions' | 'velocities' }} Rows
 *
 * A kind of objects that are reached by name.
 * @typedef {object} ObjectKind
 * @property {string} method of MjModel and MjData; fields that belong to the object begin with it, and their number is `n${method}`
 * @property {string} word in the names of classes
 * @property {string} type value of mjtObj
 * @property {true} [inData] mjData has fields of it
 * @property {Record<string, Rows>} [ragged] fields of which objects have different numbers of rows, by their size: arrays always
 * @property {Record<string, Rows>} [rows] the same for fields of which most objects have one row: then a number
 *
 * @typedef {object} Description
 * @property {Record<string, number>} constants
 * @property {Record<string, (string | [name: string, value: number])[]>} enums
 * @property {Record<string, (string | string[])[]>} strings words for flags and frames
 * @property {Record<string, FieldDescription[]>} structs
 * @property {Record<string, Signature>} functions
 * @property {ObjectKind[]} objects
 * @property {{ positions: number[], velocities: number[] }} joints numbers of positions and velocities of a joint, by mjtJoint
 *
 * @typedef {object} Place
 * @property {'number' | 'array' | 'enum' | 'struct' | 'structs' | 'table' | 'pointer'} kind
 *   array: numbers in place; structs: structs in place; table: pointer to an array whose length follows from sizes
 * @property {string} type of a number, or name of an enum, a struct or what is behind a pointer
 * @property {number} offset bytes from the start of the struct
 *
 * @typedef {Omit<FieldDescription, 'type'> & Place} Field
 * @typedef {{ name: string, size: number, alignment: number, fields: Field[], byName: Map<string, Field> }} Layout
 */

/** @type {Description} */
let unpacked;
/** @type {Promise<void> | undefined} */
let coming;

/** Unpacks the description; everything else here needs it. */
export const loadDescription = () =>
  (coming ??= unpackData(packed).then((data) => {
    unpacked = /** @type {Description} */ (data);
    layoutOf('mjModel'); // while the module is compiled beside
  }));

/** The description, once it is loaded. */
export const description = () => unpacked;

/** The kind of objects with a method. @param {string} method */
export const objectKind = (method) => description().objects.find((kind) => kind.method === method);

/** Fields of which objects of a kind have different numbers of rows, by their size. @param {Pick<ObjectKind, 'ragged' | 'rows'>} [kind] */
export const placesOf = (kind) => ({ ...kind?.ragged, ...kind?.rows });

/**
 * Where the rows of an object begin and how many it has.
 * @param {Record<string, ArrayLike<number>>} arrays of mjModel
 * @param {Rows} rows
 * @param {number} id
 * @returns {[start: number, count: number]}
 */
export function rowsOf(arrays, { start, joint, count = [] }, id) {
  const number = joint
    ? description().joints[joint][arrays.jnt_type[id]]
    : count.reduce((product, name) => product * arrays[name][id], 1);
  return [arrays[start][id], number];
}

/** The number type of a name, undefined for other types. @param {string} name */
export const numberType = (name) =>
  Object.hasOwn(numberTypes, name) ? numberTypes[/** @type {NumberType} */ (name)] : undefined;

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
  let offset = 0;
  let alignment = 1;
  const fields = description().structs[name].map((described) => {
    // (in place: fields are many, and a copy of each takes longer than all else here)
    const field = /** @type {Field} */ (Object.assign(described, kindOf(described)));
    const item = itemLayout(field);
    field.offset = Math.ceil(offset / item.alignment) * item.alignment;
    offset = field.offset + item.size * (field.count ?? 1);
    alignment = Math.max(alignment, item.alignment);
    return field;
  });
  const layout = {
    name,
    size: Math.ceil(offset / alignment) * alignment,
    alignment,
    fields,
    byName: new Map(fields.map((field) => [field.name, field])),
  };
  layouts.set(name, layout);
  return layout;
}

/** Names of all structs. */
export const structNames = () => Object.keys(description().structs);

/**
 * @param {FieldDescription} field
 * @returns {{ kind: Field['kind'], type: string }}
 */
function kindOf({ type = '', to, rows, count }) {
  if (to !== undefined) return { kind: 'pointer', type: to };
  if (rows !== undefined) return { kind: 'table', type };
  if (numberType(type)) return { kind: count ? 'array' : 'number', type };
  if (type in description().enums) return { kind: 'enum', type };
  return { kind: count ? 'structs' : 'struct', type };
}

/** @param {Field} field */
function itemLayout({ kind, type }) {
  if (kind === 'table' || kind === 'pointer' || kind === 'enum') return { size: 4, alignment: 4 };
  const number = numberType(type);
  return number ? { size: number.bytes, alignment: number.bytes } : layoutOf(type);
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
 * Values of an enum by name. A value without a number has the one after that of the value before.
 * @param {string} name
 * @returns {Record<string, number>}
 */
export function enumValues(name) {
  /** @type {Record<string, number>} */
  const values = {};
  let next = 0;
  for (const value of description().enums[name]) {
    const [key, number] = typeof value === 'string' ? [value, next] : value;
    values[key] = number;
    next = number + 1;
  }
  return values;
}

/** What a value of an enum is called: 'box' of mjGEOM_BOX, '' of names that are no values, such as mjNGEOMTYPES. @param {string} key */
export const enumWord = (key) => (/^mj[A-Z]+_(.*)/.exec(key)?.[1] ?? '').toLowerCase();

/** Enums of fields that are plain numbers in C, by struct and field. @type {Record<string, Record<string, string>>} */
export const numberEnums = {
  mjOption: {
    integrator: 'mjtIntegrator',
    cone: 'mjtCone',
    jacobian: 'mjtJacobian',
    solver: 'mjtSolver',
  },
};
