// Pictures as arrays of numbers, in a page or in a worker: colour, depth in metres, and which object is seen where.
//
//   const pixels = new PixelRenderer(simulation, { width: 320, height: 240 });
//   const rgba = pixels.color({ camera: 'wrist' });       // Uint8Array, 4 per pixel
//   const metres = pixels.depth({ camera: 'wrist' });     // Float32Array, 1 per pixel; Infinity where nothing is
//   const objects = pixels.segmentation({ camera: 0 });   // Int32Array, type and id of the object per pixel; -1 where nothing is
//
// Rows go from top to bottom. The arrays belong to the renderer and are written again by the next call of the same kind. Nothing is
// shown anywhere: drawing happens on an OffscreenCanvas.
import {
  FloatType,
  RedFormat,
  Scene,
  UnsignedByteType,
  WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { ModelCamera } from './model_camera.js';
import { SimulationView } from './simulation_view.js';

/** @typedef {{ camera?: number | string }} PictureOptions camera: name or number; -1, the default, is the free camera */

const DEFAULTS = Object.freeze({ width: 640, height: 480, samples: 4 });

export class PixelRenderer {
  /**
   * @param {import('./simulation_view.js').Simulated} simulated
   * @param {{ width?: number, height?: number, samples?: number, renderer?: WebGLRenderer }} [options] renderer: one that exists
   *   already and is used between its own pictures
   */
  constructor(simulated, options = {}) {
    const { width, height, samples } = { ...DEFAULTS, ...options };
    this.width = width;
    this.height = height;
    this.samples = samples;
    this.ownsRenderer = !options.renderer;
    this.renderer =
      options.renderer ??
      new WebGLRenderer({
        canvas: new OffscreenCanvas(1, 1),
        powerPreference: 'high-performance',
      });
    this.view = new SimulationView(simulated);
    this.scene = new Scene();
    this.scene.add(this.view);
    this.camera = new ModelCamera();
    /** @type {Record<string, WebGLRenderTarget>} */
    this.targets = {};
    /** @type {Record<string, Uint8Array | Float32Array | Int32Array>} */
    this.arrays = {};
  }

  /** The free camera, an MjvCamera: lookat, distance, azimuth, elevation; or type tracking. */
  get freeCamera() {
    return this.view.memory.camera;
  }

  /** @param {PictureOptions} options */
  place({ camera = -1 }) {
    const { mujoco, model, data } = this.view.context;
    const id =
      typeof camera === 'string'
        ? mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_CAMERA.value, camera)
        : camera;
    if (typeof camera === 'string' && id < 0)
      throw new RangeError(`no camera is called "${camera}"`);
    this.camera.lookThrough(this.view.memory, data, id, this.width / this.height);
  }

  /**
   * Colours, 4 bytes per pixel.
   * @param {PictureOptions} [options]
   */
  color(options = {}) {
    const bytes = this.array('color', Uint8Array, 4);
    this.draw('color', options, this.target('color', this.samples, UnsignedByteType), bytes, 4);
    return bytes;
  }

  /**
   * Distances along the axis of the camera in metres; Infinity where nothing is.
   * @param {PictureOptions} [options]
   */
  depth(options = {}) {
    const metres = this.array('depth', Float32Array, 1);
    this.draw('depth', options, this.target('depth', 0, FloatType), metres, 1);
    for (let i = 0; i < metres.length; i++) if (metres[i] === 0) metres[i] = Infinity;
    return metres;
  }

  /**
   * What is seen: type (mjtObj) and id of the object of every pixel, -1 where nothing is.
   * @param {PictureOptions} [options]
   */
  segmentation(options = {}) {
    const bytes = this.array('id', Uint8Array, 4);
    const objects = this.array('segmentation', Int32Array, 2);
    this.draw('id', options, this.target('id', 0, UnsignedByteType), bytes, 4);
    const { memory } = this.view;
    const { i32 } = memory.engine;
    const { at } = memory;
    for (let i = 0; i < bytes.length / 4; i++) {
      const segment = bytes[4 * i] + 256 * bytes[4 * i + 1] + 65536 * bytes[4 * i + 2] - 1;
      const g = segment >= 0 ? memory.geom(segment) : -1;
      objects[2 * i] = g < 0 ? -1 : i32[g + at.objtype];
      objects[2 * i + 1] = g < 0 ? -1 : i32[g + at.objid];
    }
    return objects;
  }

  /**
   * Bytes of a mode of the view, 4 per pixel: 'segment' (grey) or 'id' (number + 1 in 24 bits).
   * @param {'segment' | 'id'} mode
   * @param {PictureOptions} [options]
   */
  raw(mode, options = {}) {
    const bytes = this.array('id', Uint8Array, 4);
    this.draw(mode, options, this.target('id', 0, UnsignedByteType), bytes, 4);
    return bytes;
  }

  /**
   * @param {import('./simulation_view.js').DisplayMode} mode
   * @param {PictureOptions} options
   * @param {WebGLRenderTarget} target
   * @param {Uint8Array | Float32Array} array
   * @param {number} items per pixel
   */
  draw(mode, options, target, array, items) {
    const { renderer, view, scene, camera } = this;
    this.place(options);
    if (view.mode !== mode) view.mode = mode;
    // the engine's scene must see through the same camera: labels and the headlight depend on it
    view.update(camera);
    const old = renderer.getRenderTarget();
    renderer.setRenderTarget(target);
    renderer.setClearColor(0, mode === 'color' ? 1 : 0);
    renderer.clear();
    view.render(renderer, scene, camera);
    renderer.readRenderTargetPixels(target, 0, 0, this.width, this.height, array);
    renderer.setRenderTarget(old);
    flipRows(array, this.width * items, this.height);
  }

  /**
   * @template {Uint8Array | Float32Array | Int32Array} T
   * @param {string} key
   * @param {new (length: number) => T} ArrayType
   * @param {number} items
   * @returns {T}
   */
  array(key, ArrayType, items) {
    this.arrays[key] ??= new ArrayType(this.width * this.height * items);
    return /** @type {T} */ (this.arrays[key]);
  }

  /**
   * @param {string} key
   * @param {number} samples
   * @param {typeof UnsignedByteType | typeof FloatType} type
   */
  target(key, samples, type) {
    this.targets[key] ??= new WebGLRenderTarget(this.width, this.height, {
      samples,
      type,
      ...(type === FloatType ? { format: RedFormat } : {}),
    });
    return this.targets[key];
  }

  dispose() {
    for (const target of Object.values(this.targets)) target.dispose();
    this.view.dispose();
    if (this.ownsRenderer) this.renderer.dispose();
  }
}

/** From bottom-up to top-down. @param {Uint8Array | Float32Array} array @param {number} row items @param {number} rows */
function flipRows(array, row, rows) {
  for (let y = 0; y < rows >> 1; y++) {
    const [a, b] = [y * row, (rows - 1 - y) * row];
    for (let i = 0; i < row; i++) {
      const kept = array[a + i];
      array[a + i] = array[b + i];
      array[b + i] = kept;
    }
  }
}
