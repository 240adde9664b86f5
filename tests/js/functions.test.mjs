// Every published function exists: declared in the public headers, and offered to JavaScript wherever the peer offers it.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import loadPeer from '@mujoco/mujoco';
import load from '../../js/mujoco.js';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const list = path.resolve(root, '../shared/reference/functions.json');
const skip = !fs.existsSync(list) && 'no list of published functions';

// drawing with OpenGL and its user interface are the renderer's; docs/compatibility.md says so
const replaced = /^(mjr|mjui)_/;

test('every published function is declared, but those of OpenGL and windows', { skip }, () => {
  const api = path.join(root, 'src/api');
  const headers = fs.readdirSync(api).map((file) => fs.readFileSync(path.join(api, file), 'utf8'));
  const declared = new Set(headers.join('\n').match(/\bmj\w*_\w+(?=\s*\()/g));
  const published = Object.keys(JSON.parse(fs.readFileSync(list, 'utf8')));
  assert.ok(published.length > 500);
  assert.deepEqual(
    published.filter((name) => !declared.has(name) && !replaced.test(name)),
    [],
  );
  const documented = fs.readFileSync(path.join(root, 'docs/compatibility.md'), 'utf8');
  assert.match(documented, /`mjr_` and `mjui_` functions do not exist/);
});

// PRINT-LAYOUT
test('the text of a scene is the one of the peer', async () => {
  const xml = `<mujoco><asset><material name="shiny" reflectance=".25"/></asset><worldbody><light pos="0 0 3"/>
    <geom type="plane" size="1 1 .5" material="shiny"/><body pos="0 0 1"><freejoint/><geom name="ball" size=".25"/></body>
    <flexcomp name="cloth" type="grid" count="3 3 1" dim="2" spacing=".25 .25 .25" pos="1 0 1" radius=".125" mass="1"/>
    </worldbody></mujoco>`;
  const texts = (await Promise.all([loadPeer(), load()])).map((mujoco) => {
    const model = mujoco.MjModel.from_xml_string(xml);
    const data = new mujoco.MjData(model);
    mujoco.mj_forward(model, data);
    const scene = new mujoco.MjvScene(model, 50);
    const option = new mujoco.MjvOption();
    const camera = new mujoco.MjvCamera();
    const all = mujoco.mjtCatBit.mjCAT_ALL.value;
    mujoco.mjv_updateScene(model, data, option, new mujoco.MjvPerturb(), camera, all, scene);
    scene.enabletransform = 1;
    mujoco.mj_printScene(scene, '/tmp/scene.txt');
    return mujoco.FS.readFile('/tmp/scene.txt', { encoding: 'utf8' });
  });
  assert.ok(texts[0].length > 1000);
  assert.equal(texts[1], texts[0]);
});

test('every function of the peer is there', async () => {
  const [peer, engine] = await Promise.all([loadPeer(), load()]);
  const names = Object.keys(peer).filter((name) => /^mj\w?_/.test(name));
  assert.ok(names.length > 200);
  assert.deepEqual(
    names.filter((name) => typeof Reflect.get(engine, name) !== 'function'),
    [],
  );
});

test('mj_solveM solves as many right sides as it is given and writes nothing else', async () => {
  const mujoco = await load({ print() {}, printErr() {} });
  const model = mujoco.MjModel.from_xml_string(
    '<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>',
  );
  const data = new mujoco.MjData(model);
  mujoco.mj_forward(model, data);
  for (const sides of [1, 2, 5]) {
    const count = sides * model.nv;
    const [before, result, behind] = [64, count, 64].map((n) => new mujoco.DoubleBuffer(n));
    mujoco.mj_solveM(
      model,
      data,
      result,
      Float64Array.from({ length: count }, (_, i) => i + 1),
    );
    assert.ok(result.GetView().every((value) => value > 0));
    for (const other of [before, behind]) assert.ok(other.GetView().every((value) => value === 0));
    const product = new Float64Array(model.nv);
    mujoco.mj_mulM(model, data, product, result.GetView().slice(0, model.nv));
    product.forEach((value, i) => assert.ok(Math.abs(value - (i + 1)) < 1e-9));
    for (const buffer of [before, result, behind]) buffer.delete();
  }
});

test('an empty list leaves an optional array out, as in the reference', async () => {
  const results = [];
  for (const engine of [await load(), await loadPeer()]) {
    const model = engine.MjModel.from_xml_string(
      '<mujoco><worldbody><geom size="1"/></worldbody></mujoco>',
    );
    const data = new engine.MjData(model);
    engine.mj_forward(model, data);
    const ids = new Int32Array(1);
    const none = new Float64Array(0);
    const distance = engine.mj_ray(model, data, [0, 0, 3], [0, 0, -1], [], true, -1, ids, none);
    results.push([distance, ids[0]]);
    data.delete();
    model.delete();
  }
  assert.deepEqual(results[0], results[1]);
  assert.equal(results[0][0], 2);
});

test('sizes that depend on an optional array take an empty one as left out', async () => {
  const engine = await load();
  const joints = '<body><joint/><geom size="1"/></body>'.repeat(3);
  const model = engine.MjModel.from_xml_string(`<mujoco><worldbody>${joints}</worldbody></mujoco>`);
  const data = new engine.MjData(model);
  engine.mj_forward(model, data);
  const none = new Int32Array(0);
  const dense = new Float64Array(9);
  engine.mj_addM(model, data, dense, none, none, none);
  assert.ok(dense[0] > 0 && dense[4] > 0 && dense[8] > 0);
  assert.throws(
    () => engine.mj_addM(model, data, new Float64Array(3), none, none, none),
    /dst must have size 9, got 3/,
  );
  // sparse rows get the columns that they lack, if there is room
  const chain = `${'<body pos="1 0 0"><joint/><geom size="1"/>'.repeat(3)}${'</body>'.repeat(3)}`;
  const linked = engine.MjModel.from_xml_string(`<mujoco><worldbody>${chain}</worldbody></mujoco>`);
  const state = new engine.MjData(linked);
  engine.mj_forward(linked, state);
  const sparse = new Float64Array(6);
  const counts = new Int32Array([0, 1, 1]);
  const columns = new Int32Array([0, 1, 0, 1, 0, 0]);
  engine.mj_addM(linked, state, sparse, counts, new Int32Array([0, 1, 3]), columns);
  assert.deepEqual(counts, new Int32Array([1, 2, 3]));
  assert.deepEqual(columns, new Int32Array([0, 0, 1, 0, 1, 2]));
  assert.deepEqual(sparse, Float64Array.from(state.M));
  assert.throws(
    () => engine.mj_addM(linked, state, sparse, [1, 1, 1], [0, 1, 4], [0, 1, 0, 0, 2, 0]),
    /colind must have at least size 7, got 6/,
  );
  for (const handle of [state, linked, data, model]) handle.delete();
});

test('a sparse matrix is as long as its rows say, or the call is refused', async () => {
  const engine = await load();
  const dense = new Float64Array(4);
  const calls = [
    () => engine.mju_sparse2dense(dense, [1], 2, 2, [1, 1], [0, 1e9], [0, 1]),
    () => engine.mju_sym2dense(dense, [1, 2], 2, [1, 2], [0, 1], [0]),
    () => engine.mju_printMatSparse([1], [1, 2], [0, 1], [0]),
  ];
  /** @type {[() => void, RegExp][]} */
  const refused = [
    [calls[0], /mat must have at least size 1000000001, got 1/],
    [calls[1], /mat must have at least size 3, got 2/],
    [calls[2], /mat must have at least size 3, got 1/],
    [
      () => engine.mju_sparse2dense(dense, [1, 2], 2, 2, [1, 1], [-1, 0], [0, 1]),
      /mat must have at least size Infinity/,
    ],
    [
      () => engine.mju_sparse2dense(dense, [1, 2], 2, 2, [1, 1], [0, 1], [0]),
      /colind must have at least size 2, got 1/,
    ],
  ];
  for (const [call, message] of refused) assert.throws(call, message);
  const rows = new engine.IntBuffer(2);
  rows.GetView().set([1, 1]);
  engine.mju_sparse2dense(dense, [1, 2], 2, 2, rows, [0, 1], [0, 1]);
  assert.deepEqual([...dense], [1, 0, 0, 2]);
  rows.delete();
});

test('a history takes as many times and values as it keeps', async () => {
  const engine = await load();
  const model = engine.MjModel.from_xml_string(`<mujoco>
    <worldbody><body><joint name="j"/><geom size="1"/></body></worldbody>
    <actuator><motor joint="j"/><motor joint="j" delay=".02" nsample="4"/></actuator>
    <sensor><framepos objtype="body" objname="world" delay=".02" nsample="3"/></sensor>
  </mujoco>`);
  const data = new engine.MjData(model);
  const nine = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  /** @type {[() => void, RegExp][]} */
  const refused = [
    [
      () => engine.mj_initCtrlHistory(model, data, 1, [1], [1, 2, 3, 4]),
      /times must have at least size 4/,
    ],
    [
      () => engine.mj_initCtrlHistory(model, data, 1, null, [1, 2, 3]),
      /values must have at least size 4/,
    ],
    [() => engine.mj_initCtrlHistory(model, data, 0, null, []), /actuator 0 has no history/],
    [() => engine.mj_initCtrlHistory(model, data, 2, null, []), /id must be from 0 to 1/],
    [
      () => engine.mj_initSensorHistory(model, data, 0, null, [1, 2], 0),
      /values must have at least size 9/,
    ],
    [
      () => engine.mj_initSensorHistory(model, data, 0, [1, 2], nine, 0),
      /times must have at least size 3/,
    ],
  ];
  for (const [call, message] of refused) assert.throws(call, message);
  engine.mj_initSensorHistory(model, data, 0, [1, 2, 3], nine, 0);
  assert.deepEqual([...engine.mj_readSensor(model, data, 0, 2, 0)], [1, 2, 3]);
  data.delete();
  model.delete();
});
