// Entry 'limber/render', for Node: pictures and films of simulations without a page.
//
//   import { render } from 'limber/render';
//   const { color, depth } = await render(simulation, { width: 320, height: 240, camera: 'wrist', depth: true });
//   const { file } = await render(simulation, { format: 'png' });
//
// The renderer is that of pages, in a Chromium, Chrome or Edge of this machine that is started without a window: packages that draw
// in Node itself have WebGL 1 or no window system to stand on. For many pictures make one renderer and close it at the end.
import { MjError, demand } from '../engine/error.js';
import { modelBytes } from '../sim/binary.js';
import { findBrowser, startBrowser } from './browser.js';
import { bytesOf } from './frames.js';
import { writeMp4 } from './mp4.js';
import { Desk } from './server.js';
import { writeWebm } from './webm.js';

/** @typedef {import('../sim/reader.js').SimulationReader} SimulationReader */

/**
 * @typedef {object} PictureOptions
 * @property {number} [width] in pixels (640)
 * @property {number} [height] in pixels (480)
 * @property {number} [samples] of each pixel's edges (4)
 * @property {string | number} [camera] of the model by name or number, 'track': after the first body, -1: free (-1)
 * @property {ArrayLike<number> | null} [lookat] what the free camera looks at, in metres (3); the middle of the model when left out
 * @property {number | null} [distance] of the free camera in metres
 * @property {number | null} [azimuth] of the free camera in degrees
 * @property {number | null} [elevation] of the free camera in degrees
 * @property {boolean} [depth] whether distances are wanted (false)
 * @property {boolean} [segmentation] whether objects are wanted (false)
 * @property {'reference' | 'nice'} [look] as MuJoCo's own renderer draws, or with soft shadows and the light of the surroundings ('reference')
 * @property {'png' | 'jpeg' | 'webp' | null} [format] of a file with the colours, null: none (null)
 *
 * @typedef {object} Picture
 * @property {number} width in pixels
 * @property {number} height in pixels
 * @property {Uint8Array} color red, green, blue, opacity (height x width x 4), from the top
 * @property {Float32Array | null} depth along the camera's axis in metres, Infinity where nothing is (height x width)
 * @property {Int32Array | null} segmentation type (mjtObj) and id of the object, -1 where nothing is (height x width x 2)
 * @property {Uint8Array | null} file the colours as a file
 *
 * @typedef {object} RendererOptions
 * @property {string} [browser] path of the browser's program; the variable CHROMIUM and the usual places when left out
 *
 * @typedef {object} FilmOptions
 * @property {'webm' | 'mp4'} [container] kind of file ('webm')
 * @property {number} [fps] pictures for each second of the film (30)
 */

/** @type {Required<PictureOptions>} */
const defaults = {
  width: 640,
  height: 480,
  samples: 4,
  camera: -1,
  lookat: null,
  distance: null,
  azimuth: null,
  elevation: null,
  depth: false,
  segmentation: false,
  look: 'reference',
  format: null,
};

/** @param {PictureOptions} given @returns {Required<PictureOptions>} */
function complete(given) {
  for (const name of Object.keys(given))
    demand(Object.hasOwn(defaults, name), `render takes ${Object.keys(defaults).join(', ')}`, name);
  const options = { ...defaults, ...given };
  for (const name of /** @type {const} */ (['width', 'height'])) {
    const good = Number.isInteger(options[name]) && options[name] > 0 && options[name] <= 8192;
    demand(good, `render: ${name} is a whole number from 1 to 8192`, options[name]);
  }
  const { format, look, lookat } = options;
  demand(['reference', 'nice'].includes(look), "render: look is 'reference' or 'nice'", look);
  const formats = [null, 'png', 'jpeg', 'webp'];
  demand(formats.includes(format), "render: format is 'png', 'jpeg', 'webp' or null", format);
  demand(lookat === null || lookat.length === 3, 'render: lookat has three numbers', lookat);
  return { ...options, lookat: lookat && Array.from(lookat) };
}

/** @param {SimulationReader} simulation @param {string | number} camera */
function checkCamera(simulation, camera) {
  if (camera !== 'track' && camera !== -1) simulation.camera(camera);
}

