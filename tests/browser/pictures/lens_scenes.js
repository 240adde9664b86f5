// In the page: scenes of the cameras' tests.
export { openScene } from './scenes.js';

const world = `<worldbody><light pos="0 -1 3" dir="0 .3 -1" diffuse=".8 .8 .8"/><geom type="plane" size="2 2 .1" rgba=".6 .65 .7 1" group="2" pos="0 0 -.2"/>
  <camera name="side" pos="0 -3 .3" xyaxes="1 0 0 0 0 1" projection="orthographic" fovy="1.6"/>
  <camera name="narrow" pos="0 -3 1" xyaxes="1 0 0 0 .3 1" fovy="30"/>
  <camera name="lens" pos=".2 -2 1" xyaxes="1 0 0 0 .5 1" focal=".03 .02" sensorsize=".02 .015" principal=".001 .002" resolution="160 120"/>`;
const boxes = `<body pos="-.4 -.8 .3"><freejoint/><geom type="box" size=".15 .15 .15" rgba=".9 .3 .2 1"/></body>
  <body pos=".4 .8 .3"><freejoint/><geom type="box" size=".15 .15 .15" rgba=".2 .5 .9 1"/></body></worldbody>`;
/** @param {string} kind */
const scene = (kind) =>
  `<mujoco><statistic extent="1" center="0 0 .2"/><visual><global elevation="-25" ${kind}/></visual>${world.replace('<geom type="plane"', '<geom name="floor" type="plane"')}${boxes}</mujoco>`;

/** @type {Record<string, import('./scenes.js').Scene>} */
export const scenes = {
  perspective: { xml: scene('fovy="40"') },
  orthographic: { xml: scene('fovy="2.4" orthographic="true"') },
};
