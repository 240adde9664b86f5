// Films as MP4: what an encoder of the browser gave, with the boxes that players ask for.
// Source: ISO/IEC 14496-12 (boxes), 14496-15 (avcC); for VP9 the binding of the WebM project.
import { join } from './webm.js';

/** @typedef {import('./webm.js').FilmParts} FilmParts */

/** Whole numbers of 32 bits. @param {...number} values */
function words(...values) {
  const bytes = new Uint8Array(4 * values.length);
  const view = new DataView(bytes.buffer);
  values.forEach((value, i) => view.setUint32(4 * i, value));
  return bytes;
}

/** Whole numbers of 16 bits. @param {...number} values */
function halves(...values) {
  const bytes = new Uint8Array(2 * values.length);
  const view = new DataView(bytes.buffer);
  values.forEach((value, i) => view.setUint16(2 * i, value));
  return bytes;
}

/** @param {string} text */
const ascii = (text) => new TextEncoder().encode(text);

/** @param {string} name @param {...Uint8Array} content */
function box(name, ...content) {
  const body = join(content);
  return join([words(body.length + 8), ascii(name), body]);
}

/** Moving without turning, as the matrices of MP4 say it. */
const identity = words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

/** What a picture's bytes mean. @param {FilmParts} film */
function sampleEntry({ codec, width, height, description }) {
  const isAvc = codec.startsWith('avc');
  const [, profile = 0, level = 10, depth = 8] = codec.split('.').map(Number);
  const config = isAvc
    ? box('avcC', description)
    : box(
        'vpcC',
        words(0x01000000),
        Uint8Array.of(profile, level, (depth << 4) | 2, 2, 2, 2, 0, 0),
      );
  const visual = join([
    words(0),
    halves(0, 1), // the data is in this file
    words(0, 0, 0, 0),
    halves(width, height),
    words(0x480000, 0x480000, 0), // 72 dots per inch
    halves(1),
    new Uint8Array(32), // name of the encoder
    halves(0x18, 0xffff),
  ]);
  return box(isAvc ? 'avc1' : 'vp09', visual, config);
}

/** Tables of the pictures: durations, kinds, sizes, places. @param {FilmParts} film @param {number} dataAt */
function sampleTable(film, dataAt) {
  const { chunks, bytes } = film;
  const keys = chunks.flatMap(({ type }, i) => (type === 'key' ? [i + 1] : []));
  const sizes = bytes.map(({ length }) => length);
  return box(
    'stbl',
    box('stsd', words(0, 1), sampleEntry(film)),
    box('stts', words(0, 1, chunks.length, 1000)),
    box('stss', words(0, keys.length, ...keys)),
    box('stsc', words(0, 1, 1, chunks.length, 1)),
    box('stsz', words(0, 0, sizes.length, ...sizes)),
    box('stco', words(0, 1, dataAt)),
  );
}

/** @param {FilmParts} film @param {number} dataAt */
function movie(film, dataAt) {
  const { width, height, fps, chunks } = film;
  // a picture lasts a thousand units of the track's clock; that of the film counts milliseconds
  const scale = Math.round(1000 * fps);
  const milliseconds = Math.round((1000 * chunks.length) / fps);
  const header = box(
    'mvhd',
    words(0, 0, 0, 1000, milliseconds, 0x10000, 0x1000000, 0, 0),
    identity,
    words(0, 0, 0, 0, 0, 0, 2),
  );
  const trackHeader = box(
    'tkhd',
    words(3, 0, 0, 1, 0, milliseconds, 0, 0, 0, 0),
    identity,
    words(width * 65536, height * 65536),
  );
  const table = sampleTable(film, dataAt);
  const media = box(
    'mdia',
    box('mdhd', words(0, 0, 0, scale, 1000 * chunks.length), halves(0x55c4, 0)),
    box('hdlr', words(0, 0), ascii('vide'), words(0, 0, 0), ascii('limber\0')),
    box(
      'minf',
      box('vmhd', words(1, 0, 0)),
      box('dinf', box('dref', words(0, 1), box('url ', words(1)))),
      table,
    ),
  );
  return box('moov', header, box('trak', trackHeader, media));
}

/**
 * The file.
 * @param {FilmParts} film
 */
export function writeMp4(film) {
  const brand = film.codec.startsWith('avc') ? 'isomavc1' : 'isomiso2';
  const type = box('ftyp', ascii('isom'), words(512), ascii(brand));
  // the tables say where the pictures begin, which depends on how long the tables are
  const { length } = movie(film, 0);
  const index = movie(film, type.length + length + 8);
  return join([type, index, box('mdat', ...film.bytes)]);
}
