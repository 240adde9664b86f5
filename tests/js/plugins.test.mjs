// Plugins written in JavaScript, and the engine's own.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load, moveToWorker, registerPlugin } from 'limber';
import loadMujoco, { MjError } from 'limber/mujoco';
import servo from './plugin_module.mjs';
import { found, internalsOf } from '../helpers.mjs';

/** @template [Own=unknown] @typedef {import('limber').Plugin<Own>} Plugin */

const mujoco = await loadMujoco({ print() {}, printErr() {} });
/** What the recorder plugin was asked. @type {string[]} */
const log = [];

/** @param {string} name @param {number | string} value */
const key = (name, value) => `<config key="${name}" value="${value}"/>`;
const sliding = '<body><joint name="j" type="slide"/><geom size=".1" mass="1"/></body>';

/**
 * A model in which everything of `content` uses plugin `name`.
 *
 * @param {string} name
 * @param {string} content
 */
const modelOf = (name, content) =>
  `<mujoco><option gravity="0 0 0"/><extension><plugin plugin="${name}"/></extension>${content}</mujoco>`;

/** @param {string} xml */
function make(xml) {
  const model = mujoco.MjModel.from_xml_string(xml);
  log.length = 0; // the compiler makes data of its own
  const data = new mujoco.MjData(model);
  return { model, data, free: () => (data.delete(), model.delete()) };
}

/**
 * A plugin of all capabilities but shapes, which writes down what it is asked.
 *
 * @type {Plugin<{ steps: number }>}
 */
const recorder = {
  name: 'test.recorder',
  capabilities: ['actuator', 'sensor', 'passive'],
  attributes: ['gain', 'note'],
  stage: 'velocity',
  nstate: (config) => (config.note === 'stateful' ? 3 : 0),
  nsensordata: 2,
  init(instance) {
    log.push(`init ${instance.id} ${instance.config.gain}`);
    return { steps: 0 };
  },
  reset(instance) {
    instance.own.steps = 0;
    if (instance.state.length) instance.state[1] = 5;
  },
  compute({ data, config, actuators, sensors, bodies, model }, capability) {
    const gain = Number(config.gain);
    if (capability === 'actuator')
      for (const i of actuators) data.actuator_force[i] = gain * data.ctrl[i];
    if (capability === 'sensor')
      for (const i of sensors) data.sensordata.set([gain, data.time], model.sensor_adr[i]);
    if (capability === 'passive')
      for (const b of bodies) data.qfrc_passive[model.body_dofadr[b]] += gain;
  },
  advance(instance) {
    instance.own.steps++;
    if (instance.state.length) instance.state[0] += 1;
  },
  copy(target, source) {
    target.own.steps = source.own.steps;
  },
  destroy({ own }) {
    log.push(`destroy ${own.steps}`);
  },
};
mujoco.registerPlugin(recorder);

const recorderModel = modelOf(
  'test.recorder',
  `<worldbody>${sliding}<body pos="1 0 0"><joint type="slide"/><geom size=".1"/>
    <plugin plugin="test.recorder">${key('gain', 4)}</plugin></body></worldbody>
  <actuator><plugin plugin="test.recorder" joint="j">${key('gain', 3)}${key('note', 'stateful')}</plugin></actuator>
  <sensor><plugin plugin="test.recorder">${key('gain', 7)}</plugin></sensor>`,
);

test('every capability is served', () => {
  const { model, data, free } = make(recorderModel);
  assert.equal(model.nplugin, 3);
  assert.equal(model.npluginstate, 3);
  assert.equal(model.nsensordata, 2);
  assert.deepEqual(log, ['init 0 3', 'init 1 7', 'init 2 4']);
  assert.deepEqual([...data.plugin_state], [0, 5, 0]);
  data.ctrl[0] = 2;
  for (let i = 0; i < 3; i++) mujoco.mj_step(model, data);
  assert.equal(data.actuator_force[0], 6);
  assert.equal(data.qfrc_passive[1], 4);
  assert.equal(data.sensordata[0], 7);
  assert.deepEqual([...data.plugin_state], [3, 5, 0]);
  free();
  assert.deepEqual(log.slice(3), ['destroy 3', 'destroy 3', 'destroy 3']);
  assert.equal(internalsOf(mujoco).plugins.liveInstances(), 0);
});

