// In the page: one of the reference pictures drawn by our renderer, and its comparison with the picture of native MuJoCo.
import { load } from 'limber';
import { PixelRenderer } from 'limber/three';

const GEOM = 5; // mjOBJ_GEOM
const REACH = 8; // pixels
const SEEN = 30; // sum of differences in colour that makes a thing stand out
/**
 * @typedef {object} Toggled names of values that are not at their defaults
 * @property {string[]} [v] mjtVisFlag
 * @property {string[]} [r] mjtRndFlag
 * @property {string} [l] mjtLabel
 * @property {string} [f] mjtFrame
 *
 * @typedef {object} Entry a picture of the manifest
 * @property {string} image
 * @property {string} model
 * @property {number} keyframe -1 for none
 * @property {number} steps
 * @property {string | number} camera
 * @property {Toggled} [toggled]
 *
 * @typedef {Record<string, Record<string, number>>} Enums values by name, by enum
 */

const flagKinds = { v: 'mjtVisFlag', r: 'mjtRndFlag', l: 'mjtLabel', f: 'mjtFrame' };
/** @type {Record<string, string>} */
const renderFlags = {
  mjRND_SHADOW: 'shadow',
  mjRND_WIREFRAME: 'wireframe',
  mjRND_REFLECTION: 'reflection',
  mjRND_ADDITIVE: 'additive',
  mjRND_SKYBOX: 'skybox',
  mjRND_FOG: 'fog',
  mjRND_HAZE: 'haze',
  mjRND_CULL_FACE: 'cullFace',
};

/** Sets what the manifest says was toggled from its default. @param {PixelRenderer} pixels @param {Toggled} toggled @param {Enums} enums */
function toggle(pixels, toggled, enums) {
  const { view } = pixels;
  for (const name of toggled.v ?? []) {
    const flag = enums[flagKinds.v][name];
    view.option.flags[flag] ^= 1;
    if (name === 'mjVIS_TEXTURE') view.flags.texture = !view.flags.texture;
    if (name === 'mjVIS_STATIC') view.flags.static = !view.flags.static;
    if (name === 'mjVIS_SKIN') view.flags.skin = !view.flags.skin;
  }
  for (const name of toggled.r ?? []) {
    const flag = renderFlags[name];
    const flags = /** @type {Record<string, boolean>} */ (/** @type {object} */ (view.flags));
    if (flag) flags[flag] = !flags[flag];
  }
  if (toggled.l) view.option.label = enums[flagKinds.l][toggled.l];
  if (toggled.f) view.option.frame = enums[flagKinds.f][toggled.f];
  view.apply();
}

/** Draws a picture of the manifest: RGBA and which pixels show an object. @param {Entry} entry @param {Enums} enums */
export async function drawReference(entry, enums, vertexLight = false) {
  const simulation = await load(`/models/${entry.model}`);
  const { mujoco, model, data } = simulation;
  if (entry.keyframe >= 0) mujoco.mj_resetDataKeyframe(model, data, entry.keyframe);
  for (let i = 0; i < entry.steps; i++) mujoco.mj_step(model, data);
  mujoco.mj_forward(model, data);
  const pixels = new PixelRenderer({ mujoco, model, data }, { width: 640, height: 480 });
  pixels.renderer.debug.checkShaderErrors = true;
  // the reference pictures were drawn without it
  pixels.view.anisotropy = 1;
  pixels.view.flags.vertexLight = vertexLight;
  toggle(pixels, entry.toggled ?? {}, enums);
  const segment = (entry.toggled?.r ?? []).includes('mjRND_SEGMENT');
  const bytes = segment
    ? pixels.raw('segment', { camera: entry.camera }).slice()
    : pixels.color({ camera: entry.camera }).slice();
  // the same without objects, but with their shadows and reflections
  const empty = segment ? null : drawEmpty(pixels, entry.camera);
  const calls = pixels.renderer.info.render.calls;
  const geoms = pixels.view.memory.count;
  const objects = pixels.segmentation({ camera: entry.camera });
  const things = Uint8Array.from({ length: objects.length / 2 }, (_, i) =>
    objects[2 * i] < 0 || (objects[2 * i] === GEOM && model.geom_type[objects[2 * i + 1]] === 0)
      ? 0
      : 1,
  );
  pixels.dispose();
  pixels.renderer.forceContextLoss();
  simulation.dispose();
  return { bytes, empty, things, calls, geoms };
}

