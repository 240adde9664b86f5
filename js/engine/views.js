// Typed-array views of C memory, and classes whose properties read and write C structs in place.
//
// Array properties return a view made once and remade only when memory grew or the array moved: reading one allocates nothing.
import { MjError } from './module.js';

const arrayTypes = { f64: Float64Array, f32: Float32Array, i32: Int32Array, u32: Uint32Array, i8: Int8Array, u8: Uint8Array, bool: Uint8Array, i64: BigInt64Array, u64: BigUint64Array, enum: Int32Array };
const heaps = { f64: 'f64', f32: 'f32', i32: 'i32', u32: 'u32', i8: 'i8', u8: 'u8', bool: 'u8', i64: 'i64', u64: 'u64', enum: 'i32' };
const shifts = { f64: 3, f32: 2, i32: 2, u32: 2, i8: 0, u8: 0, bool: 0, i64: 3, u64: 3, enum: 2 };

/** Reads a 64-bit size as a number. */
const readSize = (engine, address) => engine.u32[address >> 2] + engine.i32[(address >> 2) + 1] * 2 ** 32;

/** A C struct at an address; classes made by defineStruct add its fields. */
export class Handle {
  /** @param {import('./module.js').Engine} engine */
  constructor(engine, pointer, owner = null) {
    Object.defineProperties(this, {
      engine: { value: engine },
      pointer: { value: pointer, writable: true },
      owner: { value: owner, writable: true },  // keeps the memory alive while this handle is in use
      views: { value: [], writable: true },
    });
  }

  /** The address; an error when the object was deleted. */
  get address() {
    if (!this.pointer) throw new MjError(`this ${this.constructor.name} was deleted`);
    return this.pointer;
  }
}

/** The view in slot `slot`, remade when memory grew or address or length changed. */
function cachedView(handle, slot, kind, address, length) {
  const cached = handle.views[slot];
  const { engine } = handle;
  if (cached !== undefined && cached.epoch === engine.epoch && cached.address === address && cached.length === length) return cached.view;
  const view = length ? new arrayTypes[kind](engine.memory.buffer, address, length) : new arrayTypes[kind](0);
  handle.views[slot] = { epoch: engine.epoch, address, length, view };
  return view;
}

/** Property descriptor of one field of a struct. */
function fieldProperty(field, slot, structs) {
  const { kind, offset, count } = field;
  if (kind === 'struct') return count ? undefined : nestedStruct(field, slot, structs);
  if (kind === 'pointer') return undefined;
  if (count) return { get() { return cachedView(this, slot, kind, this.address + offset, count); }, set: assignArray(field.name) };
  const heap = heaps[kind], shift = shifts[kind];
  if (kind === 'i64') {
    return {
      get() { return readSize(this.engine, this.address + offset); },
      set(value) { this.engine.i64[(this.address + offset) >> 3] = BigInt(value); },
    };
  }
  if (kind === 'bool') {
    return { get() { return this.engine.u8[this.address + offset] !== 0; }, set(value) { this.engine.u8[this.address + offset] = value ? 1 : 0; } };
  }
  return { get() { return this.engine[heap][(this.address + offset) >> shift]; }, set(value) { this.engine[heap][(this.address + offset) >> shift] = value; } };
}

const assignArray = (name) => function set(values) {
  const view = this[name];
  if (values.length !== view.length) throw new MjError(`${this.constructor.name}.${name} has ${view.length} items, got ${values.length}`);
  view.set(values);
};

function nestedStruct(field, slot, structs) {
  const Nested = structs.classOf(field);
  return {
    get() {
      const cached = this.views[slot];
      const address = this.address + field.offset;
      if (cached !== undefined && cached.pointer === address) return cached;
      return (this.views[slot] = new Nested(this.engine, address, this));
    },
  };
}

/** An array of mjModel or mjData: its length comes from sizes of the model or counts of the data. */
function tableArray(field, slot, sizeOf) {
  const { item, offset, columns } = field;
  const [columnSize, times] = Array.isArray(columns) ? columns : [columns, 1];
  return {
    get() {
      const address = this.engine.u32[(this.address + offset) >> 2];
      const length = address ? sizeOf(this, field.rows, field.owner) * (typeof columnSize === 'string' ? sizeOf(this, columnSize, field.owner) * times : columnSize) : 0;
      return cachedView(this, slot, item, address, length);
    },
    set: assignArray(field.name),
  };
}

/** Classes of all structs, made from the generated tables on first use. */
export class StructClasses {
  constructor(tables) {
    this.tables = tables;
    this.classes = new Map();
  }

  /** The class of a nested struct field, named or not. */
  classOf(field) {
    if (field.type) return this.get(field.type);
    return this.define(field.name, field, Handle);
  }

  get(name) {
    if (!this.classes.has(name)) this.classes.set(name, this.define(name, this.tables[name], Handle));
    return this.classes.get(name);
  }

  /** A subclass of Base with a property for every plain, array and nested field; `sizeOf(handle, name, owner)` resolves lengths. */
  define(name, table, Base, sizeOf) {
    const made = { [name]: class extends Base {} }[name];
    table.fields.forEach((field, slot) => {
      const property = field.rows ? (field.item === 'struct' ? undefined : tableArray(field, slot, sizeOf)) : fieldProperty(field, slot, this);
      if (property) Object.defineProperty(made.prototype, field.name, { enumerable: true, configurable: true, ...property });
    });
    return made;
  }
}
