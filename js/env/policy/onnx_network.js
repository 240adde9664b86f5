// ONNX files that are plain perceptrons, as most policies are, without a runtime: read into a network of our own.
//
// The graph is a chain from the observation to the action: a normaliser (Sub, Div or Mul, Clip), then layers (Gemm, or MatMul and Add)
// with an activation each. Other graphs need onnxruntime-web.
import { MjError } from '../../engine/error.js';
import { readMetadata } from './metadata.js';
import { NetworkPolicy } from './network_policy.js';
import { readOnnx } from './onnx_file.js';
import { fieldsOf, textOf } from './protobuf.js';

/** @typedef {import('./policy_data.js').Activation} Activation */
/** @typedef {import('./policy_data.js').Layer} Layer */
/** @typedef {import('./protobuf.js').Field} Field */
/** A constant. @typedef {{ shape: number[], values: Float32Array }} Tensor */
/** @typedef {{ operator: string, inputs: string[], output: string, attributes: Map<string, Field[]> }} Node */

/** @type {Record<string, Activation>} */
const activations = {
  Elu: 'elu',
  Tanh: 'tanh',
  Relu: 'relu',
  Sigmoid: 'sigmoid',
  Softplus: 'softplus',
};
const FLOAT = 1;

/** @param {Field | undefined} field */
const inside = (field) => [...fieldsOf(field?.bytes ?? new Uint8Array())];

/** @param {Field[]} fields @param {number} number */
const all = (fields, number) => fields.filter((field) => field.number === number);

/** @param {Field | undefined} field of a 32-bit float @param {number} otherwise */
const floatOf = (field, otherwise) =>
  field?.bytes ? new DataView(field.bytes.slice().buffer).getFloat32(0, true) : otherwise;

/** Whole numbers that are packed, or one by one. @param {Field[]} fields */
const wholes = (fields) =>
  fields.flatMap(({ value, bytes }) => {
    if (!bytes) return [value];
    const numbers = [];
    for (let at = 0; at < bytes.length;) {
      let number = 0;
      for (let factor = 1; ; factor *= 128) {
        number += (bytes[at] & 127) * factor;
        if (bytes[at++] < 128 || at >= bytes.length) break;
      }
      numbers.push(number);
    }
    return numbers;
  });

/** A TensorProto of 32-bit floats; null for other types. @param {Field[]} fields @returns {Tensor | null} */
function tensorOf(fields) {
  if (all(fields, 2)[0]?.value !== FLOAT) return null;
  const shape = wholes(all(fields, 1));
  const parts = [...all(fields, 9), ...all(fields, 4)].flatMap(({ bytes }) =>
    bytes ? [bytes] : [],
  );
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  const values = new Float32Array(bytes.buffer, 0, bytes.length >> 2);
  return values.length === shape.reduce((product, size) => product * size, 1)
    ? { shape, values }
    : null;
}

/** @param {Field} field a NodeProto @returns {Node} */
function nodeOf(field) {
  const fields = inside(field);
  const texts = (/** @type {number} */ number) =>
    all(fields, number).map(({ bytes }) => textOf(bytes));
  const attributes = new Map(
    all(fields, 5).map((entry) => {
      const parts = inside(entry);
      return [textOf(all(parts, 1)[0]?.bytes ?? null), parts];
    }),
  );
  return { operator: texts(4)[0] ?? '', inputs: texts(1), output: texts(2)[0] ?? '', attributes };
}

/** Constants that nodes compute from constants. @type {Record<string, (a: number, b: number) => number>} */
const folded = {
  Add: (a, b) => a + b,
  Sub: (a, b) => a - b,
  Mul: (a, b) => a * b,
  Div: (a, b) => a / b,
  Sqrt: (a) => Math.sqrt(a),
};

/** A chain of operators on the observation. */
class Chain {
  /** @type {Float32Array | undefined} */
  mean;
  /** @type {Float32Array | undefined} */
  deviation;
  /** @type {number | undefined} */
  clip;
  /** @type {Layer[]} */
  layers = [];
  /** Whether the last layer waits for its bias. */
  open = false;

  /** @param {string} start @param {number} size @param {Map<string, Tensor>} constants */
  constructor(start, size, constants) {
    this.last = start;
    this.size = size;
    this.constants = constants;
  }

  /** Takes an operator; false where the chain has no place for it. @param {Node} node */
  add(node) {
    const { operator, inputs, output } = node;
    if (inputs[0] !== this.last && inputs[1] !== this.last) return this.#fold(node);
    const others = inputs.filter((name) => name !== this.last && name !== '');
    const given = others.map((name) => this.constants.get(name));
    if (given.some((tensor) => tensor === undefined)) return false;
    const leads = inputs[0] === this.last;
    this.last = output;
    const constants = /** @type {Tensor[]} */ (given);
    if (operator === 'Identity') return true;
    if (operator in activations) return this.#activate(node);
    if (operator === 'Gemm' || operator === 'MatMul') return this.#layer(node, constants);
    if (operator === 'Add' && this.open) return this.#bias(constants[0]);
    // what is subtracted or divided by stands behind the observation
    return this.layers.length === 0 && leads && this.#normalise(operator, constants);
  }

