// Functions of the drop-in whose JavaScript form differs from C: loading, saving, printing, copying.
import { MjError } from '../engine/error.js';
import { Handle, Resource } from '../engine/handle.js';
import { toBytes } from '../engine/module.js';
import { layoutOf } from '../engine/schema.js';
import { stackKeeper } from '../engine/functions.js';
import { addressOf, addressOrNull, withErrorText } from './classes.js';

/** @typedef {import('../engine/module.js').Engine} Engine */
/** @typedef {import('./classes.js').Classes} Classes */
/** @typedef {import('./files.js').Files} Files */

/**
 * Functions by name.
 * @param {Engine} engine
 * @param {Classes} classes
 * @param {Files} files
 * @param {import('./library.js').StructLibrary} library
 */
export function handWritten(engine, classes, files, library) {
  return {
    /** @param {unknown} message */
    error(message) {
      throw new MjError(String(message));
    },
    ...specFunctions(engine, classes, library),
    ...fileFunctions(engine, files),
    ...dataFunctions(engine, classes),
  };
}

/**
 * @param {Engine} engine
 * @param {Classes} classes
 * @param {import('./library.js').StructLibrary} library
 */
function specFunctions(engine, { MjModel }, library) {
  const { exports } = engine;
  const specType = () => library.classOf('mjSpec');
  const wrapSpec = (/** @type {number} */ pointer) =>
    Reflect.construct(
      Handle,
      [new Resource(engine, pointer, (block) => exports.mj_deleteSpec(block))],
      specType(),
    );
  const growing = 1 << 16;
  return {
    /** @param {string} xml @param {Handle} [vfs] */
    parseXMLString(xml, vfs) {
      const prefix = 'Could not create Spec from XML string: ';
      const pointer = engine.withBytes(toBytes(xml), (text) =>
        withErrorText(engine, prefix, (error, size) =>
          exports.mj_parseXMLString(text, addressOrNull(vfs, 'MjVFS'), error, size),
        ),
      );
      return wrapSpec(pointer);
    },

    /** @param {string} path @param {Handle} [vfs] */
    mj_parseXML(path, vfs) {
      const pointer = withErrorText(
        engine,
        'Could not create Spec from XML file: ',
        (error, size) =>
          exports.mj_parseXML(engine.pushString(path), addressOrNull(vfs, 'MjVFS'), error, size),
      );
      return wrapSpec(pointer);
    },

    /** @param {string} xml @param {Handle} [vfs] */
    from_xml_string: (xml, vfs) => MjModel.from_xml_string(xml, vfs),

    /** @param {Handle} spec @param {Handle} [vfs] */
    mj_compile(spec, vfs) {
      if (!(spec instanceof specType())) throw new MjError('[mj_compile] s must be a MjSpec');
      return MjModel.compile(addressOf(spec, 'MjSpec'), vfs);
    },

    /** Compiles into a model and data that are there, keeping the state. @param {Handle} spec @param {Handle | null} vfs @param {Handle} model @param {Handle} data */
    mj_recompile(spec, vfs, model, data) {
      const result = engine.guard(() =>
        exports.mj_recompile(
          addressOf(spec, 'MjSpec'),
          addressOrNull(vfs, 'MjVFS'),
          addressOf(model, 'MjModel'),
          addressOf(data, 'MjData'),
        ),
      );
      engine.epoch++;
      if (result !== 0)
        throw new MjError(engine.string(exports.mjs_getError(addressOf(spec, 'MjSpec'))));
      return result;
    },

    /** Deletes an element and what is inside it; handles of what is gone throw from now on. @param {Handle} spec @param {Handle} element */
    mjs_delete(spec, element) {
      const s = addressOf(spec, 'MjSpec');
      const e = addressOf(element, 'MjsElement');
      const owned = Handle.partsOf(spec)
        .map((part) => ({ part, address: elementAddress(engine, part) }))
        .filter(({ address }) => exports.lb_ownsElement(s, address) !== 0);
      const result = engine.guard(() => exports.mjs_delete(s, e));
      for (const { part, address } of owned) {
        if (exports.lb_ownsElement(s, address) === 0) Handle.invalidateAll(part);
      }
      return result;
    },

    /** The spec as MJCF. @param {Handle} spec @returns {string} */
    mj_saveXMLString(spec) {
      for (let size = growing; ; size *= 4) {
        const block = engine.alloc(size);
        try {
          // -1: refused, 0: done, else the size that it takes
          const result = withErrorText(
            engine,
            '',
            (error, room) =>
              exports.mj_saveXMLString(addressOf(spec, 'MjSpec'), block, size, error, room) + 1,
          );
          if (result === 1) return engine.string(block);
        } finally {
          engine.free(block);
        }
      }
    },
  };
}

