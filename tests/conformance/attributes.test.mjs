// Values at the edges of what attributes allow, and rules that are easily missed: compiled the same, or refused, by both engines.
import { test } from 'node:test';
import { agree } from './models.mjs';

/** @param {string} content */
const world = (content, sections = '') =>
  `<mujoco>${sections}<worldbody>${content}</worldbody></mujoco>`;
/** @param {string} content */
const body = (content, attributes = '') => world(`<body ${attributes}>${content}</body>`);
/** @type {Record<string, string>} */
const cases = {};

for (const unknown of [
  'mocap="true"',
  'gravcomp="1"',
  'foo="1"',
  'class="k"',
  'class="missing"',
  'class="k" childclass="l"',
]) {
  const classes =
    '<default><default class="k"><geom rgba="1 0 0 1"/></default><default class="l"><geom rgba="0 1 0 1"/></default></default>';
  cases[`frame with ${unknown}`] = world(`<frame ${unknown}><geom size="1"/></frame>`, classes);
}
for (const element of ['geom size="1"', 'site', 'camera']) {
  for (const turn of [
    'quat="0 0 0 0"',
    'axisangle="0 0 0 1"',
    'xyaxes="1 1 0 1 2 0"',
    'zaxis="0 0 -1"',
    'quat="1 0 0 0" euler="0 0 0"',
  ]) {
    cases[`${element} ${turn}`] = body(`<geom size=".1"/><${element} ${turn}/>`);
  }
}
cases['body without mass in a frame'] = world(
  '<frame pos="1 2 3"><body pos="1 0 0" euler="90 0 0"><body pos="3 3 3"/></body></frame>',
);
for (const value of ['1', '-1', '0'])
  cases[`gravcomp ${value}`] = body('<freejoint/><geom size="1"/>', `gravcomp="${value}"`);
for (const value of ['false', 'auto']) {
  cases[`simple ${value}`] = body('<freejoint/><geom size="1"/>', `simple="${value}"`);
  cases[`simple slide ${value}`] = body(
    '<joint type="slide"/><geom size="1"/>',
    `simple="${value}"`,
  );
}
for (const type of ['ball', 'free', 'slide', 'hinge']) {
  for (const limited of ['', 'actuatorfrclimited="true"', 'actuatorfrclimited="false"']) {
    cases[`force range of a ${type} joint ${limited}`] = body(
      `<joint type="${type}" actuatorfrcrange="-1 2" ${limited}/><geom size="1"/>`,
    );
  }
  cases[`limited force of a ${type} joint without range`] = body(
    `<joint type="${type}" actuatorfrclimited="true"/><geom size="1"/>`,
  );
}
for (const asset of [
  '<mesh vertex="0 0 0 1 0 0 0 1 0 0 0 2"/>',
  '<hfield nrow="2" ncol="2" size="1 1 1 1"/>',
  '<material/>',
  '<texture type="2d" builtin="flat" width="2" height="2"/>',
  '<texture type="skybox" builtin="flat" width="2" height="2"/>',
]) {
  cases[`nameless ${asset}`] = `<mujoco><asset>${asset}</asset></mujoco>`;
}
for (const digits of [5, 6, 7, 9, 13, 14, 15]) {
  for (const small of [`1e-${digits}`, `3e-${digits}`]) {
    cases[`joint ${small} off the centre`] = body(`<joint pos="${small} 0 0"/><geom size=".1"/>`);
    cases[`axis ${small} off`] = body(`<joint type="slide" axis="1 ${small} 0"/><geom size=".1"/>`);
    cases[`geom ${small} off`] = body(`<freejoint/><geom size=".1" pos="${small} 0 0"/>`);
    cases[`geom turned by ${small}`] = body(
      `<freejoint/><geom type="box" size=".1 .2 .3" quat="1 ${small} 0 0"/>`,
    );
    cases[`sites ${small} off`] = body(
      `<geom type="box" size=".1 .2 .3"/><site pos="${small} 0 0"/><site quat="1 0 ${small} 0"/>`,
    );
  }
}
for (const value of ['-1.5', '0', '1', '1.0001'])
  cases[`light softness ${value}`] = world(`<light softness="${value}"/>`);
/** @param {string} attributes */
const path = (attributes, more = '') =>
  `${body('<joint/><geom size="1"/><site name="b"/>').replace('<worldbody>', '<worldbody><site name="a"/>').replace('</mujoco>', '')}
  <tendon><spatial ${attributes}><site site="a"/><site site="b"/>${more}</spatial></tendon></mujoco>`;
