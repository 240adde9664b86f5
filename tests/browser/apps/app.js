// The same small program for every bundler: load, step, draw, and say so.
import { load } from 'limber';
import { SimulationView } from 'limber/three';
import { PerspectiveCamera, Scene, WebGLRenderer } from 'three';

export const xml = `<mujoco><worldbody><light pos="0 0 3"/><geom type="plane" size="2 2 1" rgba=".2 .2 .8 1"/>
<body pos="0 0 1"><freejoint/><geom name="ball" size=".3" rgba="1 0 0 1"/></body></worldbody></mujoco>`;

/** @param {HTMLElement} place */
export async function run(place) {
  const sim = await load(xml);
  sim.step(100);

  const renderer = new WebGLRenderer({ antialias: false, preserveDrawingBuffer: true });
  renderer.setSize(64, 64, false);
  place.append(renderer.domElement);
  const scene = new Scene();
  const view = new SimulationView(sim);
  scene.add(view);
  const camera = new PerspectiveCamera(45, 1, 0.01, 50);
  camera.up.set(0, 0, 1);
  camera.position.set(0, -3, 1.5);
  camera.lookAt(0, 0, 0.5);
  view.update(camera);
  renderer.render(scene, camera);

  // the ball in the middle is red
  const gl = renderer.getContext();
  const pixels = new Uint8Array(4 * 64 * 64);
  gl.readPixels(0, 0, 64, 64, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  let red = 0;
  for (let i = 0; i < pixels.length; i += 4)
    if (pixels[i] > 40 && pixels[i] > 2 * pixels[i + 2]) red++;
  return { time: sim.time, height: sim.body(1).xpos[2], red };
}
