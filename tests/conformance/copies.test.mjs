// <replicate> and <attach> on both engines: poses, order, names, what is copied along from other sections, and keyframes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agree, limber, load } from './models.mjs';

/** @param {string} content */
const replicate = (content, count = 2, move = 'offset="1 .5 .2" euler="10 20 30"') =>
  `<replicate count="${count}" ${move} sep="_">${content}</replicate>`;
/** @param {number} ref */
const hinge = (ref, name = '') => `<body ${name}><joint ref="${ref}"/><geom size="1"/></body>`;
const arm = `<body name="b"><joint name="j" axis="0 1 0"/><geom name="g" size=".1"/><site name="s" pos=".1 0 0"/>
  <body name="bb" pos="0 0 1"><joint name="jj" type="slide"/><geom name="g3" size=".1"/><site name="s3"/></body></body>`;
/** @param {string} content */
const scene = (
  content,
  sections = '',
) => `<mujoco><worldbody><geom name="floor" type="plane" size="1 1 1"/><site name="fs"/>
  <body name="ob"><joint name="other"/><geom name="og" size=".1"/><site name="os"/></body>${content}</worldbody>${sections}</mujoco>`;
/** @param {string} content */
const attaching = (content, sections = '') =>
  `<mujoco><asset><model name="m" file="child.xml"/></asset><worldbody>${content}</worldbody>${sections}</mujoco>`;
/** @param {string} prefix */
const attach = (prefix, body = '', inside = '') =>
  `<frame pos="10 0 0" ${inside}><attach model="m" ${body && `body="${body}"`} prefix="${prefix}"/></frame>`;

// --- the tree

const mixed = `<geom name="u1" size=".1"/><frame pos="1 2 3"><geom name="u2" size=".2"/><body name="x1"><geom name="u3" size=".3"/></body></frame>
  <geom name="u4" size=".4"/><body name="x2"><geom name="u5" size=".5"/></body>
  <frame euler="10 0 0"><frame pos="3 3 3"><body name="x3"><geom name="u6" size=".6"/></body></frame><geom name="u7" size=".7"/></frame>`;
const trees = {
  'four copies turn by multiples of the angles': replicate('<geom size=".1"/>', 4),
  'copies keep the order of the document': replicate(mixed),
  'names get as many digits as the count has': replicate('<geom name="e" size=".1"/>', 11),
  'replicates in replicates': replicate(replicate(arm, 2), 3),
  'a replicate in a turned frame': `<frame pos="1 2 3" euler="10 20 30">${replicate(arm)}<geom size=".1"/></frame>`,
  'a replicate in a body': `<body name="q">${replicate(mixed)}</body>`,
  'no copy at all': replicate('<geom size=".1"/>', 0),
  'a repeated name': `<geom name="e_0" size="1"/>${replicate('<geom name="e" size="1"/>')}`,
  'copies named like what is copied': `<replicate count="2">${['e', 'e0']
    .map((name) => `<replicate count="2"><geom name="${name}" size="1"/></replicate>`)
    .join('')}</replicate>`,
  'a cable': replicate(
    '<composite prefix="c" type="cable" count="5 1 1" size="1" curve="s"><geom size=".01" type="capsule"/></composite>',
  ),
};
for (const [name, content] of Object.entries(trees))
  test(`replicate: ${name}`, () => void agree(scene(content)));

// --- what refers to the copied part

/** @param {string} name @param {string} content */
const section = (name, content) => `<${name}>${content}</${name}>`;
/** @param {string} name @param {...string} joints */
const fixed = (name, ...joints) =>
  `<fixed name="${name}">${joints.map((j) => `<joint joint="${j}" coef="2"/>`).join('')}</fixed>`;
/** @param {...string} sites */
const path = (...sites) =>
  section('tendon', `<spatial>${sites.map((s) => `<site site="${s}"/>`).join('')}</spatial>`);
/** @param {string} body */
const bone = (body) =>
  `<bone body="${body}" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2" vertweight="1 1 1"/>`;
/** @param {string} name @param {...string} bodies */
const skin = (name, ...bodies) =>
  section(
    'deformable',
    `<skin ${name} vertex="0 0 0 1 0 0 0 1 0" face="0 1 2">${bodies.map(bone).join('')}</skin>`,
  );
