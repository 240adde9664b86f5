// Random numbers that depend on what they are for, and on nothing else: the seed, the number of the environment, its episode, its
// step, and the purpose. Threads and their order have no part in it.
//
// Philox 4x32-10: J. K. Salmon et al., Parallel random numbers: as easy as 1, 2, 3, SC'11, section 3.3.
import { cos, log, sin } from './math.js';

const WEYL = [0x9e3779b9, 0xbb67ae85];
const FIRST = 0xd2511f53;
const SECOND = 0xcd9e8d57;
const ROUNDS = 10;

/** Purposes; each has its own numbers. */
export const streams = {
  start: 0,
  parameters: 1,
  commands: 2,
  events: 3,
  noise: 4,
  delay: 5,
  terms: 6,
};

/** High word of the product of two words. @param {number} a @param {number} b */
function highProduct(a, b) {
  const aLow = a & 0xffff;
  const aHigh = a >>> 16;
  const bLow = b & 0xffff;
  const bHigh = b >>> 16;
  const middle = aHigh * bLow + ((aLow * bLow) >>> 16);
  const other = aLow * bHigh + (middle & 0xffff);
  return (aHigh * bHigh + (middle >>> 16) + (other >>> 16)) | 0;
}

/** A sequence of random numbers for one purpose. */
export class Random {
  #key = new Int32Array(2);
  #counter = new Int32Array(4);
  #words = new Int32Array(4);
  #used = 4;
  #spare = 0;
  #hasSpare = false;

  /**
   * Starts a sequence.
   * @param {readonly number[]} seed two words
   * @param {number} index of the environment
   * @param {number} episode
   * @param {number} step
   * @param {number} stream one of `streams`
   */
  begin(seed, index, episode, step, stream) {
    this.#key[0] = seed[0];
    this.#key[1] = seed[1];
    this.#counter[0] = index;
    this.#counter[1] = episode;
    this.#counter[2] = step;
    this.#counter[3] = stream << 20;
    this.#used = 4;
    this.#hasSpare = false;
    return this;
  }

  #refill() {
    const words = this.#words;
    const counter = this.#counter;
    let a = counter[0];
    let b = counter[1];
    let c = counter[2];
    let d = counter[3];
    let low = this.#key[0];
    let high = this.#key[1];
    for (let round = 0; round < ROUNDS; round++) {
      const top = highProduct(FIRST, a);
      const bottom = highProduct(SECOND, c);
      const left = Math.imul(FIRST, a);
      const right = Math.imul(SECOND, c);
      a = bottom ^ b ^ low;
      b = right;
      c = top ^ d ^ high;
      d = left;
      low = (low + WEYL[0]) | 0;
      high = (high + WEYL[1]) | 0;
    }
    words[0] = a;
    words[1] = b;
    words[2] = c;
    words[3] = d;
    this.#counter[3]++;
    this.#used = 0;
  }

  /** A word of random bits. */
  bits() {
    if (this.#used === 4) this.#refill();
    return this.#words[this.#used++] >>> 0;
  }

  /** Uniform from low up to high. @param {number} [low] @param {number} [high] */
  uniform(low = 0, high = 1) {
    return low + (high - low) * ((this.bits() + 0.5) / 4294967296);
  }

  /** Normal with a mean of 0 and a deviation of 1 (Box and Muller 1958). */
  normal() {
    if (this.#hasSpare) {
      this.#hasSpare = false;
      return this.#spare;
    }
    const radius = Math.sqrt(-2 * log(this.uniform()));
    const angle = 2 * Math.PI * this.uniform();
    this.#spare = radius * sin(angle);
    this.#hasSpare = true;
    return radius * cos(angle);
  }

  /** A whole number from low to high, both included. @param {number} low @param {number} high */
  integer(low, high) {
    return low + Math.floor(this.uniform(0, high - low + 1));
  }
}
