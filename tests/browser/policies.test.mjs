// Policies in pages: dropped into the studio or named by a viewer they drive the model, are steered, and show what they see.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { loadTask, makeTask, policyNames, writeOnnx, writePolicy } from 'limber/env';
import { skip, startBrowser } from './browser.mjs';
import { command, openStudio } from './studio.mjs';
import { found } from '../helpers.mjs';

const options = { skip, timeout: 180_000 };
const size = { width: 900, height: 500 };
/** @type {TestBrowser} */
let browser;
/** @type {import('limber/env').Contract} */
let contract;
before(async () => {
  if (skip) return;
  browser = await startBrowser();
  const env = await makeTask('quadruped', { count: 1 });
  ({ contract } = env);
  env.dispose();
});
after(() => browser?.close());

/** A policy for the quadruped that leans as it is told: each action is a command, scaled. @param {string} [task] */
function leaning(task) {
  const [[group, terms]] = Object.entries(contract.observation);
  const width = terms.reduce((sum, term) => sum + term.size, 0);
  const { size: actions } = contract.action;
  let at = 0;
  for (const term of terms) {
    if (term.term === 'command') break;
    at += term.size;
  }
  const weight = new Float32Array(width * actions);
  for (let i = 0; i < actions; i++) weight[at * actions + i] = 0.5;
  return {
    observation: { group, size: width, terms: terms.map(({ name, size }) => ({ name, size })) },
    action: contract.action,
    commands: contract.commands.map(({ name }) => name),
    period: contract.period,
    layers: [
      { weight, bias: new Float32Array(actions), activation: /** @type {const} */ ('none') },
    ],
    task,
  };
}

/** Drops a file. @param {Page} page @param {string} name @param {Uint8Array} bytes */
const drop = (page, name, bytes) =>
  page.evaluate(
    ({ name, bytes }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(bytes)], name));
      dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }));
    },
    { name, bytes: [...bytes] },
  );

for (const kind of ['json', 'onnx'])
  test(`a policy that is dropped drives the model of its task: ${kind}`, options, async () => {
    const { page, problems } = await openStudio(browser, '#cradle', size);
    await page.evaluate(() => window.limber.setRunning(false));
    const policy = leaning('quadruped');
    const text = writePolicy(policy);
    const bytes = kind === 'json' ? new TextEncoder().encode(text) : writeOnnx(policy);
    await drop(page, `policy.${kind}`, bytes);
    await page.waitForFunction(
      () =>
        document.documentElement.dataset.model === 'quadruped.xml' &&
        document.querySelector('.inspector'),
      null,
      { polling: 300, timeout: 90_000 },
    );
    const step = (/** @type {string} */ code) =>
      page.evaluate((code) => {
        const send = (/** @type {string} */ type) =>
          document.body.dispatchEvent(new KeyboardEvent(type, { code, key: 'x', bubbles: true }));
        const { studio } = window.limber;
        send('keydown');
        studio.step(300);
        send('keyup');
        return Array.from(studio.simulation.data.ctrl);
      }, code);
    const [forward, back] = [await step('KeyW'), await step('KeyS')];
    assert.ok(
      forward.every((value, i) => value > back[i]),
      `each control follows the command: ${forward}, ${back}`,
    );
    assert.match(
      found(await page.textContent('.inspector')),
      /angularVelocity.*velocity.*jointPositions.*reward: /s,
    );
    const filled = await page.waitForFunction(() =>
      [...document.querySelectorAll('.inspector .meter i')].some(
        (bar) => bar.style.height !== '0%',
      ),
    );
    assert.ok(filled);
    // each term has its curves: lines from the left that grow while it runs
    const painted = () =>
      page.$$eval('.inspector canvas', (all) =>
        all.map((one) => {
          const canvas = /** @type {HTMLCanvasElement} */ (one);
          const copy = new OffscreenCanvas(canvas.width, canvas.height);
          const context = /** @type {OffscreenCanvasRenderingContext2D} */ (copy.getContext('2d'));
          context.drawImage(canvas, 0, 0);
          const { data } = context.getImageData(0, 0, copy.width, copy.height);
          return data.reduce((sum, value, i) => sum + Number(i % 4 === 3 && value > 0), 0);
        }),
      );
    const early = await painted();
    assert.equal(early.length, await page.locator('.inspector .term').count());
    for (let k = 0; k < 6; k++) {
      await page.evaluate(() => window.limber.studio.step(20));
      await page.waitForTimeout(250);
    }
    const late = await painted();
    assert.ok(
      late.every((count, k) => count > early[k] && count > 8),
      `${early} then ${late}`,
    );
    assert.match(found(await page.textContent('.steering')), /W.*S.*forward/);
    assert.deepEqual(problems, []);
    await page.close();
  });

