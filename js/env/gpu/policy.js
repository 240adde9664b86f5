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
  const most = Math.max(size, ...layers.map(({ bias }) => bias.length));
  if (most > 512) throw new MjError(`GpuPolicy: layers have at most 512 numbers, here ${most}`);
  // environments of a workgroup, four in a vector: what its activations leave room for
  const vectors = most <= 256 ? 2 : 1;
  const each = (/** @type {(v: number) => string} */ text) =>
    Array.from({ length: vectors }, (_, v) => text(v)).join(' ');
  const steps = layers.map(({ weight, bias, activation }, k) => {
    const outputs = bias.length;
    const [w, b] = [place(weight), place(bias)];
    const [from, to] = k % 2 ? ['odd', 'even'] : ['even', 'odd'];
    const inputs = width;
    width = outputs;
    return `  for (var j = lane; j < ${outputs}; j += 64) {
    ${each((v) => `var sum${v} = vec4f(numbers[${b} + j]);`)}
    for (var i = 0; i < ${inputs}; i++) {
      let w = numbers[${w} + i * ${outputs} + j];
      ${each((v) => `sum${v} += w * ${from}[${vectors} * i + ${v}];`)}
    }
    for (var c = 0; c < 4; c++) { ${each((v) => `{ let x = sum${v}[c]; sum${v}[c] = ${functions[activation]('x')}; }`)} }
    ${each((v) => `${to}[${vectors} * j + ${v}] = sum${v};`)}
  }
  workgroupBarrier();`;
  });
  const last = layers.length % 2 ? 'odd' : 'even';
  const together = 4 * vectors;
  const code = `@group(0) @binding(0) var<storage, read> numbers: array<f32>;
@group(0) @binding(1) var<storage, read> observations: array<f32>;
@group(0) @binding(2) var<storage, read_write> actions: array<f32>;
var<workgroup> even: array<vec4f, ${vectors * most}>;
var<workgroup> odd: array<vec4f, ${vectors * most}>;
@compute @workgroup_size(64)
fn act(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) index: u32) {
  let lane = i32(index);
  let first = ${together} * i32(group.x + group.y * 65535u);
  for (var i = lane; i < ${size}; i += 64) {
    for (var v = 0; v < ${vectors}; v++) {
      var x = vec4f(0);
      for (var c = 0; c < 4; c++) { x[c] = observations[min(first + 4 * v + c, ${count - 1}) * ${size} + i]; }
      x = (x - numbers[${means} + i]) / numbers[${deviations} + i];
      even[${vectors} * i + v] = clamp(x, vec4f(${number(-clip)}), vec4f(${number(clip)}));
    }
  }
  workgroupBarrier();
${steps.join('\n')}
  for (var e = lane; e < ${together * width}; e += 64) {
    let row = first + e / ${width};
    let i = e % ${width};
    if (row < ${count}) { actions[row * ${width} + i] = ${last}[${vectors} * i + (e / ${width}) / 4][(e / ${width}) % 4]; }
  }
}
`;
  return { code, numbers: Float32Array.from(numbers), width, together };
}

/** What an environment on the GPU has for a policy. @typedef {import('./batch.js').GpuEnvironments} GpuEnvironments */

export class GpuPolicy {
  #pipeline;
  #group;
  #numbers;

  /** @param {GPUComputePipeline} pipeline @param {GPUBindGroup} group @param {GPUBuffer} numbers @param {string} observation @param {number} groups */
  constructor(pipeline, group, numbers, observation, groups) {
    this.#pipeline = pipeline;
    this.#group = group;
    this.#numbers = numbers;
    /** The row that it looks at. */
    this.observation = observation;
    this.groups = groups;
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
    const { code, numbers, width, together } = textOf(data, count);
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
    return new GpuPolicy(pipeline, group, buffer, observation, Math.ceil(count / together));
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
