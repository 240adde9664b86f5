// Bytes that travel inside source code: zlib's format as text, unpacked by what every engine of JavaScript has built in.

/**
 * @param {string} text
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function inflateBase64(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return inflate(bytes);
}

/**
 * Four bytes in five characters: digits of base 85 from '(' on, with '}' for the backslash.
 * @param {string} text
 */
export function inflateBase85(text) {
  const bytes = new DataView(new ArrayBuffer((text.length / 5) * 4));
  let word = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    word = word * 85 + (code === 125 ? 92 : code) - 40;
    if (i % 5 === 4) {
      bytes.setUint32(((i - 4) / 5) * 4, word);
      word = 0;
    }
  }
  // the first byte says how many at the end only fill the last word
  return inflate(new Uint8Array(bytes.buffer, 1, bytes.byteLength - 1 - bytes.getUint8(0)));
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