test(
  'gamepads steer a policy beyond their dead zone, fingers by a stick; the page says what does what',
  options,
  async () => {
    const { page, problems } = await openStudio(browser, '#cradle', size);
    await page.evaluate(() => window.limber.setRunning(false));
    const bytes = new TextEncoder().encode(writePolicy(leaning('quadruped')));
    await drop(page, 'policy.json', bytes);
    const wait = { polling: 300, timeout: 90_000 };
    await page.waitForFunction(() => document.querySelector('.inspector'), null, wait);
    assert.equal(
      await page.locator('.steering .pad:visible').count(),
      0,
      'there is no gamepad yet',
    );
    await page.evaluate(() => {
      const axes = [0, 0, 0, 0];
      Object.assign(navigator, { getGamepads: () => [null, { connected: true, axes }] });
      Object.assign(window, { axes });
      window.dispatchEvent(new Event('gamepadconnected'));
    });
    assert.match(
      found(await page.textContent('.steering')),
      /WS forward, backward, left stick ↕.*sideways, right stick ↔.*turn left, right, left stick ↔/,
    );
    assert.ok((await page.locator('.steering .pad:visible').count()) >= 2);
    /** The command that the policy sees, after the sticks were held for some time. @param {number[]} held */
    const steer = (held) =>
      page.evaluate((held) => {
        const { axes } = /** @type {{ axes: number[] }} */ (/** @type {unknown} */ (window));
        axes.splice(0, 4, ...held);
        window.limber.studio.step(300);
        // each action of this policy is half of the command
        return window.limber.studio.simulation.data.ctrl[0];
      }, held);
    const rest = await steer([0, 0, 0, 0]);
    assert.equal(await steer([0.1, -0.14, 0.12, 0]), rest, 'sticks do not rest at zero exactly');
    const [full, half, back] = [
      await steer([0, -1, 0, 0]),
      await steer([0, -0.575, 0, 0]),
      await steer([0, 1, 0, 0]),
    ];
    assert.ok(Math.abs(half - rest - (full - rest) / 2) < 1e-6, `${[rest, half, full]}`);
    assert.ok(full > rest && back < rest, `${[back, rest, full]}`);
    assert.deepEqual(problems, []);
    await page.close();

    const touched = await openStudio(browser, '#cradle', { ...size, hasTouch: true });
    await touched.page.evaluate(() => window.limber.setRunning(false));
    await drop(touched.page, 'policy.json', bytes);
    await touched.page.waitForFunction(() => document.querySelector('.inspector'), null, wait);
    const stick = await touched.page.waitForSelector('.steering .stick');
    // (where it stays: the page may still be settling)
    await stick.hover({ position: { x: 60, y: 60 } });
    const box = await stick.boundingBox();
    assert.ok(box);
    await touched.page.mouse.down();
    await touched.page.mouse.move(box.x + 60, box.y + 115);
    // (moves of a finger come with a frame)
    await touched.page.waitForFunction(
      () => {
        const knob = document.querySelector('.steering .knob');
        return knob instanceof HTMLElement && /, [1-9]/.test(knob.style.transform);
      },
      null,
      wait,
    );
    const finger = await touched.page.evaluate(() => {
      window.limber.studio.step(300);
      return window.limber.studio.simulation.data.ctrl[0];
    });
    await touched.page.mouse.up();
    assert.ok(Math.abs(finger - back) < 1e-6, `as a stick that is pulled: ${[finger, back]}`);
    assert.deepEqual(touched.problems, []);
    await touched.page.close();
  },
);

test('a policy that fits nothing says why, and the model runs on', options, async () => {
  const { page } = await openStudio(browser, '#cradle', size);
  const text = writePolicy(leaning());
  await drop(page, 'policy.json', new TextEncoder().encode(text));
  await page.waitForSelector('#message:not([hidden])');
  assert.match(found(await page.textContent('#message')), /polic/i);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.model), 'cradle.xml');
  await page.close();
});

