// Writes a policy as an ONNX file: Sub, Div and Clip for the normaliser, Gemm and an activation for each layer.
//
// Numbers of fields are those of onnx.proto3; operators are those of opset 13, which every runtime of the last years has.
import { MjError } from '../../engine/error.js';
import { metadataOf } from './metadata.js';
import { Message } from './protobuf.js';

/** @typedef {import('./policy_data.js').PolicyData} PolicyData */
/** @typedef {import('./policy_data.js').Layer} Layer */

const FLOAT = 1;
const OPSET = 13;
const IR_VERSION = 8;

/** Operators of activations. @type {Record<string, string>} */
const operators = {
  elu: 'Elu',
  tanh: 'Tanh',
  relu: 'Relu',
  sigmoid: 'Sigmoid',
  softplus: 'Softplus',
};

/** @param {string} name @param {number[]} shape @param {ArrayLike<number>} values */
function tensor(name, shape, values) {
  const message = new Message();
  for (const size of shape) message.number(1, size);
  const bytes = new DataView(new ArrayBuffer(4 * values.length));
  for (let i = 0; i < values.length; i++) bytes.setFloat32(4 * i, values[i], true);
  return message.number(2, FLOAT).text(8, name).bytes(9, new Uint8Array(bytes.buffer));
}

/** @param {string} name @param {number} size */
function value(name, size) {
  const dimensions = new Message()
    .message(1, new Message().text(2, 'count'))
    .message(1, new Message().number(1, size));
  const tensorType = new Message().number(1, FLOAT).message(2, dimensions);
  return new Message().text(1, name).message(2, new Message().message(1, tensorType));
}

/** @param {string} operator @param {string[]} inputs @param {string} output */
function node(operator, inputs, output) {
  const message = new Message();
  for (const input of inputs) message.text(1, input);
  return message.text(2, output).text(3, output).text(4, operator);
}

/** A graph as it grows: each operator takes what the last one gave. */
class Graph {
  message = new Message();
  last = 'obs';

  /** @param {string} name @param {number[]} shape @param {ArrayLike<number>} values */
  constant(name, shape, values) {
    this.message.message(5, tensor(name, shape, values));
    return name;
  }

  /** @param {string} operator @param {string[]} constants @param {string} output */
  add(operator, constants, output) {
    this.message.message(1, node(operator, [this.last, ...constants], output));
    this.last = output;
  }
}

/**
 * The bytes of an ONNX file with input `obs` (count x size), output `actions`, and the metadata that exporters of mjlab and rsl_rl
 * write, as far as the policy knows them.
 * @param {PolicyData} policy
 * @param {{ metadata?: Record<string, string> }} [options] further metadata
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function writeOnnx(policy, { metadata = {} } = {}) {
  const { observation, layers, action } = policy;
  const graph = new Graph();
  const { size, mean, deviation, clip } = observation;
  if (mean) graph.add('Sub', [graph.constant('mean', [size], mean)], 'centred');
  if (deviation) graph.add('Div', [graph.constant('deviation', [size], deviation)], 'normalised');
  if (clip !== undefined) {
    const bounds = [graph.constant('least', [], [-clip]), graph.constant('most', [], [clip])];
    graph.add('Clip', bounds, 'clipped');
  }
  layers.forEach(({ weight, bias, activation }, index) => {
    const shape = [weight.length / bias.length, bias.length];
    const constants = [
      graph.constant(`weight${index}`, shape, weight),
      graph.constant(`bias${index}`, [bias.length], bias),
    ];
    const isLast = index + 1 === layers.length && activation === 'none';
    graph.add('Gemm', constants, isLast ? 'actions' : `layer${index}`);
    if (activation === 'none') return;
    const operator = operators[activation];
    if (!operator) throw new MjError(`onnx: there is no operator for activation '${activation}'`);
    graph.add(operator, [], index + 1 === layers.length ? 'actions' : `active${index}`);
  });
  graph.message.text(2, 'policy').message(11, value('obs', size));
  graph.message.message(12, value('actions', action.size));
  const model = new Message().number(1, IR_VERSION).text(2, 'limber').message(7, graph.message);
  model.message(8, new Message().text(1, '').number(2, OPSET));
  for (const [key, text] of Object.entries({ ...metadataOf(policy), ...metadata }))
    model.message(14, new Message().text(1, key).text(2, text));
  return model.encode();
}
