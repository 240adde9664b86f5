// The entry 'limber/mujoco' as programs for the peer use it.
import assert from 'node:assert/strict';
import test from 'node:test';
import loadMujoco, { MjError } from 'limber/mujoco';
import { found, functionsOf } from '../helpers.mjs';

const mujoco = await loadMujoco({ print() {}, printErr() {} });
const xml = `<mujoco model="two bodies">
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body name="ball" pos="0 0 .09"><freejoint name="free"/><geom name="g" size=".1"/><site name="s"/></body>
    <body name="arm" pos="1 0 1"><joint name="hinge" range="-1 1"/><geom size=".1"/><camera name="c"/><light name="l"/></body>
  </worldbody>
  <actuator><motor name="motor" joint="hinge" ctrlrange="-1 1"/></actuator>
  <tendon><fixed name="cord"><joint joint="hinge" coef="1"/></fixed></tendon>
  <equality><joint name="lock" joint1="hinge" active="false"/></equality>
  <sensor><jointpos name="angle" joint="hinge"/><framepos name="place" objtype="body" objname="ball"/></sensor>
</mujoco>`;

function simulate() {
  const model = mujoco.MjModel.from_xml_string(xml);
  const data = new mujoco.MjData(model);
  mujoco.mj_forward(model, data);
  return { model, data };
}

test('compiling a spec tells its warnings', async () => {
  /** @type {string[]} */
  const told = [];
  const engine = await loadMujoco({ print() {}, printErr: (text) => told.push(text) });
  const text = `<mujoco><worldbody><flexcomp name="f" type="grid" count="3 3 1" spacing=".1 .1 .1" dim="2" mass="1"/></worldbody></mujoco>`;
  engine.MjModel.from_xml_string(text).delete();
  assert.deepEqual(told, []);
  const spec = engine.parseXMLString(text);
  engine.mj_compile(spec, new engine.MjVFS()).delete();
  assert.equal(told.length, 1);
  assert.match(told[0], /flex 'f' is not rigid and has no equality constraints or passive forces/);
  spec.delete();
});

test('fields are live views of the same memory', () => {
  const { model, data } = simulate();
  assert.equal(data.qpos.length, model.nq);
  assert.equal(data.qpos, data.qpos);
  const { qpos } = data;
  mujoco.mj_step(model, data);
  assert.notEqual(qpos[2], 0.09);
  assert.equal(data.time, model.opt.timestep);
});

test('an array can be assigned when the length agrees', () => {
  const { data } = simulate();
  data.qvel = [1, 2, 3, 4, 5, 6, 7];
  assert.equal(data.qvel[6], 7);
  assert.throws(() => (data.qvel = [1]), /qvel must have size 7, got 1/);
});

test('a misspelt field throws', () => {
  const { model, data } = simulate();
  // @ts-expect-error misspelt
  assert.throws(() => (data.qposs = 1), TypeError);
  // @ts-expect-error misspelt
  assert.throws(() => (model.opt.timestap = 1), TypeError);
  // @ts-expect-error misspelt
  assert.throws(() => (model.body('ball').masss = 1), TypeError);
});

test('nested structs are assigned by value', () => {
  const { model } = simulate();
  const option = new mujoco.MjOption();
  option.timestep = 0.25;
  model.opt = option;
  option.timestep = 1;
  assert.equal(model.opt.timestep, 0.25);
  // @ts-expect-error no options
  assert.throws(() => (model.opt = {}), TypeError);
});

test('structs are made with their defaults and copied', () => {
  assert.equal(new mujoco.MjOption().timestep, 0.002);
  assert.equal(new mujoco.MjVisual().global.fovy, 45);
  const statistic = new mujoco.MjStatistic();
  statistic.center = [1, 2, 3];
  const copy = statistic.copy();
  statistic.center[0] = 9;
  assert.deepEqual([...copy.center], [1, 2, 3]);
});

