// The evolution strategy of Salimans, Ho, Chen, Sidor and Sutskever (2017), for many numbers: pairs of opposite directions, costs by
// their ranks, and a step along the mean with Adam (Kingma and Ba, 2015).
import { MjError, demand } from '../engine/error.js';
import { normal } from './random.js';

/**
 * @typedef {object} StrategyOptions
 * @property {number} [population] candidates of a generation, an even number (32)
 * @property {number} [spread] standard deviation of candidates (0.1)
 * @property {number} [rate] length of steps (0.05)
 * @property {number} [seed] of directions (0)
 */

/** Ranks from -0.5, of the least, to 0.5. @param {Float64Array} costs */
function ranks(costs) {
  const order = [...costs.keys()].sort((a, b) => costs[a] - costs[b] || a - b);
  const shaped = new Float64Array(costs.length);
  order.forEach((index, rank) => {
    shaped[index] = rank / (costs.length - 1) - 0.5;
  });
  return shaped;
}

/** Asks for candidates, is told their costs. */
export class EvolutionStrategy {
  #options;
  #first;
  #second;
  /** @type {Float64Array[]} */
  #directions = [];

  /**
   * @param {ArrayLike<number>} start
   * @param {StrategyOptions} [options]
   */
  constructor(start, { population = 32, spread = 0.1, rate = 0.05, seed = 0 } = {}) {
    demand(population > 1 && population % 2 === 0, 'population is an even number', population);
    for (const [name, value] of Object.entries({ spread, rate }))
      demand(value > 0 && Number.isFinite(value), `${name} is a positive number`, value);
    this.#options = { population, spread, rate, seed };
    /** The middle of the candidates. */
    this.mean = Float64Array.from(start);
    this.#first = new Float64Array(this.mean.length);
    this.#second = new Float64Array(this.mean.length);
    this.generation = 0;
  }

  /** Candidates whose costs are wanted; the same ones until they are told. @returns {Float64Array[]} */
  ask() {
    const { population, spread, seed } = this.#options;
    if (this.#directions.length === 0)
      this.#directions = Array.from({ length: population / 2 }, (_, pair) =>
        this.mean.map((__, k) => normal([seed, this.generation, pair, k])),
      );
    return this.#directions.flatMap((direction) =>
      [spread, -spread].map((sign) => this.mean.map((value, k) => value + sign * direction[k])),
    );
  }

  /** Costs of the candidates, in their order; what is no number counts as the worst. @param {ArrayLike<number>} costs */
  tell(costs) {
    const { population, spread, rate } = this.#options;
    if (this.#directions.length === 0) throw new MjError('tell: ask for candidates first');
    demand(
      costs.length === population,
      `one cost for each of ${population} candidates`,
      costs.length,
    );
    const shaped = ranks(
      Float64Array.from(costs, (cost) => (Number.isFinite(cost) ? cost : Infinity)),
    );
    this.generation++;
    const [b1, b2] = [0.9, 0.99];
    for (let k = 0; k < this.mean.length; k++) {
      let slope = 0;
      this.#directions.forEach((direction, pair) => {
        slope += direction[k] * (shaped[2 * pair] - shaped[2 * pair + 1]);
      });
      slope /= population * spread;
      this.#first[k] = b1 * this.#first[k] + (1 - b1) * slope;
      this.#second[k] = b2 * this.#second[k] + (1 - b2) * slope * slope;
      const scale = Math.sqrt(this.#second[k] / (1 - b2 ** this.generation)) + 1e-8;
      this.mean[k] -= (rate * this.#first[k]) / (1 - b1 ** this.generation) / scale;
    }
    this.#directions = [];
  }
}
