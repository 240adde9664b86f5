// The order of functions in the module: scripts/order.mjs names them by their places, for Binaryen to sort.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { orderModule } from '../../scripts/order.mjs';

const TYPE = [1, 4, 1, 0x60, 0, 0]; // one: no parameters, no results
const IMPORT = [2, 7, 1, 1, 101, 1, 109, 0, 0]; // e.m
const [CONST, DROP, END] = [0x41, 0x1a, 0x0b];

/** A function that drops numbers. @param {number[]} numbers below 64 */
const bodyOf = (numbers) => [0, ...numbers.flatMap((number) => [CONST, number, DROP]), END];

/** A size below 128, then the bytes. @param {number[]} bytes */
const sized = (bytes) => [bytes.length, ...bytes];

/** @param {string} text */
const textOf = (text) => sized([...Buffer.from(text)]);

/** A module of an imported function and of others. @param {Record<string, number[]>} functions numbers by names @param {boolean} named */
function moduleOf(functions, named) {
  const bodies = Object.values(functions).map(bodyOf);
  const code = [10, ...sized([bodies.length, ...bodies.flatMap(sized)])];
  const types = [3, ...sized([bodies.length, ...bodies.map(() => 0)])];
  const bytes = [0, 97, 115, 109, 1, 0, 0, 0, ...TYPE, ...IMPORT, ...types, ...code];
  if (!named) return bytes;
  const names = ['m', ...Object.keys(functions)].flatMap((name, i) => [i, ...textOf(name)]);
  const part = sized([bodies.length + 1, ...names]);
  return [...bytes, 0, ...sized([...textOf('name'), 1, ...part])];
}

/** @param {import('node:test').TestContext} t @param {number[]} bytes */
function written(t, bytes) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'order-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'module.wasm');
  fs.writeFileSync(file, Uint8Array.from(bytes));
  return { file, list: path.join(folder, 'order.txt') };
}

/** What the module calls its functions, the imported one without a name. @param {string} file */
function placesIn(file) {
  const module = new WebAssembly.Module(fs.readFileSync(file));
  const [section] = WebAssembly.Module.customSections(module, 'name');
  return Buffer.from(section).toString('latin1').match(/\d{6}/g);
}

const [first, second] = [
  [1, 2, 3, 4, 5, 6],
  [40, 41, 42, 43, 44, 45],
];
const functions = { a: first, b: second, c: [...first, 7], d: [...second, 46] };

test('functions stand behind those that they resemble', (t) => {
  const { file, list } = written(t, moduleOf(functions, true));
  orderModule(file, { write: list });
  assert.deepEqual(fs.readFileSync(list, 'utf8').split('\n'), ['a', 'c', 'b', 'd', '']);
  assert.deepEqual(placesIn(file), ['000000', '000002', '000001', '000003']);
  assert.deepEqual(
    [...fs.readFileSync(file)].slice(0, 60),
    moduleOf(functions, false).slice(0, 60),
  );
});

test('a list of names gives the order; others come last, as they stand', (t) => {
  const { file, list } = written(t, moduleOf(functions, true));
  fs.writeFileSync(list, 'd\nelsewhere\nb\n');
  orderModule(file, { read: list });
  assert.deepEqual(placesIn(file), ['000002', '000001', '000003', '000000']);
});

test('without the list the order is computed', (t) => {
  const { file, list } = written(t, moduleOf(functions, true));
  orderModule(file, { read: list });
  assert.deepEqual(placesIn(file), ['000000', '000002', '000001', '000003']);
});

test('a module without names is an error', (t) => {
  const { file, list } = written(t, moduleOf(functions, false));
  assert.throws(
    () => orderModule(file, { write: list }),
    /no names: link it with --profiling-funcs/,
  );
});
