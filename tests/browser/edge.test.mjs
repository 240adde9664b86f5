// Hosts without files and workers: limber in workerd, the runtime of Cloudflare's edge, where WebAssembly is imported as a module.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import test from 'node:test';
import { build } from 'esbuild';
import { packPackage } from '../package/packed.mjs';
import { freePort } from '../helpers.mjs';

/** The program of workerd for this machine, without its installation script. */
function findWorkerd() {
  try {
    const require = createRequire(import.meta.url);
    const place = `@cloudflare/workerd-${process.platform}-${process.arch === 'x64' ? '64' : process.arch}`;
    return require.resolve(`${place}/bin/workerd`);
  } catch {
    return null;
  }
}
const program = findWorkerd();

test('workerd', { skip: !program && 'no workerd for this machine', timeout: 60_000 }, async (t) => {
  const { folder } = await packPackage('edge');
  // the recipe of docs/hosts.md
  const recipe = fs.readFileSync(new URL('../../docs/hosts.md', import.meta.url), 'utf8');
  const [, code] = recipe.match(/```js\n(\/\/ worker\.js\n[^]*?)```/) ?? [];
  assert.ok(code, 'the recipe');
  fs.writeFileSync(path.join(folder, 'worker.js'), code);
  await build({
    entryPoints: [path.join(folder, 'worker.js')],
    bundle: true,
    minify: true,
    format: 'esm',
    outfile: path.join(folder, 'bundle.js'),
    external: ['limber/limber.wasm'],
    logLevel: 'error',
  });
  fs.copyFileSync(
    path.join(folder, 'node_modules/limber/js/engine/limber.wasm'),
    path.join(folder, 'limber.wasm'),
  );
  const port = await freePort();
  fs.writeFileSync(
    path.join(folder, 'config.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .limber)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const limber :Workerd.Worker = (
  modules = [
    (name = "worker", esModule = embed "bundle.js"),
    (name = "limber/limber.wasm", wasm = embed "limber.wasm")
  ],
  compatibilityDate = "2026-01-01"
);
`,
  );
  const child = spawn(String(program), ['serve', path.join(folder, 'config.capnp')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill());
  let said = '';
  child.stderr.on('data', (chunk) => (said += chunk));
  const ask = async () => {
    for (let tries = 0; tries < 100; tries++) {
      const response = await fetch(`http://127.0.0.1:${port}/?steps=100`).catch(() => null);
      if (response) return response;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return assert.fail(said);
  };
  const response = await ask();
  const text = await response.text();
  assert.equal(response.status, 200, `${text}\n${said}`);
  const { time, height } = JSON.parse(text);
  assert.ok(Math.abs(time - 0.2) < 1e-9, text);
  // from 1 m, after 0.2 s of fall
  assert.ok(Math.abs(height - (1 - (9.81 * 0.002 ** 2 * 100 * 101) / 2)) < 1e-9, text);
  assert.equal(said, '');
});
