// Films as WebM (Matroska): what an encoder of the browser gave, with the few elements that players ask for.
// Source: the Matroska specification, RFC 9559.

/**
 * @typedef {{ codec: string, chunks: { type: string, timestamp: number }[] }} Encoded
 * @typedef {object} FilmParts
 * @property {number} width in pixels
 * @property {number} height in pixels
 * @property {number} fps
 * @property {string} codec as WebCodecs call it
 * @property {Uint8Array} description what the encoder says of the stream; may be empty
 * @property {Encoded['chunks']} chunks kinds ('key', 'delta') and times (microseconds) of the pictures
 * @property {Uint8Array[]} bytes of the pictures
 */

/** A whole number in as few bytes as it needs. @param {number} value */
function unsigned(value) {
  const bytes = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Uint8Array.from(bytes.length ? bytes : [0]);
}

/** @param {number} value */
function float(value) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return bytes;
}

/** @param {string} text */
const ascii = (text) => new TextEncoder().encode(text);

/** @param {Uint8Array[]} parts */
export function join(parts) {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** An element: its id, its length in eight bytes, its content. @param {number} id @param {...Uint8Array} content */
function element(id, ...content) {
  const length = content.reduce((sum, part) => sum + part.length, 0);
  const size = new Uint8Array(8);
  new DataView(size.buffer).setBigUint64(0, BigInt(length) | (1n << 56n));
  return join([unsigned(id), size, ...content]);
}

/** @param {Uint8Array} bytes @param {number} milliseconds since the cluster began @param {boolean} isKey */
function block(bytes, milliseconds, isKey) {
  const head = new Uint8Array(4);
  head[0] = 0x81; // track 1
  new DataView(head.buffer).setInt16(1, milliseconds);
  head[3] = isKey ? 0x80 : 0;
  return element(0xa3, head, bytes);
}

/** @param {FilmParts} film */
function track({ width, height, codec, description }) {
  const name = codec.startsWith('vp09') ? 'V_VP9' : 'V_VP8';
  return element(
    0xae,
    element(0xd7, unsigned(1)), // number
    element(0x73c5, unsigned(1)), // its identity
    element(0x83, unsigned(1)), // video
    element(0x86, ascii(name)),
    ...(description.length ? [element(0x63a2, description)] : []),
    element(0xe0, element(0xb0, unsigned(width)), element(0xba, unsigned(height))),
  );
}

/**
 * The file.
 * @param {FilmParts} film
 */
export function writeWebm(film) {
  const { chunks, bytes, fps } = film;
  const head = element(
    0x1a45dfa3,
    element(0x4286, unsigned(1)),
    element(0x42f7, unsigned(1)),
    element(0x42f2, unsigned(4)),
    element(0x42f3, unsigned(8)),
    element(0x4282, ascii('webm')),
    element(0x4287, unsigned(4)),
    element(0x4285, unsigned(2)),
  );
  const info = element(
    0x1549a966,
    element(0x2ad7b1, unsigned(1e6)), // times in milliseconds
    element(0x4489, float((1000 * chunks.length) / fps)),
    element(0x4d80, ascii('limber')),
    element(0x5741, ascii('limber')),
  );
  // a cluster from each picture that stands alone
  /** @type {{ start: number, blocks: Uint8Array[] }[]} */
  const clusters = [];
  chunks.forEach(({ type, timestamp }, i) => {
    const time = Math.round(timestamp / 1000);
    if (type === 'key' || clusters.length === 0) clusters.push({ start: time, blocks: [] });
    const { start, blocks } = clusters[clusters.length - 1];
    blocks.push(block(bytes[i], time - start, type === 'key'));
  });
  const written = clusters.map(({ start, blocks }) =>
    element(0x1f43b675, element(0xe7, unsigned(start)), ...blocks),
  );
  return join([head, element(0x18538067, info, element(0x1654ae6b, track(film)), ...written)]);
}
