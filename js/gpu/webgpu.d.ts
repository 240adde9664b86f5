// Names of WebGPU for programs whose library does not have them, such as that of TypeScript 5: empty interfaces, which are one with those
// that there are.
declare global {
  interface GPUBindGroup {}
  interface GPUBindGroupLayout {}
  interface GPUBuffer {}
  interface GPUComputePassEncoder {}
  interface GPUComputePipeline {}
  interface GPUDevice {}
  interface GPURenderPipeline {}
  interface GPUTexture {}
}
/** Which processor is preferred where there are two, as WebGPU names it. */
export type Preference = 'low-power' | 'high-performance';
