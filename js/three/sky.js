// The sky: a cube texture of type skybox with z up, and haze at the horizon.
//
// The sky stands on the ground at a distance from the eye: planes without end stop there. Haze hides the place (light_code.js).
import { BackSide, BufferAttribute, BufferGeometry, Mesh, ShaderMaterial } from 'three';
import { hazeDeclarations } from './light_code.js';
import { textureTypes } from './textures.js';

/** @typedef {import('./view_context.js').ViewContext} ViewContext */

const RADIUS = 0.7; // of the far plane
const COLUMNS = 32;
const ROWS = 16;

const vertexShader = /* glsl */ `
varying vec3 vDirection;
void main() {
  vDirection = position;
  vec4 clip = projectionMatrix * vec4(mat3(modelViewMatrix) * position, 1.0);
  gl_Position = vec4(clip.xy, clip.w * 0.999999, clip.w);
}
`;

// faces of the texture: right, left, up, down, front, back, seen by one who looks along +y with z up
const fragmentShader = /* glsl */ `
varying vec3 vDirection;
uniform samplerCube sky;
${hazeDeclarations}
void main() {
  vec3 d = normalize(vDirection);
  vec3 color = textureCube(sky, vec3(d.x, d.z, -d.y)).rgb;
  float amount = hazeBefore(d * hazeReach.x, 0.0);
  gl_FragColor = vec4(mix(color, hazeColor.rgb, amount * hazeColor.a), 1.0);
}
`;

/** A sphere around the eye. */
function domeGeometry() {
  const positions = [];
  const indices = [];
  for (let row = 0; row <= ROWS; row++) {
    const latitude = Math.PI * (row / ROWS - 0.5);
    for (let i = 0; i <= COLUMNS; i++) {
      const longitude = (2 * Math.PI * i) / COLUMNS;
      const ring = Math.cos(latitude);
      positions.push(ring * Math.cos(longitude), ring * Math.sin(longitude), Math.sin(latitude));
    }
  }
  for (let row = 0; row < ROWS; row++) {
    for (let i = 0; i < COLUMNS; i++) {
      const a = row * (COLUMNS + 1) + i;
      const b = a + COLUMNS + 1;
      indices.push(a, a + 1, b, b, a + 1, b + 1);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  geometry.setIndex(indices);
  return geometry;
}

export class Sky extends Mesh {
  /** @param {ViewContext} context */
  constructor(context) {
    const { model, textures, shared } = context;
    const id = model.tex_type ? model.tex_type.indexOf(textureTypes.skybox) : -1;
    super(
      domeGeometry(),
      new ShaderMaterial({
        vertexShader,
        fragmentShader,
        side: BackSide,
        depthWrite: false,
        toneMapped: false,
        uniforms: {
          sky: { value: id >= 0 ? textures.get(id) : null },
          hazeColor: shared.hazeColor,
          hazeReach: shared.hazeReach,
        },
      }),
    );
    this.context = context;
    this.texture = id;
    this.exists = id >= 0;
    this.frustumCulled = false;
    this.matrixAutoUpdate = false;
    this.renderOrder = -20;
  }

  /**
   * @param {import('three').Vector3} eye in the frame of the view
   * @param {number} ground height of the plane without end; NaN for none
   */
  update(eye, ground) {
    const { flags, shared, model } = this.context;
    const { map } = model.vis;
    this.visible = this.exists && flags.skybox && !flags.fog;
    const height = this.visible && ground === ground ? eye.z - ground : 0;
    const hazy = flags.haze && height > 0;
    const radius = this.visible ? RADIUS * map.zfar * model.stat.extent : 0;
    shared.hazeReach.value.set(radius, map.haze, hazy ? height : 0);
  }

  /** Takes its texture anew, after all were made again. */
  rebuild() {
    if (this.exists)
      /** @type {ShaderMaterial} */ (this.material).uniforms.sky.value = this.context.textures.get(
        this.texture,
      );
  }

  dispose() {
    this.geometry.dispose();
    /** @type {ShaderMaterial} */ (this.material).dispose();
  }
}
