// What goes with a deleted body, and what is left pointing at nothing: the same in both engines.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limber, peer } from './models.mjs';
import { enumValue, found, valuesOf } from '../helpers.mjs';

const sections = {
  pair: '<contact><pair geom1="g1" geom2="g2"/></contact>',
  exclude: '<contact><exclude body1="b1" body2="b2"/></contact>',
  equality: '<equality><joint joint1="j1" joint2="j2"/><weld body1="b2" body2="b3"/></equality>',
  'fixed tendon':
    '<tendon><fixed name="t"><joint joint="j1" coef="1"/><joint joint="j2" coef="1"/></fixed></tendon>',
  'spatial tendon':
    '<tendon><spatial name="t"><site site="s1"/><site site="s2"/></spatial></tendon>',
  // COMPAT: SPEC-DELETE: the tendon goes first, and takes the actuator and both sensors with it
  'chain of users':
    '<tendon><fixed name="t"><joint joint="j2" coef="1"/></fixed></tendon><actuator><motor name="a" tendon="t"/></actuator><sensor><actuatorpos actuator="a"/><tendonpos tendon="t"/></sensor>',
  actuators: '<actuator><motor joint="j1"/><motor joint="j2"/><motor site="s2"/></actuator>',
  sensors:
    '<sensor><jointpos joint="j1"/><framepos objtype="xbody" objname="b2"/><framepos objtype="body" objname="b1" reftype="body" refname="b2"/></sensor>',
  tuple: '<custom><tuple name="u"><element objtype="body" objname="b2"/></tuple></custom>',
};
/** @param {string} section */
const model = (
  section,
) => `<mujoco><worldbody><body name="b1"><joint name="j1"/><geom name="g1" size=".1"/><site name="s1"/>
  <body name="b2" pos="1 0 0"><joint name="j2"/><geom name="g2" size=".1"/><site name="s2"/></body></body>
  <body name="b3"><freejoint/><geom size=".1"/></body></worldbody>${section}</mujoco>`;
const counts = [
  'nbody',
  'njnt',
  'ngeom',
  'nactuator',
  'nsensor',
  'nexclude',
  'npair',
  'neq',
  'ntuple',
  'ntendon',
  'nwrap',
];

/**
 * Counts of the model without the element, or null when it does not compile.
 *
 * @param {Mujoco} engine
 * @param {string} section
 * @param {string} kind
 * @param {string} name
 */
function without(engine, section, kind, name) {
  const spec = engine.parseXMLString(model(section));
  try {
    engine.mjs_delete(
      spec,
      found(engine.mjs_findElement(spec, enumValue(engine.mjtObj, `mjOBJ_${kind}`), name)),
    );
    const compiled = engine.mj_compile(spec);
    const result = counts.map((count) => valuesOf(compiled)[count]).join(' ');
    compiled.delete();
    return result;
  } catch {
    return null;
  } finally {
    spec.delete();
  }
}

for (const [name, section] of Object.entries(sections)) {
  test(`${name} after deleting a body, a joint, a geom`, () => {
    for (const [kind, element] of [
      ['BODY', 'b2'],
      ['JOINT', 'j2'],
      ['GEOM', 'g2'],
    ]) {
      assert.equal(without(limber, section, kind, element), without(peer, section, kind, element));
    }
  });
}
