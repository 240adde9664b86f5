// three textures out of a model's texture data. Pixels are display values and are sampled as they are.
import {
  CubeTexture,
  DataTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  NoColorSpace,
  RepeatWrapping,
  RGBAFormat,
} from 'three';

export const textureTypes = { flat: 0, cube: 1, skybox: 2 };

const ANISOTROPY = 8;
const ROLES = 10; // textures that a material may have, mjNTEXROLE
const COLOR = 1; // the one that is drawn, mjTEXROLE_RGB

/**
 * Pixels of a texture as RGBA.
 * @param {import('../mujoco.js').MjModel} model
 * @param {number} id
 * @param {number} first row
 * @param {number} rows
 */
function pixels(model, id, first, rows) {
  const width = model.tex_width[id];
  const channels = model.tex_nchannel[id];
  const start = Number(model.tex_adr[id]) + first * width * channels;
  const source = model.tex_data;
  const result = new Uint8Array(4 * width * rows);
  for (let i = 0; i < width * rows; i++) {
    const at = start + i * channels;
    for (let k = 0; k < 3; k++) result[4 * i + k] = source[at + (channels < 3 ? 0 : k)];
    result[4 * i + 3] = channels === 4 ? source[at + 3] : channels === 2 ? source[at + 1] : 255;
  }
  return result;
}

/**
 * @param {import('../mujoco.js').MjModel} model
 * @param {number} id
 * @param {number} anisotropy
 */
function flatTexture(model, id, anisotropy) {
  const [width, height] = [model.tex_width[id], model.tex_height[id]];
  const texture = new DataTexture(pixels(model, id, 0, height), width, height, RGBAFormat);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = anisotropy;
  texture.colorSpace = NoColorSpace;
  texture.needsUpdate = true;
  return texture;
}

/**
 * Pixels of a face: six are one below the other; a square texture serves all six.
 * @param {import('../mujoco.js').MjModel} model
 * @param {number} id
 * @param {number} face
 */
function facePixels(model, id, face) {
  const width = model.tex_width[id];
  const repeated = model.tex_height[id] === width;
  return pixels(model, id, repeated ? 0 : face * width, width);
}

/**
 * @param {import('../mujoco.js').MjModel} model
 * @param {number} id
 */
function cubeTexture(model, id) {
  const width = model.tex_width[id];
  const faces = [];
  for (let face = 0; face < 6; face++) {
    const image = new DataTexture(facePixels(model, id, face), width, width, RGBAFormat);
    image.needsUpdate = true;
    faces.push(image);
  }
  const texture = new CubeTexture(faces);
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.colorSpace = NoColorSpace;
  texture.needsUpdate = true;
  return texture;
}

/**
 * @typedef {object} TextureOptions of a display material
 * @property {import('three').Texture | null} [flat]
 * @property {import('three').CubeTexture | null} [cube]
 * @property {[number, number]} [repeat]
 */

/** Textures of one model, made on first use. */
export class TextureSet {
  /** @param {import('../mujoco.js').MjModel} model */
  constructor(model) {
    this.model = model;
    this.anisotropy = ANISOTROPY;
    /** @type {Map<number, import('three').Texture>} */
    this.made = new Map();
    /** By material: its texture and repeats when it was first drawn. @type {{ id: number, x: number, y: number }[]} */
    this.used = [];
  }

  /** @param {number} id */
  isCube(id) {
    return this.model.tex_type[id] !== textureTypes.flat;
  }

  /** Whether pixels carry their own transparency. @param {number} id */
  hasAlpha(id) {
    return this.model.tex_nchannel[id] === 4 || this.model.tex_nchannel[id] === 2;
  }

  /** @param {number} id @returns {import('three').Texture} */
  get(id) {
    let texture = this.made.get(id);
    if (!texture) {
      texture = this.isCube(id)
        ? cubeTexture(this.model, id)
        : flatTexture(this.model, id, this.anisotropy);
      this.made.set(id, texture);
    }
    return texture;
  }

  /** Takes over changed pixels of a texture, where it is in use. @param {number} id */
  upload(id) {
    const { model } = this;
    const texture = this.made.get(id);
    if (!texture) return;
    if (texture instanceof CubeTexture) {
      texture.images.forEach((face, i) => {
        face.image.data.set(facePixels(model, id, i));
        face.needsUpdate = true;
      });
    } else {
      /** @type {Uint8Array} */ (texture.image.data).set(
        pixels(model, id, 0, model.tex_height[id]),
      );
    }
    texture.needsUpdate = true;
  }

  /**
   * How a geom of the scene is textured, as options of a display material; nothing where it is not.
   * @param {import('./scene_memory.js').SceneMemory} memory
   * @param {number} g the geom
   * @returns {TextureOptions}
   */
  optionsOf({ at, engine }, g) {
    const texture = engine.i32[g + at.texid];
    if (texture < 0) return {};
    const material = engine.i32[g + at.matid];
    const { mat_texrepeat: repeats } = this.model;
    const made = this.get(texture);
    const id = this.model.mat_texid[ROLES * material + COLOR];
    this.used[material] = { id, x: repeats[2 * material], y: repeats[2 * material + 1] };
    return {
      flat: made instanceof CubeTexture ? null : made,
      cube: made instanceof CubeTexture ? made : null,
      repeat: /** @type {[number, number]} */ ([repeats[2 * material], repeats[2 * material + 1]]),
    };
  }

  /** Whether a program gave a material that is drawn another texture or other repeats. */
  changed() {
    const { mat_texid: ids, mat_texrepeat: repeats } = this.model;
    for (let i = 0; i < this.used.length; i++) {
      const was = this.used[i];
      if (!was) continue;
      if (ids[ROLES * i + COLOR] !== was.id) return true;
      if (repeats[2 * i] !== was.x || repeats[2 * i + 1] !== was.y) return true;
    }
    return false;
  }

  dispose() {
    for (const texture of this.made.values()) texture.dispose();
    this.made.clear();
  }
}
