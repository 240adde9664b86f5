// Checked by tests/js/types.test.mjs, never run: what a newcomer writes in the first days, each line with the type that it must have.
import {
  type Column,
  createBatch,
  findModels,
  load,
  Pace,
  readFiles,
  type Simulation,
} from 'limber';
import { resolveParameter, sharedEngine } from 'limber';
import { jointPositions, makeEnv, torque } from 'limber/env';
import { SimulationView } from 'limber/three';
import { LimberViewer } from 'limber/viewer';
import { Scene, type Object3D } from 'three';

const sim: Simulation = await load('robot.xml');

// numbers and vectors
export const time: number = sim.time;
export const height: number = sim.body('torso').xpos[2];
export const quaternion: Float64Array = sim.body(0).xquat;
export const angle: number | Float64Array = sim.joint('knee').value;
export const control: number = sim.actuator('knee').ctrl;
export const reading: number | Float64Array = sim.sensor('imu').value;
export const size: Float64Array = sim.geom('foot').size;
export const position: Float64Array = sim.site('tip').xpos;
export const length: number = sim.tendon('rope').length;
export const energies: number = sim.data.energy[0];
export const count: number = sim.model.nbody;
export const timestep: number = sim.model.opt.timestep;

// relations and collections
export const names: string[] = sim.bodies.map(({ name }) => name);
export const moving: number = sim.bodies.filter(({ mass }) => mass > 0).length;
export const parents: string | undefined = sim.body('torso').parent?.name;
export const joints: string[] = sim.body('torso').joints.map(({ name }) => name);
export const ofGeom: string = sim.geom('foot').body.name;
export const positions: Column = sim.joints('leg/*').qpos;
export const controls: Column = sim.actuators.ctrl;
export const meshes: number = sim.meshes.length;

// contacts and rays
export const depths: number[] = sim.contacts.map(({ distance }) => distance);
export const deep: number = sim.contacts.filter(({ distance }) => distance < 0).length;
export const hit: number | undefined = sim.ray([0, 0, 1], [0, 0, -1])?.geom;
export const jacobian: Float64Array = sim.jacobian('site', 'tip').position;

// events, copies, callbacks
export const stop: () => void = sim.on('contactEnd', ({ geoms }) => geoms[1]);
export const off: () => void = sim.on('unstable', ({ time: when }) => when + 1);
export const copy: Simulation = sim.clone();
export const reset: Simulation = sim.reset(0);
sim.setCallback('control', ({ data, time: now }) => data.ctrl.fill(Math.sin(now)));
sim.setCallback('control', null);

// words of enums
sim.edit((spec) => {
  const body = spec.worldbody.addBody({ name: 'ball', pos: [0, 0, 1] });
  body.addJoint({ type: 'hinge', axis: [0, 1, 0] });
  body.addGeom({ type: 'sphere', size: [0.1, 0, 0] });
  // @ts-expect-error there is no such type of geom
  body.addGeom({ type: 'cube' });
  // @ts-expect-error there is no such type of joint
  body.addJoint({ type: 'revolute' });
  // @ts-expect-error there is no such attribute
  body.addGeom({ radius: 1 });
  // @ts-expect-error there is no such method
  body.addCube({});
});

// what must not compile
// @ts-expect-error there is no such kind
sim.jacobian('point', 'tip');
// @ts-expect-error a time is no text
sim.step('1');
// @ts-expect-error handles have fields with fixed names
sim.joint('knee').angle;
// @ts-expect-error a control is a number
sim.actuator('knee').ctrl = 'full';
// @ts-expect-error there is no such field of the data
sim.data.qposs;
// @ts-expect-error there is no such option
await load('robot.xml', { keyframe: 'home' });

// batches, files, environments
const batch = await createBatch(sim, { count: 64, workers: 2 });
await batch.step(5);
export const rows: Float64Array = batch.qpos;
export const models: string[] = await findModels(await readFiles(new Map()));
export const parameter = resolveParameter(sim, 'joint:knee.damping');
export const engine = (await sharedEngine()).mj_versionString();
new Pace({ speed: 0.5, onStep: ({ time: now }) => now }).advance(sim, 0.016);
export const env = await makeEnv('cartpole.xml', {
  control: torque(),
  observe: [jointPositions()],
});

// pictures
const view = new SimulationView(sim);
export const shown: Object3D = new Scene().add(view);
view.apply();
const viewer: LimberViewer = new LimberViewer();
viewer.src = 'robot.xml';
export const shownHere: Simulation | null = viewer.simulation;
viewer.addEventListener('load', ({ detail }) => detail.time);
viewer.addEventListener('frame', ({ target }) => target);
export const isPaused: boolean = viewer.paused;
// @ts-expect-error a source is an address
viewer.src = 4;
// @ts-expect-error there is no such property
viewer.model;
