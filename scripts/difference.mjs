// What makes one file of another that resembles it, as js/engine/difference.js reads it: pieces that stand in both, with the bytes
// that differ inside as differences, and bytes that only the second has.
//
// Compiled code that was moved differs from before by the numbers of functions and addresses in it, a few bytes in many. So a piece goes
// on while most of its bytes agree; where it ends, the next one is looked for: places of eight equal bytes are candidates, and the one
// whose piece agrees in most bytes is taken.

const SEED = 8; // bytes that agree where a piece is found
const CANDIDATES = 48;
const PATIENCE = 24; // how far the balance of bytes that agree may fall before a piece ends
const WORTH = 16; // the balance that a piece needs
const BUCKETS = 1 << 20;

/** @param {Uint8Array} bytes @param {number} at */
function bucketOf(bytes, at) {
  let hash = 0;
  for (let i = 0; i < SEED; i++) hash = Math.imul(hash ^ bytes[at + i], 0x01000193);
  return (hash ^ (hash >>> 15)) & (BUCKETS - 1);
}

/** Places by what stands there, the last first. @param {Uint8Array} bytes */
function indexOf(bytes) {
  const last = new Int32Array(BUCKETS).fill(-1);
  const before = new Int32Array(bytes.length).fill(-1);
  for (let at = 0; at + SEED <= bytes.length; at++) {
    const bucket = bucketOf(bytes, at);
    before[at] = last[bucket];
    last[bucket] = at;
  }
  return { last, before };
}

/**
 * How far two places resemble each other, and how well: bytes that agree less bytes that do not.
 * @param {Uint8Array} old @param {number} from @param {Uint8Array} bytes @param {number} at
 * @param {number} step 1 onwards, -1 backwards @param {number} most bytes
 */
function resemblance(old, from, bytes, at, step, most) {
  let [balance, best, length] = [0, 0, 0];
  for (let i = 0; i < most && balance > best - PATIENCE; i++) {
    const other = from + i * step;
    if (other < 0 || other >= old.length) break;
    balance += old[other] === bytes[at + i * step] ? 1 : -1;
    if (balance > best) [best, length] = [balance, i + 1];
  }
  return { length, balance: best };
}

/**
 * @typedef {object} Piece of the second file
 * @property {number} from where it stands in the first
 * @property {number} at
 * @property {number} length
 */

/**
 * The pieces in their order; between them are bytes that only the second file has.
 * @param {Uint8Array} old @param {Uint8Array} bytes
 */
function piecesOf(old, bytes) {
  const { last, before } = indexOf(old);
  /** @type {Piece[]} */
  const pieces = [];
  let end = 0; // of the last piece
  for (let at = 0; at + SEED <= bytes.length; at++) {
    let best = { from: 0, length: 0, balance: 0 };
    let candidate = last[bucketOf(bytes, at)];
    for (let i = 0; i < CANDIDATES && candidate >= 0; i++, candidate = before[candidate]) {
      const found = resemblance(old, candidate, bytes, at, 1, bytes.length - at);
      if (found.balance > best.balance) best = { from: candidate, ...found };
    }
    if (best.balance < WORTH) continue;
    const back = resemblance(old, best.from - 1, bytes, at - 1, -1, at - end).length;
    pieces.push({ from: best.from - back, at: at - back, length: best.length + back });
    end = at + best.length;
    at = end - 1;
  }
  return pieces;
}

/** Numbers in seven bits a byte, the lowest first. @param {number[]} numbers */
export function packNumbers(numbers) {
  const bytes = [];
  for (let number of numbers) {
    for (; number > 127; number >>>= 7) bytes.push((number & 127) | 128);
    bytes.push(number);
  }
  return bytes;
}

/** @param {Uint8Array} old @param {Uint8Array} bytes */
export function difference(old, bytes) {
  const pieces = piecesOf(old, bytes);
  const end = { from: old.length, at: bytes.length, length: 0 };
  const numbers = [bytes.length, pieces.length + 1];
  /** @type {number[]} */
  const changes = [];
  /** @type {number[]} */
  const own = [];
  let at = 0;
  let from = 0;
  for (const piece of [...pieces, end]) {
    const jump = piece.from - from;
    numbers.push(piece.at - at, piece.length, jump < 0 ? -jump * 2 - 1 : jump * 2);
    for (; at < piece.at; at++) own.push(bytes[at]);
    for (let i = 0; i < piece.length; i++) changes.push(bytes[at + i] - old[piece.from + i]);
    at += piece.length;
    from = piece.from + piece.length;
  }
  return Uint8Array.from([...packNumbers(numbers), ...changes, ...own]);
}