test('a viewer with a policy is driven from its first step', options, async () => {
  const opened = await browser.open('gallery.html', size);
  const { page, problems } = opened;
  const { model: xml } = await loadTask('quadruped');
  await page.route('**/driven.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><meta charset="utf-8"><title>Driven</title><link rel="icon" href="data:,">
        <limber-viewer src="model.xml" policy="policy.json" keyframe="stand" paused></limber-viewer>
        <script type="module" src="/viewer.js"></script>`,
    }),
  );
  await page.route('**/model.xml', (route) =>
    route.fulfill({ body: xml, contentType: 'text/xml' }),
  );
  await page.route('**/policy.json', (route) =>
    route.fulfill({
      body: writePolicy(leaning('quadruped')),
      contentType: 'application/json',
    }),
  );
  await page.goto(new URL('driven.html', page.url()).href);
  await page.waitForFunction(() => document.querySelector('limber-viewer').driver);
  const controls = await page.evaluate(() => {
    const viewer = document.querySelector('limber-viewer');
    const { driver, simulation } = viewer;
    if (!driver || !simulation) throw new Error('not driven');
    driver.setCommand('velocity', [0.5, 0, 0]);
    viewer.step();
    const before = Array.from(driver.action);
    viewer.removeAttribute('policy');
    return { before, driver: viewer.driver };
  });
  assert.ok(controls.before.every((value) => Math.abs(value - 0.25) < 1e-6));
  assert.equal(controls.driver, null, 'without the attribute nothing drives it');
  assert.deepEqual(problems, []);
  await page.close();
});

test(
  'a trained policy has an address, in the studio and embedded, and goes along with a link',
  options,
  async () => {
    const { page, problems } = await openStudio(browser, '#task=cartpole', size);
    await page.evaluate(() => window.limber.setRunning(false));
    const wait = { polling: 300, timeout: 90_000 };
    await page.waitForFunction(() => document.querySelector('.inspector'), null, wait);
    const chosen = () =>
      page.$eval('#gallery', (menu) => /** @type {HTMLSelectElement} */ (menu).value);
    assert.equal(await chosen(), 'task:cartpole');
    const trained = await page.$$eval('#gallery option[value^="task:"]', (all) =>
      all.map((one) => /** @type {HTMLOptionElement} */ (one).value.slice(5)),
    );
    assert.deepEqual(trained.sort(), [...policyNames].sort(), 'the menu has all that are shipped');
    await command(page, 'share');
    const link = await page.inputValue('dialog.share:not(.open) input[type=text]');
    await page.close();
    assert.deepEqual(problems, []);

    const shared = await openStudio(browser, new URL(link).hash, size);
    await shared.page.waitForFunction(() => document.querySelector('.inspector'), null, wait);
    assert.deepEqual(shared.problems, []);
    await shared.page.close();

    for (const hash of ['#task=cartpole', new URL(link).hash]) {
      const embedded = await browser.open(`embed.html${hash}`, size);
      await embedded.page.waitForFunction(
        () => document.querySelector('limber-viewer').driver?.policy.task === 'cartpole',
        null,
        wait,
      );
      assert.deepEqual(embedded.problems, []);
      await embedded.page.close();
    }
  },
);

test('the first scene walks, is pushed and steered, and gets on its feet', options, async () => {
  const { page, problems } = await openStudio(browser, '', size);
  await page.waitForFunction(() => document.querySelector('.inspector'), null, { polling: 300 });
  const seen = await page.evaluate(() => {
    const { studio } = window.limber;
    studio.setRunning(false);
    studio.reset(0);
    const { data } = studio.simulation;
    const up = () => 1 - 2 * (data.qpos[4] ** 2 + data.qpos[5] ** 2);
    studio.step(800);
    const walked = Math.hypot(data.qpos[0], data.qpos[1]);
    data.qvel[1] += 0.7;
    studio.step(400);
    const pushed = up();
    const send = (/** @type {string} */ type) =>
      document.body.dispatchEvent(
        new KeyboardEvent(type, { code: 'KeyS', key: 's', bubbles: true }),
      );
    send('keydown');
    studio.step(600);
    // along its heading
    const [w, x, y, z] = data.qpos.subarray(3, 7);
    const back = data.qvel[0] * (1 - 2 * (y * y + z * z)) + data.qvel[1] * 2 * (w * z + x * y);
    send('keyup');
    data.qpos.set([0.3, 0, 1, 0, 0], 2);
    studio.step(100);
    const lying = up();
    const from = Array.from(data.qpos);
    studio.step(600);
    const moved = Math.hypot(data.qpos[0] - from[0], data.qpos[1] - from[1]);
    return { walked, pushed, back, lying, up: up(), moved, address: location.hash };
  });
  assert.ok(seen.walked > 1, `it walks by itself: ${seen.walked} m in 4 s`);
  assert.ok(seen.pushed > 0.9, `it keeps its feet: ${seen.pushed}`);
  assert.ok(seen.back < -0.2, `it goes back: ${seen.back} m/s`);
  assert.ok(seen.lying < 0 && seen.up > 0.9, `it lies and stands again: ${seen.lying}, ${seen.up}`);
  assert.ok(seen.moved < 1.5, 'where it lay');
  assert.equal(seen.address, '', 'the first scene needs no name');
  assert.deepEqual(problems, []);
  await page.close();
});
