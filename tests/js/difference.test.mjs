// Files made of others and of what differs: the module with threads out of limber.wasm.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';
import { applyDifference, checksum } from '../../js/engine/difference.js';
import { difference } from '../../scripts/difference.mjs';

/** Numbers that look random and are the same each time. @param {number} seed */
function noise(seed) {
  let state = seed;
  return (/** @type {number} */ values) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 16) % values;
  };
}

/** @param {number} length @param {number} seed */
function bytesOf(length, seed) {
  const random = noise(seed);
  return Uint8Array.from({ length }, () => random(256));
}

/** As code that was moved: pieces in another order, some bytes changed, some put in between. @param {Uint8Array} bytes */
function moved(bytes) {
  const random = noise(7);
  const pieces = [];
  for (let at = 0; at < bytes.length; at += 700) pieces.push(bytes.slice(at, at + 700));
  pieces.splice(5, 0, ...pieces.splice(20, 6), bytesOf(333, 3));
  const result = Uint8Array.from(pieces.flatMap((piece) => [...piece]));
  for (let at = 0; at < result.length; at += 1 + random(40)) result[at] += 1 + random(3);
  return result;
}

test('the difference gives the second file, whatever the two are', () => {
  const long = bytesOf(30_000, 1);
  const empty = new Uint8Array(0);
  /** @type {[Uint8Array, Uint8Array][]} */
  const pairs = [
    [long, moved(long)],
    [moved(long), long],
    [long, bytesOf(20_000, 2)],
    [long, long],
    [long, long.subarray(10_000)],
    [long, empty],
    [empty, long],
    [new Uint8Array(5_000), new Uint8Array(9_000)],
    [Uint8Array.of(1), Uint8Array.of(2)],
  ];
  for (const [old, bytes] of pairs)
    assert.deepEqual(applyDifference(old, difference(old, bytes)), bytes);
});

test('what was moved is found: only what is new is in the difference', () => {
  const long = bytesOf(30_000, 1);
  const packed = difference(long, moved(long));
  // bytes of pieces that did not change differ by nothing
  assert.ok(packed.filter((byte) => byte > 3).length < 900);
});

test('another file has another checksum', () => {
  const bytes = bytesOf(1_000, 4);
  const sums = new Set([checksum(bytes), checksum(bytes.subarray(1)), checksum(moved(bytes))]);
  for (let i = 0; i < bytes.length; i += 50) {
    const changed = bytes.slice();
    changed[i] ^= 1;
    sums.add(checksum(changed));
  }
  assert.equal(sums.size, 23);
});

test('the difference inside the package gives the module that was built', async (t) => {
  const module = new URL('../../build/wasm-mt/limber-mt.wasm', import.meta.url);
  const { base, packed, size } = await import('../../js/engine/generated/threads.js');
  const plain = fs.readFileSync(new URL('../../js/engine/limber.wasm', import.meta.url));
  if (!packed || !fs.existsSync(module))
    return t.skip('no module with threads in this checkout (npm run build makes it)');
  assert.equal(base, checksum(plain));
  const { unpackLzma } = await import('../../js/engine/lzma.js');
  const { fromBase64 } = await import('../../js/engine/packing.js');
  const made = applyDifference(plain, unpackLzma(fromBase64(packed), size));
  assert.equal(Buffer.compare(made, fs.readFileSync(module)), 0);
});
