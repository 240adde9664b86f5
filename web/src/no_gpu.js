// In place of what drives batches on a GPU, in the studio and in bundles of one file.
export function makeGpuBatch() {
  throw new Error(
    "Batches on a GPU come with the modules of the package: this bundle has none. Use backend: 'cpu'.",
  );
}
