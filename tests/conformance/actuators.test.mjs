// Which combinations of gain, bias, dynamics, signals and states an actuator may have, and what the shortcuts and
// classes make of them: compiled the same, or refused, by both engines.
import { test } from 'node:test';
import { agree } from './models.mjs';

/** @param {string} actuators */
const model = (actuators, classes = '') => `<mujoco><default>${classes}</default>
  <worldbody><site name="world"/><body name="b"><joint name="j" range="-90 90"/><joint name="free" axis="1 0 0" pos=".1 .2 .3"/>
  <geom size=".1"/><site name="s"/><body pos="1 0 0"><joint name="ball" type="ball"/><geom size=".1"/></body></body></worldbody>
  <tendon><fixed name="t" range="-1 1"><joint joint="j" coef="1"/></fixed></tendon><actuator>${actuators}</actuator></mujoco>`;

/** @type {Record<string, string[]>} */
const cases = {};
/** @param {string} name @param {string} actuators @param {string} [classes] */
const add = (name, actuators, classes) =>
  ((cases[name] ??= [])[cases[name].length] = model(actuators, classes));

const kinds = {
  fixed: 'joint="j"',
  so3: 'joint="ball" gaintype="so3" biastype="so3" gainprm="1" biasprm="0 -1"',
  pid: 'joint="j" gaintype="pid" biastype="affine" gainprm="0" biasprm="0 -1"',
  'pid with states':
    'joint="j" gaintype="pid" biastype="affine" dyntype="pid" gainprm="1" biasprm="0 -1" dynprm="0 0"',
  dcmotor: 'joint="j" gaintype="dcmotor" biastype="dcmotor" gainprm="1 .1" dynprm="0"',
};
for (const [kind, attributes] of Object.entries(kinds)) {
  for (const input of [
    '',
    'expmap',
    'quat',
    'none',
    'pos',
    'pos vel',
    'vel pos',
    'ff',
    'voltage',
    'quat pos',
    'pos pos',
  ]) {
    add(`signals of ${kind}`, `<general ${attributes} input="${input}"/>`);
  }
  for (const extra of ['actdim="1"', 'actdim="0"', 'actdim="3"', 'damping="1"', 'armature="1"']) {
    add(`states of ${kind}`, `<general ${attributes} ${extra}/>`);
  }
  add(`states of ${kind}`, `<general ${attributes} forcerange="-1 1"/>`);
}
for (const dynamics of [
  'none',
  'integrator',
  'filter',
  'filterexact',
  'muscle',
  'user',
  'dcmotor',
  'pid',
]) {
  for (const count of [-1, 0, 1, 2]) {
    add(
      `activations of ${dynamics}`,
      `<general joint="j" actearly="true" dyntype="${dynamics}" actdim="${count}"/>`,
    );
  }
  add(`activations of ${dynamics}`, `<general joint="j" dyntype="${dynamics}"/>`);
  add(
    `activations of ${dynamics}`,
    `<general joint="j" gaintype="dcmotor" gainprm="1 .1" dyntype="${dynamics}"/>`,
  );
}
for (const parameters of [
  '',
  '.75 1.05 -1 0 .5 1.6 1.5 1.3 1.2',
  '.75 1.05 -1 200 1 1.6 1.5 1.3 1.2',
  '.75 1.05 -1 200 .5 1 1.5 1.3 1.2',
  '.75 1.05 -1 200 .5 1.6 0 1.3 1.2',
  '1.05 .75 -1 200 .5 1.6 1.5 1.3 1.2',
  '.75 1.05 -1 200 .5 1.6 1.5 1.3 1.2',
]) {
  for (const part of ['gain', 'bias']) {
    const value = parameters && `${part}prm="${parameters}"`;
    add(
      'curves of muscles',
      `<general joint="j" lengthrange="0 1" ${part}type="muscle" ${value}/>`,
    );
  }
}
const inherit = '<position inheritrange=".37" kp="3"/>';
const ratio = '<position kp="3" dampratio=".37"/>';
for (const use of [
  '',
  'gainprm="2"',
  'biastype="none"',
  'gaintype="affine"',
  'biasprm="0 -2"',
  'dyntype="integrator"',
  'dyntype="filter"',
  'ctrlrange="0 3" gainprm="2"',
  'gainprm="0" biasprm="0 0"',
]) {
  add('range inherited through a class', `<general joint="j" ${use}/>`, inherit);
  add('range inherited through a class', `<general joint="free" ${use}/>`, inherit);
  add('range inherited through a class', `<general tendon="t" ${use}/>`, inherit);
  add('damping ratio of a class', `<general joint="j" ${use}/>`, ratio);
}
// COMPAT: SPEC-ACTUATOR
for (const use of ['kv="-1"', 'dampratio="-1"', 'kv="1" dampratio="1"', 'inheritrange=".5"']) {
  for (const range of ['actrange="-1 1"', 'ctrlrange="0 1"', '']) {
    add('refusals that intvelocity swallows', `<intvelocity joint="j" ${use} ${range}/>`);
  }
}
for (const use of [
  '',
  'ki="1"',
  'ki="0"',
  'ki="-1"',
  'imax="3"',
  'slewmax="1"',
  'slewmax="0"',
  'ki="1" slewmax="1"',
]) {
  for (const class_ of ['', 'ki="1"', 'ki="1" imax="5"', 'slewmax="1"', 'ki="0"']) {
    add('states of pid through a class', `<pid joint="j" ${use}/>`, `<pid ${class_}/>`);
  }
}
for (const damping of [
  '',
  'damping=".0005"',
  'damping=".00499"',
  'damping=".005"',
  'damping="-1"',
]) {
  for (const rest of [
    '',
    'resistance=".08"',
    'resistance="4"',
    'motorconst=".03"',
    'motorconst="0 .02"',
  ]) {
    add(
      'nominal point of a DC motor',
      `<dcmotor joint="j" nominal="2 .5 100" ${rest} ${damping}/>`,
    );
  }
}
for (const range of ['0.9 0.7', '-1 1', '-1 0', '0 1']) {
  add('force of an orientation servo', `<orientation joint="ball" forcerange="${range}"/>`);
}
for (const use of ['nsample="-1"', 'nsample="0" delay=".1"', 'cranklength=""', 'cranklength="1"']) {
  add('odd values', `<motor joint="j" ${use}/>`);
}

// COMPAT: DCMOTOR-RANGE
for (const input of [
  '',
  'pos',
  'vel',
  'ff',
  'voltage',
  'pos vel',
  'pos ff',
  'vel ff',
  'pos vel ff',
]) {
  for (const range of ['ctrlrange="-1 2"', 'ctrlrange="-1 2" ctrllimited="false"']) {
    const signals = input && `input="${input}"`;
    add(
      'ranges of signals',
      `<dcmotor joint="j" motorconst=".3" resistance="1" ${signals} ${range}/>`,
    );
    add(
      'ranges of signals',
      `<general ${kinds.dcmotor} velrange="-3 4" ffrange="-5 6" ${signals} ${range}/>`,
    );
    add(
      'ranges of signals',
      `<general ${kinds.pid} velrange="-3 4" ffrange="-5 6" ${signals} ${range}/>`,
    );
  }
}
for (const [name, models] of Object.entries(cases)) {
  test(name, () => models.forEach((/** @type {string} */ xml) => agree(xml, undefined, 1e-6)));
}
