// Bytes that travel inside source code: zlib's format as base64 text, unpacked by what every engine of JavaScript has built in.

/**
 * @param {string} text
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function inflateBase64(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
