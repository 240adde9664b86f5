// Pictures of all simulations of a batch on a GPU, drawn from where their numbers are: nothing is read back. Shapes are spheres, capsules,
// ellipsoids, cylinders and boxes, one draw for each geom of the model with an instance for each simulation; planes, height fields and
// meshes are left out, the ground is one of the view's own.
import { groupSize } from './layout.js';

/** @typedef {import('./batch.js').GpuBatch} GpuBatch */

/** Numbers of a shape: positions and normals on the unit shape; the third of the flags moves with the half length. @type {Record<number, () => number[]>} */
const shapes = { 2: ball, 3: ball, 4: ball, 5: drum, 6: box };

/** Triangles of a grid of points. @param {number} rows @param {number} columns @param {(row: number, column: number) => number[]} point */
function grid(rows, columns, point) {
  /** @type {number[]} */
  const out = [];
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) {
      const [a, b, d, e] = [point(r, c), point(r + 1, c), point(r, c + 1), point(r + 1, c + 1)];
      out.push(...a, ...b, ...e, ...a, ...e, ...d);
    }
  return out;
}

function ball() {
  return grid(8, 12, (row, column) => {
    const [t, p] = [(Math.PI * row) / 8, (Math.PI * column) / 6];
    const n = [Math.sin(t) * Math.cos(p), Math.sin(t) * Math.sin(p), Math.cos(t)];
    return [...n, ...n];
  });
}

function drum() {
  const side = grid(1, 16, (row, column) => {
    const p = (Math.PI * column) / 8;
    return [Math.cos(p), Math.sin(p), 2 * row - 1, Math.cos(p), Math.sin(p), 0];
  });
  const caps = [-1, 1].flatMap((z) =>
    grid(1, 16, (row, column) => {
      const p = (Math.PI * column) / 8;
      return [row * Math.cos(p), row * Math.sin(p), z, 0, 0, z];
    }),
  );
  return [...side, ...caps];
}

function box() {
  return [0, 1, 2].flatMap((axis) =>
    [-1, 1].flatMap((side) =>
      grid(1, 1, (row, column) => {
        const point = [0, 0, 0];
        const normal = [0, 0, 0];
        point[axis] = normal[axis] = side;
        point[(axis + 1) % 3] = 2 * row - 1;
        point[(axis + 2) % 3] = 2 * column - 1;
        return [...point, ...normal];
      }),
    ),
  );
}

/** @param {{ floats: number, position: number, rotation: number }} places */
const code = ({ floats, position, rotation }) => /* wgsl */ `
struct View { matrix: mat4x4f, eye: vec4f, columns: u32, spacing: f32, spare0: f32, spare1: f32 }
struct Geom { size: vec4f, color: vec4f, id: i32, round: i32, spare0: i32, spare1: i32 }
@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<storage, read> numbers: array<f32>;
@group(1) @binding(0) var<uniform> geom: Geom;
struct Seen { @builtin(position) position: vec4f, @location(0) normal: vec3f, @location(1) color: vec3f }

fn place(world: u32) -> vec3f {
  let row = world / view.columns;
  let middle = 0.5 * f32(view.columns - 1u);
  return view.spacing * vec3f(f32(world % view.columns) - middle, f32(row) - middle, 0);
}
@vertex
fn shape(@location(0) point: vec3f, @location(1) normal: vec3f, @builtin(instance_index) world: u32) -> Seen {
  let base = (world / ${groupSize}u) * ${groupSize * floats}u + world % ${groupSize}u;
  var p: array<f32, 12>;
  for (var k = 0u; k < 3u; k++) { p[k] = numbers[base + (${position}u + 3u * u32(geom.id) + k) * ${groupSize}u]; }
  for (var k = 0u; k < 9u; k++) { p[3u + k] = numbers[base + (${rotation}u + 9u * u32(geom.id) + k) * ${groupSize}u]; }
  var local = point * geom.size.xyz;
  var away = normal / geom.size.xyz;
  if (geom.round != 0) { local.z += select(-geom.size.w, geom.size.w, point.z > 0); }
  let mat = transpose(mat3x3f(p[3], p[4], p[5], p[6], p[7], p[8], p[9], p[10], p[11]));
  let at = place(world) + vec3f(p[0], p[1], p[2]) + mat * local;
  return Seen(view.matrix * vec4f(at, 1), mat * normalize(away), geom.color.rgb);
}
@vertex
fn ground(@builtin(vertex_index) k: u32) -> Seen {
  let corner = vec2f(f32((k % 3u) % 2u), f32((k % 3u) / 2u));
  let side = select(corner, 1 - corner, k > 2u) * 2 - 1;
  let at = vec3f(side * (view.spacing * f32(view.columns) + 20), 0);
  return Seen(view.matrix * vec4f(at, 1), vec3f(0, 0, 1), vec3f(0.16, 0.2, 0.24));
}
@fragment
fn shade(seen: Seen) -> @location(0) vec4f {
  let light = 0.45 + 0.55 * max(0, dot(normalize(seen.normal), normalize(vec3f(0.3, -0.4, 0.9))));
  return vec4f(seen.color * light, 1);
}
`;

