// Files of NumPy, tables, and motions.
import assert from 'node:assert/strict';
import test from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { load } from '../../js/index.js';
import {
  MotionPlayer,
  MotionRecorder,
  positionNames,
  readCsv,
  readMotion,
  readNpy,
  readNpz,
  writeCsv,
  writeNpy,
  writeNpz,
} from '../../js/data/index.js';

/** A .npy file by the words of its format. @param {string} header @param {number[]} content @param {number} [version] */
function npyFile(header, content, version = 1) {
  const text = new TextEncoder().encode(`${header}\n`);
  const length = version > 1 ? [text.length, 0, 0, 0] : [text.length, 0];
  return Uint8Array.from([
    0x93,
    ...Buffer.from('NUMPY'),
    version,
    0,
    ...length,
    ...text,
    ...content,
  ]);
}

test('arrays of all types come back as they were', async () => {
  const arrays = {
    a: new Float64Array([1.5, -2, NaN, Infinity]),
    b: { data: new Float32Array([1, 2, 3, 4, 5, 6]), shape: [2, 3] },
    c: new Int32Array([-1, 2 ** 31 - 1]),
    d: new Uint8Array([0, 255]),
    e: new BigInt64Array([-5n]),
    f: ['knee', 'Hüfte', ''],
    g: [1, 2, 3],
    h: { data: new Float64Array([7]), shape: [] },
    i: { data: new Float64Array(0), shape: [0, 4] },
  };
  const back = await readNpz(writeNpz(arrays));
  assert.deepEqual(Object.keys(back), Object.keys(arrays));
  assert.deepEqual(back.a, { data: arrays.a, shape: [4] });
  assert.deepEqual(back.b, arrays.b);
  assert.deepEqual(back.c.data, arrays.c);
  assert.deepEqual(back.d.data, arrays.d);
  assert.deepEqual(back.e.data, arrays.e);
  assert.deepEqual(back.f, { data: arrays.f, shape: [3] });
  assert.deepEqual(back.g.data, Float64Array.from(arrays.g));
  assert.deepEqual(back.h, arrays.h);
  assert.deepEqual(back.i, arrays.i);
});

test('a file is what the format says', () => {
  const file = writeNpy({ data: new Uint8Array([1, 2, 3, 4, 5, 6]), shape: [2, 3] });
  const text = Buffer.from(file).toString('latin1');
  assert.deepEqual([...file.subarray(0, 8)], [0x93, ...Buffer.from('NUMPY'), 1, 0]);
  assert.match(
    text.slice(10),
    /^\{'descr': '\|u1', 'fortran_order': False, 'shape': \(2, 3\), \} *\n/,
  );
  assert.equal((file.length - 6) % 64, 0);
  assert.equal(text.indexOf('\n') + 1, file.length - 6);
});

test('files that others wrote: columns first, version 2, packed, logical', async () => {
  const columns = npyFile(
    "{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3), }",
    [1, 4, 2, 5, 3, 6],
    2,
  );
  assert.deepEqual(readNpy(columns), { data: new Uint8Array([1, 2, 3, 4, 5, 6]), shape: [2, 3] });
  const logical = npyFile("{'descr': '|b1', 'fortran_order': False, 'shape': (2,), }", [1, 0]);
  assert.deepEqual(readNpy(logical).data, new Uint8Array([1, 0]));
  const names = npyFile("{'descr': '|S3', 'fortran_order': False, 'shape': (2,), }", [
    ...Buffer.from('ab\0cde'),
  ]);
  assert.deepEqual(readNpy(names).data, ['ab', 'cde']);
  const zipped = packed('x.npy', logical);
  assert.deepEqual((await readNpz(zipped)).x.shape, [2]);
});

/** An archive of one packed file. @param {string} name @param {Uint8Array} content */
function packed(name, content) {
  const body = deflateRawSync(content);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50);
  local.writeUInt16LE(8, 8);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(body.length, 20);
  entry.writeUInt32LE(content.length, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(30 + name.length + body.length, 16);
  return new Uint8Array(
    Buffer.concat([local, Buffer.from(name), body, entry, Buffer.from(name), end]),
  );
}

