// Selection of what bends on both engines: the same rays through a grid of points of the picture find the same body, flex or skin,
// and the same place to take hold of.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import loadPeer from '@mujoco/mujoco';
import loadLimber from 'limber/mujoco';
import { handOver } from './hand_over.mjs';

const quiet = () => ({ print() {}, printErr() {} });
const [peer, limber] = [await loadPeer(quiet()), await loadLimber(quiet())];
const POINTS = 20; // each way
const TOLERANCE = 1e-6;
const [VERTICES, EDGES, FACES, SKIN_OF_FLEX, SKIN] = [24, 25, 26, 27, 23];

/** @param {string} attributes */
const flexcomp = (attributes, extra = '') =>
  `<mujoco><worldbody><geom type="plane" size="3 3 .1"/><body name="b" pos="0 0 .4" euler="20 10 0">
   <flexcomp name="f" spacing=".2 .2 .2" mass="1" radius=".03" ${attributes}>${extra}<contact selfcollide="none" internal="false"/></flexcomp>
   </body><body pos=".3 .2 1"><freejoint/><geom size=".12"/></body></worldbody></mujoco>`;
const edge = '<edge equality="true"/>';
const young = '<elasticity young="1e4" poisson=".2" damping=".01"/>';

/** A sheet in hidden group 4 below a skin that its bodies move, in group 2. */
const skin = `<mujoco><worldbody><geom type="plane" size="3 3 .1"/>
  <body name="a" pos="0 0 .5"><joint axis="1 0 0" stiffness="5"/><geom type="box" size=".3 .3 .05" group="3"/>
    <body name="c" pos="0 .6 0"><joint axis="1 .2 0" stiffness="2"/><geom type="box" size=".3 .3 .05" group="3"/></body></body>
  <body name="h" pos="-.8 -.8 .3"><flexcomp name="f" type="grid" count="4 4 1" dim="2" spacing=".2 .2 .2" group="4" radius=".05" mass="1">${edge}</flexcomp></body></worldbody>
  <deformable><skin name="s" group="2" inflate=".02"
    vertex="-.3 -.3 .5 .3 -.3 .5 -.3 .3 .5 .3 .3 .5 -.3 .9 .5 .3 .9 .5"
    face="0 1 2 2 1 3 2 3 4 4 3 5">
    <bone body="a" bindpos="0 0 .5" bindquat="1 0 0 0" vertid="0 1 2 3" vertweight="1 1 .5 .4"/>
    <bone body="c" bindpos="0 .6 .5" bindquat="1 0 0 0" vertid="2 3 4 5" vertweight=".5 .6 1 1"/></skin></deformable></mujoco>`;

const models = {
  'a sheet': flexcomp('type="grid" dim="2" count="6 6 1"', edge),
  'a solid': flexcomp('type="grid" dim="3" count="4 4 4"', edge),
  'a rope': flexcomp('type="grid" dim="1" count="8 1 1"', edge),
  'a radial ball': flexcomp('type="ellipsoid" dim="3" count="5 5 5" dof="radial"', edge),
  'a trilinear block': flexcomp('type="grid" dim="3" count="4 4 4" dof="trilinear"', young),
  'a quadratic block': flexcomp('type="grid" dim="3" count="6 4 8" dof="quadratic"', young),
  'a lattice': flexcomp(
    'type="grid" dim="3" count="7 4 9" cellcount="2 1 3" dof="trilinear"',
    young,
  ),
  'a quadratic lattice': flexcomp(
    'type="grid" dim="3" count="7 4 9" cellcount="2 1 2" dof="quadratic"',
    young,
  ),
  'a skin and a hidden sheet': skin,
};

/**
 * Flags that are toggled from their defaults, and groups that are hidden.
 *
 * @typedef {{ toggled?: number[], hidden?: number }} Setting
 */

/** @type {Record<string, Setting>} */
const settings = {
  'as it is': {},
  'with faces': { toggled: [FACES, EDGES, SKIN_OF_FLEX] },
  'with vertices': { toggled: [VERTICES, EDGES, SKIN_OF_FLEX] },
  'with edges': { toggled: [SKIN_OF_FLEX] },
  'with nothing of flexes': { toggled: [EDGES, SKIN_OF_FLEX] },
  'without skins': { toggled: [SKIN] },
  'with groups hidden': { hidden: 2 },
};

/** What the rays find. @param {{ mj: Mujoco, model: MjModel, data: MjData }} side @param {Setting} setting */
function select({ mj, model, data }, { toggled = [], hidden = -1 }) {
  const [option, camera, perturb] = [new mj.MjvOption(), new mj.MjvCamera(), new mj.MjvPerturb()];
  mj.mjv_defaultOption(option);
  mj.mjv_defaultFreeCamera(model, camera);
  mj.mjv_defaultPerturb(perturb);
  for (const flag of toggled) option.flags[flag] ^= 1;
  if (hidden >= 0) {
    option.skingroup[hidden] = 0;
    option.flexgroup[0] = 0;
  }
  const scene = new mj.MjvScene(model, 2000);
  mj.mjv_updateScene(model, data, option, perturb, camera, 7, scene);
  const point = new mj.DoubleBuffer(3);
  const [geom, flex, skin] = [0, 1, 2].map(() => new mj.IntBuffer(1));
  const ids = [geom, flex, skin];
  const found = [];
  for (let i = 0; i < POINTS * POINTS; i++) {
    const [x, y] = [((i % POINTS) + 0.5) / POINTS, (Math.floor(i / POINTS) + 0.5) / POINTS];
    const body = mj.mjv_select(model, data, option, 1.5, x, y, scene, point, geom, flex, skin);
    found.push({
      what: [body, ...ids.map((id) => id.GetView()[0])],
      place: body >= 0 ? Array.from(point.GetView()) : [],
    });
  }
  for (const handle of [point, ...ids, scene, option, camera, perturb]) handle.delete();
  return found;
}

for (const [name, xml] of Object.entries(models)) {
  test(`selection of ${name}`, () => {
    const source = peer.MjModel.from_xml_string(xml);
    const [a, b] = [peer, limber].map((mj) => {
      const model = mj === peer ? source : handOver(peer, mj, source);
      return { mj, model, data: new mj.MjData(model) };
    });
    // out of shape, the same way each time
    for (let i = 0; i < a.model.nq; i++) a.data.qpos[i] += 0.04 * Math.sin(7 * i);
    b.data.qpos.set(Array.from(a.data.qpos));
    for (const { mj, model, data } of [a, b]) mj.mj_forward(model, data);

    let bent = 0;
    for (const [setting, change] of Object.entries(settings)) {
      const [expected, actual] = [a, b].map((side) => select(side, change));
      assert.deepEqual(
        actual.map(({ what }) => what),
        expected.map(({ what }) => what),
        setting,
      );
      expected.forEach(({ what, place }, i) => {
        const off = Math.max(0, ...place.map((x, k) => Math.abs(x - actual[i].place[k])));
        assert.ok(off < TOLERANCE, `${setting}: ${what} at ${actual[i].place}, expected ${place}`);
        if (what[2] >= 0 || what[3] >= 0) bent++;
      });
    }
    assert.ok(bent > 10, `${bent} rays hit what bends`);
  });
}
