// Pictures as observations: drawn on the page's thread, with limber/three.
import { MjError, demand } from '../engine/error.js';
import { refreshPoses } from '../sim/poses.js';

/** Pictures of a camera. @typedef {{ pixels: true, camera: string | number, width: number, height: number }} PixelsData */

/** @param {unknown} value @returns {value is PixelsData} */
export const isPixels = (value) => typeof value === 'object' && value !== null && 'pixels' in value;

/**
 * Colours as a camera sees them, red, green and blue of each pixel from 0 to 1, rows from top to bottom: a group of its own. In pages, where
 * three is installed.
 * @param {string | number} camera name or number
 * @param {number} width
 * @param {number} height
 * @returns {PixelsData}
 */
export const pixels = (camera, width, height) => ({ pixels: true, camera, width, height });

/** Whether this thread can draw. */
const canDraw = () => typeof OffscreenCanvas !== 'undefined';

/** What draws pictures. @returns {Promise<typeof import('../three/index.js')>} */
export async function openRenderer() {
  if (!canDraw()) throw new MjError('pictures are drawn in a page: Node has no WebGL');
  try {
    return await import('../three/index.js');
  } catch (cause) {
    throw new MjError("pictures need the package three: install it with 'npm install three'", {
      cause,
    });
  }
}

/** @typedef {import('../batch/batch.js').Batch} Batch */
/** @typedef {import('../three/index.js').PixelRenderer} PixelRenderer */

/** @param {Batch} batch @param {string} camera */
function demandCamera({ mujoco, model }, camera) {
  const type = mujoco.mjtObj.mjOBJ_CAMERA.value;
  if (mujoco.mj_name2id(model, type, camera) >= 0) return;
  const names = Array.from({ length: model.ncam }, (_, id) => mujoco.mj_id2name(model, type, id));
  throw new MjError(
    `makeEnv: observe: no camera is called '${camera}', there are ${names.join(', ') || 'none'}`,
  );
}

/** Draws the environments of a batch. */
export class Pictures {
  #batch;
  #groups;
  /** Renderers by their size. @type {Map<string, PixelRenderer>} */
  #renderers = new Map();
  /** @type {typeof import('../three/index.js') | null} */
  #three = null;

  /** @param {Batch} batch @param {Record<string, PixelsData>} groups */
  constructor(batch, groups) {
    this.#batch = batch;
    this.#groups = Object.entries(groups);
    for (const [name, { camera, width, height }] of this.#groups) {
      const good = [width, height].every((size) => Number.isInteger(size) && size > 0);
      demand(good, `makeEnv: observe: ${name}: pixels(camera, width, height)`, [width, height]);
      if (typeof camera === 'string') demandCamera(batch, camera);
    }
  }

  /** Loads what draws. */
  async open() {
    if (this.#groups.length > 0) this.#three = await openRenderer();
  }

  /** Numbers of a picture by group. @returns {[string, number[]][]} */
  get shapes() {
    return this.#groups.map(([name, { width, height }]) => [name, [height, width, 3]]);
  }

  /** @param {import('../sim/simulation.js').Simulation} simulation @param {number} width @param {number} height */
  #renderer(simulation, width, height) {
    const key = `${width}x${height}`;
    let found = this.#renderers.get(key);
    const three = this.#three;
    if (!found && three)
      this.#renderers.set(
        key,
        (found = new three.PixelRenderer(simulation, { width, height, samples: 1 })),
      );
    return /** @type {PixelRenderer} */ (found);
  }

  /** Draws all groups. @param {Record<string, Float32Array>} into by group, a row for each environment */
  draw(into) {
    if (this.#groups.length === 0) return;
    this.#batch.visit((simulation, index) => {
      refreshPoses(simulation);
      for (const [name, { camera, width, height }] of this.#groups) {
        const colors = this.#renderer(simulation, width, height).color({ camera });
        const rows = into[name];
        const from = 3 * width * height * index;
        for (let i = 0; i < width * height; i++)
          for (let k = 0; k < 3; k++) rows[from + 3 * i + k] = colors[4 * i + k] / 255;
      }
    });
  }

  /**
   * A picture of one environment.
   * @param {number} index
   * @param {{ camera?: string | number, width?: number, height?: number }} options
   */
  async picture(index, { camera = -1, width = 320, height = 240 }) {
    this.#three ??= await openRenderer();
    const data = new Uint8ClampedArray(4 * width * height);
    this.#batch.visit(
      (simulation) => {
        refreshPoses(simulation);
        data.set(this.#renderer(simulation, width, height).color({ camera }));
      },
      [index],
    );
    return { width, height, data };
  }

  dispose() {
    for (const renderer of this.#renderers.values()) renderer.dispose();
    this.#renderers.clear();
  }
}
