// Every example runs stably for a minute of simulated time (large ones for ten seconds), from its reference state and from every keyframe.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';
import { load } from 'limber';

const folder = new URL('../../examples/', import.meta.url);
const durationOf = (/** @type {number} */ nv) => (nv > 60 ? 10 : 60);
// the fastest thing in an example is the last link of the chain of pendulums
const speedLimit = 250;

for (const file of fs.readdirSync(folder).filter((name) => name.endsWith('.xml'))) {
  test(`${file} runs on and on`, async () => {
    const sim = await load(fs.readFileSync(new URL(file, folder), 'utf8'));
    for (let key = -1; key < sim.model.nkey; key++) {
      if (key < 0) sim.reset();
      else sim.reset(key);
      while (sim.time < durationOf(sim.model.nv)) {
        sim.step(Math.round(1 / sim.timestep));
        const fastest = Math.max(...sim.data.qvel.map(Math.abs));
        assert.ok(fastest < speedLimit, `key ${key}, ${sim.time} s: speed ${fastest}`);
      }
      const { warning } = sim.data;
      for (let i = 0; i < warning.size(); i++) {
        assert.equal(warning.get(i)?.number, 0, `key ${key}: warning ${i}`);
      }
    }
    sim.dispose();
  });
}

test('the chain of pendulums keeps its energy', async () => {
  const sim = await load(fs.readFileSync(new URL('pendulum_chain.xml', folder), 'utf8'));
  sim.reset('release');
  sim.forward();
  const total = () => sim.data.energy[0] + sim.data.energy[1];
  const start = total();
  sim.step(10_000);
  assert.ok(Math.abs(total() - start) < 1e-2 * Math.abs(start), `${start} J became ${total()} J`);
  sim.dispose();
});
