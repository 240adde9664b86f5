// In the page or in a worker: small scenes of the renderer's tests, each one about one thing.
import { load } from 'limber';
import { PixelRenderer } from 'limber/three';

const light = '<light pos="0 -1 3" dir="0 .3 -1" diffuse=".8 .8 .8"/>';
const plane = '<geom type="plane" size="2 2 .1" rgba=".6 .65 .7 1"/>';
const checker =
  '<texture name="c" type="2d" builtin="checker" rgb1=".8 .2 .2" rgb2=".9 .9 .7" width="64" height="64"/>' +
  '<texture name="k" type="cube" builtin="checker" mark="cross" markrgb="1 1 1" rgb1=".2 .4 .8" rgb2=".2 .3 .4" width="64" height="64"/>' +
  '<material name="c" texture="c" texrepeat="4 4"/><material name="k" texture="k"/>';
const view = '<statistic extent="2" center="0 0 .3"/><visual><global elevation="-25"/></visual>';
/** @param {string} body */
const scene = (body, extra = '') =>
  `<mujoco>${view}${extra}<worldbody>${light}${body}</worldbody></mujoco>`;

/**
 * @typedef {object} Scene
 * @property {string} xml
 * @property {number} [steps] before it is drawn
 * @property {number} [key] the keyframe it starts from
 * @property {number[]} [flags] of the view, switched on
 * @property {number[]} [off] flags that are switched off
 * @property {number} [label] mjtLabel
 */

/** @type {Record<string, Scene>} */
export const scenes = {
  types: {
    xml: `<mujoco>${view}<asset><hfield name="h" nrow="3" ncol="3" size=".3 .3 .3 .1" elevation="0 1 0 1 2 1 0 1 0"/>
      <mesh name="m" vertex="0 0 0  .5 0 0  0 .5 0  0 0 .5"/></asset><worldbody>${light}${plane}
      <geom size=".2" pos="-1 0 .2" rgba="1 0 0 1"/><geom type="capsule" size=".12 .2" pos="-.5 0 .32" rgba="0 1 0 1"/>
      <geom type="ellipsoid" size=".1 .2 .3" pos="0 0 .3" rgba="0 0 1 1"/><geom type="cylinder" size=".15 .2" pos=".5 0 .2" rgba="1 1 0 1"/>
      <geom type="box" size=".15 .2 .1" pos="1 0 .1" euler="0 0 30" rgba="0 1 1 1"/>
      <geom type="mesh" mesh="m" pos="-.6 -.8 0" rgba="1 0 1 1"/><geom type="hfield" hfield="h" pos=".5 -.8 .1" rgba="1 .6 .2 1"/>
      </worldbody></mujoco>`,
  },
  textures: {
    xml: `<mujoco>${view}<asset>${checker}</asset><worldbody>${light}<geom type="plane" size="2 2 .1" material="c"/>
      <geom type="box" size=".3 .3 .3" pos="-.5 0 .3" material="k"/><geom size=".3" pos=".5 0 .3" material="k"/></worldbody></mujoco>`,
  },
  shadow: { xml: scene(`${plane}<geom type="box" size=".2 .2 .02" pos="0 0 .8"/>`) },
  mirror: {
    xml: `<mujoco>${view}<asset><material name="r" reflectance=".6" rgba=".2 .2 .2 1"/></asset><worldbody>${light}
      <geom type="plane" size="2 2 .1" material="r"/><geom size=".3" pos="0 0 .5" rgba="1 .3 .1 1"/></worldbody></mujoco>`,
  },
  sky: {
    xml: `<mujoco>${view.replace('-25', '-5')}<asset><texture type="skybox" builtin="gradient" rgb1=".4 .6 .9" rgb2="0 0 .1" width="32" height="192"/></asset>
      <worldbody>${light}<geom type="plane" size="0 0 .1" rgba=".3 .4 .3 1"/></worldbody></mujoco>`,
  },
  tendon: {
    xml: `<mujoco>${view}<worldbody>${light}<site name="a" pos="-.8 0 1"/><site name="b" pos=".8 0 .8"/></worldbody>
      <tendon><spatial width=".03" rgba="1 .8 0 1" range="0 2.4" limited="true"><site site="a"/><site site="b"/></spatial></tendon></mujoco>`,
  },
  cloth: {
    xml: `<mujoco>${view}<worldbody>${light}${plane}<body name="b" pos="0 0 .6" euler="30 0 0"><flexcomp name="f" type="grid" dim="2" count="5 5 1"
      spacing=".25 .25 .1" radius=".01" mass="1" rgba=".2 .7 .4 1"><edge equality="true"/></flexcomp></body></worldbody></mujoco>`,
  },
  forces: {
    xml: scene(
      `${plane}<body pos="0 0 .2"><freejoint/><geom type="box" size=".3 .2 .2"/></body>`,
      '<visual><map force=".6"/></visual>',
    ),
    steps: 200,
    flags: [14, 16],
  },
  labels: {
    xml: scene(`${plane}<body name="ball" pos="0 0 .4"><geom size=".3" rgba=".2 .3 .8 1"/></body>`),
    label: 1,
  },
  glass: {
    xml: scene(
      `${plane}<geom size=".3" pos="0 .5 .3" rgba="1 0 0 1"/><geom type="box" size=".4 .02 .4" pos="0 0 .4" rgba="0 .5 1 .4"/>`,
    ),
  },
};

/**
 * A renderer of a scene at its state: of a keyframe, or after some steps.
 *
 * @param {Scene} scene
 * @param {ConstructorParameters<typeof PixelRenderer>[1]} [options]
 */
export async function openScene(
  { xml, steps = 0, key = -1, flags = [], off = [], label = 0 },
  options,
) {
  const { mujoco, model, data } = await load(xml);
  if (key >= 0) mujoco.mj_resetDataKeyframe(model, data, key);
  for (let i = 0; i < steps; i++) mujoco.mj_step(model, data);
  mujoco.mj_forward(model, data);
  const pixels = new PixelRenderer(
    { mujoco, model, data },
    { width: 160, height: 120, ...options },
  );
  for (const flag of flags) pixels.view.option.flags[flag] = 1;
  for (const flag of off) pixels.view.option.flags[flag] = 0;
  pixels.view.option.label = label;
  return pixels;
}

/** Colours of a scene by name. @param {string} name */
export async function drawScene(name) {
  const pixels = await openScene(scenes[name]);
  const bytes = Array.from(pixels.color());
  pixels.dispose();
  return bytes;
}
