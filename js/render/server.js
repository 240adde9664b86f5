// The web server of the renderer's page, for the browser that it starts alone: addresses begin with a word that nobody else knows.
import crypto from 'node:crypto';
import fs from 'node:fs/promises';
import http from 'node:http';
import { MjError } from '../engine/error.js';
import { pack, unpack } from './frames.js';

/** @typedef {import('./frames.js').Packet} Packet */
/** @typedef {{ bytes: Uint8Array, resolve: (packet: Packet) => void, reject: (error: Error) => void }} Job */

// what the page asks for, below the package's folder
const served =
  /^(dist\/viewer\.js|js\/render\/(page|frames)\.js|js\/three\/nice_look\.js|js\/engine\/([\w/]+\.js|limber\.wasm))$/;
const html = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<script type="module">
import * as limber from './dist/viewer.js';
import { work } from './js/render/page.js';
work(limber);
</script>`;

/** @param {string} name */
const typeOf = (name) =>
  name.endsWith('.wasm')
    ? 'application/wasm'
    : name.endsWith('.js')
      ? 'text/javascript'
      : 'text/html';

/** Work for a page, one piece at a time. */
export class Desk {
  /** @type {Job[]} */
  #jobs = [];
  /** What the page does now. @type {Job | undefined} */
  #current;
  /** The page that waits. @type {http.ServerResponse | null} */
  #waiting = null;
  /** @type {Error | null} */
  #failed = null;
  #word = crypto.randomBytes(16).toString('hex');
  #server = http.createServer((request, response) => {
    this.#serve(request, response).catch(() => response.destroy());
  });

  /** Listens; the address of the page. @returns {Promise<string>} */
  async open() {
    await new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(0, '127.0.0.1', () => resolve(undefined));
    });
    const { port } = /** @type {import('node:net').AddressInfo} */ (this.#server.address());
    return `http://127.0.0.1:${port}/${this.#word}/`;
  }

  /** @param {http.IncomingMessage} request @param {http.ServerResponse} response */
  async #serve(request, response) {
    const [, word, ...names] = new URL(request.url ?? '/', 'http://localhost').pathname.split('/');
    const name = names.join('/');
    if (word !== this.#word) {
      response.writeHead(404).end();
    } else if (name === 'job') {
      this.#waiting = response;
      this.#hand();
    } else if (name === 'done') {
      const parts = [];
      for await (const part of request) parts.push(part);
      response.end();
      this.#take(unpack(new Uint8Array(Buffer.concat(parts))));
    } else if (name === '' || served.test(name)) {
      const file = new URL(`../../${name}`, import.meta.url);
      const content = name ? await fs.readFile(file).catch(() => null) : html;
      response.writeHead(content === null ? 404 : 200, { 'content-type': typeOf(name) });
      response.end(content ?? '');
    } else {
      response.writeHead(404).end();
    }
  }

  #hand() {
    if (this.#current || !this.#waiting || this.#jobs.length === 0) return;
    this.#current = this.#jobs.shift();
    this.#waiting.writeHead(200, { 'content-type': 'application/octet-stream' });
    this.#waiting.end(this.#current?.bytes);
    this.#waiting = null;
  }

  /** @param {Packet} packet */
  #take(packet) {
    const job = this.#current;
    this.#current = undefined;
    if (packet.head.error) job?.reject(new MjError(`render: ${packet.head.error}`));
    else job?.resolve(packet);
    this.#hand();
  }

  /**
   * @param {Record<string, unknown>} head
   * @param {Uint8Array[]} [parts]
   * @returns {Promise<Packet>}
   */
  ask(head, parts) {
    return new Promise((resolve, reject) => {
      if (this.#failed) {
        reject(this.#failed);
        return;
      }
      this.#jobs.push({ bytes: pack(head, parts), resolve, reject });
      this.#hand();
    });
  }

  /** Nothing will be done any more. @param {Error} error */
  fail(error) {
    this.#failed ??= error;
    for (const job of [this.#current, ...this.#jobs]) job?.reject(this.#failed);
    this.#current = undefined;
    this.#jobs = [];
  }

  close() {
    this.fail(new MjError('render: the renderer was closed'));
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
