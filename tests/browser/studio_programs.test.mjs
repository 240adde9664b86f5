// Programs that drive models: they stay through edits, links, embedded pages and reloads, and are there before the first step.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { skip, startBrowser } from './browser.mjs';
import { command, downloaded, openSmall, openStudio } from './studio.mjs';
import { found } from '../helpers.mjs';

const options = { skip, timeout: 120_000 };
/** @type {TestBrowser} */
let browser;
before(async () => {
  if (!skip) browser = await startBrowser();
});
after(() => browser?.close());

const size = { width: 1000, height: 400 };

/** The studio with an example whose program runs, paused. @param {string} name */
async function openDriven(name) {
  const opened = await openStudio(browser, `#${name}`, size);
  await opened.page.waitForFunction(() => window.limber.studio.experiment());
  await opened.page.evaluate(() => window.limber.setRunning(false));
  return opened;
}

/** An edit that changes nothing of the motion. @param {Page} page */
const edit = (page) =>
  page.evaluate(() => {
    const { studio } = window.limber;
    return studio.runText(studio.source.xml.replace('</mujoco>', '<!-- edited --></mujoco>'));
  });

/** Whether the program moves the controls within some steps. @param {Page} page */
const drives = (page) =>
  page.evaluate(async () => {
    const { studio } = window.limber;
    studio.simulation.data.ctrl.fill(0);
    await studio.step(20);
    return studio.simulation.data.ctrl.some((value) => value !== 0);
  });

/** @param {Page} page */
async function linkOf(page) {
  await command(page, 'share');
  const value = await page.inputValue('dialog.share input[type=text]');
  await page.keyboard.press('Escape');
  return new URL(value).hash;
}

test(
  'a program stays when its model is edited, shared, embedded and reloaded',
  options,
  async () => {
    const { page, problems } = await openDriven('quadruped');
    await page.evaluate(() => {
      const { studio } = window.limber;
      const program = { example: 'quadruped', on: true, values: { speed: 0.2 } };
      studio.runModel({ ...studio.source, program }, false);
    });
    await page.waitForFunction(() => window.limber.studio.experiment()?.values.speed === 0.2);
    assert.equal(await edit(page), true);
    assert.equal(await page.evaluate(() => window.limber.studio.experiment()?.values.speed), 0.2);
    assert.equal(await page.getByText('Program runs').isVisible(), true, 'its controls are there');
    assert.equal(await drives(page), true, 'it drives the edited model');

    const hash = await linkOf(page);
    const second = await openStudio(browser, hash, size);
    await second.page.waitForFunction(() => window.limber.studio.experiment());
    await second.page.evaluate(() => window.limber.setRunning(false));
    assert.match(await second.page.evaluate(() => window.limber.studio.source.xml), /edited/);
    assert.equal(
      await second.page.evaluate(() => window.limber.studio.experiment()?.values.speed),
      0.2,
    );
    assert.equal(await drives(second.page), true, 'it drives the model of the link');

    const third = await browser.open(`embed.html${hash}`, size);
    await third.page.waitForFunction(
      () => document.querySelector('limber-viewer').simulation,
      null,
      { timeout: 60_000 },
    );
    await third.page.evaluate(async () => {
      const viewer = document.querySelector('limber-viewer');
      viewer.paused = true;
      viewer.simulation.data.ctrl.fill(0);
      for (let i = 0; i < 20; i++) await viewer.step();
    });
    assert.ok(
      await third.page.evaluate(() =>
        document.querySelector('limber-viewer').simulation.data.ctrl.some((value) => value !== 0),
      ),
      'it drives the embedded model',
    );

    await page.reload();
    await page.waitForFunction(() => window.limber?.studio.experiment(), null, { timeout: 60_000 });
    await page.evaluate(() => window.limber.setRunning(false));
    assert.match(await page.evaluate(() => window.limber.studio.source.xml), /edited/);
    assert.equal(await page.evaluate(() => window.limber.studio.experiment()?.values.speed), 0.2);
    assert.equal(await drives(page), true, 'it drives the model after a reload');
    for (const one of [{ page, problems }, second, third]) {
      assert.deepEqual(one.problems, []);
      await one.page.close();
    }
  },
);

/** The state and the controls at each of the first steps, of whatever steps the simulation of a page. */
const RECORD = `{
  const seen = (globalThis.recorded = []);
  const wait = () => {
    const viewer = document.querySelector('limber-viewer');
    const owner = viewer ?? globalThis.limber?.studio;
    if (!owner?.pace) return void setTimeout(wait, 0);
    const advance = owner.pace.advance.bind(owner.pace);
    owner.pace.advance = (simulation) => {
      // steps of one frame, whatever the clock says
      for (let i = 0; i < 10 && seen.length < 40; i++) {
        seen.push([simulation.data.time, ...simulation.data.qpos]);
        owner.prepareStep();
        simulation.step(1);
      }
      return advance(simulation, 0);
    };
  };
  wait();
}`;

