// What runs in the worker of a sandbox around a program: what leads out is taken away, with a message for who looks for it; `sim` is
// made from what the page tells. These functions go to the worker as text: they use one another and nothing else from around them.

/**
 * A field of a handle: the array that it is in, numbers in a row, the size that counts the rows, and whether the array is mjData's.
 * @typedef {{ field: string, columns: number, rows: string, inData: boolean }} HandleField
 *
 * What a program is told of its simulation.
 * @typedef {object} Told
 * @property {Record<string, number>} sizes
 * @property {number} timestep
 * @property {Record<string, string[]>} names by kind
 * @property {Record<string, Record<string, HandleField>>} handles by kind
 * @property {Record<string, { start: number[], count: number[] }>} spans where the rows of an object begin, by `kind size`
 * @property {Record<string, Float64Array>} model arrays that the program names
 * @property {[field: string, length: number][]} data arrays that it names, in the order of messages
 * @property {string[]} writable those that go back when they were changed
 * @property {Record<string, unknown>} state what an earlier version of the program kept
 *
 * What a program exports.
 * @typedef {object} Exports
 * @property {((sim: object, t: number, values: Record<string, number>) => unknown) | undefined} step
 * @property {((sim: object, values: Record<string, number>) => unknown) | undefined} start
 * @property {Record<string, unknown> | undefined} parameters
 * @property {Record<string, unknown> | undefined} state
 *
 * An answer: what was changed, what is to be plotted, what was logged.
 * @typedef {object} Answer
 * @property {Record<string, Float64Array>} changed
 * @property {Record<string, number>} plots
 * @property {string[]} logs
 */

/** Takes away what leads out of the worker; the policy of the frame forbids it besides. */
function lock() {
  /** @param {string} what @param {string[]} names */
  const refuse = (what, names) => {
    for (const name of names) {
      const get = () => {
        throw new Error(`A program has no ${what}: '${name}' is not there.`);
      };
      Object.defineProperty(globalThis, name, { get, set() {}, configurable: false });
    }
  };
  refuse('network', [
    ...['fetch', 'fetchLater', 'XMLHttpRequest', 'WebSocket', 'WebSocketStream', 'EventSource'],
    ...[
      'WebTransport',
      'importScripts',
      'RTCPeerConnection',
      'RTCDataChannel',
      'FontFace',
      'fonts',
    ],
  ]);
  refuse('storage', [
    ...['indexedDB', 'IDBFactory', 'caches', 'CacheStorage', 'cookieStore', 'CookieStore'],
    ...['localStorage', 'sessionStorage', 'StorageManager', 'FileSystemDirectoryHandle'],
  ]);
  refuse('page', ['window', 'document', 'parent', 'top', 'opener', 'frames', 'alert', 'navigator']);
  refuse('way out of its worker', [
    ...['postMessage', 'BroadcastChannel', 'MessageChannel', 'MessagePort', 'Worker'],
    ...['SharedWorker', 'ServiceWorker', 'Notification', 'close', 'WebAssembly', 'onmessage'],
  ]);
}

/** Counts the bytes of arrays: a program that fills the memory is stopped before the page is. @param {number} most bytes */
function limitMemory(most) {
  let bytes = 0;
  const count = (/** @type {number} */ more) => {
    bytes += more;
    if (bytes > most) throw new RangeError(`A program has ${most / 1e6} MB for its arrays.`);
  };
  const freed = new FinalizationRegistry((/** @type {number} */ size) => (bytes -= size));
  const scope = /** @type {Record<string, new (...args: unknown[]) => ArrayBuffer>} */ (
    /** @type {unknown} */ (globalThis)
  );
  const names = Object.getOwnPropertyNames(globalThis).filter((name) =>
    /^((Shared)?ArrayBuffer|\w+\d+(Clamped)?Array)$/.test(name),
  );
  for (const name of names) {
    const Original = scope[name];
    const width = 'BYTES_PER_ELEMENT' in Original ? Number(Original.BYTES_PER_ELEMENT) : 1;
    const Counted = new Proxy(Original, {
      construct(target, given, self) {
        const [first] = given;
        if (typeof first === 'number') count(first * width);
        const made = Reflect.construct(target, given, self);
        if (typeof first === 'number') freed.register(made, made.byteLength);
        return made;
      },
    });
    Object.defineProperty(Original.prototype, 'constructor', { value: Counted });
    Object.defineProperty(globalThis, name, { value: Counted });
  }
}

/** A struct whose unknown fields are told. @template {object} T @param {T} fields @param {string} name */
function strict(fields, name) {
  return new Proxy(fields, {
    get(target, key) {
      if (key in target || typeof key !== 'string') return Reflect.get(target, key);
      throw new Error(`There is no '${key}' in ${name}, or the program does not name it so.`);
    },
    set(target, key, value) {
      const known = Object.getOwnPropertyDescriptor(target, key);
      if (known?.set) known.set.call(target, value);
      else if (known?.value instanceof Float64Array && value?.length === known.value.length)
        known.value.set(value);
      else throw new Error(`'${String(key)}' is no array to replace: write into it.`);
      return true;
    },
  });
}

/**
 * What handles of a kind read and write.
 * @param {Told} told
 * @param {Record<string, Float64Array>} data
 */
