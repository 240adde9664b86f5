// What a program calls the parameters of a model: `kind:name.field[index]` of objects, `opt.field[index]` of options.
//
//   geom:foot*.friction[0]   the first number of geom_friction of every geom whose name begins with foot
//   joint:elbow.damping      dof_damping of the joint's degrees of freedom
//   body:trunk.mass          body_mass of the body trunk
//   opt.gravity[2]           the third number of the option gravity
//   geom_size                a whole field, by its name in mjModel
import { MjError } from '../engine/error.js';
import { layoutOf, objectKind, placesOf, rowsOf } from '../engine/schema.js';
import { listAccessorFields } from '../mujoco/accessor_fields.js';
import { fromStars } from '../sim/glob.js';
import { methodOf } from '../sim/handles.js';

/** @typedef {import('../sim/reader.js').SimulationReader} SimulationReader */

/**
 * Numbers that belong to one object.
 * @typedef {object} Target
 * @property {string} name of the object; '' of an option, and of a whole field
 * @property {number} id of the object; 0 of an option, and of a whole field
 * @property {number[]} items indices in a row of the field
 *
 * @typedef {object} Resolved
 * @property {string} field as `batch.vary` takes it: 'geom_friction', 'opt.gravity'
 * @property {Target[]} targets in the order of their ids
 */

/** @param {string} text @param {number[]} items @param {string | undefined} index */
function chosen(text, items, index) {
  if (index === undefined) return items;
  if (Number(index) < items.length) return [items[Number(index)]];
  throw new MjError(
    `'${text}' has ${items.length} numbers: its index is at most ${items.length - 1}`,
  );
}

/** @param {number} start @param {number} count */
const range = (start, count) => Array.from({ length: count }, (_, i) => start + i);

/**
 * Where the numbers of an object are in a field.
 * @param {Record<string, ArrayLike<number>>} arrays of the model
 * @param {string} method of the kind
 * @param {import('../engine/schema.js').Field} field
 * @param {number} width numbers in a row
 * @param {number} id
 */
function itemsOf(arrays, method, { rows = '' }, width, id) {
  const place = placesOf(objectKind(method))[rows];
  const [start, count] = place ? rowsOf(arrays, place, id) : [id, 1];
  return range(start * width, count * width);
}

/**
 * @param {SimulationReader} simulation
 * @param {string} text
 * @param {RegExpExecArray} match
 * @returns {Resolved}
 */
function resolveObjects(simulation, text, [, word, pattern, name, index]) {
  const kind = /** @type {import('../sim/types.js').Kind} */ (word);
  const method = methodOf(kind);
  const known = listAccessorFields('mjModel', method);
  const found = known.find(({ names }) => names.includes(name));
  if (!found) {
    const all = known.map(({ names }) => names[0]).join(', ');
    throw new MjError(`'${text}': a ${kind} has no field '${name}', its fields are ${all}`);
  }
  const { field } = found;
  const arrays = /** @type {Record<string, ArrayLike<number>>} */ (
    /** @type {unknown} */ (simulation.model)
  );
  const sizes = /** @type {Record<string, number>} */ (/** @type {unknown} */ (simulation.model));
  const width = arrays[field.name].length / (sizes[field.rows ?? ''] || 1);
  const isMatch = fromStars(pattern);
  const isId = /^\d+$/.test(pattern);
  const objects = simulation.names(kind);
  const targets = objects.flatMap((object, id) =>
    (isId ? id === Number(pattern) : isMatch.test(object))
      ? {
          name: object,
          id,
          items: chosen(text, itemsOf(arrays, method, field, width, id), index),
        }
      : [],
  );
  if (targets.length === 0) {
    const names = objects.filter(Boolean).join(', ') || 'none';
    throw new MjError(`'${text}' fits no ${kind}, there are ${names}`);
  }
  return { field: field.name, targets };
}

/**
 * The parameters that a name or pattern stands for.
 * @param {SimulationReader} simulation
 * @param {string} text such as 'geom:foot*.friction[0]'
 * @returns {Resolved}
 */
export function resolveParameter(simulation, text) {
  const ofObjects = /^(\w+):(.+)\.(\w+)(?:\[(\d+)\])?$/.exec(text);
  if (ofObjects) return resolveObjects(simulation, text, ofObjects);
  const plain = /^(opt\.)?(\w+)(?:\[(\d+)\])?$/.exec(text);
  if (!plain)
    throw new MjError(
      `'${text}' is no parameter: expected kind:name.field[index], opt.field[index] or a field`,
    );
  const [, option, name, index] = plain;
  const owner = option ? 'mjOption' : 'mjModel';
  const known = layoutOf(owner).byName.get(name);
  if (!known || (!option && known.kind !== 'table'))
    throw new MjError(`'${text}' is no parameter: ${owner} has no field '${name}'`);
  const values = Reflect.get(option ? simulation.model.opt : simulation.model, name);
  const items = range(0, typeof values === 'number' ? 1 : values.length);
  return {
    field: option ? `opt.${name}` : name,
    targets: [{ name: '', id: 0, items: chosen(text, items, index) }],
  };
}
