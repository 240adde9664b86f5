// Control laws against closed forms.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'limber';
import {
  Regulator,
  computedTorque,
  energyShaping,
  holdingTorque,
  linearize,
  lqr,
  operationalSpace,
  scheduledPd,
} from 'limber/control';

const h = 0.01;
const mass = 2;
const slider = `<mujoco><option timestep="${h}" integrator="Euler" gravity="0 0 0"/><worldbody><body><joint name="x" type="slide" axis="1 0 0"/>
  <geom size=".1" mass="${mass}"/></body></worldbody><actuator><motor name="push" joint="x" gear="1"/></actuator></mujoco>`;

/** An arm of n links in a vertical plane. @param {number} n */
const arm = (n, attributes = '') => {
  const links = Array.from({ length: n }, (_, i) => i);
  const open = links.map(
    (i) =>
      `<body pos="${i === 0 ? 0 : 0.4} 0 0"><joint name="j${i}" axis="0 -1 0" ${attributes}/><geom type="capsule" fromto="0 0 0 .4 0 0" size=".03" mass="1"/>`,
  );
  return `<mujoco><option timestep=".002"/><worldbody><body pos="0 0 1">${open.join('')}<site name="tip" pos=".4 0 0"/>${'</body>'.repeat(n)}</body></worldbody>
  <actuator>${links.map((i) => `<motor joint="j${i}"/>`).join('')}</actuator></mujoco>`;
};

test('the linear model of a sliding mass', async (t) => {
  const sim = await load(slider);
  t.after(() => sim.dispose());
  const before = sim.saveState();
  const { A, B, nx, nu } = linearize(sim);
  assert.deepEqual([nx, nu], [2, 1]);
  // semi-implicit Euler: v' = v + h u / m, x' = x + h v'
  const expected = [1, h, 0, 1];
  A.forEach((value, i) => assert.ok(Math.abs(value - expected[i]) < 1e-8, `A[${i}] ${value}`));
  assert.ok(Math.abs(B[0] - (h * h) / mass) < 1e-8 && Math.abs(B[1] - h / mass) < 1e-8, `${B}`);
  assert.deepEqual(sim.saveState(), before);
});

test('LQR of one number: the root of a quadratic equation', () => {
  for (const [a, b, q, r] of [
    [1.2, 0.5, 1, 0.1],
    [0.9, 2, 0.01, 3],
    [3, 0.1, 5, 5],
  ]) {
    const { K, P } = lqr({ A: [a], B: [b] }, { Q: q, R: r });
    // b^2 p^2 + (r - a^2 r - q b^2) p - q r = 0
    const half = r - a * a * r - q * b * b;
    const p = (-half + Math.sqrt(half * half + 4 * b * b * q * r)) / (2 * b * b);
    assert.ok(Math.abs(P[0] - p) < 1e-9 * p, `${P[0]} ${p}`);
    assert.ok(Math.abs(K[0] - (a * b * p) / (r + b * b * p)) < 1e-9);
  }
});

/**
 * The gain of a double integrator in closed form. The poles of the closed loop are the stable roots of the symmetric root locus
 * r + (b(z) b(1/z)) q = 0; placing them gives K.
 * @param {number} q of the position @param {number} r
 */
function doubleIntegratorGain(q, r) {
  // x' = x + h v + h^2/m u, v' = v + h/m u: position over control is h^2/m z / (z - 1)^2, so with w = 2 - z - 1/z:
  // r w^2 + q g^2 = 0 for q on the position alone, g = h^2 / m
  const g = (h * h) / mass;
  // w = +- i g sqrt(q / r): z + 1/z = 2 - w, z the root inside of the unit circle
  const s = g * Math.sqrt(q / r);
  // z^2 - (2 - i s) z + 1 = 0
  const [br, bi] = [2, -s];
  const [dr, di] = [br * br - bi * bi - 4, 2 * br * bi];
  const size = Math.hypot(dr, di);
  const root = [Math.sqrt((size + dr) / 2), Math.sign(di || 1) * Math.sqrt((size - dr) / 2)];
  const both = [1, -1].map((sign) => [(br + sign * root[0]) / 2, (bi + sign * root[1]) / 2]);
  const [re, im] = both.reduce((a, b) => (Math.hypot(...a) < Math.hypot(...b) ? a : b));
  // z^2 + (B K - 2) ... with A - B K: trace = 2 - (g k1 + (h/m) k2), det = 1 - (h/m) k2
  const [trace, det] = [2 * re, re * re + im * im];
  const k2 = (1 - det) / (h / mass);
  const k1 = (2 - trace - (h / mass) * k2) / g;
  return [k1, k2];
}

