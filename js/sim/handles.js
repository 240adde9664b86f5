// Named handles of a simulation: sim.body('torso').xpos, sim.actuator('knee').ctrl = 1.
//
// The class of a kind has the fields of both structs, what values and states of the kind are (here), its relatives (relations.js), and
// how bodies move (body_motion.js).
import { rename } from '../engine/handle.js';
import { isInData, listAccessorFields } from '../mujoco/accessor_fields.js';
import { bodyMotion } from './body_motion.js';
import { NamedHandle, kinds, methodOf } from './named_handle.js';
import { relationsOf } from './relations.js';

export { kinds, methodOf };

/** @typedef {import('./reader.js').SimulationReader} Simulation */
/** @typedef {import('./named_handle.js').Access} Access */

/** @type {Map<string, typeof NamedHandle>} */
const classes = new Map();

/**
 * The class of handles of a kind, with the fields of both structs.
 * @param {string} kind
 */
function classOf(kind) {
  const known = classes.get(kind);
  if (known) return known;
  const method = kinds[kind];
  const made = class extends NamedHandle {};
  rename(made, kind[0].toUpperCase() + kind.slice(1));
  addFields(made.prototype, NamedHandle.inModel, listAccessorFields('mjModel', method));
  if (isInData(method))
    addFields(made.prototype, NamedHandle.inData, listAccessorFields('mjData', method));
  Object.defineProperties(made.prototype, {
    ...values[kind],
    ...(kind === 'body' ? bodyMotion : {}),
    ...relationsOf(kind),
  });
  classes.set(kind, made);
  return made;
}

/**
 * @param {object} prototype
 * @param {(handle: NamedHandle) => Access} inner
 * @param {{ names: string[] }[]} fields
 */
function addFields(prototype, inner, fields) {
  for (const { names } of fields) {
    const [name] = names;
    Object.defineProperty(prototype, name, {
      enumerable: true,
      configurable: true,
      /** @this {NamedHandle} */
      get() {
        return inner(this)[name];
      },
      /** @this {NamedHandle} @param {unknown} value */
      set(value) {
        inner(this)[name] = value;
      },
    });
  }
}

/**
 * A field of mjData of one or more numbers, as a number where there is one.
 * @param {string} field
 * @param {boolean} settable
 * @returns {PropertyDescriptor & ThisType<NamedHandle>}
 */
const numberOrList = (field, settable) => ({
  get() {
    const list = /** @type {Float64Array} */ (NamedHandle.inData(this)[field]);
    return list.length === 1 ? list[0] : list;
  },
  ...(settable
    ? {
        set(value) {
          const accessor = NamedHandle.inData(this);
          accessor[field] = value;
        },
      }
    : {}),
});

/** What kinds have beyond their fields. @type {Record<string, PropertyDescriptorMap & ThisType<NamedHandle>>} */
const values = {
  sensor: {
    dimension: {
      get() {
        return NamedHandle.inModel(this).dim;
      },
    },
    value: numberOrList('data', false),
  },
  joint: {
    value: numberOrList('qpos', true),
    velocity: numberOrList('qvel', true),
  },
  equality: {
    active: {
      get() {
        return NamedHandle.simulationOf(this).data.eq_active[NamedHandle.inModel(this).id] !== 0;
      },
      set(value) {
        NamedHandle.simulationOf(this).data.eq_active[NamedHandle.inModel(this).id] = value ? 1 : 0;
      },
    },
  },
};

/**
 * A handle of an object.
 * @param {Simulation} simulation
 * @param {string} kind
 * @param {string | number} object
 */
export function makeHandle(simulation, kind, object) {
  methodOf(kind);
  return new (classOf(kind))(simulation, kind, object);
}
