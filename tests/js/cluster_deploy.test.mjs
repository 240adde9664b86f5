// What deploy/ holds: files that their tools would take, and commands that run as they stand, in an empty folder with the packed package.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { validate } from 'dockerfile-utils';
import { parse, parseAllDocuments } from 'yaml';
import { connect } from '../../js/cluster/index.js';
import { found, freePort } from '../helpers.mjs';
import { link, packPackage, root } from '../package/packed.mjs';
import { end, skip, start, until } from './cluster/servers.mjs';

const read = (/** @type {string} */ name) =>
  fs.readFileSync(path.join(root, 'deploy', name), 'utf8');
const require = createRequire(import.meta.url);

/**
 * @typedef {{ image: string, command?: string[], args?: string[] }} Container
 * @typedef {{ kind: string, apiVersion: string, metadata: { name: string }, spec: { template?: { spec: { containers: Container[] } } } }} Manifest
 * @typedef {{ services: Record<string, { command: string[], environment?: Record<string, string>, build?: string }> }} Compose
 */
/** @type {Manifest[]} */
const manifests = parseAllDocuments(read('kubernetes.yaml'), { strict: true }).map((document) => {
  assert.deepEqual(document.errors, []);
  return document.toJS();
});
/** @type {Compose} */
const { services } = parse(read('compose.yaml'), { strict: true });

/** The module of a manifest's type. @param {Manifest} manifest */
const moduleOf = ({ apiVersion, kind }) =>
  `${apiVersion.startsWith('keda.sh/') ? '@kubernetes-models/keda' : 'kubernetes-models'}/${apiVersion}/${kind}`;

test('manifests are what the schemas of Kubernetes and KEDA say', () => {
  assert.equal(manifests.length, 7);
  for (const manifest of manifests) {
    const Model = require(moduleOf(manifest))[manifest.kind];
    new Model(manifest).validate();
  }
  // a schema that takes everything would find nothing
  const wrong = structuredClone(found(manifests.find(({ kind }) => kind === 'Deployment')));
  Object.assign(found(wrong.spec.template).spec.containers[0], { args: 4 });
  assert.throws(() => new (require(moduleOf(wrong)).Deployment)(wrong).validate(), /args/);
});

test('manifests have no field that Kubernetes does not know', () => {
  // beside node_modules, where the types are found
  const file = path.join(root, 'build/manifests.mts');
  const lines = manifests.map(
    (manifest, k) =>
      `import type { I${manifest.kind} as T${k} } from '${moduleOf(manifest)}';\nexport const m${k}: T${k} = ${JSON.stringify(manifest)};`,
  );
  const options = ['--ignoreConfig', '--strict', '--noEmit', '--skipLibCheck', '--types', ''];
  const target = ['--target', 'es2022', '--module', 'node16', '--moduleResolution', 'node16'];
  const wrong = found(lines.find((line) => line.includes('"replicas"')))
    .replace(/ as T\d+/, ' as Wrong')
    .replace(/const m\d+: T\d+/, 'const wrong: Wrong')
    .replace('"replicas"', '"replica"');
  fs.writeFileSync(file, [...lines, wrong].join('\n'));
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const run = spawnSync(process.execPath, [tsc, ...options, ...target, file], { encoding: 'utf8' });
  assert.match(run.stdout, /^.*"replica"' does not exist in type.*\n$/);
});

test('the Dockerfile has no mistake that its linter knows', () => {
  assert.deepEqual(validate(read('Dockerfile')), []);
  assert.ok(validate(read('Dockerfile').replace('WORKDIR', 'WORKFOLDER')).length > 0);
});

test('the commands of images and manifests run as they stand', { skip }, async () => {
  const { folder } = await packPackage('deployed');
  for (const peer of ['bullmq', 'ioredis']) link(folder, peer);
  // as npm links it
  fs.mkdirSync(path.join(folder, 'node_modules/.bin'), { recursive: true });
  const command = path.join(folder, 'node_modules/.bin/limber');
  fs.chmodSync(path.join(folder, 'node_modules/limber/js/cli/limber.js'), 0o755);
  fs.symlinkSync('../limber/js/cli/limber.js', command);

  const { redis, worker } = services;
  const password = 'secret';
  const withPassword = (/** @type {string} */ text) =>
    text.replace(/\$\{LIMBER_PASSWORD[^}]*\}|\$\(PASSWORD\)/, password);
  const stateful = found(manifests.find(({ kind }) => kind === 'StatefulSet'));
  const [own] = found(stateful.spec.template).spec.containers;
  // Redis has the same words in both
  assert.deepEqual(
    [...found(own.command), ...found(own.args)].map(withPassword),
    redis.command.map(withPassword),
  );
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-deploy-'));
  const [port, metrics] = [await freePort(), await freePort()];
  const [program, ...args] = redis.command.map(withPassword);
  const server = start(program, [
    ...args,
    '--port',
    `${port}`,
    '--bind',
    '127.0.0.1',
    '--dir',
    data,
  ]);
  await until(() => server.output.includes('eady to accept'), 'Redis');

  const entry = JSON.parse(found(/^ENTRYPOINT (.*)$/m.exec(read('Dockerfile')))[1]);
  const address = withPassword(found(worker.environment).LIMBER_REDIS).replace(
    'redis:6379',
    `127.0.0.1:${port}`,
  );
  const environment = { PATH: process.env.PATH, NODE_ENV: 'production', LIMBER_REDIS: address };
  const withPort = (/** @type {string} */ text) => text.replaceAll('9464', `${metrics}`);
  const deployment = found(manifests.find(({ kind }) => kind === 'Deployment'));
  const [container] = found(deployment.spec.template).spec.containers;
  const healthy = withPort(found(/^HEALTHCHECK CMD (.*)$/m.exec(read('Dockerfile')))[1]);
  const inFolder = { cwd: folder, env: environment, encoding: /** @type {const} */ ('utf8') };
  try {
    for (const more of [worker.command, found(container.args)]) {
      const [file, ...words] = [...entry, ...more].map(withPort);
      const running = start(file, words, { cwd: folder, env: environment });
      await until(() => / ready, /.test(running.output) || running.code !== null, 'a worker');
      assert.equal(running.code, null, running.output);
      const health = spawnSync('sh', ['-c', healthy], inFolder);
      assert.equal(health.status, 0, health.stderr);
      const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
      assert.match(text, /^# TYPE limber_/m);
      const cluster = await connect({ redis: address });
      const model = path.join(root, 'examples/pendulum_chain.xml');
      const vary = { 'opt.gravity[2]': `-10:-9:${more.length + 3}` };
      const metric = new URL('./cluster/metrics.mjs#height', import.meta.url);
      const table = await cluster.sweep({ model, vary, metric, steps: 10 }).table();
      assert.equal(table.failures.length, 0);
      assert.equal(table.column('metric').length, more.length + 3);
      await cluster.close();
      await end(running);
      assert.equal(running.code, 0, running.output);
      assert.equal(spawnSync('sh', ['-c', healthy], inFolder).status, 1);
    }
  } finally {
    await end(server);
    fs.rmSync(data, { recursive: true, force: true });
  }
});
