// Handles: JavaScript objects that stand for C structs.
//
// A handle knows its address and the resource that owns the memory. A resource is freed when its last handle is deleted, disposed
// or garbage collected; a handle of freed memory throws when used. Views (typed arrays of the module's memory) are made once for a
// handle and field and kept until memory is replaced; a view keeps its handle, and so its memory, from being collected.
//
// `_state` is an ordinary property, hidden from listings, because the getters of js/engine/generated/access.js read it from outside
// of the class.
import { MjError, errorText } from './error.js';
import { accessorCopies, structCopies } from './generated/access.js';

/** @typedef {import('./module.js').Engine} Engine */
/** @typedef {Float64Array | Float32Array | Int32Array | Uint32Array | Int8Array | Uint8Array | BigInt64Array | BigUint64Array} View */

/** Memory that JavaScript owns: freed when the last of its references is gone. */
export class Resource {
  /**
   * @param {Engine} engine
   * @param {number} pointer
   * @param {(pointer: number) => void} free
   * @param {Resource | null} [base] resource that must outlive this one
   */
  constructor(engine, pointer, free, base = null) {
    this.engine = engine;
    this.pointer = pointer;
    this.free = free;
    this.references = 0;
    this.base = base;
    /** Why it was freed, for errors. @type {string | undefined} */
    this.cause = undefined;
    /** Handles of parts that can be deleted by themselves, by address. @type {Map<number, Set<WeakRef<Handle>>>} */
    this.parts = new Map();
    if (base) Resource.share(base);
    engine.freeLater();
  }

  /** Takes one more reference. @param {Resource} resource */
  static share(resource) {
    resource.references++;
  }

  /** Gives up one reference. */
  release() {
    if (--this.references > 0) return;
    const { pointer, engine } = this;
    this.pointer = 0;
    engine.later.push(() => {
      // nobody could catch what is thrown when a forgotten handle is collected
      try {
        engine.guard(() => this.free(pointer));
      } catch (error) {
        engine.warn(`an object could not be freed: ${errorText(error)}`);
      }
      this.base?.release();
    });
    engine.freeLater();
  }
}

/** What a handle knows. */
class State {
  /**
   * @param {Resource} resource
   * @param {number} pointer
   * @param {Handle | null} owner
   * @param {number} index
   * @param {Function} type
   */
  constructor(resource, pointer, owner, index, type) {
    this.engine = resource.engine;
    /** The handle's class. */
    this.type = type;
    this.resource = resource;
    this.pointer = pointer;
    this.owner = owner;
    this.index = index;
    this.epoch = resource.engine.epoch;
    /** @type {unknown[]} views and nested handles by slot */
    this.slots = [];
    /** Handles of structs inside of this one, when it can be deleted by itself. @type {Handle[] | null} */
    this.inside = null;
  }
}

/**
 * The address of a living handle of exactly this class, 0 for anything else: quicker than instanceof.
 * @param {unknown} value
 * @param {Function} type
 * @returns {number}
 */
export function quickAddress(value, type) {
  const state = /** @type {{ _state?: unknown } | null | undefined} */ (value)?._state;
  return state instanceof State && state.type === type && state.resource.pointer !== 0
    ? state.pointer
    : 0;
}

/** What a handle knows, deleted or not. @param {Handle} handle @returns {State} */
const stateIn = (handle) =>
  /** @type {{ _state: State }} */ (/** @type {unknown} */ (handle))._state;

/** The descriptor of `_state`, made once. @type {PropertyDescriptor} */
const hiddenState = { value: undefined, enumerable: false, writable: false };

/** Handles that own a reference and were forgotten give it back. */
const forgotten = new FinalizationRegistry((/** @type {Resource} */ resource) =>
  resource.release(),
);
/** Views keep their handles alive. */
const keepers = new WeakMap();

/** A C struct at an address. */
export class Handle {
  /**
   * @param {Resource} resource
   * @param {number} [pointer] address inside the resource
   * @param {Handle | null} [owner] handle that this one is a part of; null: the handle holds a reference itself
   * @param {number} [index] which of the objects at the address
   */
  constructor(resource, pointer = resource.pointer, owner = null, index = 0) {
    const state = new State(resource, pointer, owner, index, new.target);
    hiddenState.value = state;
    Object.defineProperty(this, '_state', hiddenState);
    hiddenState.value = undefined;
    if (owner === null) {
      resource.references++;
      forgotten.register(this, resource, state);
    }
    Object.preventExtensions(this);
  }

