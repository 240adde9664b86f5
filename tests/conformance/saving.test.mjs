// Saving and loading again: our MJCF means the same model to us and to the peer, recompiled or not, and MJB keeps every bit.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { handOver } from './hand_over.mjs';
import { differences, limber, load, peer } from './models.mjs';
import { found } from '../helpers.mjs';

/** @param {string} joint */
const free = (
  joint,
) => `<mujoco><size nuser_jnt="2"/><default><joint armature=".5"/><default class="k"><joint type="free" damping="7"/></default></default>
  <worldbody><body><geom size="1" pos="1 0 0"/>${joint}</body></worldbody></mujoco>`;
/** @type {Record<string, string>} */
const models = {
  'a plain free joint': free('<freejoint/>'),
  'a free joint with damping': free('<joint type="free" damping="30"/>'),
  'a free joint of a class': free('<joint class="k" frictionloss="3"/>'),
  'an aligned free joint': free('<freejoint align="true"/>'),
  'a free joint with user data': free('<joint type="free" user="1 2" margin=".1"/>'),
  'replicates with keyframes': `<mujoco><worldbody><replicate count="3" offset="1 0 0" euler="10 20 30" sep="-"><body><freejoint/><geom name="g" size=".1"/></body>
    </replicate></worldbody><keyframe><key name="k" qpos="1 2 3 1 0 0 0"/></keyframe></mujoco>`,
};
const folder = new URL('../../examples/', import.meta.url);
for (const file of fs.readdirSync(folder).filter((name) => name.endsWith('.xml'))) {
  models[file] = fs.readFileSync(new URL(file, folder), 'utf8');
}

for (const [name, xml] of Object.entries(models)) {
  test(`${name} survives saving`, () => {
    const spec = limber.parseXMLString(xml);
    const model = limber.mj_compile(spec);
    const text = limber.mj_saveXMLString(spec);
    assert.deepEqual(differences(model, limber.MjModel.from_xml_string(text), 1e-6), [], 'ours');
    assert.deepEqual(
      differences(model, handOver(peer, limber, peer.MjModel.from_xml_string(text)), 1e-6),
      [],
      'the peer',
    );

    // compiling again changes neither the model nor the text
    const again = limber.mj_compile(spec);
    assert.deepEqual(differences(model, again, 0), [], 'compiled again');
    assert.equal(limber.mj_saveXMLString(spec), text);

    assert.deepEqual(differences(model, handOver(limber, limber, model), 0), [], 'MJB');
  });
}

/** What each engine writes of a model that it loaded last. @param {string} xml @param {(model: MjModel) => void} [edit] */
function written(xml, edit) {
  return [peer, limber].map((engine) => {
    const model = load(engine, xml);
    edit?.(model);
    engine.mj_saveLastXML('last.xml', model);
    const text = new TextDecoder().decode(engine.FS.readFile('last.xml'));
    engine.FS.unlink('last.xml');
    return (text.match(/<(statistic|inertial)[^>]*>/g) ?? []).map((element) =>
      element.replace(/-?\d[\d.e-]*/g, (number) => String(+Number(number).toPrecision(5))),
    );
  });
}

test('LC-23, LC-25: statistics and inertias are written when they were given or changed', () => {
  const body = (content = '<geom size=".1"/>') =>
    `<worldbody><body name="b">${content}</body></worldbody>`;
  const given = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><geom size=".1"/>';
  /** @type {[string, ((model: MjModel) => void)?][]} */
  const cases = [
    [body()],
    [`<statistic extent="3" center="1 2 3"/>${body()}`],
    [body(), (model) => (model.stat.extent = 7)],
    [body(given)],
    [body(given), (model) => (model.body_mass[1] = 9)],
    [`<compiler saveinertial="true"/>${body()}`],
    [`<compiler settotalmass="5"/>${body()}`],
    [body(), (model) => (model.body_pos[3] = 0.5)],
  ];
  for (const [content, edit] of cases) {
    const [expected, actual] = written(`<mujoco>${content}</mujoco>`, edit);
    assert.deepEqual(actual, expected, content);
  }
  // edits of inferred inertias survive, which the peer loses
  const [, heavy] = written(`<mujoco>${body()}</mujoco>`, (model) => (model.body_mass[1] = 9));
  assert.match(heavy[0], /mass="9"/);
});

