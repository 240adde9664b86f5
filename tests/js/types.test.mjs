// The published types: strict programs compile against them, with nothing skipped, and nothing public is `any`.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const folder = path.join(root, 'tests/js/types');
const programs = fs.readdirSync(folder).filter((name) => name.endsWith('.mts'));

// the declarations of 'limber' are written by the types phase of npm test
const built = fs.existsSync(path.join(root, 'js/index.d.ts'));

test('strict programs compile', { skip: !built && 'js/index.d.ts is not built' }, () => {
  const options = ['--ignoreConfig', '--strict', '--noEmit', '--skipLibCheck', 'false'];
  const target = ['--target', 'es2022', '--module', 'nodenext', '--moduleResolution', 'nodenext'];
  const libraries = ['--lib', 'es2022,esnext.disposable,dom,dom.iterable,dom.asynciterable'];
  const files = programs.map((name) => path.join(folder, name));
  assert.ok(files.length >= 4);
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const run = spawnSync(process.execPath, [tsc, ...options, ...target, ...libraries, ...files], {
    encoding: 'utf8',
    cwd: root,
  });
  assert.equal(run.stdout, '');
  assert.equal(run.status, 0);
});

test('nothing in the types of the drop-in is any', () => {
  const text = fs.readFileSync(path.join(root, 'js/mujoco.d.ts'), 'utf8');
  assert.doesNotMatch(text, /[:|<,] *any\b/);
});
