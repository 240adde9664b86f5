// Editing in the style of objects: spec.worldbody.addBody({ name: 'box', pos: [0, 0, 1] }).addGeom({ type: 'box', size: [1, 1, 1] }).
//
// Each method calls the function of the published interface (mjs_addBody, ...) and assigns what it is given, field by field; names
// that are no fields are errors. Enums may be given by the last part of their names, in small letters.
import { MjError, demand, show } from '../engine/error.js';
import { Handle, typeName } from '../engine/handle.js';
import { description, layoutOf } from '../engine/schema.js';

/** @typedef {import('../engine/views.js').HandleClass} HandleClass */
/**
 * @typedef {import('../mujoco.js').MjsElement} MjsElement
 * @typedef {import('../mujoco.js').MjSpec} MjSpec
 * @typedef {import('../mujoco.js').MjsDefault} MjsDefault
 * @typedef {import('../mujoco.js').MjsFrame} MjsFrame
 * @typedef {import('../mujoco.js').MjVFS} MjVFS
 * @typedef {import('./module.js').LoadedModule} Module
 *
 * @typedef {Record<string, unknown>} Options fields by name
 *
 * @typedef {object} Known what is read of any struct of a spec
 * @property {MjsElement} element
 * @property {unknown} [frame]
 * @property {Options & { type: unknown }} [alt]
 * @property {(options: Options) => unknown} assign
 * @property {() => void} remove
 *
 * @typedef {Record<string, unknown> & Known} Item a struct of a spec: its fields by name
 *
 * @typedef {Record<string, (...args: unknown[]) => Item | null>} Functions of the interface, by name
 */

/** What the interface has by names that are put together here. @param {Module} module */
const functionsOf = (module) => /** @type {Functions} */ (/** @type {unknown} */ (module));

/** @param {string} kinds @returns {Record<string, string>} functions by method */
const adders = (kinds) =>
  Object.fromEntries(kinds.split(' ').map((kind) => [`add${kind}`, `mjs_add${kind}`]));

/** Methods of bodies and their functions. */
export const inBody = adders('Body Geom Joint FreeJoint Site Camera Light Frame');

/** Methods of specs and their functions. */
export const inSpec = adders(
  'Actuator Sensor Flex Pair Exclude Equality Tendon Numeric Text Tuple Key Plugin Mesh HField Skin Texture Material',
);

/** What elements are called, in methods and, in small letters, by programs. */
export const kinds = Object.keys({ ...inBody, ...inSpec })
  .map((name) => name.slice(3))
  .filter((kind) => kind !== 'FreeJoint');

/** Ways to give an orientation. */
const orientations = /^(axisangle|xyaxes|zaxis|euler)$/;

/**
 * Assigns one field.
 * @param {Module} module
 * @param {Item} target
 * @param {string} struct
 * @param {string} name
 * @param {unknown} value
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
  if (field.kind === 'array') {
    const view = /** @type {Float64Array} */ (target[name]);
    const items = /** @type {ArrayLike<number>} */ (typeof value === 'object' ? value : [value]);
    const what = `${target.constructor.name}.${name} has ${view.length} items`;
    demand(items.length <= view.length, what, items.length);
    view.set(items);
  } else if (field.kind === 'struct' && !(value instanceof Handle)) {
    assignFields(
      module,
      /** @type {Item} */ (target[name]),
      field.type,
      /** @type {Options} */ (value),
    );
  } else {
    target[name] = value;
  }
}

/** @param {unknown} options */
function checkOptions(options) {
  const got = typeName(options);
  demand(got === 'object', 'fields are given as an object', got);
}

/**
 * @param {Module} module
 * @param {Item} target
 * @param {string} struct
 * @param {Options} options
 */
