// Redis and workers as processes of their own, for tests of clusters.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
export const program = path.join(root, 'js/cli/limber.js');

/** Why tests are skipped: set-up installs the server. */
export const skip =
  spawnSync('redis-server', ['--version']).status === 0 ? false : 'no redis-server';

/** @param {number} milliseconds */
export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Waits for something that must happen.
 * @param {() => boolean | Promise<boolean>} condition
 * @param {string} what
 */
export async function until(condition, what) {
  for (let k = 0; k < 1200; k++) {
    if (await condition()) return;
    await sleep(50);
  }
  throw new Error(`waited for ${what} in vain`);
}

/** Processes that this test started, to end with it. @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});
// what ends a test that takes too long
process.on('SIGTERM', () => process.exit(1));

/** @param {string} command @param {string[]} args @param {import('node:child_process').SpawnOptions} [options] */
export function start(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  children.add(child);
  const running = { child, output: '', code: /** @type {number | string | null} */ (null) };
  child.stdout?.on('data', (text) => (running.output += text));
  child.stderr?.on('data', (text) => (running.output += text));
  child.on('exit', (code, signal) => {
    running.code = code ?? signal;
    children.delete(child);
  });
  return running;
}

/** @typedef {ReturnType<typeof start>} Running */

/** Ends a process and waits for it. @param {Running} running @param {NodeJS.Signals} [signal] */
export async function end(running, signal = 'SIGTERM') {
  if (running.code === null) running.child.kill(signal);
  await until(() => running.code !== null, `the end of ${running.child.spawnfile}`);
}

/** A Redis at a socket in a folder of its own. */
export class Redis {
  /** @type {Running | null} */
  #running = null;

  /** @param {...string} options of redis-server */
  constructor(...options) {
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-redis-'));
    this.socket = path.join(this.folder, 'redis.sock');
    this.options = options;
  }

  async start() {
    const args = ['--port', '0', '--unixsocket', this.socket, '--dir', this.folder, '--save', ''];
    this.#running = start('redis-server', [...args, ...this.options]);
    await until(() => this.#running?.output.includes('ready to accept') ?? false, 'Redis');
    return this;
  }

  async stop() {
    if (this.#running) await end(this.#running);
  }

  async restart() {
    await this.stop();
    await this.start();
  }

  /** Ends it and removes its files. */
  async close() {
    await this.stop();
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A worker that is ready. @param {string} redis @param {...string} options of `limber worker` */
export async function startWorker(redis, ...options) {
  const args = [program, 'worker', '--redis', redis, '-j', '1', '--lock', '1', ...options];
  const worker = start(process.execPath, args);
  await until(() => / ready, /.test(worker.output) || worker.code !== null, 'a worker');
  return worker;
}
