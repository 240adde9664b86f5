// The lights of a picture as uniforms: those of the abstract scene, and those that a page put into its three.js scene itself.
import { Color, Matrix4, Vector3, Vector4 } from 'three';
import { fieldOf, layoutOf } from '../engine/schema.js';
import { MAX_LIGHTS, MAX_SHADOWS } from './light_code.js';

/**
 * A light of three, told by its flags: the page may have another copy of three.
 * @typedef {import('three').Light & { isAmbientLight?: boolean, isHemisphereLight?: boolean, isPointLight?: boolean, isSpotLight?: boolean,
 *   angle?: number, target?: import('three').Object3D }} ForeignLight
 */

const lightTypes = Object.freeze({ spot: 0, directional: 1, point: 2 });

const fields = [
  'pos',
  'dir',
  'type',
  'attenuation',
  'cutoff',
  'exponent',
  'ambient',
  'diffuse',
  'specular',
  'headlight',
  'castshadow',
];

/** Offsets inside mjvLight in bytes. */
function layout() {
  const at = Object.fromEntries(fields.map((name) => [name, fieldOf('mjvLight', name).offset]));
  return {
    ...at,
    stride: layoutOf('mjvLight').size,
    lights: fieldOf('mjvScene', 'lights').offset,
    count: fieldOf('mjvScene', 'nlight').offset,
  };
}

const vec4s = () => Array.from({ length: MAX_LIGHTS }, () => new Vector4());
const vec3s = () => Array.from({ length: MAX_LIGHTS }, () => new Vector3());

/** Uniforms that hold the lights. */
export function lightUniforms() {
  return {
    lightCount: { value: 0 },
    lightPosition: { value: vec4s() },
    lightDirection: { value: vec4s() },
    lightFalloff: { value: vec4s() },
    lightAmbient: { value: vec3s() },
    lightDiffuse: { value: vec3s() },
    lightSpecular: { value: vec3s() },
  };
}

const toView = new Matrix4();
const direction = new Vector3();
const eye = new Vector3();
const color = new Color();
const DEGREE = Math.PI / 180;

export class LightSet {
  /** @param {import('./view_context.js').ViewContext} context @param {import('./scene_memory.js').SceneMemory} memory */
  constructor(context, memory) {
    this.context = context;
    this.memory = memory;
    this.at = /** @type {Record<string, number>} */ (layout());
    this.count = 0;
    /** How many of the first lights throw shadows. */
    this.shadowCount = 0;
    /** Lights that the page put into its scene. @type {ForeignLight[]} */
    this.foreign = [];
    this.take = (/** @type {import('three').Object3D} */ object) => {
      if ('isLight' in object) this.foreign.push(/** @type {ForeignLight} */ (object));
    };
  }

  /** Finds the lights that the page put into its scene. @param {import('three').Object3D} scene */
  collect(scene) {
    this.foreign.length = 0;
    scene.traverseVisible(this.take);
  }

  /**
   * Reads the lights of now.
   * @param {import('three').Object3D} view
   * @param {import('three').Camera} camera the headlight is at its eye
   * @param {boolean} shadows
   */
  update(view, camera, shadows) {
    const { memory, at } = this;
    const { u8, i32 } = memory.engine;
    const start = memory.address + at.lights;
    const total = Math.min(i32[(memory.address + at.count) >> 2], MAX_LIGHTS);
    toView.copy(view.matrixWorld).invert();
    this.count = 0;
    this.shadowCount = 0;
    const { pointLights } = this.context.flags;
    // those with shadows come first
    for (let turn = 0; turn < 2; turn++) {
      let ranked = 0;
      for (let i = 0; i < total; i++) {
        const light = start + i * at.stride;
        const casts =
          shadows &&
          u8[light + at.castshadow] !== 0 &&
          u8[light + at.headlight] === 0 &&
          i32[(light + at.type) >> 2] <= lightTypes.directional;
        // beyond the last shadow there is light without
        if (i32[(light + at.type) >> 2] === lightTypes.point && !pointLights) continue;
        const first = casts && ranked++ < MAX_SHADOWS;
        if (first !== (turn === 0)) continue;
        if (first) this.shadowCount++;
        this.read(light, camera);
      }
    }
    for (const light of this.foreign) this.readForeign(light);
    this.context.shared.lightCount.value = this.count;
  }

  /** @param {number} light address @param {import('three').Camera} camera */
  read(light, camera) {
    const { at } = this;
    const { shared } = this.context;
    const { u8, i32, f32 } = this.memory.engine;
    const k = this.count++;
    const type = i32[(light + at.type) >> 2];
    const headlight = u8[light + at.headlight] !== 0;
    const position = shared.lightPosition.value[k];
    const directional = type === lightTypes.directional;
    position.fromArray(f32, (light + at.pos) >> 2).setW(directional ? 0 : 1);
    const cutoff = f32[(light + at.cutoff) >> 2];
    const cone = type === lightTypes.spot && !headlight && cutoff > 0 && cutoff < 180;
    shared.lightDirection.value[k]
      .fromArray(f32, (light + at.dir) >> 2)
      .setW(cone ? Math.cos(cutoff * DEGREE) : -2);
    if (headlight) {
      direction.setFromMatrixColumn(camera.matrixWorld, 2).negate().transformDirection(toView);
      shared.lightDirection.value[k].set(direction.x, direction.y, direction.z, -2);
    }
    const falloff = shared.lightFalloff.value[k];
    falloff.fromArray(f32, (light + at.attenuation) >> 2).setW(f32[(light + at.exponent) >> 2]);
    if (type !== lightTypes.spot) falloff.set(1, 0, 0, 0);
    shared.lightAmbient.value[k].fromArray(f32, (light + at.ambient) >> 2);
    shared.lightDiffuse.value[k].fromArray(f32, (light + at.diffuse) >> 2);
    shared.lightSpecular.value[k].fromArray(f32, (light + at.specular) >> 2);
  }

  /** A light of three: its colour is diffuse and specular. @param {ForeignLight} light */
  readForeign(light) {
    if (this.count >= MAX_LIGHTS) return;
    const { shared } = this.context;
    const k = this.count++;
    color.copy(light.color).multiplyScalar(light.intensity / Math.PI);
    const ambient = Boolean(light.isAmbientLight || light.isHemisphereLight);
    const near = light.isPointLight || light.isSpotLight;
    const position = shared.lightPosition.value[k];
    direction.setFromMatrixPosition(light.matrixWorld).applyMatrix4(toView);
    position.set(direction.x, direction.y, direction.z, near ? 1 : 0);
    shared.lightAmbient.value[k].set(0, 0, 0);
    shared.lightDiffuse.value[k].set(0, 0, 0);
    if (ambient) shared.lightAmbient.value[k].set(color.r, color.g, color.b);
    else shared.lightDiffuse.value[k].set(color.r, color.g, color.b);
    shared.lightSpecular.value[k].copy(shared.lightDiffuse.value[k]).multiplyScalar(0.3);
    direction.set(0, 0, -1);
    if (light.target) {
      direction.setFromMatrixPosition(light.target.matrixWorld).applyMatrix4(toView);
      direction.sub(eye.set(position.x, position.y, position.z)).normalize();
    }
    const cone = light.isSpotLight ? Math.cos(light.angle ?? 0) : -2;
    shared.lightDirection.value[k].set(direction.x, direction.y, direction.z, cone);
    shared.lightFalloff.value[k].set(1, 0, near ? 1 : 0, 0);
  }
}
