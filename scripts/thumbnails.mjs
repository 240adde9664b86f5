// Draws the pictures of the gallery: web/public/thumbnails/NAME.webp, one for each example (or for those named).
//
//   npm run thumbnails [-- NAME...]
//
// A model runs for a while in the studio, driven by its program if it has one, and is seen through its first camera.
import fs from 'node:fs';
import process from 'node:process';
import { startBrowser } from '../tests/browser/browser.mjs';

const SIZE = { width: 480, height: 300 };
const SECONDS = 1.5;
// where another moment shows more
const MOMENTS = {
  box_stack: 0.9,
  cart_double_pole: 0.2,
  draped_ropes: 0.6,
  dominoes: 2.6,
  falling_leaves: 0.4,
  flag: 0.5,
  galton_board: 2.2,
  gyroscope: 2.5,
  hopper: 0.15,
  humanoid: 0,
  muscle_leg: 0.25,
  pendulum_chain: 0.4,
  quadrotor: 1.9,
  robot_arm: 0.1,
  rover: 3.5,
  sleeping_pile: 1.2,
  swimmer: 4,
  trampoline: 0.42,
  tensegrity: 0.3,
};

const folder = new URL('../web/public/thumbnails/', import.meta.url);
const gallery = JSON.parse(
  fs.readFileSync(new URL('../examples/gallery.json', import.meta.url), 'utf8'),
);
const wanted = process.argv.slice(2);
const names = wanted.length ? wanted : gallery.flatMap(({ models }) => models);
fs.mkdirSync(folder, { recursive: true });

const browser = await startBrowser();
const { page } = await browser.open('', SIZE);
await page.waitForFunction(() => window.limber?.simulation);
for (const name of names) {
  await page.evaluate((model) => {
    window.limber.setRunning(false);
    const gallery = document.getElementById('gallery');
    gallery.value = model;
    gallery.dispatchEvent(new Event('change'));
  }, name);
  await page.waitForFunction((n) => document.documentElement.dataset.model === `${n}.xml`, name);
  if (fs.existsSync(new URL(`../examples/${name}.js`, import.meta.url)))
    await page.waitForFunction(() => document.body.textContent.includes('Program runs'));
  const url = await page.evaluate(
    ({ seconds, width, height }) => {
      const { studio, stage } = window.limber;
      const { simulation } = studio;
      const steps = Math.round(seconds / simulation.model.opt.timestep);
      for (let i = 0; i < steps; i++) {
        studio.prepareStep();
        simulation.step();
      }
      simulation.forward();
      if (simulation.model.ncam > 0) stage.camera.useFixed(0);
      stage.renderer.setPixelRatio(1);
      stage.renderer.setSize(width, height, false);
      stage.camera.aspect = width / height;
      stage.camera.updateProjectionMatrix();
      stage.draw();
      return stage.canvas.toDataURL('image/webp', 0.82);
    },
    { seconds: MOMENTS[name] ?? SECONDS, ...SIZE },
  );
  const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
  fs.writeFileSync(new URL(`${name}.webp`, folder), bytes);
  console.log(`${name}.webp ${(bytes.length / 1e3).toFixed(1)} kB`);
}
await browser.close();
