// Draws the pictures of the gallery: web/public/thumbnails/NAME.webp, one for each example (or for those named).
//
//   npm run thumbnails [-- NAME...]
//
// A model runs for a while in the studio, driven by its program if it has one, and is seen through its first camera, or from a
// side given here, filling the picture. NAME.strip.webp has the moments after it, one above the other, for who points at the card.
// poster.webp ('poster' among the names) is the studio's first scene as it starts.
import fs from 'node:fs';
import process from 'node:process';
import { startBrowser } from '../tests/browser/browser.mjs';

const SIZE = { width: 480, height: 300 };
const SECONDS = 1.5;
const STRIP = { width: 240, height: 150, frames: 12, every: 0.12 };
const POSTER = { width: 960, height: 600 };
/** Seconds where another moment shows more. @type {Record<string, number>} */
const MOMENTS = {
  box_stack: 0.85,
  cart_double_pole: 0.2,
  draped_ropes: 0.6,
  dominoes: 2.6,
  falling_leaves: 0.4,
  flag: 0.5,
  galton_board: 2.2,
  gyroscope: 2.5,
  hopper: 0.85,
  bowling: 1.3,
  brachistochrone: 0.2,
  humanoid: 3.6,
  learning_crawlers: 11,
  planned_cart: 0.3,
  soft_gripper: 2.6,
  tippe_top: 14,
  towel_folding: 2,
  trebuchet: 1.1,
  muscle_leg: 0.25,
  pendulum_chain: 0.4,
  quadrotor: 1.9,
  robot_arm: 6,
  rover: 3.5,
  sleeping_pile: 1.2,
  swimmer: 4,
  trampoline: 0.42,
  tendon_finger: 0.5,
  tensegrity: 0.3,
};

/** A side that a model is seen from, in degrees; `from` leaves out geoms of bodies before it. @typedef {{ azimuth: number, elevation: number, from?: number, fill?: number }} Side */

/** Instead of the first camera. @type {Record<string, Side>} */
const SIDES = {
  balancer: { azimuth: 125, elevation: -12 },
  box_stack: { azimuth: 60, elevation: -12 },
  cart_double_pole: { azimuth: 70, elevation: -8 },
  falling_leaves: { azimuth: 120, elevation: -38 },
  hopper: { azimuth: 50, elevation: -14 },
  humanoid: { azimuth: 150, elevation: -8 },
  trebuchet: { azimuth: 70, elevation: -8, fill: 1.6 },
  pendulum_chain: { azimuth: 60, elevation: -5 },
  rover: { azimuth: 140, elevation: -20, from: 1 },
  crane: { azimuth: 60, elevation: -12 },
  three_finger_hand: { azimuth: 130, elevation: -14 },
  tensegrity: { azimuth: 130, elevation: -14 },
  swimmer: { azimuth: 130, elevation: -40 },
  strandbeest: { azimuth: 70, elevation: -10 },
  muscle_leg: { azimuth: 120, elevation: -10 },
  tendon_finger: { azimuth: 105, elevation: -12 },
};

const folder = new URL('../web/public/thumbnails/', import.meta.url);
/** @type {{ models: string[] }[]} */
const gallery = JSON.parse(
  fs.readFileSync(new URL('../examples/gallery.json', import.meta.url), 'utf8'),
);
const wanted = process.argv.slice(2);
const names = wanted.length
  ? wanted.filter((name) => name !== 'poster')
  : gallery.flatMap(({ models }) => models);
fs.mkdirSync(folder, { recursive: true });

