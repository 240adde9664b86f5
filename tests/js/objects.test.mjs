// Objects that people look at: what handles, contacts and collections show, who is whose relative, forces, events, copies.
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import test from 'node:test';
import { load } from 'limber';
import { found } from '../helpers.mjs';

const xml = `<mujoco>
  <asset><material name="red" rgba="1 0 0 1"/></asset>
  <worldbody>
    <geom name="floor" type="plane" size="9 9 1"/>
    <body name="ball" pos="0 0 1"><freejoint name="root"/><geom name="skin" size=".1" mass="2" material="red"/></body>
    <body name="arm/upper" pos="3 0 2"><joint name="arm/shoulder" axis="0 1 0"/><geom name="bone" type="capsule" size=".05 .2" pos=".2 0 0" euler="0 90 0"/>
      <body name="arm/lower" pos=".4 0 0"><joint name="arm/elbow" axis="0 1 0"/><geom type="capsule" size=".05 .2" pos=".2 0 0" euler="0 90 0"/>
        <site name="arm/tip" pos=".4 0 0"/><camera name="eye"/></body></body>
    <body name="target" mocap="true" pos="5 5 5"><geom size=".1" contype="0" conaffinity="0"/></body>
    <body name="shelf" pos="-5 0 0"><geom size=".1"/></body>
  </worldbody>
  <actuator><motor name="pull" joint="arm/elbow"/></actuator>
  <sensor><jointpos name="angle" joint="arm/elbow"/><framepos name="where" objtype="site" objname="arm/tip"/></sensor>
  <keyframe><key name="high" qpos="0 0 3 1 0 0 0 0 0"/></keyframe>
</mujoco>`;

/** @param {ArrayLike<number>} actual @param {number[]} expected @param {number} [tolerance] */
const near = (actual, expected, tolerance = 1e-9) => {
  assert.equal(actual.length, expected.length);
  expected.forEach((value, i) =>
    assert.ok(Math.abs(actual[i] - value) <= tolerance, `${Array.from(actual)} for ${expected}`),
  );
};

