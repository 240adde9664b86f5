// Threads inside one simulation in pages: isolated ones have them, with the bits of one thread; others are told which headers they
// came without.
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

const walkers = `<mujoco><option timestep=".004"/><size memory="20M"/><worldbody><geom type="plane" size="9 9 1"/>
  <replicate count="16" offset="1 0 0" euler="0 0 7"><body pos="0 0 .34"><freejoint/><geom type="box" size=".2 .1 .05"/>
    <body pos=".2 .1 0"><joint axis="0 1 0" damping=".1"/><geom type="capsule" fromto="0 0 0 .1 0 -.3" size=".03"/></body>
  </body></replicate></worldbody></mujoco>`;

const page = `<!doctype html><title>threads</title><script type="module">
const walkers = ${JSON.stringify(walkers)};
const message = (work) => work.then(() => 'no error', (error) => error.message);
window.compare = async (threads) => {
  const { load } = await import('/js/index.js');
  const [one, many] = await Promise.all([load(walkers), load(walkers, { threads })]);
  const waiting = many.mujoco.engine.exports.lb_waitingThreads();
  let same = true;
  for (let i = 0; i < 30; i++) {
    one.step(10);
    many.step(10);
    same &&= one.data.qpos.every((value, k) => value === many.data.qpos[k]);
  }
  const { nisland } = many.data;
  one.dispose();
  many.dispose();
  return { same, waiting, nisland: nisland > 10 };
};
// the thread of the page never comes back to its loop: threads cannot begin, and are not waited for
window.atOnce = async () => {
  const { default: loadMujoco } = await import('/js/mt.js');
  const m = await loadMujoco();
  const model = m.MjModel.from_xml_string(walkers);
  const data = new m.MjData(model);
  for (let i = 0; i < 20; i++) {
    m.mju_threadpool(data, 1 + (i % 4));
    m.mj_step(model, data);
  }
  const { time } = data;
  data.delete();
  return time;
};
window.errors = async () => {
  const { load } = await import('/js/index.js');
  const { default: loadMujoco } = await import('/js/mt.js');
  const plain = await load(walkers);
  plain.step(5);
  return [await message(load(walkers, { threads: 2 })), await message(loadMujoco())];
};
window.ready = true;
</script>`;

/** Serves the page with some headers, and the package's modules. @param {Record<string, string>} headers @returns {Promise<http.Server>} */
function serve(headers) {
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(String(request.url), 'http://localhost');
    const file = path.join(root, pathname);
    const isPage = pathname === '/';
    const found = isPage || (/^\/js\//.test(pathname) && fs.existsSync(file));
    response.writeHead(found ? 200 : 404, {
      'content-type': isPage ? 'text/html' : contentType(file),
      'content-security-policy':
        "default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'",
      ...headers,
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

/**
 * @param {Record<string, string>} headers
 * @param {(tab: import('playwright-core').Page) => Promise<void>} body
 */
async function inPage(headers, body) {
  const server = await serve(headers);
  const tab = await browser.newPage();
  /** @type {string[]} */
  const problems = [];
  tab.on('pageerror', (error) => problems.push(error.stack ?? String(error)));
  try {
    await tab.goto(`http://127.0.0.1:${portOf(server)}/`);
    await tab.waitForFunction(() => window.ready, null, { timeout: 60_000 });
    await body(tab);
    assert.deepEqual(problems, []);
  } finally {
    await tab.close();
    server.close();
  }
}

const opener = { 'cross-origin-opener-policy': 'same-origin' };
const embedder = { 'cross-origin-embedder-policy': 'require-corp' };
const openerText = "'Cross-Origin-Opener-Policy: same-origin'";
const embedderText = "'Cross-Origin-Embedder-Policy: require-corp' or 'credentialless'";

test('an isolated page has threads, with the bits of one', { skip }, () =>
  inPage({ ...opener, ...embedder }, async (tab) => {
    for (const threads of [2, 3])
      assert.deepEqual(await tab.evaluate((count) => window.compare(count), threads), {
        same: true,
        waiting: 0,
        nisland: true,
      });
    assert.ok(Math.abs((await tab.evaluate(() => window.atOnce())) - 0.08) < 1e-9);
    // workers that have nothing to do any more end
    for (let i = 0; i < 200 && tab.workers().length > 0; i++) await tab.waitForTimeout(100);
    assert.equal(tab.workers().length, 0, 'workers that stay');
  }),
);

for (const [how, headers, names, others] of /** @type {const} */ ([
  ['no headers', {}, [openerText, embedderText], []],
  ['one header', opener, [embedderText], [openerText]],
  ['the other header', embedder, [openerText], [embedderText]],
])) {
  test(`a page with ${how} is told what it lacks`, { skip }, () =>
    inPage(headers, async (tab) => {
      for (const message of await tab.evaluate(() => window.errors())) {
        for (const name of names) assert.ok(message.includes(name), message);
        for (const name of others) assert.ok(!message.includes(name), message);
        assert.match(message, /cross-origin isolated/);
      }
    }),
  );
}
