import 'limber/viewer';
import { run, xml } from './app.js';

/** Runs the model in an element, until it steps. */
async function view() {
  const viewer = document.createElement('limber-viewer');
  viewer.style.cssText = 'display: block; width: 32px; height: 32px';
  document.body.append(viewer);
  await viewer.load(xml);
  viewer.paused = false;
  while (!(Number(viewer.simulation?.time) > 0)) await new Promise(requestAnimationFrame);
  viewer.remove();
  return { viewed: true };
}

run(document.body)
  .then(async (result) => ({ ...result, ...(await view()) }))
  .then(
    (result) => (window.result = result),
    (error) => (window.result = { error: String(error?.stack ?? error) }),
  );
