// The plots of the studio: curves of any field, sensors, energy, profiler, CSV.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skip } from './browser.mjs';
import { command, downloaded, withSmall } from './studio.mjs';
import { found } from '../helpers.mjs';

const options = { skip, timeout: 90_000 };
/** @type {Page} */
let page;
/** @type {string[]} */
let problems;
withSmall({ width: 1000, height: 600 }, (opened) => ({ page, problems } = opened));

/** @param {string} name */
const card = (name) => page.locator(`.card-plot[data-card="${name}"]`);
/** @param {string} name */
const rowsOf = async (name) => {
  const { bytes } = await downloaded(page, () =>
    card(name)
      .getByRole('button', { name: /as CSV$/ })
      .click(),
  );
  return bytes
    .toString()
    .trim()
    .split('\n')
    .map((line) => line.split(','));
};

test('curves of fields and sensors: one value for each step, saved as CSV', options, async () => {
  await page.click('#toggle-plots');
  await card('Curves').locator('canvas').waitFor();
  await page.getByRole('button', { name: 'Remove qpos' }).click();
  for (const name of ['angle', 'where[2]', 'qvel[0]']) {
    await card('Curves').getByRole('combobox').fill(name);
    await page.keyboard.press('Enter');
  }
  const values = await page.evaluate(() => {
    const { studio, simulation } = window.limber;
    const list = [];
    for (let i = 0; i < 10; i++) {
      studio.step();
      list.push([simulation.data.time, simulation.data.sensordata[0]]);
    }
    return list;
  });
  const [head, ...rows] = await rowsOf('Curves');
  assert.deepEqual(head, ['time', 'angle', 'where[2]', 'qvel[0]']);
  // the last row is the present; row 1 has the reading of the first step
  assert.equal(rows.length, 11);
  rows.slice(1).forEach((row, i) => {
    assert.equal(Number(row[0]), values[i][0]);
    assert.equal(Number(row[1]), values[i][1]);
  });
  const picture = await downloaded(page, () =>
    card('Curves')
      .getByRole('button', { name: /as PNG$/ })
      .click(),
  );
  assert.equal(picture.name, 'curves.png');
  assert.equal(picture.bytes.subarray(1, 4).toString(), 'PNG');
  await card('Curves').getByRole('combobox').fill('no_such_thing');
  await page.keyboard.press('Enter');
  assert.match(String(await page.textContent('#hint')), /no value 'no_such_thing'/);
});

test(
  'a click on a chart marks the values there; a click on the mark takes it away',
  options,
  async () => {
    const curves = card('Curves');
    const [head, ...rows] = await rowsOf('Curves');
    const over = curves.locator('.u-over');
    const { width } = found(await over.boundingBox());
    const marks = curves.locator('.marks li');
    // as many pixels from the left as row 6 is
    const [first, last] = [Number(rows[0][0]), Number(rows[10][0])];
    const x = (width * (Number(rows[6][0]) - first)) / (last - first);
    await over.click({ position: { x, y: 40 } });
    await curves.getByRole('button', { name: 'Mark', exact: true }).click();
    const short = (/** @type {string} */ text) => String(Number(Number(text).toPrecision(5)));
    const words = (/** @type {string[]} */ [time, ...values]) =>
      `${short(time)}: ${values.map((value, i) => `${head[i + 1]} ${short(value)}`).join(', ')}`;
    assert.deepEqual(await marks.locator('span').allTextContents(), [
      words(rows[6]),
      words(rows[10]),
    ]);
    await over.click({ position: { x: x + 2, y: 60 } });
    assert.deepEqual(await marks.locator('span').allTextContents(), [words(rows[10])]);
    await over.click({ position: { x: width / 5, y: 40 } });
    assert.equal(await marks.count(), 2);
  },
);

test('a step back takes the later part of the curves back', options, async () => {
  await page.evaluate(() => {
    window.limber.studio.scrub({ to: 4 });
    window.limber.studio.step(2);
  });
  const [, ...rows] = await rowsOf('Curves');
  assert.equal(await card('Curves').locator('.marks li').count(), 1, 'and its marks');
  await card('Curves')
    .getByRole('button', { name: /^Remove the mark/ })
    .click();
  assert.equal(await card('Curves').locator('.marks').isVisible(), false);
  const times = rows.map(([time]) => Number(time));
  assert.equal(times.length, 7);
  assert.ok(times.every((time, i) => i === 0 || time > times[i - 1]));
});

