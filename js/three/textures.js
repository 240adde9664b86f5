// three textures out of a model's texture data. Pixels are display values and are sampled as they are.
import {
  ClampToEdgeWrapping,
  CubeTexture,
  DataArrayTexture,
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

const LAYERED = 4; // textures alike that are worth an array
const FACES = 6;

/**
 * Pixels of the layers that a texture becomes: one, or the faces of a cube.
 * @param {import('../mujoco.js').MjModel} model
 * @param {number} id
 * @param {boolean} cube
 */
const layerPixels = (model, id, cube) =>
  cube
    ? Array.from({ length: FACES }, (_, face) => facePixels(model, id, face))
    : [pixels(model, id, 0, model.tex_height[id])];

/**
 * Textures of one size and kind as layers of one.
 * @param {import('../mujoco.js').MjModel} model
 * @param {number[]} ids
 * @param {number} anisotropy
 */
function layeredTexture(model, ids, anisotropy) {
  const cube = model.tex_type[ids[0]] !== textureTypes.flat;
  const [width, height] = [model.tex_width[ids[0]], model.tex_height[ids[0]]];
  const rows = cube ? width : height;
  const pieces = ids.flatMap((id) => layerPixels(model, id, cube));
  const bytes = new Uint8Array(4 * width * rows * pieces.length);
  pieces.forEach((piece, i) => bytes.set(piece, i * piece.length));
  const texture = new DataArrayTexture(bytes, width, rows, pieces.length);
  texture.wrapS = texture.wrapT = cube ? ClampToEdgeWrapping : RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.anisotropy = cube ? 1 : anisotropy;
  texture.colorSpace = NoColorSpace;
  texture.needsUpdate = true;
  return texture;
}

/**
 * @typedef {object} Layers textures alike
 * @property {number[]} ids
 * @property {DataArrayTexture | null} texture made on first use
 * @property {'flat' | 'cube'} layered
 *
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
    /** By texture: those that are like it, where they are many. @type {(Layers | undefined)[]} */
    this.alike = [];
    /** Its first layer among them. @type {number[]} */
    this.firstLayer = [];
    this.findAlike();
  }

  findAlike() {
    const { model } = this;
    /** @type {Map<string, number[]>} */
    const sets = new Map();
    for (let id = 0; id < model.ntex; id++) {
      const type = model.tex_type[id];
      if (type === textureTypes.skybox || this.hasAlpha(id)) continue;
      const key = `${type} ${model.tex_width[id]} ${model.tex_height[id]}`;
      sets.set(key, [...(sets.get(key) ?? []), id]);
    }
    for (const ids of sets.values()) {
      if (ids.length < LAYERED) continue;
      const cube = this.isCube(ids[0]);
      /** @type {Layers} */
      const layers = { ids, texture: null, layered: cube ? 'cube' : 'flat' };
      ids.forEach((id, i) => {
        this.alike[id] = layers;
        this.firstLayer[id] = cube ? FACES * i : i;
      });
    }
  }

  /** Options of a material for textures alike. @param {Layers} layers */
  layersOptions(layers) {
    layers.texture ??= layeredTexture(this.model, layers.ids, this.anisotropy);
    return { layers: layers.texture, layered: layers.layered };
  }

  /** Notes what a material that is drawn looks like. @param {number} material */
  note(material) {
    const { mat_texid: ids, mat_texrepeat: repeats } = this.model;
    const id = ids[ROLES * material + COLOR];
    this.used[material] = { id, x: repeats[2 * material], y: repeats[2 * material + 1] };
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
    this.uploadLayers(id);
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

  /** @param {number} id of a texture whose pixels changed */
  uploadLayers(id) {
    const layers = this.alike[id];
    if (!layers?.texture) return;
    const { layered, texture } = layers;
    const bytes = /** @type {Uint8Array} */ (texture.image.data);
    layerPixels(this.model, id, layered === 'cube').forEach((piece, k) =>
      bytes.set(piece, (this.firstLayer[id] + k) * piece.length),
    );
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
    this.note(material);
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
    for (const layers of this.alike) {
      layers?.texture?.dispose();
      if (layers) layers.texture = null;
    }
  }
}