test('named access gives numbers, views and clear errors', () => {
  const { model, data } = simulate();
  assert.equal(model.body('ball').id, 1);
  assert.equal(model.body(1).name, 'ball');
  assert.equal(model.jnt('hinge').type, mujoco.mjtJoint.mjJNT_HINGE.value);
  assert.equal(model.jnt('hinge').limited, true);
  assert.equal(model.jnt('free').qpos0.length, 7);
  assert.equal(model.jnt('free').M0.length, 6);
  assert.equal(data.sensor('angle').data.length, 1);
  assert.equal(data.sensor('place').data.length, 3);
  assert.equal(model.tendon('cord').range, model.tendon('cord')._range);
  data.actuator('motor').ctrl = 0.5;
  assert.equal(data.ctrl[0], 0.5);
  data.body('ball').xfrc_applied = [1, 2, 3, 4, 5, 6];
  assert.equal(data.xfrc_applied[6 + 5], 6);
  assert.throws(() => model.body('none'), {
    name: 'MjError',
    message: "MuJoCo Error: Invalid name 'none' for body. Valid names: ['arm', 'ball', 'world']",
  });
  assert.throws(() => model.body(3), /Invalid index 3 for body. Valid indices from 0 to 2/);
});

test('boolean arrays work', () => {
  const { model, data } = simulate();
  assert.equal(data.eq_active[0], 0);
  data.eq_active[0] = 1;
  assert.equal(data.eq_active[0], 1);
  assert.equal(model.jnt_limited.length, 2);
});

test('contacts are read in place, without copies', () => {
  const { data } = simulate();
  assert.equal(data.contact.size(), 1);
  const contact = found(data.contact.get(0));
  assert.equal(contact, data.contact.get(0));
  assert.ok(contact.dist < 0);
  assert.deepEqual([...contact.geom], [0, 1]);
  assert.equal(data.contact.get(1), undefined);
  assert.equal([...data.contact].length, 1);
  const list = data.contact;
  list.delete();
  assert.equal(data.contact.size(), 1);
});

test('outputs may be buffers, typed arrays or plain arrays', () => {
  const buffer = new mujoco.DoubleBuffer(3);
  mujoco.mju_cross(buffer, [1, 0, 0], [0, 1, 0]);
  assert.deepEqual([...buffer.GetView()], [0, 0, 1]);
  const typed = new Float64Array(3);
  mujoco.mju_cross(typed, [1, 0, 0], [0, 1, 0]);
  assert.deepEqual([...typed], [0, 0, 1]);
  const plain = [0, 0, 0];
  mujoco.mju_cross(plain, [1, 0, 0], [0, 1, 0]);
  assert.deepEqual(plain, [0, 0, 1]);
  assert.equal(mujoco.DoubleBuffer.FromArray([1, 2]).GetElementCount(), 2);
  assert.throws(() => new mujoco.DoubleBuffer(-1), MjError);
});

test('lengths and indices are checked before C sees them', () => {
  const { model, data } = simulate();
  /** @param {string} text */
  const say = (text) => ({ name: 'MjError', message: `MuJoCo Error: ${text}` });
  assert.throws(
    () => mujoco.mju_dot([1, 2], [3]),
    say('[mju_dot] vec1 and vec2 must have equal size, got 2 and 1'),
  );
  assert.throws(
    () => mujoco.mj_getState(model, data, new Float64Array(2), 1),
    say('[mj_getState] state must have size 1, got 2'),
  );
  assert.throws(
    () => mujoco.mju_eye(new Float64Array(5)),
    say('[mju_eye] mat must be a perfect square, got 5'),
  );
  assert.throws(
    () => mujoco.mju_add3([1], [1], [1]),
    say('[mju_add3] res must have size 3, got 1'),
  );
  assert.throws(
    () => mujoco.mj_jacBody(model, data, null, null, 99),
    /body must be from 0 to 2, got 99/,
  );
  assert.throws(
    () => mujoco.mj_jacBody(model, data, new Float64Array(3), null, 1),
    /jacp must have size 21, got 3/,
  );
  // @ts-expect-error no array
  assert.throws(() => mujoco.mju_dot(null, [1]), /Invalid argument/);
  // @ts-expect-error too few
  assert.throws(() => mujoco.mju_dot([1]), /called with 1 arguments, expected 2/);
});

