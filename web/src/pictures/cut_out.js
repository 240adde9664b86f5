// The model alone, on nothing: without sky, floors and haze.
import { Color, WebGLRenderTarget } from 'three';

const SAMPLES = 4;

/** @param {import('../stage.js').Stage} stage @returns {ImageData} */
export function cutOut({ renderer, scene, view, camera, canvas }) {
  if (!view || !camera) throw new Error('There is no model to take a picture of.');
  const { width, height } = canvas;
  const target = new WebGLRenderTarget(width, height, { samples: SAMPLES });
  const color = renderer.getClearColor(new Color());
  const alpha = renderer.getClearAlpha();
  const { haze } = view.flags;
  try {
    view.flags.haze = false;
    view.update(camera);
    view.sky.visible = false;
    for (const batch of view.shapes.all) if (batch.userData.plane) batch.visible = false;
    renderer.setRenderTarget(target);
    renderer.setClearColor(0, 0);
    renderer.clear();
    view.render(renderer, scene, camera);
    const pixels = new Uint8Array(4 * width * height);
    renderer.readRenderTargetPixels(target, 0, 0, width, height, pixels);
    return upright(pixels, width, height);
  } finally {
    view.flags.haze = haze;
    renderer.setRenderTarget(null);
    renderer.setClearColor(color, alpha);
    target.dispose();
  }
}

/** Rows from the top; colours as they are without what is behind. @param {Uint8Array} pixels @param {number} width @param {number} height */
function upright(pixels, width, height) {
  const image = new ImageData(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = 4 * ((height - 1 - y) * width + x);
      const to = 4 * (y * width + x);
      const alpha = pixels[from + 3];
      for (let k = 0; k < 3; k++)
        image.data[to + k] = alpha > 0 ? Math.min((255 * pixels[from + k]) / alpha, 255) : 0;
      image.data[to + 3] = alpha;
    }
  }
  return image;
}
