// Archives of a model folder: damaged ones are refused or open, and none unpacks without bound.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strToU8, Zip, ZipDeflate, ZipPassThrough, zipSync } from 'fflate';
import { MjError } from '../../js/engine/error.js';
import { openSource } from '../../js/index.js';
import { unzip } from '../../js/sim/archive.js';

const good = zipSync({
  'robot/scene.xml': strToU8('<mujoco/>'.repeat(20)),
  'robot/assets/a.bin': new Uint8Array(300).map((_, i) => (i * i) % 251),
  '__MACOSX/x': strToU8('x'),
});

test('an archive gives its files, without what the archiver added', async () => {
  const files = new Map(await unzip(good, 'm.mjz'));
  assert.deepEqual([...files.keys()].sort(), ['robot/assets/a.bin', 'robot/scene.xml']);
  assert.equal(files.get('robot/assets/a.bin')?.length, 300);
});

test('archives written in one pass, stored files, comments and names in other scripts', async () => {
  /** @type {Uint8Array[]} */
  const parts = [];
  const zip = new Zip((error, part) => parts.push(part));
  for (const [Kind, name] of /** @type {const} */ ([
    [ZipDeflate, 'größe/深い.xml'],
    [ZipPassThrough, 'plain.bin'],
  ])) {
    const file = new Kind(name);
    zip.add(file);
    file.push(strToU8('abc'.repeat(50)), true);
  }
  zip.end();
  const bytes = Buffer.concat(parts);
  const commented = Buffer.concat([bytes, Buffer.from('a comment')]);
  commented.writeUInt16LE(9, bytes.length - 2);
  for (const archive of [bytes, new Uint8Array(commented)]) {
    const files = new Map(await unzip(archive, 'm.zip'));
    assert.deepEqual([...files.keys()], ['größe/深い.xml', 'plain.bin']);
    for (const content of files.values())
      assert.equal(new TextDecoder().decode(content), 'abc'.repeat(50));
  }
});

test('300 damaged archives open or are refused with an error that names them', async () => {
  let seed = 1;
  const random = (/** @type {number} */ n) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed % n;
  };
  for (let i = 0; i < 300; i++) {
    const bad = i % 3 ? good.slice() : good.slice(0, random(good.length));
    for (let n = 1 + random(6); i % 3 && n; n--) bad[random(bad.length)] ^= 1 << random(8);
    try {
      await unzip(bad, 'm.mjz');
    } catch (error) {
      assert.ok(error instanceof MjError && error.message.includes('m.mjz'), String(error));
    }
  }
});

test('an archive that declares gigabytes is refused before it is unpacked', async () => {
  const bomb = good.slice();
  const view = new DataView(bomb.buffer);
  for (let at = 0; at + 46 < bomb.length; at++) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 0x7fffffff, true);
  }
  await assert.rejects(unzip(bomb, 'bomb.zip'), /bomb\.zip.*less than 1 GB/);
});

test('a file that unpacks to more than the directory says is refused', async () => {
  const liar = zipSync({ 'a.txt': strToU8('a'.repeat(100_000)) });
  const view = new DataView(liar.buffer);
  for (let at = 0; at + 46 < liar.length; at++) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 1000, true);
  }
  await assert.rejects(unzip(liar, 'liar.zip'), MjError);
});

/** An archive whose directory lists its one deflated entry many times over. @param {number} count */
function overlapping(count) {
  const one = zipSync({ 'a.bin': new Uint8Array(100_000) }, { level: 9 });
  const view = new DataView(one.buffer);
  const end = one.length - 22;
  const start = view.getUint32(end + 16, true);
  const records = Array.from({ length: count }, () => one.subarray(start, end));
  const bytes = Buffer.concat([one.subarray(0, start), ...records, one.subarray(end)]);
  const last = bytes.length - 22;
  bytes.writeUInt16LE(count, last + 8);
  bytes.writeUInt16LE(count, last + 10);
  bytes.writeUInt32LE(last - start, last + 12);
  return new Uint8Array(bytes);
}

test('entries that share their bytes are refused', async () => {
  assert.equal((await unzip(overlapping(1), 'm.zip')).length, 1);
  await assert.rejects(unzip(overlapping(2), 'bomb.zip'), /bomb\.zip/);
});

test('only what a model names is unpacked', async () => {
  const archive = zipSync({
    'm.xml': strToU8('<mujoco><asset><mesh file="a.obj"/></asset></mujoco>'),
    'a.obj': strToU8('v 0 0 0'),
    'bomb.bin': strToU8('b'.repeat(5000)),
  });
  // a file whose content does not unpack is no hindrance as long as nobody wants it
  const view = new DataView(archive.buffer);
  for (let at = 0; at + 46 < archive.length; at++) {
    if (view.getUint32(at, true) !== 0x02014b50) continue;
    if (view.getUint32(at + 24, true) === 5000) view.setUint32(at + 24, 4999, true);
  }
  const { files } = await openSource(archive);
  assert.deepEqual([...files.keys()].sort(), ['a.obj', 'm.xml']);
  await assert.rejects(unzip(archive, 'm.zip'), MjError);
});
