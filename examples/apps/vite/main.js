// A scene of one's own: the simulation is one object among others.
import { Pace, load } from 'limber';
import { SimulationView } from 'limber/three';
import { GridHelper, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import model from './pendulum.xml?url';

const simulation = await load(model);
simulation.reset('raised');

const renderer = new WebGLRenderer({ antialias: true });
document.body.append(renderer.domElement);
const camera = new PerspectiveCamera(45, 1, 0.01, 100);
camera.position.set(0, 0.5, 4);
const scene = new Scene();
scene.add(new GridHelper(4, 8));

// models have z up, this scene has y up
const view = new SimulationView(simulation);
view.rotation.x = -Math.PI / 2;
scene.add(view);

function resize() {
  camera.aspect = innerWidth / innerHeight;
  camera.updateProjectionMatrix();
  renderer.setSize(innerWidth, innerHeight);
}
addEventListener('resize', resize);
resize();

const pace = new Pace({
  beforeStep: ({ data }) => {
    data.ctrl[0] = -0.2 * data.qvel[0];
  },
});
let last = 0;
renderer.setAnimationLoop((now) => {
  pace.advance(simulation, last ? (now - last) / 1000 : 0);
  last = now;
  view.update(camera);
  renderer.render(scene, camera);
  document.title = `${simulation.time.toFixed(2)} s`;
});
