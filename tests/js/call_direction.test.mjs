// House rules: functions and data are used in the order of scripts/layers.json, public ones too, and files do not know each
// other in circles. Includes are judged in include_direction.test.mjs; a prototype written by hand gets past them, not past
// the symbols of object files.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { circles, readGraph, upwardCalls } from './call_graph.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const { order } = JSON.parse(fs.readFileSync(path.join(root, 'scripts/layers.json'), 'utf8'));

/**
 * Runs a program in the root; its output is the message when it fails.
 *
 * @param {string} program
 * @param {...string} args
 */
function run(program, ...args) {
  const result = spawnSync(program, args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  assert.equal(result.status, 0, `${program} ${args.join(' ')}\n${result.stdout}${result.stderr}`);
}

/** The objects of a native build, up to date: of the debug build or the release build, whichever is there. */
function engineObjects() {
  /** @param {string} preset */
  const isConfigured = (preset) => fs.existsSync(path.join(root, 'build', preset, 'build.ninja'));
  const preset = ['debug', 'release'].find(isConfigured) ?? 'debug';
  if (!isConfigured(preset)) run('cmake', '--preset', preset);
  run('cmake', '--build', '--preset', preset, '--target', 'limber_objects');
  return path.join(root, 'build', preset, 'CMakeFiles/limber_objects.dir/src');
}

const graph = readGraph(engineObjects());
for (const file of graph.keys()) {
  // objects of sources that are gone stay in a build folder
  if (!fs.existsSync(path.join(root, 'src', file))) graph.delete(file);
}
for (const arrows of graph.values()) {
  for (const file of arrows.keys()) if (!graph.has(file)) arrows.delete(file);
}

test('every source has its object, and the graph has its arrows', () => {
  const sources = fs
    .readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(c|cc)$/.test(name));
  assert.deepEqual([...graph.keys()].sort(), sources.sort());
  assert.ok(graph.get('pipeline/step.c')?.get('pipeline/forward.c')?.includes('mj_forward'));
});

test('a folder uses functions and data of earlier folders only', () => {
  assert.deepEqual(upwardCalls(graph, order), []);
});

test('files do not know each other in circles', () => {
  assert.deepEqual(circles(graph), []);
});

/**
 * The graph of sources written for a test, name -> text.
 *
 * @param {test.TestContext} t
 * @param {Record<string, string>} sources
 */
function graphOf(t, sources) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-calls-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(sources)) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
    run('clang-19', '-c', file, '-o', `${file}.o`);
  }
  return readGraph(folder);
}

test('an upward call behind a prototype written by hand is found, and so is upward data', (t) => {
  const graph = graphOf(t, {
    'data/reset.c':
      'void forward(void); extern int steps; void reset(void) { forward(); steps = 0; }',
    'pipeline/forward.c': 'int steps; void step(void); void forward(void) { steps++; }',
    'pipeline/step.c': 'void forward(void); void step(void) { forward(); }',
  });
  assert.deepEqual(upwardCalls(graph, ['data', 'pipeline']), [
    'data/reset.c uses forward, steps of pipeline/forward.c',
  ]);
});

test('a circle of three files is found, and one of two in different folders; two of one folder are none', (t) => {
  /** @param {string} name @param {string} other */
  const calls = (name, other) => `void ${other}(void); void ${name}(void) { ${other}(); }`;
  const three = { 'a/x.c': calls('x', 'y'), 'a/y.c': calls('y', 'z'), 'a/z.c': calls('z', 'x') };
  const apart = { 'b/u.c': calls('u', 'v'), 'c/v.c': calls('v', 'u') };
  const pair = { 'd/p.c': calls('p', 'q'), 'd/q.c': calls('q', 'p') };
  assert.deepEqual(circles(graphOf(t, { ...three, ...apart, ...pair })), [
    ['a/x.c', 'a/y.c', 'a/z.c'],
    ['b/u.c', 'c/v.c'],
  ]);
});
