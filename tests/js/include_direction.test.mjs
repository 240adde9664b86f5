// House rules: includes and imports follow scripts/layers.json, and every header compiles alone.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const layers = JSON.parse(fs.readFileSync(path.join(root, 'scripts/layers.json'), 'utf8'));
const { order } = layers;

/** @param {string} folder @returns {string[]} */
function filesBelow(folder) {
  const entries = fs.readdirSync(path.join(root, folder), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(name) : [name];
  });
}

const sources = filesBelow('src').filter((name) => /\.(h|c|cc)$/.test(name));
const headers = sources.filter((name) => name.endsWith('.h'));

// [line number, path] of every #include "..."
/** @param {string} file @returns {[line: number, path: string][]} */
function projectIncludes(file) {
  const lines = fs.readFileSync(path.join(root, file), 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    const match = line.match(/^\s*#\s*include\s+"([^"]+)"/);
    return match ? [[index + 1, match[1]]] : [];
  });
}

// What is wrong with one include, or null. Paths start in src/ (or src/api, for limber.h).
/** @param {string} file @param {string} included */
function judge(file, included) {
  const from = order.indexOf(file.split('/')[1]);
  /** @param {string} name */
  const exists = (name) => fs.existsSync(path.join(root, name));
  if (!included.includes('/')) {
    if (exists(`src/api/${included}`)) return null;
    if (exists(path.posix.join(path.posix.dirname(file), included))) {
      return `"${included}": write the path from src/`;
    }
    return null; // a third-party header
  }
  if (!exists(`src/${included}`)) return null;
  const to = order.indexOf(included.split('/')[0]);
  return to <= from ? null : `"${included}" is in a folder that comes later`;
}

test('every folder of src/ has its place in scripts/layers.json', () => {
  const folders = fs.readdirSync(path.join(root, 'src'), { withFileTypes: true });
  const unknown = folders.filter((entry) => entry.isDirectory() && !order.includes(entry.name));
  assert.deepEqual(
    unknown.map(({ name }) => name),
    [],
  );
});

test('a folder includes headers of earlier folders only', () => {
  const problems = sources.flatMap((file) =>
    projectIncludes(file).flatMap(([line, included]) => {
      const problem = judge(file, included);
      return problem ? [`${file}:${line}: ${problem}`] : [];
    }),
  );
  assert.deepEqual(problems, []);
});

// Paths from the root of what a module imports by a relative path, also in import('...').
/** @param {string} file */
function relativeImports(file) {
  const text = fs.readFileSync(path.join(root, file), 'utf8').replace(/^\s*(\/\/|\/?\*).*$/gm, '');
  const found = text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
  return [...found].map(([, name]) => path.posix.join(path.posix.dirname(file), name));
}

test('a folder of the package imports from earlier folders only', () => {
  /** @param {string} file */
  const place = (file) => layers.package.indexOf(file.split('/')[1]);
  const modules = filesBelow('js').filter((name) => name.endsWith('.js'));
  const imports = modules.flatMap((file) => relativeImports(file).map((name) => [file, name]));
  assert.ok(imports.length > 100, 'imports are found');
  assert.deepEqual(
    modules.filter((file) => place(file) < 0),
    [],
  );
  assert.deepEqual(
    imports.filter(([file, name]) => place(name) > place(file)),
    [],
  );
});

test('the studio imports from the entries of the package only', () => {
  const { exports } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const entries = Object.keys(exports).map((name) => path.posix.join('limber', name));
  const pages = filesBelow('web/src').filter((name) => name.endsWith('.js'));
  const named = pages.flatMap((file) => {
    const text = fs.readFileSync(path.join(root, file), 'utf8');
    const found = text.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g);
    return [...found].map(([, name]) => ({ file, name }));
  });
  const ofPackage = named.filter(({ name }) => /^limber\b/.test(name));
  assert.ok(ofPackage.length > 20, 'imports are found, those of types too');
  assert.deepEqual(
    ofPackage.filter(({ name }) => !entries.includes(name.replace(/\?url$/, ''))),
    [],
  );
  const above = (/** @type {{ file: string, name: string }} */ { file, name }) =>
    path.posix.join(path.posix.dirname(file), name);
  assert.deepEqual(
    named.filter((one) => one.name.startsWith('.') && !/^(web|examples)\//.test(above(one))),
    [],
  );
});

test('every header has #pragma once', () => {
  const without = headers.filter((file) => {
    return !/^#pragma once$/m.test(fs.readFileSync(path.join(root, file), 'utf8'));
  });
  assert.deepEqual(without, []);
});

// One compiler run per language: a header that needs another one fails in its own file.
/** @param {string[]} files @param {string} compiler @param {string} ending @param {string} standard */
function compileAlone(files, compiler, ending, standard) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-headers-'));
  try {
    const units = files.map((file, index) => {
      const unit = path.join(folder, `${index}${ending}`);
      fs.writeFileSync(unit, `#include "${file.replace(/^src\//, '')}"\nextern int lbUnit;\n`);
      return unit;
    });
    const flags = [
      '-fsyntax-only',
      standard,
      '-Wall',
      '-Wextra',
      '-Werror',
      '-Wno-unused-parameter',
    ];
    // a header may define helpers that only some of its users need
    flags.push('-Wno-unused-function', '-Isrc', '-Isrc/api');
    return spawnSync(compiler, [...flags, ...units], { cwd: root, encoding: 'utf8' });
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

test('every header compiles alone', () => {
  const result = compileAlone(headers, 'clang-19', '.c', '-std=gnu11');
  assert.equal(result.status, 0, result.stderr);
});

test('the public interface compiles as C++', () => {
  const result = compileAlone(['src/api/limber.h'], 'clang++-19', '.cc', '-std=c++14');
  assert.equal(result.status, 0, result.stderr);
});