test('sizes that arrays imply are not arguments', () => {
  const mat = new Float64Array(4);
  mujoco.mju_eye(mat);
  assert.deepEqual([...mat], [1, 0, 0, 1]);
  assert.equal(mujoco.mju_add.length, 3);
  const sorted = [3, 1, 2];
  mujoco.mju_insertionSort(sorted);
  assert.deepEqual(sorted, [1, 2, 3]);
});

test('enums are objects with a value, taken by functions either way', () => {
  const { model } = simulate();
  const { mjtObj } = mujoco;
  assert.equal(mjtObj.mjOBJ_BODY.value, 1);
  assert.equal(mjtObj.values[1], mjtObj.mjOBJ_BODY);
  // @ts-expect-error declared by its values, not as a class
  assert.ok(mjtObj.mjOBJ_BODY instanceof mjtObj);
  // @ts-expect-error declared for numbers only
  assert.equal(mujoco.mj_name2id(model, mjtObj.mjOBJ_BODY, 'arm'), 2);
  assert.equal(mujoco.mj_name2id(model, mjtObj.mjOBJ_BODY.value, 'arm'), 2);
});

test('a spec is edited and compiled', () => {
  const spec = mujoco.parseXMLString(xml);
  assert.equal(spec.modelname, 'two bodies');
  const body = found(mujoco.mjs_findBody(spec, 'arm'));
  const geom = mujoco.mjs_addGeom(body, null);
  geom.type = mujoco.mjtGeom.mjGEOM_BOX;
  geom.size = [0.1, 0.2, 0.3];
  geom.rgba[0] = 1;
  mujoco.mjs_setName(geom.element, 'box');
  body.userdata = [1, 2];
  body.userdata.push_back(3);
  assert.deepEqual([...body.userdata], [1, 2, 3]);
  assert.equal(mujoco.mjs_getName(geom.element), 'box');
  assert.equal(geom.type, mujoco.mjtGeom.mjGEOM_BOX);
  assert.equal(mujoco.mjs_findBody(spec, 'none'), undefined);
  const model = mujoco.mj_compile(spec);
  assert.equal(model.ngeom, 4);
  assert.deepEqual([...model.geom('box').size], [0.1, 0.2, 0.3]);
  spec.delete();
  assert.throws(() => body.pos, /this MjsBody was deleted/);
});

test('vectors of strings and of rows', () => {
  const spec = mujoco.parseXMLString('<mujoco/>');
  const material = mujoco.mjs_addMaterial(spec, null);
  const count = material.textures.size();
  material.textures.set(1, 'wood');
  assert.equal(material.textures.get(1), 'wood');
  material.textures.push_back('more');
  assert.equal(material.textures.size(), count + 1);
  material.textures.resize(2, '');
  assert.deepEqual([...material.textures], ['', 'wood']);
  const skin = mujoco.mjs_addSkin(spec);
  const row = new mujoco.mjIntVec();
  row.push_back(4);
  row.push_back(5);
  skin.vertid.push_back(row);
  // @ts-expect-error declared for vectors only
  skin.vertid.push_back([6]);
  assert.deepEqual([...found(skin.vertid.get(0))], [4, 5]);
  assert.equal(found(skin.vertid.get(1)).get(0), 6);
  const own = new mujoco.mjStringVec();
  own.resize(2, 'x');
  assert.deepEqual([...own], ['x', 'x']);
});

