// The copy of limber.wasm inside the package's code, for programs that are one file, and for bundlers that leave the file behind.
import { unpackBytes } from './packing.js';
import { packed } from './generated/inline.js';

/** The module; null in a checkout whose copy was not made (npm run build makes it). */
export async function inlinedModule() {
  return packed ? WebAssembly.compile(await unpackBytes(packed)) : null;
}
