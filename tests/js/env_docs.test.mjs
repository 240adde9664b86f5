// The samples of docs/environments.md run as they are, each as a program of its own, in an empty project that has the packed package
// and the modules that they name.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import test from 'node:test';
import { packPackage, root } from '../package/packed.mjs';

const { folder } = await packPackage('env_docs');
fs.writeFileSync(path.join(folder, 'package.json'), '{ "name": "reader", "type": "module" }');
fs.copyFileSync(path.join(root, 'examples/quadruped.xml'), path.join(folder, 'quadruped.xml'));

const text = fs.readFileSync(path.join(root, 'docs/environments.md'), 'utf8');
const samples = [...text.matchAll(/```js\n([^]*?)```/g)].map(([, code]) => code);

/** What samples print, in their order. */
const printed = [
  // gains of 4 and 1 do not hold a pole of half a metre, but its return is a number
  /^-?\d+\.\d+ \[ 'rad' \]/,
  /^-?\d[\d.e-]* \[ 'beat' \]/,
  /^Float64Array\(3\) \[ 0\.5, 0, 0 \] \d+\.\d+/,
  /^\[ 50, 2, 5 \] \[ 50, 2, 1 \]\nFloat64Array\(2\)/,
];

let number = 0;
for (const code of samples) {
  const name = /^\/\/ (\S+\.js)\n/.exec(code)?.[1];
  if (name) fs.writeFileSync(path.join(folder, name), code);
  if (name) continue;
  const wanted = printed[number++];
  const file = path.join(folder, `sample${number}.mjs`);
  test(`sample ${number} of docs/environments.md`, () => {
    fs.writeFileSync(file, code);
    const run = spawnSync(process.execPath, [file], {
      encoding: 'utf8',
      cwd: folder,
      timeout: 120_000,
    });
    assert.equal(run.status, 0, run.stderr);
    assert.match(run.stdout, wanted);
  });
}

test('every term, control and distribution is named', async () => {
  const parts = [
    await import('../../js/env/terms.js'),
    await import('../../js/env/controls.js'),
    await import('../../js/env/pixels.js').then(({ pixels }) => ({ pixels })),
    await import('../../js/env/gymnasium.js'),
    await import('../../js/env/record.js'),
  ];
  const { isDistribution, draw, applied, ...distributions } =
    await import('../../js/env/distributions.js');
  assert.ok([isDistribution, draw, applied].every((body) => typeof body === 'function'));
  const all = Object.assign({}, distributions, ...parts);
  const missing = Object.keys(all).filter((name) => !new RegExp(`\\b${name}\\b`).test(text));
  assert.deepEqual(missing, []);
});