test('files: VFS and FS', () => {
  const vfs = new mujoco.MjVFS();
  vfs.addBuffer('a.xml', '<mujoco><include file="b.xml"/></mujoco>');
  vfs.addBuffer(
    'b.xml',
    new TextEncoder().encode('<mujoco><worldbody><body/></worldbody></mujoco>').buffer,
  );
  assert.equal(mujoco.MjModel.from_xml_path('a.xml', vfs).nbody, 2);
  assert.throws(() => vfs.addBuffer('a.xml', 'x'), /Could not add buffer to VFS: 2/);
  vfs.deleteFile('b.xml');
  assert.throws(() => mujoco.MjModel.from_xml_path('a.xml', vfs), MjError);

  const { FS } = mujoco;
  FS.mkdir('/models');
  FS.writeFile('/models/m.xml', xml);
  assert.equal(FS.readFile('/models/m.xml', { encoding: 'utf8' }), xml);
  assert.deepEqual(FS.readdir('/models'), ['.', '..', 'm.xml']);
  const model = mujoco.MjModel.from_xml_path('/models/m.xml');
  assert.equal(mujoco.MjModel.loadFromXML('/models/m.xml').nq, model.nq);
  assert.equal(mujoco.MjModel.from_xml_path('models/m.xml').nq, model.nq);
  mujoco.mj_saveModel(model, '/models/m.mjb', null);
  assert.equal(FS.stat('/models/m.mjb').size, Number(mujoco.mj_sizeModel(model)));
  assert.equal(mujoco.MjModel.from_binary_path('/models/m.mjb').nq, model.nq);
  FS.unlink('/models/m.xml');
  assert.throws(() => FS.readFile('/models/m.xml'), { name: 'ErrnoError', code: 'ENOENT' });
  assert.throws(() => FS.mkdir('/models'), { code: 'EEXIST' });
  assert.equal(FS.analyzePath('/none').exists, false);
});

test('FS: folders and files as programs with files beside them make them', () => {
  const { FS } = mujoco;
  assert.equal(mujoco.FS_createPath('/', 'beside/assets', true, true), '/beside/assets');
  assert.equal(mujoco.FS_createPath('/beside', 'assets/more', true, true), '/beside/assets/more');
  mujoco.FS_createDataFile('/beside', 'm.xml', new TextEncoder().encode(xml), true, true, true);
  FS.createDataFile('/beside/assets/a.txt', null, null);
  assert.deepEqual(FS.readdir('/beside/assets'), ['.', '..', 'more', 'a.txt']);
  assert.equal(FS.readFile('/beside/assets/a.txt').length, 0);
  assert.throws(() => mujoco.FS_createDataFile('/beside', 'm.xml', ''), {
    code: 'EEXIST',
    errno: 20,
  });
  assert.throws(() => mujoco.FS_createDataFile('/none', 'm.xml', ''), { code: 'ENOENT' });
  assert.equal(mujoco.MjModel.mj_loadXML('/beside/m.xml').nbody, 3);
  mujoco.FS_unlink('/beside/m.xml');
  assert.equal(FS.analyzePath('/beside/m.xml').exists, false);
});

test('FS: the engine writes into folders that are there only', () => {
  const { FS } = mujoco;
  const { model, data } = simulate();
  /** @type {Record<string, (path: string) => unknown>} */
  const writers = {
    mj_saveLastXML: (path) => mujoco.mj_saveLastXML(path, model),
    mj_saveModel: (path) => mujoco.mj_saveModel(model, path, null),
    mj_printModel: (path) => mujoco.mj_printModel(model, path),
    mj_printData: (path) => mujoco.mj_printData(model, data, path),
    mj_printFormattedData: (path) => mujoco.mj_printFormattedData(model, data, path, '%g'),
  };
  FS.mkdir('/written');
  for (const [name, write] of Object.entries(writers)) {
    assert.throws(() => write('/nodir/x'), { name: 'ErrnoError', code: 'ENOENT' }, name);
    assert.throws(() => write('/written'), { name: 'ErrnoError', code: 'EISDIR' }, name);
    assert.equal(FS.analyzePath('/nodir/x').exists, false, name);
    write('/written/../written/x');
    assert.ok(FS.stat('/written/x').size > 100, name);
    FS.unlink('/written/x');
  }
  // a name without folder is for the present one
  FS.chdir('/written');
  mujoco.mj_printModel(model, 'm.txt');
  FS.chdir('/');
  assert.deepEqual(FS.readdir('/written'), ['.', '..', 'm.txt']);
  assert.ok(FS.readFile('/written/m.txt').length > 100);
});

test('a binary model goes through a buffer', () => {
  const { model } = simulate();
  const buffer = new mujoco.Uint8Buffer(Number(mujoco.mj_sizeModel(model)));
  mujoco.mj_saveModel(model, null, buffer);
  assert.equal(mujoco.MjModel.from_binary_buffer(buffer.GetView().slice()).nq, model.nq);
  assert.throws(
    () => mujoco.mj_saveModel(model, null, new Uint8Array(4)),
    /buffer must have at least size/,
  );
});

