// The web server behind `limber view`: the studio and the folder of a model, for this machine alone.
//
//   GET /model/NAME   the file NAME of the model's folder
//   GET /changes      server-sent events, one whenever a file of that folder changes
//   GET /js/NAME      a module of the package: workers, and what the studio fetches late
//   GET anything      a file of the studio; /dist/viewer.js and /dist/limber.js are the package's
//
// A page of another site must not read the model's folder, so requests that do not name this
// server as their host are refused (a foreign name can be made to point here: DNS rebinding).
// A file is served only if its real path lies in its folder: links that lead out of it do not
// exist, nor do names that start with a dot. No request ends the server.
import { createReadStream, watch } from 'node:fs';
import fs from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';

const studio = fileURLToPath(new URL('../../dist/studio/', import.meta.url));
const built = fileURLToPath(new URL('../../dist/', import.meta.url));
const sources = fileURLToPath(new URL('../', import.meta.url));
const moduleFile = fileURLToPath(new URL('../engine/limber.wasm', import.meta.url));

const METHODS = ['GET', 'HEAD'];
const MODEL = '/model/';
const SOURCES = '/js/';

/** @type {Record<string, string>} */
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.xml': 'text/xml',
};

/** A request that is answered with a status other than 200. */
class Refusal extends Error {
  /** @param {number} status @param {string} message @param {Record<string, string>} [headers] */
  constructor(status, message, headers = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

const notFound = () => new Refusal(404, 'there is no such file');

/**
 * The decoded path of a request's address.
 * @param {string} address
 */
function pathOf(address) {
  try {
    const name = decodeURIComponent(new URL(address, 'http://localhost').pathname);
    if (!name.includes('\0')) return name;
  } catch {
    // an address that is none
  }
  throw new Refusal(400, 'the address cannot be read');
}

/**
 * The real path of a file below a folder.
 * @param {string} folder
 * @param {string} name relative to the folder
 */
async function fileBelow(folder, name) {
  if (name.split(/[\\/]/).some((part) => part.startsWith('.'))) throw notFound();
  try {
    const base = await fs.realpath(folder);
    const file = await fs.realpath(path.join(base, name));
    const way = path.relative(base, file);
    const inside = !path.isAbsolute(way) && way.split(path.sep)[0] !== '..';
    if (inside && (await fs.stat(file)).isFile()) return file;
  } catch {
    // a file that is not there or cannot be read
  }
  throw notFound();
}

/**
 * The file that a path of the server stands for.
 * @param {string} name
 * @param {string} folder of the model
 */
function fileFor(name, folder) {
  if (name.startsWith(MODEL)) return fileBelow(folder, name.slice(MODEL.length));
  // the package has module and viewer once, not also among the studio's files
  if (/\/limber[\w-]*\.wasm$/.test(name)) return moduleFile;
  if (/^(\/dist)?\/viewer\.js$/.test(name)) return path.join(built, 'viewer.js');
  if (/^(\/dist)?\/limber\.js$/.test(name)) return path.join(built, 'limber.js');
  // workers and what is fetched late
  if (name.startsWith(SOURCES)) return fileBelow(sources, name.slice(SOURCES.length));
  return fileBelow(studio, name.endsWith('/') ? `${name}index.html` : name);
}

/**
 * @param {http.IncomingMessage} request
 * @param {number} port of the server
 */
function checkRequest(request, port) {
  const { method = '', headers } = request;
  if (!METHODS.includes(method))
    throw new Refusal(405, `${method} is not answered here`, { allow: METHODS.join(', ') });
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  const hosts = names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
  if (!hosts.includes(headers.host?.toLowerCase() ?? ''))
    throw new Refusal(403, 'this server is called 127.0.0.1 or localhost');
}

/**
 * Sends a file in pieces, however large it is.
 * @param {http.ServerResponse} response
 * @param {string} file
 * @param {boolean} withContent false: the head alone
 */
async function sendFile(response, file, withContent) {
  const handle = await fs.open(file).catch(() => {
    throw notFound();
  });
  try {
    const { size } = await handle.stat();
    response.writeHead(200, {
      'content-type': types[path.extname(file).toLowerCase()] ?? 'application/octet-stream',
      'content-length': size,
      'cache-control': 'no-cache',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    if (!withContent || size === 0) {
      response.end();
      return;
    }
    // to the size that was announced, also when the file grows meanwhile
    const content = createReadStream('', { fd: handle, end: size - 1, autoClose: false });
    await pipeline(content, response);
  } finally {
    await handle.close();
  }
}

// an editor that saves writes several times
const quietTime = 100; // milliseconds

/**
 * Tells the pages that listen (server-sent events) whenever a file below a folder changes.
 * @param {string} folder
 */
function changeTeller(folder) {
  /** @type {Set<http.ServerResponse>} */
  const listeners = new Set();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const watcher = watch(folder, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      for (const listener of listeners) listener.write('data: changed\n\n');
    }, quietTime);
  });
  // a folder that cannot be watched is still shown
  watcher.on('error', () => {});
  return {
    /** @param {http.ServerResponse} response */
    add(response) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
      response.flushHeaders();
      listeners.add(response);
      response.on('close', () => listeners.delete(response));
    },
    close() {
      clearTimeout(timer);
      watcher.close();
    },
  };
}

/**
 * What an error means for a response: a refusal, unless the head is already out.
 * @param {http.ServerResponse} response
 * @param {unknown} error
 */
function refuse(response, error) {
  if (response.headersSent) {
    response.destroy(); // the reader went away, or the file did
    return;
  }
  const { status, message, headers } =
    error instanceof Refusal ? error : new Refusal(500, 'the file could not be sent');
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers });
  response.end(`${message}\n`);
}

/**
 * Serves the studio and the folder of a model on this machine alone.
 * @param {string} folder
 * @param {number} port 0: any that is free
 * @returns {Promise<http.Server>}
 */
export function serveStudio(folder, port) {
  const changes = changeTeller(folder);
  const server = http.createServer(async (request, response) => {
    try {
      checkRequest(request, request.socket.localPort ?? 0);
      const name = pathOf(request.url ?? '/');
      const withContent = request.method === 'GET';
      if (name === '/changes' && withContent) changes.add(response);
      else await sendFile(response, await fileFor(name, folder), withContent);
    } catch (error) {
      refuse(response, error);
    }
  });
  server.on('close', () => changes.close());
  return new Promise((resolve, reject) => {
    server.on('error', (error) => {
      changes.close();
      reject(error);
    });
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