test('a card that is opened while paused shows what led to the present', options, async () => {
  await page.evaluate(() => {
    const { studio } = window.limber;
    studio.reset(-1);
    studio.step(30);
  });
  const before = await page.evaluate(() => Array.from(window.limber.simulation.data.qacc));
  await page.getByRole('button', { name: 'Counts', exact: true }).click();
  await page.getByRole('button', { name: 'Energy', exact: true }).click({ clickCount: 2 });
  for (const name of ['Counts', 'Energy']) {
    const [, ...rows] = await rowsOf(name);
    assert.equal(rows.length, 31, name);
    assert.equal(Number(rows[0][0]), 0);
  }
  const [, ...energy] = await rowsOf('Energy');
  const total = energy.map((row) => Number(row[3]));
  assert.ok(Math.abs(total[30] - total[0]) < 0.02 * Math.abs(total[0]), 'the ball falls freely');
  assert.ok(Number(energy[29][2]) > Number(energy[10][2]), 'and gets faster');
  assert.deepEqual(
    await page.evaluate(() => Array.from(window.limber.simulation.data.qacc)),
    before,
    'the simulation itself is left alone',
  );
  // a curve that is added later has its past too
  await card('Curves').getByRole('combobox').fill('time');
  await page.keyboard.press('Enter');
  const [head, ...rows] = await rowsOf('Curves');
  assert.equal(rows.length, 31);
  assert.ok(rows.every((row) => row[0] === row[head.indexOf('time', 1)]));
  await page.getByRole('button', { name: 'Remove time' }).click();
  await page.getByRole('button', { name: 'Counts', exact: true }).click();
});

test('energy is plotted without a flag of the model', options, async () => {
  await page.evaluate(async () => {
    const { studio } = window.limber;
    for (let i = 0; i < 5; i++) {
      studio.step(4);
      studio.frame(0.01);
    }
  });
  const [head, ...rows] = await rowsOf('Energy');
  assert.deepEqual(head, ['time', 'potential', 'kinetic', 'sum']);
  assert.ok(rows.length >= 5 && Number(rows.at(-1)?.[2]) > 0, `${rows.at(-1)}`);
  assert.equal(await page.evaluate(() => window.limber.simulation.model.opt.enableflags), 0);
});

test('the profiler shows timings, the way of the solver and counts', options, async () => {
  await page.locator('#canvas').focus();
  await page.keyboard.press('Shift+T');
  for (const name of ['Timings', 'Solver', 'Counts']) await card(name).locator('canvas').waitFor();
  assert.equal(await card('Energy').isVisible(), false);
  await page.evaluate(() => {
    const { studio } = window.limber;
    // the ball meets the floor
    studio.reset(-1);
    studio.step(60);
    for (let i = 0; i < 4; i++) {
      studio.step(2);
      studio.frame(0.01);
    }
  });
  const [timeHead, ...times] = await rowsOf('Timings');
  assert.ok(timeHead.includes('step') && timeHead.includes('constraint'), `${timeHead}`);
  assert.ok(times.length >= 4);
  const [, ...solver] = await rowsOf('Solver');
  assert.ok(solver.length >= 1 && Number(solver[0][2]) >= 0, 'iterations with gradients');
  const [countHead, ...counts] = await rowsOf('Counts');
  assert.ok(
    Number(counts.at(-1)?.[countHead.indexOf('contact')]) > 0,
    'the ball lies on the floor',
  );
  // the ball's factor: six dofs, some of them coupled
  const side = Number(counts.at(-1)?.[countHead.indexOf('√non-zeros')]);
  assert.ok(side >= Math.sqrt(6) && side <= 6, `${side}`);
  await page.keyboard.press('Shift+T');
  assert.equal(await page.isVisible('#plots'), false);
  assert.equal(await page.evaluate(() => Boolean(window.limber.studio.mujoco.mjcb_time)), false);
});

test('sensors are shown as bars', options, async () => {
  await command(page, 'sensors');
  await card('Sensors').locator('canvas').waitFor();
  const rows = await rowsOf('Sensors');
  const values = await page.evaluate(() => Array.from(window.limber.simulation.data.sensordata));
  assert.deepEqual(
    rows.slice(1).map(([, , value]) => Number(value)),
    values,
  );
  assert.deepEqual(
    rows.slice(1).map(([, name]) => name),
    ['angle', 'where[0]', 'where[1]', 'where[2]'],
  );
  const box = found(await card('Sensors').locator('.u-over').boundingBox());
  await page.mouse.move(box.x + 0.9 * box.width, box.y + 0.5 * box.height);
  assert.match(String(await card('Sensors').locator('.told').textContent()), /^where\[2\]: /);
  const drawn = await card('Sensors')
    .locator('canvas')
    .evaluate((element) => {
      const canvas = /** @type {HTMLCanvasElement} */ (element);
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      let orange = 0;
      for (let i = 0; i < data.length; i += 4)
        if (data[i] > 180 && data[i + 2] < 90 && data[i + 3] > 200) orange++;
      return orange;
    });
  assert.ok(drawn > 200, `${drawn} pixels of bars`);
});

test('nothing of this was reported as an error', options, () => {
  assert.deepEqual(problems, []);
});