  /**
   * The parts of a living handle; throws when it was deleted.
   * @param {Handle} handle
   */
  static stateOf(handle) {
    const state = stateIn(handle);
    if (state.resource.pointer === 0) throw deleted(handle);
    return state;
  }

  /**
   * @param {Handle} handle
   * @returns {number}
   */
  static addressOf(handle) {
    const state = stateIn(handle);
    if (state.resource.pointer === 0) throw deleted(handle);
    return state.pointer;
  }

  /**
   * The cached content of a slot, made by `make` when it is not there or memory was replaced.
   * @template T
   * @param {Handle} handle
   * @param {number} slot
   * @param {(handle: Handle, state: State) => T} make
   * @returns {T}
   */
  static cached(handle, slot, make) {
    const state = stateIn(handle);
    if (state.resource.pointer === 0) throw deleted(handle);
    if (state.epoch !== state.engine.epoch) {
      state.slots = [];
      state.epoch = state.engine.epoch;
    }
    const found = state.slots[slot];
    if (found !== undefined) return /** @type {T} */ (found);
    const made = make(handle, state);
    state.slots[slot] = made;
    return made;
  }

  /**
   * Like cached, for nested handles and lists that can be deleted by themselves: a deleted one is made anew.
   * @template {{ isDeleted: () => boolean }} T
   * @param {Handle} handle
   * @param {number} slot
   * @param {(handle: Handle, state: State) => T} make
   * @returns {T}
   */
  static cachedLive(handle, slot, make) {
    const found = Handle.cached(handle, slot, make);
    if (!found.isDeleted()) return found;
    const state = stateIn(handle);
    const made = make(handle, state);
    state.slots[slot] = made;
    return made;
  }

  /**
   * A view of the module's memory that keeps `handle` alive.
   * @template {View} T
   * @param {Handle} handle
   * @param {T} view
   * @returns {T}
   */
  static keep(handle, view) {
    keepers.set(view, handle);
    return view;
  }

  /**
   * Remembers a part that can be deleted by itself, such as an element of a spec.
   * @template {Handle} T
   * @param {T} handle
   * @returns {T}
   */
  static track(handle) {
    const { resource, pointer } = stateIn(handle);
    let handles = resource.parts.get(pointer);
    if (!handles) resource.parts.set(pointer, (handles = new Set()));
    handles.add(new WeakRef(handle));
    // now and then the forgotten ones go
    if ((handles.size & (handles.size - 1)) === 0) living(handles);
    return handle;
  }

  /**
   * The parts that are remembered and still in use, one for each address.
   * @param {Handle} handle
   * @returns {Handle[]}
   */
  static partsOf(handle) {
    const { parts } = Handle.stateOf(handle).resource;
    const found = [];
    for (const [pointer, handles] of parts) {
      const [part] = living(handles, 1);
      if (part) found.push(part);
      else parts.delete(pointer);
    }
    return found;
  }

  /**
   * Makes all handles of a part that is gone throw.
   * @param {Handle} part
   */
  static invalidateAll(part) {
    const { resource, pointer } = stateIn(part);
    living(resource.parts.get(pointer) ?? new Set()).forEach(Handle.invalidate);
    resource.parts.delete(pointer);
  }

  /**
   * Makes a handle of a part that is gone throw.
   * @param {Handle} handle
   */
  static invalidate(handle) {
    const state = stateIn(handle);
    state.inside?.forEach(Handle.invalidate);
    state.resource = gone();
    state.slots = [];
  }

  /**
   * Remembers a handle of a struct inside of another: it is gone when the other is.
   * @template {Handle} T
   * @param {Handle} outer
   * @param {T} handle
   * @returns {T}
   */
  static nest(outer, handle) {
    (stateIn(outer).inside ??= []).push(handle);
    return handle;
  }

