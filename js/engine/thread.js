// A thread of limber-mt.wasm: one more instance of the module, on the memory of the engine that started this worker. It computes
// what C hands to it and never calls back into the program: what it cannot do, the engine's own thread does again.

/**
 * @typedef {object} ThreadStart
 * @property {WebAssembly.Module} module
 * @property {WebAssembly.Memory} memory
 * @property {number} stack address of the thread's stack
 * @property {number} stackBytes
 *
 * @typedef {{ postMessage: (message: string) => void }} Parent
 */

/** Ends the body that C protects. */
class Given extends Error {}

/**
 * Runs what C has for threads, until there has been nothing for some seconds.
 * @param {ThreadStart} start
 * @param {Parent} parent
 */
function serve({ module, memory, stack, stackBytes }, parent) {
  /** @type {WebAssembly.ModuleImports} */
  const env = { memory };
  for (const { name, kind } of WebAssembly.Module.imports(module)) {
    if (kind !== 'function') continue;
    env[name] = () => {
      throw new Given(name);
    };
  }
  // the engine's own thread makes its views anew
  env.emscripten_notify_memory_growth = () => undefined;
  env.lbjs_protect = (/** @type {number} */ body, /** @type {number} */ context) => {
    const top = exports.emscripten_stack_get_current();
    try {
      table.get(body)(context);
      return 1;
    } catch {
      exports._emscripten_stack_restore(top);
      return 0;
    }
  };
  const instance = new WebAssembly.Instance(module, { env });
  const exports = /** @type {Record<string, (...args: number[]) => number>} */ (
    /** @type {unknown} */ (instance.exports)
  );
  const table = /** @type {WebAssembly.Table} */ (instance.exports.__indirect_function_table);
  exports._emscripten_wasm_worker_initialize(stack, stackBytes);
  parent.postMessage('begun');
  exports.lb_serveThreads();
  parent.postMessage('ended');
}

if (globalThis.process?.versions?.node && typeof self === 'undefined') {
  // under a name that bundlers do not follow
  const name = 'node:worker_threads';
  import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ name).then(
    ({ parentPort, workerData }) => serve(workerData, parentPort),
  );
} else {
  const scope = /** @type {Worker} */ (/** @type {unknown} */ (self));
  scope.addEventListener('message', ({ data }) => serve(data, scope), { once: true });
}

// a module, for the type checker too
export {};
