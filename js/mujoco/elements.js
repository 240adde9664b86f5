// Editing in the style of objects: spec.worldbody.addBody({ name: 'box', pos: [0, 0, 1] }).addGeom({ type: 'box', size: [1, 1, 1] }).
//
// Each method calls the function of the published interface (mjs_addBody, ...) and assigns what it is given, field by field; names
// that are no fields are errors. Enums may be given by the last part of their names, in small letters.
import { MjError } from '../engine/error.js';
import { Handle } from '../engine/handle.js';
import { decodeEnum, fieldOf, layoutOf, tables } from '../engine/schema.js';

/** @typedef {import('../engine/views.js').HandleClass} HandleClass */
/** @typedef {Record<string, any>} Module */
/** @typedef {Record<string, any>} Options */

/** @param {string} kinds @returns {Record<string, string>} functions by method */
const adders = (kinds) =>
  Object.fromEntries(kinds.split(' ').map((kind) => [`add${kind}`, `mjs_add${kind}`]));

/** Methods of bodies and their functions. */
export const inBody = adders('Body Geom Joint FreeJoint Site Camera Light Frame');

/** Methods of specs and their functions. */
export const inSpec = adders(
  'Actuator Sensor Flex Pair Exclude Equality Tendon Numeric Text Tuple Key Plugin Mesh HField Skin Texture Material',
);

/** Ways to give an orientation. @type {Record<string, string>} */
const orientations = {
  axisangle: 'mjORIENTATION_AXISANGLE',
  xyaxes: 'mjORIENTATION_XYAXES',
  zaxis: 'mjORIENTATION_ZAXIS',
  euler: 'mjORIENTATION_EULER',
};

/** Functions that take a default class after their first argument. */
const takesDefault =
  /^mjs_add(Body|Geom|Joint|Site|Camera|Light|Frame|Actuator|Pair|Equality|Tendon|Mesh|Material)$/;

/** Enums of fields that are plain numbers in C. @type {Record<string, string>} */
const numberEnums = { mjsTexture: 'mjtTexture' };

/**
 * Value of an enum by the last part of its name: 'box' is mjGEOM_BOX.
 * @param {string} type
 * @param {string} text
 */
function enumByWord(type, text) {
  const keys = Object.keys(decodeEnum(tables().enums[type])).filter((key) =>
    /^mj[A-Z]+_/.test(key),
  );
  const wanted = text.toUpperCase();
  const key = keys.find((name) => name.replace(/^mj[A-Z]+_/, '') === wanted);
  if (key) return { type, key };
  const words = keys.map((name) => name.replace(/^mj[A-Z]+_/, '').toLowerCase()).join(', ');
  throw new MjError(`'${text}' is none of the values of ${type}: ${words}`);
}

/**
 * Assigns one field.
 * @param {Module} module
 * @param {any} target
 * @param {string} struct
 * @param {string} name
 * @param {any} value
 */
function assignField(module, target, struct, name, value) {
  const field = layoutOf(struct).byName.get(name);
  if (!field || name === 'element') {
    const known = layoutOf(struct).fields.map((other) => other.name);
    const names = known.filter((other) => other !== 'element' && other !== 'info');
    throw new MjError(
      `${target.constructor.name} has no field '${name}'; fields: ${names.join(', ')}`,
    );
  }
  const enumType = field.kind === 'enum' ? field.type : numberEnums[struct];
  if (typeof value === 'string' && enumType && name === 'type') {
    const { type, key } = enumByWord(enumType, value);
    target[name] = module[type][key];
  } else if (typeof value === 'string' && field.kind === 'enum') {
    const { type, key } = enumByWord(field.type, value);
    target[name] = module[type][key];
  } else if (field.kind === 'array') {
    const view = target[name];
    const items = typeof value === 'object' ? value : [value];
    if (items.length > view.length)
      throw new MjError(
        `${target.constructor.name}.${name} has ${view.length} items, got ${items.length}`,
      );
    view.set(items);
  } else if (field.kind === 'struct' && !(value instanceof Handle)) {
    assignFields(module, target[name], field.type, value);
  } else {
    target[name] = value;
  }
}

/**
 * @param {Module} module
 * @param {any} target
 * @param {string} struct
 * @param {Options} options
 */
function assignFields(module, target, struct, options) {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (name === 'name' && layoutOf(struct).byName.has('element')) {
      if (module.mjs_setName(target.element, value) !== 0)
        throw new MjError(`there is a ${target.constructor.name} '${value}' already`);
    } else if (
      name in orientations &&
      !layoutOf(struct).byName.has(name) &&
      fieldOf(struct, 'alt')
    ) {
      target.alt.type = module.mjtOrientation[orientations[name]];
      target.alt[name].set(value);
    } else {
      assignField(module, target, struct, name, value);
    }
  }
}

/**
 * The default class that options name.
 * @param {Module} module
 * @param {any} owner
 * @param {unknown} given
 */
function findDefault(module, owner, given) {
  if (given === undefined || given === null) return null;
  if (typeof given !== 'string') return given;
  const spec = owner instanceof module.MjSpec ? owner : module.mjs_getSpec(owner.element);
  const found = module.mjs_findDefault(spec, given);
  if (!found) throw new MjError(`there is no default class '${given}'`);
  return found;
}

/**
 * Methods by struct; what is returned adds them to classes as they are made.
 * @param {Module} module
 * @returns {(struct: string, type: HandleClass) => void}
 */
export function makeElements(module) {
  /** @param {string} name */
  const adder = (name) =>
    /** @this {any} @param {Options} [options] */ function add(options = {}) {
      const { class: className, ...fields } = options;
      const call = module[name];
      const extra = takesDefault.test(name)
        ? [name === 'mjs_addFrame' ? (className ?? null) : findDefault(module, this, className)]
        : [];
      const made = call(this, ...extra);
      if (!made) throw new MjError(`[${name}] nothing was added`);
      const struct = `m${made.constructor.name.slice(1)}`;
      try {
        assignFields(module, made, struct, fields);
      } catch (error) {
        // half an element is worse than none
        remove.call(made);
        throw error;
      }
      return made;
    };
  /** @this {any} */
  function remove() {
    module.mjs_delete(module.mjs_getSpec(this.element), this.element);
  }
  /** @param {HandleClass} type @param {string} name @param {Function} value */
  const define = (type, name, value) =>
    Object.defineProperty(type.prototype, name, { value, configurable: true, writable: true });

  return (struct, type) => {
    const methods = struct === 'mjsBody' ? inBody : struct === 'mjSpec' ? inSpec : {};
    for (const [name, native] of Object.entries(methods)) define(type, name, adder(native));
    if (struct === 'mjSpec') {
      Object.defineProperty(type.prototype, 'worldbody', {
        configurable: true,
        /** @this {any} */
        get() {
          return module.mjs_findBody(this, 'world');
        },
      });
    } else if (/^mjs[A-Z]/.test(struct) && layoutOf(struct).byName.has('element')) {
      define(
        type,
        'assign',
        /** @this {any} @param {Options} options */ function assign(options) {
          assignFields(module, this, struct, options);
          return this;
        },
      );
      define(type, 'remove', remove);
    }
  };
}
