// Views of the module's memory, and handles of structs that are part of others.
import { MjError, demand } from './error.js';
import { Handle, typeName } from './handle.js';
import { numberTypes } from './numbers.js';
import { enumValues, enumWord, layoutOf } from './schema.js';

/** @typedef {import('./module.js').Engine} Engine */
/** @typedef {import('./handle.js').View} View */
/** @typedef {import('./numbers.js').NumberType} NumberType */
/** @typedef {new (...args: never[]) => Handle} HandleClass */

/**
 * What properties need to know of other types.
 * @typedef {object} Library
 * @property {(name: string) => HandleClass} classOf class of a struct
 * @property {(name: string, value: number) => unknown} enumValue the object of an enum's value
 * @property {(type: string, handle: Handle, address: number) => unknown} container the content of a string or vector
 * @property {(type: string, handle: Handle, address: number, value: unknown) => void} setContainer
 * @property {(item: string, handle: Handle, locate: () => { address: number, count: number }) => { isDeleted: () => boolean }} structVector
 */

/**
 * A view of the module's memory.
 * @param {Engine} engine
 * @param {NumberType} type of the items
 * @param {number} address
 * @param {number} length
 * @returns {View}
 */
export function makeView(engine, type, address, length) {
  const { View } = numberTypes[type];
  return length > 0 && address ? new View(engine.memory.buffer, address, length) : new View(0);
}

/**
 * Reads a 64-bit integer as a number.
 * @param {Engine} engine
 * @param {number} address
 */
export const readSize = (engine, address) =>
  engine.u32[address >> 2] + engine.i32[(address >> 2) + 1] * 2 ** 32;

/** The number of a number, a boolean, a big integer or the object of an enum's value; undefined of all else. @param {unknown} value */
export const numberOf = (value) => {
  const plain = /** @type {{ value?: unknown } | null | undefined} */ (value)?.value ?? value;
  return /^(number|boolean|bigint)$/.test(typeof plain) ? Number(plain) : undefined;
};

/**
 * A number that a field or an argument is given.
 * COMPAT: NUMBER-RANGES: none beyond the range of its C type, and no text; fractions are cut
 * @param {NumberType} type
 * @param {unknown} value
 * @param {string | Handle} owner a function, or what has the field
 * @param {string} name
 */
export function toNumber(type, value, owner, name) {
  const { least, most } = numberTypes[type];
  if (typeof value === 'number' && value >= least && value <= most) return value;
  const number = numberOf(value);
  const where = placeOf(owner, name);
  const got = typeof value === 'string' ? `'${value}'` : typeName(value);
  demand(number !== undefined, `${where} must be a number`, got);
  demand(!(number < least || number > most), `${where} must be from ${least} to ${most}`, number);
  return number;
}

/** What errors call a field or an argument. @param {string | Handle} owner @param {string} name */
const placeOf = (owner, name) =>
  typeof owner === 'string' ? `[${owner}] ${name}` : `${owner.constructor.name}.${name}`;

/**
 * The number of a value that an enum has, given as object, as number or by the last part of its name: 'box' is mjGEOM_BOX.
 * @param {string} type
 * @param {unknown} value
 * @param {string} name for the error
 */
export function enumMember(type, value, name) {
  const isWord = typeof value === 'string';
  /** @type {Map<string | number, number>} */
  const members = new Map();
  const words = [];
  for (const [key, number] of Object.entries(enumValues(type))) {
    const word = enumWord(key);
    if (word) members.set(isWord ? word : number, number) && words.push(word);
  }
  const number = members.get(isWord ? value.toLowerCase() : (numberOf(value) ?? NaN));
  demand(number !== undefined, `${name} must be a value of ${type} (${words.join(', ')})`, value);
  return number;
}

/**
 * A handle of a struct that is part of another.
 * @param {HandleClass} type
 * @param {import('./handle.js').Resource} resource
 * @param {number} pointer
 * @param {Handle | null} owner
 * @returns {Handle}
 */
export function wrap(type, resource, pointer, owner) {
  return Reflect.construct(Handle, [resource, pointer, owner], type);
}

/**
 * Copies a plain struct.
 * @param {string} struct
 * @param {Handle} target
 * @param {unknown} source
 */
export function copyStruct(struct, target, source) {
  if (!(source instanceof Handle) || source.constructor !== target.constructor) {
    throw new TypeError(`expected a ${target.constructor.name}`);
  }
  const { engine, pointer } = Handle.stateOf(target);
  const from = Handle.addressOf(source);
  const { fields, size } = layoutOf(struct);
  if (fields.every(({ kind }) => plainKinds.has(kind))) {
    engine.u8.copyWithin(pointer, from, from + size);
    return;
  }
  // each keeps its own containers: their contents are copied
  for (const { name, kind, type } of fields) {
    const isElement = !plainKinds.has(kind) && type === 'mjsElement';
    if (!isElement && name in target) Reflect.set(target, name, Reflect.get(source, name));
  }
}

/** Kinds of fields that are inside of the struct itself. */
const plainKinds = new Set(['number', 'enum', 'array', 'struct']);

/**
 * Copies numbers into a view.
 * @param {import('./handle.js').View} view
 * @param {ArrayLike<number>} values as many as the view has
 * @param {string} where for the message
 */
export function setNumbers(view, values, where) {
  try {
    /** @type {Float64Array} */ (view).set(values);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new MjError(`${where} must hold numbers, got ${values.constructor?.name ?? 'others'}`);
  }
}

/**
 * A whole number of 64 bits that a field or an argument is given.
 * @param {'int64' | 'uint64'} type
 * @param {unknown} value
 * @param {string | Handle} owner a function, or what has the field
 * @param {string} name
 */
export function toLong(type, value, owner, name) {
  const isWhole = typeof value === 'bigint' || Number.isSafeInteger(value);
  const long = isWhole && BigInt(/** @type {number} */ (value));
  const fits = isWhole && numberTypes[type].View.of(/** @type {never} */ (long))[0] === long;
  demand(fits, `${placeOf(owner, name)} must be a whole number of type ${type}`, value);
  return /** @type {bigint} */ (long);
}
