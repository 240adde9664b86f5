// What a first visit costs on a slow network: node scripts/cold_start.mjs
//
// The site is served as a static host does it (brotli, nothing kept), and Chromium is told that the network is that of a fast 3G phone. Told
// are the times until the picture of the first scene stands there and until the robot in it has moved, and the bytes until then.
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { executablePath, flags } from '../tests/browser/browser.mjs';
import { contentType } from '../tests/browser/content_types.mjs';
import { packageProgram, run, runMain, say } from './run.mjs';

/** The profile "fast 3G": bits per second and milliseconds until an answer begins. */
export const FAST_3G = { down: 1.6e6, up: 0.75e6, latency: 150 };

/**
 * @typedef {object} ColdStart
 * @property {number} picture milliseconds until the picture of the first scene stands there
 * @property {number} moves milliseconds until the simulation has gone on
 * @property {number} bytes that came until then, compressed
 * @property {string[]} files what came until then: name, bytes, from and to in milliseconds
 * @property {string[]} asked names of what was asked for, in that order: times of the same step of a clock do not tell it
 */

/**
 * Visits a page for the first time.
 * @param {import('playwright-core').Browser} browser
 * @param {string} address
 * @param {typeof FAST_3G | null} [network]
 * @returns {Promise<ColdStart>}
 */
export async function coldStart(browser, address, network = FAST_3G) {
  const context = await browser.newContext({
    viewport: { width: 800, height: 500 },
    deviceScaleFactor: 0.4,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  /** @type {string[]} */
  const asked = [];
  client.on('Network.requestWillBeSent', ({ request }) =>
    asked.push(request.url.replace(/^.*\//, '')),
  );
  await client.send('Network.enable');
  if (network)
    await client.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.latency,
      downloadThroughput: network.down / 8,
      uploadThroughput: network.up / 8,
    });
  await page.addInitScript(() => {
    const look = () => {
      const poster = document.querySelector('img.poster');
      const isShown = poster instanceof HTMLImageElement && !poster.hidden;
      if (isShown && poster.complete && poster.naturalWidth > 0) performance.mark('limber-picture');
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(address, { waitUntil: 'commit' });
  const timeout = 90_000;
  await page.waitForFunction(() => performance.getEntriesByName('limber-moves').length > 0, null, {
    timeout,
  });
  const result = await page.evaluate(() => {
    const [picture, moves] = ['limber-picture', 'limber-moves'].map(
      (name) => performance.getEntriesByName(name)[0]?.startTime,
    );
    const came = /** @type {PerformanceResourceTiming[]} */ ([
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ]).filter(({ responseEnd }) => responseEnd <= moves);
    const bytes = came.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    const files = came.map(({ name, encodedBodySize, startTime, responseEnd }) =>
      [name.replace(/^.*\//, ''), encodedBodySize, startTime, responseEnd]
        .map((one) => (typeof one === 'number' ? Math.round(one) : one))
        .join(' '),
    );
    return { picture, moves, bytes, files };
  });
  await context.close();
  return { ...result, asked };
}

/** A server of a folder, as static hosts are. @param {string} folder */
export async function serveFolder(folder) {
  /** @type {Map<string, Buffer>} */
  const packed = new Map();
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(String(request.url), 'http://localhost');
    const file = path.join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    if (!fs.existsSync(file)) return response.writeHead(404).end();
    const body = packed.get(file) ?? brotliCompressSync(fs.readFileSync(file));
    packed.set(file, body);
    response.writeHead(200, { 'content-type': contentType(file), 'content-encoding': 'br' });
    response.end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { server, address: `http://127.0.0.1:${port}/` };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await runMain(async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-cold-'));
    const options = ['--outDir', folder, '--emptyOutDir', '--logLevel', 'error'];
    await run(packageProgram('vite'), ['build', 'web', ...options]);
    const { server, address } = await serveFolder(folder);
    const browser = await chromium.launch({ executablePath, args: flags });
    // what is asked for the first time is compressed here
    await coldStart(browser, address, null);
    for (let k = 0; k < 3; k++) {
      const { picture, moves, bytes, files } = await coldStart(browser, address);
      say(
        'cold',
        `picture ${(picture / 1e3).toFixed(2)} s, moves ${(moves / 1e3).toFixed(2)} s, ${(bytes / 1e3).toFixed(0)} kB in ${files.length} files`,
      );
      if (k === 0 && process.argv.includes('--files')) say('cold', files.join('\n'));
    }
    await browser.close();
    server.closeAllConnections();
    server.close();
    fs.rmSync(folder, { recursive: true });
  });
