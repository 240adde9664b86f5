// The paths of asset files that a model keeps: order, form, and which assets have none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limber, peer } from './models.mjs';

const tetrahedron = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n';
const child = `<mujoco><compiler meshdir="d"/><asset><mesh name="k" file="a.obj"/></asset>
  <worldbody><body name="b"><geom type="mesh" mesh="k"/></body></worldbody></mujoco>`;
const field = new Uint8Array(new Int32Array([2, 2, 0, 0, 0, 0]).buffer);

const assets = {
  'fields before meshes, meshes with and without a file': `<compiler meshdir="d"/><asset>
    <mesh name="own" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/><mesh file="a.obj"/>
    <mesh name="again" file="../d/a.obj"/><hfield name="flat" nrow="2" ncol="2" size="1 1 1 1"/>
    <hfield name="h" file="h.bin" size="1 1 1 1"/></asset>`,
  'folders left away': '<compiler strippath="true"/><asset><mesh file="x/y/a.obj"/></asset>',
  'unusual ways to the same file': String.raw`<asset><mesh name="1" file="./d/a.obj"/>
    <mesh name="2" file="d\a.obj"/><mesh name="3" file="d/../d/a.obj"/></asset>`,
  'an absolute path': '<asset><mesh file="/d/a.obj"/></asset>',
  'a pattern with a file': `<asset><texture name="t" type="2d" builtin="flat" width="4" height="4"
    file="t.png"/><texture name="u" type="2d" builtin="flat" width="4" height="4"/></asset>`,
  'what is drawn only is left out': `<compiler discardvisual="true"/><asset>
    <mesh name="x" file="a.obj"/><mesh name="y" file="d/a.obj"/></asset><worldbody>
    <geom type="mesh" mesh="x" contype="0" conaffinity="0"/><geom type="mesh" mesh="y"/></worldbody>`,
  'an attached model': `<asset><model name="c" file="child.xml"/></asset>
    <worldbody><frame><attach model="c" body="b" prefix="p_"/></frame></worldbody>`,
  nothing: '',
};

/** @param {Mujoco} mujoco @param {string} xml */
function pathsOf(mujoco, xml) {
  const vfs = new mujoco.MjVFS();
  const encode = (/** @type {string} */ text) => new TextEncoder().encode(text);
  for (const name of ['a.obj', 'd/a.obj', '/d/a.obj']) vfs.addBuffer(name, encode(tetrahedron));
  for (const name of ['h.bin', 'd/h.bin']) vfs.addBuffer(name, field);
  vfs.addBuffer('child.xml', encode(child));
  vfs.addBuffer('m.xml', encode(`<mujoco>${xml}</mujoco>`));
  const model = mujoco.MjModel.from_xml_path('m.xml', vfs);
  const { mesh_pathadr: meshes, hfield_pathadr: fields, tex_pathadr: textures } = model;
  const addresses = [meshes, fields, textures].map((list) => [...list]);
  return { text: String.fromCharCode(...model.paths), addresses };
}

for (const [name, xml] of Object.entries(assets)) {
  test(`paths: ${name}`, () => assert.deepEqual(pathsOf(limber, xml), pathsOf(peer, xml)));
}
