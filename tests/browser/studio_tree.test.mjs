// The tree of the model: search, selection both ways, properties, keyboard.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skip } from './browser.mjs';
import { downloaded, withSmall } from './studio.mjs';
import { found } from '../helpers.mjs';

const options = { skip, timeout: 90_000 };
/** @type {Page} */
let page;
/** @type {string[]} */
let problems;
withSmall({ width: 900, height: 700 }, async (opened) => {
  ({ page, problems } = opened);
  await page.click('#tab-model');
  await page.waitForSelector('.tree [role=treeitem]');
});

/** @param {string} name */
const row = (name) =>
  page.locator('.tree [role=treeitem]', {
    has: page.locator('.name', { hasText: new RegExp(`^${name}$`) }),
  });
const selectedBody = () => page.evaluate(() => window.limber.stage.view.perturb.select);

test('bodies hold their elements; the other kinds follow', options, async () => {
  await row('arm').locator('.twist').click();
  const names = await page.$$eval('.tree .name', (all) => all.map((one) => one.textContent));
  for (const name of [
    'world',
    'floor',
    'sun',
    'side',
    'arm',
    'shoulder',
    'upper',
    'tip',
    'ball',
    'actuators',
    'sensors',
    'equalitys',
    'keyframes',
  ])
    assert.ok(names.includes(name), `${name} in ${names}`);
});

test('a click selects in the view and shows properties with present values', options, async () => {
  await row('upper').click();
  assert.equal(await selectedBody(), 1);
  assert.equal(await page.evaluate(() => window.limber.stage.marked?.name), 'upper');
  const properties = await page.textContent('.properties');
  assert.match(String(properties), /geom_size0\.05 {2}0\.25/);
  await row('shoulder').click();
  const before = await page.textContent('.properties');
  await page.evaluate(() => {
    window.limber.studio.step(20);
    window.limber.studio.changed('state');
  });
  assert.notEqual(await page.textContent('.properties'), before);
});

test('each present value is plotted by a button, and so are the sliders', options, async () => {
  const curves = page.locator('.card-plot[data-card=Curves]');
  await row('shoulder').click();
  await page.getByRole('button', { name: 'Plot shoulder.qvel', exact: true }).click();
  await curves.getByRole('button', { name: 'Remove shoulder.qvel' }).waitFor();
  await row('ball').click();
  await page.getByRole('button', { name: 'Plot ball.xpos', exact: true }).click();
  await curves.getByRole('button', { name: 'Remove ball.xpos' }).waitFor();
  await page.click('#tab-run');
  const slider = page.getByRole('button', { name: 'Plot turn.ctrl', exact: true });
  assert.ok(found(await slider.boundingBox()).width < 30, 'there is room for the slider');
  await slider.click();
  await curves.getByRole('button', { name: 'Remove qpos', exact: true }).click();
  const read = () =>
    page.evaluate(() => {
      const { studio, simulation } = window.limber;
      simulation.data.ctrl[0] = 0.5;
      studio.step(3);
      studio.changed('state');
      const { data } = simulation;
      return [data.qvel[0], ...data.xpos.slice(6, 9), data.ctrl[0]];
    });
  const values = await read();
  const { bytes } = await downloaded(page, () =>
    curves.getByRole('button', { name: /as CSV$/ }).click(),
  );
  const lines = bytes.toString().trim().split('\n');
  const names = 'shoulder.qvel,ball.xpos[0],ball.xpos[1],ball.xpos[2],turn.ctrl';
  assert.equal(lines[0], `time,${names}`);
  assert.deepEqual(lines.at(-1)?.split(',').slice(1).map(Number), values);
  // what has no name goes by its kind and number
  const unnamed = await page.evaluate(async () => {
    const { elementCurvesOf } = await import('/src/plots/element_curves.js');
    const { simulation } = window.limber;
    return ['sensor 1[2]', 'sensor 2', 'joint 1.qvel', 'free.qpos', 'free.ctrl'].map((text) =>
      elementCurvesOf(simulation, text).map(({ read }) => read(simulation)),
    );
  });
  const data = await page.evaluate(() => {
    const { qpos, qvel, sensordata } = window.limber.simulation.data;
    return [[sensordata[3]], [], [...qvel].slice(1), [...qpos].slice(1), []];
  });
  assert.deepEqual(unnamed, data);
  await page.click('#toggle-plots');
  await page.click('#tab-model');
});

test('a selection in the view is selected in the tree', options, async () => {
  const at = await page.evaluate(() => {
    const { stage, simulation } = window.limber;
    window.limber.studio.reset(-1);
    simulation.data.qpos[1] = -0.8;
    simulation.forward();
    stage.draw();
    const p = stage.camera.position
      .clone()
      .fromArray(simulation.data.geom_xpos, 6)
      .project(stage.camera);
    const box = stage.canvas.getBoundingClientRect();
    return [box.left + ((p.x + 1) / 2) * box.width, box.top + ((1 - p.y) / 2) * box.height];
  });
  await page.mouse.dblclick(at[0], at[1]);
  assert.equal(await page.textContent('.tree [aria-selected=true] .name'), 'ball');
});

test('the search finds names and kinds', options, async () => {
  const search = page.getByRole('searchbox', { name: 'Search the model' });
  await search.fill('tip');
  assert.deepEqual(await page.locator('.tree .name').allTextContents(), ['tip']);
  await search.fill('sensor');
  assert.deepEqual(await page.locator('.tree .name').allTextContents(), ['angle', 'where']);
  await row('where').click();
  assert.match(String(await page.textContent('.properties')), /sensordata/);
  await search.fill('');
});

