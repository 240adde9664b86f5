// Running mean and deviation of observations and of rewards, by Chan, Golub and LeVeque's merging of moments (1983).

/** Deviations below this are taken as this: a value that never changes stays 0. */
const LEAST_DEVIATION = 1e-2;

/** @typedef {{ count: number, mean: number[], square: number[] }} MomentState */

/** Moments of numbers in rows. */
export class Moments {
  count = 0;

  /** @param {number} size numbers in a row */
  constructor(size) {
    this.size = size;
    this.mean = new Float64Array(size);
    /** Sum of squared differences from the mean. */
    this.square = new Float64Array(size);
  }

  /** Takes in rows. @param {Float32Array} rows @param {number} rowCount @param {number} [stride] numbers from row to row */
  add(rows, rowCount, stride = this.size) {
    const total = this.count + rowCount;
    if (rowCount === 0) return;
    for (let j = 0; j < this.size; j++) {
      let sum = 0;
      for (let i = 0; i < rowCount; i++) sum += rows[i * stride + j];
      const mean = sum / rowCount;
      let square = 0;
      for (let i = 0; i < rowCount; i++) square += (rows[i * stride + j] - mean) ** 2;
      const difference = mean - this.mean[j];
      this.mean[j] += (difference * rowCount) / total;
      this.square[j] += square + (difference * difference * this.count * rowCount) / total;
    }
    this.count = total;
  }

  /** Deviation of a number; 1 before anything was taken in. @param {number} j */
  deviation(j) {
    if (this.count === 0) return 1;
    return Math.max(Math.sqrt(this.square[j] / this.count), LEAST_DEVIATION);
  }

  /** All deviations. */
  deviations() {
    return Float64Array.from(this.mean, (_, j) => this.deviation(j));
  }

  /** @returns {MomentState} */
  save() {
    return { count: this.count, mean: [...this.mean], square: [...this.square] };
  }

  /** @param {MomentState} state */
  restore({ count, mean, square }) {
    this.count = count;
    this.mean.set(mean);
    this.square.set(square);
  }
}

/** The scale of rewards: deviation of their discounted sums, as in Engstrom et al. 2020. */
export class RewardScale {
  moments = new Moments(1);

  /** @param {number} count rows @param {number} discount */
  constructor(count, discount) {
    this.sums = new Float32Array(count);
    this.discount = discount;
  }

  /** @param {ArrayLike<number>} rewards @param {(row: number) => boolean} hasEnded */
  add(rewards, hasEnded) {
    for (let i = 0; i < this.sums.length; i++)
      this.sums[i] = this.sums[i] * this.discount + rewards[i];
    this.moments.add(this.sums, this.sums.length);
    for (let i = 0; i < this.sums.length; i++) if (hasEnded(i)) this.sums[i] = 0;
  }

  /** What rewards are divided by. */
  get scale() {
    return this.moments.deviation(0);
  }
}
