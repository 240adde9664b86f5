// Rules of the modelling language at their edges, by requirement row: compiled the same, or refused, by both engines; what
// was compiled is saved such that it means the same, and behaves the same where the rule is about behaviour.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testModels } from './cases.mjs';
import { dataDifferences } from './fields.mjs';
import { agree, differences, limber, load, peer } from './models.mjs';
import { arraysOf } from '../helpers.mjs';

/** @param {string} content */
const world = (content, sections = '') =>
  `<mujoco>${sections}<worldbody>${content}</worldbody></mujoco>`;
/** @type {Record<string, string>} */
const joints = {
  hinge: '<joint axis="0 1 0" armature="1"/>',
  slide: '<joint type="slide" armature="1"/>',
  ball: '<joint type="ball" armature="1"/>',
  free: '<joint type="free"/>',
};
/** @param {number | string} mass @param {string} diagonal */
const inertial = (mass, diagonal) =>
  `<inertial pos="0 0 0" mass="${mass}" diaginertia="${diagonal}"/>`;
const tetrahedron = 'vertex="0 0 0 1 0 0 0 1.2 0 0 0 1.5"';
/** @param {string} attributes */
const meshes = (attributes) =>
  world('<geom type="mesh" mesh="m"/>', `<asset><mesh name="m" ${attributes}/></asset>`);

/** Topic: models. @type {Record<string, string[]>} */
const topics = {};

topics['LC-03: the root element decides, URDF in any case'] = ['Robot', 'ROBOT', 'MuJoCo', 'x'].map(
  (root) => `<${root} name="r"><link name="l"/></${root}>`,
);
topics['LC-12: amounts of memory'] = ['1M', ' 1M', '1m ', '-1', ' -1', '4G', '1T', 'M', '1KB'].map(
  (memory) => world('<geom size="1"/>', `<size memory="${memory}"/>`),
);
topics['LC-12: what moves has mass and inertia'] = Object.values(joints).flatMap((joint) =>
  [
    inertial(1, '-1 1 1'),
    inertial(1, '1 1 -1'),
    inertial(1, '1 0 1'),
    inertial(1, '1e-15 1 1'),
    inertial(1, '1e-16 1 1'),
    inertial('1e-16', '1 1 1'),
    inertial(1, '-1 1 1') + `<body>${inertial(1, '1 1 1')}</body>`,
    inertial(0, '1 1 1') + `<body>${inertial(1, '0 0 0')}</body>`,
    `<body><body>${inertial(1, '1 1 1')}</body></body>`,
    `<body><joint/>${inertial(1, '1 1 1')}</body>`,
  ].map((content) => world(`<body>${joint}${content}</body>`)),
);
topics['LC-12: geoms too light or too small to weigh'] = [
  '<geom size="1" mass="1e-14"/>',
  '<geom size="1" mass="1.1e-14"/>',
  '<geom size="1" mass="1e-14"/><geom size="1" mass="1"/>',
  '<geom size="1e-5" mass="1"/>',
  '<geom size="2e-5" mass="1"/>',
  '<geom type="box" size="1 1 1e-15" mass="1"/>',
].flatMap((geoms) => [
  world(`<body>${geoms}</body>`),
  world(`<body>${joints.hinge}${geoms}</body>`),
]);
topics['KT-05: no rotation after a ball'] = [
  'ball ball',
  'ball hinge',
  'ball slide',
  'ball slide hinge',
  'hinge ball',
  'slide ball slide',
  'hinge ball hinge',
  'ball ball ball',
  'hinge free',
].map((list) =>
  world(
    `<body><geom size="1"/>${list
      .split(' ')
      .map((type) => joints[type])
      .join('')}</body>`,
  ),
);
topics['KT-09: springs and dampers by time'] = ['1 2', '1 0', '0 1', '-1 1', '0 0', '-1 -1'].map(
  (values) => world(`<body><joint axis="0 1 0" springdamper="${values}"/><geom size="1"/></body>`),
);
const terrain =
  '<asset><hfield name="h" nrow="2" ncol="3" size="1 1 .5 .1" elevation="0 1 2 3 4 5"/></asset>';
