// Values at the edges of what attributes allow, and rules that are easily missed: compiled the same, or refused, by both engines.
import { test } from 'node:test';
import { agree } from './models.mjs';

const world = (content, sections = '') =>
  `<mujoco>${sections}<worldbody>${content}</worldbody></mujoco>`;
const body = (content, attributes = '') => world(`<body ${attributes}>${content}</body>`);
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

for (const [name, xml] of Object.entries(cases)) test(name, () => agree(xml, undefined, 1e-6));
