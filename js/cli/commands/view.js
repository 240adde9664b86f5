// limber view: the studio in the browser, with a model from disk.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import fs from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { MjError } from '../../engine/error.js';
import { UsageError } from '../arguments.js';

const studio = fileURLToPath(new URL('../../../dist/studio/', import.meta.url));
const viewerFile = fileURLToPath(new URL('../../../dist/viewer.js', import.meta.url));
const moduleFile = fileURLToPath(new URL('../../engine/limber.wasm', import.meta.url));

/** @type {Record<string, string>} */
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.xml': 'text/xml',
};

/**
 * The file that an address of the local server stands for, null when it stands for none.
 * @param {string} pathname
 * @param {string} folder of the model
 */
function fileFor(pathname, folder) {
  const name = decodeURIComponent(pathname);
  // the package has module and viewer once, not also among the studio's files
  if (/\/limber[\w-]*\.wasm$/.test(name)) return moduleFile;
  if (name === '/viewer.js') return viewerFile;
  const isModel = name.startsWith('/model/');
  const base = isModel ? folder : studio;
  const file = path.join(base, isModel ? name.slice('/model/'.length) : name);
  const inside = file === base || file.startsWith(base.endsWith(path.sep) ? base : base + path.sep);
  if (!inside) return null;
  return file.endsWith(path.sep) ? path.join(file, 'index.html') : file;
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
 * Serves the studio and the folder of a model on this machine alone.
 * @param {string} folder
 * @param {number} port 0: any that is free
 * @returns {Promise<http.Server>}
 */
export function serveStudio(folder, port) {
  const changes = changeTeller(folder);
  const server = http.createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/changes') {
      changes.add(response);
      return;
    }
    const file = fileFor(pathname, folder);
    const content = file && (await fs.readFile(file).catch(() => null));
    const type = types[path.extname(file ?? '').toLowerCase()] ?? 'application/octet-stream';
    response.writeHead(content ? 200 : 404, { 'content-type': type, 'cache-control': 'no-cache' });
    response.end(content ?? '');
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

/** Opens an address with what the system opens addresses with. @param {string} url */
function openBrowser(url) {
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', url]
        : ['xdg-open', url];
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

/** @type {import('../arguments.js').Command} */
export const command = {
  summary: 'Opens the studio in a browser, with a model',
  positionals: ['[MODEL]'],
  details:
    'The model is served to this machine alone, with the files below its folder, and loaded anew when one of them changes. Ctrl+C ends.',
  options: {
    port: {
      type: 'count',
      most: 65535,
      short: 'p',
      value: 'N',
      help: 'port; 0 for any that is free',
      default: 0,
    },
    root: {
      type: 'string',
      value: 'FOLDER',
      help: "folder to serve, when files lie above the model's",
    },
    'no-open': { type: 'boolean', help: 'only print the address', default: false },
  },
  async run({ positionals: [name], options }) {
    const isUrl = /^[a-z][\w+.-]+:/i.test(name ?? '');
    const file = name && !isUrl ? path.resolve(name) : null;
    if (file && (await fs.stat(file)).isDirectory())
      throw new UsageError(`view: '${name}' is a folder; name the model in it`);
    await fs.access(path.join(studio, 'index.html')).catch(() => {
      throw new MjError("dist/studio is missing: 'npm run build' makes it");
    });
    const folder = path.resolve(options.root ?? (file ? path.dirname(file) : '.'));
    const server = await serveStudio(folder, options.port);
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    const inside = file && path.relative(folder, file).split(path.sep).map(encodeURIComponent);
    const source = isUrl ? name : inside && `/model/${inside.join('/')}`;
    const live = inside ? '&live=1' : '';
    const query = source ? `?${new URLSearchParams({ src: source })}${live}` : '';
    const url = `http://127.0.0.1:${port}/${query}`;
    process.stdout.write(`${url}\n`);
    if (!options['no-open']) openBrowser(url);
    await new Promise((resolve) => {
      process.once('SIGINT', resolve);
      process.once('SIGTERM', resolve);
    });
    server.closeAllConnections();
    server.close();
  },
};