  /** @param {Node} node */
  #fold({ operator, inputs, output, attributes }) {
    if (operator === 'Constant') {
      const field = attributes.get('value')?.find(({ number }) => number === 5);
      const tensor = field && tensorOf(inside(field));
      if (tensor) this.constants.set(output, tensor);
      return true;
    }
    const body = folded[operator];
    const [a, b] = inputs.map((name) => this.constants.get(name));
    if (!body || !a || (inputs.length > 1 && !b)) return false;
    const longer = b && b.values.length > a.values.length ? b : a;
    const at = (/** @type {Tensor} */ tensor, /** @type {number} */ i) =>
      tensor.values[tensor.values.length === 1 ? 0 : i];
    const values = longer.values.map((_, i) => body(at(a, i), b ? at(b, i) : 0));
    this.constants.set(output, { shape: longer.shape, values });
    return true;
  }

  /** A number for each of the observation. @param {Tensor} tensor */
  #row({ values }) {
    if (values.length === this.size) return values;
    return values.length === 1 ? new Float32Array(this.size).fill(values[0]) : undefined;
  }

  /** @param {string} operator @param {Tensor[]} constants */
  #normalise(operator, constants) {
    if (operator === 'Clip') {
      const [low, high] = constants.map(({ values }) => values[0]);
      this.clip = high;
      return constants.length === 2 && low === -high;
    }
    if (this.clip !== undefined || constants.length !== 1) return false;
    const row = this.#row(constants[0]);
    if (!row) return false;
    if (operator === 'Sub' && !this.mean && !this.deviation) this.mean = row;
    else if (operator === 'Div' && !this.deviation) this.deviation = row;
    else if (operator === 'Mul' && !this.deviation) this.deviation = row.map((value) => 1 / value);
    else return false;
    return true;
  }

  /** @param {Node} node @param {Tensor[]} constants */
  #layer({ operator, attributes }, [matrix, offset]) {
    const is = (/** @type {string} */ name) =>
      (attributes.get(name)?.find(({ number }) => number === 3)?.value ?? 0) !== 0;
    const factor = (/** @type {string} */ name) =>
      floatOf(
        attributes.get(name)?.find(({ number }) => number === 2),
        1,
      );
    if (matrix?.shape.length !== 2 || is('transA') || factor('alpha') !== 1 || factor('beta') !== 1)
      return false;
    const turned = operator === 'Gemm' && is('transB');
    const [first, second] = matrix.shape;
    const [inputs, outputs] = turned ? [second, first] : [first, second];
    if (inputs !== (this.layers.at(-1)?.bias.length ?? this.size)) return false;
    const weight = new Float32Array(inputs * outputs);
    for (let i = 0; i < inputs; i++)
      for (let j = 0; j < outputs; j++)
        weight[i * outputs + j] = matrix.values[turned ? j * inputs + i : i * outputs + j];
    const bias = offset ? offset.values : new Float32Array(outputs);
    this.layers.push({ weight, bias, activation: 'none' });
    this.open = operator === 'MatMul';
    return bias.length === outputs;
  }

  /** @param {Tensor} tensor */
  #bias({ values }) {
    const layer = this.layers[this.layers.length - 1];
    this.open = false;
    if (values.length !== layer.bias.length) return false;
    layer.bias = values;
    return true;
  }

  /** @param {Node} node */
  #activate({ operator, attributes }) {
    const layer = this.layers.at(-1);
    this.open = false;
    const alpha = floatOf(
      attributes.get('alpha')?.find(({ number }) => number === 2),
      1,
    );
    if (!layer || layer.activation !== 'none' || alpha !== 1) return false;
    layer.activation = activations[operator];
    return true;
  }
}

/**
 * The network of an ONNX file, or null where its graph is no plain perceptron.
 * @param {Uint8Array} bytes
 * @returns {NetworkPolicy | null}
 */
export function networkOf(bytes) {
  const { inputs, outputs, metadata } = readOnnx(bytes);
  const graph = inside([...fieldsOf(bytes)].find(({ number }) => number === 7));
  const [input] = inputs;
  const size = input?.shape.at(-1) ?? -1;
  if (inputs.length !== 1 || outputs.length !== 1 || input.type !== 'float32' || size <= 0)
    return null;
  /** @type {Map<string, Tensor>} */
  const constants = new Map();
  for (const field of all(graph, 5)) {
    const fields = inside(field);
    const tensor = tensorOf(fields);
    if (tensor) constants.set(textOf(all(fields, 8)[0]?.bytes ?? null), tensor);
  }
  const chain = new Chain(input.name, size, constants);
  if (!all(graph, 1).every((field) => chain.add(nodeOf(field)))) return null;
  if (chain.last !== outputs[0].name || chain.layers.length === 0) return null;
  const { mean, deviation, clip, layers } = chain;
  const actions = layers[layers.length - 1].bias.length;
  const told = readMetadata(metadata, { observations: size, actions });
  if (told.observation.size !== size)
    throw new MjError(
      `policy: metadata: observations have ${told.observation.size} numbers, the network takes ${size}`,
    );
  const observation = { ...told.observation, mean, deviation, clip };
  return Object.assign(new NetworkPolicy({ ...told, observation, layers }), { metadata });
}
