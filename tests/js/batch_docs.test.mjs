// The samples of docs/batches.md run, each as a program of its own in a folder with the modules that it names.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
// inside the repository, so that 'limber' is found
const folder = path.join(root, 'build/batch_docs');
fs.rmSync(folder, { recursive: true, force: true });
fs.mkdirSync(folder, { recursive: true });
fs.copyFileSync(path.join(root, 'examples/quadruped.xml'), path.join(folder, 'quadruped.xml'));

const text = fs.readFileSync(path.join(root, 'docs/batches.md'), 'utf8');
const samples = [...text.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code);
/** What samples must print, by a word of theirs. @type {Record<string, (output: string) => void>} */
const expected = {
  frictions: (output) => {
    const rows = output.trim().split('\n');
    assert.equal(rows.length, 12);
    for (const row of rows) {
      const [, , slid, coulomb] = row.split(' ').map(Number);
      assert.ok(Math.abs(slid - coulomb) < 0.1 * coulomb + 0.02, row);
    }
  },
  landed: (output) => assert.match(output, /lands at [34]\.\d\d m, give or take 0\.[2-5]\d m/),
  gradient: (output) => {
    const numbers = output.match(/-?0\.\d{4,}/g)?.map(Number) ?? [];
    assert.equal(numbers.length, 4, output);
    // a torque of the shoulder that lifts the arm draws the tip back
    assert.ok(numbers[0] < -0.05 && numbers.every((value) => Math.abs(value) < 1), output);
  },
  gains: (output) => assert.ok(Number(/generation ([\d.]+)/.exec(output)?.[1]) > 0.9, output),
  heights: (output) => assert.match(output, /^8000 Int32Array\(16\)/),
  fallen: (output) => assert.match(output, /started again/),
};

let number = 0;
for (const code of samples) {
  const name = /^\/\/ (\S+\.js)\n/.exec(code)?.[1];
  if (name) fs.writeFileSync(path.join(folder, name), code);
  if (name || code.includes('limber/three')) continue;
  const file = path.join(folder, `sample${++number}.mjs`);
  test(`sample ${number} of docs/batches.md`, () => {
    fs.writeFileSync(file, code);
    const run = spawnSync(process.execPath, [file], {
      encoding: 'utf8',
      cwd: folder,
      timeout: 120_000,
    });
    assert.equal(run.status, 0, run.stderr);
    const words = Object.keys(expected).filter((word) => new RegExp(`\\b${word}\\b`).test(code));
    for (const word of words.filter((known) => known !== 'gains' || code.includes('generation')))
      expected[word](run.stdout);
  });
}
