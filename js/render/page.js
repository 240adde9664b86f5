// The page of the renderer: asks its server for work, draws, and sends back what came of it. It is given the package in one file
// (dist/viewer.js), so that nothing else has to be found.
import { bytesOf, pack, unpack } from './frames.js';

/**
 * What of the package is used here.
 * @typedef {object} Package
 * @property {typeof import('../index.js').load} load
 * @property {typeof import('../three/index.js').PixelRenderer} PixelRenderer
 */
/** @typedef {import('./index.js').PictureOptions} PictureOptions */
/** @typedef {{ number: number, state: Float64Array, options: Required<PictureOptions> }} Picture */
/** @typedef {{ type: string, timestamp: number, bytes: Uint8Array }} Chunk */

/** Models and their renderers, by size. */
class Studio {
  /** @type {import('../index.js').Simulation | null} */
  simulation = null;
  /** @type {Map<string, import('../three/index.js').PixelRenderer>} */
  renderers = new Map();
  /** @type {import('three').WebGLRenderer | undefined} */
  shared;
  /** @type {Film | null} */
  film = null;

  /** @param {Package} limber */
  constructor(limber) {
    this.limber = limber;
  }

  /** @param {Uint8Array} bytes an MJB */
  async open(bytes) {
    for (const renderer of this.renderers.values()) renderer.dispose();
    this.renderers.clear();
    this.simulation?.dispose();
    this.simulation = await this.limber.load(bytes);
  }

  /** @param {Uint8Array} state as saveState gives @param {Required<PictureOptions>} options */
  async place(state, options) {
    const { width, height, samples, camera, lookat, distance, azimuth, elevation } = options;
    const simulation = /** @type {import('../index.js').Simulation} */ (this.simulation);
    simulation.restoreState(new Float64Array(state.buffer, state.byteOffset, state.length / 8));
    simulation.forward();
    const key = `${width} ${height} ${samples}`;
    let pixels = this.renderers.get(key);
    if (!pixels) {
      const made = { width, height, samples, renderer: this.shared };
      pixels = new this.limber.PixelRenderer(simulation, made);
      this.shared ??= pixels.renderer;
      pixels.ownsRenderer = false;
      this.renderers.set(key, pixels);
    }
    if (pixels.view.look !== options.look && !(await pixels.view.setLook(options.look)))
      throw new Error(`the look '${options.look}' does not come`);
    const free = pixels.freeCamera;
    const { mujoco, model } = simulation;
    mujoco.mjv_defaultFreeCamera(model, free);
    if (camera === 'track') {
      free.type = mujoco.mjtCamera.mjCAMERA_TRACKING.value;
      free.trackbodyid = Math.min(1, model.nbody - 1);
    }
    if (lookat) free.lookat = lookat;
    Object.assign(free, withoutNull({ distance, azimuth, elevation }));
    return { pixels, from: { camera: camera === 'track' ? -1 : camera } };
  }

  /** @param {Uint8Array} state @param {Required<PictureOptions>} options */
  async draw(state, options) {
    const { pixels, from } = await this.place(state, options);
    const parts = [bytesOf(pixels.color(from)).slice()];
    if (options.depth) parts.push(bytesOf(pixels.depth(from)).slice());
    if (options.segmentation) parts.push(bytesOf(pixels.segmentation(from)).slice());
    if (options.format) parts.push(await encode(parts[0], options));
    return parts;
  }
}