/** Product of matrices by columns. @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
function times(a, b) {
  const out = new Float32Array(16);
  for (let c = 0; c < 4; c++)
    for (let r = 0; r < 4; r++)
      for (let k = 0; k < 4; k++) out[4 * c + r] += a[4 * k + r] * b[4 * c + k];
  return out;
}

/** @typedef {{ azimuth: number, elevation: number, distance: number, lookat: readonly number[], aspect: number }} Camera degrees, m */

/** From the world to the picture. @param {Camera} camera */
function project({ azimuth, elevation, distance, lookat, aspect }) {
  const [a, e] = [azimuth, elevation].map((degrees) => (degrees * Math.PI) / 180);
  const forward = [Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e)];
  const right = [Math.sin(a), -Math.cos(a), 0];
  const up = [
    right[1] * forward[2] - right[2] * forward[1],
    right[2] * forward[0] - right[0] * forward[2],
    right[0] * forward[1] - right[1] * forward[0],
  ];
  const eye = lookat.map((x, k) => x - distance * forward[k]);
  const dot = (/** @type {number[]} */ v) => -(v[0] * eye[0] + v[1] * eye[1] + v[2] * eye[2]);
  const look = [0, 1, 2].flatMap((k) => [right[k], up[k], -forward[k], 0]);
  look.push(dot(right), dot(up), -dot(forward), 1);
  const [near, far, focal] = [0.02 * distance, 20 * distance, 1 / Math.tan(Math.PI / 8)];
  const lens = [
    ...[focal / aspect, 0, 0, 0, 0, focal, 0, 0, 0, 0, far / (near - far), -1, 0, 0],
    ...[(near * far) / (near - far), 0],
  ];
  return times(lens, look);
}

export class WorldsView {
  #device;
  #shapes;
  #ground;
  #group;
  #view;
  #draws;
  #count;
  #columns;
  #spacing;
  /** @type {GPUTexture | null} */
  #depth = null;

  /** @param {{ device: GPUDevice, shapes: GPURenderPipeline, ground: GPURenderPipeline, group: GPUBindGroup, view: GPUBuffer, draws: { group: GPUBindGroup, vertices: GPUBuffer, size: number }[], count: number, spacing: number }} made */
  constructor({ device, shapes, ground, group, view, draws, count, spacing }) {
    this.#device = device;
    this.#shapes = shapes;
    this.#ground = ground;
    this.#group = group;
    this.#view = view;
    this.#draws = draws;
    this.#count = count;
    this.#columns = Math.ceil(Math.sqrt(count));
    this.#spacing = spacing;
  }

  /** Width of the square in which the simulations stand, m. */
  get extent() {
    return this.#columns * this.#spacing;
  }

  /**
   * @param {GpuBatch} batch
   * @param {{ format?: string, spacing?: number }} [options] format of the picture; spacing between simulations, m
   */
  static async make(batch, { format = 'bgra8unorm', spacing = 2 } = {}) {
    const { device, count, model } = batch;
    const { layout, buffers } = await batch.run('view', (worlds) => worlds);
    const places = {
      floats: layout.floats,
      position: layout.get('geom_xpos').offset,
      rotation: layout.get('geom_xmat').offset,
    };
    const module = device.createShaderModule({ code: code(places), label: 'worlds view' });
    const uniform = (/** @type {number} */ binding) => ({
      binding,
      visibility: 3,
      buffer: { type: /** @type {const} */ ('uniform') },
    });
    const numbers = {
      binding: 1,
      visibility: 1,
      buffer: { type: /** @type {const} */ ('read-only-storage') },
    };
    const layouts = [
      device.createBindGroupLayout({ entries: [uniform(0), numbers] }),
      device.createBindGroupLayout({ entries: [uniform(0)] }),
    ];
    const pipeline = (
      /** @type {string} */ entryPoint,
      /** @type {number} */ groups,
      /** @type {GPUVertexBufferLayout[]} */ input,
    ) =>
      device.createRenderPipelineAsync({
        layout: device.createPipelineLayout({ bindGroupLayouts: layouts.slice(0, groups) }),
        vertex: { module, entryPoint, buffers: input },
        fragment: {
          module,
          entryPoint: 'shade',
          targets: [{ format: /** @type {GPUTextureFormat} */ (format) }],
        },
        depthStencil: { format: 'depth24plus', depthWriteEnabled: true, depthCompare: 'less' },
      });
    const attributes = [0, 1].map((k) => ({
      shaderLocation: k,
      offset: 12 * k,
      format: /** @type {const} */ ('float32x3'),
    }));
    const [shapesOf, ground] = await Promise.all([
      pipeline('shape', 2, [{ arrayStride: 24, attributes }]),
      pipeline('ground', 1, []),
    ]);
    const view = device.createBuffer({ size: 96, usage: 64 | 8 });
    const group = device.createBindGroup({
      layout: layouts[0],
      entries: [view, buffers[3]].map((buffer, binding) => ({ binding, resource: { buffer } })),
    });
    const draws = makeDraws(device, model, layouts[1]);
    return new WorldsView({ device, shapes: shapesOf, ground, group, view, draws, count, spacing });
  }

