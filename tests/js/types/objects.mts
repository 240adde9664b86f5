// Checked by tests/js/types.test.mjs, never run: objects that people look at, kind by kind, and the viewer. tests/js/objects.test.mjs
// and tests/browser/viewer.test.mjs have what they do.
import { type ContactEvent, load, type Simulation, type UnstableEvent } from 'limber';
import { SimulationView } from 'limber/three';
import 'limber/viewer';
import { type LimberViewer } from 'limber/viewer';
import { type Camera, type Group, PerspectiveCamera } from 'three';

const sim: Simulation = await load('robot.xml');
const torso = sim.body('torso');
const knee = sim.joint('knee');

// handles and contacts as plain values
export const plain: Record<string, unknown> = torso.toJSON();
export const list: Record<string, unknown>[] = sim.bodies.toJSON();
export const touching: Record<string, unknown>[] = sim.contacts.toJSON();
export const first: number | undefined = sim.contacts.find(
  ({ distance }) => distance < 0,
)?.distance;
export const normals: Float64Array[] = sim.contacts.map(({ normal }) => normal.slice());
export const strong: number = sim.contacts.filter(({ force }) => force[0] > 1).length;

// misspelt fields, for reading and for writing
// @ts-expect-error a body has an xpos
torso.xpose;
// @ts-expect-error a joint has a velocity
knee.speed = 1;
// @ts-expect-error a contact has a distance
sim.contacts[0]?.dist;

// relatives
export const below: string[] = torso.children.map(({ name }) => name);
export const joints: number[] = torso.joints.map(({ velocity }) => Number(velocity));
export const geoms: Float64Array[] = torso.geoms.map(({ size }) => size);
export const sites: Float64Array[] = torso.sites.map(({ xpos }) => xpos);
export const cameras: string[] = torso.cameras.map(({ name }) => name);
export const above: number | undefined = torso.parent?.mass;
export const skin: string | undefined = sim.geom('skin').material?.name;
export const shape: string | undefined = sim.geom('skin').mesh?.name;
export const driven: string | undefined = sim.actuator('pull').joint?.name;

// collections
const arm = sim.joints('arm/*');
arm.qpos = [0, 1];
arm.qpos[0] = 0.5;
arm.qvel.fill(0);
export const numbers: number[] = [...arm.qpos];
export const some: string[] = sim.joints(/^arm/).names;
export const chosen: string[] = sim.joints(['knee', 2]).names;
export const called: string[] = sim.geoms((name, id) => name !== '' && id > 0).names;
export const vertices: number[] = sim.meshes.map(({ id }) => id);
export const kinds = [sim.sites, sim.sensors, sim.cameras, sim.lights, sim.tendons, sim.keys];
// @ts-expect-error numbers go into a column
arm.qpos = 'zero';

// forces, poses, velocities
torso.applyForce([0, 0, 9], { at: [0, 0, 0.1], local: true, torque: [0, 0, 1] });
torso.applyImpulse(new Float64Array(3));
torso.position = [0, 0, 1];
torso.quaternion = [1, 0, 0, 0];
torso.velocity = new Float64Array(3);
torso.angularVelocity = [0, 0, 1];
export const turning: Float64Array = torso.angularVelocity;
knee.velocity = 2;
knee.velocity = [1, 2, 3];
export const rate: number | Float64Array = knee.velocity;
// @ts-expect-error a force is numbers
torso.applyForce({ x: 1 });
// @ts-expect-error no such option
torso.applyImpulse([0, 0, 1], { world: true });

// events
export const ends: (() => void)[] = [
  sim.on('contactBegin', ({ geoms, bodies, flexes, time }) => [
    ...geoms,
    ...bodies,
    ...flexes,
    time,
  ]),
  sim.on('contactEnd', (event: ContactEvent) => event.time),
  sim.on('reset', ({ key }) => String(key).length),
  sim.on('edit', ({ version }) => version + 1),
  sim.on('unstable', ({ what, at }: UnstableEvent) => (what === 'velocity' ? at : 0)),
];
// @ts-expect-error a reset has no version
sim.on('reset', ({ version }) => version);
// @ts-expect-error instability is of a position, velocity or acceleration
sim.on('unstable', ({ what }) => what === 'energy');

// copies
export const copy: Simulation = sim.clone().step(3);

// words of enums
sim.edit((spec) => {
  spec.addTexture({ type: 'cube', builtin: 'checker', colorspace: 'linear' });
  spec.addSensor({ type: 'gyro', objtype: 'site', objname: 'tip' });
  spec.addActuator({ trntype: 'joint', dyntype: 'filter', gaintype: 'fixed', biastype: 'affine' });
  const [geom] = spec.worldbody.all('geom');
  geom?.assign({ type: 'capsule' });
  // @ts-expect-error no such sensor
  spec.addSensor({ type: 'compass' });
  // @ts-expect-error no such dynamics
  spec.addActuator({ dyntype: 'slow' });
  // @ts-expect-error no such kind of element
  spec.worldbody.all('cube');
});
sim.jacobian('body', 'torso');
sim.contacts.of('body', 'torso');
// @ts-expect-error contacts are of geoms and bodies
sim.contacts.of('tendon', 'rope');

// the view
const view: Group & SimulationView = new SimulationView(sim);
view.flags.shadow = false;
view.showLabels = true;
view.mode = 'depth';
const camera: Camera = new PerspectiveCamera();
view.update(camera);
view.uploadTexture(0);
// @ts-expect-error no such way of drawing
view.mode = 'normals';
// @ts-expect-error no such switch
view.flags.shadows = true;

// the viewer: properties and events
const viewer: LimberViewer = document.createElement('limber-viewer');
export const runs: boolean = await viewer.load('robot.xml', { signal: AbortSignal.timeout(9) });
viewer.src = new URL('https://example.org/robot.xml');
viewer.src = null;
viewer.camera = 1;
viewer.speed = 2;
viewer.keyframe = 'home';
viewer.controls = true;
viewer.paused = false;
viewer.beforeStep = ({ data }) => data.ctrl.fill(0);
viewer.addEventListener('load', ({ detail }) => detail.bodies.names);
viewer.addEventListener('error', ({ detail }) => String(detail));
viewer.addEventListener('reset', ({ detail }) => detail === null);
viewer.addEventListener('headset', ({ detail }) => detail?.end);
viewer.addEventListener('keydown', ({ code }) => code);
export const found: LimberViewer | null = document.querySelector('limber-viewer');
// @ts-expect-error what was loaded is a simulation
viewer.addEventListener('load', ({ detail }) => detail.bodys);
// @ts-expect-error whether it has controls is true or false
viewer.controls = 'yes';
