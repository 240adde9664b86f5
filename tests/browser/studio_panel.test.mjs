// The panel of the studio: physics, controls, joints, equalities, view, groups, cameras, undo.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { skip } from './browser.mjs';
import { command, control, openFolder, runSmall, withSmall } from './studio.mjs';

const options = { skip, timeout: 90_000 };
/** @type {Page} */
let page;
/** @type {string[]} */
let problems;
withSmall({ width: 900, height: 700 }, (opened) => ({ page, problems } = opened));
beforeEach(async () => {
  if (skip) return;
  await runSmall(page);
});

/** @param {string} name */
const opt = (name) =>
  page.evaluate((field) => {
    const opt = /** @type {object} */ (window.limber.simulation.model.opt);
    const value = /** @type {Record<string, number | Float64Array>} */ (opt)[field];
    return typeof value === 'number' ? value : Array.from(value);
  }, name);

/** Writes into the edit field of a control. @param {string} name @param {string} text */
async function fill(name, text) {
  const input = control(page, name).locator('input').last();
  await input.fill(text);
  await input.press('Enter');
}

test('every option of the model has a control that sets it', options, async () => {
  await openFolder(page, 'Physics', 'Option');
  await fill('timestep', '0.001');
  assert.equal(await opt('timestep'), 0.001);
  await fill('gravity', '1 2 -3');
  assert.deepEqual(await opt('gravity'), [1, 2, -3]);
  await fill('gravity', '1 2');
  assert.deepEqual(await opt('gravity'), [1, 2, -3], 'what is no vector is not taken');
  await control(page, 'solver').locator('select').selectOption({ label: 'CG' });
  assert.equal(await opt('solver'), 1);
  for (const folder of ['Solver', 'Contact override']) await openFolder(page, 'Physics', folder);
  await fill('tolerance', '1e-7');
  assert.equal(await opt('tolerance'), 1e-7);
  await fill('o_margin', '0.01');
  assert.equal(await opt('o_margin'), 0.01);
  const shown = await page.$$eval('#tab-physics-page .lil-name', (all) =>
    all.map((one) => one.textContent),
  );
  const fields = await page.evaluate(() =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(window.limber.simulation.model.opt)).filter(
      (name) => !/^_|constructor|copy|flags$|^disableactuator$|delete|^is|clone/.test(name),
    ),
  );
  assert.deepEqual(
    fields.filter((name) => !shown.includes(name)),
    [],
  );
});

test('all flags are there by the names of the engine', options, async () => {
  for (const folder of ['Disable flags', 'Enable flags', 'Actuator groups'])
    await openFolder(page, 'Physics', folder);
  const names = await page.evaluate(() => {
    const { mujoco } = window.limber.studio;
    return [...mujoco.mjDISABLESTRING, ...mujoco.mjENABLESTRING];
  });
  for (const name of names) assert.equal(await control(page, name).count(), 1, name);
  await control(page, 'Contact').locator('input').check();
  assert.equal(await opt('disableflags'), 16);
  await control(page, 'Energy').locator('input').check();
  assert.equal(await opt('enableflags'), 2);
  await control(page, 'Group 2 acts').locator('input').uncheck();
  assert.equal(await opt('disableactuator'), 4);
});

test('a change of a parameter is undone', options, async () => {
  await openFolder(page, 'Physics', 'Option');
  await fill('density', '7');
  await fill('density', '9');
  await page.locator('#canvas').focus();
  await page.keyboard.press('Control+z');
  assert.equal(await opt('density'), 7);
  await page.keyboard.press('Control+z');
  assert.equal(await opt('density'), 0);
});

test(
  'joints and controls have sliders with their ranges; joints move the paused model',
  options,
  async () => {
    for (const folder of ['Joints', 'Actuators']) await openFolder(page, 'Run', folder);
    await fill('shoulder', '0.4');
    const moved = await page.evaluate(() => {
      const { data } = window.limber.simulation;
      return { angle: data.qpos[0], tip: data.site_xpos[2], time: data.time };
    });
    assert.equal(moved.angle, 0.4);
    assert.ok(Math.abs(moved.tip - (1 - 0.5 * Math.sin(0.4))) < 1e-9, 'positions follow');
    assert.equal(moved.time, 0);
    await fill('turn', '5');
    assert.equal(
      await page.evaluate(() => window.limber.simulation.data.ctrl[0]),
      2,
      'the range holds',
    );
    await page.getByRole('button', { name: 'Clear all' }).click();
    assert.equal(await page.evaluate(() => window.limber.simulation.data.ctrl[0]), 0);
  },
);

