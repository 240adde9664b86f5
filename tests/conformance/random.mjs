// Random numbers that a seed repeats: mulberry32 (public domain), a counter whose bits are mixed.

const STEP = 0x6d2b79f5;

/**
 * uniform: in [0, 1); normal: mean 0, variance 1, by Box and Muller's method.
 * @param {number} seed
 */
export function random(seed) {
  let counter = seed >>> 0;
  const uniform = () => {
    counter = (counter + STEP) | 0;
    let bits = Math.imul(counter ^ (counter >>> 15), 1 | counter);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return { uniform, normal };
}
