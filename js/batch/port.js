// Workers, the same in browsers and in Node: module workers that exchange messages. What is thrown in one arrives here as it was.
import { MjError } from '../engine/error.js';

/**
 * What is sent: a request (id, method, argument), its answer (id and result or error), or an event.
 * @typedef {object} Message
 * @property {number} [id]
 * @property {string} [method]
 * @property {unknown} [argument]
 * @property {unknown} [result]
 * @property {ReturnType<typeof packError>} [error]
 * @property {unknown} [event]
 *
 * One end of a connection.
 * @typedef {object} Port
 * @property {(message: Message, transfer?: Transferable[]) => void} post
 * @property {(handler: (message: Message) => void) => void} onMessage
 */

/**
 * What is used of Node's worker threads.
 * @typedef {object} Thread
 * @property {(message: Message, transfer?: Transferable[]) => void} postMessage
 * @property {{ (name: 'message', handler: (message: Message) => void): void, (name: 'error', handler: (error: Error) => void): void, (name: 'exit', handler: (code: number) => void): void }} on
 * @property {() => void} ref
 * @property {() => void} unref
 * @property {() => void} terminate
 *
 * @typedef {{ Worker: new (url: URL) => Thread, parentPort: Thread }} Threads
 */

/**
 * The end of who started a worker. A program of Node ends when nothing holds it any more, as if the worker were not there.
 * @typedef {Port & { onError: (handler: (error: Error) => void) => void, hold: (held: boolean) => void, terminate: () => void }} WorkerPort
 */

const isNode = () => Boolean(globalThis.process?.versions?.node);

/** Node's own module, under a name that bundlers do not follow. @returns {Promise<Threads>} */
function nodeThreads() {
  const name = 'node:worker_threads';
  return import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ name);
}

/** What to say when a worker does not start. @param {string} path @param {string} here address of this code */
function whyNot(path, here) {
  const [kind] = path.split('/');
  let place = path;
  try {
    // beside the bundle, where one bundle has all of this code
    place = new URL(here.endsWith('/batch/port.js') ? `../${path}` : './worker.js', here).href;
  } catch {
    // some bundlers give no address
  }
  return (
    `the worker did not start: is its code at ${place}? Where a bundler does not put it, ` +
    `'limber/${kind === 'remote' ? 'simulation' : kind}-worker' is an entry of its own and makeWorker starts it (docs/embedding.md)`
  );
}

/**
 * Wraps a worker that the caller made with `new Worker(new URL(...), { type: 'module' })`, the form that bundlers know.
 * @param {() => Worker} makeWebWorker
 * @param {string} path the same module, for Node: below the folder js
 * @returns {Promise<WorkerPort>}
 */
export async function startWorker(makeWebWorker, path) {
  // Deno ends a program only when its web workers have ended; threads can be let go
  if (isNode() && (typeof Worker === 'undefined' || 'Deno' in globalThis)) {
    const { Worker: Thread } = await nodeThreads();
    // in steps, so that bundlers do not bring all of the folder along
    const here = import.meta.url;
    const thread = new Thread(new URL(`../${path}`, here));
    return {
      post: (message, transfer) => thread.postMessage(message, transfer),
      onMessage: (handler) => thread.on('message', handler),
      onError(handler) {
        thread.on('error', handler);
        thread.on('exit', () => handler(new MjError('the worker ended')));
      },
      hold: (held) => (held ? thread.ref() : thread.unref()),
      terminate: () => thread.terminate(),
    };
  }
  const worker = makeWebWorker();
  const here = import.meta.url;
  return {
    post: (message, transfer = []) => worker.postMessage(message, transfer),
    onMessage: (handler) => worker.addEventListener('message', ({ data }) => handler(data)),
    onError: (handler) =>
      worker.addEventListener('error', (event) =>
        handler(new MjError(event.message || whyNot(path, here))),
      ),
    hold: () => {},
    terminate: () => worker.terminate(),
  };
}

/**
 * The worker's own end.
 * @returns {Promise<Port>}
 */
async function workerPort() {
  if (isNode() && typeof self === 'undefined') {
    const { parentPort } = await nodeThreads();
    return {
      post: (message, transfer) => parentPort.postMessage(message, transfer),
      onMessage: (handler) => parentPort.on('message', handler),
    };
  }
  const scope = /** @type {Worker} */ (/** @type {unknown} */ (self));
  return {
    post: (message, transfer = []) => scope.postMessage(message, transfer),
    onMessage: (handler) => scope.addEventListener('message', ({ data }) => handler(data)),
  };
}

