// The classes that own engine objects: MjModel, MjData, MjVFS, MjSpec, MjvScene.
import { MjError, demand } from '../engine/error.js';
import { wrongHandle } from '../engine/arguments.js';
import { Handle, rename, Resource } from '../engine/handle.js';
import { toBytes } from '../engine/module.js';
import { layoutOf } from '../engine/schema.js';
import { makeView } from '../engine/views.js';
import { addAccessors } from './accessors.js';
import { isCount } from './plugins.js';

/** @typedef {import('../engine/module.js').Engine} Engine */
/** @typedef {import('./library.js').StructLibrary} StructLibrary */
/** @typedef {import('../engine/module.js').Content} Content */
/** @typedef {import('../engine/views.js').HandleClass} HandleClass */

/**
 * @typedef {object} ModelStatics
 * @property {(xml: string, vfs?: Handle | null) => Handle} from_xml_string
 * @property {(path: string, vfs?: Handle | null) => Handle} from_xml_path
 * @property {(content: Content) => Handle} from_binary_buffer
 * @property {(spec: number, vfs?: Handle | null, prefix?: string) => Handle} compile
 *
 * @typedef {object} Classes
 * @property {HandleClass} MjVFS
 * @property {HandleClass & ModelStatics} MjModel
 * @property {HandleClass} MjData
 * @property {[name: string, get: () => unknown][]} accessors
 */

const errorSize = 8192;

/**
 * Calls a C function that returns NULL and a message when it fails.
 * @param {Engine} engine
 * @param {string} prefix
 * @param {(error: number, size: number) => number} call
 * @returns {number}
 */
export function withErrorText(engine, prefix, call) {
  return engine.guard(() => {
    const error = engine.push(errorSize);
    engine.u8[error] = 0;
    const pointer = call(error, errorSize);
    if (!pointer) throw engine.failure(engine.string(error), prefix);
    return pointer;
  });
}

/**
 * @param {unknown} value
 * @param {Function} type
 * @param {string} what
 */
function expect(value, type, what) {
  if (!(value instanceof type)) throw wrongHandle('', what, type.name, value);
}

/**
 * Lets hooks find the program's own handle.
 * @template {Handle} T
 * @param {Engine} engine
 * @param {T} handle
 */
function known(engine, handle) {
  engine.handles.set(Handle.addressOf(handle), new WeakRef(handle));
  return handle;
}

/**
 * MjVFS: files held in memory under a name.
 * @param {Engine} engine
 * @returns {HandleClass}
 */
function vfsClass(engine) {
  const { exports } = engine;
  return class MjVFS extends Handle {
    constructor() {
      const pointer = engine.alloc(4);
      engine.u32[pointer >> 2] = 0;
      engine.guard(() => exports.mj_defaultVFS(pointer));
      const free = (/** @type {number} */ block) => {
        exports.mj_deleteVFS(block);
        engine.free(block);
      };
      super(new Resource(engine, pointer, free));
    }

    /**
     * Adds a file; bytes are copied.
     * @param {string} name
     * @param {Content} content
     */
    addBuffer(name, content) {
      const bytes = toBytes(content);
      const result = engine.withBytes(bytes, (block) =>
        engine.guard(() =>
          exports.mj_addBufferVFS(
            Handle.addressOf(this),
            engine.pushString(name),
            block,
            bytes.length,
          ),
        ),
      );
      if (result === 0) return;
      const reason = result === 2 ? ` ('${name}' is there already)` : '';
      throw new MjError(`Could not add buffer to VFS: ${result}${reason}`);
    }

    /** @param {string} name */
    deleteFile(name) {
      engine.guard(() => exports.mj_deleteFileVFS(Handle.addressOf(this), engine.pushString(name)));
    }

    /** Whether there is a file of this name. @param {string} name */
    has(name) {
      return (
        engine.guard(() =>
          exports.mj_containsBufferVFS(Handle.addressOf(this), engine.pushString(name)),
        ) !== 0
      );
    }
  };
}

/**
 * MjModel: a compiled model.
 * @param {Engine} engine
 * @param {StructLibrary} library
 * @returns {HandleClass & ModelStatics}
 */
