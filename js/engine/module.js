// The WebAssembly module: instantiation, memory, strings, and errors that leave it usable.
//
// Every call into the module goes through Engine.guard or a wrapper made by js/engine/functions.js, so that an error or a trap
// ends as an MjError, the stack pointer is restored, and the next call works.
import { IndexWatch } from './watch.js';
import { MjError, Raised, errorText, readError, toError } from './error.js';

const utf8 = new TextDecoder();
const encoder = new TextEncoder();
// up to this length, names are faster copied by hand
const shortText = 48;
// memory for the arrays of one call
const scratchBytes = 1 << 16;

/**
 * @typedef {object} EngineOptions
 * @property {BufferSource | WebAssembly.Module} [wasmBinary] the module's bytes, or the module compiled already
 * @property {(name: string, prefix: string) => string} [locateFile] gives the address of limber.wasm
 * @property {(text: string) => void} [print] receives messages
 * @property {(text: string) => void} [printErr] receives warnings
 *
 * @typedef {string | ArrayBuffer | ArrayBufferView | ArrayLike<number>} Content text or bytes in any form that programs have them
 * @typedef {Record<string, (...args: (number | bigint)[]) => number> & { memory: WebAssembly.Memory }} Exports
 * @typedef {(which: number, model: number, data: number, a: number, b: number) => number} CallbackHandler
 */

/** One instance of the module. */
export class Engine {
  // the module's memory as arrays; refreshViews makes them anew when it grows
  i8 = new Int8Array();
  u8 = new Uint8Array();
  i32 = new Int32Array();
  u32 = new Uint32Array();
  f32 = new Float32Array();
  f64 = new Float64Array();
  i64 = new BigInt64Array();
  u64 = new BigUint64Array();
  /** Changes whenever addresses may have: a view made in another epoch is stale. */
  epoch = 0;

  /**
   * @param {WebAssembly.Module} module
   * @param {EngineOptions} [options]
   */
  constructor(module, options = {}) {
    this.print = options.print ?? ((/** @type {string} */ text) => console.log(text));
    this.printErr = options.printErr ?? ((/** @type {string} */ text) => console.warn(text));
    /** @type {Set<(text: string) => void>} */
    this.listeners = new Set();
    /** Whether what C has to tell is dropped. */
    this.quiet = false;
    /** The compiled module; workers can be given it. */
    this.module = module;
    /** Nesting of JavaScript that the module calls: hooks, plugins, print. */
    this.depth = 0;
    /** What to free when no call is under way. @type {(() => void)[]} */
    this.later = [];
    /** Models and data by address, for hooks. @type {Map<number, WeakRef<import('./handle.js').Handle>>} */
    this.handles = new Map();
    this.indices = new IndexWatch(this);
    /** @type {CallbackHandler} */
    this.onCallback = () => 0;
    /** Threads, see js/engine/crew.js. @type {{ start: (count: number) => void, ready: () => Promise<void> } | null} */
    this.crew = null;
    const shared = sharedMemory(module);
    const instance = new WebAssembly.Instance(module, this.imports(module, shared));
    const exports = /** @type {unknown} */ (instance.exports);
    this.exports = /** @type {Exports} */ (exports);
    this.memory = shared ?? /** @type {WebAssembly.Memory} */ (instance.exports.memory);
    this.table = /** @type {WebAssembly.Table} */ (instance.exports.__indirect_function_table);
    this.refreshViews();
    // (the module with threads has its constructors under their own name)
    (this.exports._initialize ?? this.exports.__wasm_call_ctors)?.();
    this.stackBase = this.exports.emscripten_stack_get_current();
    /** Where the next array of a call goes, see takeScratch. */
    this.scratchTop = this.alloc(scratchBytes);
    this.scratchEnd = this.scratchTop + scratchBytes;
  }

  /** Memory was replaced: all views are made anew. */
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

  /**
   * What the module asks for.
   * @param {WebAssembly.Module} module
   * @param {WebAssembly.Memory | null} memory
   */
  imports(module, memory) {
    /** @type {Record<string, ((...args: number[]) => unknown) | WebAssembly.Memory | null>} */
    const env = {
      memory,
      lbjs_throw: (error) => {
        throw readError(this, error);
      },
      lbjs_protect: (body, context) => this.protect(body, context),
      lbjs_log: (level, message) => this.log(level, message),
      lbjs_callback: (which, model, data, a, b) => this.callBack(which, model, data, a, b),
      lbjs_startWorkers: (count) => this.crew?.start(count),
      emscripten_notify_memory_growth: () => this.refreshViews(),
    };
    /** @type {Record<string, Record<string, WebAssembly.ImportValue>>} */
    const result = {};
    for (const { module: space, name } of WebAssembly.Module.imports(module)) {
      result[space] ??= {};
      result[space][name] =
        env[name] ??
        (() => {
          throw new Raised(`'${name}' is not available in the module`);
        });
    }
    return result;
  }

