// DoubleBuffer, FloatBuffer, IntBuffer, Uint8Buffer: arrays in the module's memory, as the peer wants them for outputs. limber
// takes ordinary arrays as outputs too.
import { demand } from '../engine/error.js';
import { Handle, rename, Resource, typeName } from '../engine/handle.js';
import { numberTypes } from '../engine/numbers.js';
import { makeView, setNumbers } from '../engine/views.js';

/** @typedef {import('../engine/module.js').Engine} Engine */

/** @typedef {import('../engine/numbers.js').NumberType} NumberType */

/** @type {Record<string, NumberType>} */
const kinds = {
  DoubleBuffer: 'double',
  FloatBuffer: 'float',
  IntBuffer: 'int',
  Uint8Buffer: 'byte',
};

/**
 * The four classes.
 * @param {Engine} engine
 * @returns {Record<string, import('../engine/views.js').HandleClass>}
 */
export function bufferClasses(engine) {
  return Object.fromEntries(
    Object.entries(kinds).map(([name, type]) => [name, bufferClass(engine, name, type)]),
  );
}

/**
 * @param {Engine} engine
 * @param {string} name
 * @param {NumberType} type of the items
 * @returns {import('../engine/views.js').HandleClass}
 */
function bufferClass(engine, name, type) {
  // the number of items stands in front of them
  const head = 8;
  const { bytes } = numberTypes[type];

  const made = class extends Handle {
    /** @param {number | ArrayLike<number>} content how many zeros, or the items */
    constructor(content) {
      const isList = Array.isArray(content) || (ArrayBuffer.isView(content) && 'length' in content);
      const values = isList ? /** @type {ArrayLike<number>} */ (content) : null;
      demand(
        values || typeof content === 'number',
        `${name} takes a number of items or an array of them`,
        typeName(content),
      );
      const count = values ? values.length : Number(content);
      const isWhole = Number.isInteger(count) && count >= 0;
      demand(isWhole, `${name}: the number of items must be a whole number`, count);
      const most = Math.floor((2 ** 31 - 1 - head) / bytes);
      demand(count <= most, `${name}: at most ${most} items fit into memory`, count);
      const pointer = engine.alloc(head + count * bytes);
      engine.u8.fill(0, pointer, pointer + head + count * bytes);
      engine.u32[pointer >> 2] = count;
      super(new Resource(engine, pointer, (block) => engine.free(block)));
      if (values) setNumbers(this.GetView(), values, name);
    }

    /** @param {ArrayLike<number>} values */
    static FromArray(values) {
      return new made(values);
    }

    /** Address of the first item in the module's memory. */
    GetPointer() {
      return Handle.addressOf(this) + head;
    }

    GetElementCount() {
      return engine.u32[Handle.addressOf(this) >> 2];
    }

    /** The items as a typed array. */
    GetView() {
      return Handle.cached(this, 0, () => {
        return Handle.keep(this, makeView(engine, type, this.GetPointer(), this.GetElementCount()));
      });
    }

    /** The same, as the peer's documentation writes it. */
    getView() {
      return this.GetView();
    }
  };
  return rename(made, name);
}
