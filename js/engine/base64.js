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
 * Thirteen bits in two characters: digits of base 91, which are what is printable without quotes, backslash and '<'.
 * @param {string} text
 */
export function inflateBase91(text) {
  const bytes = new Uint8Array((text.length * 13) >> 4);
  let count = 0;
  const digit = (/** @type {number} */ at) => {
    const code = text.charCodeAt(at);
    return code - (code > 92 ? 36 : code > 60 ? 35 : code > 39 ? 34 : code > 34 ? 33 : 32);
  };
  let word = 0;
  let bits = 0;
  for (let i = 0; i < text.length; i += 2) {
    word |= (digit(i) * 91 + digit(i + 1)) << bits;
    for (bits += 13; bits > 7; bits -= 8) {
      bytes[count++] = word;
      word >>= 8;
    }
  }
  // the first byte says whether the last one only fills the last digits
  return inflate(bytes.subarray(1, count - bytes[0]));
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