test('handles print their fields, and JSON has them', async () => {
  const sim = await load(xml);
  const text = inspect(sim.body('ball'));
  assert.match(text, /^Body \{/);
  assert.match(text, /name: 'ball'/);
  assert.match(text, /mass: 2/);
  const plain = JSON.parse(JSON.stringify(sim.joint('arm/elbow')));
  assert.deepEqual(plain.qpos, [0]);
  assert.equal(plain.name, 'arm/elbow');
  assert.match(inspect(sim.contacts), /Contacts \[\]/);
  assert.match(
    inspect(sim),
    /^Simulation \{\n? *time: 0,[^]*bodies: Collection \[[^]*'ball'[^]*contacts: 0/,
  );
});

test('a misspelt name is an error that knows the right one, for reading and for writing', async () => {
  const sim = await load(xml);
  const ball = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (sim.body('ball')));
  assert.throws(() => ball.xposs, /a body has no 'xposs'; did you mean 'xpos'\?/);
  assert.throws(() => ball.nothingOfTheKind, /a body has no 'nothingOfTheKind'$/);
  assert.throws(() => (ball.xposs = 1), /a body has no 'xposs'; did you mean 'xpos'\?/);
  assert.equal('xposs' in ball, false);
  // promises, consoles and frameworks ask for more
  assert.equal(await ball, ball);
  assert.equal(ball.$$typeof, undefined);
});

test('values and velocities of joints can be read and set', async () => {
  const sim = await load(xml);
  sim.joint('arm/elbow').velocity = 3;
  assert.equal(sim.joint('arm/elbow').velocity, 3);
  sim.joint('root').velocity = [1, 2, 3, 4, 5, 6];
  assert.deepEqual([...sim.data.qvel], [1, 2, 3, 4, 5, 6, 0, 3]);
});

test('relatives', async () => {
  const sim = await load(xml);
  const names = (/** @type {{ name: string }[]} */ list) => list.map(({ name }) => name);
  assert.deepEqual(names(sim.body('arm/upper').children), ['arm/lower']);
  assert.deepEqual(names(sim.body('arm/lower').joints), ['arm/elbow']);
  assert.deepEqual(names(sim.body('world').children), ['ball', 'arm/upper', 'target', 'shelf']);
  assert.equal(sim.body('arm/lower').parent?.name, 'arm/upper');
  assert.equal(sim.body('world').parent, null);
  assert.equal(sim.geom('skin').body, sim.body('ball'));
  assert.equal(sim.geom('skin').material?.name, 'red');
  assert.equal(sim.geom('bone').material, null);
  assert.equal(sim.geom('bone').mesh, null);
  assert.deepEqual(names(sim.body('arm/lower').sites), ['arm/tip']);
  assert.deepEqual(names(sim.body('arm/lower').cameras), ['eye']);
  assert.equal(sim.actuator('pull').joint, sim.joint('arm/elbow'));
});

test('collections list, choose and have columns that are live', async () => {
  const sim = await load(xml);
  assert.equal(sim.bodies.length, 6);
  assert.deepEqual(sim.joints('arm/*').names, ['arm/shoulder', 'arm/elbow']);
  assert.deepEqual(sim.joints(/elbow$/).names, ['arm/elbow']);
  assert.deepEqual(sim.joints(['root', 2]).names, ['root', 'arm/elbow']);
  assert.deepEqual(sim.joints('arm/*')('*elbow').names, ['arm/elbow']);
  assert.deepEqual(sim.joints().names, sim.joints.names);
  assert.equal(sim.joints[1], sim.joint('arm/shoulder'));
  assert.equal(sim.joints[3], undefined);
  const arm = sim.joints('arm/*').qpos;
  assert.equal(arm.length, 2);
  arm[1] = 0.5;
  assert.equal(sim.joint('arm/elbow').value, 0.5);
  sim.joints('arm/*').qpos = [0.1, 0.2];
  assert.deepEqual([...arm], [0.1, 0.2]);
  sim.joints('arm/*').qvel.fill(2);
  assert.deepEqual([...sim.data.qvel.subarray(6)], [2, 2]);
  assert.throws(() => (arm[2] = 1), /has 2 numbers, no 2/);
  assert.throws(() => (sim.joints('arm/*').qpos = [1]), /takes 2 numbers, got 1/);
  assert.throws(
    () => /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (sim.joints)).qposs,
    /a joint has no 'qposs'/,
  );
  assert.equal(sim.geoms.rgba.length, 4 * sim.model.ngeom);
  assert.match(inspect(sim.joints), /'root', 'arm\/shoulder', 'arm\/elbow'/);
  assert.deepEqual(
    sim.bodies.filter((body) => body.joints.length > 0).map(({ name }) => name),
    ['ball', 'arm/upper', 'arm/lower'],
  );
  // after an edit they list what there is then
  const { bodies } = sim;
  assert.equal(sim.body(1).name, 'ball');
  sim.edit((spec) => {
    spec.worldbody.addBody({ name: 'more' });
    found(spec.body('ball')).remove();
    for (const key of spec.all('key')) key.remove();
  });
  assert.equal(bodies.at(-1)?.name, 'more');
  assert.equal(sim.body(1).name, 'arm/upper');
  assert.equal(bodies.at(1)?.name, 'arm/upper');
});

test('meshes are objects like others, from both sides', async () => {
  const corners = '0 0 0  1 0 0  0 1 0  0 0 1';
  const sim = await load(
    `<mujoco><asset><mesh name="arm/tetra" vertex="${corners}"/><mesh name="other" vertex="${corners}" scale="2 2 2"/></asset>
    <worldbody><body><freejoint/><geom name="a" type="mesh" mesh="other"/><geom name="b" type="mesh" mesh="other"/><geom name="c" size="1"/></body></worldbody></mujoco>`,
  );
  assert.deepEqual(sim.meshes.names, ['arm/tetra', 'other']);
  assert.deepEqual(sim.meshes('arm/*').names, ['arm/tetra']);
  assert.deepEqual([...sim.meshes.vertnum], [4, 4]);
  const mesh = sim.geom('a').mesh;
  assert.equal(mesh, sim.object('mesh', 'other'));
  assert.equal(sim.meshes[1], mesh);
  assert.deepEqual(
    sim.geoms.filter((geom) => geom.mesh === mesh).map(({ name }) => name),
    ['a', 'b'],
  );
  const { vertadr, vertnum, scale } = sim.object('mesh', 'other');
  assert.deepEqual([vertadr, vertnum, ...scale], [4, 4, 2, 2, 2]);
  assert.match(inspect(mesh), /^Mesh \{[^]*name: 'other'/);
  assert.match(inspect(sim.meshes), /'arm\/tetra', 'other'/);
});

test('contacts serialise, and have map and filter', async () => {
  const sim = await load(xml);
  sim.body('ball').position = [0, 0, 0.09];
  sim.forward();
  assert.equal(sim.contacts.length, 1);
  const [plain] = JSON.parse(JSON.stringify(sim.contacts));
  assert.deepEqual(plain.geoms, [0, 1]);
  near([plain.distance], [-0.01]);
  assert.deepEqual(
    sim.contacts.map(({ distance }) => distance < 0),
    [true],
  );
  assert.equal(sim.contacts.filter(({ distance }) => distance > 0).length, 0);
  assert.equal(
    sim.contacts.find(({ geoms }) => geoms[1] === 1),
    sim.contacts.at(0),
  );
  assert.match(inspect(sim.contacts), /Contacts \[ ?\n? *Contact \{/);
  const { contacts } = sim;
  assert.deepEqual(
    [contacts[0], contacts.at(-1), contacts[1]],
    [contacts.at(0), contacts.at(0), undefined],
  );
  const named = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (contacts));
  assert.throws(() => named.lenght, /contacts has no 'lenght'; did you mean 'length'\?/);
  const contact = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (contacts[0]));
  assert.throws(() => contact.dist, /a contact has no 'dist'; did you mean 'distance'\?/);
});

test('poses and velocities of free and mocap bodies can be set, others say why not', async () => {
  const sim = await load(xml);
  const ball = sim.body('ball');
  ball.position = [1, 2, 3];
  ball.quaternion = [2, 0, 0, 2];
  near(ball.xpos, [1, 2, 3]);
  near(sim.geom('skin').xpos, [1, 2, 3]);
  near(ball.quaternion, [Math.SQRT1_2, 0, 0, Math.SQRT1_2]);
  ball.velocity = [1, 0, 0];
  ball.angularVelocity = [0, 2, 0];
  near(ball.velocity, [1, 0, 0]);
  near(ball.angularVelocity, [0, 2, 0]);
  // the frame is turned by a right angle about z: y of the world is x of the body
  near(sim.data.qvel.subarray(3, 6), [2, 0, 0]);
  sim.body('target').position = [7, 8, 9];
  near(sim.body('target').xpos, [7, 8, 9]);
  assert.throws(
    () => (sim.body('arm/lower').position = [0, 0, 0]),
    /the pose of body 'arm\/lower' follows from its joints: only free and mocap bodies/,
  );
  assert.throws(
    () => (sim.body('target').velocity = [1, 0, 0]),
    /only that of free bodies can be set/,
  );
  assert.throws(() => (ball.position = [1, 2]), /position must be 3 numbers/);
  assert.throws(() => (ball.quaternion = [0, 0, 0, 0]), /quaternion must not be zero/);
  // a body on joints has the velocity that its Jacobian gives
  sim.joint('arm/shoulder').velocity = 2;
  near(sim.body('arm/lower').velocity, [0, 0, -0.8]);
});

test('a force acts for one step, an impulse changes the momentum by itself', async () => {
  const sim = await load(xml);
  sim.model.opt.gravity.fill(0);
  const ball = sim.body('ball');
  ball.applyImpulse([4, 0, 0]);
  sim.step(3);
  near(ball.velocity, [2, 0, 0]);
  near(
    sim.data.xfrc_applied,
    Array.from(sim.data.xfrc_applied, () => 0),
    0,
  );
  ball.applyForce([0, 0, 10]);
  ball.applyForce([0, 0, 10]);
  sim.step();
  near(ball.velocity, [2, 0, (20 / 2) * sim.timestep]);
  sim.step();
  near(ball.velocity, [2, 0, (20 / 2) * sim.timestep]);
  // off the centre it turns, in the body's own frame too
  sim.reset();
  ball.quaternion = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
  ball.applyImpulse([0, 0, 1], { at: [0.1, 0, 0], local: true });
  sim.step();
  const inertia = 0.4 * 2 * 0.01;
  near(ball.angularVelocity, [0.1 / inertia, 0, 0], 1e-6);
  assert.throws(() => sim.body('shelf').applyForce([1, 0, 0]), /'shelf' is fixed to the world/);
  // what is applied otherwise stays
  sim.reset();
  ball.xfrc_applied = [1, 0, 0, 0, 0, 0];
  ball.applyForce([1, 0, 0]);
  sim.step();
  assert.deepEqual([...ball.xfrc_applied], [1, 0, 0, 0, 0, 0]);
});

test('events: contacts begin and end, resets, edits', async () => {
  const sim = await load(xml);
  /** @type {string[]} */
  const told = [];
  const ends = [
    sim.on('contactBegin', ({ geoms, bodies, time }) =>
      told.push(`begin ${geoms} ${bodies} ${time > 0}`),
    ),
    sim.on('contactEnd', ({ geoms }) => told.push(`end ${geoms}`)),
    sim.on('reset', ({ key }) => told.push(`reset ${key}`)),
    sim.on('edit', ({ version }) => told.push(`edit ${version}`)),
  ];
  sim.step(400);
  assert.deepEqual(told, ['begin 0,1 0,1 true']);
  sim.body('ball').velocity = [0, 0, 5];
  sim.step(100);
  assert.deepEqual(told.slice(1), ['end 0,1']);
  sim.reset('high');
  sim.edit((spec) => void (spec.option.timestep = 0.001));
  assert.deepEqual(told.slice(2), ['reset high', 'edit 1']);
  for (const end of ends) end();
  sim.step(2000);
  assert.equal(told.length, 4);
  // @ts-expect-error no such event
  assert.throws(() => sim.on('contact', () => {}), /events are contactBegin, contactEnd/);
});

test('events: a simulation that becomes unstable', async () => {
  const sim = await load(xml, {});
  /** @type {import('limber').UnstableEvent[]} */
  const told = [];
  sim.on('unstable', (event) => told.push(event));
  sim.step(2);
  assert.equal(told.length, 0);
  sim.data.qvel[7] = NaN;
  sim.step(3);
  assert.equal(told.length, 1);
  assert.equal(told[0].what, 'velocity');
  assert.equal(told[0].at, 7);
  // each time, also in the first step after one
  sim.data.qvel[6] = NaN;
  sim.step();
  sim.data.qpos[2] = NaN;
  sim.step();
  assert.deepEqual(
    told.slice(1).map(({ what, at }) => [what, at]),
    [
      ['velocity', 6],
      ['position', 2],
    ],
  );
});

test('steps that are looked at give to the bit what others give', async () => {
  const [sim, other] = [await load(xml), await load(xml)];
  sim.on('contactBegin', () => {});
  sim.on('unstable', () => {});
  other.freshPoses = false;
  sim.step(700);
  other.step(700);
  assert.deepEqual(sim.saveState(), other.saveState());
});

test('a copy goes its own way from the same state', async () => {
  const sim = await load(xml);
  sim.step(50);
  const copy = sim.clone();
  assert.deepEqual(copy.saveState(), sim.saveState());
  assert.deepEqual([...copy.body('ball').xpos], [...sim.body('ball').xpos]);
  const before = sim.saveState();
  copy.step(100);
  copy.model.opt.gravity.set([0, 0, 1]);
  assert.deepEqual(sim.saveState(), before);
  assert.equal(sim.model.opt.gravity[2], -9.81);
  sim.step(100);
  assert.equal(sim.time, copy.time);
  assert.deepEqual(sim.saveState(), copy.saveState());
  copy.edit((spec) => void spec.worldbody.addBody({ name: 'more' }));
  assert.equal(sim.bodies.length + 1, copy.bodies.length);
  copy.dispose();
  sim.step();
});

test('poses belong to the state that a step reached, unless asked otherwise', async () => {
  const sim = await load(xml);
  sim.step(10);
  near(sim.body('ball').xpos, Array.from(sim.data.qpos.subarray(0, 3)), 0);
  const { xpos } = sim.data;
  sim.step();
  assert.equal(xpos[3 * sim.body('ball').id + 2], sim.data.qpos[2]);
  sim.freshPoses = false;
  const before = sim.data.qpos[2];
  sim.step();
  assert.equal(sim.body('ball').xpos[2], before);
});

test('async functions are refused where what they do would be lost', async () => {
  const sim = await load(xml);
  const version = sim.version;
  const late = async () => {};
  assert.throws(
    () => sim.edit(late),
    /edit takes a function that is done when it returns, got an async/,
  );
  assert.throws(() => sim.edit(() => late()), /edit takes a function that is done/);
  assert.equal(sim.version, version);
  assert.throws(() => sim.setCallback('control', late), /the callback control takes a function/);
  sim.setCallback('control', () => late());
  assert.throws(() => sim.step(), /the callback control takes a function/);
  sim.setCallback('control', null);
  assert.throws(() => sim.run({ beforeStep: late }), /beforeStep takes a function/);
  assert.throws(() => (sim.mujoco.mjcb_control = late), /mjcb_control takes a function/);
  assert.equal(sim.mujoco.mjcb_control, null);
  assert.ok(found(sim).step());
});