/**
 * The picture with nothing but planes and sky; what is hidden still throws shadows and is reflected.
 *
 * @param {PixelRenderer} pixels
 * @param {string | number} camera
 */
function drawEmpty(pixels, camera) {
  const { view } = pixels;
  const things = [...view.shapes.all, ...view.deformables.all]
    .filter(({ userData }) => !userData.plane)
    .map(({ material }) => /** @type {import('three').Material} */ (material));
  const kept = things.map((material) => material.depthWrite);
  const { prepare } = view;
  view.prepare = (...args) => {
    const preparing = view.preparing;
    prepare.apply(view, args);
    if (preparing) return;
    for (const material of things) material.colorWrite = material.depthWrite = false;
  };
  const bytes = pixels.color({ camera }).slice();
  Reflect.deleteProperty(view, 'prepare');
  things.forEach((material, i) => {
    material.colorWrite = true;
    material.depthWrite = kept[i];
  });
  return bytes;
}

/**
 * Pixels with a thing, or a few pixels from one: textures of the ground further off do not count.
 *
 * @param {Uint8Array<ArrayBuffer>} things
 */
function neighbourhood(things) {
  const near = new Uint8Array(things.length);
  for (let y = 0; y < 480; y++) {
    for (let x = 0; x < 640; x++) {
      if (!things[640 * y + x]) continue;
      for (let v = Math.max(0, y - REACH); v <= Math.min(479, y + REACH); v++)
        near.fill(1, 640 * v + Math.max(0, x - REACH), 640 * v + Math.min(640, x + REACH + 1));
    }
  }
  return near;
}

/**
 * Share of the pixels of either silhouette that both have.
 *
 * @param {Uint8Array<ArrayBuffer>} ours
 * @param {ImageDataArray} native
 * @param {Uint8Array<ArrayBuffer>} empty
 * @param {Uint8Array<ArrayBuffer>} objects
 */
function overlapOf(ours, native, empty, objects) {
  let both = 0;
  let either = 0;
  const near = neighbourhood(objects);
  for (let i = 0; i < native.length; i += 4) {
    if (!near[i >> 2]) continue;
    const a = distance(ours, empty, i) > SEEN;
    const b = distance(native, empty, i) > SEEN;
    both += a && b ? 1 : 0;
    either += a || b ? 1 : 0;
  }
  return either > 0 ? both / either : null;
}

/** @param {string} url */
async function loadImage(url) {
  const bitmap = await createImageBitmap(await (await fetch(url)).blob(), {
    colorSpaceConversion: 'none',
  });
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
    canvas.getContext('2d', { willReadFrequently: true })
  );
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, bitmap.width, bitmap.height).data;
}

/** Ours, native, difference side by side in a canvas; numbers of the comparison. @param {Entry} entry @param {Enums} enums */
export async function compareReference(entry, enums, vertexLight = false) {
  const ours = await drawReference(entry, enums, vertexLight);
  const native = await loadImage(`/renders/${entry.image}`);
  const [width, height] = [640, 480];
  let sum = 0;
  let near = 0;
  const difference = new Uint8ClampedArray(native.length);
  for (let i = 0; i < native.length; i += 4) {
    const d = distance(native, ours.bytes, i);
    sum += d / 3;
    if (d / 3 <= 8) near++;
    for (let k = 0; k < 3; k++)
      difference[i + k] = Math.min(255, 3 * Math.abs(native[i + k] - ours.bytes[i + k]));
    difference[i + 3] = 255;
  }
  const canvas = new OffscreenCanvas(3 * width, height);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
  for (let i = 3; i < ours.bytes.length; i += 4) ours.bytes[i] = 255;
  [ours.bytes, native, difference].forEach((data, k) =>
    context.putImageData(new ImageData(new Uint8ClampedArray(data), width, height), k * width, 0),
  );
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  const png = await toBase64(blob);
  return {
    png,
    overlap: ours.empty ? overlapOf(ours.bytes, native, ours.empty, ours.things) : null,
    mean: sum / (width * height),
    near: near / (width * height),
    calls: ours.calls,
    geoms: ours.geoms,
  };
}

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b @param {number} i */
const distance = (a, b, i) =>
  Math.abs(a[i] - b[i]) + Math.abs(a[i + 1] - b[i + 1]) + Math.abs(a[i + 2] - b[i + 2]);

/** @param {Blob} blob @returns {Promise<string>} */
const toBase64 = (blob) =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1]);
    reader.readAsDataURL(blob);
  });
