// A browser with the studio's pages, for the tests: Vite serves them, Chromium shows them.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';
import { found } from '../helpers.mjs';

const candidates = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
export const executablePath = candidates.find((path) => path && fs.existsSync(path));

/** Why tests that need a browser are skipped, or false. */
export const skip = executablePath ? false : 'no Chromium on this machine';

export const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--enable-unsafe-swiftshader',
];

// what software rendering says about itself is not the page's fault
export const harmless = /GPU stall|GL Driver|Automatic fallback to software WebGL|swiftshader/i;

/**
 * @typedef {object} PageOptions
 * @property {number} [width] pixels
 * @property {number} [height] pixels
 * @property {'dark' | 'light'} [colorScheme]
 * @property {boolean} [hasTouch]
 * @property {number} [scale] pixels of the picture along one of the page; few by default: they are drawn in software
 *
 * @typedef {Awaited<ReturnType<typeof startBrowser>>} TestBrowser
 */

/**
 * What is replaced in files of the package, and by what: pictures are small and drawn in software, so their shadows are small and their
 * edges not smoothed. Tests that compare pictures have a server of their own.
 * @type {[file: string, from: string, to: string][]}
 */
const cheaper = [
  ['/js/three/shadow_maps.js', 'const MAX_SIZE = 4096', 'const MAX_SIZE = 256'],
  ['/js/three/stage.js', 'antialias = true', 'antialias = false'],
];

/** @type {import('vite').Plugin} */
const cheapPictures = {
  name: 'cheap-pictures',
  enforce: 'pre',
  transform(code, id) {
    const one = cheaper.find(([file]) => id.endsWith(file));
    if (!one) return undefined;
    const [file, from, to] = one;
    assert.ok(code.includes(from), `${file} has no '${from}' any more`);
    return code.replace(from, to);
  },
};

/** Starts server and browser; close() ends both. @param {{ cheap?: boolean }} [options] cheap: pictures need not be fine */
export async function startBrowser({ cheap = true } = {}) {
  const configFile = fileURLToPath(new URL('../../web/vite.config.js', import.meta.url));
  const server = await createServer({
    configFile,
    plugins: cheap ? [cheapPictures] : [],
    logLevel: 'error',
    server: { port: 0, hmr: false },
  });
  await server.listen();
  const browser = await chromium.launch({ executablePath, args: flags });
  const base = found(server.resolvedUrls).local[0];
  return {
    /** Opens a page; `problems` collects its errors and warnings. @param {string} path @param {PageOptions} [options] */
    async open(
      path,
      { width = 800, height = 600, colorScheme = 'dark', hasTouch = false, scale = 0.4 } = {},
    ) {
      const page = await browser.newPage({
        viewport: { width, height },
        deviceScaleFactor: scale,
        colorScheme,
        hasTouch,
      });
      /** @type {string[]} */
      const problems = [];
      page.on('pageerror', (error) => problems.push(error.stack ?? String(error)));
      page.on('console', (message) => {
        const text = message.text();
        if (['error', 'warning'].includes(message.type()) && !harmless.test(text))
          problems.push(text);
      });
      await page.goto(new URL(path, base).href);
      return { page, problems };
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/**
 * Mean colour of a part of the picture, from 0 to 255.
 *
 * @param {Page} page
 * @param {string} selector of the canvas
 * @param {[x: number, y: number, width: number, height: number]} part in fractions of the canvas
 */
export function meanColor(page, selector, [x, y, width, height]) {
  return page.evaluate(
    async ({ selector, part }) => {
      /** @param {Document | ShadowRoot} root @returns {HTMLCanvasElement} */
      const find = (root) =>
        /** @type {HTMLCanvasElement} */ (
          root.querySelector(selector) ??
            [...root.querySelectorAll('*')]
              .map((e) => e.shadowRoot && find(e.shadowRoot))
              .find(Boolean)
        );
      const canvas = find(document);
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const copy = document.createElement('canvas');
      const [w, h] = [canvas.width, canvas.height];
      copy.width = Math.max(1, Math.round(part[2] * w));
      copy.height = Math.max(1, Math.round(part[3] * h));
      const context = /** @type {CanvasRenderingContext2D} */ (copy.getContext('2d'));
      window.limberDraw?.();
      context.drawImage(canvas, -part[0] * w, -part[1] * h);
      const { data } = context.getImageData(0, 0, copy.width, copy.height);
      const sum = [0, 0, 0];
      for (let i = 0; i < data.length; i += 4) for (let k = 0; k < 3; k++) sum[k] += data[i + k];
      return sum.map((value) => value / (data.length / 4));
    },
    { selector, part: [x, y, width, height] },
  );
}