  /**
   * Frees the object, or gives up this handle when it is a part of another object.
   * @param {string} [cause] for errors of those who go on using it
   */
  delete(cause) {
    // parts are the same object each time they are read: giving them up twice is no mistake
    if (this.isDeleted() && stateIn(this).owner !== null) return;
    const state = Handle.stateOf(this);
    const { resource } = state;
    resource.cause = cause;
    state.resource = gone(cause);
    state.slots = [];
    if (state.owner === null) {
      forgotten.unregister(state);
      resource.release();
    }
  }

  /** Frees the object after the current task. */
  deleteLater() {
    queueMicrotask(() => {
      if (!this.isDeleted()) this.delete();
    });
    return this;
  }

  isDeleted() {
    return stateIn(this).resource.pointer === 0;
  }

  /**
   * Whether both stand for the same object.
   * @param {unknown} other
   */
  isAliasOf(other) {
    return other instanceof Handle && same(Handle.stateOf(this), Handle.stateOf(other));
  }

  /** Another handle of the same object; the object lives until both are deleted. @returns {this} */
  clone() {
    const { resource, pointer, owner, index } = Handle.stateOf(this);
    return Reflect.construct(Handle, [resource, pointer, owner, index], this.constructor);
  }

  [Symbol.dispose]() {
    if (!this.isDeleted()) this.delete();
  }
}

/** @type {(a: State, b: State) => boolean} */
const same = (a, b) => a.pointer === b.pointer && a.index === b.index;

/**
 * Handles that are still in use, up to a number; others met on the way are dropped.
 * @param {Set<WeakRef<Handle>>} handles
 * @param {number} [most]
 */
function living(handles, most = Infinity) {
  const found = [];
  for (const reference of handles) {
    const handle = reference.deref();
    if (!handle || handle.isDeleted()) handles.delete(reference);
    else if (found.push(handle) === most) break;
  }
  return found;
}

/** @param {Handle} handle */
const deleted = (handle) =>
  new MjError(`this ${handle.constructor.name} was deleted${stateIn(handle).resource.cause ?? ''}`);

/**
 * Getters for the fields of one struct, from a copy of their code that no other class uses while there are copies left.
 * @returns {Getters}
 */
export function makeGetters() {
  const copy = structCopies[Math.min(structs++, structCopies.length - 1)];
  return copy(Handle.cached, deleted, Handle.cachedLive);
}
let structs = 0;

/**
 * The same for a class of named access.
 * @returns {AccessorGetters}
 */
export function makeAccessorGetters() {
  return accessorCopies[Math.min(accessors++, accessorCopies.length - 1)](Handle.cached);
}
let accessors = 0;

/** What a value is, for errors. @param {unknown} value */
export const typeName = (value) =>
  value instanceof Handle ? value.constructor.name : value === null ? 'null' : typeof value;

/**
 * Gives a class or a function its public name, which bundlers may have changed.
 * @template {Function} T
 * @param {T} type
 * @param {string} name
 */
export const rename = (type, name) => Object.defineProperty(type, 'name', { value: name });

/** The resource of deleted handles. @param {string} [cause] */
const gone = (cause) => /** @type {Resource} */ (/** @type {unknown} */ ({ pointer: 0, cause }));

/**
 * For constructors that programs must not call.
 * @param {string} name
 * @returns {never}
 */
export function noConstructor(name) {
  throw new TypeError(`${name} has no accessible constructor`);
}

/**
 * @typedef {State} HandleState
 * @typedef {(this: Handle) => unknown} Getter
 * @typedef {(handle: Handle, state: State) => unknown} Make
 * @typedef {object} Getters
 * @property {(offset: number) => Getter} double a double at an offset
 * @property {(offset: number) => Getter} int an int at an offset
 * @property {(slot: number, make: Make) => Getter} slot a view that is made once
 * @property {(slot: number, make: Make) => Getter} nested a nested handle that is made once
 *
 * @typedef {object} AccessorGetters
 * @property {(slot: number, make: Make) => Getter} slot a view that is made once
 * @property {(slot: number, make: Make) => Getter} first the only item of such a view, the view itself when it has several
 *
 * Copies of the code of getters: js/engine/generated/access.js has several of each.
 * @typedef {(renew: typeof Handle.cached, fail: (handle: Handle) => Error, remake: typeof Handle.cachedLive) => Getters} StructCopy
 * @typedef {(renew: typeof Handle.cached) => AccessorGetters} AccessorCopy
 */