topics['KT-10: planes rest, height fields may move'] = [
  '<geom type="hfield" hfield="h"/>',
  '<geom type="hfield" hfield="h"/><geom size="1"/>',
  '<geom type="plane" size="1 1 1"/><geom size="1"/>',
].flatMap((geoms) => [
  world(`<body><freejoint/>${geoms}</body>`, terrain),
  world(`<body mocap="true">${geoms}</body>`, terrain),
]);
topics['DC-11: orientation of a class and of its elements'] = [
  'euler="10 20 30"',
  'axisangle="1 0 0 30"',
  'zaxis="1 1 0"',
  'xyaxes="1 1 0 0 1 1"',
  'quat="1 2 3 4"',
].flatMap((ofClass) =>
  ['', 'quat="1 0 0 0"', 'quat="0 1 0 0"', 'euler="5 6 7"', 'zaxis="0 1 0"'].flatMap((own) =>
    ['geom size="1"', 'site', 'camera'].map((element) =>
      world(
        `<${element} class="k" ${own}/><${element} class="l" ${own}/><${element} ${own}/>`,
        `<default><default class="k"><${element.split(' ')[0]} ${ofClass}/><default class="l"/></default></default>`,
      ),
    ),
  ),
);
topics['DC-12: position beside end points'] = [
  ['fromto="0 0 0 1 0 0"', 'pos="0 0 0"'],
  ['fromto="0 0 0 1 0 0"', 'pos="1 0 0"'],
  ['pos="1 0 0"', 'fromto="0 0 0 1 0 0"'],
  ['pos="1 0 0"', 'fromto="0 0 0 1 0 0" pos="0 0 0"'],
  ['euler="1 2 3"', 'fromto="0 0 0 1 0 0"'],
].flatMap(([ofClass, own]) =>
  ['geom', 'site'].map((element) =>
    world(
      `<${element} class="k" size=".1" ${own}/>`,
      `<default><default class="k"><${element} type="capsule" ${ofClass}/></default></default>`,
    ),
  ),
);
const short = ['2e-7', '1e-7', '1e-8', '1e-13', '1e-20'];
topics['CF-09..13: directions that are nearly nothing'] = short.flatMap((v) =>
  [
    `quat="${v} 0 0 0"`,
    `quat="0 0 0 ${v}"`,
    `quat="${v} ${v} 0 0"`,
    `axisangle="${v} 0 0 90"`,
    `xyaxes="${v} 0 0 0 1 0"`,
    `xyaxes="1 0 0 1 ${v} 0"`,
    `zaxis="${v} 0 0"`,
    `zaxis="${v} 0 -1"`,
    `zaxis="0 ${v} 1"`,
  ]
    .map((turn) => world(`<geom type="box" size=".1 .2 .3" ${turn}/><body ${turn}/>`))
    .concat(
      world(`<light dir="${v} 0 0"/>`),
      world(`<body><joint axis="${v} 0 0"/><geom size="1"/></body>`),
      world(`<geom type="capsule" size=".1" fromto="0 0 0 0 ${v} 0"/>`),
      world(`<geom type="capsule" size=".1" fromto="0 0 0 ${v} 0 1"/>`),
    ),
);
topics['CF-08: a quaternion and its negative'] = ['1 0 0 0', '-1 0 0 0', '-1 1e-7 0 0'].flatMap(
  (quat) => [
    world(`<geom size="1" quat="${quat}"/><site quat="${quat}"/>`),
    world(
      `<body><freejoint/><inertial pos="0 0 0" quat="${quat}" mass="1" diaginertia="1 1.5 2"/></body>`,
    ),
    world(
      `<body><freejoint/><inertial pos="1 2 3" quat="1 1 1 1" mass="1" diaginertia="1 1.5 2"/><geom size="1" pos="1 2 3" quat="-1 -1 -1 -1"/><site quat="-1 -1 -1 -1"/></body>`,
    ),
  ],
);
topics['CF-09: flexcomps turned by any quaternion'] = [
  '2 0 0 0',
  '1 1 0 0',
  '1 2 3 4',
  '0 0 0 0',
].flatMap((quat) => [
  world(
    `<flexcomp name="f" type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1" radius=".01" quat="${quat}"/>`,
  ),
  world(
    `<flexcomp name="f" type="direct" dim="1" point="0 1 0 0 0 1" element="0 1" pos="1 2 3" scale="1 2 3" radius=".01" rigid="true" quat="${quat}"/>`,
  ),
]);
topics['DE: the extent of a scene with flexes'] = ['a b a', 'a a a', 'world a b'].flatMap(
  (bodies) =>
    ['', '<joint axis="0 1 1"/>'].map(
      (joint) =>
        `<mujoco><worldbody><body name="a" pos="1 0 0">${joint}<geom size=".1"/></body><body name="b" pos="0 2 0"><geom size=".1"/></body></worldbody>
      <deformable><flex name="f" dim="2" radius=".01" body="${bodies}" vertex="0 0 5 1 0 5 0 1 5" element="0 1 2"/></deformable></mujoco>`,
    ),
);
topics['DC-09: flexcomps in bodies with and without name'] = ['', 'name="b"'].map((name) =>
  world(
    `<body ${name}><flexcomp name="f" type="grid" dim="1" count="3 1 1" spacing=".1 .1 .1" radius=".01"/></body>`,
  ),
);
topics['MS: meshes of hardly any size'] = ['3e-5', '1.6e-5', '1.4e-5', '1e-6'].flatMap((s) => [
  meshes(`scale="${s} ${s} ${s}" ${tetrahedron}`),
  meshes(`scale="${s} ${s} ${s}" inertia="shell" ${tetrahedron}`),
]);
const slider =
  '<body><joint name="j" axis="0 1 0" range="-60 60"/><geom size=".1" pos=".3 0 0"/></body>';
