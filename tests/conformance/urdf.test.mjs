// URDF as the reference reads it: joints, limits, inertials, geoms, materials, the extension block, trees that are none;
// and how files are found that are not where a model says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agree, limber, peer } from './models.mjs';

/** @param {string} name */
const link = (name, content = '') => `<link name="${name}">${content}</link>`;
const inertial = (
  mass = 1,
  tensor = 'ixx="1" iyy="2" izz="2.5" ixy="0" ixz="0" iyz="0"',
  origin = '',
) => `<inertial>${origin}<mass value="${mass}"/><inertia ${tensor}/></inertial>`;
/** @param {string} name @param {string} type @param {string} parent @param {string} child */
const joint = (name, type, parent, child, content = '') =>
  `<joint name="${name}" type="${type}"><parent link="${parent}"/><child link="${child}"/>${content}</joint>`;
const limit = '<limit lower="-1" upper="2" effort="10" velocity="3"/>';
const origin = '<origin xyz="1 2 3" rpy=".4 -.2 1.3"/>';
/** @param {string} content */
const pair = (content) => link('a', inertial()) + link('b', inertial()) + content;
const ball = '<geometry><sphere radius="1"/></geometry>';

/** @type {Record<string, string[]>} */
const groups = {};
/** @param {string} group @param {string} content */
const add = (group, content) => (groups[group] ??= []).push(`<robot name="r">${content}</robot>`);

for (const type of [
  'revolute',
  'continuous',
  'prismatic',
  'fixed',
  'floating',
  'planar',
  'spherical',
  'screw',
  '',
]) {
  for (const content of [
    '',
    limit,
    origin + limit,
    '<axis xyz="1 1 0"/>',
    '<axis xyz="0 0 0"/>',
    '<axis xyz="1"/>',
    '<dynamics damping="2" friction="3"/>',
    '<mimic joint="j0" multiplier="2" offset="1"/>',
    '<safety_controller k_velocity="10" soft_lower_limit="-2"/>',
    '<limit lower="-1"/>',
    '<limit upper="1"/>',
    '<limit lower="1" upper="-1"/>',
    '<limit effort="-1" lower="-1" upper="1"/>',
    '<limit/>',
    limit + limit,
  ]) {
    add(`joints of type '${type}'`, pair(joint('j', type, 'a', 'b', content)));
  }
}
for (const place of ['', '<origin xyz="1 2 3"/>', origin]) {
  for (const tensor of [
    'ixx="1" iyy="2" izz="2.5" ixy=".1" ixz=".2" iyz="-.1"',
    'ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"',
    'ixx="0" iyy="0" izz="0" ixy="0" ixz="0" iyz="0"',
    'ixx="2" iyy="1" izz="2.5"',
    'ixx="1" iyy="1" izz="10" ixy="0" ixz="0" iyz="0"',
  ]) {
    for (const mass of [0, 1]) {
      for (const type of ['revolute', 'fixed']) {
        add(
          'inertials',
          link('a', inertial()) +
            link('b', inertial(mass, tensor, place)) +
            joint('j', type, 'a', 'b', limit),
        );
      }
    }
  }
}
add('inertials', link('a', inertial() + inertial()));
for (const shape of [
  '<box size="1 2 3"/>',
  '<cylinder radius="1" length="2"/>',
  '<capsule radius="1" length="2"/>',
  '<box size="1"/>',
  '<cone/>',
  '',
  '<sphere radius="1"/><sphere radius="2"/>',
]) {
  for (const kind of ['visual', 'collision']) {
    for (const extension of [
      '',
      '<mujoco><compiler discardvisual="false" fusestatic="false"/></mujoco>',
    ]) {
      add(
        'shapes',
        extension +
          link(
            'a',
            `${inertial()}<${kind} name="v">${origin}<geometry>${shape}</geometry></${kind}>`,
          ),
      );
    }
  }
}
for (const material of [
  '<material name="red"/>',
  '<material name="red"><color rgba="1 0 0 1"/></material>',
  '<material/><material/>',
  '<material/>',
  '<material><color rgba="1 0 0 1"/></material>',
]) {
  for (const top of [
    '',
    '<material name="red"><color rgba="0 1 0 1"/></material>',
    '<material/>',
  ]) {
    add(
      'materials',
      top + link('a', `<visual>${ball}${material}</visual><collision>${ball}</collision>`),
    );
  }
}
for (const extension of [
  '<compiler fusestatic="false"/>',
  '<compiler balanceinertia="true" boundmass="3"/>',
  '<option timestep=".01" gravity="0 0 -1"/>',
  '<size memory="1M"/>',
  '<compiler/><compiler/>',
  '<worldbody/>',
]) {
  add(
    'extension block',
    `<mujoco>${extension}</mujoco>` + pair(joint('j', 'fixed', 'a', 'b', origin)),
  );
}
for (const tree of [
  joint('j', 'revolute', 'a', 'b') + joint('k', 'revolute', 'b', 'a'),
  joint('j', 'revolute', 'a', 'z'),
  joint('j', 'revolute', 'a', 'a'),
  joint('j', 'fixed', 'a', 'b') + joint('k', 'fixed', 'a', 'b'),
  link('a'),
  '',
  '<joint name="j" type="fixed"><child link="b"/></joint>',
]) {
  add('trees', pair(tree));
}
add('trees', link('world') + link('b', inertial()) + joint('j', 'floating', 'world', 'b'));

for (const [name, models] of Object.entries(groups)) {
  test(name, () => models.forEach((/** @type {string} */ xml) => agree(xml, undefined, 1e-6)));
}

test('a file that is not where it should be is found by its name, whatever its folder and capitals', () => {
  /** @param {string} name */
  const text = (name) =>
    new TextEncoder().encode(`<mujoco><worldbody><body name="${name}"/></worldbody></mujoco>`);
  /** @param {Mujoco} engine @param {string[]} files @param {string} wanted */
  const found = (engine, files, wanted) => {
    const folder = new engine.MjVFS();
    for (const name of files) folder.addBuffer(name, text(name));
    try {
      const model = engine.MjModel.from_xml_path(wanted, folder);
      const name = engine.mj_id2name(model, 1, 1);
      model.delete();
      return name;
    } catch {
      return null;
    } finally {
      folder.delete();
    }
  };
  for (const files of [
    ['m.xml'],
    ['M.XML'],
    ['a/m.xml', 'b/m.xml'],
    ['b/m.xml', 'a/m.xml'],
    ['m.xml', 'a/M.xml'],
    ['a/M.xml', 'm.xml'],
    ['xm.xml'],
  ]) {
    for (const wanted of ['m.xml', 'M.XML', 'a/m.xml', 'c/m.xml', './m.xml', '/m.xml']) {
      assert.equal(
        found(limber, files, wanted),
        found(peer, files, wanted),
        `${wanted} among ${files}`,
      );
    }
  }
});
