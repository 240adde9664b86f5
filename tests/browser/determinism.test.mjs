// Chromium gives the bits of Node: every example is simulated by both. Other hosts are in tests/js/determinism.test.mjs.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  browserHost,
  compileInModule,
  firstDifference,
  moduleHost,
} from '../determinism/hosts.mjs';
import { executablePath, flags, skip } from './browser.mjs';

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../examples');
const examples = fs.readdirSync(folder).filter((name) => name.endsWith('.xml'));

test('Chromium and Node agree on the examples', { skip, timeout: 300_000 }, async () => {
  const hosts = [await moduleHost(), await browserHost({ executablePath, args: flags })];
  try {
    for (const name of examples) {
      const bytes = await compileInModule(path.join(folder, name));
      assert.ok(bytes, name);
      const difference = await firstDifference(hosts, bytes, { steps: 100, every: 10 });
      assert.equal(difference, undefined, name);
    }
  } finally {
    for (const host of hosts) await host.close();
  }
});