test('data that is copied has instances of its own', () => {
  const { model, data, free } = make(recorderModel);
  mujoco.mj_step(model, data);
  const copy = new mujoco.MjData(model, data);
  assert.equal(internalsOf(mujoco).plugins.liveInstances(), 6);
  assert.deepEqual([...copy.plugin_state], [1, 5, 0]);
  mujoco.mj_step(model, copy);
  log.length = 0;
  copy.delete();
  assert.deepEqual(log, ['destroy 2', 'destroy 2', 'destroy 2']);
  free();
  assert.equal(internalsOf(mujoco).plugins.liveInstances(), 0);
});

test('what a plugin throws is what the call throws', () => {
  /** @type {string | null} */
  let bad = null;
  /** @type {Plugin} */
  const plugin = {
    name: 'test.thrower',
    capabilities: ['passive'],
    init() {
      if (bad === 'init') throw new Error('no init');
    },
    compute() {
      if (bad === 'compute') throw new RangeError('too much');
    },
  };
  mujoco.registerPlugin(plugin);
  const xml = modelOf(
    'test.thrower',
    `<worldbody><body><joint/><geom size=".1"/><plugin plugin="test.thrower"/></body></worldbody>`,
  );
  make(xml).free(); // the spec of the last model stays for mj_saveLastXML
  const blocks = internalsOf(mujoco).engine.exports.lb_liveBlocks();
  const { model, data, free } = make(xml);
  bad = 'compute';
  assert.throws(() => mujoco.mj_step(model, data), { name: 'RangeError', message: 'too much' });
  bad = 'init';
  assert.throws(() => new mujoco.MjData(model), /no init/);
  bad = null;
  mujoco.mj_resetData(model, data);
  mujoco.mj_step(model, data);
  assert.equal(data.time, 0.002);
  free();
  assert.equal(internalsOf(mujoco).plugins.liveInstances(), 0);
  assert.equal(internalsOf(mujoco).engine.exports.lb_liveBlocks(), blocks);
});

test('what a function of a plugin returns is checked', () => {
  /** @type {Record<string, unknown>} */
  const answers = { nstate: 1, nsensordata: 2, distance: 'ball', aabb: [0, 0, 0, 1, 1, 1] };
  mujoco.registerPlugin({
    name: 'test.liar',
    capabilities: ['sensor', 'sdf'],
    attributes: ['radius'],
    nstate: () => /** @type {number} */ (answers.nstate),
    nsensordata: () => /** @type {number} */ (answers.nsensordata),
    compute() {},
    sdf: {
      distance: (p) =>
        answers.distance === 'ball'
          ? Math.hypot(...p) - 0.5
          : /** @type {number} */ (answers.distance),
      aabb: () => /** @type {number[]} */ (answers.aabb),
    },
  });
  const xml = (
    /** @type {number | string} */ radius,
  ) => `<mujoco><extension><plugin plugin="test.liar"><instance name="b">${key('radius', radius)}
    </instance></plugin></extension><asset><mesh name="b"><plugin instance="b"/></mesh></asset><worldbody>
    <geom type="sdf" mesh="b"><plugin instance="b"/></geom></worldbody><sensor><plugin instance="b" plugin="test.liar"/>
    </sensor></mujoco>`;
  /** @param {RegExp} message @param {number | string} [radius] */
  const refused = (message, radius = 1) =>
    assert.throws(() => mujoco.MjModel.from_xml_string(xml(radius)), message);
  refused(/plugin 'test.liar': attribute 'radius' must be a number, got 'wide'/, 'wide');
  for (const [name, wrong, message] of /** @type {[string, unknown, RegExp][]} */ ([
    ['nstate', 1.5, /plugin 'test.liar': nstate returned 1.5, expected a whole number/],
    ['nsensordata', 'two', /plugin 'test.liar': nsensordata returned 'two', expected a whole/],
    [
      'distance',
      undefined,
      /plugin 'test.liar': sdf.distance returned undefined, expected a number/,
    ],
    ['aabb', [1, 2], /plugin 'test.liar': sdf.aabb returned \[1,2\], expected 6 numbers/],
  ])) {
    const good = answers[name];
    answers[name] = wrong;
    refused(message);
    answers[name] = good;
  }
});

