// A perceptron on the GPU: observations of all environments become actions without leaving it.
import { MjError } from '../../engine/error.js';
import { number } from './block.js';

/** @typedef {import('../policy/policy_data.js').PolicyData} PolicyData */
/** @typedef {import('../policy/policy_data.js').Activation} Activation */

/** @type {Record<Activation, (x: string) => string>} */
const functions = {
  none: (x) => x,
  elu: (x) => `select(exp(min(${x}, 0.0f)) - 1, ${x}, ${x} > 0)`,
  tanh: (x) => `tanh(clamp(${x}, -15.0f, 15.0f))`,
  relu: (x) => `max(${x}, 0.0f)`,
  sigmoid: (x) => `1 / (1 + exp(-${x}))`,
  softplus: (x) => `select(log(1 + exp(min(${x}, 30.0f))), ${x}, ${x} > 30)`,
};

/** @param {PolicyData} data @param {number} count */
function textOf({ observation, layers }, count) {
  const { size, mean, deviation, clip = Infinity } = observation;
  /** @type {number[]} */
  const numbers = [];
  const place = (/** @type {ArrayLike<number>} */ values) => {
    const at = numbers.length;
    for (let i = 0; i < values.length; i++) numbers.push(values[i]);
    return at;
  };
  const [means, deviations] = [
    place(mean ?? new Float32Array(size)),
    place(deviation ?? new Float32Array(size).fill(1)),
  ];
  let width = size;
  const steps = layers.map(({ weight, bias, activation }, k) => {
    const outputs = bias.length;
    const [w, b] = [place(weight), place(bias)];
    const inputs = width;
    width = outputs;
    return `  var x${k + 1}: array<f32, ${outputs}>;
  for (var j = 0; j < ${outputs}; j++) {
    var sum = numbers[${b} + j];
    for (var i = 0; i < ${inputs}; i++) { sum += x${k}[i] * numbers[${w} + i * ${outputs} + j]; }
    x${k + 1}[j] = ${functions[activation]('sum')};
  }`;
  });
  const code = `@group(0) @binding(0) var<storage, read> numbers: array<f32>;
@group(0) @binding(1) var<storage, read> observations: array<f32>;
@group(0) @binding(2) var<storage, read_write> actions: array<f32>;
@compute @workgroup_size(32)
fn act(@builtin(global_invocation_id) id: vec3u) {
  let row = i32(id.x + id.y * 2097120u);
  if (row >= ${count}) { return; }
  var x0: array<f32, ${size}>;
  for (var i = 0; i < ${size}; i++) {
    let value = (observations[row * ${size} + i] - numbers[${means} + i]) / numbers[${deviations} + i];
    x0[i] = clamp(value, ${number(-clip)}, ${number(clip)});
  }
${steps.join('\n')}
  for (var i = 0; i < ${width}; i++) { actions[row * ${width} + i] = x${layers.length}[i]; }
}
`;
  return { code, numbers: Float32Array.from(numbers), width };
}

/** What an environment on the GPU has for a policy. @typedef {import('./batch.js').GpuEnvironments} GpuEnvironments */

export class GpuPolicy {
  #pipeline;
  #group;
  #numbers;

  /** @param {GPUComputePipeline} pipeline @param {GPUBindGroup} group @param {GPUBuffer} numbers @param {string} observation @param {number} count */
  constructor(pipeline, group, numbers, observation, count) {
    this.#pipeline = pipeline;
    this.#group = group;
    this.#numbers = numbers;
    /** The row that it looks at. */
    this.observation = observation;
    this.groups = Math.ceil(count / 32);
  }

  /**
   * Puts a policy beside environments.
   * @param {GpuEnvironments} environments `env.gpu`
   * @param {PolicyData} data of a perceptron: `policy.data` of what `loadPolicy` read
   */
  static async make(environments, data) {
    const { device, count } = environments;
    const observation = `observation:${data.observation.group}`;
    const source = environments.buffer(observation);
    const target = environments.buffer('givenAction');
    const { code, numbers, width } = textOf(data, count);
    const fits = [
      [data.observation.size, source.size / (4 * count), 'numbers of an observation'],
      [width, target.size / (4 * count), 'numbers of an action'],
    ];
    for (const [wanted, found, what] of fits)
      if (wanted !== found)
        throw new MjError(`GpuPolicy: ${what}: the policy has ${wanted}, the environment ${found}`);
    const buffer = device.createBuffer({ size: numbers.byteLength, usage: 128 | 8 });
    device.queue.writeBuffer(buffer, 0, numbers);
    const module = device.createShaderModule({ code, label: 'policy' });
    const compute = { module, entryPoint: 'act' };
    const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute });
    const group = device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: [buffer, source, target].map((each, binding) => ({
        binding,
        resource: { buffer: each },
      })),
    });
    return new GpuPolicy(pipeline, group, buffer, observation, count);
  }

  /** Adds the network to a pass. @param {GPUComputePassEncoder} pass */
  encode(pass) {
    pass.setPipeline(this.#pipeline);
    pass.setBindGroup(0, this.#group);
    pass.dispatchWorkgroups(Math.min(this.groups, 65535), Math.ceil(this.groups / 65535));
  }

  dispose() {
    this.#numbers.destroy();
  }
}
