// Entry 'limber/fields': the fields of all published structs as data, for programs that list, plot, store or bind them. It loads no
// engine.
//
//   import { fieldsOf } from 'limber/fields';
//   for (const { name, shape, meaning } of fieldsOf('mjData')) console.log(name, shape, meaning);
import { structs as list } from './engine/generated/fields.js';

/**
 * A field of a struct.
 * @typedef {object} FieldInfo
 * @property {string} name
 * @property {string} type of an item, as in C: 'mjtNum', 'int', 'mjOption'
 * @property {string} shape sizes with ' x ' between them, such as 'nbody x 3' or '6'; '' for a single item
 * @property {string} [rows] of a table, the field that counts its rows: of the struct itself, else of mjModel
 * @property {number | string} [columns] of a table: numbers in a row, or the field of mjModel that counts them
 * @property {number} [times] factor of a counted number of columns; 1 when left out
 * @property {string} meaning with unit, as in the comments of the headers
 */

/**
 * A struct: 'mjModel', 'mjData', 'mjOption', 'mjContact', 'mjsBody' and so on.
 * @typedef {object} StructInfo
 * @property {string} name a struct inside another is called by both: 'mjVisualGlobal'
 * @property {string} meaning
 * @property {FieldInfo[]} fields in the order of the struct
 */

/** @param {StructInfo} struct */
function frozen({ name, meaning, fields }) {
  return Object.freeze({
    name,
    meaning,
    fields: Object.freeze(fields.map((field) => Object.freeze(field))),
  });
}

/** All published structs. @type {readonly Readonly<{ name: string, meaning: string, fields: readonly Readonly<FieldInfo>[] }>[]} */
export const structs = Object.freeze(list.map(frozen));

const byName = new Map(structs.map((struct) => [struct.name, struct]));

/**
 * The fields of a struct.
 * @param {string} struct name, such as 'mjData'
 * @returns {readonly Readonly<FieldInfo>[]}
 */
export function fieldsOf(struct) {
  const found = byName.get(struct);
  if (!found)
    throw new RangeError(`fieldsOf: '${struct}' is no struct, expected a name such as 'mjData'`);
  return found.fields;
}
