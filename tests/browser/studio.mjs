// What the tests of the studio share.
import { after, before } from 'node:test';
import { skip, startBrowser } from './browser.mjs';

/** @typedef {import('./browser.mjs').PageOptions} PageOptions */

/** A small model with a sensor, an actuator, an equality constraint, a keyframe and a camera. */
export const MODEL = `<mujoco model="small">
  <option timestep="0.005"/>
  <worldbody>
    <light name="sun" pos="0 0 4"/>
    <camera name="side" pos="0 -3 1" xyaxes="1 0 0 0 0.3 1"/>
    <geom name="floor" type="plane" size="3 3 0.1"/>
    <body name="arm" pos="0 0 1">
      <joint name="shoulder" axis="0 1 0" range="-90 90" limited="true"/>
      <geom name="upper" type="capsule" fromto="0 0 0 0.5 0 0" size="0.05"/>
      <site name="tip" pos="0.5 0 0"/>
    </body>
    <body name="ball" pos="0 0.6 0.5">
      <freejoint name="free"/>
      <geom name="round" size="0.1" group="1"/>
    </body>
  </worldbody>
  <equality>
    <joint name="hold" joint1="shoulder" active="false"/>
  </equality>
  <actuator>
    <motor name="turn" joint="shoulder" ctrlrange="-2 2" ctrllimited="true" group="2"/>
  </actuator>
  <sensor>
    <jointpos name="angle" joint="shoulder"/>
    <framepos name="where" objtype="site" objname="tip"/>
  </sensor>
  <keyframe>
    <key name="up" qpos="0.5 0 0.6 0.5 1 0 0 0"/>
  </keyframe>
</mujoco>
`;

/**
 * Opens the studio and waits until a model runs.
 *
 * @param {TestBrowser} browser
 * @param {string} [path]
 * @param {PageOptions} [options]
 */
export async function openStudio(browser, path = '', options) {
  const opened = await browser.open(path, options);
  await opened.page.waitForFunction(
    () => window.limber?.simulation && window.limber.stage.view,
    null,
    { timeout: 60_000 },
  );
  return opened;
}

/**
 * Opens the studio, paused, with the small model and a small picture: rendering is done in software.
 *
 * @param {TestBrowser} browser
 * @param {PageOptions} [options]
 */
export async function openSmall(browser, options = { width: 800, height: 420 }) {
  const opened = await openStudio(browser, '', options);
  await runSmall(opened.page);
  return opened;
}

/** Runs the small model from its start, paused. @param {Page} page */
export const runSmall = (page) =>
  page.evaluate((/** @type {string} */ xml) => {
    const { studio } = window.limber;
    studio.setRunning(false);
    studio.runModel({ xml, name: 'small.xml', files: new Map() }, false);
  }, MODEL);

/**
 * One studio with the small model for all tests of a file; `ready` gets the page and its problems.
 *
 * @param {PageOptions | undefined} size
 * @param {(opened: { page: Page, problems: string[] }) => unknown} ready
 */
export function withSmall(size, ready) {
  /** @type {TestBrowser} */
  let browser;
  before(async () => {
    if (skip) return;
    browser = await startBrowser();
    await ready(await openSmall(browser, size));
  });
  after(() => browser?.close());
}

/** Runs a command of the studio. @param {Page} page @param {string} id */
export const command = (page, id) => page.evaluate((name) => window.limber.commands.run(name), id);

/**
 * Shows a tab of the panel with a folder opened.
 *
 * @param {Page} page
 * @param {string} tab
 * @param {string} title
 */
export async function openFolder(page, tab, title) {
  await page.click(`#tab-${tab.toLowerCase()}`);
  const heading = page.locator(`.page:not([hidden]) .lil-title`, {
    hasText: new RegExp(`^${title}$`),
  });
  if ((await heading.getAttribute('aria-expanded')) !== 'true') await heading.click();
}

/** The control with a name in the visible tab. @param {Page} page @param {string} name */
export const control = (page, name) =>
  page
    .locator('.page:not([hidden]) .lil-controller')
    .filter({ has: page.locator('.lil-name', { hasText: new RegExp(`^${name}$`) }) })
    .first();

/** Text of the file that an action makes the page offer. @param {Page} page @param {() => Promise<unknown>} action */
export async function downloaded(page, action) {
  const [file] = await Promise.all([page.waitForEvent('download'), action()]);
  const chunks = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk);
  return { name: file.suggestedFilename(), bytes: Buffer.concat(chunks) };
}
