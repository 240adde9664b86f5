// What programs may not write is refused with a sentence, and nothing is harmed.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'limber';
import loadMujoco, { MjError } from 'limber/mujoco';
import { internalsOf, messageOf, valuesOf } from '../helpers.mjs';

const mujoco = await loadMujoco({ print() {}, printErr() {} });
const xml =
  '<mujoco><worldbody><geom size="1"/><body><freejoint/><geom size="1"/></body></worldbody></mujoco>';

/** @param {() => unknown} call @param {RegExp} [says] */
const refused = (call, says = /./) =>
  assert.throws(call, (error) => error instanceof MjError && says.test(error.message));

test('sizes and counts of models, data and scenes are read-only', () => {
  const model = mujoco.MjModel.from_xml_string(xml);
  const data = new mujoco.MjData(model);
  const scene = new mujoco.MjvScene(model, 10);
  for (const name of ['nq', 'nv', 'nbody', 'narena', 'nbuffer', 'signature', 'njmax'])
    refused(() => (valuesOf(model)[name] = 1e6), /MjModel\.\w+ is kept by the engine/);
  for (const name of ['nplugin', 'pstack', 'parena', 'narena', 'nefc', 'signature'])
    refused(() => (valuesOf(data)[name] = -1e9), /MjData\.\w+ is kept by the engine/);
  for (const name of ['maxgeom', 'nflex', 'nskin']) refused(() => (valuesOf(scene)[name] = 5));
  refused(() => (scene.ngeom = 11), /from 0 to 10/);
  scene.ngeom = 3;
  assert.equal(scene.ngeom, 3);
  data.time = 2;
  assert.equal(data.time, 2);
  mujoco.mj_step(model, data);
  assert.equal(model.nq, 7);
  for (const handle of [scene, data, model]) handle.delete();
});

test('contacts have one to six dimensions', () => {
  const model = mujoco.MjModel.from_xml_string(
    xml.replace('<worldbody>', '<option cone="elliptic"/><worldbody>'),
  );
  const data = new mujoco.MjData(model);
  mujoco.mj_forward(model, data);
  const contact = data.contact.get(0);
  assert.ok(contact);
  for (const wrong of [0, 7, -5, 1e9, NaN, '3'])
    refused(
      () => (valuesOf(contact).dim = wrong),
      /MjContact\.dim must be a number from 1 to 6, got/,
    );
  const rows = data.nefc;
  assert.equal(mujoco.mj_addContact(model, data, new mujoco.MjContact()), 0);
  mujoco.mj_makeConstraint(model, data);
  assert.deepEqual([data.ncon, data.nefc], [2, rows]);
  data.contact.get(0)?.geom.fill(5);
  refused(() => mujoco.mj_makeConstraint(model, data), /a contact names geom 5, and there are 2/);
  mujoco.mj_forward(model, data);
  assert.deepEqual([data.ncon, data.nefc], [1, rows]);
  for (const handle of [data, model]) handle.delete();
});

test('flags and memory in use may be written, contacts be dropped', () => {
  const model = mujoco.MjModel.from_xml_string(
    xml.replace('<freejoint/>', '<freejoint/><geom size="1"/>'),
  );
  const data = new mujoco.MjData(model);
  mujoco.mj_forward(model, data);
  assert.equal(data.ncon, 2);
  for (const wrong of [3, -1, NaN, '1'])
    refused(() => (valuesOf(data).ncon = wrong), /MjData\.ncon must be a number from 0 to 2, got/);
  data.ncon = 1;
  assert.deepEqual([data.ncon, data.contact.size()], [1, 1]);
  refused(() => (data.ncon = 2), /from 0 to 1/);
  mujoco.mj_forward(model, data);
  assert.equal(data.ncon, 2);
  for (const name of ['flg_rnepost', 'flg_subtreevel', 'flg_energypos', 'flg_energyvel']) {
    valuesOf(data)[name] = true;
    assert.equal(valuesOf(data)[name], true);
    valuesOf(data)[name] = 0;
    assert.equal(valuesOf(data)[name], false);
  }
  for (const name of ['flg_gravcomp', 'flg_surfacevel', 'flg_adhesion']) {
    valuesOf(model)[name] = 1;
    assert.equal(valuesOf(model)[name], true);
  }
  for (const name of ['maxuse_con', 'maxuse_efc', 'maxuse_arena', 'maxuse_stack']) {
    valuesOf(data)[name] = 0;
    assert.equal(valuesOf(data)[name], 0);
  }
  mujoco.mj_step(model, data);
  assert.ok(data.qpos.every(Number.isFinite));
  data.delete();
  model.delete();
});

