// Solvers that stop before they have converged: forces after a few sweeps or iterations.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import loadPeer from '@mujoco/mujoco';
import loadLimber from 'limber/mujoco';

const quiet = () => ({ print() {}, printErr() {} });
const engines = [await loadPeer(quiet()), await loadLimber(quiet())];

/** The same numbers from 0 to 1 in each run. @param {number} seed */
function uniform(seed) {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

/** Bodies that lie deep in a floor and in each other. @param {number} seed */
function heap(seed) {
  const next = uniform(seed);
  /** @param {number} n @param {number} low @param {number} high */
  const values = (n, low, high) =>
    Array.from({ length: n }, () => (low + next() * (high - low)).toFixed(4)).join(' ');
  const bodies = Array.from({ length: 6 }, (_, i) => {
    const geom =
      i % 2 ? `sphere" size="${values(1, 0.06, 0.1)}` : `box" size="${values(3, 0.03, 0.1)}`;
    return `<body pos="${values(2, -0.06, 0.06)} ${0.08 + 0.13 * i}" quat="${values(4, -1, 1)}">
      <freejoint/><geom type="${geom}" condim="${[1, 3, 4, 6][i % 4]}" friction="${values(1, 0.1, 1)} .02 .01"/></body>`;
  });
  return `<mujoco><option/><worldbody><geom type="plane" size="2 2 .1"/>${bodies.join('')}</worldbody></mujoco>`;
}

/**
 * Compares the forces of many heaps, with every cone, after each number of iterations.
 *
 * @param {number | string} solver
 * @param {number[]} iterations
 * @param {number[]} lineSearches
 */
function compareForces(solver, iterations, lineSearches) {
  for (let seed = 1; seed <= 12; seed++) {
    const xml = heap(seed);
    const pairs = engines.map((engine) => {
      const model = engine.MjModel.from_xml_string(xml);
      return { engine, model, data: new engine.MjData(model) };
    });
    for (const cone of [0, 1]) {
      for (const count of iterations) {
        for (const search of lineSearches) {
          const [a, b] = pairs.map(({ engine, model, data }) => {
            Object.assign(model.opt, { solver, cone, iterations: count, ls_iterations: search });
            data.qacc_warmstart.fill(0);
            engine.mj_forward(model, data);
            return [...data.efc_force];
          });
          const what = `heap ${seed}, cone ${cone}, ${count} iterations, ${search} for the line`;
          assert.equal(b.length, a.length, what);
          const scale = 1 + Math.max(...a.map(Math.abs));
          a.forEach((x, i) =>
            assert.ok(Math.abs(x - b[i]) <= 1e-7 * scale, `${what}: ${x} ${b[i]}`),
          );
        }
      }
    }
    pairs.forEach(({ model, data }) => (data.delete(), model.delete()));
  }
}

// COMPAT: ALG-13
test('PGS: order, momentum and its restarts', () => {
  compareForces(0, [1, 2, 3, 4, 5, 7, 10, 20], [50]);
});

for (const [solver, name] of [
  [1, 'CG'],
  [2, 'Newton'],
]) {
  // COMPAT: ALG-06, LINE-EVALUATIONS
  test(`${name}: line searches that run out of evaluations, steps that raise the cost`, () => {
    compareForces(solver, [1, 2, 3, 5], [1, 2, 3, 4, 5, 6, 8, 10]);
  });
}

test('conjugate gradients tell the size of the Jacobian they work with', () => {
  for (const jacobian of ['dense', 'sparse'])
    for (const island of ['enable', 'disable']) {
      const xml = heap(3).replace(
        '<option/>',
        `<option solver="CG" jacobian="${jacobian}"><flag island="${island}"/></option>`,
      );
      const [theirs, ours] = engines.map((engine) => {
        const model = engine.MjModel.from_xml_string(xml);
        const data = new engine.MjData(model);
        engine.mj_forward(model, data);
        return [...data.solver_nnz];
      });
      assert.deepEqual(ours, theirs, `${jacobian}, islands ${island}`);
      assert.ok(ours[0] > 0);
    }
});

test("Newton's iterations: rows that count, rows that change, and updates of the factor", () => {
  for (const cone of ['pyramidal', 'elliptic'])
    for (const iterations of [0, 1, 2, 30]) {
      const option = `<option cone="${cone}" jacobian="dense" iterations="${iterations}"/>`;
      const xml = heap(5).replace('<option/>', option);
      const [theirs, ours] = engines.map((engine) => {
        const model = engine.MjModel.from_xml_string(xml);
        const data = new engine.MjData(model);
        engine.mj_forward(model, data);
        const [count] = data.solver_niter;
        const rows = Array.from({ length: count }, (_, i) => {
          const stat = data.solver.get(i);
          assert.ok(stat);
          return [stat.nactive, stat.nchange, stat.neval, stat.nupdate];
        });
        return [count, data.solver_nnz[0], ...rows];
      });
      assert.deepEqual(ours, theirs, `${cone}, ${iterations} iterations`);
    }
});

test('with tolerance 0 conjugate gradients reach what Newton finds, in islands and without', () => {
  const limber = engines[1];
  for (const seed of [2, 4, 10])
    for (const cone of [0, 1]) {
      const model = limber.MjModel.from_xml_string(heap(seed));
      const data = new limber.MjData(model);
      Object.assign(model.opt, { cone, tolerance: 0, iterations: 1000, disableflags: 0 });
      const forces = [2, 1, 1].map((solver, i) => {
        model.opt.solver = solver;
        if (i === 2) model.opt.disableflags = limber.mjtDisableBit.mjDSBL_ISLAND.value;
        data.qacc_warmstart.fill(0);
        limber.mj_forward(model, data);
        return [...data.qfrc_constraint];
      });
      const scale = Math.max(...forces[0].map(Math.abs));
      for (const other of forces.slice(1))
        other.forEach((force, i) => {
          const error = Math.abs(force - forces[0][i]) / scale;
          assert.ok(error < 2e-12, `heap ${seed}, cone ${cone}: ${error}`);
        });
    }
});

test('rows that cost much and that nothing moves do not end the iterations', () => {
  for (const solver of ['Newton', 'CG'])
    for (const cone of ['pyramidal', 'elliptic']) {
      const xml = `<mujoco><option solver="${solver}" cone="${cone}"/><worldbody><geom type="plane" size="5 5 1"/>
        <body name="a" pos="0 0 .09"><joint type="slide" axis="0 0 1"/><joint type="slide" axis="1 0 0" frictionloss=".5"/>
        <geom size=".1"/></body><body pos=".5 0 .095"><freejoint/><geom type="box" size=".1 .1 .1"/></body></worldbody>
        <equality><weld body1="a" relpose="0 0 .2 1 1 0 0"/></equality></mujoco>`;
      const [theirs, ours] = engines.map((engine) => {
        const model = engine.MjModel.from_xml_string(xml);
        const data = new engine.MjData(model);
        data.qvel.set([0, 0.3, 0.2]);
        const iterations = [];
        for (let step = 0; step < 20; step++) {
          engine.mj_step(model, data);
          iterations.push(data.solver_niter[0]);
        }
        const found = { iterations, acceleration: [...data.qacc] };
        data.delete();
        model.delete();
        return found;
      });
      assert.deepEqual(ours.iterations, theirs.iterations);
      ours.acceleration.forEach((x, i) => assert.ok(Math.abs(x - theirs.acceleration[i]) < 1e-6));
    }
});

test('noslip holds what moves in a plane where the other engine does', () => {
  const joint = '<joint axis="0 1 0"/>';
  for (const condim of [3, 4])
    for (const friction of [0.5, 1, 2])
      for (const density of [3000, 1000, 300, 50]) {
        const xml = `<mujoco><option cone="elliptic" noslip_iterations="3" noslip_tolerance="0"/><worldbody>
          <geom type="box" size=".05 .5 .5" pos=".35 0 1" condim="${condim}" friction="${friction}"/><body pos="0 0 1">${joint}
          <geom type="capsule" size=".05" fromto="0 0 0 .3 0 0" friction="${friction}" density="${density}"/></body></worldbody></mujoco>`;
        const [theirs, ours] = engines.map((engine) => {
          const model = engine.MjModel.from_xml_string(xml);
          const data = new engine.MjData(model);
          data.qvel[0] = 0.1;
          engine.mj_forward(model, data);
          return data.qacc[0];
        });
        const what = `condim ${condim}, friction ${friction}, density ${density}`;
        assert.ok(Math.abs(ours - theirs) < 1e-7, `${what}: ${ours} ${theirs}`);
      }
});
