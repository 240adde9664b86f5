// In the page: scenes of what bends and of what plugins draw.
export { openScene } from './scenes.js';

const light = '<light pos="0 -1 3" dir="0 .3 -1" diffuse=".8 .8 .8"/>';
const plane = '<geom type="plane" size="2 2 .1" rgba=".6 .65 .7 1"/>';
const view = (center = '0 0 .3', elevation = -25, extent = 2) =>
  `<statistic extent="${extent}" center="${center}"/><visual><global elevation="${elevation}"/></visual>`;
const VIS_FLEXVERT = 24;
const VIS_FLEXEDGE = 25;
const VIS_FLEXFACE = 26;
const VIS_FLEXSKIN = 27;
/** Shows only one thing of flexes: flags that are toggled from their defaults (edges and skin are on). */
const only = {
  vertices: { flags: [VIS_FLEXVERT], off: [VIS_FLEXEDGE, VIS_FLEXSKIN] },
  edges: { off: [VIS_FLEXSKIN] },
  faces: { flags: [VIS_FLEXFACE], off: [VIS_FLEXEDGE, VIS_FLEXSKIN] },
  skin: {},
};

/** A sheet that lies over a sphere, and a block that stands beside it. @param {boolean} flat */
const soft = (
  flat,
) => `<mujoco><option timestep=".002"/>${view('0 0 .3', -35, 1.2)}<worldbody>${light}${plane}
  <geom size=".3" pos="-.5 0 .3" rgba=".8 .3 .2 1"/>
  <flexcomp name="sheet" type="grid" dim="2" count="8 8 1" spacing=".12 .12 .1" pos="-.5 0 .68" radius=".015" mass=".3"
    rgba=".2 .7 .4 1" flatskin="${flat}"><edge equality="true"/><contact selfcollide="none" internal="false"/></flexcomp>
  <flexcomp name="block" type="grid" dim="3" count="4 3 4" spacing=".15 .15 .15" pos=".6 0 .3" radius=".01" mass="1"
    rgba=".3 .4 .9 1" flatskin="${flat}"><edge equality="true"/><contact selfcollide="none" internal="false"/></flexcomp>
  </worldbody></mujoco>`;

/** A skin around two boxes of which one is turned. */
const skin = `<mujoco>${view('0 0 .5', -25, 1.3)}<asset>
  <texture name="t" type="2d" builtin="checker" rgb1=".9 .2 .7" rgb2=".9 .9 .3" width="32" height="32"/>
  <material name="t" texture="t"/>
  <skin name="skin" material="t" inflate=".02"
    vertex="-.3 -.3 0 .3 -.3 0 -.3 .3 0 .3 .3 0 -.3 -.3 .5 .3 -.3 .5 -.3 .3 .5 .3 .3 .5 -.3 -.3 1 .3 -.3 1 -.3 .3 1 .3 .3 1"
    texcoord="0 0 1 0 1 1 0 1 0 .5 1 .5 1 .5 0 .5 0 1 1 1 1 0 0 0"
    face="0 1 4 4 1 5 5 1 3 5 3 7 7 3 2 7 2 6 6 2 0 6 0 4 4 5 8 8 5 9 9 5 7 9 7 11 11 7 6 11 6 10 10 6 4 10 4 8 8 9 11 8 11 10">
    <bone body="low" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2 3 4 5 6 7" vertweight="1 1 1 1 1 1 1 1"/>
    <bone body="high" bindpos="0 0 .5" bindquat="1 0 0 0" vertid="4 5 6 7 8 9 10 11" vertweight="1 1 1 1 1 1 1 1"/>
  </skin></asset>
  <worldbody>${light}${plane}<body name="low"><geom type="box" size=".2 .2 .2" pos="0 0 .25"/>
    <body name="high" pos="0 0 .5"><joint name="bend" axis="0 1 .4"/><geom type="box" size=".2 .2 .2" pos="0 0 .25"/></body></body>
  </worldbody><keyframe><key qpos=".7"/></keyframe></mujoco>`;

/** A cable that is clamped at one end and hangs. */
const cable = `<mujoco><option timestep=".001"/><extension><plugin plugin="mujoco.elasticity.cable"/></extension>
  <statistic extent="1" center=".5 0 -.1"/><visual><global elevation="-10"/><headlight ambient="1 1 1" diffuse="0 0 0" specular="0 0 0"/></visual>
  <worldbody><composite type="cable" curve="s" count="21 1 1" size="1" initial="none">
    <plugin plugin="mujoco.elasticity.cable"><config key="twist" value="2e6"/><config key="bend" value="2e7"/><config key="vmax" value="6"/></plugin>
    <joint kind="main" damping=".02"/><geom type="capsule" size=".02" rgba=".8 .8 .8 1"/></composite></worldbody></mujoco>`;

