// Which fields of mjModel and mjData the objects of each kind have, and under which names: the fields with a row for each object of
// the kind, without their prefix.
import { layoutOf, objectKind, placesOf } from '../engine/schema.js';

/** @typedef {import('../engine/schema.js').Field} Field */
/** @typedef {import('../engine/schema.js').ObjectKind} ObjectKind */

// fields whose name does not follow from the prefix, and dof fields that win over the joint's own
const dofFirst = new Set(['bodyid']);

/**
 * The public name of a field for a kind, '' when it is not one of the kind's.
 * @param {'mjModel' | 'mjData'} struct
 * @param {ObjectKind} kind
 * @param {Field} field
 * @param {Set<string>} sizes of which the object has rows
 */
function accessorName(struct, { method }, field, sizes) {
  const { name, rows = '' } = field;
  if (method === 'actuator' && name === 'actuator_moment') return 'moment';
  if (!sizes.has(rows) || field.moves) return '';
  if (struct === 'mjData') {
    if (name === 'sensordata') return 'data';
    const isOwn = name === 'ctrl' || (method === 'body' && !/^(body|parent)_/.test(name));
    if (isOwn || method === 'jnt') return name;
  }
  if (method === 'tendon' && name.startsWith('ten_')) return name.slice(4);
  if (method === 'jnt' && rows === 'nv') return name.startsWith('dof_') ? name.slice(4) : '';
  if (method === 'jnt' && /^qpos(0|_spring)$/.test(name)) return name;
  return name.startsWith(`${method}_`) ? name.slice(method.length + 1) : '';
}

/** Whether mjData has fields of a kind. @param {string} method */
export const isInData = (method) => Boolean(objectKind(method)?.inData);

/**
 * A field of an object. `always`: an array even for one number.
 * @typedef {{ names: string[], field: Field, always: boolean }} AccessorField
 */

/**
 * The fields that objects of a kind have.
 * @param {'mjModel' | 'mjData'} struct
 * @param {string} method of the kind, such as 'jnt'
 * @returns {AccessorField[]}
 */
export function listAccessorFields(struct, method) {
  const kind = objectKind(method);
  if (!kind) return [];
  const sizes = new Set([`n${method}`, ...Object.keys(placesOf(kind))]);
  /** @type {Map<string, AccessorField>} */
  const found = new Map();
  for (const field of layoutOf(struct).fields) {
    if (field.kind !== 'table') continue;
    const shown = accessorName(struct, kind, field, sizes);
    const taken = found.has(shown) && !(field.rows === 'nv' && dofFirst.has(shown));
    if (!shown || taken) continue;
    // the peer calls the fields of a tendon _range, _width, ...
    const underscored =
      method === 'tendon' && struct === 'mjModel' && !field.name.startsWith('ten_');
    const names = underscored ? [shown, `_${shown}`] : [shown];
    found.set(shown, { names, field, always: kind.ragged?.[field.rows ?? ''] !== undefined });
  }
  return [...found.values()];
}