  /**
   * C calls a hook that JavaScript installed.
   * @type {CallbackHandler}
   */
  callBack(which, model, data, a, b) {
    this.depth++;
    try {
      return this.onCallback(which, model, data, a, b);
    } finally {
      this.depth--;
    }
  }

  /**
   * C has something to tell.
   * @param {number} level
   * @param {number} message
   */
  log(level, message) {
    if (this.quiet) return;
    this.depth++;
    try {
      const text = this.string(message);
      if (level >= 2) this.warn(text);
      // COMPAT: PRINT-LINES: one call a line, the empty one behind the last line break included
      else for (const line of text.split('\n')) this.print(line);
    } finally {
      this.depth--;
    }
  }

  /** Tells the listeners of warnings, or else who takes messages. @param {string} text */
  warn(text) {
    if (this.listeners.size === 0) this.printErr(text);
    for (const listener of this.listeners) listener(text);
  }

  /** Frees what was given up while C was running, which may have been using it. */
  freeLater() {
    if (this.depth === 0) for (const free of this.later.splice(0)) free();
  }

  /**
   * C's lb_protect: 1 when body came back, 0 when it raised an error or trapped.
   * @param {number} body
   * @param {number} context
   */
  protect(body, context) {
    const stack = this.exports.emscripten_stack_get_current();
    const { depth } = this;
    try {
      this.table.get(body)(context);
      return 1;
    } catch (error) {
      this.depth = depth;
      this.exports._emscripten_stack_restore(stack);
      // what C raised it knows
      if (!(error instanceof Raised))
        this.exports.lb_setLastError(this.pushString(errorText(error)), 0);
      this.exports._emscripten_stack_restore(stack);
      return 0;
    }
  }

  /**
   * Cleans up after an exception left the module's frames behind; returns the error to throw.
   * @param {unknown} error
   * @param {number} [stack] the stack pointer before the call
   */
  recover(error, stack = this.stackBase) {
    if (this.depth === 0) {
      this.exports._emscripten_stack_restore(this.stackBase);
      this.exports.lb_resetProtect();
    } else if (stack !== this.stackBase) {
      this.exports._emscripten_stack_restore(stack);
    }
    return toError(error);
  }

  /**
   * The error to throw for a message that a C function gave back, with what C knows of it.
   * @param {string} text
   * @param {string} [prefix] of the message
   */
  failure(text, prefix = '') {
    const last = readError(this, this.exports.lb_lastErrorFields());
    return new MjError(prefix + text, last.text === text ? last.fault : undefined);
  }

  /**
   * Runs a function that calls the module; whatever goes wrong becomes an MjError.
   * @template T
   * @param {() => T} body
   * @returns {T}
   */
  guard(body) {
    const stack = this.exports.emscripten_stack_get_current();
    try {
      const result = body();
      this.exports._emscripten_stack_restore(stack);
      return result;
    } catch (error) {
      throw this.recover(error, stack);
    }
  }

  /**
   * The zero-terminated string at an address; '' for NULL.
   * @param {number} pointer
   */
  string(pointer) {
    if (!pointer) return '';
    const { u8 } = this;
    let text = '';
    for (let i = pointer; text.length < shortText; i++) {
      if (u8[i] === 0) return text;
      if (u8[i] > 127) break;
      text += String.fromCharCode(u8[i]);
    }
    // (a copy: decoders of browsers refuse memory that is shared)
    return utf8.decode(this.u8.slice(pointer, this.u8.indexOf(0, pointer)));
  }

  /**
   * Puts a string on the module's stack, a long one on its heap for the time of the call; inside guard only.
   * @param {string} text
   */
  pushString(text) {
    if (typeof text !== 'string') throw new TypeError(`expected a string, got ${typeof text}`);
    const short = this.pushShort(text);
    if (short) return short;
    const bytes = encoder.encode(text);
    const pointer = this.push(bytes.length + 1);
    this.u8.set(bytes, pointer);
    this.u8[pointer + bytes.length] = 0;
    return pointer;
  }

