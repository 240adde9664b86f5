// Cuts a job into chunks. Chunks are aligned: their size is a power of two that divides their start, but for the end of the job, so
// that the same job cut again, by other measurements, has mostly the same chunks.

/** @typedef {import('./task.js').Chunk} Chunk */

/** The power of two that is at most a number of at least 1. @param {number} size */
const powerBelow = (size) => 2 ** Math.floor(Math.log2(Math.max(1, size)));

/** What is left of a job. */
export class Cutter {
  /** Intervals that nobody has, by their start. @type {Chunk[]} */
  #free;
  /** Milliseconds for a simulation, as measured; 0: not yet. */
  #each = 0;

  /**
   * @param {number} total
   * @param {Chunk[]} done chunks that need not be cut
   */
  constructor(total, done) {
    /** Those that are left out. @type {Chunk[]} */
    this.used = [];
    this.#free = [];
    let at = 0;
    for (const chunk of [...done].sort((a, b) => a.first - b.first || b.count - a.count)) {
      if (chunk.first < at || chunk.first + chunk.count > total) continue;
      if (chunk.first > at) this.#free.push({ first: at, count: chunk.first - at });
      this.used.push(chunk);
      at = chunk.first + chunk.count;
    }
    if (at < total) this.#free.push({ first: at, count: total - at });
    /** Simulations that nobody has. */
    this.left = this.#free.reduce((sum, { count }) => sum + count, 0);
  }

  /** Notes what a chunk took. @param {number} count @param {number} milliseconds */
  measure(count, milliseconds) {
    const each = Math.max(1e-3, milliseconds / count);
    this.#each = this.#each === 0 ? each : 0.6 * this.#each + 0.4 * each;
  }

  /** Milliseconds for a simulation; 0 when nothing was measured. */
  get each() {
    return this.#each;
  }

  /** Gives a chunk back. @param {Chunk} chunk */
  giveBack(chunk) {
    this.#free.unshift(chunk);
    this.left += chunk.count;
  }

  /**
   * The next chunk, null when all are taken.
   * @param {number} milliseconds that it should take
   * @param {number} threads that work on the job: at the end all should have something
   * @returns {Chunk | null}
   */
  next(milliseconds, threads) {
    const free = this.#free[0];
    if (!free) return null;
    const byTime = this.#each > 0 ? milliseconds / this.#each : 1;
    const fair = Math.ceil(this.left / (2 * threads));
    let size = powerBelow(Math.min(byTime, fair));
    while (free.first % size !== 0) size /= 2;
    const chunk = { first: free.first, count: Math.min(size, free.count) };
    if (chunk.count === free.count) this.#free.shift();
    else this.#free[0] = { first: free.first + chunk.count, count: free.count - chunk.count };
    this.left -= chunk.count;
    return chunk;
  }
}
