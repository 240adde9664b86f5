// `limber view`: the studio follows a model's file on disk, keeping the state.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { chromium } from 'playwright-core';
import { serveStudio } from '../../js/cli/local_server.js';
import { executablePath, flags, skip } from './browser.mjs';
import { portOf } from '../helpers.mjs';

/** @param {number | string} radius */
const pendulum = (radius) => `<mujoco><worldbody><body pos="0 0 1"><joint axis="0 1 0"/>
  <geom name="bob" type="sphere" size="${radius}" pos=".5 0 0"/></body></worldbody></mujoco>`;

const built = fs.existsSync(new URL('../../dist/studio/index.html', import.meta.url));

test(
  'a model is loaded anew when its file is written',
  { skip: skip || (!built && 'dist/studio is not built') },
  async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-live-'));
    const file = path.join(folder, 'pendulum.xml');
    fs.writeFileSync(file, pendulum(0.1));
    const server = await serveStudio(folder, 0);
    const browser = await chromium.launch({ executablePath, args: flags });
    try {
      const page = await browser.newPage({ viewport: { width: 500, height: 400 } });
      /** What the page asks for and the package does not have. @type {string[]} */
      const missing = [];
      page.on('response', (one) => one.status() >= 400 && missing.push(one.url()));
      page.on('pageerror', (error) => missing.push(String(error)));
      await page.goto(`http://127.0.0.1:${portOf(server)}/?src=/model/pendulum.xml&live=1`);
      /** @param {number} size */
      const radius = (size) =>
        page.waitForFunction((r) => window.limber?.simulation?.model.geom_size[0] === r, size);
      await radius(0.1);
      await page.evaluate(() => {
        window.limber.setRunning(false);
        window.limber.simulation.data.qpos[0] = 0.75;
      });

      fs.writeFileSync(file, pendulum(0.2));
      await radius(0.2);
      assert.equal(await page.evaluate(() => window.limber.simulation.data.qpos[0]), 0.75);

      // a mistake is reported and the model stays; mending it goes on
      fs.writeFileSync(file, pendulum('"broken'));
      await page.waitForFunction(() => !document.querySelector('#message').hidden);
      assert.equal(await page.evaluate(() => window.limber.simulation.model.geom_size[0]), 0.2);
      fs.writeFileSync(file, pendulum(0.3));
      await radius(0.3);
      assert.deepEqual(missing, []);
    } finally {
      await browser.close();
      server.closeAllConnections();
      server.close();
      fs.rmSync(folder, { recursive: true });
    }
  },
);