/** Draws simulations; one browser for all pictures. */
export class Renderer {
  #desk;
  #browser;
  /** The model that the page has. */
  #bytes = new Uint8Array();
  #filming = false;

  /** @param {Desk} desk @param {ReturnType<typeof startBrowser>} browser */
  constructor(desk, browser) {
    this.#desk = desk;
    this.#browser = browser;
  }

  /** The page gets the model when it is another one than before. @param {SimulationReader} simulation */
  async #show(simulation) {
    const bytes = modelBytes(simulation);
    if (Buffer.compare(bytes, this.#bytes) === 0) return;
    this.#bytes = bytes;
    await this.#desk.ask({ kind: 'open' }, [bytes]);
  }

  /**
   * One picture of the present state.
   * @param {SimulationReader} simulation
   * @param {PictureOptions} [given]
   * @returns {Promise<Picture>}
   */
  async render(simulation, given = {}) {
    const options = complete(given);
    checkCamera(simulation, options.camera);
    const state = bytesOf(simulation.saveState());
    await this.#show(simulation);
    const { parts } = await this.#desk.ask({ kind: 'picture', options }, [state]);
    const { width, height, depth, segmentation, format } = options;
    const next = () => /** @type {Uint8Array<ArrayBuffer>} */ (parts.shift());
    return {
      width,
      height,
      color: next(),
      depth: depth ? new Float32Array(next().buffer) : null,
      segmentation: segmentation ? new Int32Array(next().buffer) : null,
      file: format ? next() : null,
    };
  }

  /**
   * Begins a film: `add` takes a picture of the present state, `end` gives the file. One at a time.
   * @param {PictureOptions & FilmOptions} [given]
   */
  async film({ container = 'webm', fps = 30, ...given } = {}) {
    const options = complete(given);
    const { width, height } = options;
    demand(['webm', 'mp4'].includes(container), "a film is 'webm' or 'mp4'", container);
    demand(fps > 0 && fps <= 240, 'fps is a number up to 240', fps);
    demand(width % 2 === 0 && height % 2 === 0, 'films have an even width and height', [
      width,
      height,
    ]);
    if (this.#filming) throw new MjError('render: another film is being made');
    this.#filming = true;
    const plan = { width, height, fps, container };
    await this.#desk.ask({ kind: 'film', plan });
    return {
      /** @param {SimulationReader} simulation */
      add: async (simulation) => {
        checkCamera(simulation, options.camera);
        const state = bytesOf(simulation.saveState());
        await this.#show(simulation);
        await this.#desk.ask({ kind: 'frame', options }, [state]);
      },
      /** The film as a file. @returns {Promise<Uint8Array>} */
      end: async () => {
        this.#filming = false;
        const { head, parts } = await this.#desk.ask({ kind: 'end' });
        const { codec, chunks } = /** @type {import('./webm.js').Encoded} */ (
          /** @type {unknown} */ (head)
        );
        const [description, ...bytes] = parts;
        const write = container === 'mp4' ? writeMp4 : writeWebm;
        return write({ ...plan, codec, description, chunks, bytes });
      },
    };
  }

  /** Ends the browser. */
  async close() {
    this.#desk.close();
    await this.#browser.close();
  }

  async [Symbol.asyncDispose]() {
    await this.close();
  }
}

/**
 * Starts a renderer for many pictures.
 * @param {RendererOptions} [options]
 * @returns {Promise<Renderer>}
 */
export async function createRenderer(options = {}) {
  const program = findBrowser(options.browser);
  const desk = new Desk();
  const url = await desk.open();
  const browser = startBrowser(program, url, (error) => desk.fail(error));
  return new Renderer(desk, browser);
}

/**
 * One picture, with a browser that ends afterwards; for many make a renderer.
 * @param {SimulationReader} simulation
 * @param {PictureOptions & RendererOptions} [options]
 * @returns {Promise<Picture>}
 */
export async function render(simulation, { browser, ...options } = {}) {
  const renderer = await createRenderer({ browser });
  try {
    return await renderer.render(simulation, options);
  } finally {
    await renderer.close();
  }
}
