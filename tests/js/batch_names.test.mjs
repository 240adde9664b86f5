// What programs call parameters: objects by name or pattern, options, whole fields.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load, resolveParameter } from 'limber';

const sim = await load(`<mujoco>
  <worldbody><geom name="floor" type="plane" size="1 1 1"/>
    <body name="trunk" pos="0 0 1"><freejoint name="root"/><geom name="foot_l" size=".1"/>
      <body name="shin"><joint name="knee" axis="0 1 0" damping=".5"/><joint name="twist" axis="0 0 1"/>
        <geom name="foot.r" size=".1"/></body></body>
  </worldbody>
  <actuator><motor name="drive" joint="knee"/></actuator>
</mujoco>`);

test('objects by name, pattern and id', () => {
  const friction = resolveParameter(sim, 'geom:foot*.friction[0]');
  assert.deepEqual(friction, {
    field: 'geom_friction',
    targets: [
      { name: 'foot_l', id: 1, items: [3] },
      { name: 'foot.r', id: 2, items: [6] },
    ],
  });
  assert.deepEqual(resolveParameter(sim, 'geom:foot.r.size').targets[0].items, [6, 7, 8]);
  assert.deepEqual(resolveParameter(sim, 'body:2.mass').targets, [
    { name: 'shin', id: 2, items: [2] },
  ]);
  assert.equal(resolveParameter(sim, 'geom:*.rgba').targets.length, 3);
});

test('joints have the rows of their degrees of freedom', () => {
  assert.deepEqual(resolveParameter(sim, 'joint:knee.damping'), {
    field: 'dof_damping',
    targets: [{ name: 'knee', id: 1, items: [6] }],
  });
  assert.deepEqual(resolveParameter(sim, 'joint:root.armature[2]').targets[0].items, [2]);
  assert.equal(resolveParameter(sim, 'joint:knee.range').field, 'jnt_range');
  assert.deepEqual(resolveParameter(sim, 'joint:root.qpos0').targets[0].items.length, 7);
  assert.equal(resolveParameter(sim, 'actuator:drive.gear[0]').field, 'actuator_gear');
});

test('options and whole fields', () => {
  const all = (/** @type {number[]} */ items) => [{ name: '', id: 0, items }];
  assert.deepEqual(resolveParameter(sim, 'opt.gravity[2]'), {
    field: 'opt.gravity',
    targets: all([2]),
  });
  assert.deepEqual(resolveParameter(sim, 'opt.timestep').targets, all([0]));
  assert.deepEqual(resolveParameter(sim, 'body_mass').targets, all([0, 1, 2]));
});

test('what names nothing is refused with what there is', () => {
  for (const [text, pattern] of /** @type {[string, RegExp][]} */ ([
    ['geom:hand*.friction', /'geom:hand\*.friction' fits no geom, there are floor, foot_l, foot.r/],
    ['geom:floor.fricton', /a geom has no field 'fricton', its fields are .*friction/],
    ['geometry:floor.size', /kinds of objects are body, joint/],
    ['geom:floor.friction[3]', /has 3 numbers: its index is at most 2/],
    ['opt.gravty', /mjOption has no field 'gravty'/],
    ['body_mas', /mjModel has no field 'body_mas'/],
    ['nq', /mjModel has no field 'nq'/],
    ['what is this', /expected kind:name.field\[index\], opt.field\[index\]/],
  ]))
    assert.throws(() => resolveParameter(sim, text), pattern);
});