/** An error as a message can carry it. @param {unknown} error */
export function packError(error) {
  const { name = 'Error', message = String(error) } = /** @type {Partial<Error>} */ (error);
  return { ...(error instanceof MjError ? error : {}), name, message };
}

/** The error again. @param {ReturnType<typeof packError>} packed */
export function unpackError({ name, message, ...fields }) {
  const Type = { MjError, RangeError, TypeError }[name] ?? Error;
  return Object.assign(new Type(message), { name }, fields);
}

/** How many threads are of use. */
export function processorCount() {
  // Node 20 has no navigator
  const count =
    globalThis.navigator?.hardwareConcurrency ??
    globalThis.process?.getBuiltinModule?.('node:os').availableParallelism();
  return Math.max(1, count ?? 4);
}

/** Counts who needs a worker: the program goes on as long as there is one. @param {WorkerPort} port */
function holder(port) {
  let holds = 0;
  port.hold(false);
  return {
    /** @param {boolean} held one more, or one less */
    hold(held) {
      holds += held ? 1 : -1;
      if (holds === Number(held)) port.hold(held);
    },
    /** The worker has ended. */
    letGo() {
      if (holds > 0) port.hold(false);
      holds = -Infinity;
    },
  };
}

/**
 * A connection on which every request gets an answer.
 * @param {WorkerPort} port
 */
export function makeClient(port) {
  /** @type {Map<number | undefined, { resolve: (value: unknown) => void, reject: (error: Error) => void, holds: boolean }>} */
  const waiting = new Map();
  /** @type {((event: unknown) => void) | undefined} */
  let listener;
  let next = 0;
  /** @type {Error | null} */
  let failed = null;
  let ended = () => {};
  const { hold, letGo } = holder(port);
  const failAll = (/** @type {Error} */ error) => {
    const first = failed === null;
    failed ??= error;
    if (first) ended();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    letGo();
  };
  /**
   * @param {string} method
   * @param {unknown} argument
   * @param {Transferable[]} [transfer]
   * @param {boolean} [holds]
   */
  const ask = (method, argument, transfer, holds = true) =>
    new Promise((resolve, reject) => {
      if (failed) {
        reject(failed);
        return;
      }
      const id = next++;
      waiting.set(id, { resolve, reject, holds });
      if (holds) hold(true);
      port.post({ id, method, argument }, transfer);
    });
  port.onError(failAll);
  port.onMessage((message) => {
    if (message.event !== undefined) {
      listener?.(message.event);
      return;
    }
    const entry = waiting.get(message.id);
    if (!entry) return;
    waiting.delete(message.id);
    if (entry.holds) hold(false);
    if (message.error) entry.reject(unpackError(message.error));
    else entry.resolve(message.result);
  });
  return {
    /**
     * The answer is what the method of the worker returns.
     * @template Answer
     * @param {string} method
     * @param {unknown} argument
     * @param {Transferable[]} [transfer]
     * @returns {Promise<Answer>}
     */
    call: (method, argument, transfer) =>
      /** @type {Promise<Answer>} */ (ask(method, argument, transfer)),
    /** A request that nobody waits for: a program may end meanwhile. @param {string} method @param {unknown} argument */
    tell(method, argument) {
      ask(method, argument, undefined, false).catch(() => {});
    },
    /** Keeps the program running, until it is told otherwise. @param {boolean} held */
    hold,
    /** @template Event @param {(event: Event) => void} handler */
    listen: (handler) => {
      listener = /** @type {(event: unknown) => void} */ (handler);
    },
    /** Calls back once when the worker has ended or failed. @param {() => void} handler */
    onEnd(handler) {
      ended = handler;
    },
    close() {
      port.terminate();
      failAll(new MjError('the worker was closed'));
    },
  };
}

/**
 * Answers requests: methods by name; a result may be `{ result, transfer }`.
 * @param {(send: (event: unknown, transfer?: Transferable[]) => void) => object} makeMethods
 */
export async function serve(makeMethods) {
  const port = await workerPort();
  const made = makeMethods((event, transfer) => port.post({ event }, transfer));
  const methods = /** @type {Record<string, (argument: unknown) => unknown>} */ (made);
  port.onMessage(async ({ id, method, argument }) => {
    try {
      const given = await methods[String(method)](argument);
      const answer = /** @type {{ result?: unknown, transfer?: Transferable[] } | undefined} */ (
        given
      );
      port.post({ id, result: answer?.result ?? answer }, answer?.transfer ?? []);
    } catch (error) {
      port.post({ id, error: packError(error) });
    }
  });
  port.post({ event: 'ready' });
}
