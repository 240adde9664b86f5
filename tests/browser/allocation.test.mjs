// Memory per picture, counted by the browser's own sampler: following a thousand moving geoms makes no object per geom.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { skip } from './browser.mjs';
import { timeout, withScenes } from './scene_pictures.mjs';

/**
 * @typedef {object} FramePage what the page has as globals
 * @property {(count: number, extra?: (n: number) => void) => void} drawFrames
 * @property {object[]} [kept]
 */

const { inPage, shared } = withScenes('/tests/browser/pictures/scenes.js');
const FRAMES = 60;
const GEOMS = 1000;
// a single number on the heap takes 12 bytes or more
const MOST_PER_GEOM = 4;

test(
  'a picture of a thousand moving geoms allocates nothing per geom',
  { skip, timeout },
  async () => {
    await inPage(async ({ openScene }, GEOMS) => {
      const { OrbitCamera } = await import('limber/three');
      const types = ['box', 'capsule', 'sphere'];
      let bodies = '';
      for (let i = 0; i < GEOMS; i++)
        bodies += `<body pos="${i % 10} ${Math.floor(i / 10) % 10} ${1 + Math.floor(i / 100)}"><freejoint/><geom type="${types[i % 60 === 0 ? 1 : i % 40 === 0 ? 2 : 0]}" size=".2 .2 .2" rgba="1 .5 0 ${i % 50 === 0 ? 0.5 : 1}"/></body>`;
      const pixels = await openScene(
        {
          xml: `<mujoco><option gravity="0 0 0"/><worldbody><light pos="0 0 20" castshadow="false"/><geom type="plane" size="0 0 1"/>${bodies}</worldbody></mujoco>`,
        },
        { width: 32, height: 24 },
      );
      pixels.color();
      const { renderer, view, scene } = pixels;
      const { mujoco, model, data } = view.context;
      const camera = new OrbitCamera(model);
      /** @type {FramePage['drawFrames']} */
      const drawFrames = (count, extra = () => {}) => {
        for (let n = 0; n < count; n++) {
          for (let i = 0; i < GEOMS; i++) data.qpos[7 * i] += 0.001;
          mujoco.mj_kinematics(model, data);
          camera.follow(data);
          view.update(camera);
          renderer.render(scene, camera);
          extra(n);
        }
      };
      Object.assign(globalThis, { drawFrames });
      drawFrames(150); // until the browser has compiled what runs often
    }, GEOMS);

    const session = await shared.page.context().newCDPSession(shared.page);
    await session.send('HeapProfiler.enable');
    /** Bytes per picture of the package's own functions, and of all. */
    const measure = async (/** @type {(count: number) => void} */ draw) => {
      await session.send('HeapProfiler.startSampling', {
        samplingInterval: 64,
        includeObjectsCollectedByMajorGC: true,
        includeObjectsCollectedByMinorGC: true,
      });
      await shared.page.evaluate(draw, FRAMES);
      const { profile } = await session.send('HeapProfiler.stopSampling');
      const sum = { own: 0, all: 0 };
      /** @type {string[]} */
      const rows = [];
      /** @param {typeof profile.head} node */
      const visit = ({ callFrame: { functionName, url }, selfSize, children }) => {
        const own = new URL(url || 'none:').pathname.startsWith('/js/');
        sum.all += selfSize / FRAMES;
        if (own) {
          sum.own += selfSize / FRAMES;
          rows.push(`${functionName} ${Math.round(selfSize / FRAMES)}`);
        }
        children.forEach(visit);
      };
      visit(profile.head);
      return { ...sum, rows };
    };
    const { own, all, rows } = await measure((count) =>
      /** @type {FramePage} */ (/** @type {unknown} */ (globalThis)).drawFrames(count),
    );
    assert.ok(own < MOST_PER_GEOM * GEOMS, `${own} bytes per picture: ${rows}`);
    // the sampler does see one small object per geom
    const more = await measure((count) => {
      const page = /** @type {FramePage} */ (/** @type {unknown} */ (globalThis));
      page.drawFrames(count, () => {
        page.kept = Array.from({ length: 1000 }, (_, i) => ({ i }));
      });
    });
    assert.ok(more.all > all + 10_000, `${more.all} after ${all}`);
    assert.deepEqual(shared.problems, []);
  },
);