for (const value of ['-1', '0', '.1']) {
  cases[`tendon width ${value}`] = path(`width="${value}"`);
  cases[`pulley divisor ${value}`] = path(
    '',
    `<pulley divisor="${value}"/><site site="a"/><site site="b"/>`,
  );
}
const mesh = '<asset><mesh name="m" vertex="0 0 0 1 0 0 0 1.2 0 0 0 1.5"/></asset>';
for (const type of ['sphere', 'capsule', 'box', 'cylinder', 'mesh']) {
  for (const attribute of [
    'fromto="0 0 0 0 0 1"',
    'shellinertia="true"',
    'fitscale="-1"',
    'fitscale="2"',
    'surfacevel="1 2 3 4 5 6"',
  ]) {
    cases[`${type} of a mesh with ${attribute}`] = body(
      `<geom type="${type}" mesh="m" ${attribute}/>`,
    ).replace('<worldbody>', `${mesh}<worldbody>`);
  }
}
for (const type of ['sphere', 'mesh', 'plane', 'hfield', 'sdf'])
  cases[`${type} site`] = world(`<site type="${type}" size=".1 .2 .3"/>`);
for (const resolution of ['-1 5', '0 5', '5 5']) {
  cases[`camera of ${resolution} pixels`] = world(`<camera resolution="${resolution}"/>`);
  cases[`sensor of ${resolution} pixels`] = world(
    `<camera resolution="${resolution}" sensorsize="1 2" focalpixel="10 10"/>`,
  );
}
for (const range of ['uselimit="true"', 'mode="all" uselimit="true"', 'mode="none"']) {
  for (const actuator of [
    '<muscle joint="j"/>',
    '<muscle tendon="t"/>',
    '<motor joint="j" gear="2"/>',
    '<motor joint="j" lengthrange="-3 4"/>',
  ]) {
    cases[`length range with ${range} of ${actuator}`] =
      `<mujoco><compiler><lengthrange ${range}/></compiler>
      <worldbody><body><joint name="j" range="-90 45"/><geom size=".1" pos="1 0 0"/></body></worldbody>
      <tendon><fixed name="t" range="-1 1"><joint joint="j" coef="1"/></fixed></tendon><actuator>${actuator}</actuator></mujoco>`;
  }
}

for (const turn of ['', 'quat="1 0 0 1"', 'quat=".1 .2 .3 .4"', 'quat="1 1 0 0" offset="1 2 3"']) {
  cases[`cable ${turn}`] = world(
    `<composite prefix="c" type="cable" count="5 1 1" size="1" curve="s" ${turn}><geom type="capsule" size=".01"/></composite>`,
  );
}

