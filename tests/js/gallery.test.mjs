// Every example is in the gallery, once, and begins with a paragraph about itself.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';

const folder = new URL('../../examples/', import.meta.url);
const gallery = JSON.parse(fs.readFileSync(new URL('gallery.json', folder), 'utf8'));
const files = fs.readdirSync(folder).filter((name) => name.endsWith('.xml'));

test('the gallery lists the examples', () => {
  const listed = gallery.flatMap((/** @type {{ models: string[] }} */ { models }) => models);
  assert.deepEqual([...listed].sort(), files.map((name) => name.replace('.xml', '')).sort());
});

test('examples begin with a paragraph', () => {
  for (const file of files) {
    const text = fs.readFileSync(new URL(file, folder), 'utf8');
    const [, paragraph] = text.match(/^<!-- ([\s\S]*?) -->\n<mujoco model="limber /) ?? [];
    assert.ok(paragraph?.length > 60, `${file}: ${paragraph}`);
  }
});
