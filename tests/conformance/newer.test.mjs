// What is here of version 3.14 of the peer, under the name mujoco-3.14.
import assert from 'node:assert/strict';
import test from 'node:test';
import loadNewer from 'mujoco-3.14';
import loadMujoco from 'limber/mujoco';
import { arraysOf, found, valuesOf } from '../helpers.mjs';

const quiet = () => ({ print() {}, printErr() {} });
const [newer, limber] = [await loadNewer(quiet()), await loadMujoco(quiet())];

test('mj_insideSite finds the same points inside', () => {
  const xml = `<mujoco><worldbody><body pos=".1 .2 .3" euler="10 20 30">
    ${['sphere', 'capsule', 'ellipsoid', 'cylinder', 'box']
      .map((type) => `<site type="${type}" size=".2 .3 .25" pos=".05 0 -.1" euler="5 -40 0"/>`)
      .join('')}</body></worldbody></mujoco>`;
  const engines = [newer, limber].map((engine) => {
    const model = engine.MjModel.from_xml_string(xml);
    const data = new engine.MjData(model);
    engine.mj_forward(model, data);
    return { engine, model, data };
  });
  let inside = 0;
  for (let i = 0; i < 2000; i++) {
    // points of a grid that no symmetry favours
    const point = [0.754, 0.569, 0.43].map((step, k) => ((i * step) % 1) - 0.4 + 0.1 * k);
    for (let site = 0; site < 5; site++) {
      const [theirs, ours] = engines.map(({ engine, model, data }) =>
        engine.mj_insideSite(model, data, site, point),
      );
      assert.equal(ours, theirs, `site ${site}, point ${point}`);
      inside += ours;
    }
  }
  assert.ok(inside > 500 && inside < 5000, `${inside}`);
});

const MESHES = `<asset>
  <mesh name="hull" vertex="0 0 0 .5 0 0 0 .3 0 0 0 .2 .1 .05 .3 .3 .2 .1" scale="1 2 1"/>
  <mesh name="moved" vertex="1 1 1 -1 1 1 1 -1 1 1 1 -1 -1 -1 1 -1 1 -1 1 -1 -1 -1 -1 -1"
    refpos=".2 .1 0" refquat=".9 .1 .3 0" scale=".2 .1 .3"/></asset>`;
const MESH_SITES = `<mujoco>${MESHES}<worldbody><body pos=".1 .2 .3" euler="10 20 30">
  <site name="a" type="mesh" mesh="hull" pos=".05 0 -.1" euler="5 -40 0"/><site size=".1"/>
  <site name="b" type="mesh" mesh="moved" size="3 2 1" rgba="1 0 0 1"/></body></worldbody></mujoco>`;

/** A model of both versions, computed. @param {string} xml */
const both = (xml) =>
  [newer, limber].map((engine) => {
    const model = engine.MjModel.from_xml_string(xml);
    const data = new engine.MjData(model);
    engine.mj_forward(model, data);
    return { engine, model, data };
  });
const near = (
  /** @type {ArrayLike<number>} */ a,
  /** @type {ArrayLike<number>} */ b,
  limit = 1e-9,
) =>
  assert.ok(
    a.length === b.length && Array.from(a).every((x, i) => Math.abs(x - b[i]) < limit),
    `${a} | ${b}`,
  );

test('meshes are sites: size, place, what is inside, and how they are drawn', () => {
  const engines = both(MESH_SITES);
  const [theirs, ours] = engines.map(({ model }) => model);
  assert.deepEqual([...ours.site_dataid], [...theirs.site_dataid]);
  assert.deepEqual([...ours.site_dataid], [0, -1, 1]);
  for (const field of ['site_type', 'site_size', 'site_pos', 'site_quat'])
    near(arraysOf(ours)[field], arraysOf(theirs)[field]);
  let inside = 0;
  for (let i = 0; i < 4000; i++) {
    const point = [0.754, 0.569, 0.43].map((step, k) => ((i * step) % 1) - 0.4 + 0.1 * k);
    for (const site of [0, 2]) {
      const [a, b] = engines.map(({ engine, model, data }) =>
        engine.mj_insideSite(model, data, site, point),
      );
      assert.equal(b, a, `site ${site}, point ${point}`);
      inside += b;
    }
  }
  assert.ok(inside > 100 && inside < 4000, `${inside}`);
  const [a, b] = engines.map(({ engine, model, data }) => {
    const scene = new engine.MjvScene(model, 20);
    const [option, pert] = [new engine.MjvOption(), new engine.MjvPerturb()];
    engine.mjv_updateScene(model, data, option, pert, new engine.MjvCamera(), 7, scene);
    return Array.from({ length: scene.ngeom }, (_, i) => {
      const geom = found(scene.geoms.get(i));
      const { type, dataid, objtype, objid, texcoord } = geom;
      return {
        numbers: [...geom.size, ...geom.pos, ...geom.mat, ...geom.rgba],
        type,
        dataid,
        objtype,
        objid,
        texcoord,
      };
    });
  });
  assert.equal(a.length, 3);
  a.forEach(({ numbers, ...rest }, i) => {
    const { numbers: own, ...mine } = b[i];
    near(own, numbers, 1e-6);
    assert.deepEqual(mine, rest);
  });
});