function assignFields(module, target, struct, options) {
  checkOptions(options);
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (name === 'name' && layoutOf(struct).byName.has('element')) {
      const before = module.mjs_getName(target.element);
      if (module.mjs_setName(target.element, /** @type {string} */ (value)) !== 0) {
        module.mjs_setName(target.element, before);
        throw new MjError(`there is a ${target.constructor.name} '${value}' already`);
      }
    } else if (name === 'frame' && 'frame' in target) {
      target.frame = value;
    } else if (orientations.test(name) && target.alt) {
      const types = /** @type {Options} */ (module.mjtOrientation);
      target.alt.type = types[`mjORIENTATION_${name.toUpperCase()}`];
      /** @type {Float64Array} */ (target.alt[name]).set(/** @type {number[]} */ (value));
    } else {
      assignField(module, target, struct, name, value);
    }
  }
}

/**
 * The default class that options name.
 * @param {Module} module
 * @param {Item | MjSpec} owner
 * @param {unknown} given
 */
function findDefault(module, owner, given) {
  if (given === undefined || given === null) return null;
  if (typeof given !== 'string') return given;
  const spec = owner instanceof module.MjSpec ? owner : specOf(module, owner);
  const found = module.mjs_findDefault(/** @type {MjSpec} */ (spec), given);
  if (!found) throw new MjError(`there is no default class '${given}'`);
  return found;
}

/** Methods and properties of elements. @typedef {object} Methods */

/** The spec of an element. @param {Module} module @param {{ element: MjsElement }} item */
const specOf = (module, { element }) => /** @type {MjSpec} */ (module.mjs_getSpec(element));

/** Throws the spec's message unless something went well. @param {Module} module @param {{ element: MjsElement }} item @param {unknown} ok */
function check(module, item, ok) {
  if (!ok) throw module.engine.failure(module.mjs_getError(specOf(module, item)));
}

/** The struct of an element when it is of a kind, else null. @param {Module} module @param {string} kind @param {MjsElement | undefined} element */
const cast = (module, kind, element) =>
  (element && functionsOf(module)[`mjs_as${kind}`](element)) || null;

/** @param {Module} module @param {string} kind */
const codeOf = (module, kind) =>
  /** @type {Record<string, import('../mujoco.js').mjtObj>} */ (
    /** @type {unknown} */ (module.mjtObj)
  )[`mjOBJ_${kind.toUpperCase()}`];

/** The method that adds an element by a function of the interface. @param {Module} module @param {string} name */
const adder = (module, name) =>
  /** @this {Item} @param {Options} [options] */ function add(options = {}) {
    checkOptions(options);
    const { class: given, ...fields } = options;
    const extra = description().functions[name].args[1]?.name;
    const make = functionsOf(module)[name];
    const second = extra === 'def' ? findDefault(module, this, given) : (given ?? null);
    const made = /** @type {Item} */ (extra ? make(this, second) : make(this));
    try {
      assignFields(module, made, `m${made.constructor.name.slice(1)}`, fields);
    } catch (error) {
      // half an element is worse than none
      made.remove();
      throw error;
    }
    return made;
  };

/** Lists the elements of a kind, one after the other. @param {Module} module */
const lister = (module) =>
  /** @this {Item} @param {string} word @param {boolean} [deep] */ function all(word, deep = true) {
    const kind = kinds.find((known) => known.toLowerCase() === word);
    if (!kind) throw new MjError(`'${show(word)}' is none of ${kinds.join(', ').toLowerCase()}`);
    const [what, ...rest] = this.compile ? ['Element'] : ['Child', Number(deep)];
    const found = [];
    const [first, following] = [`mjs_first${what}`, `mjs_next${what}`].map(
      (name) =>
        /** @type {(...args: unknown[]) => MjsElement | undefined} */ (
          /** @type {unknown} */ (functionsOf(module)[name])
        ),
    );
    let next = first(this, codeOf(module, kind), ...rest);
    for (; next; next = following(this, next, ...rest)) found.push(cast(module, kind, next));
    return found;
  };

