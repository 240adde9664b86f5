// The hosts of the engine that must give the same bits: native builds, the module in Node, in a worker and in Chromium. Each gets
// the same bytes of a model and tells its trace (tests/determinism/trace.mjs).
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { load as openModel, loadMujoco as load } from '../../js/index.js';
import { contentType } from '../browser/content_types.mjs';
import { found, portOf } from '../helpers.mjs';
import { bytesOf, traceOf } from './trace.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const runFile = promisify(execFile);

/**
 * @typedef {{ steps: number, every: number }} Run
 * @typedef {object} Host
 * @property {string} name
 * @property {(bytes: Uint8Array, run: Run) => Promise<string[]>} trace
 * @property {() => unknown} close
 */

/** The program of a native build, or undefined. @param {string} preset */
export function nativeProgram(preset) {
  const program = path.join(root, 'build', preset, 'state_hash');
  return fs.existsSync(program) ? program : undefined;
}

/** A native build, one process for each model. @param {string} preset @returns {Host} */
export function nativeHost(preset) {
  const program = found(nativeProgram(preset));
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-'));
  const file = path.join(folder, 'model.mjb');
  return {
    name: `native ${preset}`,
    async trace(bytes, { steps, every }) {
      fs.writeFileSync(file, bytes);
      const { stdout } = await runFile(program, [String(steps), String(every), file]);
      return stdout.trim().split('\n');
    },
    close: () => fs.rmSync(folder, { recursive: true }),
  };
}

/** The module here. @returns {Promise<Host>} */
export async function moduleHost() {
  const mujoco = await load({ print() {}, printErr() {} });
  return {
    name: 'module',
    trace: async (bytes, run) => traceOf(mujoco, bytes, run),
    close() {},
  };
}

/** The module in a worker of Node. @returns {Host} */
export function workerHost() {
  const worker = new Worker(new URL('worker.mjs', import.meta.url));
  return {
    name: 'worker',
    trace: (bytes, run) =>
      new Promise((resolve, reject) => {
        worker.once('message', ({ trace, error }) =>
          trace ? resolve(trace) : reject(new Error(error)),
        );
        worker.postMessage({ bytes, run });
      }),
    close: () => worker.terminate(),
  };
}

/** Serves the package and this folder; a page of its own; `model()` as /model.mjb. @param {() => Uint8Array} model */
async function serve(model) {
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(String(request.url), 'http://localhost');
    const file = path.join(root, pathname);
    const isFile = /^\/(js|tests\/determinism)\//.test(pathname) && fs.existsSync(file);
    response.setHeader('content-type', pathname === '/' ? 'text/html' : contentType(file));
    if (pathname === '/') response.end('<!doctype html><title>determinism</title>');
    else if (pathname === '/model.mjb') response.end(model());
    else if (isFile) response.end(fs.readFileSync(file));
    else response.writeHead(404).end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return server;
}

/**
 * The module in a page.
 *
 * @param {Pick<import('playwright-core').LaunchOptions, 'executablePath' | 'args'>} options
 * @returns {Promise<Host>}
 */
export async function browserHost(options) {
  const { chromium } = await import('playwright-core');
  /** @type {Uint8Array} */
  let model = new Uint8Array();
  const server = await serve(() => model);
  const browser = await chromium.launch(options);
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${portOf(server)}/`);
  return {
    name: 'Chromium',
    trace(bytes, run) {
      model = bytes;
      return page.evaluate(async (run) => {
        const { traceOf } = await import('/tests/determinism/trace.mjs');
        const { default: load } = await import('/js/mujoco.js');
        window.engine ??= await load({ print() {}, printErr() {} });
        const response = await fetch('/model.mjb', { cache: 'no-store' });
        return traceOf(window.engine, new Uint8Array(await response.arrayBuffer()), run);
      }, run);
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}

/**
 * The MJB of a file, compiled natively; undefined for one that does not compile.
 *
 * @param {string} program
 * @param {string} file
 */
export async function compileNatively(program, file) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-'));
  const target = path.join(folder, 'model.mjb');
  try {
    await runFile(program, ['--compile', file, target]);
    return new Uint8Array(fs.readFileSync(target));
  } catch {
    return undefined;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** The MJB of a file, compiled by the module; undefined for one that does not compile. @param {string} file */
export async function compileInModule(file) {
  const mujoco = await load({ print() {}, printErr() {} });
  const sim = await openModel(file, { mujoco }).catch(() => undefined);
  const bytes = sim && bytesOf(mujoco, sim.model);
  sim?.dispose();
  return bytes;
}

/**
 * Where hosts leave each other on a model: undefined when they never do.
 *
 * @param {Host[]} hosts
 * @param {Uint8Array} bytes
 * @param {Run} run
 */
export async function firstDifference(hosts, bytes, run) {
  const traces = await Promise.all(
    hosts.map((host) => host.trace(bytes, run).catch((error) => [`error: ${error.message}`])),
  );
  for (let i = 0; i < Math.max(...traces.map((trace) => trace.length)); i++) {
    const hashes = traces.map((trace) => trace[i]);
    if (new Set(hashes).size === 1) continue;
    const place = i === 0 ? 'the model' : `the state after ${i * run.every} steps`;
    return `${place}: ${hosts.map((host, k) => `${host.name} ${hashes[k]}`).join(', ')}`;
  }
  return undefined;
}
