// Functions of the drop-in whose JavaScript form differs from C: loading, saving, printing, copying.
import { MjError, demand } from '../engine/error.js';
import { Handle, Resource } from '../engine/handle.js';
import { wrongHandle } from '../engine/arguments.js';
import { layoutOf } from '../engine/schema.js';
import { stackKeeper } from '../engine/functions.js';
import { toNumber } from '../engine/views.js';
import { parseText, withErrorText } from './classes.js';

/** @typedef {import('../engine/module.js').Engine} Engine */
/** @typedef {import('./classes.js').Classes} Classes */
/** @typedef {import('./files.js').Files} Files */
/** @typedef {{ GetView: () => ArrayBufferView }} Buffer memory of the module (js/mujoco/buffers.js) */

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
    ...editingFunctions(engine, library),
    ...fileFunctions(engine, library, files),
    ...actuatorFunctions(engine, library),
    ...dataFunctions(engine, library),
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
  return {
    /** @param {string} xml @param {Handle} [vfs] */
    parseXMLString(xml, vfs) {
      const prefix = 'Could not create Spec from XML string: ';
      return wrapSpec(parseText(engine, library, prefix, xml, vfs));
    },

    /** @param {string} path @param {Handle} [vfs] */
    mj_parseXML(path, vfs) {
      const pointer = withErrorText(
        engine,
        'Could not create Spec from XML file: ',
        (error, size) =>
          exports.mj_parseXML(
            engine.pushString(path),
            library.addressOrNull(vfs, 'mjVFS'),
            error,
            size,
          ),
      );
      return wrapSpec(pointer);
    },

    /** @param {string} xml @param {Handle} [vfs] */
    from_xml_string: (xml, vfs) => MjModel.from_xml_string(xml, vfs),

    /** @param {Handle} spec @param {Handle} [vfs] */
    mj_compile(spec, vfs) {
      if (!(spec instanceof specType())) throw wrongHandle('mj_compile', 's', 'mjSpec', spec);
      const address = library.addressOf(spec, 'mjSpec');
      const model = MjModel.compile(address, vfs);
      const count = engine.exports.mjs_numWarnings(address);
      for (let i = 0; i < count; i++)
        engine.warn(engine.string(engine.exports.mjs_getWarning(address, i)));
      return model;
    },
  };
}

/**
 * What changes or writes specs.
 * @param {Engine} engine
 * @param {import('./library.js').StructLibrary} library
 */
