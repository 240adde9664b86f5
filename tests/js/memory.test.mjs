// Small machines: what models take of memory, and what happens where a host gives no more than 256 MB, as phones do to pages.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { load, loadMujoco } from 'limber';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));
const most = 256 * 2 ** 20;

/** Bytes of the engine's memory. @param {Mujoco} mujoco */
const bytesOf = (mujoco) =>
  /** @type {{ engine: import('../../js/engine/module.js').Engine }} */ (
    /** @type {unknown} */ (mujoco)
  ).engine.memory.buffer.byteLength;

test('examples, one after the other in one engine, stay below 100 MB', async () => {
  const mujoco = await loadMujoco();
  const names = ['humanoid', 'dominoes', 'galton_board', 'sleeping_pile', 'cloth', 'humanoid'];
  for (const name of names.filter((one) => fs.existsSync(`${examples}${one}.xml`))) {
    const sim = await load(`${examples}${name}.xml`, { mujoco });
    sim.step(20);
    sim.dispose();
  }
  const megabytes = bytesOf(mujoco) / 2 ** 20;
  assert.ok(megabytes < 100, `${megabytes} MB`);
});

/** The module with another maximum of its memory, in pages of 64 kB. @param {number} pages */
function limitedModule(pages) {
  const file = fileURLToPath(new URL('../../js/engine/limber.wasm', import.meta.url));
  const bytes = new Uint8Array(fs.readFileSync(file));
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const section = bytes[at++];
    const end = number() + at;
    if (section !== 5) {
      at = end;
      continue;
    }
    number(); // one memory
    assert.equal(number() & 1, 1, 'it has a maximum');
    number();
    const length = end - at;
    // the number in as many bytes as it had
    for (let i = 0; i < length; i++)
      bytes[at + i] = ((pages >> (7 * i)) & 127) | (i < length - 1 ? 128 : 0);
    return bytes;
  }
  return assert.fail('the module has no memory');
}

test('where memory ends at 256 MB, what does not fit is an error, and the engine goes on', async () => {
  const mujoco = await loadMujoco({ printErr() {}, wasmBinary: limitedModule(most / 65536) });
  const large =
    '<mujoco><size memory="1G"/><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>';
  await assert.rejects(load(large, { mujoco }), /memory|allocate/i);
  assert.ok(bytesOf(mujoco) <= most);
  const sim = await load(`${examples}humanoid.xml`, { mujoco });
  sim.step(100);
  assert.equal(Math.round(sim.time * 1000) / 1000, 100 * sim.timestep);
  assert.ok(sim.data.qpos.every(Number.isFinite));
  sim.dispose();
});

test('a model that takes more than half of the memory loads again and again', async () => {
  const mujoco = await loadMujoco({ printErr() {}, wasmBinary: limitedModule(most / 65536) });
  for (let i = 0; i < 4; i++) {
    // other sizes each time: what stays of one lies before the next
    const geoms = '<geom size=".1"/>'.repeat(1 + 50 * i);
    const sim = await load(
      `<mujoco><size memory="150M"/><worldbody><body><freejoint/>${geoms}</body></worldbody></mujoco>`,
      { mujoco },
    );
    sim.step();
    sim.dispose();
  }
});