test(
  'noise moves the controls within their range and leaves the command when it ends',
  options,
  async () => {
    const result = await page.evaluate(() => {
      const { studio, simulation } = window.limber;
      simulation.data.ctrl[0] = 0.5;
      Object.assign(studio.noise, { std: 0.5, rate: 0.05 });
      const values = [];
      for (let i = 0; i < 400; i++) {
        studio.step();
        values.push(simulation.data.ctrl[0]);
      }
      studio.noise.std = 0;
      studio.step();
      return { values, last: simulation.data.ctrl[0] };
    });
    const mean = result.values.reduce((a, b) => a + b) / 400;
    const deviation = Math.sqrt(result.values.reduce((a, b) => a + (b - mean) ** 2, 0) / 400);
    assert.ok(deviation > 0.2 && deviation < 2, `deviation ${deviation}`);
    assert.ok(result.values.every((value) => Math.abs(value) <= 2));
    assert.equal(result.last, 0.5);
  },
);

test(
  'many actuators are in groups, long names are whole, a filter finds each',
  options,
  async () => {
    await page.evaluate(() => {
      const legs = ['front/left', 'front/right', 'hind/left', 'hind/right'];
      const names = legs.flatMap((leg) =>
        Array.from({ length: 8 }, (_, i) => `${leg}/muscleOfTheLowerPart${i}`),
      );
      const motors = names.map((name) => `<motor name="${name}" joint="j"/>`).join('');
      const more = '<motor joint="j"/>'.repeat(230);
      const body = '<body><joint name="j"/><geom size="0.1"/></body>';
      const xml = `<mujoco><worldbody>${body}</worldbody><actuator>${motors}${more}</actuator></mujoco>`;
      window.limber.studio.runModel({ xml, name: 'many.xml', files: new Map() }, false);
    });
    await openFolder(page, 'Run', 'Actuators');
    const run = page.locator('#tab-run-page');
    const titles = await run
      .locator('.lil-children .lil-children .lil-title:visible')
      .allTextContents();
    assert.deepEqual(titles.slice(0, 7), [
      'front/left (8)',
      'front/right (8)',
      'hind/left (8)',
      'hind/right (8)',
      'actuator, from 1 (100)',
      'actuator, from 101 (100)',
      'actuator, from 201 (30)',
    ]);
    await run.getByRole('button', { name: 'hind/left (8)' }).click();
    const name = run.locator('.lil-name', { hasText: 'hind/left/muscleOfTheLowerPart3' });
    await name.waitFor(); // a folder opens with the page's next picture
    assert.ok(
      await name.evaluate((one) => one.scrollWidth <= one.clientWidth && one.clientHeight > 20),
      'it is wrapped, not cut',
    );
    const filter = page.getByRole('searchbox', { name: 'Filter actuators' });
    await filter.fill('hind part3');
    const muscles = run.locator('.lil-name:visible', { hasText: 'muscle' });
    assert.deepEqual(await muscles.allTextContents(), [
      'hind/left/muscleOfTheLowerPart3',
      'hind/right/muscleOfTheLowerPart3',
    ]);
    assert.equal(await run.getByText('Found: 2 of 262').isVisible(), true);
    await fill('hind/right/muscleOfTheLowerPart3', '0.25');
    assert.equal(await page.evaluate(() => window.limber.simulation.data.ctrl[27]), 0.25);
    await filter.fill('actuator 261');
    await fill('actuator 261', '0.5');
    assert.equal(await page.evaluate(() => window.limber.simulation.data.ctrl[261]), 0.5);
    await filter.fill('actuator');
    const rest = 'Found: 230 of 262, the first 100 are shown';
    assert.equal(await run.getByText(rest).isVisible(), true);
    await filter.fill('');
    assert.equal(await run.getByRole('button', { name: 'front/left (8)' }).isVisible(), true);
  },
);

test('equality constraints are switched', options, async () => {
  await openFolder(page, 'Run', 'Equality constraints');
  await control(page, 'hold').locator('input').check();
  const rows = await page.evaluate(() => {
    const { simulation } = window.limber;
    simulation.forward();
    return [simulation.data.eq_active[0], simulation.data.ne];
  });
  assert.deepEqual(rows, [1, 1]);
});

test('decorations, rendering and groups are switched by name', options, async () => {
  for (const folder of ['All decorations', 'Rendering', 'Groups'])
    await openFolder(page, 'View', folder);
  const names = await page.evaluate(() =>
    window.limber.studio.mujoco.mjVISSTRING.map(([name]) => name),
  );
  for (const name of names) assert.ok((await control(page, name).count()) > 0, name);
  await control(page, 'Inertia').locator('input').check();
  await control(page, 'Wireframe').locator('input').check();
  const state = await page.evaluate(() => {
    const { view } = window.limber.stage;
    return { inertia: view.option.flags[10], wireframe: view.flags.wireframe };
  });
  assert.deepEqual(state, { inertia: 1, wireframe: true });
  await page.locator('#canvas').focus();
  const groups = () =>
    page.evaluate(() => Array.from(window.limber.stage.view.flags.geomgroup, Number));
  const before = await groups();
  await page.keyboard.press('1');
  assert.notEqual((await groups())[1], before[1]);
  await page.keyboard.press('1');
  assert.deepEqual(await groups(), before);
  // the grid: a row for each kind, a column for each group; it follows the keys
  const cells = page.locator('.group-grid input');
  assert.equal(await cells.count(), 7 * 6);
  const geoms = page.getByRole('checkbox', { name: 'Geoms, group 1' });
  const sites = page.getByRole('checkbox', { name: 'Sites, group 4' });
  assert.equal(await geoms.isChecked(), Boolean(before[1]));
  await geoms.click();
  assert.notEqual((await groups())[1], before[1]);
  const site = () => page.evaluate(() => window.limber.stage.view.option.sitegroup[4]);
  const old = await site();
  await sites.click();
  assert.equal(await site(), 1 - old);
  for (let i = 0; i < 2; i++) await command(page, 'undo');
  assert.deepEqual([await groups(), await site()], [before, old]);
  assert.equal(await geoms.isChecked(), Boolean(before[1]));
  await page.locator('#canvas').focus();
  await page.keyboard.press('w');
  assert.equal(await page.evaluate(() => window.limber.stage.view.flags.wireframe), false);
});