test('the tree works with the keyboard alone', options, async () => {
  await row('world').focus();
  await page.keyboard.press('ArrowLeft');
  assert.equal(await row('world').getAttribute('aria-expanded'), 'false');
  await page.keyboard.press('ArrowRight');
  assert.equal(await row('world').getAttribute('aria-expanded'), 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const name = await page.textContent('.tree [aria-selected=true] .name');
  assert.equal(
    await page.evaluate(() => document.activeElement?.querySelector('.name').textContent),
    name,
  );
});

test('nothing of this was reported as an error', options, () => {
  assert.deepEqual(problems, []);
});

//---------------------------------- the field that finds everything --------------------------------

const field = () => page.getByRole('combobox', { name: /^Find/ });
const titles = () => page.locator('.palette [role=option] .title').allTextContents();

test('one field finds commands, elements, examples and help, by keys alone', options, async () => {
  await page.locator('#canvas').focus();
  await page.keyboard.press('?');
  await field().fill('tip');
  assert.deepEqual(await titles(), ['tip', 'Tippe top']);
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('dialog.palette').isVisible(), false);
  assert.deepEqual(
    await page.evaluate(() => window.limber.studio.selected),
    await page.evaluate(() => {
      const { mujoco, model } = window.limber.simulation;
      const type = mujoco.mjtObj.mjOBJ_SITE.value;
      return { type, id: mujoco.mj_name2id(model, type, 'tip') };
    }),
  );
  assert.match(String(await page.textContent('.properties')), /site_pos|pos/);

  await page.locator('#canvas').focus();
  await page.keyboard.press('?');
  await field().fill('record run');
  assert.equal((await titles())[0], 'Record a run, or end it');
  await field().fill('one step');
  const time = await page.evaluate(() => window.limber.simulation.data.time);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  assert.ok((await page.evaluate(() => window.limber.simulation.data.time)) > time);

  await page.keyboard.press('?');
  await field().fill('quadruped example');
  assert.deepEqual(await titles(), ['Quadruped']);
  await field().fill('no such thing at all');
  assert.match(String(await page.textContent('.palette')), /Nothing has this name/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('dialog.palette').isVisible(), false);
  assert.deepEqual(problems, []);
});

test(
  'the text is edited from the tree, element by element, and each edit can be undone',
  options,
  async () => {
    const text = () => page.evaluate(() => window.limber.studio.source.xml);
    const undo = () => page.evaluate(() => window.limber.commands.run('undo'));
    const choose = (
      /** @type {'GEOM' | 'BODY' | 'JOINT' | 'SITE'} */ kind,
      /** @type {string} */ name,
    ) =>
      page.evaluate(
        ([kind, name]) => {
          const { studio, simulation } = window.limber;
          const { mujoco, model } = simulation;
          const type = mujoco.mjtObj[/** @type {'mjOBJ_GEOM'} */ (`mjOBJ_${kind}`)].value;
          studio.select({ type, id: mujoco.mj_name2id(model, type, name) });
        },
        [kind, name],
      );
    await page.fill('.page:not([hidden]) input[type=search]', '');
    const before = await text();
    await choose('GEOM', 'round');
    const field = page.getByRole('textbox', { name: 'size', exact: true });
    await field.fill('0.2');
    await field.press('Enter');
    assert.equal(
      await text(),
      before.replace('name="round" size="0.1"', 'name="round" size="0.2"'),
    );
    assert.ok(
      await page.evaluate(() => {
        const { model } = window.limber.simulation;
        return model.geom_size[3 * 2] === 0.2;
      }),
      'it runs',
    );
    await choose('BODY', 'ball');
    await page.getByRole('button', { name: 'Duplicate' }).click();
    assert.match(
      await text(),
      /<body name="ball_2" pos="0.44 0.6 0.5">\n {6}<freejoint name="free_2"\/>/,
    );
    // what others refer to is not taken away: the error says why
    await choose('JOINT', 'shoulder');
    await page.getByRole('button', { name: 'Delete' }).click();
    assert.match(String(await page.textContent('#message')), /shoulder/);
    assert.match(await text(), /<joint name="shoulder"/);
    await choose('BODY', 'ball_2');
    await row('ball_2').press('Delete');
    assert.doesNotMatch(await text(), /ball_2/);
    await choose('BODY', 'arm');
    await page.getByRole('combobox', { name: 'Add to arm' }).selectOption('site');
    assert.match(await text(), /<site name="tip" pos="0.5 0 0"\/>\n {6}<site size="0.02"\/>\n/);
    await choose('SITE', 'tip');
    await row('tip').press('Control+c');
    await choose('BODY', 'ball');
    await row('ball').press('Control+v');
    assert.match(
      await text(),
      /<site name="tip_2" pos="0.5 0 0"\/>\n {4}<\/body>\n {2}<\/worldbody>/,
    );
    for (let k = 0; k < 5; k++) await undo();
    assert.equal(await text(), before);
    // a mesh that is dropped becomes an asset and a free body
    await page.evaluate(() => {
      const transfer = new DataTransfer();
      const corners = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n';
      transfer.items.add(new File([corners], 'corner.obj'));
      dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }));
    });
    await page.waitForFunction(() => window.limber.simulation.model.nmesh === 1);
    assert.match(
      await text(),
      /<geom type="mesh" mesh="corner"\/>\n {4}<\/body>\n {2}<\/worldbody>\n {2}<asset>\n {4}<mesh name="corner" file="corner.obj"\/>\n {2}<\/asset>/,
    );
    await undo();
    assert.equal(await text(), before);
    assert.deepEqual(problems, []);
  },
);
