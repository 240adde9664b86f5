// Random numbers of the learner: sfc32 (C. Doty-Humphrey, PractRand), whose state is saved with a training.

/** A stream of random numbers. */
export class Random {
  /** @type {Uint32Array} */
  state;

  /** @param {number} seed whole number @param {number} [stream] tells streams of one seed apart */
  constructor(seed, stream = 0) {
    this.state = Uint32Array.of(seed >>> 0, Math.floor(seed / 2 ** 32) >>> 0, stream >>> 0, 1);
    for (let i = 0; i < 16; i++) this.next();
  }

  /** A whole number from 0 to 2^32 - 1. */
  next() {
    const s = this.state;
    const result = (s[0] + s[1] + s[3]) >>> 0;
    s[3] += 1;
    s[0] = s[1] ^ (s[1] >>> 9);
    s[1] = s[2] + (s[2] << 3);
    s[2] = ((s[2] << 21) | (s[2] >>> 11)) + result;
    return result;
  }

  /** Uniform, above 0 and below 1. */
  uniform() {
    return (this.next() + 0.5) / 2 ** 32;
  }

  /** Normal with deviation 1. Marsaglia's polar method. */
  normal() {
    for (;;) {
      const x = 2 * this.uniform() - 1;
      const y = 2 * this.uniform() - 1;
      const square = x * x + y * y;
      if (square < 1 && square > 0) return x * Math.sqrt((-2 * Math.log(square)) / square);
    }
  }

  /** Puts numbers in random order. @param {Int32Array | number[]} items */
  shuffle(items) {
    for (let i = items.length - 1; i > 0; i--) {
      const j = Math.floor(this.uniform() * (i + 1));
      const other = items[j];
      items[j] = items[i];
      items[i] = other;
    }
  }
}
