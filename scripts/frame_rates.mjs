// How many pictures a second the studio shows where everything is drawn in software: node scripts/frame_rates.mjs [scene ...]
//
// A window of 1440 x 900 shows the first scene and some that are much to draw; the studio has some seconds to find what the machine can do.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { executablePath, flags } from '../tests/browser/browser.mjs';
import { serveFolder } from './cold_start.mjs';
import { packageProgram, run, runMain, say } from './run.mjs';

/** Scenes that are much to draw or to compute; '' is the first one. */
const SCENES = ['', 'soft_gripper', 'towel_folding', 'galton_board'];
const ADAPTS = 9; // seconds
const COUNTS = 4; // seconds

/**
 * Pictures a second, and what the studio leaves out for it (0: nothing).
 * @param {import('playwright-core').Browser} browser
 * @param {string} address of the site
 * @param {string} scene
 */
export async function frameRate(browser, address, scene) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.goto(`${address}${scene && `#${scene}`}`);
  await page.waitForFunction(() => Number(window.limber?.simulation?.data.time) > 0.05, null, {
    timeout: 90_000,
  });
  const result = await page.evaluate(
    async ({ adapts, counts }) => {
      const { studio } = window.limber;
      const wait = (/** @type {number} */ seconds) =>
        new Promise((done) => setTimeout(done, 1000 * seconds));
      await wait(adapts);
      let frames = 0;
      studio.addEventListener('frame', () => frames++);
      const start = performance.now();
      await wait(counts);
      const seconds = (performance.now() - start) / 1000;
      return { rate: frames / seconds, level: studio.quality.level };
    },
    { adapts: ADAPTS, counts: COUNTS },
  );
  await context.close();
  return result;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await runMain(async () => {
    const given = process.argv.slice(2);
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-rates-'));
    const options = ['--outDir', folder, '--emptyOutDir', '--logLevel', 'error'];
    await run(packageProgram('vite'), ['build', 'web', ...options]);
    const { server, address } = await serveFolder(folder);
    const browser = await chromium.launch({ executablePath, args: flags });
    for (const scene of given.length > 0 ? given : SCENES) {
      const { rate, level } = await frameRate(browser, address, scene);
      say('rates', `${scene || 'first scene'}: ${rate.toFixed(1)} a second, level ${level}`);
    }
    await browser.close();
    server.closeAllConnections();
    server.close();
    fs.rmSync(folder, { recursive: true });
  });