/** @param {...string} bodies */
const tuple = (...bodies) =>
  section(
    'custom',
    `<tuple name="t">${bodies.map((b) => `<element objtype="body" objname="${b}"/>`).join('')}</tuple>`,
  );
/** @param {...string} bodies */
const flex = (...bodies) =>
  section(
    'deformable',
    `<flex name="f" dim="2" body="${bodies.join(' ')}" vertex="0 0 0 1 0 0 0 1 0" element="0 1 2"/>`,
  );
const referring = {
  pairs: section(
    'contact',
    '<pair geom1="g" geom2="g3"/><pair geom1="g" geom2="og"/><pair geom1="floor" geom2="og"/>',
  ),
  excludes: section(
    'contact',
    '<exclude body1="b" body2="bb"/><exclude body1="bb" body2="ob"/><exclude body1="bb" body2="world"/>',
  ),
  'welds inside': section(
    'equality',
    '<weld body1="b"/><weld body1="b" body2="bb"/><weld body1="ob"/>',
  ),
  'welds across': section(
    'equality',
    '<weld body1="b" body2="ob"/><weld body1="ob" body2="b"/><weld body1="b" body2="world"/>',
  ),
  'connected sites': section(
    'equality',
    '<connect site1="s" site2="s3"/><connect site1="s" site2="os"/>',
  ),
  'joint equalities': section(
    'equality',
    '<joint joint1="j"/><joint joint1="j" joint2="jj"/><joint joint1="j" joint2="other"/>',
  ),
  'tendon equalities':
    section('tendon', fixed('t1', 'j') + fixed('t2', 'other')) +
    section('equality', '<tendon tendon1="t1"/>'),
  'fixed tendons': section(
    'tendon',
    fixed('t1', 'j', 'jj') + fixed('t2', 'j', 'other') + fixed('t3', 'other'),
  ),
  'paths inside': path('s', 's3'),
  'paths across': path('fs', 's', 'os'),
  actuators: section(
    'actuator',
    '<motor joint="j"/><motor site="s"/><motor joint="other"/><adhesion body="b" ctrlrange="0 1"/>',
  ),
  'actuators across': section(
    'actuator',
    '<motor site="s" refsite="os"/><motor cranksite="s" slidersite="os" cranklength="1"/>',
  ),
  'sensor of an actuator of a tendon':
    section('tendon', fixed('t', 'j')) +
    section('actuator', '<motor name="m" tendon="t"/>') +
    section('sensor', '<actuatorpos actuator="m"/><tendonpos tendon="t"/>'),
  sensors: section(
    'sensor',
    '<jointpos joint="j"/><jointpos joint="other"/><magnetometer site="s"/><distance geom1="g" geom2="g3"/>',
  ),
  'sensors across': section(
    'sensor',
    '<framepos objtype="body" objname="b" reftype="body" refname="ob"/><distance body1="b" geom2="og"/>',
  ),
  'sensors of the world': section(
    'sensor',
    '<framepos objtype="body" objname="b" reftype="body" refname="world"/><framepos objtype="body" objname="world"/>',
  ),
  'sensors of nothing': section('sensor', '<clock/><user dim="2"/><e_kinetic/>'),
  'tuples inside': tuple('b'),
  'tuples of tuples': section(
    'custom',
    '<tuple name="t"><element objtype="tuple" objname="u"/><element objtype="geom" objname="g"/></tuple><tuple name="u"><element objtype="geom" objname="g"/></tuple>',
  ),
  'flexes inside': flex('b', 'bb', 'b'),
  'flexes across': flex('b', 'ob', 'bb'),
  'flexes of the world': flex('b', 'bb', 'world'),
  'a flex with an equality': flex('b', 'bb', 'b') + section('equality', '<flex flex="f"/>'),
  'tuples across': tuple('b', 'ob'),
  'tuples of the world': tuple('b', 'world'),
  'tuples of others': tuple('ob'),
  'skins inside': skin('name="sk"', 'b'),
  'skins across': skin('name="sk"', 'b', 'ob'),
  'nameless skins': skin('', 'b'),
};
// SPEC-COPY-REFERENCES: what is copied along, by what it refers to; SPEC-COPY-SKIN: skins keep their names
for (const [name, sections] of Object.entries(referring)) {
  test(`${name} follow a body attached within its model`, () =>
    void agree(scene(`${arm}<attach body="b" prefix="z_"/>`, sections)));
  test(`${name} follow a replicate`, () => void agree(scene(replicate(arm), sections)));
  for (const body of ['b', '']) {
    const twice = attaching(attach('a_', body) + attach('b_', body));
    const once = attaching(attach('a_', body));
    test(`${name} follow ${body ? 'an attached body' : 'an attached model'}`, () =>
      void agree(once, { 'child.xml': scene(arm, sections) }));
    test(`${name} follow ${body ? 'a body' : 'a model'} that is attached twice`, () =>
      void agree(twice, { 'child.xml': scene(arm, sections) }));
  }
}
test('attachments after a replicate come later in all sections', () => {
  const sections =
    section('actuator', '<motor joint="j"/>') + section('sensor', '<jointpos joint="jj"/>');
  const content = replicate(attach('a_', 'b')) + hinge(1, 'name="own"') + attach('y_', 'b');
  agree(attaching(content), { 'child.xml': scene(arm, sections) });
});

