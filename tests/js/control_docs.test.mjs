// The samples of docs/control.md run, each as a program of its own.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
// inside the repository, so that 'limber' is found
const folder = path.join(root, 'build/control_docs');
fs.rmSync(folder, { recursive: true, force: true });
fs.mkdirSync(folder, { recursive: true });
for (const name of ['humanoid.xml', 'robot_arm.xml'])
  fs.copyFileSync(path.join(root, 'examples', name), path.join(folder, name));

const text = fs.readFileSync(path.join(root, 'docs/control.md'), 'utf8');
const samples = [...text.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code);
/** Numbers behind a word. @param {string} output @param {string} word */
const numbers = (output, word) =>
  (output.split('\n').find((line) => line.startsWith(word)) ?? '')
    .match(/-?\d+(\.\d+)?(e-?\d+)?/g)
    ?.map(Number) ?? [];
/** What samples must print, by the first word of a line of theirs. @type {Record<string, (output: string) => void>} */
const expected = {
  'swung up': (output) => {
    const [height, place] = numbers(output, 'swung up');
    assert.ok(height > 0.99 && Math.abs(place - 0.5) < 0.05, output);
  },
  'flown to': (output) => assert.match(output, /flown to[^]*\b(1|0\.9)/),
  standing: (output) => {
    const [head, foot] = numbers(output, 'standing');
    assert.ok(head > 1.4 && foot > 0.2, output);
  },
  reached: (output) => {
    assert.match(output, /^reached true/m);
    assert.ok(numbers(output, 'left')[0] < 0.03, output);
  },
  dragged: (output) => assert.ok(numbers(output, 'dragged')[0] < 5e-3, output),
  'written back': (output) => {
    const [density] = numbers(output, 'density');
    const [damping] = numbers(output, 'joint:j.damping');
    assert.ok(Math.abs(density - 1.3) < 0.02 && Math.abs(damping - 0.12) < 0.005, output);
  },
  legs: (output) => {
    assert.ok(Number(/jump ([\d.]+)/.exec(output)?.[1]) > 0.1, output);
    const [damping] = numbers(output, 'damping');
    assert.ok(damping > 0.05 && damping < 2, output);
  },
};

let number = 0;
for (const code of samples) {
  const file = path.join(folder, `sample${++number}.mjs`);
  test(`sample ${number} of docs/control.md`, () => {
    fs.writeFileSync(file, code);
    const run = spawnSync(process.execPath, [file], {
      encoding: 'utf8',
      cwd: folder,
      timeout: 200_000,
    });
    assert.equal(run.status, 0, run.stderr);
    const words = Object.keys(expected).filter((word) => code.includes(`'${word}'`));
    assert.ok(words.length > 0, 'every sample says what it did');
    for (const word of words) expected[word](run.stdout);
  });
}
