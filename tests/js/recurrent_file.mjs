// An ONNX file of a policy with memory.
import { Message } from '../../js/env/policy/protobuf.js';

/** An ONNX file with memory: h_out = h_in / 2 + obs, actions = h_out + time_step. */
export function recurrentFile() {
  const value = (/** @type {string} */ name, /** @type {(number | string)[]} */ shape) => {
    const sizes = new Message();
    for (const size of shape)
      sizes.message(
        1,
        typeof size === 'string' ? new Message().text(2, size) : new Message().number(1, size),
      );
    const type = new Message().message(1, new Message().number(1, 1).message(2, sizes));
    return new Message().text(1, name).message(2, type);
  };
  const node = (
    /** @type {string} */ operator,
    /** @type {string[]} */ inputs,
    /** @type {string} */ output,
  ) => {
    const message = new Message();
    for (const input of inputs) message.text(1, input);
    return message.text(2, output).text(4, operator);
  };
  const half = new Message()
    .number(2, 1)
    .text(8, 'half')
    .bytes(9, new Uint8Array(Float32Array.of(0.5).buffer));
  const axis = new Message().text(1, 'axes').number(8, 0).number(20, 7);
  const flat = new Message().text(1, 'keepdims').number(3, 0).number(20, 2);
  const graph = new Message()
    .message(1, node('Mul', ['h_in', 'half'], 'faded'))
    .message(1, node('Add', ['faded', 'obs'], 'h_out'))
    .message(1, node('ReduceMean', ['h_out'], 'flat').message(5, axis).message(5, flat))
    .message(1, node('Add', ['flat', 'time_step'], 'actions'))
    .text(2, 'recurrent')
    .message(5, half)
    .message(11, value('obs', ['n', 2]))
    .message(11, value('h_in', [1, 'n', 2]))
    .message(11, value('time_step', ['n', 1]))
    .message(12, value('actions', ['n', 2]))
    .message(12, value('h_out', [1, 'n', 2]));
  const model = new Message().number(1, 8).message(7, graph);
  return model.message(8, new Message().text(1, '').number(2, 13)).encode();
}
