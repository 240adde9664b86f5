// The compiler confirms every size and offset of structs that JavaScript computes.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { layoutOf, loadDescription, structNames } from '../../js/engine/schema.js';

await loadDescription();
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const compiler = 'clang-19';
const available = spawnSync(compiler, ['--version']).status === 0;

// names of nested structs stand for fields: mjVisualGlobal is mjVisual.global
const nested = (/** @type {string} */ name) => /^mjVisual\w/.test(name);

function assertions() {
  const lines = ['#include <stddef.h>', '#include "api/limber.h"', '#include "api/callbacks.h"'];
  for (const name of structNames().filter((n) => !nested(n))) {
    const layout = layoutOf(name);
    lines.push(`_Static_assert(sizeof(${name}) == ${layout.size}, "${name}");`);
    for (const field of layout.fields) {
      lines.push(
        `_Static_assert(offsetof(${name}, ${field.name}) == ${field.offset}, "${name}.${field.name}");`,
      );
      if (field.kind !== 'struct' || !nested(field.type)) continue;
      for (const inner of layoutOf(field.type).fields) {
        const offset = field.offset + inner.offset;
        lines.push(
          `_Static_assert(offsetof(${name}, ${field.name}.${inner.name}) == ${offset}, "${field.type}.${inner.name}");`,
        );
      }
    }
  }
  return `${lines.join('\n')}\n`;
}

test('layouts agree with the compiler', { skip: !available && `${compiler} is not there` }, () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-layout-'));
  const file = path.join(folder, 'layout.c');
  fs.writeFileSync(file, assertions());
  // the headers need declarations of libc's types only
  const sysroot = path.join(root, '.toolchain/emscripten/system/include');
  const cache = path.join(root, '.toolchain/emscripten/cache/sysroot/include');
  const include = [sysroot, cache].filter((f) => fs.existsSync(f)).flatMap((f) => ['-isystem', f]);
  const run = spawnSync(
    compiler,
    [
      '--target=wasm32',
      '-std=c11',
      '-fsyntax-only',
      '-I',
      path.join(root, 'src'),
      ...include,
      file,
    ],
    { encoding: 'utf8' },
  );
  fs.rmSync(folder, { recursive: true });
  assert.equal(run.status, 0, run.stderr);
});
