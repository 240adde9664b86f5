// An ONNX file of a policy for examples/quadruped.xml as mjlab writes it.
import { Message } from '../../js/env/policy/protobuf.js';
import { Random } from '../../js/env/train/random.js';

export const robotJoints = ['front_left', 'front_right', 'rear_left', 'rear_right'].flatMap((leg) =>
  ['abduction', 'hip', 'knee'].map((part) => `${leg}_${part}`),
);
/** Joint positions of standing. */
export const home = Object.fromEntries(
  robotJoints.map((name) => [name, name.endsWith('hip') ? 0.7 : name.endsWith('knee') ? -1.4 : 0]),
);

const random = new Random(8);
/** @param {number} count @param {number} scale */
const noise = (count, scale) => Float32Array.from({ length: count }, () => scale * random.normal());

/**
 * An ONNX file as mjlab writes it, for a robot with named joints: one layer, and metadata of comma-separated lists.
 * @param {object} [change]
 * @param {Record<string, string | undefined>} [change.metadata] changed or, where undefined, left out
 * @param {number} [change.inputs]
 * @param {number} [change.outputs]
 * @param {number} [change.type] element type of the input
 * @param {string[]} [change.joints]
 */
export function mjlabFile({ metadata = {}, joints = robotJoints, ...change } = {}) {
  const { inputs = 9 + 3 * joints.length + 3, outputs = joints.length, type = 1 } = change;
  const list = (/** @type {number} */ value) => joints.map(() => value.toFixed(3)).join(',');
  const all = {
    run_path: 'none',
    joint_names: joints.join(','),
    joint_stiffness: list(20),
    joint_damping: list(0.5),
    default_joint_pos: joints.map((name) => home[name].toFixed(3)).join(','),
    action_scale: list(0.25),
    command_names: 'twist',
    observation_names:
      'base_lin_vel,base_ang_vel,projected_gravity,joint_pos,joint_vel,actions,command',
    ...metadata,
  };
  const dimensions = (/** @type {number} */ width) =>
    new Message().message(1, new Message().number(1, 1)).message(1, new Message().number(1, width));
  const value = (
    /** @type {string} */ name,
    /** @type {number} */ width,
    /** @type {number} */ kind,
  ) =>
    new Message()
      .text(1, name)
      .message(
        2,
        new Message().message(1, new Message().number(1, kind).message(2, dimensions(width))),
      );
  const weights = noise(inputs * outputs, 0.05);
  const tensor = (
    /** @type {string} */ name,
    /** @type {number[]} */ shape,
    /** @type {Float32Array} */ values,
  ) => {
    const message = new Message();
    for (const size of shape) message.number(1, size);
    return message.number(2, 1).text(8, name).bytes(9, new Uint8Array(values.buffer));
  };
  const graph = new Message()
    .message(5, tensor('w', [inputs, outputs], weights))
    .message(5, tensor('b', [outputs], new Float32Array(outputs)))
    .text(2, 'main_graph');
  let first = 'obs';
  if (type !== 1) {
    const cast = new Message().text(1, 'obs').text(2, 'cast').text(4, 'Cast');
    graph.message(1, cast.message(5, new Message().text(1, 'to').number(3, 1).number(20, 2)));
    first = 'cast';
  }
  const gemm = new Message().text(1, first).text(1, 'w').text(1, 'b').text(2, 'actions');
  graph.message(1, gemm.text(4, 'Gemm')).message(11, value('obs', inputs, type));
  graph.message(12, value('actions', outputs, 1));
  const model = new Message().number(1, 8).text(2, 'pytorch').message(7, graph);
  model.message(8, new Message().text(1, '').number(2, 17));
  for (const [key, text] of Object.entries(all))
    if (text !== undefined) model.message(14, new Message().text(1, key).text(2, text));
  return { bytes: model.encode(), weights };
}
