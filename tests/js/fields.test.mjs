// The entry 'limber/fields': the list of fields agrees with what the engine has.
import assert from 'node:assert/strict';
import test from 'node:test';
import { fieldsOf, structs } from 'limber/fields';
import loadMujoco from 'limber/mujoco';
import { valuesOf } from '../helpers.mjs';

const mujoco = await loadMujoco({ print() {}, printErr() {} });

const model = mujoco.MjModel.from_xml_string(`<mujoco><worldbody><geom type="plane" size="1 1 1"/>
  <body pos="0 0 .09"><freejoint/><geom size=".1"/><site/></body></worldbody></mujoco>`);
const data = new mujoco.MjData(model);
mujoco.mj_step(model, data);

test('every struct and every field has a meaning', () => {
  const names = structs.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const name of ['mjModel', 'mjData', 'mjOption', 'mjVisualGlobal', 'mjContact', 'mjsGeom'])
    assert.ok(names.includes(name), name);
  for (const { name, meaning, fields } of structs) {
    assert.ok(meaning || name.startsWith('mjVisual'), name);
    for (const field of fields)
      assert.ok(field.meaning && field.type, `${name}.${field.name}: ${JSON.stringify(field)}`);
  }
  assert.throws(() => fieldsOf('mjNothing'), /'mjNothing' is no struct, expected a name such as/);
});

// LAYOUT-23: names, types and sizes of all arrays of mjModel and mjData
test('the tables of models and data have the sizes that the list says', () => {
  let count = 0;
  for (const [struct, object] of /** @type {[string, MjModel | MjData][]} */ ([
    ['mjModel', model],
    ['mjData', data],
  ]))
    for (const { name, rows, columns = 1, times = 1, type } of fieldsOf(struct)) {
      assert.ok(name in object || type === 'void*', `${struct}.${name}`);
      const array = rows && /** @type {Float64Array} */ (valuesOf(object)[name]);
      // what was not computed has no numbers
      if (!rows || !ArrayBuffer.isView(array) || array.length === 0) continue;
      const counted = Number(valuesOf(rows in object ? object : model)[rows]);
      const width = typeof columns === 'string' ? Number(valuesOf(model)[columns]) : columns;
      assert.equal(array.length, counted * width * times, `${struct}.${name}`);
      if (type === 'mjtNum') assert.ok(array instanceof Float64Array, name);
      count++;
    }
  assert.ok(count > 150, `${count}`);
});

test('the list cannot be changed', () => {
  // @ts-expect-error read-only
  assert.throws(() => structs.push({}), TypeError);
  // @ts-expect-error read-only
  assert.throws(() => (fieldsOf('mjModel')[0].name = ''), TypeError);
});
