// The native builds, the module and a worker give the same bits: every example is simulated by each and the states are compared.
// Chromium is in tests/browser/determinism.test.mjs, any other models in `npm run determinism`.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  compileInModule,
  compileNatively,
  firstDifference,
  moduleHost,
  nativeHost,
  nativeProgram,
  workerHost,
} from '../determinism/hosts.mjs';

const run = { steps: 100, every: 10 };
const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../examples');
const examples = fs
  .readdirSync(folder)
  .filter((name) => name.endsWith('.xml'))
  .map((name) => path.join(folder, name));

for (const preset of ['debug', 'release']) {
  const program = nativeProgram(preset);
  const skip = !program && `no native ${preset} build`;
  test(
    `the native ${preset} build, the module and a worker agree on the examples`,
    { skip },
    async () => {
      const hosts = [nativeHost(preset), await moduleHost(), workerHost()];
      try {
        for (const file of examples) {
          const bytes = await compileNatively(String(program), file);
          assert.ok(bytes, file);
          assert.deepEqual(await compileInModule(file), bytes, `${file}, compiled by the module`);
          assert.equal(await firstDifference(hosts, bytes, run), undefined, file);
        }
      } finally {
        for (const host of hosts) await host.close();
      }
    },
  );
}

test('a host that leaves the others is found, with the place', async () => {
  const host = await moduleHost();
  const other = {
    ...host,
    name: 'other',
    /** @type {typeof host.trace} */
    trace: async (bytes, options) =>
      (await host.trace(bytes, options)).map((hash, i) => (i < 2 ? hash : `1${hash.slice(1)}`)),
  };
  const bytes = await compileInModule(examples[0]);
  assert.ok(bytes);
  assert.match(
    String(await firstDifference([host, other], bytes, run)),
    /^the state after 20 steps: module \w{16}, other 1/,
  );
});