test('elements are written as in the peer, apart from the order of their attributes', () => {
  const classes =
    '<default><default class="k"><geom group="3"/></default><default class="l"/></default>';
  const path = '<site site="a"/><site site="b"/>';
  const sites = '<worldbody><site name="a"/><site name="b" pos="1 0 0"/></worldbody>';
  /** @param {string} content */
  const body = (content) => `<worldbody><body name="b">${content}</body></worldbody>`;
  const cases = [
    `${sites}<default><tendon springlength=".5 .5"/></default><tendon><spatial springlength=".25">${path}</spatial><spatial springlength=".25 .5">${path}</spatial></tendon>`,
    `${classes}<worldbody><frame childclass="k" pos="1 2 3"><geom size="1"/><frame><site/></frame><frame name="f" childclass="l"><geom size="2" class="k"/></frame><body name="x"><geom size="3"/></body></frame></worldbody>`,
    `${classes}<worldbody><body childclass="k"><frame childclass="k"><joint/><geom size="1"/></frame></body><frame childclass="k"/></worldbody>`,
    `${sites}<sensor><contact/><contact num="2" data="force"/><contact reduce="mindist"/></sensor>`,
    `${sites}<custom><tuple name="t"><element objtype="site" objname="a"/><element objtype="site" objname="a" prm="2"/></tuple></custom>`,
    body('<geom size="1 2 3"/><geom type="capsule" size="1 2 3"/><geom type="box" size="1 2 3"/>'),
    body('<site size="1 2 3"/><site type="cylinder" size="1 2 3"/><site type="box" size="1 2 3"/>'),
    body('<geom size="1" mass="1" density="2"/><geom size="1" density="2"/>'),
    `${sites}<sensor><user dim="2"/><user dim="1" needstage="vel" datatype="positive" user="1 2"/></sensor>`,
    `<size nuser_geom="2"/>${body('<joint user="1 2 3"/><geom size="1"/><site user="4"/>')}`,
    `${body('<joint type="slide" ref="2"/><geom size="1"/>')}<keyframe><key name="a"/><key qvel="1"/><key name="c" time="2" qpos="3"/></keyframe>`,
  ];
  for (const content of cases) {
    const [expected, actual] = [peer, limber].map((engine) => {
      engine.mj_saveLastXML('last.xml', load(engine, `<mujoco>${content}</mujoco>`));
      const text = new TextDecoder().decode(engine.FS.readFile('last.xml'));
      engine.FS.unlink('last.xml');
      return (text.match(/<[^>]+>/g) ?? [])
        .filter((tag) => !/^<(compiler|mujoco)/.test(tag))
        .map((tag) => (tag.match(/[\w/]+(="[^"]*")?/g) ?? []).sort().join(' '))
        .filter((tag) => !/^\/ nkey="\d" size$/.test(tag));
    });
    assert.deepEqual(actual, expected, content);
  }
});

test('LC-20: models with fused bodies are saved such that they load again', () => {
  for (const xml of [
    '<mujoco><compiler fusestatic="true"/><worldbody><body name="b"><freejoint/><geom size=".1"/><body><geom size=".2" pos="1 0 0"/></body></body></worldbody></mujoco>',
    '<robot name="r"><link name="l"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link></robot>',
  ]) {
    const model = load(limber, xml);
    limber.mj_saveLastXML('last.xml', model);
    const text = new TextDecoder().decode(limber.FS.readFile('last.xml'));
    limber.FS.unlink('last.xml');
    assert.deepEqual(differences(model, load(limber, text), 1e-9), []);
  }
});

// SPEC-CHILDCLASS
test('SPEC: attached bodies without a class of their own have the main class', () => {
  const child =
    '<mujoco><default><default class="red"><geom rgba="1 0 0 1"/></default></default><worldbody><body name="a" childclass="red"><geom size="1"/></body><body name="n"><geom size="1"/></body></worldbody></mujoco>';
  const classes = [peer, limber].map((engine) => {
    const spec = engine.parseXMLString(
      '<mujoco><worldbody><frame name="f"/><geom size="1"/></worldbody></mujoco>',
    );
    const part = engine.parseXMLString(child);
    const frame = found(engine.mjs_findFrame(spec, 'f'));
    for (const name of ['a', 'n'])
      engine.mjs_attach(
        frame.element,
        found(engine.mjs_findBody(part, name)).element,
        `${name}_`,
        '',
      );
    return ['a_a', 'n_n'].map((name) => found(engine.mjs_findBody(spec, name)).childclass);
  });
  assert.deepEqual(classes[1], classes[0]);
});
