// Threads inside one simulation: the module that is built for them, and the workers that are its threads. A worker is started when
// C asks for it (mju_threadpool); until it runs, the threads that are there do its work.
import { MjError } from './error.js';
import { Engine, takeFile, toBytes } from './module.js';
import { threadedModule } from './threaded.js';

/** @typedef {import('./module.js').EngineOptions} EngineOptions */
/** @typedef {import('./thread.js').ThreadStart} ThreadStart */
/** @typedef {{ new (url: URL, options: { workerData: ThreadStart, execArgv: string[] }): NodeThread }} NodeWorker */
/** @typedef {{ on(name: string, handler: (value: unknown) => void): void, unref(): void, terminate(): void }} NodeThread */

/**
 * @typedef {object} CrewOptions
 * @property {() => Worker} [makeWorker] starts a worker that runs `limber/thread-worker`, for bundlers that do not find it by
 *   themselves
 *
 * @typedef {EngineOptions & CrewOptions} ThreadedOptions
 */

const stackBytes = 1 << 20;
// of a stack: compilers take it for granted, and reach into arrays on it by setting bits of addresses
const alignment = 16;

const needed = {
  'Cross-Origin-Opener-Policy': ['same-origin'],
  'Cross-Origin-Embedder-Policy': ['require-corp', 'credentialless'],
};

/** The headers that this page came without. */
async function missingHeaders() {
  /** @type {Headers} */
  let got = new Headers();
  try {
    ({ headers: got } = await fetch(location.href, { method: 'HEAD' }));
  } catch {
    // then all are named
  }
  const lines = Object.entries(needed).map(([name, values]) => ({
    text: `${name}: ${values.join("' or '")}`,
    there: values.includes(got.get(name) ?? ''),
  }));
  const missing = lines.filter(({ there }) => !there);
  return (missing.length > 0 ? missing : lines).map(({ text }) => `'${text}'`).join(' and ');
}

/** Throws where memory cannot be shared with workers. */
export async function demandIsolation() {
  const page = typeof location !== 'undefined' && typeof crossOriginIsolated !== 'undefined';
  if (page && !crossOriginIsolated) {
    throw new MjError(
      `threads need a page that is cross-origin isolated: it was served without ${await missingHeaders()}`,
    );
  }
  if (typeof SharedArrayBuffer === 'undefined')
    throw new MjError('threads need SharedArrayBuffer, which this browser does not have');
}

/**
 * Node's class of workers, which has to be at hand when C asks for a thread; null in browsers.
 * @returns {Promise<NodeWorker | null>}
 */
async function nodeWorker() {
  if (typeof Worker !== 'undefined' || !globalThis.process) return null;
  const name = 'node:worker_threads';
  const { Worker: NodeThreadClass } = await import(
    /* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ name
  );
  return NodeThreadClass;
}

/** The workers of one engine. */
class Crew {
  /** Workers that have not begun. @type {Set<Promise<void>>} */
  #starting = new Set();

  /**
   * @param {Engine} engine
   * @param {NodeWorker | null} Thread
   * @param {() => Worker} makeWorker
   */
  constructor(engine, Thread, makeWorker) {
    this.engine = engine;
    this.Thread = Thread;
    this.makeWorker = makeWorker;
  }

  /** Starts workers; C calls it. @param {number} count */
  start(count) {
    for (let i = 0; i < count; i++) {
      const starting = this.#startOne().finally(() => this.#starting.delete(starting));
      // who waits for it is told; a simulation goes on without it
      starting.catch((error) => this.engine.printErr(String(error.message)));
      this.#starting.add(starting);
    }
  }

  #startOne() {
    const { engine } = this;
    const { module, memory } = engine;
    const block = engine.alloc(stackBytes + alignment);
    const stack = Math.ceil(block / alignment) * alignment;
    /** @type {ThreadStart} */
    const start = { module, memory, stack, stackBytes };
    return new Promise((resolve, reject) => {
      const on = {
        /** @param {unknown} message */
        message(message) {
          if (message === 'begun') return resolve(undefined);
          engine.free(block);
          end();
        },
        /** @param {unknown} error */
        error(error) {
          const why = /** @type {Partial<Error>} */ (error)?.message ?? 'not found';
          reject(new MjError(`a thread did not start: ${why}`));
        },
      };
      const end = this.#launch(start, on);
    });
  }

  /**
   * @param {ThreadStart} start
   * @param {{ message: (message: unknown) => void, error: (error: unknown) => void }} on
   */
  #launch(start, on) {
    if (this.Thread) {
      // in steps, so that bundlers do not bring all of the folder along
      const here = import.meta.url;
      // (flags of the program, such as the kind of its input, are not for the thread)
      const thread = new this.Thread(new URL('thread.js', here), {
        workerData: start,
        execArgv: [],
      });
      thread.on('message', (message) => {
        // from now on the program may end; (a listener that is added keeps it, too)
        thread.unref();
        on.message(message);
      });
      thread.on('error', on.error);
      return () => thread.terminate();
    }
    const worker = this.makeWorker();
    worker.addEventListener('message', ({ data }) => on.message(data));
    worker.addEventListener('error', on.error);
    worker.postMessage(start);
    return () => worker.terminate();
  }

  /** Waits until every thread that was asked for is at work. */
  async ready() {
    await Promise.all(this.#starting);
    while (this.engine.exports.lb_waitingThreads() > 0)
      await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/**
 * Compiles the module with threads: it is made out of the bytes of limber.wasm.
 * @param {EngineOptions} options
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compileThreaded(options) {
  if (options.wasmBinary instanceof WebAssembly.Module)
    throw new MjError(
      'threads are made out of the bytes of limber.wasm, not of a module that is compiled already',
    );
  return takeFile(options, async (source) =>
    threadedModule(toBytes('headers' in source ? await source.arrayBuffer() : source)),
  );
}

/**
 * An engine whose simulations may have threads.
 * @param {WebAssembly.Module} module
 * @param {ThreadedOptions} options
 */
export async function makeThreadedEngine(module, options) {
  const Thread = await nodeWorker();
  const engine = new Engine(module, options);
  const crew = new Crew(
    engine,
    Thread,
    options.makeWorker ??
      (() => new Worker(new URL('./thread.js', import.meta.url), { type: 'module' })),
  );
  engine.crew = crew;
  // only the thread of a page may not lie down while it waits for others
  if (typeof document === 'undefined') engine.exports.lb_allowWaiting();
  return engine;
}