test('what cannot be read or written is told', async () => {
  const wrong = (/** @type {string} */ header) => () => readNpy(npyFile(header, [1, 2]), 'x');
  assert.throws(() => readNpy(new Uint8Array(20), 'x.npy'), /'x.npy' is no .npy file/);
  assert.throws(wrong("{'descr': '>f8', 'fortran_order': False, 'shape': (1,), }"), /type '>f8'/);
  assert.throws(
    wrong("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (1,), }"),
    /records/,
  );
  assert.throws(
    wrong("{'descr': '<f8', 'fortran_order': False, 'shape': (9,), }"),
    /ends early: 9 items/,
  );
  assert.throws(
    () => writeNpy({ data: new Float64Array(3), shape: [2, 2] }),
    /2 x 2 has 4 items, there are 3/,
  );
  await assert.rejects(readNpz(new Uint8Array(30), 'y.npz'), /'y.npz' is not a readable archive/);
});

test('tables come back to the bit, whatever separates them', () => {
  const values = [0.1 + 0.2, -1e-300, 3, NaN];
  const text = writeCsv(['a', 'b, "c"'], values);
  const table = readCsv(text);
  assert.deepEqual(table.columns, ['a', 'b, "c"']);
  assert.deepEqual(table.values, Float64Array.from(values));
  assert.deepEqual(readCsv('x;y\r\n1;2\r\n').values, new Float64Array([1, 2]));
  const plain = readCsv('1,2\n3,4\n');
  assert.deepEqual([plain.columns, plain.rows], [['0', '1'], 2]);
  assert.throws(() => readCsv('a,b\n1\n', 't'), /t: row 1 has 1 cells, there are 2 columns/);
  assert.throws(() => readCsv('a\nx\n', 't'), /row 1, a: 'x' is no number/);
  assert.throws(() => readCsv('', 't'), /t is empty/);
});

const free = `<mujoco><worldbody><body name="box"><freejoint name="root"/><geom size=".1" mass="1"/>
  <body><joint name="arm" axis="0 1 0"/><geom size=".1" pos="1 0 0" mass="1"/></body></body></worldbody></mujoco>`;

test('a motion is recorded, written, read and played', async (t) => {
  const simulation = await load(free);
  t.after(() => simulation.dispose());
  simulation.data.qvel.set([1, 0, 0, 0, 0, 2, 3]);
  const recorder = new MotionRecorder(simulation, { keep: ['qvel'] });
  recorder.note();
  for (let k = 0; k < 20; k++) {
    simulation.step();
    recorder.note();
  }
  const { motion } = recorder;
  const wanted = motion.qpos.slice(10 * 8, 11 * 8);
  for (const content of [motion.toNpz(), motion.toCsv()]) {
    const back = await readMotion(content);
    assert.deepEqual(back.names, positionNames(simulation));
    assert.deepEqual(back.qpos, motion.qpos);
    assert.deepEqual(back.times, motion.times);
    new MotionPlayer(back, simulation).seek(motion.times[10]);
    // (a quaternion is made unit again)
    simulation.data.qpos.forEach((value, i) => assert.ok(Math.abs(value - wanted[i]) < 1e-15));
  }
  assert.deepEqual((await readMotion(motion.toNpz())).more.qvel.shape, [21, 7]);
});

test('between two times a rotation takes the short way', async (t) => {
  const simulation = await load(free);
  t.after(() => simulation.dispose());
  const half = Math.SQRT1_2;
  const rows = [0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, -half, 0, 0, -half, 1];
  const names = positionNames(simulation);
  const motion = await readMotion(
    writeNpz({ qpos: { data: Float64Array.from(rows), shape: [2, 8] }, dt: [1], names }),
  );
  new MotionPlayer(motion, simulation).seek(0.5);
  const { qpos } = simulation.data;
  assert.equal(qpos[0], 1);
  assert.equal(qpos[7], 0.5);
  assert.ok(Math.abs(2 * Math.atan2(qpos[6], qpos[3]) - Math.PI / 4) < 1e-12);
});

test('motions that do not fit are refused by name', async (t) => {
  const simulation = await load(free);
  t.after(() => simulation.dispose());
  await assert.rejects(readMotion('a,b\n1,2\n'), /no column 'time', its columns are a, b/);
  await assert.rejects(readMotion(writeNpz({ x: [1] })), /no array 'qpos', it has x/);
  const motion = await readMotion('time,elbow\n0,1\n1,2\n');
  assert.throws(() => new MotionPlayer(motion, simulation), /no position elbow, it has root.x/);
});
