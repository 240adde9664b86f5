// Models with random attributes of flexes, composites, frames and extensions: compiled the same, or refused, by both engines,
// and one forward pass gives the same.
//
// LIMBER_CASES: models per kind. LIMBER_SEED: where to start.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import loadPeer from '@mujoco/mujoco';
import { dataDifferences } from './fields.mjs';
import { handOver } from './hand_over.mjs';
import { differences, limber, load } from './models.mjs';
import { files, kinds, randomModel } from './random_elements.mjs';

const cases = Number(process.env.LIMBER_CASES ?? 40);
const start = Number(process.env.LIMBER_SEED ?? 0);

/** What the peer does to itself says nothing: traps, memory that it reads past its lists. */
const broken = (/** @type {string} */ message) =>
  !/^MuJoCo Error/.test(message) || /mj_island: no tree found/.test(message);

/** Rigid flexes with damping: lengths of edges are overwritten in the peer. */
const isOverwritten = (/** @type {string} */ name) =>
  /^(flexedge_length0|dof_length|stat.meansize) /.test(name);

/** Rows without regularization leave forces to rounding. */
const isFree = (/** @type {MjData} */ data) =>
  Array.from(data.efc_D).some((weight) => weight > 1e14);

for (const kind of Object.keys(kinds)) {
  test(`random attributes: ${kind}`, async () => {
    let peer = await loadPeer({ print() {}, printErr() {} });
    for (let seed = start; seed < start + cases; seed++) {
      const xml = randomModel(kind, seed);
      /** @param {Mujoco} engine @returns {{ model?: MjModel, error?: string }} */
      const compile = (engine) => {
        try {
          return { model: load(engine, xml, files) };
        } catch (error) {
          return { error: String(error instanceof Error ? error.message : error) };
        }
      };
      const [theirs, ours] = [peer, limber].map(compile);
      try {
        if (theirs.error && broken(theirs.error)) throw new Error(theirs.error);
        assert.equal(
          Boolean(ours.error),
          Boolean(theirs.error),
          `seed ${seed}: ${theirs.error} | ${ours.error}\n${xml}`,
        );
        if (!theirs.model || !ours.model) continue;
        const bad = differences(handOver(peer, limber, theirs.model), ours.model, 1e-6);
        const kept =
          ours.model.nflex && ours.model.flex_rigid[0]
            ? bad.filter((name) => !isOverwritten(name))
            : bad;
        assert.deepEqual(kept, [], `seed ${seed}\n${xml}`);
        const data = /** @type {[Mujoco, MjModel][]} */ ([
          [peer, theirs.model],
          [limber, ours.model],
        ]).map(([engine, model]) => {
          const d = new engine.MjData(model);
          engine.mj_forward(model, d);
          return d;
        });
        const moved = dataDifferences(data[0], data[1], 1e-6).filter(
          ([name]) =>
            name !== 'flexedge_J' && !(isFree(data[0]) && /force|acc|constraint/.test(name)),
        );
        assert.deepEqual(moved, [], `seed ${seed}\n${xml}`);
        data.forEach((d) => d.delete());
      } catch (error) {
        if (error instanceof assert.AssertionError || !broken(String(error))) throw error;
        peer = await loadPeer({ print() {}, printErr() {} });
      } finally {
        ours.model?.delete();
      }
    }
  });
}
