// Contacts of signed distance fields: a torus with an octree against every shape, on both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import loadPeer from '@mujoco/mujoco';
import loadLimber from 'limber/mujoco';
import { found } from '../helpers.mjs';

const quiet = () => ({ print() {}, printErr() {} });
const [peer, limber] = [await loadPeer(quiet()), await loadLimber(quiet())];

/**
 * Vertices and faces of a torus about z, squashed along y.
 *
 * @param {number} radius
 * @param {number} tube
 * @param {number} around
 * @param {number} across
 */
function torus(radius, tube, around, across) {
  const lines = [];
  /** @param {number} i @param {number} j */
  const at = (i, j) => (i % around) * across + (j % across) + 1;
  for (let i = 0; i < around; i++) {
    for (let j = 0; j < across; j++) {
      const [a, b] = [(2 * Math.PI * i) / around, (2 * Math.PI * j) / across];
      const r = radius + tube * Math.cos(b);
      lines.push(`v ${r * Math.cos(a)} ${0.8 * r * Math.sin(a)} ${tube * Math.sin(b)}`);
    }
  }
  for (let i = 0; i < around; i++) {
    for (let j = 0; j < across; j++) {
      lines.push(`f ${at(i, j)} ${at(i + 1, j)} ${at(i + 1, j + 1)}`);
      lines.push(`f ${at(i, j)} ${at(i + 1, j + 1)} ${at(i, j + 1)}`);
    }
  }
  return lines.join('\n');
}

const cube = `v -.2 -.2 -.2\nv .2 -.2 -.2\nv -.2 .2 -.2\nv .2 .2 -.2\nv -.2 -.2 .2\nv .2 -.2 .2\nv -.2 .2 .2\nv .2 .2 .2
f 1 3 4\nf 1 4 2\nf 5 6 8\nf 5 8 7\nf 1 2 6\nf 1 6 5\nf 3 7 8\nf 3 8 4\nf 1 5 7\nf 1 7 3\nf 2 4 8\nf 2 8 6`;
const files = { 'torus.obj': torus(0.3, 0.12, 16, 8), 'cube.obj': cube };

/** Shapes, and the share of contacts that must agree: box and sdf start on edges of their cells, where rounding decides. @type {Record<string, [geom: string, share: number]>} */
const shapes = {
  sphere: ['type="sphere" size=".15"', 1],
  capsule: ['type="capsule" size=".08 .2"', 1],
  ellipsoid: ['type="ellipsoid" size=".2 .1 .15"', 0.98],
  cylinder: ['type="cylinder" size=".1 .2"', 1],
  box: ['type="box" size=".15 .1 .2"', 0.9],
  mesh: ['type="mesh" mesh="cube"', 1],
  sdf: ['type="sdf" mesh="torus"', 0.9],
};

/** @param {string | number} geom @param {number} points */
const xmlOf = (geom, points) => `<mujoco>
  <option sdf_initpoints="${points}" sdf_iterations="10"/>
  <asset><mesh name="torus" file="torus.obj" inertia="exact"/><mesh name="cube" file="cube.obj"/></asset>
  <worldbody><body><freejoint/><geom type="sdf" mesh="torus"/></body>
  <body><freejoint/><geom ${geom}/></body></worldbody></mujoco>`;

/** @param {Mujoco} engine @param {string} xml */
function open(engine, xml) {
  const vfs = new engine.MjVFS();
  /** @param {string} text */
  const encode = (text) => new TextEncoder().encode(text);
  for (const [name, text] of Object.entries(files)) vfs.addBuffer(name, encode(text));
  vfs.addBuffer('model.xml', encode(xml));
  const model = engine.MjModel.from_xml_path('model.xml', vfs);
  vfs.delete();
  return { engine, model, data: new engine.MjData(model) };
}

function contactsOf(
  /** @type {{ engine: Mujoco, model: MjModel, data: MjData }} */ { engine, model, data },
  /** @type {number[]} */ pose,
) {
  data.qpos.set(pose);
  engine.mj_kinematics(model, data);
  engine.mj_comPos(model, data);
  engine.mj_flex(model, data);
  engine.mj_collision(model, data);
  return Array.from({ length: data.ncon }, (_, i) => {
    const contact = found(data.contact.get(i));
    const numbers = [contact.dist, ...contact.pos, ...Array.from(contact.frame).slice(0, 3)];
    contact.delete?.();
    return numbers;
  });
}

/** Numbers in [-1, 1) that are the same in every run. @param {number} seed */
function noise(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

/** @param {number[]} a @param {number[]} b */
const close = (a, b) => a.every((x, i) => Math.abs(x - b[i]) < 1e-6);

for (const [name, [geom, share]] of Object.entries(shapes)) {
  // COMPAT: COL-48, SDF-STEP, SDF-BOX, PLUG-06
  test(`contacts of a torus with a ${name} agree with the peer`, () => {
    // the peer refuses more contacts of a mesh than starts
    const xml = xmlOf(geom, name === 'mesh' ? 60 : 30);
    const [theirs, ours] = [open(peer, xml), open(limber, xml)];
    const next = noise(5);
    let total = 0;
    let same = 0;
    for (let i = 0; i < 12; i++) {
      const quat = [next(), next(), next(), next()];
      const length = Math.hypot(...quat);
      const place = [0.45 * next(), 0.4 * next(), 0.2 * next()];
      const pose = [0, 0, 0, 1, 0, 0, 0, ...place, ...quat.map((x) => x / length)];
      const expected = contactsOf(theirs, pose);
      const actual = contactsOf(ours, pose);
      total += Math.max(expected.length, actual.length);
      same += expected.filter((contact) => actual.some((other) => close(contact, other))).length;
    }
    assert.ok(total > 15, `${total} contacts`);
    assert.ok(same >= share * total, `${same} of ${total} contacts agree`);
    for (const { model, data } of [theirs, ours]) {
      data.delete();
      model.delete();
    }
  });
}

test('contacts of a torus with a cloth agree with the peer', () => {
  const xml = `<mujoco><option sdf_initpoints="20" sdf_iterations="10"/>
    <asset><mesh name="torus" file="torus.obj" inertia="exact"/></asset>
    <worldbody><geom type="sdf" mesh="torus"/>
    <flexcomp name="cloth" type="grid" dim="2" count="6 6 1" spacing=".15 .15 .1" pos=".01 .02 .1" radius=".01">
    <contact selfcollide="none"/></flexcomp></worldbody></mujoco>`;
  const sims = [open(peer, xml), open(limber, xml)];
  const [expected, actual] = sims.map((sim) => contactsOf(sim, Array.from(sim.data.qpos)));
  assert.equal(actual.length, expected.length);
  const same = expected.filter((contact) => actual.some((other) => close(contact, other))).length;
  assert.ok(same >= 0.95 * expected.length, `${same} of ${expected.length} contacts agree`);
  for (const { model, data } of sims) {
    data.delete();
    model.delete();
  }
});
