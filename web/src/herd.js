// A page with many quadrupeds as one batch: each walks with a speed, a turn and a friction of its own, all processors step them, and
// one view draws them. herd.html?count=NUMBER for another number.
import { createBatch } from 'limber';
import { BatchView, OrbitCamera } from 'limber/three';
import { Scene, WebGLRenderer } from 'three';
import { controller } from '../../examples/quadruped.js';
import { byId } from './dom.js';
import { exampleText } from './examples.js';

const count = Number(new URLSearchParams(location.search).get('count')) || 256;
/** Steps between two looks of the controllers, at least and at most: where drawing is slow they look less often. */
const [least, most] = [4, 12];

const batch = await createBatch(await exampleText('quadruped'), {
  count,
  vary: ['geom_friction'],
  keep: [],
});
await batch.reset(undefined, { key: 'stand', noise: 0.01 });

// grounds from ice to rubber, gaits from standing to running in circles
const friction = batch.vary('geom_friction');
const width = batch.width('geom_friction');
for (let i = 0; i < count; i++)
  for (let k = 0; k < width; k += 3) friction[i * width + k] *= 0.3 + (1.4 * i) / count;

const { nq, nv, nu } = batch.model;
/** What a controller sees of a simulation: its rows. @param {number} i */
const rowsOf = (i) => ({
  get time() {
    return batch.time[i];
  },
  qpos: batch.qpos.subarray(i * nq, (i + 1) * nq),
  qvel: batch.qvel.subarray(i * nv, (i + 1) * nv),
  ctrl: batch.ctrl.subarray(i * nu, (i + 1) * nu),
});
const gaits = Array.from({ length: count }, (_, i) =>
  controller(
    { data: rowsOf(i) },
    { speed: 0.1 + (0.4 * ((i * 7) % count)) / count, turn: Math.sin(i), height: 0.29 },
  ),
);

const canvas = byId('picture', HTMLCanvasElement);
const figures = byId('figures', HTMLOutputElement);
const renderer = new WebGLRenderer({ canvas, antialias: true });
const scene = new Scene();
const view = new BatchView(batch);
scene.add(view);
const camera = new OrbitCamera(batch.model);
camera.lookat.set(0, 0, 0.2);
camera.distance = 0.9 * view.grid.spacing * view.grid.columns;
camera.place();
canvas.addEventListener('pointermove', ({ buttons, movementX, movementY }) => {
  if (buttons & 1) camera.rotate(movementX / canvas.clientHeight, movementY / canvas.clientHeight);
});
canvas.addEventListener('wheel', (event) => {
  camera.dolly(-event.deltaY / 800);
  event.preventDefault();
});

function fit() {
  renderer.setPixelRatio(devicePixelRatio);
  renderer.setSize(canvas.clientWidth, canvas.clientHeight, false);
  camera.aspect = canvas.clientWidth / canvas.clientHeight;
  camera.updateProjectionMatrix();
}
addEventListener('resize', fit);
fit();

const begun = performance.now();
let frames = 0;
let steps = 0;
function draw() {
  requestAnimationFrame(draw);
  view.update(camera);
  renderer.render(scene, camera);
  frames++;
}
draw();

setInterval(() => {
  figures.value = `${count} quadrupeds, ${batch.workers} workers${batch.shared ? ', shared memory' : ''}
${(steps / 1e3).toFixed(1)} thousand steps a second, ${frames} frames a second`;
  steps = frames = 0;
}, 1000);

// not faster than real time, and only while somebody looks
for (;;) {
  const ahead = 1000 * batch.time[0] - (performance.now() - begun);
  if (ahead > 0 || document.hidden) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(1, Math.min(ahead, 50))));
    continue;
  }
  for (const gait of gaits) gait();
  const hold = Math.max(least, Math.min(most, Math.round(-ahead / 2)));
  await batch.step(hold);
  steps += hold * count;
}