function modelClass(engine, library) {
  const { exports } = engine;
  const free = (/** @type {number} */ pointer) => {
    engine.handles.delete(pointer);
    engine.indices.forget(pointer);
    exports.mj_deleteModel(pointer);
  };
  class MjModel extends Handle {
    /** @param {MjModel} source */
    constructor(source) {
      expect(source, MjModel, 'the model to copy');
      const pointer = engine.guard(() => exports.mj_copyModel(0, Handle.addressOf(source)));
      super(new Resource(engine, pointer, free));
      known(engine, this);
    }
  }
  // asking the library gives the class its fields
  const wrapModel = (/** @type {number} */ pointer) =>
    known(
      engine,
      Reflect.construct(Handle, [new Resource(engine, pointer, free)], library.classOf('mjModel')),
    );
  const loaders = {
    ...textLoaders(engine, library, wrapModel),
    ...binaryLoaders(engine, library, wrapModel),
  };
  return Object.assign(MjModel, loaders);
}

/** @typedef {(pointer: number) => Handle} WrapModel makes the handle of a new model */

/**
 * What compiles MJCF and URDF.
 * @param {Engine} engine
 * @param {StructLibrary} library
 * @param {WrapModel} wrapModel
 */
function textLoaders(engine, library, wrapModel) {
  const { exports } = engine;
  const prefix = 'Loading error: ';

  /** @param {string} path @param {Handle | null} [vfs] */
  const fromPath = (path, vfs) =>
    wrapModel(
      withErrorText(engine, prefix, (error, size) =>
        exports.mj_loadXML(
          engine.pushString(path),
          library.addressOrNull(vfs, 'mjVFS'),
          error,
          size,
        ),
      ),
    );

  /** Compiles the spec at an address. @param {number} spec @param {Handle | null} [vfs] @param {string} [before] text before errors */
  const compile = (spec, vfs, before = '') => {
    const files = library.addressOrNull(vfs, 'mjVFS');
    const pointer = engine.guard(() => exports.mj_compile(spec, files));
    if (!pointer)
      throw engine.failure(engine.string(engine.guard(() => exports.mjs_getError(spec))), before);
    return wrapModel(pointer);
  };

  /** @param {string} xml @param {Handle | null} [vfs] */
  const fromText = (xml, vfs) => {
    let spec = 0;
    try {
      spec = parseText(engine, library, prefix, xml, vfs);
      const model = compile(spec, vfs, prefix);
      // the spec of the last model stays, for mj_saveLastXML
      engine.guard(() => exports.lb_keepLastSpec(spec));
      return model;
    } catch (error) {
      if (spec) engine.guard(() => exports.mj_deleteSpec(spec));
      throw error;
    }
  };
  return {
    from_xml_path: fromPath,
    mj_loadXML: fromPath,
    loadFromXML: fromPath,
    from_xml_string: fromText,
    compile,
  };
}

/**
 * Reads MJCF or URDF text; returns the address of the spec.
 * @param {Engine} engine
 * @param {StructLibrary} library
 * @param {string} prefix text before errors
 * @param {string} xml
 * @param {Handle | null} [vfs]
 */
export function parseText(engine, library, prefix, xml, vfs) {
  return engine.withBytes(toBytes(xml), (text) =>
    withErrorText(engine, prefix, (error, size) =>
      engine.exports.mj_parseXMLString(text, library.addressOrNull(vfs, 'mjVFS'), error, size),
    ),
  );
}

/**
 * What reads MJB.
 * @param {Engine} engine
 * @param {StructLibrary} library
 * @param {WrapModel} wrapModel
 */
function binaryLoaders(engine, library, wrapModel) {
  const { exports } = engine;
  /** @param {number} pointer */
  const loaded = (pointer) => {
    if (!pointer) throw new MjError('Failed to load from mjb');
    return wrapModel(pointer);
  };
  /** @param {string} path @param {Handle | null} [vfs] */
  const fromPath = (path, vfs) =>
    loaded(
      engine.guard(() =>
        exports.mj_loadModel(engine.pushString(path), library.addressOrNull(vfs, 'mjVFS')),
      ),
    );
  /** Loads an MJB file held in memory. @param {Content} content */
  const fromBuffer = (content) => {
    const bytes = toBytes(content);
    return loaded(
      engine.withBytes(bytes, (block) =>
        engine.guard(() => exports.mj_loadModelBuffer(block, bytes.length)),
      ),
    );
  };
  return {
    from_binary_path: fromPath,
    mj_loadModel: fromPath,
    from_binary_buffer: fromBuffer,
  };
}

