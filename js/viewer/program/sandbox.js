// A sandbox for a program: a worker that an iframe of an opaque origin starts. It has no network, no storage and no page, and it is
// ended when an answer takes too long. Requests and answers go through a port, one at a time.
//
//   const sandbox = new Sandbox(code);
//   const parameters = await sandbox.call('open', told);
//   const answer = await sandbox.call('step', { numbers, values });
//   sandbox.dispose();
import { FRAME_PAGE } from './frame.js';
import { workerScript } from './inside.js';

const START = 10_000; // milliseconds until the worker must be there
const MEMORY = 256e6; // bytes of arrays

/** An error of a program, with the line of its text. */
export class ProgramError extends Error {
  /** @param {string} message @param {number} [line] */
  constructor(message, line) {
    super(message);
    this.name = 'ProgramError';
    this.line = line;
  }
}

/** @param {number} limit milliseconds */
const late = (limit) =>
  new ProgramError(`The program was stopped: it took longer than ${limit / 1000} s.`);

export class Sandbox {
  /** @type {HTMLIFrameElement | null} */
  #frame;
  /** @type {MessagePort | undefined} */
  #port;
  /** Who waits for an answer. @type {{ resolve: (result: unknown) => void, reject: (error: Error) => void, timer: number } | null} */
  #waiting = null;
  /** @type {Error | null} */
  #failed = null;
  #listening = new AbortController();
  /** The calls before. @type {Promise<unknown>} */
  #turn;
  #limit;

  /**
   * @param {string} code of the program, a classic script
   * @param {object} [options]
   * @param {number} [options.limit] milliseconds that an answer may take (1000)
   */
  constructor(code, { limit = 1000 } = {}) {
    this.#limit = limit;
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    frame.hidden = true;
    frame.title = 'A program';
    frame.srcdoc = FRAME_PAGE;
    this.#frame = frame;
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }) => this.#hear(data);
    addEventListener(
      'message',
      ({ source, data }) => {
        if (source !== frame.contentWindow || !data?.sandbox) return;
        if (data.sandbox === 'ready')
          frame.contentWindow?.postMessage(workerScript(code, MEMORY), '*', [port2]);
        // what the worker could not tell itself: it does not even start
        else if (this.#waiting) this.#fail(new ProgramError(String(data.sandbox)));
      },
      { signal: this.#listening.signal },
    );
    // why it does not start is told to whoever calls
    this.#turn = this.#wait(START).catch(() => {});
    document.body.append(frame);
  }

  /** @param {{ ready?: true, result?: unknown, error?: string, line?: number }} data */
  #hear(data) {
    if (data?.error !== undefined) {
      this.#fail(new ProgramError(String(data.error), Number(data.line) || undefined));
      return;
    }
    const waiting = this.#waiting;
    this.#waiting = null;
    clearTimeout(waiting?.timer);
    waiting?.resolve(data?.result);
  }

  /** @param {Error} error */
  #fail(error) {
    this.#failed ??= error;
    this.dispose();
  }

  /** @param {number} limit milliseconds @returns {Promise<unknown>} */
  #wait(limit) {
    return new Promise((resolve, reject) => {
      const timer = window.setTimeout(() => this.#fail(late(limit)), limit);
      this.#waiting = { resolve, reject, timer };
    });
  }

  /**
   * Asks the program; an error or a late answer ends it.
   * @param {'open' | 'start' | 'step' | 'state'} call
   * @param {unknown} [argument]
   */
  call(call, argument) {
    const answer = this.#turn.then(() => {
      if (this.#failed) throw this.#failed;
      const result = this.#wait(this.#limit);
      this.#port?.postMessage([call, argument]);
      return result;
    });
    this.#turn = answer.catch(() => {});
    return answer;
  }

  /** Whether it can be asked. */
  get isAlive() {
    return this.#frame !== null;
  }

  /** Ends the worker, whatever it does. */
  dispose() {
    this.#failed ??= new ProgramError('The program has ended.');
    this.#listening.abort();
    clearTimeout(this.#waiting?.timer);
    this.#waiting?.reject(this.#failed);
    this.#waiting = null;
    this.#port?.close();
    this.#port = undefined;
    this.#frame?.remove();
    this.#frame = null;
  }
}