  /** Draws all simulations as they are. @param {GPUTexture} target @param {Omit<Camera, 'aspect'>} camera */
  draw(target, camera) {
    const device = this.#device;
    const { width, height } = target;
    if (this.#depth?.width !== width || this.#depth.height !== height) {
      this.#depth?.destroy();
      this.#depth = device.createTexture({
        size: [width, height],
        format: 'depth24plus',
        usage: 16,
      });
    }
    const words = new Float32Array(24);
    words.set(project({ ...camera, aspect: width / height }));
    new Uint32Array(words.buffer)[20] = this.#columns;
    words[21] = this.#spacing;
    device.queue.writeBuffer(this.#view, 0, words);
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginRenderPass({
      colorAttachments: [
        {
          view: target.createView(),
          loadOp: 'clear',
          storeOp: 'store',
          clearValue: [0.06, 0.08, 0.1, 1],
        },
      ],
      depthStencilAttachment: {
        view: this.#depth.createView(),
        depthLoadOp: 'clear',
        depthStoreOp: 'discard',
        depthClearValue: 1,
      },
    });
    pass.setBindGroup(0, this.#group);
    pass.setPipeline(this.#ground);
    pass.draw(6);
    pass.setPipeline(this.#shapes);
    for (const { group, vertices, size } of this.#draws) {
      pass.setBindGroup(1, group);
      pass.setVertexBuffer(0, vertices);
      pass.draw(size, this.#count);
    }
    pass.end();
    device.queue.submit([encoder.finish()]);
  }

  dispose() {
    this.#depth?.destroy();
    this.#view.destroy();
    for (const vertices of new Set(this.#draws.map((each) => each.vertices))) vertices.destroy();
  }
}

/** Unit shapes and numbers of the geoms that are seen. @param {GPUDevice} device @param {import('../mujoco.js').MjModel} m @param {GPUBindGroupLayout} layout */
function makeDraws(device, m, layout) {
  /** @type {Map<Function, { vertices: GPUBuffer, size: number }>} */
  const made = new Map();
  const draws = [];
  for (let g = 0; g < m.ngeom; g++) {
    const type = m.geom_type[g];
    const make = shapes[type];
    if (!make || m.geom_group[g] > 2 || m.geom_rgba[4 * g + 3] === 0) continue;
    let shape = made.get(make);
    if (!shape) {
      const points = Float32Array.from(make());
      const vertices = device.createBuffer({ size: points.byteLength, usage: 32 | 8 });
      device.queue.writeBuffer(vertices, 0, points);
      made.set(make, (shape = { vertices, size: points.length / 6 }));
    }
    const words = new Float32Array(12);
    const [x, y, z] = m.geom_size.subarray(3 * g, 3 * g + 3);
    const sizes = [
      [x, x, x],
      [x, x, x],
      [x, y, z],
      [x, x, y],
      [x, y, z],
    ][type - 2];
    words.set([...sizes, type === 3 ? y : 0]);
    const material = m.geom_matid[g];
    const rgba = material >= 0 ? m.mat_rgba : m.geom_rgba;
    words.set(rgba.subarray(4 * Math.max(material >= 0 ? material : g, 0)).subarray(0, 4), 4);
    new Int32Array(words.buffer).set([g, Number(type === 3)], 8);
    const buffer = device.createBuffer({ size: 48, usage: 64 | 8 });
    device.queue.writeBuffer(buffer, 0, words);
    const group = device.createBindGroup({
      layout,
      entries: [{ binding: 0, resource: { buffer } }],
    });
    draws.push({ group, ...shape });
  }
  return draws;
}
