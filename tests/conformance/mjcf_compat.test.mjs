// What reading MJCF and URDF fixes for compatibility, one small model for each: both engines make the same of it, or both refuse it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agree, limber, load, peer } from './models.mjs';

/** @param {string} content */
const world = (content, sections = '') =>
  `<mujoco><worldbody>${content}</worldbody>${sections}</mujoco>`;
const turned = '<default><geom euler="10 20 30"/></default>';
const tetrahedron = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n';
/** @param {string} attributes */
const flexcomp = (attributes, inside = '', body = '') =>
  world(
    `<body name="b" ${body}><flexcomp name="f" radius=".01" mass="1" ${attributes}><contact selfcollide="none"/>${inside}</flexcomp></body>`,
  );
const sheet = 'type="grid" count="3 3 1" spacing=".1 .1 .1" dim="2"';
const lattice = 'type="grid" count="4 4 4" spacing=".1 .1 .1" dim="3" dof="trilinear"';
/** @param {string} attributes */
const cable = (attributes) =>
  world(
    `<composite type="cable" prefix="c" curve="s" count="6 1 1" size="1" ${attributes}><joint kind="main"/><geom type="capsule" size=".01"/></composite>`,
    '',
  );
/** @param {string} inertial */
const link = (inertial) =>
  `<robot name="r"><link name="a"/><link name="b"><inertial>${inertial}<mass value="1"/>
  <inertia ixx="1" iyy="2" izz="2.5" ixy=".1" ixz="0" iyz="0"/></inertial></link>
  <joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 1 0"/></joint></robot>`;

/** @type {Record<string, string | [string, Record<string, string>]>} */
const models = {
  'MJCF-FRAME: attributes that a frame does not know are ignored': world(
    '<frame pos="1 2 3" foo="1"><geom size="1"/></frame>',
  ),
  'MJCF-FRAME: the class of a frame is one of its children': world(
    '<frame class="k"><geom size="1"/></frame>',
    '<default><default class="k"><geom rgba="1 0 0 1" type="box"/></default></default>',
  ).replace('size="1"', 'size="1 1 1"'),
  'MJCF-REPLICATE: its attributes are not looked at': world(
    '<replicate count="2" offset="1 0 0" foo="1"><geom size="1"/></replicate>',
  ),
  'MJCF-ORIENTATION: an empty quaternion counts as one': world(
    '<geom size="1" quat="" euler="10 0 0"/>',
  ),
  'MJCF-ORIENTATION: another empty form does not count': world(
    '<geom size="1" axisangle="" euler="10 0 0"/>',
  ),
  'MJCF-ORIENTATION: the form that a class chose wins over a quaternion': world(
    '<geom type="box" size="1 2 3" quat="0 1 0 0"/>',
    turned,
  ),
  'FLEXCOMP-QUAT: a quaternion of any length scales': flexcomp(`${sheet} quat="2 0 0 0"`),
  'FLEXCOMP-QUAT: zero is a quaternion': flexcomp(`${sheet} quat="0 0 0 0"`),
  'FLEXCOMP-FRAME: neither pose nor class of a frame applies': world(
    `<body name="b"><frame pos="1 2 3" childclass="k"><flexcomp name="f" radius=".01" mass="1" ${sheet}/></frame></body>`,
    '<default><default class="k"><joint damping="2"/></default></default>',
  ),
  'FLEXCOMP-PIN: grids of pins on a lattice are those of the points': flexcomp(
    lattice,
    '<pin gridrange="0 0 0 1 1 1"/>',
  ),
  'FLEXCOMP-CELLS: cells of what is no lattice are not looked at': flexcomp(
    `${sheet} cellcount="2 2 2"`,
  ),
  'FLEXCOMP-CELLS: a negative first number stands for one cell': flexcomp(
    `${lattice} cellcount="-1 2 2"`,
  ),
  'FLEXCOMP-LINE: of dimension 1, the first edge of each face is an element': [
    flexcomp('type="mesh" file="a.obj" dim="1"'),
    { 'a.obj': tetrahedron },
  ],
  'FLEXCOMP-SHELL: of dimension 1, a box has triangles': flexcomp(
    'type="box" count="3 3 3" spacing=".1 .1 .1" dim="1"',
  ),
  'FLEXCOMP-SHELL: a textured shell is refused': flexcomp(
    'type="box" count="3 3 3" spacing=".1 .1 .1" dim="2" material="m"',
  ).replace(
    '<worldbody>',
    '<asset><texture name="t" type="2d" builtin="flat" width="2" height="2"/><material name="m" texture="t"/></asset><worldbody>',
  ),
  ...Object.fromEntries(
    [
      '0 0 0 0 1 0 -5e-8 2 0 1 1 1 3 1 1 5 1.0000001 1',
      '-1 -1 0 0 0 0 0 1 0 -5e-8 2 0 1 3 3',
      '-1 -1 0 0 0 0 0 1 0 -2e-7 2 0 1 3 3',
      '0 0 0 1 0 0 2 0 0 2 0 1 3 1 1 2 2 5',
      '0 0 0 0 1 0 0 2 0 1 3 1 2 3 3 2 1 4 1 0 2 0 -2 2 0 -1 2 -3 -1 2',
      '0 0 0 -1 0 0 -2 0 0 -3 1 0',
      '0 0 0 1 1 0 2 1 1 3 1 2 4 2 2',
    ].map((vertex) => [
      `CABLE-STRAIGHT: ${vertex}`,
      world(
        `<composite type="cable" vertex="${vertex}"><geom type="capsule" size=".1"/></composite>`,
      ),
    ]),
  ),
  'CABLE-QUAT: a quaternion that is not normalised stretches the curve': cable('quat="2 0 0 0"'),
  'SIZE-MEMORY: 4 GB is too big': '<mujoco><size memory="4G"/></mujoco>',
  'SIZE-MEMORY: less is not': '<mujoco><size memory="3M"/></mujoco>',
  'URDF-INERTIA: the rotation of the inertial origin has no effect': link(
    '<origin xyz=".1 0 0" rpy=".3 .2 .1"/>',
  ),
  'OBJ-SHAPE: faces behind a second object are left out': [
    world('<geom type="mesh" mesh="a"/>', '<asset><mesh file="a.obj"/></asset>'),
    { 'a.obj': `o one\n${tetrahedron}o two\nv 9 9 9\nf 1 2 5\n` },
  ],
  'OBJ-POLYGON: polygons are cut in the same order': [
    world('<geom type="mesh" mesh="a"/>', '<asset><mesh file="a.obj" inertia="shell"/></asset>'),
    {
      'a.obj':
        'v 0 0 0\nv 2 0 0\nv 2 2 0\nv 1 .5 0\nv 0 2 0\nv 1 1 1\nf 5 4 3 2 1\nf 1 2 6\nf 2 3 6\nf 3 4 6\nf 4 5 6\nf 5 1 6\n',
    },
  ],
};

