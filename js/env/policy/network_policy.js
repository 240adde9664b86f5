// A policy of our own JSON: a perceptron in a few loops, the same bits in every engine.
import { exp, log, tanh } from '../math.js';
import { Policy } from './policy.js';

/** @typedef {import('./policy_data.js').PolicyData} PolicyData */
/** @typedef {import('./policy_data.js').Layer} Layer */

/** Activations by name; sums are doubles, results are rounded to 32 bits. @type {Record<string, (x: number) => number>} */
const functions = {
  none: (x) => x,
  elu: (x) => (x > 0 ? x : exp(x) - 1),
  tanh,
  relu: (x) => (x > 0 ? x : 0),
  sigmoid: (x) => 1 / (1 + exp(-x)),
  softplus: (x) => (x > 30 ? x : log(1 + exp(x))),
};

/** A policy that is a perceptron. Its `act` answers at once. */
export class NetworkPolicy extends Policy {
  #values;

  /** @param {PolicyData} data */
  constructor(data) {
    const { observation, action, commands, period } = data;
    super({
      kind: 'json',
      observation: { ...observation, type: 'float32' },
      action,
      commands,
      period,
      training: data.training ?? {},
      task: data.task,
      metadata: {},
    });
    this.data = data;
    this.#values = [
      new Float64Array(observation.size),
      ...data.layers.map(({ bias }) => new Float64Array(bias.length)),
    ];
  }

  /**
   * Actions for observations.
   * @param {import('./policy.js').Observations} observations rows (count x size), or groups of them
   * @returns {Float32Array} (count x action size)
   */
  act(observations) {
    const rows = this.rowsOf(observations);
    const { size, mean, deviation, clip = Infinity } = this.data.observation;
    const count = rows.length / size;
    const width = this.action.size;
    const actions = new Float32Array(count * width);
    const [input] = this.#values;
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < size; j++) {
        const centred = Math.fround(rows[i * size + j] - (mean ? mean[j] : 0));
        const value = Math.fround(centred / (deviation ? deviation[j] : 1));
        input[j] = Math.min(Math.max(value, -clip), clip);
      }
      actions.set(this.#run(), i * width);
    }
    return actions;
  }

  #run() {
    const values = this.#values;
    this.data.layers.forEach(({ weight, bias, activation }, k) => {
      const [input, output] = [values[k], values[k + 1]];
      const width = bias.length;
      for (let j = 0; j < width; j++) output[j] = bias[j];
      for (let i = 0; i < input.length; i++) {
        const factor = input[i];
        for (let j = 0, at = i * width; j < width; j++, at++) output[j] += factor * weight[at];
      }
      const apply = functions[activation];
      for (let j = 0; j < width; j++) output[j] = Math.fround(apply(output[j]));
    });
    return values[values.length - 1];
  }
}
