// Animated GIF: colours cut down to 255 by median cut over all frames, and the strings of GIF's own variant of LZW (Welch 1984).
//
// What did not change since the frame before is left clear, which is most of a picture of a simulation.

const BITS = 5; // of each colour that the cut tells apart
const COLORS = 255;
const CLEAR = 255; // the index of pixels that stay as they are
const LARGEST_CODE = 4095;

/** @param {number} r @param {number} g @param {number} b */
const cellOf = (r, g, b) => ((r >> 3) << (2 * BITS)) | ((g >> 3) << BITS) | (b >> 3);
const channel = (/** @type {number} */ cell, /** @type {number} */ k) =>
  (cell >> (BITS * (2 - k))) & 31;

/**
 * The palette of frames, and the colour in it of each cell.
 * @param {Uint8ClampedArray[]} frames
 */
function quantize(frames) {
  const counts = new Uint32Array(1 << (3 * BITS));
  for (const pixels of frames)
    for (let i = 0; i < pixels.length; i += 4)
      counts[cellOf(pixels[i], pixels[i + 1], pixels[i + 2])]++;
  const used = Array.from(counts.keys()).filter((cell) => counts[cell] > 0);
  /** @param {number[]} cells */
  const boxOf = (cells) => {
    let axis = 0;
    let width = -1;
    for (let k = 0; k < 3; k++) {
      const values = cells.map((cell) => channel(cell, k));
      const extent =
        values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
      if (extent > width) [axis, width] = [k, extent];
    }
    const weight = cells.reduce((sum, cell) => sum + counts[cell], 0);
    return { cells, axis, worth: width * Math.sqrt(weight) };
  };
  const boxes = [boxOf(used)];
  while (boxes.length < COLORS) {
    const next = boxes.reduce((best, box) => (box.worth > best.worth ? box : best));
    if (next.worth <= 0) break;
    const { axis } = next;
    const sorted = [...next.cells].sort((a, b) => channel(a, axis) - channel(b, axis));
    const half = sorted.reduce((sum, cell) => sum + counts[cell], 0) / 2;
    let cut = 0;
    for (let sum = 0; cut < sorted.length - 1 && sum < half; cut++) sum += counts[sorted[cut]];
    cut = Math.max(cut, 1);
    boxes.splice(boxes.indexOf(next), 1, boxOf(sorted.slice(0, cut)), boxOf(sorted.slice(cut)));
  }
  const palette = new Uint8Array(3 * 256);
  const indices = new Uint8Array(counts.length);
  boxes.forEach(({ cells }, index) => {
    const weight = cells.reduce((sum, cell) => sum + counts[cell], 0);
    for (let k = 0; k < 3; k++) {
      const sum = cells.reduce((all, cell) => all + counts[cell] * channel(cell, k), 0);
      palette[3 * index + k] = Math.round((255 * sum) / weight / 31);
    }
    for (const cell of cells) indices[cell] = index;
  });
  return { palette, indices };
}

/** @param {Uint8Array} indices of 8 bits @param {number[]} out */
function writeStrings(indices, out) {
  /** @type {number[]} */
  const bytes = [];
  let bits = 0;
  let held = 0;
  let size = 9;
  /** @type {Map<number, number>} */
  const codes = new Map();
  let next = 258;
  const put = (/** @type {number} */ code) => {
    held |= code << bits;
    for (bits += size; bits >= 8; bits -= 8, held >>>= 8) bytes.push(held & 255);
  };
  put(256);
  let prefix = indices[0];
  for (let i = 1; i < indices.length; i++) {
    const key = (prefix << 8) | indices[i];
    const known = codes.get(key);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    put(prefix);
    if (next > LARGEST_CODE) {
      put(256);
      codes.clear();
      next = 258;
      size = 9;
    } else {
      if (next === 1 << size) size++;
      codes.set(key, next++);
    }
    prefix = indices[i];
  }
  put(prefix);
  put(257);
  if (bits > 0) bytes.push(held & 255);
  out.push(8);
  for (let i = 0; i < bytes.length; i += 255) {
    const block = bytes.slice(i, i + 255);
    out.push(block.length, ...block);
  }
  out.push(0);
}

/**
 * @param {{ width: number, height: number, frames: Uint8ClampedArray[] }} film frames: rgba
 * @param {number} delay seconds between frames
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function writeGif({ width, height, frames }, delay) {
  const { palette, indices } = quantize(frames);
  const word = (/** @type {number} */ value) => [value & 255, value >> 8];
  const text = (/** @type {string} */ value) => Array.from(value, (one) => one.charCodeAt(0));
  const out = [...text('GIF89a'), ...word(width), ...word(height), 0xf7, 0, 0];
  for (const value of palette) out.push(value);
  out.push(0x21, 0xff, 11, ...text('NETSCAPE2.0'), 3, 1, 0, 0, 0);
  const present = new Uint8Array(width * height);
  frames.forEach((pixels, k) => {
    const shown = new Uint8Array(width * height);
    for (let i = 0; i < shown.length; i++) {
      const index = indices[cellOf(pixels[4 * i], pixels[4 * i + 1], pixels[4 * i + 2])];
      shown[i] = k > 0 && present[i] === index ? CLEAR : index;
      present[i] = index;
    }
    out.push(0x21, 0xf9, 4, k > 0 ? 5 : 4, ...word(Math.round(100 * delay)), CLEAR, 0);
    out.push(0x2c, 0, 0, 0, 0, ...word(width), ...word(height), 0);
    writeStrings(shown, out);
  });
  out.push(0x3b);
  return Uint8Array.from(out);
}
