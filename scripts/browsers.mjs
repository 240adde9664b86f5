// npm run browsers: package, viewer and studio in Chromium, Firefox and WebKit: eight examples must give the bits of Node; speeds are told.
//
// usage: npm run browsers [-- NAME...]
import assert from 'node:assert/strict';
import process from 'node:process';
import { browsers, runHere, runIn, skipOf } from '../tests/browser/browsers/every.mjs';
import { buildDist } from './dist.mjs';
import { exists, runMain, say } from './run.mjs';

const plan = {
  models: [
    'humanoid',
    'hopper',
    'flag',
    'crane',
    'dominoes',
    'cradle',
    'quadruped',
    'box_stack',
  ].map((name) => `${name}.xml`),
  steps: 300,
  studio: true,
  speed: true,
};

await runMain(async () => {
  if (!exists('dist/studio/index.html')) await buildDist();
  const expected = await runHere(plan);
  const asked = process.argv.slice(2);
  for (const name of browsers.filter((one) => asked.length === 0 || asked.includes(one))) {
    const missing = skipOf(name);
    if (missing) {
      say(name, missing);
      continue;
    }
    const { agent, traces, viewer, speeds } = await runIn(name, plan);
    assert.deepEqual(traces, expected, `${name} leaves the bits of Node`);
    assert.ok(viewer.colors > 50, `${name}: the viewer shows ${viewer.colors} colours`);
    const { limber = 0, ratio = 0 } = speeds ?? {};
    const speed = `${Math.round(limber)} steps a second, ${ratio.toFixed(2)} times the peer`;
    say(name, `${Object.keys(traces).length} examples, viewer, studio; humanoid: ${speed}`);
    say(name, agent);
  }
});