/**
 * MjData: the state of a simulation.
 * @param {Engine} engine
 * @param {StructLibrary} library
 * @param {HandleClass} MjModel
 * @returns {HandleClass}
 */
function dataClass(engine, library, MjModel) {
  const { exports } = engine;
  return class MjData extends Handle {
    /**
     * @param {Handle} model
     * @param {Handle} [data] data to copy
     */
    constructor(model, data) {
      expect(model, MjModel, 'the model');
      const { pointer: m, resource } = Handle.stateOf(model);
      engine.indices.check('MjData', m);
      const pointer = engine.guard(() =>
        data
          ? exports.mj_copyData(0, m, library.addressOf(data, 'mjData'))
          : exports.mj_makeData(m),
      );
      if (!pointer) throw new MjError('Could not allocate mjData');
      const free = (/** @type {number} */ block) => {
        engine.handles.delete(block);
        engine.indices.forget();
        exports.mj_deleteData(block);
      };
      super(new Resource(engine, pointer, free, resource));
      known(engine, this);
    }
  };
}

/**
 * MjSpec: an editable model.
 * @param {Engine} engine
 * @returns {HandleClass}
 */
function specClass(engine) {
  const { exports } = engine;
  return class MjSpec extends Handle {
    /** @param {Handle} source */
    constructor(source) {
      expect(source, MjSpec, 'the spec to copy');
      const spec = Handle.addressOf(source);
      const pointer = engine.guard(() => exports.mj_copySpec(spec));
      if (!pointer) throw engine.failure(engine.string(exports.mjs_getError(spec)));
      super(new Resource(engine, pointer, (block) => exports.mj_deleteSpec(block)));
    }

    /** Seconds that the parts of the last compilation took. */
    get timer() {
      return Handle.keep(
        this,
        makeView(engine, 'double', exports.mjs_getTimer(Handle.addressOf(this)), 9),
      );
    }
  };
}

/**
 * MjvScene: the abstract scene.
 * @param {Engine} engine
 * @param {HandleClass} MjModel
 * @returns {HandleClass}
 */
function sceneClass(engine, MjModel) {
  const { exports } = engine;
  return class MjvScene extends Handle {
    /**
     * @param {Handle} [model]
     * @param {number} [maxgeom]
     */
    constructor(model, maxgeom = 0) {
      if (model !== undefined) expect(model, MjModel, 'the model');
      demand(isCount(maxgeom), 'maxgeom must be a whole number', maxgeom);
      const { size } = layoutOf('mjvScene');
      const pointer = engine.alloc(size);
      engine.u8.fill(0, pointer, pointer + size);
      const free = (/** @type {number} */ block) => {
        exports.mjv_freeScene(block);
        engine.free(block);
      };
      super(new Resource(engine, pointer, free));
      engine.guard(() => {
        exports.mjv_defaultScene(pointer);
        if (model) exports.mjv_makeScene(Handle.addressOf(model), pointer, maxgeom);
      });
    }
  };
}

/**
 * All of them, and the classes of named access.
 * @param {Engine} engine
 * @param {StructLibrary} library
 * @returns {Classes}
 */
export function makeClasses(engine, library) {
  const MjVFS = vfsClass(engine);
  rename(MjVFS, 'MjVFS');
  const MjModel = modelClass(engine, library);
  const MjData = dataClass(engine, library, MjModel);
  library.classes.set('mjVFS', MjVFS);
  library.own.set('mjModel', () => MjModel);
  library.own.set('mjData', () => MjData);
  library.own.set('mjSpec', () => specClass(engine));
  library.own.set('mjvScene', () => sceneClass(engine, MjModel));
  const accessors = [
    ...addAccessors(engine, 'mjModel', MjModel),
    ...addAccessors(engine, 'mjData', MjData),
  ];
  return { MjVFS, MjModel, MjData, accessors };
}
