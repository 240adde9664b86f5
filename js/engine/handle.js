// Handles: JavaScript objects that stand for C structs.
//
// A handle knows its address and the resource that owns the memory. A resource is freed when its last handle is deleted, disposed
// or garbage collected; a handle of freed memory throws when used. Views (typed arrays of the module's memory) are made once for a
// handle and field and kept until memory is replaced; a view keeps its handle, and so its memory, from being collected.
import { MjError } from './error.js';

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
    /** Handles of parts that can be deleted by themselves. @type {Set<WeakRef<Handle>>} */
    this.parts = new Set();
    if (base) Resource.share(base);
  }

  /** Takes one more reference. @param {Resource} resource */
  static share(resource) {
    resource.references++;
  }

  /** Gives up one reference. */
  release() {
    if (--this.references > 0) return;
    const { pointer } = this;
    this.pointer = 0;
    this.engine.guard(() => this.free(pointer));
    this.base?.release();
  }
}

/** What a handle knows. */
class State {
  /**
   * @param {Resource} resource
   * @param {number} pointer
   * @param {Handle | null} owner
   * @param {number} index
   */
  constructor(resource, pointer, owner, index) {
    this.engine = resource.engine;
    this.resource = resource;
    this.pointer = pointer;
    this.owner = owner;
    this.index = index;
    this.epoch = resource.engine.epoch;
    /** @type {unknown[]} views and nested handles by slot */
    this.slots = [];
  }
}

/** Handles that own a reference and were forgotten give it back. */
const forgotten = new FinalizationRegistry((/** @type {Resource} */ resource) =>
  resource.release(),
);
/** Views keep their handles alive. */
const keepers = new WeakMap();

/** A C struct at an address. */
export class Handle {
  /** @type {State} */
  #state;
  #owns;

  /**
   * @param {Resource} resource
   * @param {number} [pointer] address inside the resource
   * @param {Handle | null} [owner] handle that this one is a part of; null: the handle holds a reference itself
   * @param {number} [index] which of the objects at the address
   */
  constructor(resource, pointer = resource.pointer, owner = null, index = 0) {
    this.#state = new State(resource, pointer, owner, index);
    this.#owns = owner === null;
    if (this.#owns) {
      resource.references++;
      forgotten.register(this, resource, this.#state);
    }
    Object.preventExtensions(this);
  }

  /**
   * The parts of a living handle; throws when it was deleted.
   * @param {Handle} handle
   */
  static stateOf(handle) {
    const state = handle.#state;
    if (state.resource.pointer === 0) throw deleted(handle);
    return state;
  }

  /**
   * @param {Handle} handle
   * @returns {number}
   */
  static addressOf(handle) {
    const state = handle.#state;
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
    const state = handle.#state;
    if (state.epoch !== state.engine.epoch || state.resource.pointer === 0) renew(handle, state);
    const found = state.slots[slot];
    if (found !== undefined) return /** @type {T} */ (found);
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
    handle.#state.resource.parts.add(new WeakRef(handle));
    return handle;
  }

  /**
   * The parts that are remembered and still in use.
   * @param {Handle} handle
   * @returns {Handle[]}
   */
  static partsOf(handle) {
    const { parts } = Handle.stateOf(handle).resource;
    const live = [];
    for (const reference of parts) {
      const part = reference.deref();
      if (part && !part.isDeleted()) live.push(part);
      else parts.delete(reference);
    }
    return live;
  }

  /**
   * Makes a handle of a part that is gone throw.
   * @param {Handle} handle
   */
  static invalidate(handle) {
    handle.#state.resource = nowhere;
    handle.#state.slots = [];
  }

  /** Frees the object, or gives up this handle when it is a part of another object. */
  delete() {
    const state = Handle.stateOf(this);
    const { resource } = state;
    state.resource = nowhere;
    state.slots = [];
    if (this.#owns) {
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
    return this.#state.resource.pointer === 0;
  }

  /**
   * Whether both stand for the same object.
   * @param {unknown} other
   */
  isAliasOf(other) {
    return other instanceof Handle && same(Handle.stateOf(this), Handle.stateOf(other));
  }

  /** Another handle of the same object; the object lives until both are deleted. */
  clone() {
    const { resource, pointer, owner, index } = Handle.stateOf(this);
    return Reflect.construct(Handle, [resource, pointer, owner, index], this.constructor);
  }

  [Symbol.dispose]() {
    if (!this.isDeleted()) this.delete();
  }
}

/**
 * @param {Handle} handle
 * @param {State} state
 */
function renew(handle, state) {
  if (state.resource.pointer === 0) throw deleted(handle);
  state.slots = [];
  state.epoch = state.engine.epoch;
}

/** @type {(a: State, b: State) => boolean} */
const same = (a, b) => a.pointer === b.pointer && a.index === b.index;

/** @param {Handle} handle */
const deleted = (handle) => new MjError(`this ${handle.constructor.name} was deleted`);

/** The resource of deleted handles. */
const nowhere = /** @type {Resource} */ (/** @type {unknown} */ ({ pointer: 0 }));

/**
 * For constructors that programs must not call.
 * @param {string} name
 * @returns {never}
 */
export function noConstructor(name) {
  throw new TypeError(`${name} has no accessible constructor`);
}

/** @typedef {State} HandleState */
