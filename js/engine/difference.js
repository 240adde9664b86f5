// Makes one file of another and of their difference, which scripts/difference.mjs computes.
//
// A difference is a list of numbers (seven bits a byte, the lowest first), then bytes. The numbers are the size of the result, the count
// of pieces, and for each: how many bytes only the result has before it, how long it is, and how far from the end of the last piece it
// stands in the old file (doubled; odd when backwards). The bytes are what is added to those of the pieces, then what only the result has.

/** A number that tells files apart. @param {Uint8Array} bytes */
export function checksum(bytes) {
  let sum = bytes.length;
  for (let i = 0; i < bytes.length; i++) sum = Math.imul(sum ^ bytes[i], 0x01000193);
  return sum >>> 0;
}

/**
 * @param {Uint8Array} old
 * @param {Uint8Array} packed
 */
export function applyDifference(old, packed) {
  let at = 0;
  const number = () => {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = packed[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const result = new Uint8Array(number());
  const pieces = Array.from({ length: number() }, () => [number(), number(), number()]);
  let own = at + pieces.reduce((sum, [, length]) => sum + length, 0);
  let end = 0; // of what is written
  let from = 0;
  for (const [before, length, jump] of pieces) {
    result.set(packed.subarray(own, own + before), end);
    own += before;
    end += before;
    from += jump % 2 ? -(jump + 1) / 2 : jump / 2;
    for (let i = 0; i < length; i++) result[end + i] = old[from + i] + packed[at + i];
    at += length;
    end += length;
    from += length;
  }
  return result;
}