for (const [name, model] of Object.entries(models)) {
  const [xml, files] = typeof model === 'string' ? [model, undefined] : model;
  test(name, () => {
    agree(xml, files, 1e-6);
  });
}

const gmsh = `$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes
$Elements\n1\n1 4 2 0 1 1 2 3 4\n$EndElements\n`;
// as fTetWild writes it: elements without tags, and data behind them
const bare = gmsh.replace('1 4 2 0 1 1 2 3 4', '1 4 0 1 2 3 4');
/** @param {string} dim */
const ofGmsh = (dim) => flexcomp(`type="gmsh" file="a.msh" ${dim}`);

test('GMSH-TEXT: text files of version 2.2 are read; their elements decide the dimension', () => {
  for (const dim of ['', 'dim="2"', 'dim="3"']) {
    for (const text of [gmsh, bare, `${bare}$ElementData\n1\n"color"\n$EndElementData\n`]) {
      const model = load(limber, ofGmsh(dim), { 'a.msh': text });
      assert.equal(model.nflexelem, 1);
      assert.equal(model.flex_dim[0], 3);
    }
  }
});

test('VFS-LOOKUP: a file is found by its last part, the one added last', () => {
  const xml = world('<geom type="mesh" mesh="a"/>', '<asset><mesh file="deep/A.obj"/></asset>');
  const named = xml.replace('mesh="a"', 'mesh="A"');
  agree(named, { 'x/a.obj': tetrahedron, 'y/a.OBJ': tetrahedron.replaceAll('1', '2') });
});

test('OCTREE-ORDER: nodes have the same numbers', () => {
  const xml = world('<geom type="sdf" mesh="a"/>', '<asset><mesh file="a.obj"/></asset>');
  const [theirs, ours] = [peer, limber].map((engine) => {
    const model = load(engine, xml, { 'a.obj': tetrahedron });
    return [...model.oct_depth];
  });
  assert.ok(ours.length > 8);
  assert.deepEqual(ours, theirs);
});
