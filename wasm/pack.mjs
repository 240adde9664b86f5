// Plain data as short text for source code, made mechanically; js/engine/packing.js reads it. It knows nothing of what it packs.
//
// Records (objects) of the same keys share a shape, so that keys are written once. Then comes zlib, and thirteen bits become two of
// the 91 characters that need no escapes in a string.

/** @typedef {string | number | true | Data[] | { [key: string]: Data }} Data */

const shapesAt = 160;
/** Codes 11 to 30 stand for 5 to 24 letters that a string has in common with the one before it under the same key. */
const sharedAt = 6;
const leastShared = 5;
const mostShared = 24;
/** Before a string that would look like another value. */
const plain = '\x01';

/** How many letters two strings have in common at their beginnings. @param {string} a @param {string} b */
function sharedLength(a, b) {
  let length = 0;
  while (length < mostShared && length < a.length && a[length] === b[length]) length++;
  return length < leastShared ? 0 : length;
}

/**
 * Text of ASCII characters and, for shapes, codes from 160 on: the keys of each shape in a line, an empty line, and the value. A
 * value is `[` values `]`, the code of a shape and the values of its keys, `#` and a number, `!` for true, or a string up to the end
 * of the line; what it has in common with the beginning of the string before it under the same key is left out.
 * @param {Data} data
 */
export function write(data) {
  /** @type {string[]} */
  const shapes = [];
  /** @type {Record<string, string>} */
  const before = {};
  let text = '';
  /** @param {Data} value @param {string} key */
  const put = (value, key) => {
    if (Array.isArray(value)) {
      text += '[';
      for (const item of value) put(item, key);
      text += ']';
    } else if (typeof value === 'object') {
      const keys = Object.keys(value).join(' ');
      let shape = shapes.indexOf(keys);
      if (shape < 0) shape = shapes.push(keys) - 1;
      text += String.fromCharCode(shapesAt + shape);
      for (const [name, item] of Object.entries(value)) put(item, name);
    } else if (typeof value === 'string') {
      if (!/^[ -~]*$/.test(value)) throw new Error(`'${value}' cannot be packed`);
      const shared = sharedLength(value, before[key] ?? '');
      before[key] = value;
      const mark = /^[[\]#!]/.test(value) ? plain : '';
      text += `${shared ? String.fromCharCode(sharedAt + shared) : mark}${value.slice(shared)}\n`;
    } else if (value === true) {
      text += '!';
    } else {
      text += `#${Number(value)}\n`;
    }
  };
  put(data, '');
  if (shapes.length > 256 - shapesAt) throw new Error('records of too many kinds');
  return `${shapes.join('\n')}\n\n${text}`;
}

/** Bytes as text that needs no escapes in source code. @param {Uint8Array} bytes */
function base91(bytes) {
  const digits = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).filter(
    (sign) => !`"'<\\`.includes(sign),
  );
  const pairs = Math.ceil(((bytes.length + 1) * 8) / 13);
  const fill = Math.floor((pairs * 13) / 8) - bytes.length - 1;
  let text = '';
  let word = 0;
  let bits = 0;
  for (const byte of [fill, ...bytes, 0, 0]) {
    word |= byte << bits;
    bits += 8;
    if (bits < 13 || text.length === 2 * pairs) continue;
    const value = word & 8191;
    text += digits[Math.floor(value / 91)] + digits[value % 91];
    word >>= 13;
    bits -= 13;
  }
  return text;
}

/** Packs plain data. @param {Data} data */
export async function pack(data) {
  const { zlibAsync } = await import('@gfx/zopfli');
  const bytes = Buffer.from(write(data), 'latin1');
  return base91(await zlibAsync(bytes, { numiterations: 50 }));
}