// --- what refers to the attached part and to what the host has

/** A body with one of everything, all names after the same prefix. @param {string} p */
const part = (p) =>
  `<body name="${p}hb"><joint name="${p}hj"/><geom name="${p}hg" size=".1"/><site name="${p}hs"/></body>`;
const across = {
  'pair 1 2': section('contact', '<pair geom1="cg" geom2="hg"/>'),
  'pair 2 1': section('contact', '<pair geom1="hg" geom2="cg"/>'),
  'pair outside': section('contact', '<pair geom1="hg" geom2="hg"/>'),
  'exclude 1 2': section('contact', '<exclude body1="cb" body2="hb"/>'),
  'exclude 2 1': section('contact', '<exclude body1="hb" body2="cb"/>'),
  'exclude of the world': section('contact', '<exclude body1="hb" body2="world"/>'),
  'joints 1 2': section('equality', '<joint joint1="cj" joint2="hj"/>'),
  'joints 2 1': section('equality', '<joint joint1="hj" joint2="cj"/>'),
  'joint outside': section('equality', '<joint joint1="hj"/>'),
  'weld 1 2': section('equality', '<weld body1="cb" body2="hb"/>'),
  'weld 2 1': section('equality', '<weld body1="hb" body2="cb"/>'),
  'weld of the part to the world': section('equality', '<weld body1="cb" body2="world"/>'),
  'weld to the world': section('equality', '<weld body1="hb" body2="world"/>'),
  'sites 1 2': section('equality', '<connect site1="cs" site2="hs"/>'),
  'sites 2 1': section('equality', '<connect site1="hs" site2="cs"/>'),
  'equality of a tendon':
    section('tendon', fixed('ht', 'hj')) + section('equality', '<tendon tendon1="ht"/>'),
  'fixed tendon': section('tendon', fixed('t', 'cj', 'hj')),
  'fixed tendon, other first': section('tendon', fixed('t', 'hj', 'cj')),
  'fixed tendon outside': section('tendon', fixed('t', 'hj')),
  path: path('cs', 'hs'),
  'path around a geom': section(
    'tendon',
    '<spatial><site site="cs"/><geom geom="hg"/><site site="cs"/></spatial>',
  ),
  'path with a side site': section(
    'tendon',
    '<spatial><site site="cs"/><geom geom="cg" sidesite="hs"/><site site="cs"/></spatial>',
  ),
  'path around a geom to a site': section(
    'tendon',
    '<spatial><site site="cs"/><geom geom="cg"/><site site="hs"/></spatial>',
  ),
  'path outside': path('hs', 'hs'),
  'motor of a joint': section('actuator', '<motor joint="hj"/>'),
  'motor of a tendon':
    section('tendon', fixed('ht', 'hj')) + section('actuator', '<motor tendon="ht"/>'),
  'motor of a tendon across':
    section('tendon', fixed('ct', 'cj', 'hj')) + section('actuator', '<motor tendon="ct"/>'),
  'motor of a site': section('actuator', '<motor site="hs"/>'),
  'motor with a reference': section('actuator', '<motor site="cs" refsite="hs"/>'),
  'motor with a reference, other first': section('actuator', '<motor site="hs" refsite="cs"/>'),
  'slider-crank': section('actuator', '<motor cranksite="cs" slidersite="hs" cranklength="1"/>'),
  adhesion: section('actuator', '<adhesion body="hb" ctrlrange="0 1"/>'),
  'sensor of a joint': section('sensor', '<jointpos joint="hj"/>'),
  'sensor of a site': section('sensor', '<accelerometer site="hs"/>'),
  'sensor of a body': section('sensor', '<framepos objtype="body" objname="hb"/>'),
  'sensor against the world': section(
    'sensor',
    '<framepos objtype="body" objname="hb" reftype="body" refname="world"/>',
  ),
  'sensor across': section(
    'sensor',
    '<framepos objtype="body" objname="cb" reftype="body" refname="hb"/>',
  ),
  'sensor across, other first': section(
    'sensor',
    '<framepos objtype="body" objname="hb" reftype="xbody" refname="cb"/>',
  ),
  'sensor across kinds': section(
    'sensor',
    '<framepos objtype="xbody" objname="cb" reftype="site" refname="hs"/>',
  ),
  distance: section('sensor', '<distance geom1="cg" geom2="hg"/>'),
  'distance of kinds': section('sensor', '<distance body1="hb" geom2="cg"/>'),
  'sensor of contacts': section('sensor', '<contact subtree1="cb" geom2="hg"/>'),
  'tuple outside': tuple('hb'),
  'tuple across': tuple('cb', 'hb'),
  'skin across': skin('name="sk"', 'cb', 'hb'),
  'flex across': section(
    'deformable',
    '<flex name="fx" dim="2" body="cb hb cb" vertex="0 0 0 1 0 0 0 1 0" element="0 1 2"/>',
  ),
  camera: '<camera mode="targetbody" target="hb"/>',
  light: '<light mode="targetbody" target="hb"/>',
};
// SPEC-ATTACH-ACROSS: which names are looked for in the host, and which elements come
for (const [name, content] of Object.entries(across)) {
  const looks = name === 'camera' || name === 'light';
  const child = `<mujoco><worldbody><body name="cb"><joint name="cj"/><geom name="cg" size=".1"/><site name="cs"/>
    ${looks ? content : ''}</body>${part('')}</worldbody>${looks ? '' : content}</mujoco>`;
  for (const host of [[], [''], ['p_'], ['', 'p_'], ['p_', '']]) {
    for (const prefix of ['p_', '']) {
      const body = `<attach model="m" body="cb" prefix="${prefix}"/>`;
      const has = host.map((p) => `${p}h`).join(' and ') || 'nothing';
      test(`${name}: attached with '${prefix}' to a host that has ${has}`, () =>
        void agree(attaching(host.map(part).join('') + body), { 'child.xml': child }));
    }
  }
}

