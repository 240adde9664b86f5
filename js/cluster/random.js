// Normal numbers as a function of where they are used, not of an order: simulation 7 has the noise of simulation 7 in whatever chunk and
// on whatever machine it runs. Additions, products, quotients and square roots alone: their bits are the same on every machine.

/** Mixes the bits of a word (the finaliser of MurmurHash3, public domain). @param {number} word */
function mix(word) {
  let h = word;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** @param {readonly number[]} key whole numbers @param {number} salt */
const word = (key, salt) =>
  key.reduce(
    (hash, part) =>
      mix(Math.imul(mix(hash ^ (part >>> 0)) + 0x9e3779b9, 5) ^ Math.floor(part / 2 ** 32)),
    mix(salt + 0x51ed27),
  );

/**
 * A number from 0 to 1, 1 excluded, with 53 random bits.
 * @param {readonly number[]} key whole numbers that name it
 * @param {number} [salt]
 */
export function uniform(key, salt = 0) {
  const high = word(key, 2 * salt) >>> 5;
  const low = word(key, 2 * salt + 1) >>> 6;
  return (high * 2 ** 26 + low) / 2 ** 53;
}

const view = new DataView(new ArrayBuffer(8));

/** The natural logarithm of a positive normal number, by the series of atanh. @param {number} x */
function logarithm(x) {
  view.setFloat64(0, x);
  let exponent = ((view.getUint16(0) >> 4) & 0x7ff) - 1023;
  view.setUint16(0, (view.getUint16(0) & 0x000f) | (1023 << 4));
  let mantissa = view.getFloat64(0);
  if (mantissa > Math.SQRT2) {
    mantissa /= 2;
    exponent++;
  }
  const z = (mantissa - 1) / (mantissa + 1);
  let sum = 0;
  for (let k = 23; k >= 1; k -= 2) sum = sum * z * z + 1 / k;
  return exponent * Math.LN2 + 2 * z * sum;
}

/**
 * A standard normal number (polar method: Marsaglia and Bray, 1964).
 * @param {readonly number[]} key whole numbers that name it
 */
export function normal(key) {
  for (let salt = 1; ; salt += 2) {
    const u = 2 * uniform(key, salt) - 1;
    const v = 2 * uniform(key, salt + 1) - 1;
    const s = u * u + v * v;
    if (s > 0 && s < 1) return u * Math.sqrt((-2 * logarithm(s)) / s);
  }
}
