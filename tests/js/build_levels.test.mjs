// House rule: cmake/levels.txt names each source once, with its optimisation level in the module;
// configuring stops otherwise, with a message that says which line to change.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * Configures a project with the sources src/a.c and src/b.c.
 *
 * @param {import('node:test').TestContext} t
 * @param {string} levels the text of cmake/levels.txt
 */
function configure(t, levels) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-levels-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  const rules = path.join(root, 'cmake/levels.cmake');
  fs.mkdirSync(path.join(folder, 'src'));
  fs.mkdirSync(path.join(folder, 'cmake'));
  fs.writeFileSync(path.join(folder, 'src/a.c'), '');
  fs.writeFileSync(path.join(folder, 'src/b.c'), '');
  fs.writeFileSync(path.join(folder, 'cmake/levels.txt'), levels);
  fs.writeFileSync(
    path.join(folder, 'CMakeLists.txt'),
    `cmake_minimum_required(VERSION 3.22)
project(levels NONE)
set(EMSCRIPTEN ON)
include("${rules}")
file(GLOB sources "\${CMAKE_SOURCE_DIR}/src/*.c")
lb_optimisation_levels(\${sources})
foreach(source IN LISTS sources)
  get_source_file_property(options "\${source}" COMPILE_OPTIONS)
  message(STATUS "options \${options}")
endforeach()
`,
  );
  const result = spawnSync('cmake', ['-S', folder, '-B', path.join(folder, 'build')], {
    encoding: 'utf8',
  });
  return { ok: result.status === 0, text: result.stdout + result.stderr.replace(/\s+/g, ' ') };
}

test('each source gets the level that its line stands under', (t) => {
  const levels = '# hot\n[-O3 -fslp-vectorize]\nsrc/b.c # loops\n\n[-Oz]\nsrc/a.c\n';
  const { ok, text } = configure(t, levels);
  assert.ok(ok, text);
  assert.deepEqual(text.match(/options .*/g), [
    'options -Oz;-fno-slp-vectorize',
    'options -O3;-fslp-vectorize',
  ]);
});

test('a source without a line stops the build with its name', (t) => {
  const { ok, text } = configure(t, '[-O2]\nsrc/a.c\n');
  assert.ok(!ok);
  assert.match(text, /src\/b\.c is missing: add it under the level that fits/);
});

test('a line without a source stops the build', (t) => {
  const { ok, text } = configure(t, '[-O2]\nsrc/a.c\nsrc/b.c\nsrc/gone.c\n');
  assert.ok(!ok);
  assert.match(text, /src\/gone\.c does not exist: delete its line, or write its new name/);
});

test('a source that stands under two levels stops the build', (t) => {
  const { ok, text } = configure(t, '[-O2]\nsrc/a.c\nsrc/b.c\n[-Os]\nsrc/a.c\n');
  assert.ok(!ok);
  assert.match(text, /src\/a\.c stands there twice/);
});

test('a line that is neither source nor level stops the build', (t) => {
  const { ok, text } = configure(t, '[-O2]\nsrc/*.c\nsrc/a.c\nsrc/b.c\n');
  assert.ok(!ok);
  assert.match(text, /'src\/\*\.c': neither a source under a level nor a level/);
});
