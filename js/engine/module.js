// The WebAssembly module: instantiation, memory, strings, and errors that leave it usable.
//
// Every call into the module goes through Engine.guard or a wrapper made by js/engine/functions.js, so that an error or a trap
// ends as an MjError, the stack pointer is restored, and the next call works.

/** An error that the engine raised; the message is the engine's own. */
export class MjError extends Error {
  /**
   * @param {string} message
   * @param {{ file?: string, line?: number, element?: string, function?: string }} [where]
   */
  constructor(message, where = {}) {
    super(message);
    this.name = 'MjError';
    this.file = where.file;
    this.line = where.line;
    this.element = where.element;
    this.function = where.function;
  }
}

const utf8 = new TextDecoder();
const encoder = new TextEncoder();

/** One instance of the module. */
export class Engine {
  /**
   * @param {WebAssembly.Module} module
   * @param {{ print?: (text: string) => void, printErr?: (text: string) => void }} [options]
   */
  constructor(module, options = {}) {
    this.print = options.print ?? ((text) => console.log(text));
    this.printErr = options.printErr ?? ((text) => console.warn(text));
    /** Counts memory growths: a view made in an earlier epoch is stale. */
    this.epoch = 0;
    /** Nesting of JavaScript callbacks called by the module. */
    this.depth = 0;
    const instance = new WebAssembly.Instance(module, this.imports(module));
    /** @type {any} */
    this.exports = instance.exports;
    /** @type {WebAssembly.Memory} */
    this.memory = this.exports.memory;
    this.refreshViews();
    this.exports._initialize?.();
    this.stackBase = this.exports.emscripten_stack_get_current();
  }

  refreshViews() {
    const buffer = this.memory.buffer;
    this.i8 = new Int8Array(buffer);
    this.u8 = new Uint8Array(buffer);
    this.i32 = new Int32Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.f32 = new Float32Array(buffer);
    this.f64 = new Float64Array(buffer);
    this.i64 = new BigInt64Array(buffer);
    this.u64 = new BigUint64Array(buffer);
    this.epoch++;
  }

  /** The functions that the module asks for. */
  imports(module) {
    const env = {
      lbjs_throw: (message) => { throw new MjError(this.string(message)); },
      lbjs_protect: (body, context) => this.protect(body, context),
      lbjs_log: (level, message) => (level >= 2 ? this.printErr : this.print)(this.string(message)),
      emscripten_notify_memory_growth: () => this.refreshViews(),
    };
    const result = {};
    for (const { module: space, name } of WebAssembly.Module.imports(module)) {
      result[space] ??= {};
      result[space][name] = env[name] ?? (() => { throw new MjError(`'${name}' is not available in the module`); });
    }
    return result;
  }

  /** C's lb_protect: 1 when body came back, 0 when it raised an error or trapped. */
  protect(body, context) {
    const stack = this.exports.emscripten_stack_get_current();
    try {
      this.exports.__indirect_function_table.get(body)(context);
      return 1;
    } catch (error) {
      this.exports._emscripten_stack_restore(stack);
      const pointer = this.pushString(describe(error));
      this.exports.lb_setLastError(pointer);
      this.exports._emscripten_stack_restore(stack);
      return 0;
    }
  }

  /** Cleans up after an exception left the module's frames behind; returns the error to throw. */
  recover(error) {
    if (this.depth === 0) {
      this.exports._emscripten_stack_restore(this.stackBase);
      this.exports.lb_resetProtect();
    }
    return error instanceof MjError ? error : new MjError(describe(error));
  }

  /** Runs a function that calls the module; whatever goes wrong becomes an MjError. */
  guard(body) {
    const stack = this.exports.emscripten_stack_get_current();
    try {
      const result = body();
      this.exports._emscripten_stack_restore(stack);
      return result;
    } catch (error) {
      throw this.recover(error);
    }
  }

  /** The zero-terminated string at an address; '' for NULL. */
  string(pointer) {
    if (!pointer) return '';
    const end = this.u8.indexOf(0, pointer);
    return utf8.decode(this.u8.subarray(pointer, end));
  }

  /** Puts a string on the module's stack; inside guard only. */
  pushString(text) {
    const bytes = encoder.encode(text);
    const pointer = this.push(bytes.length + 1);
    this.u8.set(bytes, pointer);
    this.u8[pointer + bytes.length] = 0;
    return pointer;
  }

  /** Bytes on the module's stack, aligned to 16; large blocks must use alloc instead. */
  push(bytes) {
    return this.exports._emscripten_stack_alloc(bytes);
  }

  /** A heap block; release it with free. */
  alloc(bytes) {
    const pointer = this.exports.malloc(bytes);
    if (!pointer) throw new MjError(`Could not allocate memory (${bytes} bytes)`);
    return pointer;
  }

  free(pointer) {
    this.exports.free(pointer);
  }
}

function describe(error) {
  if (error instanceof MjError) return error.message;
  if (error instanceof WebAssembly.RuntimeError) return `internal error: ${error.message}`;
  if (error instanceof RangeError) return `stack exhausted: ${error.message}`;
  return String(error?.message ?? error);
}

/**
 * Compiles limber.wasm: streaming where the page can, from disk in Node.
 * @param {{ wasmBinary?: BufferSource, locateFile?: (name: string) => string, url?: URL }} [options]
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compileModule(options = {}) {
  if (options.wasmBinary) return WebAssembly.compile(options.wasmBinary);
  const url = options.locateFile ? new URL(options.locateFile('limber.wasm'), import.meta.url) : new URL('./limber.wasm', import.meta.url);
  if (url.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new MjError(`Could not fetch ${url}: ${response.status} ${response.statusText}`);
  if (response.headers.get('content-type')?.startsWith('application/wasm')) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}