/** A ball on four pillars that feels where they press. */
const touch = `<mujoco><extension><plugin plugin="mujoco.sensor.touch_grid"/></extension>${view('0 0 .2', -30, 0.8)}
  <worldbody>${light}${plane}
    ${[-1, 1].map((x) => [-1, 1].map((y) => `<geom type="cylinder" size=".05 .1" pos="${0.18 * x} ${0.12 * y} .1"/>`).join('')).join('')}
    <body pos="0 0 .32"><joint type="slide" axis="0 0 1"/><geom type="box" size=".4 .25 .12" rgba=".5 .5 .5 .3"/><geom size=".1" pos=".2 0 .1" mass="2"/><site name="eye" pos="0 0 .1"/></body></worldbody>
  <sensor><plugin name="touch" plugin="mujoco.sensor.touch_grid" objtype="site" objname="eye">
    <config key="size" value="9 9"/><config key="fov" value="60 60"/><config key="gamma" value="0"/><config key="nchannel" value="1"/></plugin></sensor></mujoco>`;

/** A thin sheet that hangs from its corners with a ball in it: its sides hardly face the light, which is far away. */
const hollow = `<mujoco><option timestep=".001"/>${view('0 0 .8', -35, 0.9)}<worldbody>
  <light directional="true" pos="0 0 4" dir="0 0 -1" diffuse=".8 .8 .8"/>
  <body pos="0 0 1.3"><freejoint/><geom size=".15" mass="10"/></body>
  <flexcomp name="sheet" type="grid" dim="2" count="16 16 1" spacing=".1 .1 .1" pos="0 0 1" radius=".001" mass="10" rgba=".8 .8 .8 1">
    <pin id="0 15 240 255"/><edge equality="false" damping="10"/><contact selfcollide="none" internal="false"/>
    <elasticity young="3e5" poisson="0" thickness="1e-2" elastic2d="stretch"/></flexcomp>
  </worldbody></mujoco>`;

/** @type {Record<string, Record<string, number>>} */
const shapeConfigs = {
  bowl: { height: 0.4, radius: 1, thickness: 0.05 },
  bolt: { radius: 0.255 },
  gear: { alpha: 0 },
  nut: { radius: 0.26 },
  torus: { radius1: 0.35, radius2: 0.15 },
};

/** @type {Record<string, number>} */
const extents = { bowl: 2, bolt: 2, gear: 5, nut: 1.5, torus: 1.2 };

/** One of the shapes that are given by their distance, as large as the others. @param {string} name */
export function shapeScene(name) {
  const config = Object.entries(shapeConfigs[name])
    .map(([key, value]) => `<config key="${key}" value="${value}"/>`)
    .join('');
  const extent = extents[name];
  return {
    xml: `<mujoco><statistic extent="${extent}" center="0 0 0"/><visual><global elevation="-35"/></visual>
      <extension><plugin plugin="mujoco.sdf.${name}"><instance name="i">${config}</instance></plugin></extension>
      <asset><mesh name="m"><plugin instance="i"/></mesh></asset>
      <worldbody><light pos="-1 -2 4" dir=".3 .5 -1" diffuse=".8 .8 .8"/><body euler="25 10 0"><geom type="sdf" mesh="m" rgba=".3 .7 .8 1"><plugin instance="i"/></geom></body></worldbody></mujoco>`,
  };
}

/** A distance made from a mesh: a cone with eight sides, cut off. */
const meshDistance = `<mujoco><statistic extent="1.2" center="0 0 .1"/><visual><global elevation="-25"/></visual>
  <extension><plugin plugin="mujoco.sdf.sdflib"><instance name="i"/></plugin></extension>
  <asset><mesh name="m" builtin="cone" params="8 .5" scale=".4 .3 .3"/></asset>
  <worldbody><light pos="-1 -2 4" dir=".3 .5 -1" diffuse=".8 .8 .8"/><body euler="25 10 0"><geom type="sdf" mesh="m" rgba=".8 .6 .3 1"><plugin instance="i"/></geom></body></worldbody></mujoco>`;

/** @type {Record<string, import('./scenes.js').Scene>} */
export const scenes = {
  flexVertices: { xml: soft(false), steps: 200, ...only.vertices },
  flexEdges: { xml: soft(false), steps: 200, ...only.edges },
  flexFaces: { xml: soft(false), steps: 200, ...only.faces },
  flexSkin: { xml: soft(false), steps: 200, ...only.skin },
  flexFlatSkin: { xml: soft(true), steps: 200, ...only.skin },
  hollow: { xml: hollow, steps: 400 },
  skin: { xml: skin, key: 0 },
  cable: { xml: cable, steps: 400 },
  touchGrid: { xml: touch, steps: 300, flags: [] },
  sdflib: { xml: meshDistance },
  ...Object.fromEntries(Object.keys(shapeConfigs).map((name) => [name, shapeScene(name)])),
};
