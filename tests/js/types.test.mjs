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

const skip = !built && 'js/index.d.ts is not built';

/** @param {string[]} files @param {'true' | 'false'} skipLibraries whether declarations of packages are taken as they are */
function compile(files, skipLibraries) {
  const options = ['--ignoreConfig', '--strict', '--noEmit', '--skipLibCheck', skipLibraries];
  const target = ['--target', 'es2022', '--module', 'nodenext', '--moduleResolution', 'nodenext'];
  const libraries = ['--lib', 'es2022,esnext.disposable,dom,dom.iterable,dom.asynciterable'];
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  return spawnSync(process.execPath, [tsc, ...options, ...target, ...libraries, ...files], {
    encoding: 'utf8',
    cwd: root,
  });
}

test('strict programs compile', { skip }, () => {
  const files = programs.map((name) => path.join(folder, name));
  assert.ok(files.length >= 4);
  const run = compile(files, 'false');
  assert.equal(run.stdout, '');
  assert.equal(run.status, 0);
});

test('what the declarations of the peer have, those of the drop-in have', { skip }, () => {
  const peer = fs.readFileSync(path.join(root, 'node_modules/@mujoco/mujoco/mujoco.d.ts'), 'utf8');
  const matches = (/** @type {RegExp} */ pattern) => [
    ...new Set(Array.from(peer.matchAll(pattern), ([, name]) => name)),
  ];
  const structs = matches(/^export interface (M\w+) /gm);
  const enums = matches(/^export type (mj\w+) =/gm);
  const values = matches(/^export interface (mj\w+Value)</gm);
  const calls = matches(/^ {2}(mj\w+|from_xml_string|parseXMLString)\(/gm);
  assert.ok(values.length > 70);
  const guide = fs.readFileSync(path.join(root, 'docs/compatibility.md'), 'utf8');
  const counted = [
    `${calls.length} functions`,
    `${structs.length} structs`,
    `${enums.length} enums`,
  ];
  for (const words of counted) assert.ok(guide.includes(`| ${words}`), words);
  const file = path.join(root, 'build/peer_types.mts');
  const lines = [
    "import type * as Own from 'limber/mujoco'; import type * as Peer from '@mujoco/mujoco';",
    // docs/compatibility.md says why these are not there
    "type Gone = 'ccall' | 'cwrap' | 'addRunDependency' | 'removeRunDependency' | `FS_create${'Device' | 'LazyFile' | 'PreloadedFile'}`;",
    'type Missing = Exclude<keyof Peer.MainModule, keyof Own.MainModule | Gone>;',
    'export const all: [Missing] extends [never] ? true : Missing = true;',
    // fields that lack, or whose values are others
    'type Narrow<A, B> = { [K in keyof A]: K extends keyof B ? (B[K] extends A[K] ? never : K) : K }[keyof A];',
    'type Same<A, B> = [Narrow<A, B>] extends [never] ? true : Narrow<A, B>;',
    ...structs.map((name) => `export const ${name}: Same<Peer.${name}, Own.${name}> = true;`),
    // one type for each value, as there; limber has more integrators and flags
    'type Fits<A, B> = [A] extends [B] ? true : false;',
    ...enums.map((name) => `export const ${name}: Fits<Peer.${name}, Own.${name}> = true;`),
    ...enums
      .filter((name) => !/^mjt(EnableBit|Integrator)$/.test(name))
      .map((name) => `export const ${name}_: Fits<Own.${name}, Peer.${name}> = true;`),
    ...values.map((name) => `export const ${name}: Own.${name}<3>['value'] = 3;`),
    'type Result<T> = T extends (...args: infer _) => infer R ? R : never;',
    'type Gives<K extends keyof Peer.MainModule & keyof Own.MainModule> = Result<Own.MainModule[K]> extends Result<Peer.MainModule[K]> ? true : K;',
    ...calls.map((name) => `export const ${name}: Gives<'${name}'> = true;`),
  ];
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, lines.join('\n'));
  // the peer's own declarations have errors
  const run = compile([file], 'true');
  assert.equal(run.stdout, '');
  assert.equal(run.status, 0);
});

test('nothing in the types of the drop-in is any', () => {
  const text = fs.readFileSync(path.join(root, 'js/mujoco.d.ts'), 'utf8');
  assert.doesNotMatch(text, /[:|<,] *any\b/);
});