test('models and data are copied', () => {
  const { model, data } = simulate();
  data.qpos[0] = 5;
  const copy = new mujoco.MjData(model, data);
  data.qpos[0] = 6;
  assert.equal(copy.qpos[0], 5);
  assert.equal(new mujoco.MjModel(model).nq, model.nq);
});

test('state goes out and in', () => {
  const { model, data } = simulate();
  const full = mujoco.mjtState.mjSTATE_FULLPHYSICS.value;
  const state = new Float64Array(mujoco.mj_stateSize(model, full));
  mujoco.mj_getState(model, data, state, full);
  const before = [...data.qpos];
  mujoco.mj_step(model, data);
  mujoco.mj_setState(model, data, state, full);
  assert.deepEqual([...data.qpos], before);
});

// COMPAT: LIST-COPIES: lists that programs make hold copies and give copies; those of data are live
test('lists hold copies of structs and of rows', async () => {
  const { default: loadPeer } = await import('@mujoco/mujoco');
  for (const module of [mujoco, await loadPeer({ print() {}, printErr() {} })]) {
    const rows = new module.mjIntVecVec();
    const row = new module.mjIntVec();
    rows.push_back(row);
    rows.push_back(row);
    row.push_back(7);
    rows.set(1, row);
    row.push_back(8);
    rows.resize(4, row);
    found(rows.get(2)).push_back(9);
    row.delete();
    const sizes = Array.from({ length: 4 }, (_, i) => found(rows.get(i)).size());
    assert.deepEqual(sizes, [0, 1, 2, 2]);

    const geoms = new module.MjvGeomVec();
    const geom = new module.MjvGeom();
    geom.dataid = 3;
    geoms.push_back(geom);
    geoms.resize(3, geom);
    geom.dataid = 4;
    geoms.set(1, geom);
    found(geoms.get(0)).dataid = 5;
    geom.delete();
    found(geoms.get(2)).delete();
    const ids = Array.from({ length: 3 }, (_, i) => found(geoms.get(i)).dataid);
    assert.deepEqual(ids, [3, 4, 3]);

    const model = module.MjModel.from_xml_string(
      '<mujoco><worldbody><geom size=".1"/><body pos=".19 0 0"><freejoint/><geom size=".1"/></body></worldbody></mujoco>',
    );
    const data = new module.MjData(model);
    module.mj_forward(model, data);
    const kept = new module.MjContactVec();
    kept.push_back(found(data.contact.get(0)));
    const before = found(data.contact.get(0)).dist;
    data.qpos[0] = 0.15;
    module.mj_forward(model, data);
    assert.equal(found(kept.get(0)).dist, before);
    assert.notEqual(found(data.contact.get(0)).dist, before);
    // @ts-expect-error no contact, on purpose
    assert.throws(() => kept.push_back(5));
    // @ts-expect-error no contact, on purpose
    assert.throws(() => kept.push_back(new module.MjvGeom()));
    for (const handle of [kept, data, model]) handle.delete();
  }
  // rows may be given as arrays; what they hold is checked
  const rows = new mujoco.mjIntVecVec();
  // @ts-expect-error declared for vectors only
  rows.push_back([1, 2]);
  assert.deepEqual([...found(rows.get(0))], [1, 2]);
  // @ts-expect-error declared for vectors only
  assert.throws(() => rows.push_back([3e9]), /\[mjIntVec\] an item must be from/);
});

// COMPAT: PRINT-LINES: the hook gets the lines of a text one by one
test('print gets lines', async () => {
  const { default: loadPeer } = await import('@mujoco/mujoco');
  for (const load of [loadMujoco, loadPeer]) {
    /** @type {string[]} */
    const lines = [];
    const module = await load({ print: (/** @type {string} */ line) => lines.push(line) });
    module.mju_printMat([1, 2, 3, 4], 2, 2);
    assert.deepEqual(
      lines.map((line) => line.trim()),
      ['1.00000000 2.00000000', '3.00000000 4.00000000', ''],
    );
  }
});

