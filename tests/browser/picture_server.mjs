// Pages that draw pictures with the renderer, for tests and the contact sheet: a small server of the package's own modules, and
// Chromium. Pixels come back as PNG.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { executablePath, flags } from './browser.mjs';
import { contentType } from './content_types.mjs';
import { portOf } from '../helpers.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
/** @type {Record<string, string>} */
const names = {
  fflate: '/node_modules/fflate/esm/browser.js',
  three: '/node_modules/three/build/three.module.js',
  'three/addons/': '/node_modules/three/examples/jsm/',
  limber: '/js/index.js',
  'limber/mujoco': '/js/mujoco.js',
  'limber/three': '/js/three/index.js',
  'limber/control/handles': '/js/control/handles.js',
  'limber/env': '/js/env/index.js',
  'limber/viewer': '/js/viewer/index.js',
};
const importMap = JSON.stringify({ imports: names });

/**
 * For workers, which know no import maps: package names in imports become addresses below /worker.
 *
 * @param {string} text
 */
const resolveNames = (text) =>
  text.replace(/(from |import )'([^'./][^']*)'/g, (all, word, name) =>
    names[name] ? `${word}'/worker${names[name]}'` : all,
  );
const blank = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>pictures</title><script type="importmap">${importMap}</script><body style="margin:0"></body></html>`;

/**
 * Serves the package, and folders elsewhere under names of their own.
 * @param {Record<string, string>} folders
 */
async function serve(folders) {
  const server = http.createServer((request, response) => {
    const pathname = decodeURIComponent(new URL(String(request.url), 'http://localhost').pathname);
    const inWorker = pathname.startsWith('/worker/');
    const [, first, ...rest] = pathname.replace('/worker/', '/').split('/');
    const file = folders[first]
      ? path.join(folders[first], ...rest)
      : path.join(root, first, ...rest);
    const known = pathname === '/blank.html';
    const exists = known || (fs.existsSync(file) && fs.statSync(file).isFile());
    response.writeHead(exists ? 200 : 404, {
      'content-type': contentType(pathname),
    });
    const isScript = inWorker && /\.m?js$/.test(file);
    const content = exists && !known ? fs.readFileSync(file) : '';
    response.end(known ? blank : isScript ? resolveNames(String(content)) : content);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return { server, origin: `http://127.0.0.1:${portOf(server)}` };
}

/**
 * A browser whose pages can import the package. open() gives a page and the list of its errors and warnings.
 * @param {Record<string, string>} [folders]
 */
export async function startPictures(folders = {}) {
  const { server, origin } = await serve(folders);
  const browser = await chromium.launch({ executablePath, args: flags });
  return {
    origin,
    async open({ width = 640, height = 480, html = '' } = {}) {
      const page = await browser.newPage({ viewport: { width, height } });
      /** @type {string[]} */
      const problems = [];
      page.on('pageerror', (error) => problems.push(error.stack ?? String(error)));
      page.on('console', (message) => {
        const text = message.text();
        if (
          ['error', 'warning'].includes(message.type()) &&
          !/GPU stall|swiftshader|Automatic fallback/i.test(text)
        )
          problems.push(text);
      });
      await page.goto(`${origin}/blank.html`);
      if (html) await page.evaluate((text) => (document.body.innerHTML = text), html);
      return { page, problems };
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}