topics['LR-05: the force of a length range, at any gear'] = ['1', '.5', '2', '0'].flatMap((force) =>
  ['', 'gear="-2"', 'gear=".5"'].map(
    (gear) =>
      `<mujoco><compiler><lengthrange maxforce="${force}"/></compiler><worldbody>${slider}</worldbody><actuator><muscle joint="j" ${gear}/></actuator></mujoco>`,
  ),
);
topics['TW-06: tendons with inertia'] = ['.2', '0', '-1'].flatMap((armature) =>
  ['', '<geom geom="g"/>'].map(
    (wrap) =>
      `<mujoco><worldbody><site name="a" pos="-1 0 0"/><geom name="g" size=".1"/><body><joint/><geom size=".1" pos=".5 0 0"/><site name="c" pos="1 0 0"/></body></worldbody>
      <tendon><spatial armature="${armature}"><site site="a"/>${wrap}<site site="c"/></spatial></tendon></mujoco>`,
  ),
);
const aligned =
  '<body quat=".8 .6 0 0"><freejoint/><geom type="box" size=".1 .2 .3" pos="1 2 3" euler="0 0 30"/><site pos="4 0 0"/><camera pos="1 0 0"/><light pos="0 1 0" dir="1 0 0"/>';
topics['MODEL-FUSESTATIC: what is aligned, joined and dropped'] = [
  'alignfree="true"',
  'fusestatic="true"',
  'alignfree="true" fusestatic="true"',
  'alignfree="true" fusestatic="true" discardvisual="true"',
].flatMap((settings) =>
  [
    aligned + '</body>',
    `${aligned}<body pos="1 0 0" euler="0 0 90"><camera pos="1 0 0"/><geom size=".1"/></body></body>`,
    `<body><joint armature="1"/><body pos="1 0 0">${inertial(1, '1 2 2.5')}</body></body>`,
    '<body><joint/><geom size=".1"/><body><geom size=".1" margin=".3" contype="0" conaffinity="0"/></body></body>',
  ].map((content) => world(content, `<compiler ${settings}/>`)),
);
topics['KT: a free joint has no limits'] = ['range="0 1"', 'limited="true"'].map((limits) =>
  world(
    `<body><joint type="free" ${limits}/><geom size="1"/></body>`,
    '<compiler autolimits="false"/>',
  ),
);
topics['SE-07: sensors that leave out what they measure'] = [
  '<contact geom1="g" data=""/>',
  '<rangefinder site="s" data=""/>',
  '<user dim="2" objtype="x" objname="s"/>',
  '<user dim="2" objtype="light" objname="s"/>',
].map(
  (sensor) =>
    `<mujoco><worldbody><site name="s"/><geom name="g" size="1"/></worldbody><sensor>${sensor}</sensor></mujoco>`,
);

for (const [name, models] of Object.entries(topics)) {
  testModels(name, models, (xml) => void agree(xml, undefined, 1e-7));
}

test('MS: geoms of attached models are fitted to meshes as the whole says', () => {
  for (const child of ['true', 'false'])
    for (const whole of ['true', 'false']) {
      const files = {
        'c.xml': `<mujoco><compiler fitaabb="${child}"/><asset><mesh name="m" ${tetrahedron}/></asset><worldbody><body name="a"><geom type="box" mesh="m"/></body></worldbody></mujoco>`,
      };
      const sections = `<compiler fitaabb="${whole}"/><asset><model name="c" file="c.xml"/></asset>`;
      agree(world('<attach model="c" body="a" prefix="p_"/>', sections), files, 1e-9);
    }
});

