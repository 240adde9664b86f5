// The object that programs get from `await loadMujoco()`: constants, enums, classes and functions under their published names.
//
// Classes and functions are made when they are first used, so that loading costs little.
import { MjError } from '../engine/error.js';
import { publicName } from '../engine/arguments.js';
import { wrapFunction } from '../engine/functions.js';
import { description } from '../engine/schema.js';
import { bufferClasses } from './buffers.js';
import { makeClasses } from './classes.js';
import { makeElements } from './elements.js';
import { makeFiles, MEMFS } from './files.js';
import { handWritten } from './functions.js';
import { addHooks, makeHandleAt } from './hooks.js';
import { StructLibrary } from './library.js';
import { makePlugins } from './plugins.js';

/**
 * @typedef {import('../engine/module.js').Engine} Engine
 *
 * @typedef {object} Internals what a module has besides its interface, for the rest of the package
 * @property {Engine} engine
 * @property {ReturnType<typeof makePlugins>} plugins those of the program
 * @property {(model: object, data: object, steps: number) => void} stepMany
 *
 * @typedef {import('../mujoco.js').MujocoModule & Internals} LoadedModule
 */

/** Functions of our own by their names in the module. @type {Record<string, string>} */
const internals = { lb_stepMany: 'stepMany' };

// structs that no program handles as objects
const hidden = new Set(['mjVFS']);

// functions that write a file whose name is this argument
/** @type {Record<string, number>} */
const writers = {
  mj_printModel: 1,
  mj_printFormattedModel: 1,
  mj_printData: 2,
  mj_printFormattedData: 2,
  mj_printScene: 1,
  mj_printFormattedScene: 1,
};

/**
 * A property that is made when it is first read.
 * @param {object} target
 * @param {string} name
 * @param {() => unknown} make
 * @param {boolean} [enumerable]
 */
function lazy(target, name, make, enumerable = true) {
  Object.defineProperty(target, name, {
    configurable: true,
    enumerable,
    get() {
      const value = make();
      Object.defineProperty(target, name, {
        value,
        enumerable,
        configurable: true,
        writable: true,
      });
      return value;
    },
  });
}

/**
 * @param {Engine} engine
 * @returns {LoadedModule}
 */
export function makeModule(engine) {
  const library = new StructLibrary(engine);
  const classes = makeClasses(engine, library);
  const files = makeFiles(engine);
  /** @type {Record<string, unknown>} */
  const module = {
    ...description().constants,
    ...description().strings,
    MjError,
    FS: files,
    MEMFS,
  };
  for (const name of /** @type {const} */ (['createPath', 'createDataFile', 'unlink']))
    module[`FS_${name}`] = files[name].bind(files);
  // for the simulations of 'limber'; not part of the interface
  Object.defineProperty(module, 'engine', { value: engine });
  for (const name of library.enumNames()) lazy(module, name, () => library.enumOf(name));
  for (const [name, type] of library.vectors) module[name] = type;
  for (const [name, words] of Object.entries(description().strings))
    module[`get_${name}`] = () => words;
  Object.assign(module, bufferClasses(engine), {
    MjVFS: classes.MjVFS,
  });
  for (const struct of library.names()) {
    if (hidden.has(struct)) continue;
    lazy(module, publicName(struct), () => library.classOf(struct));
  }
  for (const [name, get] of classes.accessors) lazy(module, name, get);

  addFunctions(engine, module, library, files);
  const loaded = /** @type {LoadedModule} */ (/** @type {unknown} */ (module));
  library.decorate = makeElements(loaded);
  Object.assign(module, handWritten(engine, classes, files, library));
  const handleAt = makeHandleAt(engine, library);
  module.mj_resetCallbacks = addHooks(engine, module, handleAt);
  const plugins = makePlugins(engine, handleAt);
  module.registerPlugin = plugins.registerPlugin;
  // for the simulations of 'limber' and for tests
  Object.defineProperty(module, 'plugins', { value: plugins });
  return loaded;
}

/**
 * @param {Engine} engine
 * @param {object} module
 * @param {StructLibrary} library
 * @param {ReturnType<typeof makeFiles>} files
 */
function addFunctions(engine, module, library, files) {
  for (const [native, signature] of Object.entries(description().functions)) {
    if (!(native in engine.exports)) continue;
    const own = internals[native];
    const name = own ?? native;
    const at = writers[native];
    lazy(
      module,
      name,
      () => {
        const call = /** @type {import('../engine/functions.js').Wrapper} */ (
          wrapFunction(engine, native, signature, library)
        );
        if (at === undefined) return call;
        return (/** @type {unknown[]} */ ...args) =>
          files.writing(/** @type {string} */ (args[at]), (path) => {
            args[at] = path;
            call(...args);
          });
      },
      !own,
    );
  }
}