test('the type of a spec element is read-only', () => {
  const spec = mujoco.parseXMLString(xml);
  const body = spec.worldbody.addBody();
  refused(() => (body.element.elemtype = 5), /MjsElement\.elemtype is kept by the engine/);
  body.remove();
  spec.delete();
});

test('assigning a struct with texts copies the texts, not their addresses', () => {
  const live = internalsOf(mujoco).engine.exports.lb_liveBlocks();
  const spec = mujoco.parseXMLString(xml);
  const a = spec.worldbody.addBody();
  const b = spec.worldbody.addBody();
  a.plugin.name = 'instance';
  b.plugin = a.plugin;
  assert.equal(b.plugin.name, 'instance');
  a.plugin.name = 'other';
  assert.equal(b.plugin.name, 'instance');
  a.remove();
  assert.equal(b.plugin.name, 'instance');
  spec.delete();
  assert.equal(internalsOf(mujoco).engine.exports.lb_liveBlocks(), live);
});

test('buffers take numbers that fit and arrays', () => {
  refused(() => new mujoco.Uint8Buffer({ length: 1e9 }), /a number of items or an array/);
  // @ts-expect-error no number, on purpose
  refused(() => new mujoco.DoubleBuffer(null), /got null/);
  refused(() => new mujoco.DoubleBuffer(2 ** 29), /at most \d+ items fit into memory/);
  refused(() => new mujoco.IntBuffer(-1), /whole number/);
  // @ts-expect-error no number, on purpose
  refused(() => new mujoco.DoubleBuffer(new BigInt64Array(2)), /must hold numbers/);
});

test('what is no number is none in fields, arrays and vectors', () => {
  const model = mujoco.MjModel.from_xml_string(xml);
  const data = new mujoco.MjData(model);
  const spec = mujoco.parseXMLString(xml);
  // @ts-expect-error no number, on purpose
  refused(() => (model.opt.timestep = null), /timestep must be a number, got null/);
  // @ts-expect-error no number, on purpose
  refused(() => (data.qpos = null), /MjData\.qpos must have size 7, got null/);
  // @ts-expect-error no number, on purpose
  refused(() => (data.qpos = new BigInt64Array(7)), /MjData\.qpos must hold numbers/);
  // @ts-expect-error no number, on purpose
  refused(() => (spec.memory = null), /memory must be a whole number/);
  refused(() => (spec.memory = 1.5), /memory must be a whole number/);
  const result = new Float64Array(3);
  // @ts-expect-error no number, on purpose
  refused(() => mujoco.mju_copy3(result, new BigInt64Array(3)), /must hold numbers/);
  // @ts-expect-error no number, on purpose
  refused(() => mujoco.mju_copy3(result, [1n, 2n, 3n]), /must hold numbers/);
  // @ts-expect-error no number, on purpose
  refused(() => mujoco.mju_copy3({ GetView: () => new Float64Array(result.buffer, 8) }, [1, 2, 3]));
  for (const handle of [spec, data, model]) handle.delete();
});

// COMPAT: NUMBER-RANGES: the peer takes the same numbers, and throws for the others
test('numbers beyond the range of their C type are none that a field or a vector takes', async () => {
  const { default: loadPeer } = await import('@mujoco/mujoco');
  for (const module of [mujoco, await loadPeer({ print() {}, printErr() {} })]) {
    const model = module.MjModel.from_xml_string(xml);
    const geom = new module.MjvGeom();
    const whole = new module.mjIntVec();
    const bytes = new module.mjByteVec();
    /** @type {Record<string, [set: (value: number) => void, get: () => unknown]>} */
    const places = {
      'MjOption.iterations': [
        (value) => (model.opt.iterations = value),
        () => model.opt.iterations,
      ],
      'MjvGeom.transparent': [(value) => (geom.transparent = value), () => geom.transparent],
      '[mjIntVec] an item': [(value) => whole.push_back(value), () => whole.get(whole.size() - 1)],
      '[mjByteVec] an item': [(value) => bytes.push_back(value), () => bytes.get(bytes.size() - 1)],
    };
    for (const [name, [set, get]] of Object.entries(places)) {
      const [least, most] = /Byte|transp/.test(name) ? [0, 255] : [-(2 ** 31), 2 ** 31 - 1];
      for (const value of [least, 0, 2.7, most]) {
        set(value);
        assert.equal(get(), Math.trunc(value), name);
      }
      for (const value of [least - 1, least - 0.5, most + 0.5, 2 ** 32 + 3, 1e20, Infinity])
        assert.throws(
          () => set(value),
          (error) =>
            module !== mujoco ||
            messageOf(error).endsWith(`${name} must be from ${least} to ${most}, got ${value}`),
          `${name} ${value}`,
        );
      for (const value of ['', '5', [], [3], {}, null, undefined])
        assert.throws(
          () => set(/** @type {number} */ (value)),
          (error) =>
            module !== mujoco || messageOf(error).includes(`${name} must be a number, got`),
          `${name} ${value}`,
        );
    }
    for (const value of ['', '5', [], [1]])
      assert.throws(() => (valuesOf(model.opt).timestep = value));
    model.opt.timestep = Infinity;
    assert.equal(model.opt.timestep, Infinity);
    for (const handle of [geom, whole, bytes, model]) handle.delete();
  }
  const spec = mujoco.parseXMLString(xml);
  // sizes have 64 bits in limber, 32 in the peer
  for (const value of [2 ** 53, -(2 ** 53), 2 ** 80, NaN])
    refused(() => (spec.memory = value), /MjSpec\.memory must be a whole number of type int64/);
  // @ts-expect-error a big integer is taken, and not declared
  refused(() => (spec.memory = 2n ** 63n), /got 9223372036854775808/);
  spec.memory = 2 ** 40;
  assert.equal(spec.memory, 2 ** 40);
  spec.delete();
});

