// Chromium, Firefox and WebKit with a page of the package: each is started with an address, draws in software, and tells the server
// how it went. No driver is needed.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { compileInModule, moduleHost } from '../../determinism/hosts.mjs';
import { contentType } from '../content_types.mjs';
import { executablePath, flags } from '../browser.mjs';
import { portOf } from '../../helpers.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

/**
 * @typedef {object} Report
 * @property {string} [error]
 * @property {string} agent
 * @property {Record<string, string[]>} traces
 * @property {{ colors: number }} viewer
 * @property {boolean | null} studio
 * @property {{ limber: number, ratio: number } | null} speeds steps a second, and how many times those of the peer
 *
 * @typedef {object} Plan
 * @property {string[]} models file names of examples
 * @property {number} steps
 * @property {boolean} [studio]
 * @property {boolean} [speed]
 */

const miniBrowser = ['4.1', '4.0', '6.0']
  .map((version) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${version}/MiniBrowser`)
  .find((file) => fs.existsSync(file));
/** @param {string} name */
const at = (name) =>
  ['/usr/bin', '/usr/local/bin']
    .map((folder) => `${folder}/${name}`)
    .find((file) => fs.existsSync(file));
const screen = at('xvfb-run');

/** Command lines by browser, null where one is not there. @type {Record<string, ((url: string, profile: string) => string[]) | null>} */
const commands = {
  chromium: executablePath
    ? (url, profile) => [String(executablePath), ...flags, `--user-data-dir=${profile}`, url]
    : null,
  firefox:
    at('firefox-esr') && screen
      ? (url, profile) => [
          String(screen),
          '-a',
          'firefox-esr',
          '--no-remote',
          '--profile',
          profile,
          url,
        ]
      : null,
  webkit:
    miniBrowser && screen && at('dbus-run-session')
      ? (url) => ['dbus-run-session', '--', String(screen), '-a', String(miniBrowser), url]
      : null,
};
export const browsers = Object.keys(commands);

/** Why a browser's tests are skipped, or false. @param {string} name */
export const skipOf = (name) => (commands[name] ? false : `no ${name} on this machine`);

const map = {
  imports: {
    limber: '/js/index.js',
    'limber/viewer': '/js/viewer/index.js',
    three: '/node_modules/three/build/three.module.js',
  },
};
const html = `<!doctype html><meta charset="utf-8"><title>limber</title><link rel="icon" href="data:,">
<script type="importmap">${JSON.stringify(map)}</script><script type="module" src="/tests/browser/browsers/page.js"></script>`;

/** Serves the project, compiled models and the page. @param {(report: Report) => void} tell @param {Map<string, Uint8Array>} models */
async function serve(tell, models) {
  const server = http.createServer((request, response) => {
    const name = decodeURIComponent(new URL(String(request.url), 'http://localhost').pathname);
    if (name === '/report') {
      let text = '';
      request.on('data', (chunk) => (text += chunk));
      request.on('end', () => {
        response.end();
        tell(JSON.parse(text));
      });
      return;
    }
    const model = models.get(name.replace('/models/', ''));
    // the studio takes the package's own module
    const place = /\/limber[\w-]*\.wasm$/.test(name) ? '/js/engine/limber.wasm' : name;
    const file = path.join(root, place);
    const isFile = name !== '/' && !model && fs.existsSync(file) && fs.statSync(file).isFile();
    const content = name === '/' ? html : (model ?? (isFile ? fs.readFileSync(file) : null));
    response.writeHead(content === null ? 404 : 200, {
      'content-type': name === '/' ? 'text/html' : contentType(place),
    });
    response.end(content ?? '');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return server;
}

/**
 * Runs the page in a browser.
 * @param {string} name
 * @param {Plan} plan
 * @returns {Promise<Report>}
 */
export async function runIn(name, { models, steps, studio, speed }) {
  const command = commands[name];
  if (!command) throw new Error(String(skipOf(name)));
  /** @type {Map<string, Uint8Array>} */
  const bytes = new Map();
  for (const model of models) {
    const compiled = await compileInModule(path.join(root, 'examples', model));
    if (compiled) bytes.set(model, compiled);
  }
  /** @type {(report: Report) => void} */
  let tell = () => {};
  const report = new Promise((resolve) => (tell = resolve));
  const server = await serve(tell, bytes);
  const query = new URLSearchParams(models.map((model) => ['model', model]));
  query.set('steps', String(steps));
  if (studio) query.set('studio', '1');
  if (speed) query.set('speed', '1');
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), `limber-${name}-`));
  const [program, ...args] = command(`http://127.0.0.1:${portOf(server)}/?${query}`, profile);
  const own = { HOME: profile, XDG_RUNTIME_DIR: profile, LIBGL_ALWAYS_SOFTWARE: '1' };
  const child = spawn(program, args, {
    detached: true, // a group of its own, that can be ended as a whole
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...own, MOZ_X11_EGL: '1' },
  });
  let said = '';
  child.stderr.on('data', (chunk) => (said = `${said}${chunk}`.slice(-1500)));
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} said nothing\n${said}`)), 180_000);
  });
  try {
    const result = /** @type {Report} */ (await Promise.race([report, late]));
    if (result.error) throw new Error(`${name}: ${result.error}`);
    return result;
  } finally {
    clearTimeout(timer);
    process.kill(-Number(child.pid), 'SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    server.closeAllConnections();
    server.close();
    fs.rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/** What Node gives for the same. @param {Plan} plan */
export async function runHere({ models, steps }) {
  const host = await moduleHost();
  /** @type {Record<string, string[]>} */
  const traces = {};
  for (const model of models) {
    const bytes = await compileInModule(path.join(root, 'examples', model));
    if (bytes) traces[model] = await host.trace(bytes, { steps, every: 10 });
  }
  await host.close();
  return traces;
}
