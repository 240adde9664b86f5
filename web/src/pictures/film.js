// Frames of the picture for an animated file: what happens, or once round the model.
import { writeGif } from './gif.js';

export const GIF_DELAY = 0.08; // seconds between frames
const WIDEST = 480; // pixels
const LONGEST = 100; // frames
const ROUND = 48; // frames of a turn

/** Small copies of frames. */
class Film {
  /** @param {HTMLCanvasElement} from */
  constructor({ width, height }) {
    const scale = Math.min(1, WIDEST / width);
    this.canvas = document.createElement('canvas');
    this.canvas.width = Math.max(Math.round(width * scale), 1);
    this.canvas.height = Math.max(Math.round(height * scale), 1);
    const context = this.canvas.getContext('2d', { willReadFrequently: true });
    this.context = /** @type {CanvasRenderingContext2D} */ (context);
    /** @type {Uint8ClampedArray[]} */
    this.frames = [];
  }

  /** @param {HTMLCanvasElement} from */
  take(from) {
    const { width, height } = this.canvas;
    this.context.drawImage(from, 0, 0, width, height);
    this.frames.push(this.context.getImageData(0, 0, width, height).data);
  }

  write() {
    const { width, height } = this.canvas;
    return new Blob([writeGif({ width, height, frames: this.frames }, GIF_DELAY)], {
      type: 'image/gif',
    });
  }
}

/**
 * Keeps frames while the simulation runs, until it is stopped or there are many.
 * @param {import('../studio.js').Studio} studio
 * @param {(film: Blob) => void} onEnd
 * @returns {() => void} ends it
 */
export function filmGif(studio, onEnd) {
  const film = new Film(studio.stage.canvas);
  let last = -Infinity;
  const end = () => {
    studio.removeEventListener('frame', take);
    onEnd(film.write());
  };
  const take = () => {
    const now = performance.now();
    if (now - last < 1000 * GIF_DELAY) return;
    last = now;
    film.take(studio.stage.canvas);
    if (film.frames.length === LONGEST) end();
  };
  studio.stage.draw();
  take();
  studio.addEventListener('frame', take);
  return end;
}

/** Once round the model as it stands. @param {import('../studio.js').Studio} studio */
export function turntable({ stage }) {
  const { camera } = stage;
  if (!camera) throw new Error('There is no model to go round.');
  const film = new Film(stage.canvas);
  const { azimuth, fixed, tracked } = camera;
  camera.useFixed(-1);
  for (let k = 0; k < ROUND; k++) {
    camera.azimuth = azimuth + (360 * k) / ROUND;
    stage.draw();
    film.take(stage.canvas);
  }
  camera.azimuth = azimuth;
  camera.tracked = tracked;
  camera.useFixed(fixed);
  stage.draw();
  return film.write();
}
