// The editor: completion from the MJCF table, files of a model in tabs, errors in the file where they are.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { mjcfElements } from '../../web/schema_plugin.js';
import { skip } from './browser.mjs';
import { withSmall } from './studio.mjs';
import { found } from '../helpers.mjs';

const options = { skip, timeout: 90_000 };
/** @type {Page} */
let page;
/** @type {string[]} */
let problems;
withSmall({ width: 1000, height: 500 }, (opened) => ({ page, problems } = opened));

test('the MJCF table is read whole', () => {
  const header = fs.readFileSync(new URL('../../src/mjcf/schema.h', import.meta.url), 'utf8');
  const [, list] = found(header.match(/enum lbElementId_ \{([\s\S]*?)LB_ELEM_COUNT/));
  const ids = found(list.match(/LB_ELEM_\w+/g)).map((id) => id.slice('LB_ELEM_'.length));
  const schema = mjcfElements();
  assert.deepEqual(Object.keys(schema).sort(), ids.sort());
  for (const { children } of Object.values(schema))
    for (const child of children) assert.ok(schema[child], child);
  const count = Object.values(schema).reduce((sum, { attributes }) => sum + attributes.length, 0);
  assert.ok(count > 1000, `${count} attributes`);
  assert.ok(
    Object.values(schema).every(({ name, attributes }) => name && attributes.every((a) => a.name)),
  );
});

/** What is offered when a text is typed at the end of a text. @param {string} before */
const offered = (before) =>
  page.evaluate(async (/** @type {string} */ text) => {
    const { completeMjcf } = await import('/src/completion.js');
    const state = {
      sliceDoc: (/** @type {number} */ from, /** @type {number} */ to) => text.slice(from, to),
      doc: { toString: () => text },
    };
    const context = { state, pos: text.length };
    const result = completeMjcf(
      /** @type {Parameters<typeof completeMjcf>[0]} */ (/** @type {unknown} */ (context)),
    );
    return result && result.options.map(({ label }) => label);
  }, before);

test(
  'elements, attributes, keywords and names are offered where they belong',
  options,
  async () => {
    assert.ok(found(await offered('<mujoco><')).includes('worldbody'));
    const inBody = found(await offered('<mujoco><worldbody><body name="a"><geom size="1"/><'));
    assert.ok(inBody.includes('joint') && inBody.includes('body') && !inBody.includes('motor'));
    const deep = found(await offered('<mujoco><worldbody><body><frame><body><'));
    assert.ok(deep.includes('freejoint'));
    const attributes = found(await offered('<mujoco><worldbody><geom type="box" '));
    assert.ok(
      attributes.includes('size') && attributes.includes('euler') && !attributes.includes('type'),
    );
    assert.ok(found(await offered('<mujoco><worldbody><geom type="')).includes('capsule'));
    const text = '<mujoco><asset><material name="red"/></asset><worldbody><geom material="';
    assert.deepEqual(await offered(text), ['red']);
    const actuator =
      '<mujoco><worldbody><body><joint name="hip"/></body></worldbody><actuator><motor joint="';
    assert.deepEqual(await offered(actuator), ['hip']);
    assert.deepEqual(await offered('<mujoco><worldbody>'), null);
    assert.deepEqual(await offered('<mujoco><!-- <geom '), null);
  },
);

test('typing shows the list and takes a choice', options, async () => {
  await page.click('#toggle-editor');
  await page.waitForSelector('.cm-content');
  await page.evaluate(() => {
    const { view } = document.querySelector('.cm-content').cmTile;
    const at = view.state.doc.toString().indexOf('<geom name="round"') + '<geom '.length;
    view.dispatch({ selection: { anchor: at } });
    view.focus();
  });
  await page.keyboard.type('rgb');
  await page.locator('.cm-tooltip-autocomplete').getByText('rgba').waitFor();
  // a choice is taken once the list has stood for a moment
  await page.waitForFunction(() => {
    const list = document.querySelector('.cm-tooltip-autocomplete [aria-selected=true]');
    window.seen = list && (window.seen ?? performance.now());
    return list && performance.now() - Number(window.seen) > 500;
  });
  await page.keyboard.press('Tab');
  await page.waitForFunction(() =>
    document.querySelector('.cm-content').textContent.includes('rgba=""'),
  );
  await page.keyboard.type('1 0 0 1');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type(' ');
  await page.waitForFunction(() => {
    const { model } = window.limber.simulation;
    return model.geom_rgba[4 * (model.ngeom - 1) + 1] === 0;
  });
});

test('the files of a model are tabs; an edit of an included file runs', options, async () => {
  await page.evaluate(async () => {
    /** @param {string} text */
    const encode = (text) => new TextEncoder().encode(text);
    await window.limber.studio.runFiles(
      new Map([
        [
          'scene.xml',
          encode(
            '<mujoco><worldbody><geom type="plane" size="1 1 1"/></worldbody><include file="part.xml"/></mujoco>',
          ),
        ],
        [
          'part.xml',
          encode(
            '<mujoco>\n<worldbody>\n<body name="a"><freejoint/><geom size="0.1"/></body>\n</worldbody>\n</mujoco>',
          ),
        ],
      ]),
    );
  });
  const tabs = page.locator('#editor [role=tab]');
  assert.deepEqual(await tabs.allTextContents(), ['scene.xml', 'part.xml']);
  await tabs.nth(1).click();
  /** @param {string} from @param {string} to */
  const change = (from, to) =>
    page.evaluate(
      ([a, b]) => {
        const { view } = document.querySelector('.cm-content').cmTile;
        const at = view.state.doc.toString().indexOf(a);
        view.dispatch({ changes: { from: at, to: at + a.length, insert: b } });
      },
      [from, to],
    );
  await change('size="0.1"', 'size="0.3"');
  await page.waitForFunction(() => {
    const { model } = window.limber.simulation;
    return Math.abs(model.geom_size[3 * (model.ngeom - 1)] - 0.3) < 1e-9;
  });
  assert.equal(await tabs.nth(1).getAttribute('aria-selected'), 'true');
  await change('<freejoint/>', '<nojoint/>');
  await page.waitForSelector('.status.bad');
  assert.match(String(await page.textContent('.status.bad')), /^Line 3: /);
  await tabs.nth(0).click();
  assert.match(String(await page.textContent('.status.bad')), /part\.xml, line 3/);
  await page.getByRole('button', { name: 'Show the line' }).click();
  assert.equal(await tabs.nth(1).getAttribute('aria-selected'), 'true');
  await change('<nojoint/>', '<freejoint/>');
  await page.waitForSelector('.status:not(.bad)');
});

test('nothing of this was reported as an error', options, () => {
  assert.deepEqual(problems, []);
});
