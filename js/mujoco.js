// Entry 'limber/mujoco': the interface of npm's @mujoco/mujoco, so that a program runs after changing one import.
import { MjError, Engine, compileModule } from './engine/module.js';
import { constants, enums, functions, structs } from './engine/generated/tables.js';
import { Handle, StructClasses } from './engine/views.js';
import { wrapFunction } from './engine/functions.js';

const errorSize = 1024;

/**
 * Loads the engine.
 * @param {{ wasmBinary?: BufferSource, locateFile?: (name: string) => string, print?: (text: string) => void, printErr?: (text: string) => void }} [options]
 */
export default async function loadMujoco(options = {}) {
  const engine = new Engine(await compileModule(options), options);
  return makeModule(engine);
}

function makeModule(engine) {
  const module = { MjError, engine };
  const classes = new StructClasses(structs);
  Object.assign(module, constants);
  for (const [name, values] of Object.entries(enums)) module[name] = enumClass(name, values);
  const wrapResult = (type, value) => {
    if (type === 'void') return undefined;
    if (/char\s*\*$/.test(type)) return engine.string(value);
    return value;
  };
  for (const [name, signature] of Object.entries(functions)) {
    const wrapper = wrapFunction(engine, name, signature, structs, wrapResult);
    if (wrapper) module[name] = wrapper;
  }
  addClasses(module, engine, classes);
  return module;
}

function enumClass(name, values) {
  const type = { [name]: class { constructor(value) { this.value = value; } } }[name];
  type.values = {};
  for (const [key, value] of Object.entries(values)) type.values[value] = type[key] = new type(value);
  return type;
}

function addClasses(module, engine, classes) {
  const { exports } = engine;

  class MjVFS extends Handle {
    constructor() {
      super(engine, engine.alloc(4));
      engine.guard(() => exports.mj_defaultVFS(this.address));
    }

    addBuffer(name, bytes) {
      const data = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes;
      const block = engine.alloc(data.length || 1);
      engine.u8.set(data, block);
      const result = engine.guard(() => exports.mj_addBufferVFS(this.address, engine.pushString(name), block, data.length));
      engine.free(block);
      if (result !== 0) throw new MjError(`Could not add buffer to VFS: ${result}${result === 2 ? ` ('${name}' is there already)` : ''}`);
    }

    deleteFile(name) {
      engine.guard(() => exports.mj_deleteFileVFS(this.address, engine.pushString(name)));
    }

    delete() {
      engine.guard(() => exports.mj_deleteVFS(this.address));
      engine.free(this.pointer);
      this.pointer = 0;
    }
  }

  const modelSize = (handle, name) => handle[name];
  const ModelBase = classes.define('MjModel', structs.mjModel, Handle, modelSize);
  class MjModel extends ModelBase {
    static from_xml_path(path, vfs) {
      return new MjModel(loadXML(path, vfs));
    }

    static from_xml_string(xml, vfs) {
      const files = vfs ?? new MjVFS();
      const name = '__model__.xml';
      files.addBuffer(name, xml);
      try {
        return MjModel.from_xml_path(name, files);
      } finally {
        if (vfs) vfs.deleteFile(name); else files.delete();
      }
    }

    static mj_loadXML(path, vfs) {
      return MjModel.from_xml_path(path, vfs);
    }

    /** Loads an MJB file held in memory. */
    static from_binary_buffer(bytes) {
      const block = engine.alloc(bytes.length);
      engine.u8.set(bytes, block);
      const pointer = engine.guard(() => exports.mj_loadModelBuffer(block, bytes.length));
      engine.free(block);
      if (!pointer) throw new MjError('Could not load the binary model');
      return new MjModel(pointer);
    }

    constructor(source) {
      super(engine, source instanceof Handle ? engine.guard(() => exports.mj_copyModel(0, source.address)) : source);
    }

    delete() {
      engine.guard(() => exports.mj_deleteModel(this.address));
      this.pointer = 0;
    }
  }

  function loadXML(path, vfs) {
    return engine.guard(() => {
      const error = engine.push(errorSize);
      engine.u8[error] = 0;
      const pointer = exports.mj_loadXML(engine.pushString(path), vfs ? vfs.address : 0, error, errorSize);
      if (!pointer) throw new MjError(`Loading error: ${engine.string(error)}`);
      return pointer;
    });
  }

  const dataSize = (handle, name, owner) => (owner === 'M' ? handle.model[name] : handle[name]);
  const DataBase = classes.define('MjData', structs.mjData, Handle, dataSize);
  const Contact = classes.get('mjContact');
  const contactBytes = structs.mjContact.size;
  class MjData extends DataBase {
    constructor(model, data) {
      super(engine, engine.guard(() => (data ? exports.mj_copyData(0, model.address, data.address) : exports.mj_makeData(model.address))));
      Object.defineProperty(this, 'model', { value: model });
    }

    get contact() {
      const data = this;
      const first = engine.u32[(this.address + contactOffset) >> 2];
      return {
        length: data.ncon,
        size: () => data.ncon,
        get: (i) => new Contact(engine, first + i * contactBytes, data),
        delete() {},
      };
    }

    delete() {
      engine.guard(() => exports.mj_deleteData(this.address));
      this.pointer = 0;
    }
  }
  const contactOffset = structs.mjData.fields.find((f) => f.name === 'contact').offset;
  Object.assign(module, { MjVFS, MjModel, MjData });
}
