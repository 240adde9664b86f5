// Lights of a model: the headlight and the model's own, with shadows.
import { AmbientLight, DirectionalLight, Group, PointLight, SpotLight, Vector3 } from 'three';

/** @typedef {import('./view_context.js').ViewContext} ViewContext */

const lightTypes = { spot: 0, directional: 1, point: 2 };

// three divides by pi where MuJoCo does not
const INTENSITY = Math.PI;
const MAX_SHADOWS = 4;

/** Attenuation and cone in the places that display_material.js reads. @param {any} light @param {any} model @param {number} i */
function setFalloff(light, model, i) {
  const [constant, linear, quadratic] = model.light_attenuation.subarray(3 * i, 3 * i + 3);
  const base = constant || 1;
  light.intensity = INTENSITY / base;
  light.distance = quadratic / base;
  light.decay = linear / base;
}

/**
 * The penumbra that makes three pass `exponent / 128` to the shader as cos(angle * (1 - penumbra)).
 * @param {number} exponent
 * @param {number} angle
 */
const penumbraFor = (exponent, angle) => 1 - Math.acos(Math.min(exponent / 128, 1)) / angle;

const forward = new Vector3();
const centre = new Vector3();

export class ModelLights extends Group {
  /** @param {ViewContext} context */
  constructor(context) {
    super();
    this.context = context;
    /** @type {{ id: number, light: DirectionalLight | SpotLight | PointLight }[]} */
    this.entries = [];
    this.ambient = new AmbientLight(0xffffff, INTENSITY);
    this.add(this.ambient);
    this.build();
  }

  build() {
    const { model, shared } = this.context;
    let shadows = 0;
    const ambient = [0, 0, 0];
    const sums = { diffuse: 0, specular: 0 };
    const account = (
      /** @type {ArrayLike<number>} */ a,
      /** @type {ArrayLike<number>} */ d,
      /** @type {ArrayLike<number>} */ s,
      /** @type {number} */ at,
    ) => {
      for (let k = 0; k < 3; k++) {
        ambient[k] += a[at + k];
        sums.diffuse += d[at + k];
        sums.specular += s[at + k];
      }
    };
    const { headlight } = model.vis;
    if (headlight.active) {
      // it shines from the eye: surfaces seen at a glancing angle are dark
      const light = new PointLight(0xffffff, INTENSITY, 0, 0);
      light.color.setRGB(headlight.diffuse[0], headlight.diffuse[1], headlight.diffuse[2]);
      account(headlight.ambient, headlight.diffuse, headlight.specular, 0);
      this.addLight(-1, light);
    }
    for (let i = 0; i < model.nlight; i++) {
      if (!model.light_active[i]) continue;
      const light = this.makeLight(i);
      const [r, g, b] = model.light_diffuse.subarray(3 * i, 3 * i + 3);
      light.color.setRGB(r, g, b);
      account(model.light_ambient, model.light_diffuse, model.light_specular, 3 * i);
      if (
        model.light_castshadow[i] &&
        shadows < MAX_SHADOWS &&
        model.light_type[i] !== lightTypes.point
      ) {
        this.enableShadow(light);
        shadows++;
      }
      this.addLight(i, light);
    }
    this.ambient.color.setRGB(ambient[0], ambient[1], ambient[2]);
    shared.specularRatio.value = sums.diffuse > 0 ? sums.specular / sums.diffuse : 0;
  }

  /** @param {number} i */
  makeLight(i) {
    const { model } = this.context;
    const type = model.light_type[i];
    if (type === lightTypes.directional) return new DirectionalLight(0xffffff, INTENSITY);
    const angle = (Math.min(model.light_cutoff[i], 89) * Math.PI) / 180;
    const light =
      type === lightTypes.point
        ? new PointLight(0xffffff, INTENSITY)
        : new SpotLight(0xffffff, INTENSITY, 0, angle, penumbraFor(model.light_exponent[i], angle));
    setFalloff(light, model, i);
    return light;
  }

  /** @param {DirectionalLight | SpotLight | PointLight} light */
  enableShadow(light) {
    const { model } = this.context;
    const { extent } = model.stat;
    light.castShadow = true;
    const { shadow } = light;
    const size = Math.min(Math.max(model.vis.quality.shadowsize, 1024), 4096);
    shadow.mapSize.set(size, size);
    shadow.bias = -0.0004;
    shadow.normalBias = 0.004 * extent;
    if (light instanceof DirectionalLight) {
      const half = model.vis.map.shadowclip * extent * 1.5;
      const { camera } = light.shadow;
      camera.left = camera.bottom = -half;
      camera.right = camera.top = half;
      camera.near = 0.1 * extent;
      camera.far = 12 * extent;
    } else {
      shadow.camera.near = 0.05 * extent;
      shadow.camera.far = 50 * extent;
    }
  }

  /**
   * @param {number} id
   * @param {DirectionalLight | SpotLight | PointLight} light
   */
  addLight(id, light) {
    this.entries.push({ id, light });
    this.add(light);
    if (!(light instanceof PointLight)) this.add(light.target);
  }

  /**
   * Poses of now.
   * @param {import('three').Camera} camera
   * @param {Vector3} focus what shadows must cover
   */
  update(camera, focus) {
    const { model, data } = this.context;
    for (const { id, light } of this.entries) {
      if (id < 0) {
        light.position.copy(camera.position);
        camera.getWorldDirection(forward);
      } else {
        light.position.fromArray(data.light_xpos, 3 * id);
        forward.fromArray(data.light_xdir, 3 * id);
      }
      if (light instanceof PointLight) continue;
      if (light instanceof DirectionalLight && light.castShadow) {
        // keep the shadow's box around what one looks at, in steps of its pixels
        centre.copy(focus);
        light.position.copy(centre).addScaledVector(forward, -6 * model.stat.extent);
      }
      light.target.position.copy(light.position).add(forward);
      light.target.updateMatrixWorld();
    }
  }

  /** @param {boolean} on */
  setShadows(on) {
    for (const { id, light } of this.entries) {
      if (id >= 0 && light.shadow && light.userData.shadow === undefined)
        light.userData.shadow = light.castShadow;
      if (id >= 0) light.castShadow = on && light.userData.shadow;
    }
  }

  dispose() {
    for (const { light } of this.entries) light.dispose();
    this.clear();
    this.entries = [];
  }
}
