// Where a GPU is found: in browsers and workers and Deno as navigator.gpu, in Node by the package webgpu.
import { MjError } from '../engine/error.js';

/** Bits of GPUBufferUsage and GPUMapMode, which Node has no globals for. */
export const usage = { read: 1, copyFrom: 4, copyTo: 8, uniform: 64, storage: 128, mapRead: 1 };

const advice = "; createBatch(source, { backend: 'cpu' }) needs none";

/** Dawn's instance, which has to live as long as its devices. @type {GPU | undefined} */
let instance;

/**
 * A package by a name that bundlers for browsers do not follow.
 * @param {string} name
 * @returns {Promise<{ create: (options: string[]) => GPU }>}
 */
const find = (name) =>
  import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ name);

/** @returns {Promise<GPU>} */
async function findGpu() {
  const here = typeof navigator === 'undefined' ? undefined : navigator.gpu;
  if (here) return here;
  if (!globalThis.process?.versions?.node)
    throw new MjError(`createBatch: this browser has no WebGPU${advice}`);
  try {
    const { create } = await find('webgpu');
    instance ??= create([]);
    return instance;
  } catch (cause) {
    throw new MjError(
      `createBatch: WebGPU in Node needs the package webgpu: npm install webgpu${advice}`,
      { cause },
    );
  }
}

const wanted = /** @type {const} */ ([
  'maxStorageBufferBindingSize',
  'maxBufferSize',
  'maxStorageBuffersPerShaderStage',
  'maxComputeWorkgroupStorageSize',
]);

/**
 * A device with the largest limits that are offered.
 * @param {import('./webgpu.js').Preference} [powerPreference]
 * @param {readonly GPUFeatureName[]} [features] taken where they are offered
 * @returns {Promise<{ device: GPUDevice, adapter: string }>}
 */
export async function openDevice(powerPreference = 'high-performance', features = []) {
  const gpu = await findGpu();
  const adapter = await gpu.requestAdapter({ powerPreference });
  if (!adapter) throw new MjError(`createBatch: there is no GPU adapter here${advice}`);
  const requiredLimits = Object.fromEntries(wanted.map((name) => [name, adapter.limits[name]]));
  const known = [...features, /** @type {GPUFeatureName} */ ('subgroups')];
  const requiredFeatures = known.filter((name) => adapter.features.has(name));
  const device = await adapter.requestDevice({ requiredLimits, requiredFeatures });
  const { vendor, architecture, device: card, description } = adapter.info;
  return { device, adapter: [vendor, architecture, card, description].filter(Boolean).join(' ') };
}
