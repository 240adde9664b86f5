// The widget of notebooks, with a stand-in for the traits that Python has: both ways, changes of the model, errors, and its end.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { skip } from './browser.mjs';
import { startPictures } from './picture_server.mjs';

/** @type {Awaited<ReturnType<typeof startPictures>>} */
let browser;
before(async () => {
  if (!skip) browser = await startPictures();
});
after(() => browser?.close());

test('traits go both ways', { skip, timeout: 60_000 }, async () => {
  const { page, problems } = await browser.open();
  const facts = await page.evaluate(async () => {
    const { default: widget } = await import('/js/notebook/widget.js');
    const xml = (/** @type {string} */ axis) =>
      `<mujoco><worldbody><body><joint axis="${axis}"/><geom type="capsule" size=".1" fromto="0 0 0 1 0 0"/></body></worldbody>
        <actuator><motor joint="0"/></actuator></mujoco>`
        .replace('joint="0"', 'joint="j"')
        .replace('<joint ', '<joint name="j" ');
    /** @type {Record<string, unknown>} */
    const values = { model: xml('0 1 0'), qpos: [0.5], ctrl: [2], paused: true, height: 120 };
    /** @type {Map<string, () => void>} */
    const listeners = new Map();
    let saved = 0;
    const model = {
      get: (/** @type {string} */ name) => values[name],
      set: (/** @type {string} */ name, /** @type {unknown} */ value) =>
        void (values[name] = value),
      save_changes: () => void saved++,
      on: (/** @type {string} */ event, /** @type {() => void} */ listener) =>
        void listeners.set(event, listener),
      off: (/** @type {string} */ event) => void listeners.delete(event),
    };
    /** From Python. @param {string} name @param {unknown} value */
    const write = (name, value) => {
      values[name] = value;
      listeners.get(`change:${name}`)?.();
    };
    const until = async (/** @type {() => unknown} */ condition) => {
      for (let i = 0; i < 400 && !condition(); i++)
        await new Promise((done) => setTimeout(done, 25));
      if (!condition()) throw new Error(`waited for ${condition}`);
    };
    const end = widget.render({ model, el: document.body });
    const viewer = /** @type {import('../../js/viewer/index.js').LimberViewer} */ (
      document.querySelector('limber-viewer')
    );
    const sim = () => /** @type {import('limber').Simulation} */ (viewer.simulation);
    await until(() => viewer.simulation);
    const first = {
      qpos: sim().data.qpos[0],
      ctrl: sim().data.ctrl[0],
      height: viewer.clientHeight,
    };
    write('qpos', [-0.25]);
    write('ctrl', [1]);
    const second = { qpos: sim().data.qpos[0], ctrl: sim().data.ctrl[0], time: sim().time };
    write('paused', false);
    await until(() => Number(values.time) > 0.1 && saved > 1);
    write('paused', true);
    const third = { moved: values.qpos, running: sim().time > 0 };
    const before = sim();
    write('model', xml('1 0 0'));
    await until(() => viewer.simulation && viewer.simulation !== before);
    write('model', '<mujoco><oops/></mujoco>');
    const alert = /** @type {HTMLElement} */ (document.querySelector('[role=alert]'));
    await until(() => !alert.hidden);
    const error = alert.textContent;
    end();
    return {
      first,
      second,
      third,
      error,
      left: listeners.size + document.querySelectorAll('limber-viewer').length,
    };
  });
  assert.deepEqual(facts.first, { qpos: 0.5, ctrl: 2, height: 120 });
  assert.deepEqual(facts.second, { qpos: -0.25, ctrl: 1, time: 0 });
  assert.ok(facts.third.running);
  assert.match(String(facts.error), /unrecognized element/);
  assert.equal(facts.left, 0);
  assert.deepEqual(problems, []);
});