test('a view that an object pretends to have is copied, not taken as an address', () => {
  const memory = new Float64Array(5);
  const fake = { GetView: () => memory.subarray(1, 4) };
  // @ts-expect-error no number, on purpose
  mujoco.mju_copy3(fake, [1, 2, 3]);
  assert.deepEqual([...memory], [0, 1, 2, 3, 0]);
});

test('a hook that calls itself without end throws an error that says so', () => {
  const model = mujoco.MjModel.from_xml_string(xml);
  const data = new mujoco.MjData(model);
  mujoco.mjcb_control = (m, d) => mujoco.mj_forward(m, d);
  refused(() => mujoco.mj_forward(model, data), /stack/);
  mujoco.mjcb_control = null;
  mujoco.mj_forward(model, data);
  data.delete();
  model.delete();
});

test('a simulation is not edited while it steps', async () => {
  const sim = await load(xml);
  sim.setCallback('control', () => sim.edit((spec) => spec.worldbody.addBody()));
  refused(() => sim.step(3), /edit must be called between steps/);
  sim.setCallback('control', null);
  sim.step(3);
  assert.ok(sim.time > 0);
  sim.edit((spec) => spec.worldbody.addBody());
  sim.dispose();
});

test('an index of a model that leads nowhere is an error, wherever it stands', () => {
  const scene = `<mujoco><asset><material name="a"/></asset><worldbody><geom type="plane" size="1 1 .1"/><body pos="0 0 .09">
    <freejoint/><geom size=".1" material="a"/><site name="s"/></body><body pos="1 0 0"><joint name="j"/><geom size=".1"/></body>
    </worldbody><tendon><fixed><joint joint="j" coef="2"/></fixed></tendon><actuator><motor joint="j"/></actuator>
    <sensor><framepos objtype="site" objname="s"/></sensor><equality><joint joint1="j"/></equality></mujoco>`;
  const sound = mujoco.MjModel.from_xml_string(scene);
  const state = new mujoco.MjData(sound);
  mujoco.mj_step(sound, state);
  const names = Object.keys(Object.getOwnPropertyDescriptors(mujoco.MjModel.prototype)).filter(
    (name) => {
      const value = valuesOf(sound)[name];
      return value instanceof Int32Array && value.length > 0;
    },
  );
  assert.ok(names.length > 100);
  let errors = 0;
  for (const name of names) {
    for (const wrong of [1e9, -5, 5000]) {
      const model = mujoco.MjModel.from_xml_string(scene);
      const data = new mujoco.MjData(model);
      const array = /** @type {Int32Array} */ (valuesOf(model)[name]);
      const right = array[0];
      array[0] = wrong;
      try {
        for (let i = 0; i < 2; i++) mujoco.mj_step(model, data);
      } catch (error) {
        assert.match(
          String(error),
          /\[mj_step\] MjModel\.\w+ holds a number that does not fit the model/,
        );
        errors++;
        array[0] = right;
        for (let i = 0; i < 2; i++) mujoco.mj_step(model, data);
      }
      data.delete();
      model.delete();
    }
  }
  assert.ok(errors > 100, `${errors}`);
  // the engine is as it was
  const again = new mujoco.MjData(sound);
  mujoco.mj_step(sound, again);
  assert.deepEqual(again.qpos, state.qpos);
  for (const handle of [again, state, sound]) handle.delete();
});