const halves = `<mujoco><worldbody><body name="L"><joint name="l"/><geom name="lg" size=".1"/><site name="ls"/></body>
  <body name="R"><joint name="r"/><geom name="rg" size=".1"/><site name="rs"/></body></worldbody>SECTIONS</mujoco>`;
const between = {
  pair: section('contact', '<pair name="x" geom1="lg" geom2="rg"/>'),
  exclude: section('contact', '<exclude name="x" body1="L" body2="R"/>'),
  equality: section('equality', '<joint name="x" joint1="l" joint2="r"/>'),
  'tendon and motor':
    section('tendon', fixed('x', 'l', 'r')) +
    section('actuator', '<motor name="y" tendon="x"/>') +
    section('sensor', '<actuatorpos name="z" actuator="y"/>'),
  sensor: section('sensor', '<distance name="x" geom1="lg" geom2="rg"/>'),
  tuple: tuple('L', 'R'),
  skin: skin('name="sk"', 'L', 'R'),
};
/** @param {string} body @param {string} prefix */
const half = (body, prefix) => `<attach model="m" body="${body}" prefix="${prefix}"/>`;
for (const [name, sections] of Object.entries(between)) {
  const files = { 'child.xml': halves.replace('SECTIONS', sections) };
  for (const [first, second] of ['p_ p_', 'p_ q_', ' '].map((pair) => pair.split(' '))) {
    test(`${name} between two parts attached with '${first}' and '${second}'`, () => {
      agree(attaching(half('L', first) + half('R', second)), files);
      agree(attaching(half('R', first) + half('L', second)), files);
    });
  }
}

