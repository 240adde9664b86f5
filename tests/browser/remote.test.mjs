// Workers of a page: a simulation has the same interface in a worker, with shared memory (an isolated page) and without; batches
// have the bits of single simulations. The page gets the package's modules as they are, without a bundler, and no eval.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { executablePath, flags, skip } from './browser.mjs';
import { contentType } from './content_types.mjs';
import { portOf } from '../helpers.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const page = `<!doctype html><title>workers</title><script type="module">
import * as limber from '/js/index.js';
import { checkRemote, checkRollout } from '/tests/js/remote_program.mjs';
const callbacks = new URL('/tests/js/remote_callbacks.mjs', location.href).href;
window.remote = (shared) => checkRemote(limber, { shared, callbacks });
window.rollout = () => checkRollout(limber);
window.ready = true;
</script>`;
const isolation = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/** Serves the page and the repository's modules. @param {boolean} isolated @returns {Promise<http.Server>} */
function serve(isolated) {
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(String(request.url), 'http://localhost');
    const file = path.join(root, pathname);
    const isPage = pathname === '/';
    const found = isPage || (/^\/(js|tests\/js)\//.test(pathname) && fs.existsSync(file));
    const type = isPage ? 'text/html' : contentType(file);
    response.writeHead(found ? 200 : 404, {
      'content-type': type,
      'content-security-policy':
        "default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'",
      ...(isolated ? isolation : {}),
    });
    response.end(isPage ? page : found ? fs.readFileSync(file) : '');
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  if (!skip) browser = await chromium.launch({ executablePath, args: flags });
});
after(() => browser?.close());

for (const isolated of [true, false]) {
  const how = isolated ? 'isolated' : 'ordinary';
  test(`workers of an ${how} page`, { skip }, async () => {
    const server = await serve(isolated);
    const tab = await browser.newPage();
    /** @type {string[]} */
    const problems = [];
    tab.on('pageerror', (error) => problems.push(error.stack ?? String(error)));
    try {
      await tab.goto(`http://127.0.0.1:${portOf(server)}/`);
      await tab.waitForFunction(() => window.ready, null, { timeout: 60_000 });
      assert.equal(await tab.evaluate(() => crossOriginIsolated), isolated);
      assert.deepEqual(await tab.evaluate((shared) => window.remote(shared), isolated), []);
      if (isolated) assert.deepEqual(await tab.evaluate(() => window.remote(false)), []);
      assert.deepEqual(await tab.evaluate(() => window.rollout()), []);
      assert.deepEqual(problems, []);
      // dispose ends workers, also those in the middle of something
      for (let i = 0; i < 100 && tab.workers().length > 0; i++) await tab.waitForTimeout(50);
      assert.equal(tab.workers().length, 0, 'workers that go on after dispose');
    } finally {
      await tab.close();
      server.close();
    }
  });
}
