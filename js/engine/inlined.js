// The copy of limber.wasm inside the package's code, for programs that are one file, and for bundlers that leave the file behind.
import { packed, size } from './generated/inline.js';
import { unpackLzma } from './lzma.js';
import { fromBase64 } from './packing.js';

/** The module; null in a checkout whose copy was not made (npm run build makes it). */
export async function inlinedModule() {
  return packed ? WebAssembly.compile(unpackLzma(fromBase64(packed), size)) : null;
}