  /**
   * Short plain text on the module's stack; 0 for other text.
   * @param {string} text
   */
  pushShort(text) {
    const { length } = text;
    if (length > shortText) return 0;
    const pointer = this.push(length + 1);
    const { u8 } = this;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code > 127) return 0;
      u8[pointer + i] = code;
    }
    u8[pointer + length] = 0;
    return pointer;
  }

  /**
   * Bytes on the module's stack, aligned to 16; for small blocks, inside guard only.
   * @param {number} bytes
   * @returns {number}
   */
  push(bytes) {
    const address = this.exports._emscripten_stack_alloc(bytes);
    if (address <= 0) throw new MjError(`a text or array of ${bytes} bytes is too long here`);
    return address;
  }

  /**
   * Scratch memory, aligned to 16; the caller puts scratchTop back. 0 when there is not enough.
   * @param {number} bytes
   */
  takeScratch(bytes) {
    const address = this.scratchTop;
    const next = address + ((bytes + 31) & ~15);
    if (next > this.scratchEnd) return 0;
    this.scratchTop = next;
    return address;
  }

  /**
   * A heap block; release it with free.
   * @param {number} bytes
   * @returns {number}
   */
  alloc(bytes) {
    const pointer = this.exports.malloc(bytes || 1);
    if (!pointer) throw new MjError(`Could not allocate memory (${bytes} bytes)`);
    return pointer;
  }

  /** @param {number} pointer */
  free(pointer) {
    this.exports.free(pointer);
  }

  /**
   * Runs body with a copy of bytes in the module's heap.
   * @template T
   * @param {Uint8Array} bytes
   * @param {(address: number) => T} body
   * @returns {T}
   */
  withBytes(bytes, body) {
    const block = this.alloc(bytes.length + 1);
    try {
      this.u8.set(bytes, block);
      this.u8[block + bytes.length] = 0;
      return body(block);
    } finally {
      this.free(block);
    }
  }
}

/**
 * Text or bytes in any of the forms that programs have them, as bytes.
 * @param {string | ArrayBuffer | ArrayBufferView | ArrayLike<number>} content
 * @returns {Uint8Array}
 */
export function toBytes(content) {
  if (typeof content === 'string') return encoder.encode(content);
  if (content instanceof ArrayBuffer) return new Uint8Array(content);
  if (ArrayBuffer.isView(content))
    return new Uint8Array(content.buffer, content.byteOffset, content.byteLength);
  if (Array.isArray(content)) return Uint8Array.from(content);
  throw new TypeError('expected a string, an ArrayBuffer or an array of bytes');
}

/**
 * Memory for a module that shares it with threads; null for one that has its own. Where a browser does not give so many addresses,
 * fewer.
 * @param {WebAssembly.Module} module
 */
function sharedMemory(module) {
  if (!WebAssembly.Module.imports(module).some(({ kind }) => kind === 'memory')) return null;
  for (let maximum = 32768; ; maximum /= 2) {
    try {
      return new WebAssembly.Memory({ initial: 256, maximum, shared: true });
    } catch (error) {
      if (maximum <= 1024) throw error;
    }
  }
}

/**
 * Compiles limber.wasm: streaming where the page can.
 * @param {EngineOptions} [options]
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compileModule(options = {}) {
  const { wasmBinary } = options;
  return wasmBinary instanceof WebAssembly.Module ? wasmBinary : takeFile(options, compile);
}

/**
 * limber.wasm, from where the options say, else from beside this file; the copy inside the package's code where a bundler left the file
 * behind.
 * @template T
 * @param {EngineOptions} options
 * @param {(source: BufferSource | Response) => Promise<T>} take
 * @returns {Promise<T>}
 */
export async function takeFile({ wasmBinary, locateFile }, take) {
  if (wasmBinary) return take(/** @type {BufferSource} */ (wasmBinary));
  if (locateFile) return take(await open(absoluteUrl(locateFile('limber.wasm', ''))));
  // bundlers know this form and bring the file along
  const url = new URL('./limber.wasm', import.meta.url);
  const copy = async () => (await import('./inlined.js')).inlinedBytes();
  try {
    return await take((wasLeftBehind(url) && (await copy())) || (await open(url)));
  } catch (error) {
    const bytes = await copy();
    if (bytes) return take(bytes);
    throw error;
  }
}

/**
 * Whether a bundler moved this code and not the file: asking for it would put a 404 into the page's console.
 * @param {URL} url of the file
 */
function wasLeftBehind(url) {
  // in two steps, so that bundlers do not wonder which file is meant
  const here = import.meta.url;
  const isMoved = /^http(?!.*\/engine\/module\.js(\?|$))/.test(here);
  return isMoved && url.href === new URL('limber.wasm', here).href;
}

/**
 * An address as a page or a module names it.
 * @param {string} name
 */
function absoluteUrl(name) {
  if (typeof document !== 'undefined') return new URL(name, document.baseURI);
  if (typeof location !== 'undefined') return new URL(name, location.href);
  // in two steps, so that bundlers do not wonder which file is meant
  const here = import.meta.url;
  return new URL(name, here);
}

/** @param {URL} url */
async function open(url) {
  if (url.protocol === 'file:') {
    // a variable keeps bundlers from looking for it
    const name = 'node:fs/promises';
    const { readFile } = await import(
      /* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ name
    );
    return /** @type {Promise<BufferSource>} */ (readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok)
    throw new MjError(`Could not fetch ${url}: ${response.status} ${response.statusText}`);
  return response;
}

/** @param {BufferSource | Response} source */
async function compile(source) {
  // (the mere name of Response takes Node 20 ms)
  if (!('headers' in source)) return WebAssembly.compile(source);
  return source.headers.get('content-type')?.startsWith('application/wasm')
    ? WebAssembly.compileStreaming(source)
    : WebAssembly.compile(await source.arrayBuffer());
}
