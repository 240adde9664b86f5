// Edits of the text of a model: what is not meant stays as it is written.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from 'limber';
import { locate } from '../../web/src/mjcf/locate.js';
import {
  apply,
  insertAfter,
  insertInto,
  readElements,
  removeElement,
  setAttribute,
  textOf,
  withOwnNames,
} from '../../web/src/mjcf/text.js';

const TEXT = `<!-- a <body> in a comment -->
<mujoco>
  <worldbody>
    <geom name="floor"   type="plane"
          size="1 1 .1"/>  <!-- kept -->
    <body>
      <geom size=".1"/>
      <frame pos="0 0 1"><geom name='named' size=".2"/></frame>
      <body name="inner"><joint/><geom size=".3"/></body>
    </body>
    <body pos="1 0 0"><geom size=".4"/><site name="tip"/></body>
  </worldbody>
  <actuator>
    <motor joint="j"/>
  </actuator>
</mujoco>
`.replace('<joint/>', '<joint name="j"/>');

/** @param {import('../../web/src/mjcf/text.js').TextElement} root @param {string} name */
const named = (root, name) => root.find((one) => one.value('name') === name)[0];

test('an attribute is changed, added and taken away, and nothing else', () => {
  const floor = named(readElements(TEXT), 'floor');
  assert.equal(
    apply(TEXT, [setAttribute(TEXT, floor, 'size', '2 2 .1')]),
    TEXT.replace('size="1 1 .1"', 'size="2 2 .1"'),
  );
  assert.equal(
    apply(TEXT, [setAttribute(TEXT, floor, 'rgba', 'a "b" <')]),
    TEXT.replace('size="1 1 .1"', 'size="1 1 .1" rgba="a &quot;b&quot; &lt;"'),
  );
  assert.equal(
    apply(TEXT, [setAttribute(TEXT, floor, 'type', '')]),
    TEXT.replace('   type="plane"', '').replace('name="floor"', 'name="floor"'),
  );
  const joint = named(readElements(TEXT), 'j');
  assert.match(
    apply(TEXT, [setAttribute(TEXT, joint, 'range', '-1 1')]),
    /<joint name="j" range="-1 1"\/>/,
  );
  assert.equal(apply(TEXT, [setAttribute(TEXT, joint, 'axis', '')]), TEXT);
});

test('elements go with their lines, and come with the indent of their place', () => {
  const root = readElements(TEXT);
  const [body] = root.find(({ tag }) => tag === 'body');
  const without = apply(TEXT, [removeElement(TEXT, body)]);
  assert.doesNotMatch(without, /inner/);
  assert.match(without, /<!-- kept -->\n {4}<body pos/);
  const inner = named(root, 'inner');
  assert.equal(textOf(TEXT, inner), '<body name="inner"><joint name="j"/><geom size=".3"/></body>');
  const copy = withOwnNames(textOf(TEXT, inner), root);
  assert.equal(copy, '<body name="inner_2"><joint name="j_2"/><geom size=".3"/></body>');
  assert.match(
    apply(TEXT, [insertAfter(TEXT, inner, copy)]),
    /<\/body>\n {6}<body name="inner_2">/,
  );
  const motor = root.find(({ tag }) => tag === 'motor')[0];
  assert.match(
    apply(TEXT, [insertInto(TEXT, motor, '<a/>')]),
    /<motor joint="j">\n {6}<a\/>\n {4}<\/motor>/,
  );
  assert.match(
    apply(TEXT, [insertInto(TEXT, body, '<a>\n  <b/>\n</a>')]),
    /<\/body>\n {6}<a>\n {8}<b\/>\n {6}<\/a>\n {4}<\/body>/,
  );
});

test('elements of the compiled model are found in the text, by name or by their order', async () => {
  const sim = await load(TEXT);
  const root = readElements(TEXT);
  const size = (/** @type {number} */ id) => locate(root, sim, 'geom', id)?.value('size');
  assert.deepEqual(
    Array.from({ length: sim.model.ngeom }, (_, id) => size(id)),
    Array.from({ length: sim.model.ngeom }, (_, id) =>
      id === 0 ? '1 1 .1' : String(sim.model.geom_size[3 * id]).slice(1, 3),
    ),
  );
  assert.equal(locate(root, sim, 'body', 3)?.value('pos'), '1 0 0');
  assert.equal(locate(root, sim, 'body', 2)?.value('name'), 'inner');
  assert.equal(locate(root, sim, 'actuator', 0)?.tag, 'motor');
  assert.equal(locate(root, sim, 'site', 0)?.value('name'), 'tip');
  sim.dispose();
  // copies that an element makes have no place of their own
  const many =
    '<mujoco><worldbody><replicate count="3" offset="1 0 0"><body><geom size=".1"/></body></replicate></worldbody></mujoco>';
  const copies = await load(many);
  assert.equal(copies.model.nbody, 4);
  assert.equal(locate(readElements(many), copies, 'body', 2), null);
  assert.equal(locate(readElements(many), copies, 'geom', 1), null);
  copies.dispose();
});
