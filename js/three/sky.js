// The sky: a cube texture of type skybox with z up, and haze at the horizon.
import { BackSide, BoxGeometry, Color, Mesh, ShaderMaterial } from 'three';
import { textureTypes } from './textures.js';

/** @typedef {import('./view_context.js').ViewContext} ViewContext */

const vertexShader = /* glsl */ `
varying vec3 vDirection;
void main() {
  vDirection = position;
  vec4 clip = projectionMatrix * vec4(mat3(viewMatrix) * position, 1.0);
  gl_Position = vec4(clip.xy, clip.w * 0.999999, clip.w);
}
`;

// faces of the texture: right, left, up, down, front, back, seen by one who looks along +y with z up
const fragmentShader = /* glsl */ `
varying vec3 vDirection;
uniform samplerCube sky;
uniform bool hasSky;
uniform vec3 plain;
uniform vec4 haze;
uniform float hazeHeight;
void main() {
  vec3 d = normalize(vDirection);
  vec3 color = hasSky ? textureCube(sky, vec3(d.x, d.z, -d.y)).rgb : plain;
  float slope = abs(d.z) / max(length(d.xy), 1e-6);
  float amount = haze.a * clamp(1.0 - slope / max(hazeHeight, 1e-6), 0.0, 1.0);
  gl_FragColor = vec4(mix(color, haze.rgb, amount), 1.0);
}
`;

/** Haze belongs to planes without end: it hides where they stop. @param {any} model */
function hasEndlessPlane(model) {
  for (let i = 0; i < model.ngeom; i++) {
    const endless = model.geom_size[3 * i] <= 0 || model.geom_size[3 * i + 1] <= 0;
    if (model.geom_type[i] === 0 && endless) return true;
  }
  return false;
}

export class Sky extends Mesh {
  /** @param {ViewContext} context */
  constructor(context) {
    const { model, textures } = context;
    const id = model.tex_type ? model.tex_type.indexOf(textureTypes.skybox) : -1;
    const haze = model.vis.rgba.haze;
    const visible = id >= 0 && hasEndlessPlane(model);
    super(
      new BoxGeometry(2, 2, 2),
      new ShaderMaterial({
        vertexShader,
        fragmentShader,
        side: BackSide,
        depthWrite: false,
        toneMapped: false,
        uniforms: {
          sky: { value: id >= 0 ? textures.get(id) : null },
          hasSky: { value: id >= 0 },
          plain: { value: new Color(0, 0, 0) },
          haze: { value: [haze[0], haze[1], haze[2], visible ? haze[3] : 0] },
          hazeHeight: { value: model.vis.map.haze },
        },
      }),
    );
    this.frustumCulled = false;
    this.matrixAutoUpdate = false;
    this.renderOrder = -2;
    this.hazeAlpha = visible ? haze[3] : 0;
  }

  /** @param {boolean} on */
  setHaze(on) {
    /** @type {ShaderMaterial} */ (this.material).uniforms.haze.value[3] = on ? this.hazeAlpha : 0;
  }

  dispose() {
    this.geometry.dispose();
    /** @type {ShaderMaterial} */ (this.material).dispose();
  }
}