/** @param {string} path */
async function firstSteps(path) {
  const { page, problems } = await browser.open('gallery.html', size);
  await page.addInitScript({ content: RECORD });
  // a program that comes late
  await page.route('**/examples/*.js*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.continue();
  });
  await page.goto(new URL(path, page.url()).href);
  const recorded = await page.waitForFunction(
    () => window.recorded && window.recorded.length >= 40 && window.recorded,
    null,
    { timeout: 60_000 },
  );
  const value = /** @type {number[][]} */ (await recorded.jsonValue());
  return { value, page, problems };
}

test(
  'studio and embedded page start alike, from the first keyframe, with the program',
  options,
  async () => {
    const name = 'quadruped';
    const studio = await firstSteps(`./#${name}`);
    const embed = await firstSteps(`embed.html#${name}`);
    const { expected, driven } = await studio.page.evaluate(() => {
      const { studio: own } = window.limber;
      own.setRunning(false);
      own.reset(0);
      const start = Array.from(own.simulation.data.qpos);
      own.step(39);
      return { expected: start, driven: Array.from(own.simulation.data.qpos) };
    });
    assert.deepEqual(studio.value[0], [0, ...expected], 'the studio starts from the keyframe');
    assert.deepEqual(embed.value[0], [0, ...expected], 'and so does the embedded page');
    assert.deepEqual(studio.value[39].slice(1), driven, 'no step without the program');
    assert.deepEqual(embed.value, studio.value);
    // and so does a restart
    await embed.page.evaluate(() => {
      const viewer = document.querySelector('limber-viewer');
      viewer.paused = true;
      viewer.reset();
      for (let i = 0; i < 39; i++) viewer.step();
    });
    assert.deepEqual(
      await embed.page.evaluate(() =>
        Array.from(document.querySelector('limber-viewer').simulation.data.qpos),
      ),
      driven,
    );
    for (const { page, problems } of [studio, embed]) {
      assert.deepEqual(problems, []);
      await page.close();
    }
  },
);

test('a robot is steered with keys; typing steers nothing', options, async () => {
  const { page, problems } = await openStudio(browser, '#quadruped', size);
  await page.waitForFunction(() => window.limber.studio.experiment());
  /** The program's own values. */
  const values = async () =>
    found(await page.evaluate(() => window.limber.studio.experiment()?.values));
  /** Steps with a key held. @param {string} code @param {number} steps */
  const hold = async (code, steps) => {
    await page.evaluate(([code, steps]) => {
      const { studio } = window.limber;
      const send = (/** @type {string} */ type) =>
        document
          .querySelector('#canvas')
          .dispatchEvent(new KeyboardEvent(type, { code, key: 'x', bubbles: true }));
      send('keydown');
      studio.step(steps);
      send('keyup');
    }, /** @type {const} */ ([code, steps]));
  };
  await page.evaluate(() => window.limber.setRunning(false));
  assert.equal((await values()).speed, 0.35);
  await hold('KeyS', 400);
  assert.ok(Math.abs((await values()).speed + 0.4) < 1e-9, 'backward, at its most');
  await hold('KeyA', 400);
  assert.deepEqual(
    [(await values()).speed, (await values()).turn].map((value) => Math.round(value * 100) / 100),
    [0, 1],
    'the key that was let go comes back to the middle',
  );
  await hold('KeyK', 10);
  assert.match(found(await page.textContent('.steering')), /W.*S.*forward.*A.*D.*turn/);
  await command(page, 'editor');
  await page.waitForSelector('.cm-content');
  await page.click('.cm-content');
  await page.keyboard.press('w');
  const typed = await page.evaluate(() => document.querySelector('.cm-content')?.textContent);
  assert.match(String(typed), /w/);
  assert.deepEqual(problems, []);
  await page.close();
});

test('a finger steers with a stick, in an embedded page too', options, async () => {
  for (const address of ['#quadruped', 'embed.html#quadruped']) {
    const opened = await browser.open(address, { width: 390, height: 700, hasTouch: true });
    const { page, problems } = opened;
    const stick = await page.waitForSelector('.steering .stick');
    const box = await stick.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + 60, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + 5);
    const knob = () => page.$eval('.steering .knob', (element) => element.style.transform);
    const [x, y] = Array.from((await knob()).matchAll(/-?[\d.]+(?=px)/g), Number);
    assert.ok(Math.abs(x) < 2 && Math.abs(y + 44) < 0.1, `at the end of its way: ${x}, ${y}`);
    await page.mouse.up();
    assert.match(await knob(), /translate\(0px, 0px\)/);
    assert.deepEqual(problems, []);
    await page.close();
  }
});

