// The copy of the module inside the code, and the format it is packed in.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import test from 'node:test';
import { unpackLzma } from '../../js/engine/lzma.js';
import { fromBase64 } from '../../js/engine/packing.js';

/** As scripts/dist.mjs packs the module. @param {Uint8Array} bytes */
const pack = (bytes) =>
  execFileSync('xz', ['--format=lzma', '--lzma1=preset=9e,lc=4,lp=0,pb=0', '--stdout'], {
    input: bytes,
    maxBuffer: 1e8,
  }).subarray(13);

/** Numbers that look random and are the same each time. @param {number} count @param {number} values */
function noise(count, values) {
  let state = 1;
  return Uint8Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 16) % values;
  });
}

test('unpacked bytes are those that were packed', () => {
  const far = new Uint8Array(300_000);
  far.set(noise(40_000, 256), 0);
  far.set(noise(40_000, 256), 250_000);
  for (const bytes of [
    new Uint8Array(0),
    Uint8Array.of(7),
    new Uint8Array(100_000),
    noise(50_000, 256),
    noise(50_000, 3),
    far,
    Uint8Array.from(fs.readFileSync(new URL(import.meta.url))),
  ])
    assert.deepEqual(unpackLzma(pack(bytes), bytes.length), bytes);
});

test('damaged bytes are an error, never an endless loop or a write outside', () => {
  const bytes = noise(5_000, 5);
  const packed = pack(bytes);
  for (let i = 0; i < packed.length; i += 7) {
    const damaged = Uint8Array.from(packed);
    damaged[i] ^= 0x55;
    try {
      assert.ok(unpackLzma(damaged, bytes.length).length <= bytes.length);
    } catch (error) {
      assert.ok(error instanceof RangeError, String(error));
    }
  }
});

test('the copy inside the code is the module', async (t) => {
  const { packed, size } = await import('../../js/engine/generated/inline.js');
  if (!packed) return t.skip('no copy in this checkout (npm run build makes it)');
  const file = new URL('../../js/engine/limber.wasm', import.meta.url);
  const copy = new URL('../../js/engine/generated/inline.js', import.meta.url);
  if (fs.statSync(copy).mtimeMs < fs.statSync(file).mtimeMs)
    return t.skip('the module was built anew, the copy not yet (npm run build)');
  const module = fs.readFileSync(file);
  assert.equal(size, module.length);
  assert.equal(Buffer.compare(unpackLzma(fromBase64(packed), size), module), 0);
});
