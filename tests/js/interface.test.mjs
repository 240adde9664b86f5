// The public headers have the published enums and structs: names, values, types, order, and the X macros list every field.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { readHeaders } from '../../wasm/headers.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const reference = path.resolve(root, '../shared/reference');
const skip = !fs.existsSync(reference) && 'no list of the published interface';
const headers = readHeaders(root);

/** @typedef {import('../../wasm/headers.mjs').Field} Field */
/** A type, or what a struct inside a struct has. @typedef {string | { type: string } | PublishedFields} Published */
/** @typedef {{ [name: string]: Published }} PublishedFields */

/** @param {string} name @returns {unknown} */
const read = (name) => JSON.parse(fs.readFileSync(path.join(reference, name), 'utf8'));

test('every enum begins with the published names and values, in their order', { skip }, () => {
  const published = /** @type {Record<string, Record<string, number>>} */ (read('enums.json'));
  assert.ok(Object.keys(published).length > 70);
  for (const [name, values] of Object.entries(published))
    assert.deepEqual(
      headers.enums[name]?.values
        .slice(0, Object.keys(values).length)
        .map(({ name, value }) => [name, value]),
      Object.entries(values),
      name,
    );
});

/** Type of a field as the list writes it: `mjtNum[3]`. @param {Field} field */
function typeOf({ type, dims }) {
  const counts = dims.map((dim) => headers.numbers[dim] ?? dim);
  return type.replace(/\s+/g, ' ') + counts.map((count) => `[${count}]`).join('');
}

// what the renderer and its user interface have; src/api/renderer.h refuses them
const replaced = /^mjr(Context|RendererInfo|VertexAttribute)$|^mjui|^mjUI$/;

/**
 * What differs between the fields of a struct and the published ones. Our own stand at the end, before `info`.
 * @param {string} name
 * @param {Field[]} own
 * @param {PublishedFields} published
 * @returns {string[]}
 */
function differences(name, own, published) {
  const last = own.filter((field) => field.name === 'info' && 'info' in published);
  const others = own.filter((field) => !last.includes(field));
  const count = Object.keys(published).length - last.length;
  const compared = [...others.slice(0, count), ...last];
  return Object.entries(published).flatMap(([field, described], i) => {
    const inner = compared[i]?.fields;
    if (inner && typeof described === 'object' && compared[i].name === field)
      return differences(`${name}.${field}`, inner, /** @type {PublishedFields} */ (described));
    const wanted = `${typeof described === 'string' ? described : described.type} ${field}`;
    const found = compared[i] && `${typeOf(compared[i])} ${compared[i].name}`;
    return found === wanted ? [] : [`${name}: ${found}, expected ${wanted}`];
  });
}

test('every struct begins with the published fields, in their order', { skip }, () => {
  const published = /** @type {Record<string, PublishedFields>} */ (read('structs.json'));
  assert.deepEqual(
    Object.entries(published)
      .filter(([name]) => !replaced.test(name))
      .flatMap(([name, fields]) => differences(name, headers.structs[name]?.fields ?? [], fields)),
    [],
  );
});

test('the X macros of mjData list its numbers and its arrays of a fixed length', () => {
  const text = fs.readFileSync(path.join(root, 'src/api/field_macros.h'), 'utf8');
  /** The rows of a macro, as [type, name, ...lengths]. @param {string} macro */
  const rows = (macro) => {
    const body = new RegExp(`#define ${macro}((?: *\\\\\\n[^\\n\\\\]*)*)`).exec(text)?.[1] ?? '';
    return [...body.matchAll(/X\(([^)]*)\)/g)].map((row) => row[1].split(', '));
  };
  const fields = headers.structs.mjData.fields.filter(
    ({ type, row }) => !row && !type.includes('*'),
  );
  assert.deepEqual(
    rows('MJDATA_SCALAR'),
    fields.filter(({ dims }) => dims.length === 0).map(({ type, name }) => [type, name]),
  );
  assert.deepEqual(
    rows('MJDATA_VECTOR').map(([type, name, rows, columns]) => [
      ...[type, name],
      (headers.numbers[rows] ?? Number(rows)) * (headers.numbers[columns] ?? Number(columns)),
    ]),
    fields
      .filter(({ dims }) => dims.length === 1)
      .map(({ type, name, dims }) => [type, name, headers.numbers[dims[0]] ?? Number(dims[0])]),
  );
});

test('every function has the published result and parameters', { skip }, () => {
  const published = /** @type {Record<string, { returns: string, args: [string, string][] }>} */ (
    read('functions.json')
  );
  const plain = (/** @type {string} */ type) =>
    type.replace(/\s*\[\d*\]$/, '*').replace(/\s+/g, ' ');
  /** @type {string[]} */
  const different = [];
  for (const [name, { returns, args }] of Object.entries(published)) {
    if (/^mj(r|ui)_/.test(name)) continue;
    const own = headers.functions[name];
    const wanted = `${returns} (${args.map(([, type]) => plain(type)).join(', ')})`;
    const found = own && `${own.returns} (${own.args.map(({ type }) => plain(type)).join(', ')})`;
    if (found !== wanted) different.push(`${name}: ${found}, expected ${wanted}`);
  }
  assert.deepEqual(different, []);
});
