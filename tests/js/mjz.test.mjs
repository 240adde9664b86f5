// Models in archives, read by the engine itself.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import loadMujoco from '../../js/mujoco.js';

const mujoco = await loadMujoco({ print() {}, printErr() {} });
const tetra = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n';
const robot = zipSync({
  'model.xml': strToU8(
    '<mujoco><compiler meshdir="meshes"/><include file="parts/arm.xml"/>' +
      '<asset><mesh name="t" file="a/t.obj"/></asset></mujoco>',
  ),
  'parts/arm.xml': strToU8(
    '<mujoco><worldbody><geom name="g" type="mesh" mesh="t"/></worldbody></mujoco>',
  ),
  'meshes/a/t.obj': strToU8(tetra),
});

test('an archive is a model, from the files of the module and from a virtual file system', () => {
  mujoco.FS.writeFile('/robot.mjz', robot);
  const vfs = new mujoco.MjVFS();
  vfs.addBuffer('shelf/robot.zip', robot);
  for (const model of [
    mujoco.MjModel.from_xml_path('/robot.mjz'),
    mujoco.MjModel.from_xml_path('shelf/robot.zip', vfs),
  ]) {
    assert.equal(model.nmesh, 1);
    assert.equal(model.ngeom, 1);
    model.delete();
  }
});

test('an archive saved by the module is read again', () => {
  mujoco.FS.writeFile('/robot.mjz', robot);
  const spec = mujoco.mj_parseXML('/robot.mjz', new mujoco.MjVFS());
  const model = mujoco.mj_compile(spec, new mujoco.MjVFS());
  mujoco.mj_saveXML(spec, '/saved.mjz');
  const again = mujoco.MjModel.from_xml_path('/saved.mjz');
  assert.deepEqual([...again.mesh_vert], [...model.mesh_vert]);
});

test('300 damaged archives load or are refused, and the module goes on', () => {
  let seed = 1;
  const random = (/** @type {number} */ n) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed % n;
  };
  for (let i = 0; i < 300; i++) {
    const bad = i % 3 ? robot.slice() : robot.slice(0, random(robot.length));
    for (let n = 1 + random(6); i % 3 && n; n--) bad[random(bad.length)] ^= 1 << random(8);
    mujoco.FS.writeFile('/bad.mjz', bad);
    try {
      mujoco.MjModel.from_xml_path('/bad.mjz').delete();
    } catch (error) {
      assert.ok(error instanceof Error && error.name === 'MjError', String(error));
    }
  }
  assert.equal(mujoco.MjModel.from_xml_path('/robot.mjz').ngeom, 1);
});

test('a percent sign in a message is one', () => {
  assert.doesNotThrow(() => mujoco.mju_info(0, '100% %s %n'));
});
