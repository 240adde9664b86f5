// ONNX files that are plain perceptrons run without a runtime, with the numbers that onnxruntime-web gives.
import assert from 'node:assert/strict';
import test from 'node:test';
import { loadPolicy, makeTask, writeOnnx } from 'limber/env';
import { networkOf } from '../../js/env/policy/onnx_network.js';
import { Message } from '../../js/env/policy/protobuf.js';
import { found } from '../helpers.mjs';

/** @param {number} size @param {number} scale */
const noise = (size, scale) =>
  Float32Array.from({ length: size }, (_, i) => scale * Math.sin(7.13 * (i + 1) ** 1.2));

/** @typedef {import('../../js/env/policy/policy_data.js').Activation} Activation */

/** @param {Activation[]} activations */
function policyData(activations) {
  const size = 5;
  const widths = [size, ...activations.map((_, k) => (k + 1 < activations.length ? 7 + k : 2))];
  return {
    observation: {
      group: 'policy',
      size,
      terms: [{ name: 'state', size }],
      mean: noise(size, 0.2),
      deviation: noise(size, 0.3).map((value) => 1 + Math.abs(value)),
      clip: 4,
    },
    action: { size: 2, names: ['a', 'b'] },
    commands: [],
    period: 0.02,
    layers: activations.map((activation, k) => ({
      weight: noise(widths[k] * widths[k + 1], 0.5),
      bias: noise(widths[k + 1], 0.1),
      activation,
    })),
  };
}

test('a perceptron gives what onnxruntime-web gives', async () => {
  const rows = noise(5 * 16, 3);
  for (const activations of /** @type {Activation[][]} */ ([
    ['elu', 'none'],
    ['tanh', 'relu', 'tanh'],
    ['sigmoid', 'softplus', 'none'],
  ])) {
    const bytes = writeOnnx(policyData(activations));
    const own = found(networkOf(bytes));
    const theirs = await loadPolicy(bytes);
    assert.equal(theirs.kind, 'onnx');
    const [a, b] = [await own.act(rows), await theirs.act(rows)];
    assert.equal(a.length, 32);
    a.forEach((value, i) =>
      assert.ok(Math.abs(value - b[i]) < 2e-6, `${activations} ${i}: ${value} ${b[i]}`),
    );
    theirs.dispose();
  }
});

/** A graph as torch exports it. @param {(add: { node: (operator: string, inputs: string[], output: string, attributes?: Message[]) => void, tensor: (name: string, shape: number[], values: ArrayLike<number>) => void }) => void} fill */
function graph(fill) {
  const made = new Message();
  const value = (/** @type {string} */ name, /** @type {number} */ size) => {
    const dimensions = new Message()
      .message(1, new Message().number(1, 1))
      .message(1, new Message().number(1, size));
    return new Message()
      .text(1, name)
      .message(2, new Message().message(1, new Message().number(1, 1).message(2, dimensions)));
  };
  fill({
    node(operator, inputs, output, attributes = []) {
      const message = new Message();
      for (const input of inputs) message.text(1, input);
      message.text(2, output).text(4, operator);
      for (const attribute of attributes) message.message(5, attribute);
      made.message(1, message);
    },
    tensor(name, shape, values) {
      const message = new Message();
      for (const size of shape) message.number(1, size);
      const bytes = new Uint8Array(Float32Array.from(values).buffer);
      made.message(5, message.number(2, 1).text(8, name).bytes(9, bytes));
    },
  });
  made.message(11, value('obs', 2)).message(12, value('actions', 1));
  return new Message().number(1, 8).message(7, made).encode();
}

test('matrices that are turned, folded constants and single biases are understood', () => {
  const bytes = graph(({ node, tensor }) => {
    tensor('mean', [1, 2], [1, 2]);
    tensor('deviation', [1, 2], [1, 3]);
    tensor('small', [], [1]);
    tensor('first', [3, 2], [1, 2, 3, 4, 5, 6]);
    tensor('offset', [3], [0.5, 0, -0.5]);
    tensor('second', [3, 1], [1, -1, 1]);
    tensor('bias', [1], [0.25]);
    node('Sub', ['obs', 'mean'], 'centred');
    node('Add', ['deviation', 'small'], 'divisor');
    node('Div', ['centred', 'divisor'], 'normal');
    const turned = new Message().text(1, 'transB').number(3, 1).number(20, 2);
    node('Gemm', ['normal', 'first', 'offset'], 'one', [turned]);
    node('Relu', ['one'], 'two');
    node('MatMul', ['two', 'second'], 'three');
    node('Add', ['bias', 'three'], 'actions');
  });
  const [x, y] = [(3 - 1) / 2, (10 - 2) / 4];
  const hidden = [x + 2 * y + 0.5, 3 * x + 4 * y, 5 * x + 6 * y - 0.5];
  const expected = hidden[0] - hidden[1] + hidden[2] + 0.25;
  assert.deepEqual(Array.from(found(networkOf(bytes)).act(Float32Array.of(3, 10))), [expected]);
});

test('other graphs are left to the runtime', () => {
  const skip = graph(({ node, tensor }) => {
    tensor('w', [2, 1], [1, 1]);
    node('MatMul', ['obs', 'w'], 'one');
    node('Add', ['one', 'obs'], 'actions');
  });
  assert.equal(networkOf(skip), null);
  const unknown = graph(({ node }) => node('LSTM', ['obs'], 'actions'));
  assert.equal(networkOf(unknown), null);
});

test('what the file says of itself is the same either way', async () => {
  const env = await makeTask('cartpole', { count: 1 });
  const { action } = env.contract;
  env.dispose();
  const data = policyData(['tanh', 'none']);
  const bytes = writeOnnx({
    ...data,
    action: { ...data.action, names: ['x', 'y'], kind: action.kind },
    task: 'cartpole',
  });
  const own = found(networkOf(bytes));
  const theirs = await loadPolicy(bytes);
  assert.deepEqual(own.action, theirs.action);
  assert.equal(own.task, 'cartpole');
  assert.deepEqual(own.metadata, theirs.metadata);
  const { mean, deviation, clip, ...seen } = own.observation;
  assert.ok(mean && deviation && clip);
  assert.deepEqual({ ...seen, terms: [] }, { ...theirs.observation, terms: [] });
  theirs.dispose();
});
