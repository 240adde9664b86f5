// Archives of a model folder: damaged ones are refused or open, and none unpacks without bound.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { MjError } from '../../js/engine/error.js';
import { unzip } from '../../js/sim/archive.js';

const good = zipSync({
  'robot/scene.xml': strToU8('<mujoco/>'.repeat(20)),
  'robot/assets/a.bin': new Uint8Array(300).map((_, i) => (i * i) % 251),
  '__MACOSX/x': strToU8('x'),
});

test('an archive gives its files, without what the archiver added', () => {
  const files = new Map(unzip(good, 'm.mjz'));
  assert.deepEqual([...files.keys()].sort(), ['robot/assets/a.bin', 'robot/scene.xml']);
  assert.equal(files.get('robot/assets/a.bin')?.length, 300);
});

test('300 damaged archives open or are refused with an error that names them', () => {
  let seed = 1;
  const random = (/** @type {number} */ n) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed % n;
  };
  for (let i = 0; i < 300; i++) {
    const bad = i % 3 ? good.slice() : good.slice(0, random(good.length));
    for (let n = 1 + random(6); i % 3 && n; n--) bad[random(bad.length)] ^= 1 << random(8);
    try {
      unzip(bad, 'm.mjz');
    } catch (error) {
      assert.ok(error instanceof MjError && error.message.includes('m.mjz'), String(error));
    }
  }
});

test('an archive that declares gigabytes is refused before it is unpacked', () => {
  const bomb = good.slice();
  const view = new DataView(bomb.buffer);
  for (let at = 0; at + 46 < bomb.length; at++) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 0x7fffffff, true);
  }
  assert.throws(() => unzip(bomb, 'bomb.zip'), /bomb\.zip.*less than 1 GB/);
});