function makeHandles({ names, handles, spans, model }, data) {
  /** @type {Record<string, (object: string | number) => object>} */
  const kinds = {};
  for (const [kind, list] of Object.entries(names)) {
    kinds[kind] = (object) => {
      const id = typeof object === 'number' ? object : list.indexOf(object);
      if (!(id in list)) throw new Error(`There is no ${kind} '${object}'.`);
      /** @type {{ id: number, name: string }} */
      const handle = { id, name: list[id] };
      for (const [name, { field, columns, rows, inData }] of Object.entries(handles[kind])) {
        const span = spans[`${kind} ${rows}`];
        const [from, count] = span ? [span.start[id], span.count[id]] : [id, 1];
        const whole = inData ? data[field] : model[field];
        const part = whole.subarray(from * columns, (from + count) * columns);
        Object.defineProperty(handle, name, {
          enumerable: true,
          get: () => (part.length === 1 ? part[0] : part),
          set(value) {
            if (typeof value === 'number') part.fill(value);
            else part.set(value);
          },
        });
      }
      return strict(handle, `${kind} '${list[id]}'`);
    };
  }
  return kinds;
}

/** `sim` of a program, and how messages change it. @param {Told} told */
function makeSim(told) {
  const length = told.data.reduce((sum, [, count]) => sum + count, 1);
  const all = new Float64Array(length);
  const before = new Float64Array(length);
  /** @type {Record<string, Float64Array>} */
  const data = {};
  /** @type {[string, number, number][]} */
  const places = [];
  let at = 1;
  for (const [field, count] of told.data) {
    data[field] = all.subarray(at, at + count);
    if (told.writable.includes(field)) places.push([field, at, at + count]);
    at += count;
  }
  /** @type {Answer} */
  let answer = { changed: {}, plots: {}, logs: [] };
  const log = (/** @type {unknown[]} */ ...things) => {
    if (answer.logs.length < 20) answer.logs.push(things.map(String).join(' ').slice(0, 500));
  };
  Object.assign(console, { log, info: log, warn: log, error: log, debug: log });
  const sim = {
    timestep: told.timestep,
    get time() {
      return all[0];
    },
    data: strict(data, 'sim.data'),
    model: strict({ ...told.sizes, ...told.model }, 'sim.model'),
    ...makeHandles(told, data),
    plot(/** @type {string} */ name, /** @type {number} */ value) {
      answer.plots[String(name).slice(0, 40)] = Number(value);
    },
  };
  return {
    sim: strict(sim, 'sim'),
    /** @param {Float64Array} given */
    take(given) {
      all.set(given);
      before.set(given);
      answer = { changed: {}, plots: {}, logs: [] };
    },
    give() {
      for (const [field, from, to] of places) {
        let same = true;
        for (let i = from; i < to && same; i++) same = Object.is(all[i], before[i]);
        if (!same) answer.changed[field] = all.slice(from, to);
      }
      return answer;
    },
  };
}

/**
 * Prepares the worker; the function that it returns starts what a program exports.
 * @param {number} before lines of code before the program's own
 * @param {number} memory bytes that its arrays may have
 */
function serve(before, memory) {
  /** @type {MessagePort | undefined} */
  let port;
  /** @type {unknown} */
  let failed;
  /** Where an error is in the program. @param {unknown} error @param {number} [known] */
  const tell = (error, known) => {
    const { message = String(error), stack = '' } = /** @type {Partial<Error>} */ (error ?? {});
    const lines = Array.from(stack.matchAll(/blob:[^\n]*?:(\d+):\d+/g), ([, line]) => Number(line));
    // what it called may be ours
    const line = [...(known ? [known] : []), ...lines].find((one) => one > before);
    failed = { error: String(message).slice(0, 2000), line: line && line - before };
    port?.postMessage(failed);
  };
  addEventListener('error', ({ error, message, lineno }) => tell(error ?? message, lineno));
  addEventListener('unhandledrejection', ({ reason }) => tell(reason));
  addEventListener('message', ({ ports }) => {
    [port] = ports;
    if (failed) port.postMessage(failed);
    else port.postMessage({ ready: true });
  });
  limitMemory(memory);
  lock();
  return (/** @type {Exports} */ { step, start, parameters = {}, state = {} }) => {
    /** @type {ReturnType<typeof makeSim>} */
    let made;
    /** @type {Record<string, (argument: never) => unknown>} */
    const calls = {
      /** @param {Told} told */
      open(told) {
        if (typeof step !== 'function')
          throw new Error('A program exports a function `step(sim, t)`.');
        Object.assign(state, told.state);
        made = makeSim(told);
        return parameters;
      },
      /** @param {{ numbers: Float64Array, values: Record<string, number> }} given */
      start({ numbers, values }) {
        made.take(numbers);
        start?.(made.sim, values);
        return made.give();
      },
      /** @param {{ numbers: Float64Array, values: Record<string, number> }} given */
      step({ numbers, values }) {
        made.take(numbers);
        step?.(made.sim, numbers[0], values);
        return made.give();
      },
      state: () => state,
    };
    const answer = (/** @type {MessageEvent} */ { data: [call, argument] }) => {
      try {
        port?.postMessage({ result: calls[call](/** @type {never} */ (argument)) });
      } catch (error) {
        tell(error);
      }
    };
    addEventListener('message', () => port && (port.onmessage = answer));
  };
}

/**
 * The script of a worker.
 * @param {string} code of a program, a classic script: what it exports are variables of it
 * @param {number} memory bytes that its arrays may have
 */
export function workerScript(code, memory) {
  const parts = [lock, limitMemory, strict, makeHandles, makeSim, serve].map(String).join('\n');
  const head = (/** @type {number} */ lines) =>
    `'use strict';const limberStart = (() => {\n${parts}\nreturn ${serve.name}(${lines}, ${memory});\n})();\n`;
  const lines = head(0).split('\n').length - 1;
  const exported = ['step', 'start', 'parameters', 'state'].map(
    (name) => `${name}: typeof ${name} === 'undefined' ? undefined : ${name}`,
  );
  return `${head(lines)}${code}\n;limberStart({ ${exported.join(', ')} });\n`;
}