/** A program of a visitor, which holds the arm of the small model up. */
const HOLD = `export const parameters = { gain: { title: 'Gain', value: 20, min: 0, max: 50 } };
export const state = { steps: 0 };
export function step(sim, t, { gain }) {
  const arm = sim.joint('shoulder');
  sim.actuator('turn').ctrl = gain * (0.5 - arm.value) - arm.velocity;
  sim.plot('steps', ++state.steps);
}
`;

/** Gives the model a program, as if it were typed. @param {Page} page @param {string} text */
async function write(page, text) {
  await page.evaluate(async (program) => {
    const { commands, editor } = window.limber;
    document.getElementById('message').hidden = true;
    if (document.getElementById('editor').hidden) commands.run('editor');
    await editor.program.edit(program);
    window.limber.setRunning(false);
  }, text);
}

/** What the page says is wrong. @param {Page} page */
const complaint = (page) =>
  page.evaluate(() => {
    const box = document.getElementById('message');
    return box.hidden ? '' : box.textContent;
  });

test(
  'a visitor writes a program: it drives the model, keeps state through edits, plots, and tells errors with their line',
  options,
  async () => {
    const { page, problems } = await openSmall(browser, { width: 1000, height: 500 });
    await write(page, HOLD);
    const steps = () => page.evaluate(() => window.limber.studio.plotted().steps);
    /** @param {number} count */
    const step = (count) => page.evaluate((n) => window.limber.studio.step(n), count);
    await step(200);
    assert.equal(await complaint(page), '');
    assert.equal(await steps(), 200);
    assert.notEqual(await page.evaluate(() => window.limber.simulation.data.ctrl[0]), 0);
    // another text goes on from the state of the simulation and its own
    const time = () => page.evaluate(() => window.limber.simulation.data.time);
    const before = await time();
    await write(page, HOLD.replace('0.5 - arm', '0.4 - arm'));
    await step(1);
    assert.ok((await time()) > before);
    assert.equal(await steps(), 201);
    assert.ok(await page.isVisible('text=Gain'), 'its parameters are sliders');
    // what is wrong is told with its line, and what worked goes on
    await write(page, `${HOLD}\nlet x = ;\n`);
    await step(1);
    assert.equal(await steps(), 202);
    await page.evaluate(() => window.limber.commands.run('program'));
    await page.waitForSelector('.status.bad');
    assert.match(String(await page.textContent('.editor .status')), /^Line 9: Unexpected token/);
    await write(page, HOLD.replace('arm.velocity', 'arm.speed'));
    await step(1);
    assert.match(
      String(await complaint(page)),
      /program\.js, line 5.*There is no 'speed' in joint 'shoulder'/,
    );
    assert.equal(await page.evaluate(() => document.querySelectorAll('iframe').length), 0);
    // completion from the tables of fields
    await page.click('.cm-content');
    await page.keyboard.press('Control+End');
    await page.keyboard.type('sim.data.qfrc_act');
    await page.keyboard.press('Control+Space');
    await page.waitForSelector('.cm-tooltip-autocomplete >> text=qfrc_actuator');
    await page.keyboard.press('Escape');
    assert.deepEqual(problems, []);
    await page.close();
  },
);

