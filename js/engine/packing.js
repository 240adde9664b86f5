// Data that travels inside source code: zlib's format as text, unpacked by what every engine of JavaScript has built in.

/** Bytes in base 64. @param {string} text */
export function fromBase64(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/**
 * Bytes in zlib's format and base 64.
 * @param {string} text
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export const unpackBytes = async (text) => inflate(fromBase64(text));

/**
 * Plain data, as wasm/pack.mjs describes it. It becomes JSON's text first: what JSON.parse makes takes a sixth of the memory of
 * objects that are made key by key.
 * @param {string} packed
 * @returns {Promise<unknown>}
 */
export async function unpackData(packed) {
  // (l1: Latin 1)
  const text = new TextDecoder('l1').decode(await inflate(fromBase91(packed)));
  let at = 0;
  const line = () => {
    const start = at;
    at = text.indexOf('\n', at) + 1;
    return text.slice(start, at - 1);
  };
  /** @type {string[][]} */
  const shapes = [];
  for (let keys; (keys = line());) shapes.push(keys.split(' '));
  /** The last string under each key. @type {Record<string, string>} */
  const before = {};
  /** @param {string} key @returns {string} */
  const value = (key) => {
    const code = text.charCodeAt(at);
    if (code > 159) {
      at++;
      return `{${shapes[code - 160].map((name) => `"${name}":${value(name)}`)}}`;
    }
    const sign = text[at];
    if ('[#!\x01'.includes(sign)) at++;
    if (sign === '#') return line();
    if (sign === '!') return 'true';
    if (sign === '[') {
      const list = [];
      while (text[at] !== ']') list.push(value(key));
      at++;
      return `[${list}]`;
    }
    const shared = code > 10 && code < 31;
    if (shared) at++;
    return JSON.stringify((before[key] = (shared ? before[key].slice(0, code - 6) : '') + line()));
  };
  return JSON.parse(value(''));
}

/**
 * Thirteen bits in two characters: digits of base 91, which are what is printable without quotes, backslash and '<'.
 * @param {string} text
 */
function fromBase91(text) {
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
  return bytes.subarray(1, count - bytes[0]);
}

/** @param {Uint8Array<ArrayBuffer>} bytes */
async function inflate(bytes) {
  // Node takes 40 ms to make its first stream and response
  const zlib = globalThis.process?.getBuiltinModule?.('zlib');
  const stream = () => new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(zlib?.inflateSync(bytes) ?? (await new Response(stream()).arrayBuffer()));
}
