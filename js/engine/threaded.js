// The module with threads: limber.wasm built once more with atomics and a memory that is imported. Both have nearly the same code, so
// the package carries what differs, an eighth of the module.
import { applyDifference, checksum } from './difference.js';
import { MjError } from './error.js';
import { unpackLzma } from './lzma.js';
import { fromBase64 } from './packing.js';

/** @param {Uint8Array} plain the bytes of limber.wasm */
export async function threadedModule(plain) {
  const { base, packed, size } = await import('./generated/threads.js');
  if (!packed) throw new MjError('this checkout has no threads inside (npm run build makes them)');
  if (checksum(plain) !== base)
    throw new MjError(
      `threads are made out of this package's limber.wasm, and what was loaded (${plain.length} bytes) is another file`,
    );
  return WebAssembly.compile(applyDifference(plain, unpackLzma(fromBase64(packed), size)));
}
