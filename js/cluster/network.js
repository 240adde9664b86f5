// A small network as a policy: layers with x / (1 + |x|) between them. Sums, products and quotients alone, so that it acts alike, bit by
// bit, on every machine.

/**
 * A policy that was trained, as JSON.
 * @typedef {object} TrainedPolicy
 * @property {'limber-mlp'} format
 * @property {string} task of `limber/env`
 * @property {number[]} sizes numbers of observation, hidden layers, action
 * @property {number[]} low of actions
 * @property {number[]} high
 * @property {number[]} weights of each layer: rows for its outputs, then their offsets
 */

/** Count of weights. @param {readonly number[]} sizes */
export const weightCount = (sizes) =>
  sizes.slice(1).reduce((sum, size, k) => sum + size * (sizes[k] + 1), 0);

/** @param {number} x */
const squash = (x) => x / (1 + Math.abs(x));

/**
 * What a policy does; outputs lie between the limits of actions, where there are some.
 * @param {Pick<TrainedPolicy, 'sizes' | 'low' | 'high'> & { weights: ArrayLike<number> }} policy
 * @param {ArrayLike<number>} observation
 * @returns {Float64Array}
 */
export function act({ sizes, low, high, weights }, observation) {
  let input = Float64Array.from(observation);
  let at = 0;
  for (let layer = 1; layer < sizes.length; layer++) {
    const output = new Float64Array(sizes[layer]);
    const offsets = at + sizes[layer] * input.length;
    for (let i = 0; i < output.length; i++) {
      let sum = weights[offsets + i];
      for (let k = 0; k < input.length; k++) sum += weights[at + i * input.length + k] * input[k];
      output[i] = squash(sum);
    }
    at = offsets + output.length;
    input = output;
  }
  return input.map((value, i) => {
    const [from, to] = [low[i], high[i]];
    return Number.isFinite(from) && Number.isFinite(to)
      ? from + ((to - from) * (value + 1)) / 2
      : value;
  });
}