for (const joint of [
  'kind="nonsense"',
  'kind="main" solreffix="1 2 3"',
  'kind="main" solimpfix="1 2 3 4 5 6"',
  'kind="main" limited="true"',
  'kind="main" limited="false" range="0 10"',
]) {
  cases[`cable joint ${joint}`] = world(
    `<composite prefix="c" type="cable" count="5 1 1" size="1" curve="s"><joint ${joint}/><geom type="capsule" size=".01"/></composite>`,
  );
}
cases['skin of a cable of boxes'] = world(
  '<composite prefix="c" type="cable" count="5 1 1" size="1" curve="s"><skin/><geom type="box" size=".07 .02 .01"/></composite>',
);
for (const sequence of ['abc', 'xYz', 'xya']) {
  cases[`euler sequence ${sequence} in use`] = world(
    '<body euler="10 20 30"><geom size="1"/></body>',
    `<compiler eulerseq="${sequence}"/>`,
  );
  cases[`euler sequence ${sequence} without use`] = world(
    '<geom size="1"/>',
    `<compiler eulerseq="${sequence}"/>`,
  );
}
for (const wrap of [
  '<fixed><joint joint="j" coef=""/></fixed>',
  '<spatial><site site="s"/><site site="t"/><pulley divisor=""/><site site="s"/><site site="t"/></spatial>',
]) {
  cases[`number left empty in ${wrap}`] =
    `<mujoco><worldbody><site name="s"/><body><joint name="j"/><geom size="1"/><site name="t" pos="1 0 0"/></body></worldbody><tendon>${wrap}</tendon></mujoco>`;
}
for (const quat of ['0 0 0 0', '1 2 3 4']) {
  cases[`bone of orientation ${quat}`] =
    `<mujoco><worldbody><body name="b"><geom size="1"/></body></worldbody><deformable>
    <skin vertex="0 0 0 1 0 0 0 1 0" face="0 1 2"><bone body="b" bindpos="0 0 0" bindquat="${quat}" vertid="0 1 2" vertweight="1 1 1"/></skin></deformable></mujoco>`;
}
const tetrahedron = 'vertex="0 0 0 1 0 0 0 1.2 0 0 0 1.5"';
for (const shape of ['sphere', 'capsule', 'cylinder']) {
  cases[`${shape} with sizes fitted to a mesh`] = world(
    `<geom type="${shape}" mesh="m" size="1 -1 2"/>`,
    `<asset><mesh name="m" ${tetrahedron}/></asset>`,
  );
}
for (const attribute of [
  'refquat="0 0 0 0"',
  'normal="0 0 1"',
  'normal="0 0 1 0 1 0 1 0 0 0 0 -1 1 1 1"',
]) {
  cases[`mesh with ${attribute}`] = world(
    '<geom type="mesh" mesh="m"/>',
    `<asset><mesh name="m" ${attribute} ${tetrahedron}/></asset>`,
  );
}
cases['builtin hemisphere'] = world(
  '<geom type="mesh" mesh="m"/>',
  '<asset><mesh name="m" builtin="hemisphere" params="1"/></asset>',
);
cases['static bodies fused'] = world(
  `<body pos="1 2 3" euler="10 20 30"><geom size=".1"/><site pos="1 0 0"/><camera pos="1 2 3" euler="10 0 0"/><light pos="1 2 3"/>
  <body pos="0 0 1" euler="0 30 0"><camera pos="1 0 0"/><site/><geom size=".1"/><body pos="1 1 1"><joint/><geom size="1"/><camera/></body></body></body>`,
  '<compiler fusestatic="true"/>',
);
for (const sleep of ['init', 'allowed']) {
  cases[`tendon at rest between trees that sleep ${sleep}`] =
    `<mujoco><option><flag sleep="enable"/></option><worldbody><body sleep="${sleep}"><joint name="j"/><geom size=".1"/></body></worldbody>
    <tendon><fixed name="t"><joint joint="j" coef="1"/></fixed></tendon><equality><tendon tendon1="t"/></equality></mujoco>`;
}
cases['limits of the second of two muscles'] =
  `<mujoco><compiler><lengthrange uselimit="true"/></compiler><worldbody><body><joint name="j" range="-20 20"/><geom size=".1"/></body>
  <body><joint name="k" range="-30 30"/><geom size=".1"/></body></worldbody><actuator><muscle joint="k"/><muscle joint="k"/><muscle joint="j"/></actuator></mujoco>`;

for (const subgrid of [1, 3]) {
  cases[`skin of a cable with a subgrid of ${subgrid}`] = world(
    `<composite type="cable" count="5 1 1" curve="s" size="1"><skin subgrid="${subgrid}"/><geom type="box" size=".02 .02 .02"/></composite>`,
  );
}
const fullMotor =
  '<dcmotor motorconst=".1" resistance="2" input="pos vel ff voltage" controller="1 2 3 4 5 6" thermal="1 2 3 4 5 6" lugre="1 2 3 4 5" cogging="1 2 3" inductance=".5" saturation="1 2 3"/>';
for (const [inherited, own] of [
  ['', 'motorconst=".1" resistance="2" input="pos vel ff voltage" ctrlrange="-3 -1"'],
  ['', 'motorconst=".1" resistance="2" input="vel ff" ctrlrange="-3 -1"'],
  ...['controller="9"', 'thermal="9"', 'lugre="9"', 'cogging="0"', 'nominal="1 2 3"'].map((own) => [
    fullMotor,
    own,
  ]),
  [fullMotor, 'controller="0 0 0 0 0 0"'],
  [fullMotor, 'lugre="0"'],
  ['<pid kp="1" ki="2" input="pos vel"/>', 'motorconst=".1" resistance="2"'],
  ['<muscle scale=".1"/>', 'motorconst=".1" resistance="2" cogging="1"'],
]) {
  cases[`DC motor with ${own} below ${inherited}`] =
    `<mujoco><default>${inherited}</default><worldbody><body><joint name="j"/><geom size="1"/></body></worldbody><actuator><dcmotor joint="j" ${own}/></actuator></mujoco>`;
}

for (const [name, xml] of Object.entries(cases)) test(name, () => void agree(xml, undefined, 1e-6));