// The peer takes what came with the first part a second time, and refuses it if it has a name.
test('what came with the first of two parts does not come with the second', () => {
  const sections =
    section('asset', '<material name="a"/>') +
    section('tendon', fixed('t', 'l') + fixed('x', 'l', 'r')) +
    section('actuator', '<motor joint="l"/><motor name="n" tendon="t"/>') +
    section('sensor', '<clock/><jointpos joint="l"/>');
  const model = load(limber, attaching(half('L', 'p_') + half('R', 'p_')), {
    'child.xml': halves.replace('SECTIONS', sections),
  });
  const { nmat, ntendon, nu, nsensor } = model;
  assert.deepEqual([nmat, ntendon, nu, nsensor], [1, 2, 2, 2]);
  model.delete();
});

// --- keyframes

// SPEC-KEY-PAD: keys that are too short; SPEC-KEY-CONTROLS: controls and activations do not follow a copy

/** @param {string} keys */
const walker = (
  keys,
) => `<mujoco><worldbody><body name="a" pos="1 2 3"><freejoint name="f"/><geom size=".1"/>
  <body name="b"><joint name="h" ref="10"/><geom size=".1" pos="0 0 1"/></body></body><body name="mo" mocap="true" pos="4 5 6"><geom size=".1"/></body></worldbody>
  <actuator><motor joint="h"/></actuator><keyframe>${keys}</keyframe></mujoco>`;
const childKeys =
  '<key name="k1" time="2" qpos="9 8 7 0 1 0 0 .5" ctrl=".25"/><key name="k2" qvel="1 2 3 4 5 6 7" mpos="7 7 7"/>';
