// A headset that is not there (pictures/xr_device.js), in pages of the studio.
import { fileURLToPath } from 'node:url';

/** @typedef {import('playwright-core').Page} Page */

/** The file of the device. */
export const deviceFile = fileURLToPath(new URL('./pictures/xr_device.js', import.meta.url));

/** The browser knows of a headset from the start. @param {Page} page */
export const knowHeadsets = (page) =>
  page.addInitScript(() => {
    const xr = { isSessionSupported: async () => true, addEventListener() {} };
    Object.defineProperty(navigator, 'xr', { value: xr, configurable: true });
    Object.assign(globalThis, { XRWebGLBinding: undefined }); // the renderer asks for it when it is made
  });

/** @param {Page} page @param {string} address of the device, for the page */
export const putOn = (page, address) =>
  page.evaluate(async (path) => {
    const { Headset } = await import(path);
    window.headset = new Headset();
  }, address);

/** A session of some frames, which ends: the time that passed, whether something was seen, and how the page is left. @param {Page} page @param {number} frames */
export const lookThrough = (page, frames) =>
  page.evaluate(async (frames) => {
    const { headset } = window;
    const { stage, studio } = window.limber;
    headset.connect();
    const { time } = studio.simulation.data;
    for (let i = 0; i < frames; i++) headset.frame();
    const passed = studio.simulation.data.time - time;
    const lit = headset
      .pixels(stage.renderer.getContext())
      .some((value, i) => i % 4 < 3 && value > 60);
    await headset.session.end();
    return { passed, lit, ended: stage.headset === null, turned: stage.view.quaternion.w };
  }, frames);
