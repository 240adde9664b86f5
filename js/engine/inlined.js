// The copy of limber.wasm inside the package's code, for programs that are one file, and for bundlers that leave the file behind.
import { packed, size } from './generated/inline.js';
import { unpackLzma } from './lzma.js';
import { fromBase64 } from './packing.js';

/** The module's bytes; null in a checkout whose copy was not made (npm run build makes it). */
export const inlinedBytes = () => (packed ? unpackLzma(fromBase64(packed), size) : null);
