// Saving and loading again: our MJCF means the same model to us and to the peer, recompiled or not, and MJB keeps every bit.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { handOver } from './hand_over.mjs';
import { differences, limber, peer } from './models.mjs';

const free = (
  joint,
) => `<mujoco><size nuser_jnt="2"/><default><joint armature=".5"/><default class="k"><joint type="free" damping="7"/></default></default>
  <worldbody><body><geom size="1" pos="1 0 0"/>${joint}</body></worldbody></mujoco>`;
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
