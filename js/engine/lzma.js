// Unpacks what scripts/dist.mjs packs with `xz --format=lzma`: LZMA is a sixth smaller than what engines of JavaScript unpack by
// themselves, and that counts in code that carries the whole module.
//
// The format (Igor Pavlov, "LZMA specification", 2015): a range coder decodes one bit after the other, each with a probability of its
// own that learns; bits make literals, or lengths and distances of what is repeated. How literals depend on what stands before them is
// fixed here: four bits of the byte before, no alignment (lc=4, lp=0, pb=0). Without a header; it ends with the marker of the end.

const EVEN = 1024; // a probability of 1/2, of 2048
const LITERAL = 0x300; // probabilities of a literal after one kind of byte
const DAMAGED = 'packed data is damaged';

/** Probabilities that know nothing yet. @param {number} count */
const fresh = (count) => new Uint16Array(count).fill(EVEN);

/** The range coder: bits out of bytes. @param {Uint8Array} packed */
function bitReader(packed) {
  let at = 5;
  // range and code; in an array, since numbers over 2^31 in variables of closures are objects. The first byte is 0
  const coder = new Uint32Array([-1, new DataView(packed.buffer, packed.byteOffset).getUint32(1)]);
  const grow = () => {
    if (coder[0] >= 0x1000000) return;
    coder[0] <<= 8;
    coder[1] = (coder[1] << 8) | packed[at++];
  };
  /** @param {Uint16Array} chances @param {number} index */
  const bit = (chances, index) => {
    const chance = chances[index];
    const bound = (coder[0] >>> 11) * chance;
    const isSet = coder[1] >= bound;
    if (isSet) {
      coder[0] -= bound;
      coder[1] -= bound;
      chances[index] = chance - (chance >>> 5);
    } else {
      coder[0] = bound;
      chances[index] = chance + ((2048 - chance) >>> 5);
    }
    grow();
    return isSet ? 1 : 0;
  };
  /** Bits that are as likely as not, the highest first. @param {number} count */
  const plain = (count) => {
    let value = 0;
    for (; count > 0; count--) {
      coder[0] >>>= 1;
      const isSet = coder[1] >= coder[0];
      if (isSet) coder[1] -= coder[0];
      value = value * 2 + (isSet ? 1 : 0);
      grow();
    }
    return value;
  };
  /** A number by a tree of probabilities, the highest bit first. @param {Uint16Array} chances @param {number} bits */
  const tree = (chances, bits) => {
    let node = 1;
    for (let i = 0; i < bits; i++) node = node * 2 + bit(chances, node);
    return node - (1 << bits);
  };
  /** The same with the lowest bit first. @param {Uint16Array} chances @param {number} bits @param {number} [start] */
  const backwards = (chances, bits, start = 0) => {
    let node = 1;
    let value = 0;
    for (let i = 0; i < bits; i++) {
      const next = bit(chances, start + node);
      node = node * 2 + next;
      value |= next << i;
    }
    return value;
  };
  return { bit, plain, tree, backwards };
}

/** Lengths of what is repeated, from 2. @param {ReturnType<typeof bitReader>} bits */
function lengthReader({ bit, tree }) {
  const choices = fresh(2);
  const [short, middle, long] = [fresh(8), fresh(8), fresh(256)];
  return () => {
    if (!bit(choices, 0)) return 2 + tree(short, 3);
    return bit(choices, 1) ? 18 + tree(long, 8) : 10 + tree(middle, 3);
  };
}

/** How far back a repetition begins, from 0; -1 is the end. @param {ReturnType<typeof bitReader>} bits */
function distanceReader({ plain, tree, backwards }) {
  const slots = Array.from({ length: 4 }, () => fresh(64));
  const [near, low] = [fresh(128), fresh(16)];
  /** @param {number} length */
  return (length) => {
    const slot = tree(slots[Math.min(length, 5) - 2], 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) << bits;
    if (slot < 14) return base + backwards(near, bits, base - slot);
    return (base + plain(bits - 4) * 16 + backwards(low, 4)) | 0;
  };
}

/** Literals: bytes that repeat nothing. @param {ReturnType<typeof bitReader>} bits */
function literalReader({ bit }) {
  const chances = fresh(LITERAL << 4);
  /** @param {number} before the last byte @param {number} expected what stands where the last repetition would go on, -1 for none */
  return (before, expected) => {
    const start = LITERAL * (before >> 4);
    let node = 1;
    while (node < 0x100) {
      let branch = 0;
      if (expected >= 0) {
        expected <<= 1;
        branch = 0x100 + (expected & 0x100);
      }
      const next = bit(chances, start + branch + node);
      node = node * 2 + next;
      // from the first bit that differs on it says nothing
      if (expected >= 0 && next !== ((expected >> 8) & 1)) expected = -1;
    }
    return node & 0xff;
  };
}

/**
 * @param {Uint8Array} packed
 * @param {number} size of what was packed, bytes
 */
export function unpackLzma(packed, size) {
  const bits = bitReader(packed);
  const { bit } = bits;
  const [literal, distance] = [literalReader(bits), distanceReader(bits)];
  const [newLength, oldLength] = [lengthReader(bits), lengthReader(bits)];
  // what was read last makes what comes next likely: 0 to 6 after literals, 7 to 11 after repetitions
  let state = 0;
  const [isRepeated, isOld, isOlder, isOldest, isThird, isLong] = Array.from({ length: 6 }, () =>
    fresh(12),
  );
  const recent = [0, 0, 0, 0];
  const bytes = new Uint8Array(size);
  let at = 0;
  for (;;) {
    if (!bit(isRepeated, state)) {
      if (at === size) throw new RangeError(DAMAGED);
      const expected = state < 7 ? -1 : bytes[at - recent[0] - 1];
      bytes[at] = literal(at > 0 ? bytes[at - 1] : 0, expected);
      at++;
      state = state < 4 ? 0 : state - (state < 10 ? 3 : 6);
      continue;
    }
    let length = 1;
    if (!bit(isOld, state)) {
      length = newLength();
      const far = distance(length);
      if (far === -1) return bytes.subarray(0, at);
      recent.unshift(far);
      recent.length = 4;
      state = state < 7 ? 7 : 10;
    } else {
      let which = 0;
      if (bit(isOlder, state)) which = bit(isOldest, state) ? 2 + bit(isThird, state) : 1;
      const isShort = which === 0 && !bit(isLong, state);
      recent.unshift(...recent.splice(which, 1));
      if (isShort) state = state < 7 ? 9 : 11;
      else {
        length = oldLength();
        state = state < 7 ? 8 : 11;
      }
    }
    const from = at - recent[0] - 1;
    if (from < 0 || at + length > size) throw new RangeError(DAMAGED);
    for (let i = 0; i < length; i++) bytes[at++] = bytes[from + i];
  }
}
