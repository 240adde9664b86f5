// What the parts of one view share: model, data, textures, uniforms and display settings.

/** Display switches with MuJoCo's defaults. */
const DEFAULT_FLAGS = Object.freeze({
  texture: true,
  static: true,
  skin: true,
  shadow: true,
  reflection: true,
  skybox: true,
  haze: true,
  fog: false,
  wireframe: false,
  additive: false,
  cullFace: true,
  pointLights: false,
  vertexLight: false,
  nice: false,
});

/**
 * @typedef {object} ViewFlags
 * @property {boolean} texture
 * @property {boolean} static
 * @property {boolean} skin
 * @property {boolean} shadow
 * @property {boolean} reflection
 * @property {boolean} skybox
 * @property {boolean} haze
 * @property {boolean} fog
 * @property {boolean} wireframe
 * @property {boolean} additive transparent things add their colour to what is behind
 * @property {boolean} cullFace show only the outside of surfaces
 * @property {boolean} pointLights draw lights of type point; MuJoCo's own renderer leaves them dark
 * @property {boolean} vertexLight light at corners and spread it over faces, as MuJoCo's own renderer does, not at every pixel
 * @property {boolean} nice soft shadows and the light of the surroundings, not as MuJoCo's own renderer draws (nice_look.js)
 * @property {boolean[]} geomgroup
 */

/**
 * How materials draw.
 * @typedef {object} DrawSettings
 * @property {number} shadows how many of the first lights throw shadows
 * @property {boolean} wireframe
 * @property {boolean} vertexLight
 * @property {boolean} additive
 * @property {boolean} cullFace
 * @property {boolean} plain pixels are data: nothing is blended
 * @property {Look | null} look of surfaces, null for that of MuJoCo's own renderer
 * @property {boolean} soft shadows with soft edges; only with a look
 */

/** What a look brings to the shaders of surfaces. @typedef {Pick<import('./nice_look.js').NiceLook, 'code' | 'uniforms'>} Look */

/**
 * What is drawn: module, model and data of `limber/mujoco`, or a simulation of `limber`.
 * @typedef {Pick<ViewContext, 'mujoco' | 'model' | 'data'>} Simulated
 */

/**
 * @typedef {object} ViewContext
 * @property {import('../mujoco.js').MujocoModule} mujoco
 * @property {import('../mujoco.js').MjModel} model
 * @property {import('../mujoco.js').MjData} data
 * @property {import('./textures.js').TextureSet} textures
 * @property {ReturnType<typeof import('./simulation_view.js').sharedUniforms>} shared
 * @property {{ slices: number, stacks: number, quads: number, bands: number }} quality bands: along capsules
 * @property {ViewFlags} flags
 * @property {DrawSettings} settings
 */

/** @returns {ViewFlags} */
export function defaultFlags() {
  return { ...DEFAULT_FLAGS, geomgroup: [true, true, true, false, false, false] };
}