/** @param {Module} module @returns {Methods & ThisType<MjSpec>} */
const specMethods = (module) => ({
  all: lister(module),
  get worldbody() {
    return module.mjs_findBody(this, 'world');
  },
  /** @param {string} [name] */
  default(name = 'main') {
    return findDefault(module, this, name);
  },
  /** @param {string} name @param {string | MjsDefault} [parent] */
  addDefault(name, parent) {
    const above = /** @type {MjsDefault | null} */ (findDefault(module, this, parent));
    const made = module.mjs_addDefault(this, name, above);
    check(module, this, made);
    return made;
  },
  copy() {
    return new module.MjSpec(this);
  },
  /** @param {MjVFS} [vfs] */
  compile(vfs) {
    return module.mj_compile(this, vfs);
  },
  toXml() {
    return module.mj_saveXMLString(this);
  },
});

/** What finds an element by name, for each kind. @param {Module} module @returns {Methods} */
const finders = (module) =>
  Object.fromEntries(
    kinds.map((kind) => [
      kind.toLowerCase(),
      /** @this {MjSpec} @param {string} name */ function find(name) {
        return cast(module, kind, module.mjs_findElement(this, codeOf(module, kind), name));
      },
    ]),
  );

/** What plugins have as fields of their own. @param {Module} module @returns {Methods & ThisType<Item>} */
const namedMethods = (module) => ({
  get name() {
    return module.mjs_getName(this.element);
  },
  set name(name) {
    this.assign({ name });
  },
  get parent() {
    return module.mjs_getParent(this.element) ?? null;
  },
  get frame() {
    return module.mjs_getFrame(this.element) ?? null;
  },
  set frame(frame) {
    module.mjs_setFrame(this.element, /** @type {MjsFrame} */ (frame));
  },
});

/** @param {Module} module @param {string} struct @returns {Methods & ThisType<Item>} */
const editMethods = (module, struct) => ({
  /** @param {Options} options */
  assign(options) {
    assignFields(module, this, struct, options);
    return this;
  },
  remove() {
    check(module, this, module.mjs_delete(specOf(module, this), this.element) === 0);
  },
});

/** @param {Module} module @returns {Methods & ThisType<Item>} */
const hostMethods = (module) => ({
  /** @param {{ element: MjsElement }} child @param {string} [prefix] @param {string} [suffix] */
  attach(child, prefix = '', suffix = '') {
    const element = child?.element;
    if (!element)
      throw new MjError('[attach] child must be a MjsElement: a body, a frame or a spec');
    // copies, so that the same child can be attached again
    const spec = specOf(module, this);
    const deep = module.engine.exports.lb_deepCopies(Handle.addressOf(spec));
    module.mjs_setDeepCopy(spec, 1);
    let made;
    try {
      made = module.mjs_attach(this.element, element, prefix, suffix);
    } finally {
      module.mjs_setDeepCopy(spec, deep);
    }
    check(module, this, made);
    return cast(module, 'Body', made) ?? cast(module, 'Frame', made);
  },
});

/**
 * Methods by struct; what is returned adds them to classes as they are made.
 * @param {Module} module
 * @returns {(struct: string, type: HandleClass) => void}
 */
export function makeElements(module) {
  /** @param {HandleClass} type @param {Methods} methods */
  const extend = (type, methods) =>
    Object.defineProperties(type.prototype, Object.getOwnPropertyDescriptors(methods));

  return (struct, type) => {
    const isSpec = struct === 'mjSpec';
    const isBody = struct === 'mjsBody';
    for (const [name, native] of Object.entries(isBody ? inBody : isSpec ? inSpec : {}))
      extend(type, { [name]: adder(module, native) });
    if (isSpec) {
      extend(type, specMethods(module));
      extend(type, finders(module));
    } else if (/^mjs[A-Z]/.test(struct) && layoutOf(struct).byName.has('element')) {
      extend(type, editMethods(module, struct));
      if (struct !== 'mjsPlugin') extend(type, namedMethods(module));
      if (isBody) extend(type, { all: lister(module) });
      if (/^mjs(Body|Frame|Site)$/.test(struct)) extend(type, hostMethods(module));
    }
  };
}
