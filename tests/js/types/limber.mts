// Checked by tests/js/types.test.mjs, never run: the types of 'limber' as a program sees them.
import { createRolloutPool, load, MjError, moveToWorker, registerPlugin, Simulation } from 'limber';
import 'limber/viewer';

const sim: Simulation = await load('https://example.org/scene.xml', {
  onProgress: ({ loaded, total }) => loaded / total,
  signal: AbortSignal.timeout(1000),
});
sim.step(10).forward().reset('home');
const position: Float64Array = sim.body('torso').xpos;
sim.actuator('knee').ctrl = 1;
const dimension: number = sim.sensor('imu').dimension;
const mass: number = sim.body(1).mass;
sim.equality('lock').active = true;
for (const contact of sim.contacts) contact.force[0] += contact.distance;
const hit = sim.ray([0, 0, 1], [0, 0, -1], { excludeBody: 'torso' });
const where: Float64Array | undefined = hit?.point;
const state: Float64Array = sim.saveState();
sim.restoreState(state);
sim.setCallback('control', (simulation) => simulation.data.ctrl.fill(0));
sim.edit((spec, mujoco) => {
  spec.option.timestep = 0.001;
  mujoco.mjs_findBody(spec, 'torso');
});
const loop = sim.run({ speed: 0.5, onFrame: (simulation) => simulation.time });
const factor: number = loop.realTimeFactor;
const pool = await createRolloutPool(sim, { workers: 2 });
const { sensors } = await pool.run({ steps: 10, control: new Float64Array(20) });
const remote = await moveToWorker(sim);
await remote.set('ctrl', [1]);

// @ts-expect-error a misspelt field
sim.body('torso').xposs;
// @ts-expect-error there is no such field to send
await remote.set('ctrls', [1]);
// @ts-expect-error no such callback
sim.setCallback('controls', () => {});

// objects that people look at
sim.body('torso').xfrc_applied = [0, 0, 1, 0, 0, 0];
sim.body('torso').position = [0, 0, 1];
sim.body('torso').applyImpulse([0, 0, 1], { at: [0, 0, 0], local: true });
sim.joint('knee').velocity = 2;
const owner: string = sim.geom(0).body.name;
const children: number = sim.body('torso').children.length;
sim.joints('arm/*').qpos = [0, 1];
sim.joints.qvel.fill(0);
const masses: number[] = sim.bodies.map(({ mass }) => mass);
const depths: number[] = sim.contacts.map(({ distance }) => distance);
const second: string | undefined = sim.joints[1]?.name;
const depth: number | undefined = sim.contacts[0]?.distance;
const every: string[] = sim.joints().names;
// @ts-expect-error there may be none
sim.bodies[0].name;
const off: () => void = sim.on('contactBegin', ({ geoms, time }) => geoms[0] + time);
const copy: Simulation = sim.clone();
// @ts-expect-error no such event
sim.on('touch', () => {});
// @ts-expect-error a column that there is not
sim.joints.qposs;
// @ts-expect-error a force has numbers
sim.body('torso').applyForce('up');

// the viewer
const viewer = document.createElement('limber-viewer');
viewer.src = 'robot.xml';
viewer.keyframe = 2;
viewer.camera = 'track';
viewer.speed = 0.5;
viewer.addEventListener('load', ({ detail }) => detail.step());
viewer.addEventListener('click', (event) => event.clientX);
const distance: number | undefined = viewer.camera?.distance;
// @ts-expect-error a speed is a number
viewer.speed = 'fast';

export const looked = [owner, children, masses, depths, second, depth, every, off, copy, distance];

export const used = [position, dimension, mass, where, factor, sensors, MjError];

// plugins: what init returns is the type of instance.own
await registerPlugin({
  name: 'types.counter',
  capabilities: ['passive'],
  init: (instance) => ({ steps: instance.id }),
  compute(instance, capability) {
    const word: 'actuator' | 'sensor' | 'passive' | 'sdf' = capability;
    const steps: number = instance.own.steps;
    instance.data.qfrc_passive[0] += steps + word.length;
  },
});
