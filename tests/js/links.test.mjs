// Links from strangers: whatever a link holds, reading it ends soon, with what it carries or with an error that says what is wrong.
// node tests/fuzz/links.mjs goes on for as long as it is told.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { load } from 'limber';
import { MjError } from 'limber/mujoco';
import { RunPlayer, RunRecorder, readRun } from 'limber/data';
import {
  code,
  damage,
  explore,
  opens,
  partsOf,
  random,
  start,
  stop,
  strange,
  whole,
} from '../fuzz/links.mjs';

/** @typedef {import('../../web/src/share/link.js').Shared} Shared */

const LINKS = 2000;
const ARCHIVES = 150;
const LONGEST = 2000; // milliseconds of computing that a link may take, however busy the machine is
const encoder = new TextEncoder();

before(start);
after(stop);

test(`${LINKS} damaged and hostile links and ${ARCHIVES} archives are read or refused in words, soon`, async () => {
  const { links, archives, refused, longest } = await explore({
    seed: 19,
    links: LINKS,
    archives: ARCHIVES,
  });
  assert.deepEqual([links, archives], [LINKS, ARCHIVES]);
  const all = LINKS + ARCHIVES;
  assert.ok(refused > all / 3 && refused < all, `${refused} refused`);
  assert.ok(longest < LONGEST, `${longest} ms`);
});

/** The header of a link with each of its values replaced in turn. @param {unknown} value @param {unknown} other @returns {unknown[]} */
function replaced(value, other) {
  if (value === null || typeof value !== 'object') return [other];
  const inner = Object.entries(value).flatMap(([name, part]) =>
    replaced(part, other).map((one) =>
      Array.isArray(value)
        ? value.map((old, k) => (String(k) === name ? one : /** @type {unknown} */ (old)))
        : { ...value, [name]: one },
    ),
  );
  return [other, ...inner];
}

test('each value of a link is replaced by each that nobody expects', () => {
  const { deflate, toUrlText } = code;
  let count = 0;
  let refused = 0;
  for (const shared of whole()) {
    const { header, rest } = partsOf(code.writeLink(/** @type {Shared} */ (shared)));
    for (const one of strange.flatMap((other) => replaced(header, other))) {
      const line = encoder.encode(`${JSON.stringify(one) ?? ''}\n`);
      if (!opens(`#m=1.${toUrlText(deflate(code.join([line, rest])))}`)) refused++;
      count++;
    }
  }
  assert.ok(count > 1000 && refused > count / 2, `${refused} of ${count} refused`);
});

test('300 damaged runs are replayed or refused in words', async () => {
  const draw = random(20);
  const xml =
    '<mujoco><worldbody><body><joint name="a"/><geom size=".1"/></body></worldbody><actuator><motor joint="a"/></actuator></mujoco>';
  const sim = await load(xml);
  const recorder = new RunRecorder(sim);
  for (let k = 0; k < 20; k++) {
    sim.data.ctrl[0] = k;
    recorder.step();
  }
  const bytes = recorder.run.toNpz();
  let refused = 0;
  for (let k = 0; k < 300; k++) {
    const spoilt = Uint8Array.from(damage([...bytes], draw, () => Math.floor(draw() * 256)));
    try {
      const run = await readRun(spoilt, 'run.npz');
      const player = new RunPlayer(sim, run);
      for (let n = 0; n < Math.min(run.length, 40); n++) player.step();
      player.seek(5);
      player.find();
    } catch (error) {
      assert.ok(error instanceof MjError, `run ${k}: ${/** @type {Error} */ (error).stack}`);
      refused++;
    }
  }
  assert.ok(refused > 50, `${refused} refused`);
  sim.dispose();
});
