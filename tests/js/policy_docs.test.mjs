// The samples of docs/policies.md run, each as a program of its own, in an empty project that has the packed package; trainings are cut
// to a few iterations. So does the command, as npm installs it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import test from 'node:test';
import { loadPolicy, readPolicy } from 'limber/env';
import { link, packPackage, root } from '../package/packed.mjs';
import { mjlabFile } from './mjlab_file.mjs';

const { folder, tarball } = await packPackage('policy_docs');
// as a reader would install it
link(folder, 'onnxruntime-web');
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
  Training: /^0 return NaN\n1 return NaN\n$/,
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

test('a newcomer installs the tarball and trains the cart-pole by the command, whose file the package opens', () => {
  const project = path.join(root, 'build/newcomer');
  fs.rmSync(project, { recursive: true, force: true });
  fs.mkdirSync(project, { recursive: true });
  fs.writeFileSync(path.join(project, 'package.json'), '{ "name": "newcomer", "private": true }');
  /** @param {string} command @param {...string} args */
  const run = (command, ...args) => {
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', cwd: project });
    assert.equal(status, 0, stderr);
    return stdout;
  };
  run('npm', 'install', '--offline', '--no-audit', '--no-fund', tarball);
  assert.deepEqual(
    fs.readdirSync(path.join(project, 'node_modules')).filter((name) => !name.startsWith('.')),
    ['limber'],
    'nothing comes along',
  );
  const [command] = /npx limber train cartpole.*\.onnx/.exec(text) ?? [''];
  const [, ...words] = command.split(' ');
  const told = run('npx', '--offline', ...words, '--samples', '4096');
  assert.match(told, /^cartpole\.onnx: return \d+\.\d+ \+- /);
  fs.writeFileSync(
    path.join(project, 'look.mjs'),
    `import { loadPolicy, makeTask } from 'limber/env';
const env = await makeTask('cartpole', { count: 2 });
const policy = await loadPolicy('cartpole.onnx');
policy.check(env);
console.log(policy.task, (await policy.act((await env.reset({ seed: 1 })).observation)).length);
env.dispose();`,
  );
  assert.equal(run(process.execPath, 'look.mjs'), 'cartpole 2\n');
});

test('the cart-pole is trained in ten lines', () => {
  const sample = blocks('js').find((code) => code.includes('new Training')) ?? '';
  const lines = sample.split('\n').filter((line) => line.trim());
  assert.ok(lines.length <= 10, `${lines.length} lines`);
});

test('the JSON of docs/policies.md is a policy', async () => {
  const [json] = blocks('json');
  assert.equal(readPolicy(JSON.parse(json)).layers.length, 2);
  const policy = await loadPolicy(json);
  // angle 1, speed 2: inputs 1 and 1, sums 0.75 and 1.1
  assert.ok(Math.abs((await policy.act(Float32Array.of(1, 2)))[0] - (0.75 - 1.1)) < 1e-6);
});