test('a shape in JavaScript has a mesh and collides', () => {
  mujoco.registerPlugin({
    name: 'test.ball',
    capabilities: ['sdf'],
    attributes: ['radius'],
    sdf: {
      distance: (p, { radius }) => Math.hypot(p[0], p[1], p[2]) - radius,
      aabb: ({ radius }) => [0, 0, 0, radius, radius, radius],
    },
  });
  const xml = `<mujoco><extension><plugin plugin="test.ball"><instance name="b">${key('radius', 0.3)}</instance></plugin></extension>
    <asset><mesh name="b"><plugin instance="b"/></mesh></asset><worldbody>
    <geom name="ball" type="sdf" mesh="b"><plugin instance="b"/></geom>
    <body pos="0 0 .39"><freejoint/><geom size=".1"/></body></worldbody></mujoco>`;
  const { model, data, free } = make(xml);
  const farthest = Math.max(
    ...Array.from({ length: model.nmeshvert }, (_, i) =>
      Math.abs(Math.hypot(...model.mesh_vert.subarray(3 * i, 3 * i + 3)) - 0.3),
    ),
  );
  assert.ok(farthest < 1e-3, `${farthest}`);
  mujoco.mj_forward(model, data);
  assert.ok(data.ncon > 0);
  const contact = found(data.contact.get(0));
  assert.ok(contact.dist < 0 && contact.dist > -0.011, `${contact.dist}`);
  assert.ok(Math.abs(Math.abs(contact.frame[2]) - 1) < 1e-2);
  contact.delete?.();
  free();
});

test('plugins draw into the scene', () => {
  mujoco.registerPlugin({
    name: 'test.painter',
    capabilities: ['passive'],
    compute() {},
    visualize(instance, scene) {
      const geom = found(scene.geoms.get(0));
      geom.rgba = [0, 1, 0, 1];
      geom.delete?.();
    },
  });
  const { model, data, free } = make(
    modelOf(
      'test.painter',
      `<worldbody><body><joint/><geom size=".1"/><plugin plugin="test.painter"/></body></worldbody>`,
    ),
  );
  const scene = new mujoco.MjvScene(model, 10);
  const [option, pert, cam] = [
    new mujoco.MjvOption(),
    new mujoco.MjvPerturb(),
    new mujoco.MjvCamera(),
  ];
  mujoco.mj_forward(model, data);
  mujoco.mjv_updateScene(model, data, option, pert, cam, mujoco.mjtCatBit.mjCAT_ALL.value, scene);
  const geom = found(scene.geoms.get(0));
  assert.deepEqual([...geom.rgba], [0, 1, 0, 1]);
  for (const handle of [geom, scene, option, pert, cam]) handle.delete?.();
  free();
});