test('contacts inside of a site that is a mesh are found by sensors', () => {
  const xml = `<mujoco>${MESHES}<worldbody><geom type="plane" size="1 1 .1"/>
    <site name="a" type="mesh" mesh="moved"/><site name="b" type="mesh" mesh="hull" pos="3 0 0"/>
    <body pos=".05 .05 .04"><freejoint/><geom type="box" size=".15 .15 .05"/></body></worldbody>
    <sensor><contact site="a" num="4" data="found"/><contact site="b" num="4" data="found"/>
    <insidesite site="a" objtype="body" objname="o"/></sensor></mujoco>`.replace(
    '<body ',
    '<body name="o" ',
  );
  const [theirs, ours] = both(xml);
  near(ours.data.sensordata, theirs.data.sensordata);
  assert.ok(ours.data.sensordata[0] > 0 && ours.data.sensordata[0] < 4, `${ours.data.sensordata}`);
});

test('what is wrong with a site and its mesh is told in the same words', () => {
  /** @type {[string, RegExp][]} */
  const cases = [
    ['mesh="hull"', /mesh can only be specified for mesh sites/],
    ['type="box" mesh="hull"', /mesh can only be specified for mesh sites/],
    ['type="mesh"', /must have valid meshid/],
    ['type="mesh" mesh="none"', /mesh 'none' not found in site 0/],
    ['type="plane"', /hfields and planes not allowed in site/],
    [
      'type="mesh" mesh="hull" fromto="0 0 0 1 1 1"',
      /fromto requires capsule, cylinder, box or ellipsoid/,
    ],
  ];
  for (const [site, words] of cases)
    for (const engine of [newer, limber])
      assert.throws(
        () =>
          engine.MjModel.from_xml_string(
            `<mujoco>${MESHES}<worldbody><site ${site}/></worldbody></mujoco>`,
          ),
        words,
      );
});

/** The number of a value of an enum. @param {Mujoco} engine @param {string} name @param {string} value */
const numberOf = (engine, name, value) =>
  /** @type {Record<string, { value: number }>} */ (valuesOf(engine)[name])[value].value;

test('names of the newer version have its numbers', () => {
  for (const [name, value] of [
    ['mjtIntegrator', 'mjINT_DISCRETE'],
    ['mjtEnableBit', 'mjENBL_IPC'],
  ])
    assert.equal(numberOf(limber, name, value), numberOf(newer, name, value));
  assert.throws(
    () => limber.MjModel.from_xml_string('<mujoco><option><flag ipc="enable"/></option></mujoco>'),
    /is of version 3\.14/,
  );
});

test('controls are read with their delays', () => {
  assert.equal(typeof limber.mj_readCtrl, 'function');
});

test('the flags of springs and dampers turn off their part of elastic membranes and solids', () => {
  const { mjDSBL_SPRING, mjDSBL_DAMPER } = limber.mjtDisableBit;
  for (const [shape, sheet] of [
    ['dim="2" count="3 3 1"', 'thickness=".01" elastic2d="both"'],
    ['dim="3" count="3 3 3"', ''],
  ])
    for (const flags of [0, mjDSBL_SPRING.value, mjDSBL_DAMPER.value]) {
      const [theirs, ours] = [newer, limber].map((engine) => {
        const model = engine.MjModel.from_xml_string(`<mujoco><worldbody>
          <flexcomp name="f" type="grid" ${shape} spacing=".1 .1 .1" mass="1"><contact selfcollide="none"/>
          <edge damping="1"/><elasticity young="1e4" poisson=".3" damping=".01" ${sheet}/></flexcomp></worldbody></mujoco>`);
        model.opt.disableflags = flags;
        const data = new engine.MjData(model);
        for (let i = 0; i < model.nv; i++) {
          data.qpos[i] = 0.01 * Math.sin(3 * i + 1);
          data.qvel[i] = 0.1 * Math.cos(2 * i);
        }
        engine.mj_forward(model, data);
        return [...data.qfrc_passive];
      });
      const largest = Math.max(...theirs.map(Math.abs));
      assert.ok(largest > 1e-3);
      ours.forEach((force, i) => assert.ok(Math.abs(force - theirs[i]) < 1e-9 * largest, `${i}`));
    }
});