test('indices in an array that is kept are noticed, too', async () => {
  const model = mujoco.MjModel.from_xml_string(
    '<mujoco><worldbody><geom size="1"/></worldbody></mujoco>',
  );
  const data = new mujoco.MjData(model);
  const kept = model.geom_bodyid;
  const right = kept[0];
  for (const wait of [true, false]) {
    mujoco.mj_step(model, data);
    kept[0] = 1e9;
    // in another turn of the event loop at once, in the same one when it is its turn
    if (wait) await null;
    refused(() => {
      for (let i = 0; i < (wait ? 1 : 50); i++) mujoco.mj_step(model, data);
    }, /\[mj_step\] MjModel\.geom_bodyid/);
    refused(() => mujoco.mj_step(model, data), /\[mj_step\] MjModel\.geom_bodyid/);
    kept[0] = right;
    mujoco.mj_step(model, data);
  }
  data.delete();
  model.delete();
});

test('indices that lead elsewhere in the model may be written', () => {
  const model = mujoco.MjModel
    .from_xml_string(`<mujoco><worldbody><body name="a"><freejoint/><geom size="1"/></body>
    <body name="b"><freejoint/><geom size="1"/></body></worldbody><equality><connect body1="a" anchor="0 0 0"/></equality></mujoco>`);
  const data = new mujoco.MjData(model);
  model.eq_obj1id[0] = 2;
  model.geom_group[0] = 5;
  mujoco.mj_step(model, data);
  model.eq_obj1id[0] = 3;
  refused(() => mujoco.mj_step(model, data), /\[mj_step\] MjModel\.eq_obj1id/);
  refused(() => new mujoco.MjData(model), /\[MjData\] MjModel\.eq_obj1id/);
  model.eq_obj1id[0] = 1;
  mujoco.mj_step(model, data);
  data.delete();
  model.delete();
});

test('indices of data are put back, and told, when a program wrote into them', () => {
  const model = mujoco.MjModel.from_xml_string(`<mujoco><option cone="elliptic"/><worldbody>
    <geom type="plane" size="1 1 .1"/><body pos="0 0 .09"><freejoint/><geom size=".1"/><site name="a"/></body>
    <body pos="1 0 1"><joint name="j"/><geom size=".1"/><site name="b"/></body></worldbody>
    <tendon><spatial limited="true" range="0 .5"><site site="a"/><site site="b"/></spatial></tendon>
    <actuator><motor joint="j"/></actuator></mujoco>`);
  const data = new mujoco.MjData(model);
  mujoco.mj_forward(model, data);
  const names = Object.keys(Object.getOwnPropertyDescriptors(mujoco.MjData.prototype)).filter(
    (name) => {
      const value = valuesOf(data)[name];
      return value instanceof Int32Array && value.length > 0 && !/^solver_/.test(name);
    },
  );
  assert.ok(names.length > 30, names.join());
  const force = data.efc_force.slice();
  for (const name of names) {
    const array = /** @type {Int32Array} */ (valuesOf(data)[name]);
    const right = array.slice();
    // a search that never ended was one of the results
    for (const wrong of [7, -1, 1e9]) {
      /** @type {Int32Array} */ (valuesOf(data)[name]).fill(wrong);
      refused(
        () => mujoco.mj_fwdConstraint(model, data),
        new RegExp(`\\[mj_fwdConstraint\\] MjData\\.${name} is kept by the engine`),
      );
      assert.deepEqual(array, right, name);
      mujoco.mj_fwdConstraint(model, data);
    }
  }
  assert.deepEqual(data.efc_force, force);
  data.delete();
  model.delete();
});

test('indices of data that the engine changed are no offence', async () => {
  const sim = await load(xml.replace('<body>', '<body pos="0 0 1.99">'));
  const { mujoco: engine, model, data } = sim;
  engine.mj_forward(model, data);
  assert.ok(data.efc_type.length > 0);
  // more contacts, copies, other data at the same place, an edit, a hook that reads
  const other = new engine.MjData(model);
  assert.equal(data.efc_id.length, data.nefc);
  engine.mj_copyData(data, model, other);
  engine.mj_forward(model, data);
  assert.ok(data.map_efc2iefc && data.efc_J_colind);
  other.delete();
  const next = new engine.MjData(model);
  engine.mj_forward(model, next);
  assert.ok(data.efc_type && data.dof_island);
  sim.edit((spec) => spec.worldbody.addBody());
  sim.setCallback('passive', () => assert.ok(sim.data.efc_type && sim.data.tree_island));
  sim.step(5);
  sim.setCallback('passive', null);
  sim.step(5);
  sim.dispose();
});