function editingFunctions(engine, library) {
  const { exports } = engine;
  return {
    /** Compiles into a model and data that are there, keeping the state. @param {Handle} spec @param {Handle | null} vfs @param {Handle} model @param {Handle} data */
    mj_recompile(spec, vfs, model, data) {
      const result = engine.guard(() =>
        exports.mj_recompile(
          library.addressOf(spec, 'mjSpec'),
          library.addressOrNull(vfs, 'mjVFS'),
          library.addressOf(model, 'mjModel'),
          library.addressOf(data, 'mjData'),
        ),
      );
      engine.epoch++;
      engine.indices.forget(library.addressOf(model, 'mjModel'));
      if (result !== 0)
        throw engine.failure(
          engine.string(exports.mjs_getError(library.addressOf(spec, 'mjSpec'))),
        );
      return result;
    },

    /** Deletes an element and what is inside it; handles of what is gone throw from now on. @param {Handle} spec @param {Handle} element */
    mjs_delete(spec, element) {
      const s = library.addressOf(spec, 'mjSpec');
      const e = library.addressOf(element, 'mjsElement');
      const owned = Handle.partsOf(spec)
        .map((part) => ({ part, address: elementAddress(engine, library, part) }))
        .filter(({ address }) => exports.lb_ownsElement(s, address) !== 0);
      const result = engine.guard(() => exports.mjs_delete(s, e));
      for (const { part, address } of owned) {
        if (exports.lb_ownsElement(s, address) === 0) Handle.invalidateAll(part);
      }
      return result;
    },

    /** The spec as MJCF, also one that was never compiled. @param {Handle} spec @returns {string} */
    mj_saveXMLString(spec) {
      for (let size = 1 << 16; ; size *= 4) {
        const block = engine.alloc(size);
        try {
          // -1: refused, 0: done, else the size that it takes
          const result = withErrorText(
            engine,
            '',
            (error, room) =>
              exports.lb_saveDraft(library.addressOf(spec, 'mjSpec'), block, size, error, room) + 1,
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
 * @param {import('./library.js').StructLibrary} library
 * @param {Handle} handle
 * @returns {number}
 */
function elementAddress(engine, library, handle) {
  const struct = library.structOf(handle);
  if (struct === 'mjsElement') return Handle.addressOf(handle);
  const field = layoutOf(struct).byName.get('element');
  return field ? engine.u32[(Handle.addressOf(handle) + field.offset) >> 2] : 0;
}

/**
 * @param {Engine} engine
 * @param {import('./library.js').StructLibrary} library
 * @param {Files} files
 */
function fileFunctions(engine, library, files) {
  const { exports } = engine;
  return {
    /** @param {Handle} model @param {string | null} filename @param {ArrayBufferView | Buffer} buffer */
    mj_saveModel(model, filename, buffer) {
      const m = library.addressOf(model, 'mjModel');
      if (filename)
        return files.writing(filename, (path) =>
          engine.guard(() => exports.mj_saveModel(m, engine.pushString(path), 0, 0)),
        );
      const view = () => (ArrayBuffer.isView(buffer) ? buffer : buffer?.GetView?.());
      const target = view();
      if (!ArrayBuffer.isView(target))
        throw new MjError('[mj_saveModel] a filename or a buffer is needed');
      const bytes = new Uint8Array(target.buffer, target.byteOffset, target.byteLength);
      const size = Number(exports.mj_sizeModel(m));
      const isEnough = bytes.length >= size;
      demand(isEnough, `[mj_saveModel] buffer must have at least size ${size}`, bytes.length);
      const block = engine.alloc(size);
      try {
        engine.guard(() => exports.mj_saveModel(m, 0, block, size));
        // the allocation may have moved a target inside the module's own memory
        const place = ArrayBuffer.isView(buffer) ? bytes : /** @type {Uint8Array} */ (view());
        place.set(engine.u8.subarray(block, block + size));
      } finally {
        engine.free(block);
      }
    },

    /** @param {string} filename @param {Handle} model */
    mj_saveLastXML(filename, model) {
      return files.writing(filename, (path) =>
        withErrorText(engine, '', (error, size) =>
          exports.mj_saveLastXML(
            engine.pushString(path),
            library.addressOf(model, 'mjModel'),
            error,
            size,
          ),
        ),
      );
    },

    /** @param {Handle} spec @param {string} filename */
    mj_saveXML(spec, filename) {
      files.writing(filename, (path) =>
        withErrorText(engine, '', (error, size) => {
          const name = engine.pushString(path);
          return exports.mj_saveXML(library.addressOf(spec, 'mjSpec'), name, error, size) + 1;
        }),
      );
      return 0;
    },
  };
}

/**
 * What looks for properties of actuators by simulating.
 * @param {Engine} engine
 * @param {import('./library.js').StructLibrary} library
 */
function actuatorFunctions(engine, library) {
  const { exports } = engine;
  return {
    /** @param {Handle} model @param {Handle} data @param {number} index @param {Handle | null} [options] */
    mj_setLengthRange(model, data, index, options) {
      const stack = stackKeeper(engine);
      const d = library.addressOf(data, 'mjData');
      const saved = stack.save(d);
      try {
        return withErrorText(engine, '', (error, size) =>
          exports.mj_setLengthRange(
            library.addressOf(model, 'mjModel'),
            d,
            toNumber('int', index, 'mj_setLengthRange', 'index'),
            library.addressOrNull(options, 'mjLROpt'),
            error,
            size,
          ),
        );
      } catch (error) {
        stack.restore(d, saved);
        throw error;
      }
    },
  };
}

/**
 * What reads and copies data.
 * @param {Engine} engine
 * @param {import('./library.js').StructLibrary} library
 */
function dataFunctions(engine, library) {
  const { exports } = engine;
  return {
    /** Values of a sensor at a time, delays included. @param {Handle & { nsensor: number, sensor_dim: Int32Array }} model @param {Handle} data @param {number} id @param {number} time @param {number} [interp] */
    mj_readSensor(model, data, id, time, interp = -1) {
      const m = library.addressOf(model, 'mjModel');
      const d = library.addressOf(data, 'mjData');
      const isThere = Number.isInteger(id) && id >= 0 && id < model.nsensor;
      demand(isThere, `[mj_readSensor] id must be from 0 to ${model.nsensor - 1}`, id);
      const count = model.sensor_dim[id];
      return engine.guard(() => {
        const result = engine.push(8 * count + 8);
        const address = exports.mj_readSensor(m, d, id, time, result, interp);
        return engine.f64.slice(address >> 3, (address >> 3) + count);
      });
    },

    /** Copies data into data of the same model. @param {Handle} target @param {Handle} model @param {Handle} source */
    mj_copyData(target, model, source) {
      engine.indices.forget();
      engine.guard(() =>
        exports.mj_copyData(
          library.addressOf(target, 'mjData'),
          library.addressOf(model, 'mjModel'),
          library.addressOf(source, 'mjData'),
        ),
      );
      return target;
    },
  };
}
