// The samples of docs/policies.md run, each as a program of its own; trainings are cut to a few iterations.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadPolicy, readPolicy } from 'limber/env';
import { mjlabFile } from './mjlab_file.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
// inside the repository, so that 'limber' is found
const folder = path.join(root, 'build/policy_docs');
fs.rmSync(folder, { recursive: true, force: true });
fs.mkdirSync(folder, { recursive: true });
fs.copyFileSync(path.join(root, 'examples/quadruped.xml'), path.join(folder, 'quadruped.xml'));
fs.writeFileSync(path.join(folder, 'policy.onnx'), mjlabFile().bytes);

const text = fs.readFileSync(path.join(root, 'docs/policies.md'), 'utf8');
/** @param {string} language */
const blocks = (language) =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(([, code]) => code);

/** What samples must print, by a word of theirs. @type {Record<string, RegExp>} */
const expected = {
  'sum +=': /^return \d+\.\d\d\n$/,
  makePolicyEnv: /^12 joints, 48 numbers observed\n$/,
  'data.layers': /^64 64 1 \d+\n$/,
  Training: /^4096 steps, return NaN\n$/,
};

blocks('js').forEach((code, k) =>
  test(`sample ${k + 1} of docs/policies.md`, () => {
    const file = path.join(folder, `sample${k + 1}.mjs`);
    fs.writeFileSync(file, code.replace('i < 300', 'i < 2'));
    const run = spawnSync(process.execPath, [file], { encoding: 'utf8', cwd: folder });
    assert.equal(run.status, 0, run.stderr);
    const words = Object.keys(expected).filter((word) => code.includes(word));
    assert.equal(words.length, 1, code);
    assert.match(run.stdout, expected[words[0]]);
  }),
);

test('the example is the sample', () => {
  const example = fs.readFileSync(path.join(root, 'examples/train/cartpole.mjs'), 'utf8');
  assert.ok(text.includes(example.slice(example.indexOf('import'))));
});

test('the JSON of docs/policies.md is a policy', async () => {
  const [json] = blocks('json');
  assert.equal(readPolicy(JSON.parse(json)).layers.length, 2);
  const policy = await loadPolicy(json);
  // angle 1, speed 2: inputs 1 and 1, sums 0.75 and 1.1
  assert.ok(Math.abs((await policy.act(Float32Array.of(1, 2)))[0] - (0.75 - 1.1)) < 1e-6);
});
