// What tests of the renderer share: a page in which scenes are drawn, and pictures compared with stored ones.
// UPDATE=1 stores the pictures of now: look at them.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import process from 'node:process';
import { after, before, test } from 'node:test';
import { skip } from './browser.mjs';
import { startPictures } from './picture_server.mjs';

/** What a module of scenes has. @typedef {typeof import('./pictures/scenes.js')} SceneModule */

export const timeout = 120_000;
const TOLERANCE = 4; // mean difference of colours, of 255
const MOST_BYTES = 30_000; // of a stored picture
/** @param {string} name */
const expected = (name) => new URL(`./expected/${name}.png`, import.meta.url);

/**
 * One page for all tests of a file.
 * @param {string} scenesFile module of the page that has `openScene` and `scenes`
 * @param {{ folders?: Record<string, string>, width?: number, height?: number }} [options] folders: served besides the package
 */
export function withScenes(scenesFile, { folders, width, height } = {}) {
  /** @type {Awaited<ReturnType<typeof startPictures>>} */
  let pictures;
  /** Filled before the tests. */
  const shared = /** @type {{ page: Page, problems: string[] }} */ (
    /** @type {unknown} */ ({ page: null, problems: [] })
  );
  before(async () => {
    if (skip) return;
    pictures = await startPictures(folders);
    Object.assign(shared, await pictures.open({ width, height }));
  });
  after(async () => {
    await pictures?.close();
  });

  /**
   * Runs a function of the page with the scenes' module.
   *
   * @template Argument, Result
   * @param {(module: SceneModule, argument: Argument) => Result | Promise<Result>} body
   * @param {Argument} [argument]
   * @returns {Promise<Result>}
   */
  const inPage = (body, argument) =>
    shared.page.evaluate(
      /** @param {{ scenesFile: string, body: string, argument?: unknown }} given */
      async ({ scenesFile, body, argument }) => {
        const module = await import(scenesFile);
        return (0, eval)(`(${body})`)(module, argument);
      },
      { scenesFile, body: body.toString(), argument },
    );

  /** A test of the picture of a scene. @param {string} name */
  const testPicture = (name) =>
    test(`picture of ${name}`, { skip, timeout }, async () => {
      const { bytes, png } = await inPage(drawPicture, name);
      if (process.env.UPDATE) fs.writeFileSync(expected(name), Buffer.from(png));
      const stored = fs.readFileSync(expected(name));
      assert.ok(stored.length < MOST_BYTES);
      const difference = await inPage(differenceFrom, { png: Array.from(stored), bytes });
      assert.ok(difference < TOLERANCE, `differs by ${difference}`);
      assert.deepEqual(shared.problems, []);
    });
  return { shared, inPage, testPicture };
}

/** In the page: colours of a scene, and the same as a file. @param {SceneModule} module @param {string} name */
async function drawPicture({ openScene, scenes }, name) {
  const pixels = await openScene(scenes[name]);
  const bytes = pixels.color();
  const canvas = new OffscreenCanvas(160, 120);
  const picture = new ImageData(new Uint8ClampedArray(bytes), 160, 120);
  canvas.getContext('2d')?.putImageData(picture, 0, 0);
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  const png = Array.from(new Uint8Array(await blob.arrayBuffer()));
  const result = { bytes: Array.from(bytes), png };
  pixels.dispose();
  pixels.renderer.forceContextLoss();
  return result;
}

/**
 * In the page: mean difference from a stored picture.
 *
 * @param {SceneModule} _
 * @param {{ png: number[], bytes: number[] }} pictures
 */
async function differenceFrom(_, { png, bytes }) {
  const bitmap = await createImageBitmap(new Blob([new Uint8Array(png)]), {
    colorSpaceConversion: 'none',
  });
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
    new OffscreenCanvas(160, 120).getContext('2d')
  );
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, 160, 120);
  let sum = 0;
  for (let i = 0; i < data.length; i++) if (i % 4 < 3) sum += Math.abs(data[i] - bytes[i]);
  return sum / (data.length * 0.75);
}
