// Threads inside one simulation: time of a step over the number of threads, beside that of the module without threads. Runs of all
// take turns and the best of each counts, since a machine with other work to do shows its speed only now and then. The gain of as many
// threads with a simulation of their own says what the machine could give.
import fs from 'node:fs';
import os from 'node:os';
import { load } from 'limber';
import { ceiling } from './ceiling.mjs';
import { best } from './turns.mjs';

const repeats = 15;
const steps = 100;

const humanoid = fs.readFileSync(new URL('../../examples/humanoid.xml', import.meta.url), 'utf8');

/** People side by side, who fall. @param {number} rows @param {number} columns */
const crowd = (rows, columns) => `<mujoco>
  <option timestep="0.005"/>
  <asset><model name="humanoid" file="humanoid.xml"/></asset>
  <worldbody>
    <geom type="plane" size="40 40 1"/>
    <replicate count="${rows}" offset="2.5 0 0"><replicate count="${columns}" offset="0 2.5 0">
      <attach model="humanoid" body="pelvis" prefix="h"/>
    </replicate></replicate>
  </worldbody>
</mujoco>`;

const boxes = `<mujoco>
  <worldbody>
    <geom type="plane" size="40 40 1"/>
    <replicate count="20" offset=".5 0 0"><replicate count="5" offset="0 .5 0">
      <body pos="0 0 .1"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
      <body pos="0 0 .3"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
    </replicate></replicate>
  </worldbody>
</mujoco>`;

const cloth = `<mujoco>
  <worldbody>
    <geom type="plane" size="4 4 1"/>
    <geom type="sphere" size=".3" pos="0 0 .3"/>
    <flexcomp type="grid" count="24 24 1" spacing=".05 .05 .05" pos="0 0 .8" dim="2" radius=".01" mass="1" name="cloth">
      <edge equality="true"/><contact selfcollide="auto"/>
    </flexcomp>
  </worldbody>
</mujoco>`;

/** @type {Record<string, string>} */
const scenes = { '22 humanoids': crowd(11, 2), '1 humanoid': humanoid, '200 boxes': boxes, cloth };

const processors = os.availableParallelism();
const counts = [1, ...Array.from({ length: Math.max(1, processors - 1) }, (_, i) => i + 2)];
console.log(
  `microseconds a step, the best of ${repeats} runs of ${steps} steps; ${processors} processors, load ${os.loadavg()[0].toFixed(1)}`,
);
for (const [name, xml] of Object.entries(scenes)) {
  const files = { 'humanoid.xml': humanoid };
  const sims = await Promise.all(counts.map((threads) => load(xml, { files, threads })));
  for (const sim of sims) sim.step(200);
  const times = await best(
    repeats,
    sims.map((sim) => () => sim.step(steps)),
  );
  const least = times.map((time) => (time / steps) * 1e3);
  const most = await ceiling(xml, { files }, counts, steps);
  const columns = least.map((time, i) => {
    const gain = i ? ` ${(least[0] / time).toFixed(2)}x of ${most[i].toFixed(2)}x` : '';
    return `${counts[i]}: ${time.toFixed(1)}${gain}`;
  });
  console.log(`${name.padEnd(14)} ${columns.join('   ')}`);
  for (const sim of sims) sim.dispose();
}
