// What geoms must have in common to be drawn in one call, as one number: a key of maps, made for every geom of every frame.
//
// Fields from low to high: kind (bits), shape, material, data. A surface that reflects has a batch of its own, with a negative key:
// whether it is a box, kind, its place among the mirrors, material.

/** Bits of a kind. */
export const batchKinds = {
  /** drawn after what is opaque, in the order of depth */
  transparent: 1,
  /** of the category mjCAT_DECOR: throws no shadow */
  decoration: 2,
  /** a plane without end */
  endless: 4,
};

const KINDS = 8;
const SHAPES = 128;
const MATERIALS = 65536;
const SIDES = 2; // plane or box
const MIRRORS = 64;

/**
 * @param {number} kind bits
 * @param {number} shape of geomTypes
 * @param {number} material id of a material with a texture, -1 for none
 * @param {number} data of the mesh or height field as mjvGeom has it, -1 for none
 */
export const batchKey = (kind, shape, material, data) =>
  (((data + 1) * MATERIALS + material + 1) * SHAPES + shape) * KINDS + kind;

/**
 * @param {number} kind bits
 * @param {boolean} box its upper face reflects; else a plane
 * @param {number} place among the mirrors
 * @param {number} material id of a material with a texture, -1 for none
 */
export const mirrorKey = (kind, box, place, material) =>
  -1 - ((((material + 1) * MIRRORS + place) * KINDS + kind) * SIDES + (box ? 1 : 0));

/** Whether a key is that of a mirror. @param {number} key */
export const isMirrorKey = (key) => key < 0;