test(
  "a stranger's program runs after a question that shows it; link, embedded page and one file carry it",
  options,
  async () => {
    const first = await openSmall(browser, { width: 800, height: 420 });
    await write(first.page, HOLD.replace('value: 20', 'value: 21'));
    await first.page.evaluate(() => window.limber.setRunning(true));
    const hash = await linkOf(first.page);
    const file = await downloaded(first.page, async () => {
      await command(first.page, 'share');
      await first.page.click('text=Download one HTML file');
    });
    await first.page.close();
    for (const [kind, yes] of /** @type {const} */ ([
      ['', false],
      ['', true],
      ['embed.html', true],
    ])) {
      const { page, problems } = await browser.open(`${kind}${hash}`, size);
      const dialog = page.getByRole('dialog', { name: 'Run this program?' });
      await dialog.waitFor({ timeout: 60_000 });
      assert.match(String(await dialog.textContent()), /gain \* \(0\.5 - arm\.value\)/);
      assert.equal(await page.evaluate(() => document.querySelectorAll('iframe').length), 0);
      await dialog.getByRole('button', { name: yes ? 'Run it' : 'Do not run' }).click();
      if (yes) await page.waitForSelector('iframe[sandbox="allow-scripts"]', { state: 'attached' });
      await page.waitForFunction(
        (wanted) => {
          const { limber } = window;
          const viewer = document.querySelector('limber-viewer');
          const steps = limber
            ? limber.studio.plotted().steps
            : viewer.program?.sandboxed.plots.steps;
          return (limber ?? viewer).simulation.time > 0.1 && Number(steps) > 0 === wanted;
        },
        yes,
        { timeout: 60_000 },
      );
      assert.deepEqual(problems, []);
      await page.close();
    }
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-program-'));
    fs.writeFileSync(path.join(folder, 'program.html'), file.bytes);
    const { page } = await browser.open('src/dom.js', size);
    await page.goto(pathToFileURL(path.join(folder, 'program.html')).href);
    await page.waitForFunction(
      () => Number(document.querySelector('limber-viewer')?.program?.sandboxed.plots.steps) > 1,
      null,
      { timeout: 60_000 },
    );
    await page.close();
    fs.rmSync(folder, { recursive: true });
  },
);

const step = (/** @type {string} */ body) => `export function step(sim, t) { ${body} }`;
/** What a program may try, and what is said of it. @type {Record<string, [program: string, message: RegExp]>} */
const attempts = {
  fetch: [step('fetch("/index.html")'), /no network: 'fetch'/],
  request: [step('new XMLHttpRequest()'), /no network/],
  socket: [step('new WebSocket("wss://example.org")'), /no network/],
  events: [step('new EventSource("/")'), /no network/],
  scripts: [step('importScripts("https://example.org/x.js")'), /no network/],
  module: [step('import("https://example.org/x.js")'), /cannot import anything/],
  code: [step('new Function("return 1")()'), /eval|Content Security Policy/i],
  database: [step('indexedDB.open("limber")'), /no storage: 'indexedDB'/],
  caches: [step('caches.open("x")'), /no storage/],
  page: [step('parent.document.title = "mine"'), /no page: 'parent'/],
  messages: [step('postMessage({ sandbox: "ready" })'), /no way out of its worker/],
  channel: [step('new BroadcastChannel("limber")'), /no way out/],
  workers: [step('new Worker("data:,")'), /no way out/],
  loop: [step('for (;;);'), /stopped: it took longer than 1 s/],
  late: ['for (;;);\nexport function step() {}', /stopped: it took longer than 10 s/],
  promises: [step('const f = () => Promise.resolve().then(f); f()'), /stopped: it took longer/],
  depth: [step('const f = () => f() + 1; f()'), /Maximum call stack/],
  memory: [
    step('globalThis.all ??= []; for (;;) all.push(new Float64Array(1e6))'),
    /256 MB for its arrays/,
  ],
  lists: [step('const all = []; for (;;) all.push(new Array(1e5).fill(1))'), /stopped|memory/],
  lies: [step('sim.data.ctrl = 7'), /no array to replace/],
};

test(
  'what a program tries to reach is not there, and what never ends is ended, with a message',
  options,
  async () => {
    const { page } = await openSmall(browser, { width: 500, height: 300 });
    /** @type {string[]} */
    const outside = [];
    page.on('request', (request) => {
      const { host } = new URL(request.url());
      if (host && host !== new URL(page.url()).host) outside.push(request.url());
    });
    for (const [name, [program, message]] of Object.entries(attempts)) {
      const title = await page.title();
      await write(page, step(''));
      await write(page, program);
      await page.evaluate(() => {
        const { studio } = window.limber;
        // the page answers all the while
        window.recorded = [];
        let last = performance.now();
        window.beat = setInterval(() => {
          window.recorded?.push([performance.now() - last]);
          last = performance.now();
        }, 50);
        studio.step(2);
      });
      await page
        .waitForFunction(
          (pattern) => {
            const { failed } = window.limber.editor.program;
            return failed instanceof Error && new RegExp(pattern, 'i').test(failed.message);
          },
          message.source,
          { timeout: 30_000 },
        )
        .catch(async (error) => {
          const failed = await page.evaluate(() => String(window.limber.editor.program.failed));
          throw new Error(`${name}: ${failed}`, { cause: error });
        });
      const longest = await page.evaluate(() => {
        clearInterval(window.beat);
        return Math.max(0, ...(window.recorded ?? []).map(([gap]) => gap));
      });
      assert.ok(longest < 2000, `${name}: the page stood still for ${longest} ms`);
      assert.equal(await page.title(), title, name);
    }
    assert.deepEqual(outside, []);
    await page.close();
  },
);
