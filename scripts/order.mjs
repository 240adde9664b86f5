// Orders the functions of a module so that brotli makes 1% less of it: each behind those that it shares most bytes with. Binaryen orders
// functions by their names only (--reorder-functions-by-name), so they get their places for names.
//
// usage: node scripts/order.mjs FILE --write LIST | --read LIST
//   --write   computes the order, and lists the functions by their names
//   --read    takes that of a list where there is one: the module with threads is to differ little from the one without
import fs from 'node:fs';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { packNumbers } from './difference.mjs';

const HEADER = 8; // bytes
const CUSTOM = 0; // a section
const CODE = 10;
const FUNCTION_NAMES = 1; // a part of the section "name"

const GRAM = 4; // bytes in a row that are looked for in other functions
const BEFORE = 12; // functions that the next one is compared with
const FADING = 0.9; // what each of them counts, of the one behind it
const BY_LENGTH = 0.7; // long functions share bytes with all others

/** Reads a module, number by number. */
class Reader {
  /** @param {Uint8Array} bytes @param {number} [at] */
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }
  get isAtEnd() {
    return this.at >= this.bytes.length;
  }
  number() {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  }
  /** A size, then so many bytes. */
  part() {
    const size = this.number();
    this.at += size;
    return this.bytes.subarray(this.at - size, this.at);
  }
  text() {
    return Buffer.from(this.part()).toString();
  }
}

/** A size, then the bytes. @param {Iterable<number>} bytes */
const packPart = (bytes) => [...packNumbers([[...bytes].length]), ...bytes];

/** @param {string} text */
const packText = (text) => packPart(Buffer.from(text));

/** The sections, each with the place where it begins. @param {Uint8Array} bytes */
function sectionsOf(bytes) {
  const reader = new Reader(bytes, HEADER);
  const sections = [];
  while (!reader.isAtEnd) {
    const start = reader.at;
    const id = bytes[reader.at++];
    sections.push({ id, start, contents: reader.part(), end: reader.at });
  }
  return sections;
}

/** Names by numbers of functions. @param {Uint8Array} contents of the section "name", behind its own */
function readNames(contents) {
  const names = new Map();
  for (const parts = new Reader(contents); !parts.isAtEnd;) {
    const kind = parts.number();
    const part = new Reader(parts.part());
    if (kind !== FUNCTION_NAMES) continue;
    for (let count = part.number(); count > 0; count--) names.set(part.number(), part.text());
  }
  return names;
}

/**
 * @typedef {object} Module
 * @property {Uint8Array[]} bodies of the functions
 * @property {string[]} names of the functions
 * @property {number} imports functions that come before those
 * @property {Uint8Array} rest the module without the section of names
 */

/** @param {Uint8Array<ArrayBuffer>} bytes @returns {Module} */
function readModule(bytes) {
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(bytes)).filter(
    ({ kind }) => kind === 'function',
  ).length;
  /** @type {Uint8Array[]} */
  let bodies = [];
  let names = new Map();
  let rest = bytes;
  for (const { id, start, contents, end } of sectionsOf(bytes)) {
    const reader = new Reader(contents);
    if (id === CODE) bodies = Array.from({ length: reader.number() }, () => reader.part());
    if (id !== CUSTOM || reader.text() !== 'name') continue;
    names = readNames(contents.subarray(reader.at));
    rest = Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
  }
  if (!names.size) throw new Error('the module has no names: link it with --profiling-funcs');
  return { bodies, names: bodies.map((_, i) => names.get(imports + i) ?? ''), imports, rest };
}

/** What stands in a function, as numbers of GRAM bytes each. @param {Uint8Array} body */
function gramsOf(body) {
  const grams = new Set();
  for (let at = 0; at + GRAM <= body.length; at++) {
    grams.add(body[at] | (body[at + 1] << 8) | (body[at + 2] << 16) | (body[at + 3] << 24));
  }
  return [...grams];
}

/** The functions by what stands in them. @param {number[][]} grams of each */
function functionsBy(grams) {
  /** @type {Map<number, number[]>} */
  const users = new Map();
  for (const [i, list] of grams.entries()) {
    for (const gram of list) {
      const known = users.get(gram);
      if (known) known.push(i);
      else users.set(gram, [i]);
    }
  }
  return users;
}

/** The order: numbers of functions. @param {Uint8Array[]} bodies */
function orderOf(bodies) {
  const grams = bodies.map(gramsOf);
  const users = functionsBy(grams);
  const lengths = grams.map((list) => (list.length + GRAM) ** BY_LENGTH);
  const left = new Set(bodies.keys());
  /** @type {number[]} */
  const order = [];
  const shared = new Float64Array(bodies.length);
  while (left.size) {
    shared.fill(0);
    for (const [age, before] of order.slice(-BEFORE).reverse().entries()) {
      const weight = FADING ** age / Math.sqrt(grams[before].length + 1);
      for (const gram of grams[before]) {
        const among = /** @type {number[]} */ (users.get(gram));
        for (const i of among) shared[i] += weight / Math.sqrt(among.length);
      }
    }
    let next = -1;
    for (const i of left) {
      if (next < 0 || shared[i] / lengths[i] > shared[next] / lengths[next]) next = i;
    }
    left.delete(next);
    order.push(next);
  }
  return order;
}

/** The module with places for names. @param {Module} module @param {number[]} order */
function withPlaces({ bodies, imports, rest }, order) {
  const places = new Array(bodies.length);
  for (const [place, i] of order.entries()) places[i] = String(place).padStart(6, '0');
  const entries = places.flatMap((place, i) => [...packNumbers([imports + i]), ...packText(place)]);
  const part = packPart([...packNumbers([places.length]), ...entries]);
  const section = packPart([...packText('name'), FUNCTION_NAMES, ...part]);
  return Buffer.concat([rest, Buffer.from([CUSTOM, ...section])]);
}

/** @param {string} file @param {{ write?: string, read?: string }} lists */
export function orderModule(file, { write, read }) {
  const module = readModule(fs.readFileSync(file));
  let order;
  if (read && fs.existsSync(read)) {
    const listed = fs.readFileSync(read, 'utf8').split('\n');
    const places = new Map(listed.map((name, place) => [name, place]));
    const placeOf = (/** @type {number} */ i) => places.get(module.names[i]) ?? listed.length;
    order = [...module.bodies.keys()].sort((a, b) => placeOf(a) - placeOf(b));
  } else {
    order = orderOf(module.bodies);
  }
  if (write) fs.writeFileSync(write, order.map((i) => `${module.names[i]}\n`).join(''));
  fs.writeFileSync(file, withPlaces(module, order));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [file, option, list] = process.argv.slice(2);
  orderModule(file, option === '--write' ? { write: list } : { read: list });
}
