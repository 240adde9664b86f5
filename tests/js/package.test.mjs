// House rules of the package's JavaScript: no code from strings, nothing from other origins, nothing at import, small tables.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** @param {string} folder @returns {Generator<string>} */
function* sources(folder) {
  for (const entry of fs.readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* sources(name);
    else if (name.endsWith('.js')) yield name;
  }
}

const read = (/** @type {string} */ name) => fs.readFileSync(path.join(root, name), 'utf8');
const withoutComments = (/** @type {string} */ text) =>
  text.replace(/\/\*[^]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

test('no code is made from strings', () => {
  for (const name of sources('js')) {
    assert.doesNotMatch(
      withoutComments(read(name)),
      /\beval\(|new Function\(|setTimeout\(\s*['"`]/,
      name,
    );
  }
});

test('bundlers find no module of Node', () => {
  for (const name of sources('js')) {
    // commands, clusters and what starts browsers run in Node alone
    if (/^js\/(cli|cluster|render\/(?!page|frames))/.test(name)) continue;
    assert.doesNotMatch(withoutComments(read(name)), /(?:from|import\()\s*['"]node:/, name);
  }
});

test('what is a global of Node alone is asked for by globalThis: bundlers bring substitutes for the others', () => {
  for (const name of sources('js')) {
    if (/^js\/(cli|cluster|render\/(?!page|frames))/.test(name)) continue;
    const text = withoutComments(read(name));
    assert.doesNotMatch(text, /(?<![.\w'"`/-])(process|Buffer|global|__dirname)\b[.[(?]/, name);
    assert.doesNotMatch(text, /typeof (process|Buffer|global)\b/, name);
  }
});

test('importing does nothing, and asks for no window', () => {
  const program = `
    globalThis.fetch = () => { throw new Error('fetched'); };
    for (const name of ['instantiate', 'compile', 'Module', 'Instance', 'Memory']) {
      Object.defineProperty(WebAssembly, name, { get() { throw new Error('used WebAssembly.' + name); } });
    }
    const before = Object.keys(globalThis).length;
    for (const name of ['', '/mujoco', '/inline', '/three', '/viewer']) await import('limber' + name);
    if (Object.keys(globalThis).length !== before) throw new Error('made a global');
  `;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: root,
    encoding: 'utf8',
  });
  assert.equal(run.status, 0, run.stderr);
});

test('the generated description is small enough for browsers', () => {
  assert.ok(Buffer.byteLength(read('js/engine/generated/interface.js')) < 100_000);
});
