// Every example is in the gallery, once, begins with a paragraph about itself, tells what to try, and does in thirty simulated seconds
// what its measure of success asks for.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';
import { load } from 'limber';
import { measures } from './gallery_measures.mjs';

const folder = new URL('../../examples/', import.meta.url);
/** @param {string} name */
const read = (name) => fs.readFileSync(new URL(name, folder), 'utf8');
const gallery = JSON.parse(read('gallery.json'));
/** @type {Record<string, { try: string, measure: string }>} */
const showcase = JSON.parse(read('showcase.json'));
const files = fs.readdirSync(folder).filter((name) => name.endsWith('.xml'));
const names = files.map((name) => name.replace('.xml', '')).sort();
const SECONDS = 30;

test('the gallery lists the examples', () => {
  const listed = gallery.flatMap((/** @type {{ models: string[] }} */ { models }) => models);
  assert.deepEqual([...listed].sort(), names);
  assert.ok(names.length >= 45);
});

test('examples begin with a paragraph', () => {
  for (const file of files) {
    const [, paragraph] = read(file).match(/^<!-- ([\s\S]*?) -->\n<mujoco model="limber /) ?? [];
    assert.ok(paragraph?.length > 60, `${file}: ${paragraph}`);
  }
});

test('two sentences say what to try, and each entry has a measure and a picture', () => {
  assert.deepEqual(Object.keys(showcase).sort(), names);
  assert.deepEqual(Object.keys(measures).sort(), names);
  for (const [name, { try: tried, measure }] of Object.entries(showcase)) {
    assert.equal(tried.match(/[.!?](\s|$)/g)?.length, 2, `${name}: ${tried}`);
    assert.ok(measure.length > 10, `${name}: ${measure}`);
    const picture = new URL(`../../web/public/thumbnails/${name}.webp`, import.meta.url);
    assert.ok(fs.existsSync(picture), picture.pathname);
  }
});

for (const name of names) {
  test(`${name}: ${showcase[name]?.measure}`, async () => {
    const sim = await load(read(`${name}.xml`));
    if (sim.model.nkey > 0) sim.reset(0);
    sim.forward();
    const file = new URL(`${name}.js`, folder);
    const program = fs.existsSync(file) ? await import(String(file)) : { parameters: {} };
    const values = Object.fromEntries(
      Object.entries(program.parameters).map(([id, { value }]) => [id, value]),
    );
    const act = program.controller?.(sim, values) ?? (() => {});
    const measure = measures[name](sim, program);
    const steps = Math.round(0.1 / sim.timestep);
    for (let tenth = 0; tenth < 10 * SECONDS; tenth++) {
      for (let i = 0; i < steps; i++) {
        act();
        sim.step();
      }
      measure.watch?.();
    }
    const { qpos, qvel, warning } = sim.data;
    assert.ok([...qpos, ...qvel].every(Number.isFinite), 'finite');
    for (let i = 0; i < warning.size(); i++)
      assert.equal(warning.get(i)?.number, 0, `warning ${i}`);
    const [success, found] = measure.done();
    assert.ok(success, JSON.stringify(found));
    sim.dispose();
  });
}
