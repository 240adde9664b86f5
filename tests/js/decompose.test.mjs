// Meshes with hollows as convex parts: they touch where the mesh is, nothing else of the model changes, and mistakes are named.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { load } from 'limber';
import { decompose } from 'limber/decompose';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-decompose-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

/** An angle of two legs, 0.4 m long and 0.1 m thick, as vertices and triangles of MJCF. */
function angle() {
  const outline = [
    [0, 0],
    [0.4, 0],
    [0.4, 0.1],
    [0.1, 0.1],
    [0.1, 0.4],
    [0, 0.4],
  ];
  const n = outline.length;
  const vertices = [0, 0.1].flatMap((z) => outline.map(([x, y]) => [x, y, z]));
  const sides = outline.flatMap((_, i) => {
    const j = (i + 1) % n;
    return [i, j, n + j, i, n + j, n + i];
  });
  const caps = [2, 3, 4, 5].flatMap((k) => [0, k, k - 1, n, n + k - 1, n + k]);
  return `vertex="${vertices.flat().join(' ')}" face="${[...sides, ...caps].join(' ')}"`;
}

const xml = `<mujoco><default><mesh scale="3 3 3"/><geom friction=".3"/></default>
  <asset><mesh name="angle" scale="1 2 1" refpos=".1 .2 .3" refquat="1 1 0 0" ${angle()}/><mesh name="box" scale="1 1 1" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>
  <worldbody>
    <body name="held" pos="0 0 1"><freejoint/>
      <frame pos=".1 0 0" euler="0 0 20"><geom name="angle" type="mesh" mesh="angle" pos="0 0 .2" euler="10 0 0" condim="4" solref=".01 1"/></frame>
    </body>
    <body name="other" pos="5 0 1"><freejoint/><geom type="mesh" mesh="box"/></body>
  </worldbody></mujoco>`;

/** The box around geoms in the world. @param {import('limber').Simulation} sim @param {number[]} geoms */
function boxAround({ model, data }, geoms) {
  const points = geoms.flatMap((geom) => {
    const mesh = model.geom_dataid[geom];
    const matrix = data.geom_xmat.subarray(9 * geom, 9 * geom + 9);
    return Array.from({ length: model.mesh_vertnum[mesh] }, (_, k) => {
      const [x, y, z] = model.mesh_vert.subarray(3 * (model.mesh_vertadr[mesh] + k));
      return [0, 1, 2].map(
        (r) =>
          data.geom_xpos[3 * geom + r] +
          matrix[3 * r] * x +
          matrix[3 * r + 1] * y +
          matrix[3 * r + 2] * z,
      );
    });
  });
  return [0, 1, 2].flatMap((axis) => {
    const values = points.map((point) => point[axis]);
    return [Math.min(...values), Math.max(...values)];
  });
}

test('parts lie where the mesh lies, and bodies keep their mass', async () => {
  const sim = await load(xml);
  sim.step(10);
  const before = { time: sim.time, qpos: [...sim.data.qpos] };
  const { body_mass, body_inertia } = sim.model;
  const masses = [...body_mass, ...body_inertia];
  const cut = await decompose(sim);
  // what is convex stays as it is
  assert.deepEqual(
    cut.map(({ mesh }) => mesh),
    ['angle'],
  );
  assert.ok(cut[0].parts >= 2 && cut[0].parts <= 16, `${cut[0].parts} parts`);
  assert.deepEqual({ time: sim.time, qpos: [...sim.data.qpos] }, before);
  assert.deepEqual([...sim.model.body_mass, ...sim.model.body_inertia], masses);
  sim.forward();
  const { model } = sim;
  const whole = sim.geom('angle').id;
  const parts = Array.from({ length: model.ngeom }, (_, g) => g).filter(
    (g) => model.geom_bodyid[g] === model.geom_bodyid[whole] && g !== whole,
  );
  assert.equal(parts.length, cut[0].parts);
  const [expected, actual] = [boxAround(sim, [whole]), boxAround(sim, parts)];
  expected.forEach((value, k) => assert.ok(Math.abs(value - actual[k]) < 1e-5, `${k}`));
  assert.deepEqual([model.geom_contype[whole], model.geom_conaffinity[whole]], [0, 0]);
  for (const part of parts) {
    assert.deepEqual([model.geom_contype[part], model.geom_condim[part]], [1, 4]);
    assert.equal(model.geom_friction[3 * part], 0.3);
    assert.equal(model.geom_solref[2 * part], 0.01);
  }
});

test('a ball in the hollow touches no hull', async () => {
  const scene = `<mujoco><asset><mesh name="angle" ${angle()}/></asset><worldbody>
    <geom name="angle" type="mesh" mesh="angle"/><body pos=".32 .32 .05"><freejoint/><geom name="ball" size=".04"/></body></worldbody></mujoco>`;
  const sim = await load(scene);
  sim.forward();
  assert.equal(sim.data.ncon, 0, 'outside of the hull');
  const inside = scene.replace('.32 .32 .05', '.17 .17 .05');
  const hull = await load(inside);
  hull.forward();
  assert.ok(hull.data.ncon > 0, 'in the hull');
  await decompose(hull, { meshes: ['angle'], parts: 8 });
  hull.forward();
  assert.equal(hull.data.ncon, 0, 'in the hollow');
});

test('what cannot be is named', async () => {
  const sim = await load('<mujoco><worldbody><geom size=".1"/></worldbody></mujoco>');
  assert.deepEqual(await decompose(sim), []);
  await assert.rejects(decompose(sim, { parts: 0 }), /decompose: parts: 1 to 1024/);
  await assert.rejects(decompose(sim, { concavity: 2 }), /decompose: concavity: 0 to 1/);
  await assert.rejects(decompose(sim, { meshes: ['cup'] }), /decompose: meshes that collide:.*cup/);
});

test('limber compile --decompose', async () => {
  const model = path.join(folder, 'angle.xml');
  const output = path.join(folder, 'parts.xml');
  fs.writeFileSync(model, xml);
  const program = path.join(root, 'js/cli/limber.js');
  const run = spawnSync(process.execPath, [program, 'compile', model, output, '--decompose', '4'], {
    encoding: 'utf8',
  });
  assert.equal(run.status, 0, run.stderr);
  assert.match(run.stderr, /^angle +[2-4]$/m);
  const sim = await load(fs.readFileSync(output, 'utf8'));
  assert.ok(sim.model.nmesh > 3);
});

test('without the package there is one sentence', () => {
  const place = path.join(folder, 'bare');
  fs.mkdirSync(place);
  fs.symlinkSync(path.join(root, 'js'), path.join(place, 'js'));
  fs.copyFileSync(path.join(root, 'package.json'), path.join(place, 'package.json'));
  const model = path.join(folder, 'bare.xml');
  fs.writeFileSync(model, xml);
  const bare = path.join(place, 'js/cli/limber.js');
  const flags = ['--preserve-symlinks', '--preserve-symlinks-main'];
  const run = spawnSync(process.execPath, [...flags, bare, 'compile', model, '--decompose', '4'], {
    encoding: 'utf8',
  });
  assert.equal(
    run.stderr,
    "limber: decompose: convex parts are found by a package: 'npm install @dimforge/rapier3d-compat' (0.21 or newer)\n",
  );
  assert.equal(run.status, 1);
});