test('headlight, lens, scales, sizes and colours of the model', options, async () => {
  /** @param {string} folder @param {string} name @param {number | string} value */
  const number = async (folder, name, value) => {
    await openFolder(page, 'View', folder);
    const input = control(page, name).locator('input').first();
    await input.fill(String(value));
    await input.press('Enter');
  };
  await number('Lens', 'fovy', 30);
  await number('Lens', 'zfar', 20);
  await number('Scales', 'extent', 2);
  await number('Sizes', 'contactwidth', 0.5);
  await openFolder(page, 'View', 'Headlight');
  await control(page, 'active').locator('input').uncheck();
  await number('Colours', 'contactforce', '#00ff80');
  const read = () =>
    page.evaluate(() => {
      const { simulation, stage } = window.limber;
      const { vis, stat } = simulation.model;
      const { camera } = stage;
      return {
        lens: [vis.global.fovy, camera.fov, camera.far, stat.extent],
        width: vis.scale.contactwidth,
        active: vis.headlight.active,
        color: Array.from(vis.rgba.contactforce.slice(0, 3), (v) => Math.round(255 * v)),
      };
    });
  assert.deepEqual(await read(), {
    lens: [30, 30, 60, 2],
    width: 0.5,
    active: 0,
    color: [0, 255, 128],
  });
  // each change can be taken back
  for (let i = 0; i < 2; i++) await command(page, 'undo');
  const { active, color } = await read();
  assert.equal(active, 1);
  assert.notDeepEqual(color, [0, 255, 128]);
  await runSmall(page);
});

test('another model is shown with the same display options', options, async () => {
  const read = () =>
    page.evaluate(() => {
      const { flags, option } = window.limber.stage.view;
      const { geomgroup, sitegroup, bvh_depth, flex_layer, label, frame } = option;
      return {
        flags: { ...flags },
        groups: [...geomgroup, ...sitegroup],
        numbers: [bvh_depth, flex_layer, label, frame],
      };
    });
  await page.evaluate(() => {
    const { view } = window.limber.stage;
    view.flags.geomgroup[1] = false;
    view.flags.fog = true;
    view.option.sitegroup[0] = 0;
    Object.assign(view.option, { bvh_depth: 3, flex_layer: 2, label: 1, frame: 2 });
    view.apply();
    window.limber.stage.draw();
  });
  const before = await read();
  await runSmall(page);
  await page.evaluate(() => window.limber.stage.draw());
  assert.deepEqual(await read(), before);
  await page.evaluate(() => {
    const { view } = window.limber.stage;
    view.flags.geomgroup[1] = true;
    view.flags.fog = false;
    view.option.sitegroup[0] = 1;
    Object.assign(view.option, { bvh_depth: 1, flex_layer: 0, label: 0, frame: 0 });
    view.apply();
  });
});

test('cameras: fixed, tracking, free, aligned, copied as MJCF', options, async () => {
  await openFolder(page, 'View', 'Camera');
  /** @param {string} label */
  const choose = (label) => control(page, 'Look through').locator('select').selectOption({ label });
  const camera = () =>
    page.evaluate(() => {
      const { fixed, tracked } = window.limber.stage.camera;
      return [fixed, tracked];
    });
  await choose('side');
  assert.deepEqual(await camera(), [0, -1]);
  await choose('Tracking');
  assert.deepEqual(await camera(), [-1, 1]);
  await page.locator('#canvas').focus();
  await page.keyboard.press(']');
  assert.deepEqual(await camera(), [0, -1]);
  await command(page, 'align');
  assert.deepEqual(await camera(), [-1, -1]);
  await choose('side');
  // the copied camera looks from where the model's camera stands
  const same = await page.evaluate(async () => {
    const { stage, simulation } = window.limber;
    stage.draw();
    const { cameraText } = await import('/src/parts/view_keys.js');
    const pos = String(cameraText(stage).match(/pos="([^"]+)"/)?.[1]);
    return pos.split(' ').map((value, i) => Number(value) - simulation.data.cam_xpos[i]);
  });
  assert.ok(
    same.every((/** @type {number} */ value) => Math.abs(value) < 1e-3),
    `${same}`,
  );
});

test('nothing of this was reported as an error', options, () => {
  assert.deepEqual(problems, []);
});