/** In the page: the free camera from a side, as near as shows every corner of the boxes around the geoms. @param {Side} side */
function frame({ azimuth, elevation, from = 0, fill = 0.86 }) {
  const { stage, simulation } = window.limber;
  const { camera, view } = stage;
  const { model, data } = simulation;
  camera.useFixed(-1);
  Object.assign(camera, { azimuth, elevation, distance: 1, tracked: -1 });
  camera.place();
  const e = camera.matrixWorld.elements;
  /** @type {number[][]} */
  const points = [];
  for (let g = 0; g < model.ngeom; g++) {
    const seen = view.flags.geomgroup[model.geom_group[g]] && model.geom_rgba[4 * g + 3] > 0;
    if (model.geom_type[g] <= 1 || model.geom_bodyid[g] < from || !seen) continue;
    const box = model.geom_aabb.subarray(6 * g, 6 * g + 6);
    const R = data.geom_xmat.subarray(9 * g, 9 * g + 9);
    for (let corner = 0; corner < 8; corner++) {
      const local = [0, 1, 2].map((k) => box[k] + (corner & (1 << k) ? box[3 + k] : -box[3 + k]));
      const world = [0, 1, 2].map(
        (i) =>
          data.geom_xpos[3 * g + i] +
          R[3 * i] * local[0] +
          R[3 * i + 1] * local[1] +
          R[3 * i + 2] * local[2],
      );
      // along the camera's axes: right, up, to the eye
      points.push(
        [0, 4, 8].map((c) => e[c] * world[0] + e[c + 1] * world[1] + e[c + 2] * world[2]),
      );
    }
  }
  const up = fill * Math.tan((camera.fov * Math.PI) / 360);
  const halves = [up * camera.aspect, up];
  // the eye's place: between the planes through the outermost points, as far away as the wider pair asks
  const [x, y] = [0, 1].map((k) => {
    const high = Math.max(...points.map((p) => p[k] + halves[k] * p[2]));
    const low = Math.min(...points.map((p) => p[k] - halves[k] * p[2]));
    return { at: (high + low) / 2, eye: (high - low) / 2 / halves[k] };
  });
  const eye = Math.max(x.eye, y.eye);
  const middle = points.reduce((sum, p) => sum + p[2], 0) / points.length;
  const at = [0, 1, 2].map((i) => e[i] * x.at + e[4 + i] * y.at + e[8 + i] * middle);
  camera.lookat.set(at[0], at[1], at[2]);
  camera.distance = eye - middle;
  camera.place();
}

/** Writes a picture. @param {string} url with the data @param {string} file */
function write(url, file) {
  const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  fs.writeFileSync(new URL(file, folder), bytes);
  console.log(`${file} ${(bytes.length / 1e3).toFixed(1)} kB`);
}

const browser = await startBrowser({ cheap: false });
const { page } = await browser.open('', SIZE);
await page.waitForFunction(() => window.limber?.simulation);
if (wanted.length === 0 || wanted.includes('poster')) {
  const url = await page.evaluate(async ({ width, height }) => {
    const { studio, stage, simulation } = window.limber;
    studio.setRunning(false);
    studio.reset(0);
    simulation.forward();
    stage.renderer.setPixelRatio(1);
    stage.renderer.setSize(width, height, false);
    stage.camera.aspect = width / height;
    stage.camera.updateProjectionMatrix();
    stage.draw();
    return stage.canvas.toDataURL('image/webp', 0.5);
  }, POSTER);
  write(url, '../poster.webp');
}
for (const name of names) {
  await page.evaluate((model) => {
    window.limber.setRunning(false);
    const gallery = /** @type {HTMLSelectElement} */ (document.getElementById('gallery'));
    gallery.value = model;
    gallery.dispatchEvent(new Event('change'));
  }, name);
  await page.waitForFunction((n) => document.documentElement.dataset.model === `${n}.xml`, name);
  if (fs.existsSync(new URL(`../examples/${name}.js`, import.meta.url)))
    await page.waitForFunction(() => document.body.textContent.includes('Program runs'));
  const [still, strip] = await page.evaluate(
    async ({ seconds, width, height, side, frame, strip }) => {
      const { studio, stage } = window.limber;
      const { simulation } = studio;
      const run = (/** @type {number} */ time) => {
        const steps = Math.round(time / simulation.model.opt.timestep);
        for (let i = 0; i < steps; i++) {
          studio.prepareStep();
          simulation.step();
        }
        simulation.forward();
      };
      run(seconds);
      stage.renderer.setPixelRatio(1);
      stage.renderer.setSize(width, height, false);
      stage.camera.aspect = width / height;
      if (side) (0, eval)(`(${frame})`)(side);
      else if (simulation.model.ncam > 0) stage.camera.useFixed(0);
      stage.camera.updateProjectionMatrix();
      stage.draw();
      const url = stage.canvas.toDataURL('image/webp', 0.82);
      const canvas = document.createElement('canvas');
      canvas.width = strip.width;
      canvas.height = strip.height * strip.frames;
      const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
      for (let k = 0; k < strip.frames; k++) {
        if (k > 0) run(strip.every);
        stage.draw();
        context.drawImage(stage.canvas, 0, k * strip.height, strip.width, strip.height);
      }
      return [url, canvas.toDataURL('image/webp', 0.6)];
    },
    {
      seconds: MOMENTS[name] ?? SECONDS,
      ...SIZE,
      side: SIDES[name],
      frame: frame.toString(),
      strip: STRIP,
    },
  );
  write(still, `${name}.webp`);
  write(strip, `${name}.strip.webp`);
}
await browser.close();