// The peer refuses the second part under the same prefix, whose assets came with the first.
test('RP: names of what is attached are not there yet', () => {
  /** @param {string} asset */
  const child = (asset) =>
    `<mujoco>${asset}<worldbody><body name="a"><geom size="1"/></body><body name="b"><geom size="1"/></body></worldbody></mujoco>`;
  for (const asset of [
    '<asset><material name="m"/></asset>',
    `<asset><mesh name="m" ${tetrahedron}/></asset>`,
    '<asset><texture name="m" type="2d" builtin="flat" width="2" height="2"/></asset>',
    '<custom><numeric name="m" data="1"/></custom>',
    '<custom><text name="m" data="1"/></custom>',
  ]) {
    /** @param {string} prefix */
    const parent = (prefix) =>
      world(
        `<attach model="c" body="a" prefix="p_"/><attach model="c" body="b" prefix="${prefix}"/>`,
        '<asset><model name="c" file="c.xml"/></asset>',
      );
    const files = { 'c.xml': child(asset) };
    agree(parent('q_'), files, 1e-9);
    assert.throws(() => load(peer, parent('p_'), files), /repeated name 'p_m'/);
    const model = load(limber, parent('p_'), files);
    const { nmat, nmesh, ntex, nnumeric, ntext } = model;
    assert.equal(nmat + nmesh + ntex + nnumeric + ntext, 1);
    model.delete();
  }
});

test('SS: negative damping is implicit only beside other damping', () => {
  /** @param {string} damping */
  const pendulum = (damping) =>
    `<body><joint axis="1 1 0" damping="${damping}"/><geom size=".1" pos=".2 0 0" density="100"/></body>`;
  for (const [a, b] of [
    ['-1', '0'],
    ['-1', '-2'],
    ['-1', '1'],
    ['-1 1', '0'],
    ['1', '-1'],
  ]) {
    const [expected, actual] = [peer, limber].map((engine) => {
      const model = load(engine, world(pendulum(a) + pendulum(b)));
      const data = new engine.MjData(model);
      for (let i = 0; i < 10; i++) engine.mj_step(model, data);
      return data;
    });
    assert.deepEqual(dataDifferences(expected, actual, 1e-10), [], `${a} and ${b}`);
  }
});

test('MS: faces of tiny meshes keep their normals', () => {
  const ring = Array.from({ length: 12 }, (_, i) =>
    [-1, 1].map((z) => `${Math.cos((i * Math.PI) / 6)} ${Math.sin((i * Math.PI) / 6)} ${z}`),
  );
  for (const scale of [1e-3, 1e-4, 3e-5]) {
    const model = load(
      limber,
      meshes(`scale="${scale} ${scale} ${scale}" vertex="${ring.flat().join(' ')}"`),
    );
    assert.equal(model.nmeshpoly, 14);
    const n = model.mesh_polynormal;
    for (let i = 0; i < n.length; i += 3) {
      assert.ok(Math.abs(Math.hypot(n[i], n[i + 1], n[i + 2]) - 1) < 1e-12, `face ${i / 3}`);
    }
  }
});

test('LC-26, LC-28: classes with an orientation and computed ranges survive saving', () => {
  const model = load(
    limber,
    `<mujoco><default><geom euler="0 0 30"/><default class="k"><geom axisangle="0 1 0 20"/><site zaxis="1 0 0"/></default></default>
    <worldbody><body><joint name="j" axis="0 1 0" range="-50 50"/><geom size=".1" pos=".1 0 0"/><geom size=".1" class="k"/><geom size=".1" euler="10 0 0"/>
    <geom size=".1" class="k" zaxis="1 1 1"/><site class="k"/><site class="k" euler="1 2 3"/></body></worldbody>
    <actuator><muscle joint="j"/><motor joint="j"/></actuator></mujoco>`,
  );
  // the model that was loaded last, also from text
  limber.mj_saveLastXML('saved.xml', model);
  const text = new TextDecoder().decode(limber.FS.readFile('saved.xml'));
  limber.FS.unlink('saved.xml');
  assert.match(text, /lengthrange="/);
  for (const engine of [limber, peer]) {
    const again = load(engine, text);
    for (const field of ['geom_quat', 'site_quat', 'actuator_lengthrange']) {
      arraysOf(model)[field].forEach((value, i) =>
        assert.ok(Math.abs(value - arraysOf(again)[field][i]) < 1e-9),
      );
    }
  }
  const spec = limber.parseXMLString(text);
  assert.deepEqual(differences(model, limber.mj_compile(spec), 1e-6), []);
});