const free = '<body pos="1 2 3" euler="90 0 0"><freejoint/><geom size="1"/></body>';
/** @param {number} count */
const numbers = (count) => '1 2 3 4 5 6 7 8 9'.slice(0, 2 * count - 1);
const places = {
  'before an attachment': hinge(5) + attach('x', 'b'),
  'after an attachment': attach('x', 'b') + hinge(5),
  'around an attachment': hinge(4) + attach('x', 'b') + hinge(5),
  'of two attachments': attach('x', 'b') + attach('y', 'b'),
  'of an attached free body': hinge(3) + attach('x', 'a'),
  'of an attached model': hinge(3) + attach('x') + attach('y'),
  'of a body with an attachment before its joint':
    hinge(3) + `<body>${attach('x', 'b')}<joint ref="5"/><geom size="1"/></body>`,
  'before a replicate': hinge(5) + replicate(hinge(7)),
  'around a replicate': hinge(5) + replicate(hinge(7)) + hinge(9),
  'of two replicates': replicate(hinge(7)) + replicate(hinge(8)),
  'of nested replicates': replicate(replicate(hinge(7))),
  'of replicated free bodies': replicate(free, 3),
  'of a replicated attachment': replicate(hinge(4) + attach('x', 'b')),
  'of a replicate after an attachment': hinge(4) + attach('x', 'b') + replicate(hinge(6)),
  'of an attachment after a replicate': replicate(hinge(6)) + attach('x', 'b'),
  'of a plain model': hinge(4) + free + hinge(6),
};
for (const [name, content] of Object.entries(places)) {
  for (const keys of ['', childKeys]) {
    for (const count of [0, 1, 2, 3, 4, 9]) {
      const own = count ? `<keyframe><key name="mine" qpos="${numbers(count)}"/></keyframe>` : '';
      test(`keys ${name}: ${count} positions, ${keys ? 'with' : 'without'} keys of the child`, () =>
        void agree(attaching(content, own), { 'child.xml': walker(keys) }));
    }
  }
}
const controls = section('actuator', '<motor joint="k"/><position joint="k" timeconst="1"/>');
const driven = '<body><joint name="k"/><geom size="1"/></body>';
for (const key of ['ctrl="3"', 'ctrl="3 4"', 'ctrl="3 4 5"', 'act="3"', 'qvel="3"', 'time="3"']) {
  const own = section('keyframe', `<key name="s" ${key}/>`);
  for (const [where, content] of [
    ['an attachment', attach('x', 'b')],
    ['a replicate', replicate(hinge(8))],
    ['neither', hinge(8)],
  ]) {
    test(`a key with ${key} and ${where}`, () =>
      void agree(attaching(driven + content, controls + own), { 'child.xml': walker(childKeys) }));
  }
}
const mocap = '<body mocap="true" pos="1 2 3" euler="90 0 0"/>';
for (const key of [
  'mpos="5"',
  'mpos="5 5 5"',
  'mpos="1 2 3 4 5 6"',
  'mquat="5 5 5 5"',
  'mquat="5 5 5 5 5"',
  'mpos="1 2 3 4 5 6 7"',
]) {
  const own = section('keyframe', `<key name="s" ${key}/>`);
  test(`a mocap key with ${key}`, () => void agree(scene(mocap + mocap, own)));
  test(`a mocap key with ${key} and a replicate`, () => void agree(scene(replicate(mocap), own)));
  test(`a mocap key with ${key} and an attachment`, () =>
    void agree(attaching(mocap + attach('x', 'mo'), own), { 'child.xml': walker(childKeys) }));
}
// SPEC-KEY-ATTACH
test('waiting keys go with the first attachment', () => {
  const inner = attaching(attach('i_', 'b') + hinge(3, 'name="z"')).replace(
    'child.xml',
    'inner.xml',
  );
  const files = { 'inner.xml': walker(childKeys) };
  agree(attaching(attach('a_') + attach('b_')), { ...files, 'child.xml': inner });
  const own = '</worldbody><keyframe><key name="dk" qpos="1 2"/></keyframe>';
  agree(attaching(attach('a_') + attach('b_')), {
    ...files,
    'child.xml': inner.replace('</worldbody>', own),
  });
});

test('keys of parts attached before speak of the parts attached later too', () => {
  const child = `<mujoco><worldbody><frame name="fr"><body name="k"><geom size=".1"/></body></frame><body name="a"><joint name="aj"/><geom size=".1"/></body>
    <body name="b"><joint name="bj" type="slide"/><geom size=".1"/></body><body name="c" mocap="true"/><body name="d" pos="0 0 3" mocap="true"/></worldbody>
    <actuator><motor name="am" joint="aj"/><general name="bm" joint="bj" dyntype="integrator"/></actuator>
    <keyframe><key name="ak" time="2" qpos="1 2" qvel="3 4" act="5" ctrl="6 7" mpos="1 2 3 4 5 6" mquat="1 0 0 0 0 1 0 0"/></keyframe></mujoco>`;
  /** @param {string} prefix @param {string} part */
  const attach = (prefix, part) => `<attach model="m" prefix="${prefix}" ${part}/>`;
  const [frame, a, b, c, d] = ['frame="fr"', ...['a', 'b', 'c', 'd'].map((n) => `body="${n}"`)];
  /** @param {string} content */
  const twice = (content) => `<replicate count="2" offset="1 0 0">${content}</replicate>`;
  for (const content of [
    attach('q', a) + attach('r', b),
    attach('q', c) + attach('r', d),
    attach('q', frame) + attach('r', frame) + attach('s', a) + attach('t', b) + attach('u', c),
    attach('q', a) + attach('r', '') + attach('s', b),
    attach('q', a) + attach('r', a) + attach('s', b) + attach('t', b),
    twice(attach('q', a) + attach('r', b)),
    attach('q', c) + twice(attach('r', d)),
    twice(twice(attach('q', frame)) + attach('r', b)),
  ]) {
    const xml = `<mujoco><asset><model name="m" file="child.xml"/></asset><worldbody>${content}</worldbody></mujoco>`;
    agree(xml, { 'child.xml': child });
  }
});