test('LQR of a double integrator: poles of the symmetric root locus', async (t) => {
  for (const [q, r] of [
    [1, 1],
    [50, 0.3],
    [2, 7],
  ]) {
    const { K } = lqr({ A: [1, h, 0, 1], B: [(h * h) / mass, h / mass] }, { Q: [q, 0], R: r });
    const expected = doubleIntegratorGain(q, r);
    K.forEach((k, i) =>
      assert.ok(Math.abs(k - expected[i]) < 1e-9 * Math.abs(expected[i]), `${K} ${expected}`),
    );
  }
  const sim = await load(slider);
  t.after(() => sim.dispose());
  const { K } = lqr(linearize(sim), { Q: [50, 0], R: 0.3 });
  const expected = doubleIntegratorGain(50, 0.3);
  K.forEach((k, i) => assert.ok(Math.abs(k - expected[i]) < 1e-5 * Math.abs(expected[i])));
});

test('the solution of larger Riccati equations satisfies them', () => {
  const [n, m] = [8, 3];
  const number = (/** @type {number} */ i) => Math.sin(12.9898 * i + 1) * 0.7;
  const A = Float64Array.from({ length: n * n }, (_, i) => number(i) + (i % (n + 1) ? 0 : 0.8));
  const B = Float64Array.from({ length: n * m }, (_, i) => number(i + 500));
  const { K, P } = lqr({ A, B }, { Q: 1, R: 0.5 });
  // P = Q + K' R K + (A - B K)' P (A - B K)
  const closed = A.map((a, i) => {
    let sum = a;
    for (let k = 0; k < m; k++) sum -= B[Math.floor(i / n) * m + k] * K[k * n + (i % n)];
    return sum;
  });
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      let value = i === j ? 1 : 0;
      for (let k = 0; k < m; k++) value += 0.5 * K[k * n + i] * K[k * n + j];
      for (let k = 0; k < n; k++)
        for (let l = 0; l < n; l++) value += closed[k * n + i] * P[k * n + l] * closed[l * n + j];
      assert.ok(Math.abs(value - P[i * n + j]) < 1e-9 * Math.abs(P[i * n + i]), `${value}`);
    }
});

test('LQR holds a pendulum upright', async (t) => {
  const xml = arm(2, 'damping="0.01"');
  const sim = await load(xml);
  t.after(() => sim.dispose());
  sim.joint('j0').value = Math.PI / 2;
  sim.forward();
  const regulator = new Regulator(sim, { Q: 10, R: 0.1 });
  sim.joint('j0').value = Math.PI / 2 - 0.2;
  sim.joint('j1').value = 0.3;
  for (let i = 0; i < 6000; i++) {
    regulator.control();
    sim.step();
  }
  assert.ok(Math.hypot(...regulator.difference()) < 1e-3);
});

test('computed torque: errors decay as the spring says, whatever the masses', async (t) => {
  const sim = await load(arm(3, 'damping="0.3"'));
  t.after(() => sim.dispose());
  sim.data.qpos = [0.3, -0.2, 0.5];
  sim.forward();
  const law = computedTorque(sim, { kp: 25 });
  const target = [0.8, 0.1, -0.4];
  const start = Array.from(sim.data.qpos, (q, i) => q - target[i]);
  for (let i = 0; i < 200; i++) {
    law.control({ qpos: target });
    sim.step();
    sim.forward();
  }
  const time = sim.time;
  sim.data.qpos.forEach((q, i) => {
    // critically damped: e = e0 (1 + w t) exp(-w t)
    const expected = start[i] * (1 + 5 * time) * Math.exp(-5 * time);
    assert.ok(Math.abs(q - target[i] - expected) < 0.012 * Math.abs(start[i]), `${q} ${expected}`);
  });
});

