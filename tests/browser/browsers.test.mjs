// Every browser: the bits of Node, and a viewer that draws. `npm run browsers` has more models, the studio, and speeds.
import assert from 'node:assert/strict';
import test from 'node:test';
import { browsers, runHere, runIn, skipOf } from './browsers/every.mjs';

const plan = { models: ['hopper.xml', 'box_stack.xml'], steps: 50 };

// Chromium has its own tests
for (const name of browsers.filter((one) => one !== 'chromium')) {
  test(name, { skip: skipOf(name), timeout: 200_000 }, async () => {
    const { traces, viewer } = await runIn(name, plan);
    assert.deepEqual(traces, await runHere(plan));
    assert.ok(viewer.colors > 50, `${viewer.colors} colours`);
  });
}
