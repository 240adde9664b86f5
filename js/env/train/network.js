// A multilayer perceptron on the kernels: outputs, and slopes of its parameters.
//
// Rows are samples. Widths are padded to multiples of 8 with zeros that stay zero, so that kernels need no remainders. Weights are
// (inputs x outputs). Parameters of several networks lie behind each other in one array, as do their slopes: Adam takes them at once.

/** @typedef {import('./kernels.js').Arena} Arena */
/** @typedef {import('./kernels.js').Kernels} Kernels */
/** @typedef {import('./random.js').Random} Random */
/** @typedef {'tanh' | 'elu' | 'relu'} Activation */

/**
 * @typedef {object} NetworkPlan
 * @property {number[]} sizes widths: inputs, hidden layers, outputs
 * @property {Activation} activation of the hidden layers
 * @property {number} capacity most rows at a time
 *
 * @typedef {object} Layer
 * @property {number} inputs
 * @property {number} outputs
 * @property {number} weight offset in the parameters
 * @property {number} bias offset in the parameters
 * @property {Float32Array} turned weights turned round (outputs x inputs)
 */

/** @param {number} count */
export const padded = (count) => 8 * Math.ceil(count / 8);

/** Numbers that the parameters of such a network take. @param {number[]} sizes */
export const parameterCount = (sizes) =>
  sizes.slice(1).reduce((sum, size, index) => sum + (padded(sizes[index]) + 1) * padded(size), 0);

/** Numbers of an arena that a network takes besides its parameters and their slopes. @param {NetworkPlan} plan */
export const workCount = ({ sizes, capacity }) =>
  sizes.reduce((sum, size) => sum + 2 * padded(size) * (capacity + 8), 0) + parameterCount(sizes);

export class Network {
  #kernels;
  #plan;
  /** @type {Layer[]} */
  layers = [];
  /** Rows of each layer, the inputs first (capacity x padded width). @type {Float32Array[]} */
  #values;
  /** Slopes of the same. @type {Float32Array[]} */
  #slopes;

  /**
   * @param {Arena} arena
   * @param {NetworkPlan} plan
   * @param {Float32Array} parameters where this network's parameters are to lie
   * @param {Float32Array} slopes as long
   */
  constructor(arena, plan, parameters, slopes) {
    const { sizes } = plan;
    const rows = 4 * Math.ceil(plan.capacity / 4);
    this.#kernels = arena.kernels;
    this.#plan = plan;
    this.parameters = parameters;
    this.slopes = slopes;
    this.#values = sizes.map((size) => arena.floats(rows * padded(size)));
    this.#slopes = sizes.map((size) => arena.floats(rows * padded(size)));
    let offset = 0;
    for (let k = 0; k + 1 < sizes.length; k++) {
      const [inputs, outputs] = [sizes[k], sizes[k + 1]];
      const weight = offset;
      const bias = weight + padded(inputs) * padded(outputs);
      offset = bias + padded(outputs);
      const turned = arena.floats(padded(inputs) * padded(outputs));
      this.layers.push({ inputs, outputs, weight, bias, turned });
    }
  }

  /** Where inputs are written (capacity x padded(inputs)). */
  get input() {
    return this.#values[0];
  }

  /** What forward gives (capacity x padded(outputs)). */
  get output() {
    return this.#values[this.#values.length - 1];
  }

  /** Where the slopes of outputs are written for backward (capacity x padded(outputs)). */
  get outputSlope() {
    return this.#slopes[this.#slopes.length - 1];
  }

  /**
   * Random orthogonal weights (Saxe et al. 2014), zero biases.
   * @param {Random} random
   * @param {number} gain of the last layer; the others have sqrt(2)
   */
  initialize(random, gain) {
    this.layers.forEach(({ inputs, outputs, weight }, index) => {
      const scale = index + 1 < this.layers.length ? Math.SQRT2 : gain;
      const matrix = orthogonal(random, inputs, outputs);
      for (let i = 0; i < inputs; i++)
        for (let j = 0; j < outputs; j++)
          this.parameters[weight + i * padded(outputs) + j] = scale * matrix[i * outputs + j];
    });
    this.refresh();
  }

  /** To be called when parameters changed and backward follows. */
  refresh() {
    for (const { inputs, outputs, weight, turned } of this.layers) {
      const [height, width] = [padded(inputs), padded(outputs)];
      for (let i = 0; i < inputs; i++)
        for (let j = 0; j < outputs; j++)
          turned[j * height + i] = this.parameters[weight + i * width + j];
    }
  }

  /** Computes the outputs of the first rows of the input. @param {number} rows */
  forward(rows) {
    const { activation } = this.#plan;
    const height = 4 * Math.ceil(rows / 4);
    this.layers.forEach(({ inputs, outputs, weight, bias }, index) => {
      const width = padded(outputs);
      const base = this.parameters.byteOffset;
      const target = this.#values[index + 1];
      this.#kernels.product(
        ...[target.byteOffset, 4 * width, base + 4 * bias, 0],
        ...[this.#values[index].byteOffset, 4 * padded(inputs), 4],
        ...[base + 4 * weight, 4 * width, height, width, inputs],
      );
      if (index + 1 < this.layers.length)
        this.#kernels[activation](target.byteOffset, height * width);
    });
  }

  /**
   * Adds to the slopes of the parameters what follows from the slopes of the outputs, after forward with as many rows.
   * @param {number} rows
   */
  backward(rows) {
    const height = 4 * Math.ceil(rows / 4);
    const slopeName = /** @type {const} */ (`${this.#plan.activation}Slope`);
    for (let index = this.layers.length - 1; index >= 0; index--) {
      const { inputs, outputs, weight, bias, turned } = this.layers[index];
      const [depth, width] = [padded(inputs), padded(outputs)];
      const above = this.#slopes[index + 1].byteOffset;
      const below = this.#slopes[index].byteOffset;
      const values = this.#values[index].byteOffset;
      const base = this.slopes.byteOffset;
      const target = base + 4 * weight;
      // weights: inputs turned round times slopes
      this.#kernels.product(
        ...[target, 4 * width, target, 4 * width, values, 4, 4 * depth],
        ...[above, 4 * width, depth, width, rows],
      );
      this.#kernels.sumRows(base + 4 * bias, above, 4 * width, rows, width);
      if (index === 0) break;
      this.#kernels.product(
        ...[below, 4 * depth, 0, 0, above, 4 * width, 4],
        ...[turned.byteOffset, 4 * depth, height, depth, outputs],
      );
      this.#kernels[slopeName](values, below, height * depth);
    }
  }
}

/** @param {Random} random @param {number} rows @param {number} columns */
function orthogonal(random, rows, columns) {
  const [count, length] = [Math.min(rows, columns), Math.max(rows, columns)];
  const vectors = Array.from({ length: count }, () =>
    Float64Array.from({ length }, () => random.normal()),
  );
  const dot = (/** @type {Float64Array} */ a, /** @type {Float64Array} */ b) =>
    a.reduce((sum, value, k) => sum + value * b[k], 0);
  vectors.forEach((vector, index) => {
    for (const other of vectors.slice(0, index)) {
      const part = dot(vector, other);
      for (let k = 0; k < length; k++) vector[k] -= part * other[k];
    }
    const size = Math.sqrt(dot(vector, vector));
    for (let k = 0; k < length; k++) vector[k] /= size;
  });
  const matrix = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++)
      matrix[i * columns + j] = rows <= columns ? vectors[i][j] : vectors[j][i];
  return matrix;
}
