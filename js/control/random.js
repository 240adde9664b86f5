// Numbers that look random and are the same for the same seed.

/** A source of random numbers. @typedef {{ uniform(): number, normal(): number }} Random uniform: 0 to 1; normal: mean 0, deviation 1 */

/**
 * A source of random numbers: mulberry32 on a mixed seed, normal by Marsaglia's polar method.
 * @param {number} [seed] a whole number
 * @param {number} [stream] another sequence of the same seed
 * @returns {Random}
 */
export function makeRandom(seed = 0, stream = 0) {
  let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(stream + 1, 0xc2b2ae35)) | 0;
  let spare = NaN;
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0;
    let z = Math.imul(state ^ (state >>> 15), 1 | state);
    z = (z + Math.imul(z ^ (z >>> 7), 61 | z)) ^ z;
    return ((z ^ (z >>> 14)) >>> 0) / 4294967296;
  };
  const normal = () => {
    if (!Number.isNaN(spare)) {
      const value = spare;
      spare = NaN;
      return value;
    }
    for (;;) {
      const [x, y] = [2 * uniform() - 1, 2 * uniform() - 1];
      const s = x * x + y * y;
      if (s >= 1 || s === 0) continue;
      const factor = Math.sqrt((-2 * Math.log(s)) / s);
      spare = y * factor;
      return x * factor;
    }
  };
  // neighbouring seeds begin alike
  for (let i = 0; i < 4; i++) uniform();
  return { uniform, normal };
}