/** @param {Record<string, unknown>} fields */
const withoutNull = (fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

/** A file of a picture. @param {Uint8Array} rgba @param {Required<PictureOptions>} options */
async function encode(rgba, { width, height, format }) {
  const canvas = new OffscreenCanvas(width, height);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.putImageData(new ImageData(new Uint8ClampedArray(rgba), width, height), 0, 0);
  const blob = await canvas.convertToBlob({ type: `image/${format}`, quality: 0.9 });
  return new Uint8Array(await blob.arrayBuffer());
}

const codecs = {
  webm: ['vp09.00.31.08', 'vp8'],
  // what every player has, and what every Chromium can write
  mp4: ['avc1.640032', 'avc1.42E01E', 'vp09.00.31.08'],
};

/** Pictures that become a film. */
class Film {
  /** @type {Chunk[]} */
  chunks = [];
  /** @type {Uint8Array} */
  description = new Uint8Array();
  /** @type {unknown} */
  error = null;
  count = 0;

  /** @param {{ width: number, height: number, fps: number, container: 'webm' | 'mp4' }} plan */
  constructor(plan) {
    this.plan = plan;
    this.encoder = new VideoEncoder({
      output: (chunk, meta) => this.take(chunk, meta),
      error: (error) => (this.error = error),
    });
  }

  async start() {
    const { width, height, fps, container } = this.plan;
    const bitrate = Math.max(1e6, width * height * fps * 0.15);
    for (const codec of codecs[container]) {
      /** @type {VideoEncoderConfig} */
      const config = { codec, width, height, framerate: fps, bitrate };
      if (codec.startsWith('avc')) config.avc = { format: 'avc' };
      const { supported } = await VideoEncoder.isConfigSupported(config);
      if (!supported) continue;
      this.codec = codec;
      this.encoder.configure(config);
      return;
    }
    throw new Error(`this browser cannot write films of ${width} x ${height} pixels`);
  }

  /** @param {EncodedVideoChunk} chunk @param {EncodedVideoChunkMetadata} [meta] */
  take(chunk, meta) {
    const bytes = new Uint8Array(chunk.byteLength);
    chunk.copyTo(bytes);
    const { description } = meta?.decoderConfig ?? {};
    if (description) {
      const view = ArrayBuffer.isView(description)
        ? bytesOf(description)
        : new Uint8Array(description);
      this.description = view.slice();
    }
    this.chunks.push({ type: chunk.type, timestamp: chunk.timestamp, bytes });
  }

  /** @param {Uint8Array<ArrayBuffer>} rgba */
  async add(rgba) {
    if (this.error) throw this.error;
    const { width, height, fps } = this.plan;
    const timestamp = Math.round((1e6 * this.count) / fps);
    const duration = Math.round(1e6 / fps);
    const options = { format: 'RGBA', codedWidth: width, codedHeight: height, timestamp, duration };
    const frame = new VideoFrame(rgba, /** @type {VideoFrameBufferInit} */ (options));
    this.encoder.encode(frame, { keyFrame: this.count % 60 === 0 });
    frame.close();
    this.count++;
    // an encoder that falls behind would keep all pictures
    while (this.encoder.encodeQueueSize > 8) await new Promise((done) => setTimeout(done, 2));
  }

  async end() {
    await this.encoder.flush();
    this.encoder.close();
    if (this.error) throw this.error;
    const chunks = this.chunks.map(({ type, timestamp }) => ({ type, timestamp }));
    const head = { codec: this.codec, chunks };
    return pack(head, [this.description, ...this.chunks.map(({ bytes }) => bytes)]);
  }
}

/** @param {Studio} studio @param {import('./frames.js').Packet} job */
async function answer(studio, { head, parts }) {
  const options = /** @type {Required<PictureOptions>} */ (head.options);
  if (head.kind === 'open') await studio.open(parts[0]);
  else if (head.kind === 'picture') return pack({}, await studio.draw(parts[0], options));
  else if (head.kind === 'film') {
    studio.film = new Film(/** @type {Film['plan']} */ (head.plan));
    await studio.film.start();
  } else if (head.kind === 'frame') {
    const { pixels, from } = await studio.place(parts[0], options);
    await studio.film?.add(pixels.color(from));
  } else if (head.kind === 'end' && studio.film) return studio.film.end();
  return pack({});
}

/**
 * Works until the server is gone.
 * @param {Package} limber
 */
export async function work(limber) {
  const studio = new Studio(limber);
  for (;;) {
    const response = await fetch('job');
    if (!response.ok) return;
    const job = unpack(new Uint8Array(await response.arrayBuffer()));
    const body = await answer(studio, job).catch((error) =>
      pack({ error: String(error?.message) }),
    );
    await fetch('done', { method: 'POST', body });
  }
}