test('wrong plugins are refused', () => {
  /** Wrong plugins on purpose. @param {object | null} plugin @param {RegExp} message */
  const refuse = (plugin, message) =>
    assert.throws(() => mujoco.registerPlugin(/** @type {Plugin} */ (plugin)), {
      name: 'TypeError',
      message,
    });
  refuse(null, /expected an object/);
  refuse({ capabilities: ['passive'] }, /has no name/);
  refuse({ name: Object.create(null) }, /has no name, a text/);
  refuse({ name: 'x', capabilities: [Object.create(null)] }, /wrong capabilities/);
  refuse({ name: 'x', capabilities: [] }, /has no capabilities/);
  refuse(
    { name: 'x', capabilities: ['magic'] },
    /wrong capabilities: expected an array of 'actuator', .*got \['magic'\]/,
  );
  refuse({ name: 'x', capabilities: ['passive'] }, /needs compute/);
  refuse({ name: 'x', capabilities: ['sensor'], compute() {} }, /needs nsensordata/);
  refuse({ name: 'x', capabilities: ['sdf'] }, /needs sdf.distance and sdf.aabb/);
  refuse({ name: 7 }, /the plugin has no name, a text: got 7/);
  const plain = { name: 'x', capabilities: ['passive'], compute() {} };
  refuse({ ...plain, capabilities: 'passive' }, /'x' has a wrong capabilities: expected an array/);
  refuse({ ...plain, capabilities: ['toString'] }, /expected an array of 'actuator', 'sensor'/);
  refuse({ ...plain, attributes: 'abc' }, /'x' has a wrong attributes: expected an array of names/);
  refuse(
    { ...plain, stage: 'late' },
    /'x' has a wrong stage: expected one of 'position', .*'late'/,
  );
  refuse({ ...plain, nstate: -1 }, /'x' has a wrong nstate: expected a whole number .*got -1/);
  refuse({ ...plain, nsensordata: NaN }, /'x' has a wrong nsensordata: .*got NaN/);
  refuse({ ...plain, compute: 3 }, /'x' has a wrong compute: expected a function, got 3/);
  refuse({ ...plain, advance: {} }, /'x' has a wrong advance: expected a function, got \{\}/);
  /** @type {Plugin} */
  const plugin = { name: 'test.twice', capabilities: ['passive'], compute() {} };
  assert.equal(mujoco.registerPlugin(plugin), mujoco.registerPlugin(plugin));
  assert.throws(() => mujoco.registerPlugin({ ...plugin }), MjError);
  assert.throws(() => mujoco.registerPlugin({ ...plugin, name: 'mujoco.pid' }), /mujoco.pid/);
});

const servoModel = modelOf(
  servo.name,
  `<worldbody>${sliding}</worldbody><actuator><plugin plugin="${servo.name}" joint="j" name="servo">${key('kp', 30)}${key('kd', 6)}</plugin></actuator>`,
);

test('simulations use plugins, also in a worker', async () => {
  await registerPlugin({ name: 'test.unused', capabilities: ['passive'], compute() {} });
  await registerPlugin(servo);
  const here = await load(servoModel);
  const there = await load(servoModel);
  await assert.rejects(moveToWorker(await load(servoModel)), /test.servo/);
  const plugins = [new URL('./plugin_module.mjs', import.meta.url)];
  const remote = await moveToWorker(there, { plugins });
  here.data.ctrl[0] = 1;
  await remote.set('ctrl', [1]);
  here.step(1000);
  await remote.step(1000);
  assert.ok(Math.abs(here.data.qpos[0] - 1) < 0.05);
  assert.deepEqual([...remote.local.data.qpos], [...here.data.qpos]);
  remote.dispose();
  here.dispose();
});

test('the engine has plugins of its own', () => {
  const { model, data, free } = make(
    modelOf(
      'mujoco.pid',
      `<worldbody>${sliding}</worldbody><actuator><plugin plugin="mujoco.pid" joint="j">${key('kp', 40)}${key('kd', 8)}</plugin></actuator>`,
    ),
  );
  data.ctrl[0] = 1;
  for (let i = 0; i < 2000; i++) mujoco.mj_step(model, data);
  assert.ok(Math.abs(data.qpos[0] - 1) < 1e-2);
  free();
});
