// One corner for all that are alike: a graphics card then computes it once for the triangles around it.
import { BufferAttribute, BufferGeometry } from 'three';

const SPREAD = 0x9e3779b1; // of the golden ratio (Knuth, The Art of Computer Programming 3, 6.4)

/** The numbers of corners as bits, one row a corner. @param {import('three').BufferAttribute[]} attributes */
function rowsOf(attributes) {
  const width = attributes.reduce((sum, { itemSize }) => sum + itemSize, 0);
  const rows = new Uint32Array(attributes[0].count * width);
  let first = 0;
  for (const { array, itemSize } of attributes) {
    const bits = new Uint32Array(array.buffer, array.byteOffset, array.length);
    for (let i = 0, from = 0; from < bits.length; i += width)
      for (let k = 0; k < itemSize; k++) rows[i + first + k] = bits[from++];
    first += itemSize;
  }
  return { rows, width };
}

/** Of every corner the number of its like, and one corner of each kind. @param {Uint32Array} rows @param {number} width */
function findLikes(rows, width) {
  const count = rows.length / width;
  const mask = 2 ** Math.ceil(Math.log2(2 * count + 1)) - 1;
  const slots = new Int32Array(mask + 1).fill(-1);
  const index = new Uint32Array(count);
  /** @type {number[]} */
  const kept = [];
  const alike = (/** @type {number} */ a, /** @type {number} */ b) => {
    for (let k = 0; k < width; k++) if (rows[a * width + k] !== rows[b * width + k]) return false;
    return true;
  };
  for (let i = 0; i < count; i++) {
    let hash = 0;
    for (let k = 0; k < width; k++) {
      hash = Math.imul(hash ^ rows[i * width + k], SPREAD);
      hash ^= hash >>> 15;
    }
    let slot = hash & mask;
    while (slots[slot] >= 0 && !alike(kept[slots[slot]], i)) slot = (slot + 1) & mask;
    if (slots[slot] < 0) slots[slot] = kept.push(i) - 1;
    index[i] = slots[slot];
  }
  return { index, kept };
}

/**
 * The same triangles with an index, and without corners that are the same in all attributes.
 * @param {BufferGeometry} geometry of numbers with 32 bits, without an index
 */
export function weld(geometry) {
  const attributes = Object.entries(
    /** @type {Record<string, BufferAttribute>} */ (geometry.attributes),
  );
  const { rows, width } = rowsOf(attributes.map(([, attribute]) => attribute));
  const { index, kept } = findLikes(rows, width);
  const welded = new BufferGeometry();
  for (const [name, { array, itemSize }] of attributes) {
    const values = new Float32Array(itemSize * kept.length);
    kept.forEach((corner, i) => {
      for (let k = 0; k < itemSize; k++) values[i * itemSize + k] = array[corner * itemSize + k];
    });
    welded.setAttribute(name, new BufferAttribute(values, itemSize));
  }
  welded.setIndex(new BufferAttribute(index, 1));
  return welded;
}