test('operational space: the tip goes straight to its goal', async (t) => {
  const sim = await load(arm(4));
  t.after(() => sim.dispose());
  sim.data.qpos = [0.9, -0.6, -0.5, -0.4];
  sim.forward();
  const law = operationalSpace(sim, { site: 'tip', kp: 36, posture: [0.9, -0.6, -0.5, -0.4] });
  const start = Array.from(sim.site('tip').xpos);
  const goal = [start[0] - 0.2, 0, start[2] - 0.25];
  for (let i = 0; i < 400; i++) {
    law.control({ position: goal });
    sim.step();
    sim.forward();
    const [x, , z] = sim.site('tip').xpos;
    const time = sim.time;
    const left = (1 + 6 * time) * Math.exp(-6 * time);
    const off = Math.hypot(
      x - goal[0] - left * (start[0] - goal[0]),
      z - goal[2] - left * (start[2] - goal[2]),
    );
    assert.ok(off < 6e-3, `${off} at ${time}`);
  }
});

test('energy shaping: the swing gets the energy of the upright', async (t) => {
  const sim = await load(
    `<mujoco><option timestep=".002" integrator="RK4"/><worldbody><body pos="0 0 1"><joint name="j" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 -.5" size=".02" mass="1"/></body></worldbody>
    <actuator><motor joint="j" ctrlrange="-.3 .3" ctrllimited="true"/></actuator></mujoco>`,
  );
  t.after(() => sim.dispose());
  // the centre of mass half a metre above where it hangs, half of it below the joint
  const up = 1 * 9.81 * (1 + 0.25);
  const law = energyShaping(sim, { energy: up, gain: 4 });
  sim.data.qvel[0] = 0.2;
  const gaps = [];
  let highest = -1;
  for (let i = 0; i < 10000; i++) {
    gaps.push(Math.abs(law.control()));
    sim.step();
    highest = Math.max(highest, -Math.cos(sim.data.qpos[0]));
  }
  assert.ok(gaps[0] > 4);
  assert.ok(Number(gaps.at(-1)) < 1e-2, `${gaps.at(-1)}`);
  assert.ok(highest > 0.99);
});

test('PD with scheduled gains, and torques that hold an arm', async (t) => {
  const sim = await load(arm(2, 'damping="1"'));
  t.after(() => sim.dispose());
  const { torque, missing } = holdingTorque(sim);
  // two links of 1 kg and 0.4 m held out: 9.81 (0.2 + 0.6), 9.81 0.2
  assert.ok(Math.abs(torque[0] - 9.81 * 0.8) < 1e-9 && Math.abs(torque[1] - 9.81 * 0.2) < 1e-9);
  assert.ok(missing < 1e-9);
  const table = [
    { at: 0, kp: 50, kd: 5 },
    { at: 2, kp: 200, kd: 6 },
  ];
  const law = scheduledPd(sim, { target: [0.3, -0.3], table });
  for (let i = 0; i < 2500; i++) {
    law.control();
    sim.step();
  }
  // at rest the torque of gravity stands against the gain of the end
  const held = holdingTorque(sim).torque;
  sim.data.qpos.forEach((q, i) => assert.ok(Math.abs(200 * ([0.3, -0.3][i] - q) - held[i]) < 1e-3));
});

test('errors of control laws', async (t) => {
  const bare = await load(
    '<mujoco><worldbody><body><joint/><geom size=".1"/></body></worldbody></mujoco>',
  );
  const muscle = await load(
    '<mujoco><worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody><actuator><general name="slow" joint="j" dyntype="integrator"/></actuator></mujoco>',
  );
  const sim = await load(arm(1));
  t.after(() => [bare, muscle, sim].forEach((one) => one.dispose()));
  assert.throws(() => new Regulator(bare), /the model has no actuators/);
  assert.throws(() => computedTorque(bare), /the model has no actuators/);
  assert.throws(() => computedTorque(muscle), /actuator 'slow' has dynamics/);
  assert.throws(() => operationalSpace(sim, {}), /name a site, a body or a geom/);
  assert.throws(
    () => lqr(linearize(sim), { Q: [1, 2, 3], R: 1 }),
    /Q has 2 numbers, or 2 x 2, got 3/,
  );
  assert.throws(() => lqr({ A: [2], B: [0] }, { Q: 1, R: 1 }), /no stabilising solution/);
  assert.throws(() => lqr({ A: [2], B: [1] }, { Q: 1, R: 0 }), /R must be positive definite/);
  assert.throws(
    () => scheduledPd(sim, { target: [1, 2], table: [{ at: 0, kp: 1, kd: 1 }] }),
    /1 target positions/,
  );
});