/**
 * Address of the element behind the struct of a handle, 0 when it has none.
 * @param {Engine} engine
 * @param {Handle} handle
 * @returns {number}
 */
function elementAddress(engine, handle) {
  const { name } = handle.constructor;
  if (name === 'MjsElement') return Handle.addressOf(handle);
  const field = layoutOf(`m${name.slice(1)}`).byName.get('element');
  return field ? engine.u32[(Handle.addressOf(handle) + field.offset) >> 2] : 0;
}

/**
 * @param {Engine} engine
 * @param {Files} files
 */
function fileFunctions(engine, files) {
  const { exports } = engine;
  return {
    /** @param {Handle} model @param {string | null} filename @param {any} buffer */
    mj_saveModel(model, filename, buffer) {
      const m = addressOf(model, 'MjModel');
      if (filename) {
        engine.guard(() => exports.mj_saveModel(m, engine.pushString(filename), 0, 0));
        files.noteWritten(filename);
        return;
      }
      const target = typeof buffer?.GetView === 'function' ? buffer.GetView() : buffer;
      if (!ArrayBuffer.isView(target))
        throw new MjError('[mj_saveModel] a filename or a buffer is needed');
      const bytes = new Uint8Array(target.buffer, target.byteOffset, target.byteLength);
      const size = Number(exports.mj_sizeModel(m));
      if (bytes.length < size)
        throw new MjError(
          `[mj_saveModel] buffer must have at least size ${size}, got ${bytes.length}`,
        );
      const block = engine.alloc(size);
      try {
        engine.guard(() => exports.mj_saveModel(m, 0, block, size));
        // the allocation may have moved a target inside the module's own memory
        const place = typeof buffer.GetView === 'function' ? buffer.GetView() : bytes;
        place.set(engine.u8.subarray(block, block + size));
      } finally {
        engine.free(block);
      }
    },

    /** @param {string} filename @param {Handle} model */
    mj_saveLastXML(filename, model) {
      const result = withErrorText(engine, '', (error, size) =>
        exports.mj_saveLastXML(
          engine.pushString(filename),
          addressOf(model, 'MjModel'),
          error,
          size,
        ),
      );
      files.noteWritten(filename);
      return result;
    },

    /** @param {Handle} spec @param {string} filename */
    mj_saveXML(spec, filename) {
      withErrorText(engine, '', (error, size) => {
        const path = engine.pushString(filename);
        return exports.mj_saveXML(addressOf(spec, 'MjSpec'), path, error, size) + 1;
      });
      files.noteWritten(filename);
      return 0;
    },
  };
}

/**
 * @param {Engine} engine
 * @param {Classes} classes
 */
function dataFunctions(engine, { MjModel, MjData }) {
  const { exports } = engine;
  return {
    /** @param {Handle} model @param {Handle} data @param {number} index @param {Handle | null} [options] */
    mj_setLengthRange(model, data, index, options) {
      const stack = stackKeeper(engine);
      const d = addressOf(data, 'MjData');
      const saved = stack.save(d);
      try {
        return withErrorText(engine, '', (error, size) =>
          exports.mj_setLengthRange(
            addressOf(model, 'MjModel'),
            d,
            index,
            addressOrNull(options, 'MjLROpt'),
            error,
            size,
          ),
        );
      } catch (error) {
        stack.restore(d, saved);
        throw error;
      }
    },

    /** Values of a sensor at a time, delays included. @param {any} model @param {any} data @param {number} id @param {number} time @param {number} [interp] */
    mj_readSensor(model, data, id, time, interp = -1) {
      if (!(id >= 0 && id < model.nsensor))
        throw new MjError(`[mj_readSensor] id must be from 0 to ${model.nsensor - 1}, got ${id}`);
      const count = model.sensor_dim[id];
      return engine.guard(() => {
        const result = engine.push(8 * count + 8);
        const address = exports.mj_readSensor(
          addressOf(model, 'MjModel'),
          addressOf(data, 'MjData'),
          id,
          time,
          result,
          interp,
        );
        return engine.f64.slice(address >> 3, (address >> 3) + count);
      });
    },

    /** Copies data into data of the same model. @param {Handle} target @param {Handle} model @param {Handle} source */
    mj_copyData(target, model, source) {
      if (
        !(target instanceof MjData) ||
        !(model instanceof MjModel) ||
        !(source instanceof MjData)
      ) {
        throw new MjError('[mj_copyData] expected MjData, MjModel, MjData');
      }
      engine.guard(() =>
        exports.mj_copyData(
          addressOf(target, 'MjData'),
          addressOf(model, 'MjModel'),
          addressOf(source, 'MjData'),
        ),
      );
      return target;
    },
  };
}