test('a new visual geom is of no type', () => {
  const geom = new mujoco.MjvGeom();
  assert.equal(geom.type, mujoco.mjtGeom.mjGEOM_NONE.value);
  assert.equal(geom.dataid, -1);
  geom.delete();
});

test('vectors keep items of their type', () => {
  const whole = new mujoco.mjIntVec();
  whole.push_back(3.7);
  whole.push_back(-3.7);
  assert.deepEqual([...whole], [3, -3]);
  const single = new mujoco.mjFloatVec();
  single.push_back(0.1);
  assert.equal(single.get(0), Math.fround(0.1));
  const text = new mujoco.mjStringVec();
  for (const wrong of [null, undefined, 5, {}])
    assert.throws(() => text.push_back(/** @type {string} */ (wrong)), /a mjStringVec holds no/);
  for (const vector of [whole, single, new mujoco.mjDoubleVec(), new mujoco.mjByteVec()])
    for (const wrong of [null, undefined, '1', {}])
      assert.throws(
        () => vector.push_back(/** @type {number} */ (/** @type {unknown} */ (wrong))),
        MjError,
      );
  // @ts-expect-error declared with a value for the new items
  single.resize(3);
  assert.equal(single.get(2), 0);
});

test('FS: errors tell folders from files, folders move, files grow', () => {
  const { FS } = mujoco;
  FS.mkdirTree('/place/inner');
  FS.writeFile('/place/inner/a.txt', 'one');
  FS.writeFile('/place/inner/a.txt', ' two', { flags: 'a' });
  assert.equal(FS.readFile('/place/inner/a.txt', { encoding: 'utf8' }), 'one two');
  assert.throws(
    // @ts-expect-error no such encoding
    () => FS.readFile('/place/inner/a.txt', { encoding: 'latin1' }),
    /Invalid encoding/,
  );
  for (const call of ['readdir', 'rmdir', 'chdir'])
    assert.throws(
      () => functionsOf(FS)[call]('/place/inner/a.txt'),
      { code: 'ENOTDIR', errno: 54 },
      call,
    );
  assert.throws(() => FS.rmdir('/'), { code: 'EBUSY', errno: 10 });
  for (const call of ['readFile', 'unlink'])
    assert.throws(() => functionsOf(FS)[call]('/place/inner'), { code: 'EISDIR', errno: 31 }, call);
  FS.rename('/place', '/moved');
  assert.deepEqual(FS.readdir('/moved/inner'), ['.', '..', 'a.txt']);
  assert.equal(FS.analyzePath('/place').exists, false);
  FS.rename('/moved/inner/a.txt', '/moved/b.txt');
  assert.deepEqual(FS.readdir('/moved/inner'), ['.', '..']);
  assert.equal(FS.stat('/moved/b.txt').size, 7);
  assert.throws(() => FS.rename('/moved', '/none/there'), { code: 'ENOENT' });
});

test('mjv_connector: arrows and lines start at the first point, solids are centred, other shapes connect nothing', () => {
  const geom = new mujoco.MjvGeom();
  /** @param {keyof Mujoco['mjtGeom'] & `mjGEOM_${string}`} type */
  const place = (type) => {
    mujoco.mjv_connector(geom, mujoco.mjtGeom[type].value, 0.5, [0, 0, 1], [0, 0, 3]);
    return [geom.size[2], geom.pos[2]];
  };
  for (const type of /** @type {const} */ ([
    'mjGEOM_ARROW',
    'mjGEOM_ARROW1',
    'mjGEOM_ARROW2',
    'mjGEOM_LINE',
  ]))
    assert.deepEqual(place(type), [2, 1], type);
  for (const type of /** @type {const} */ (['mjGEOM_CAPSULE', 'mjGEOM_CYLINDER']))
    assert.deepEqual(place(type), [1, 2], type);
  for (const type of /** @type {const} */ ([
    'mjGEOM_SPHERE',
    'mjGEOM_BOX',
    'mjGEOM_LINEBOX',
    'mjGEOM_LABEL',
  ]))
    assert.throws(() => place(type), /mjv_connector: invalid geom type \d+ for connector/, type);
});
