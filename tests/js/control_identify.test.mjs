// Identification: known values are found again, within their standard errors; what cannot be found is named.
import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from 'limber';
import { identify, recordingFromCsv, recordingFromNpz } from 'limber/control';
import {
  fromParameters,
  fromPseudoInertia,
  pseudoInertia,
  toParameters,
} from '../../js/control/inertia.js';
import {
  armXml,
  eight,
  normals,
  perturbedArm,
  REGION,
  trial,
} from '../control/identify_trials.mjs';

const workers = 2;

test('eight parameters of an arm from noisy readings, within their standard errors', async () => {
  let within = 0;
  for (const seed of [1, 2, 3]) {
    const { gaps, distance, found } = await trial(seed);
    assert.ok(distance < REGION, `${distance}`);
    within += gaps.filter((gap) => gap <= 2).length;
    for (const gap of gaps) assert.ok(gap < 4, `${gaps}`);
    // deviations of the noise are found too
    assert.ok(Math.abs(found.noise.q1 - 0.002) < 3e-4 && Math.abs(found.noise.v1 - 0.01) < 1.5e-3);
  }
  // 95 of 100 are expected: of 24, fewer than 19 happen once in ten thousand
  assert.ok(within >= 19, `${within} of 24`);
});

test('without noise the values are exact, and are written back', async () => {
  const { truth, recording } = await perturbedArm(7, { noise: 0, seconds: 1 });
  const found = await identify(armXml, recording, eight, {
    workers,
    noise: { q1: 1, q2: 1, q3: 1, v1: 1, v2: 1, v3: 1 },
  });
  found.estimates.forEach(({ value, name }, k) =>
    assert.ok(
      Math.abs(value - truth[k]) < 1e-5 * Math.abs(truth[k]),
      `${name}: ${value} ${truth[k]}`,
    ),
  );
  assert.equal(found.estimate('body:fore.mass').value, found.estimates[6].value);
  assert.throws(() => found.estimate('mass'), /there is no 'mass'/);
  const again = await load(found.toXml());
  assert.ok(Math.abs(again.body('fore').mass - truth[6]) < 1e-5);
  assert.ok(Math.abs(again.joint('wrist').damping[0] - truth[2]) < 1e-5);
  const other = await load(armXml);
  found.apply(other);
  assert.ok(Math.abs(other.body('hand').mass - truth[7]) < 1e-5);
  const [{ measured, predicted }] = found.fits;
  measured.q2.forEach((value, i) => assert.ok(Math.abs(value - predicted.q2[i]) < 1e-6));
  [again, other, found].forEach((one) => one.dispose());
});

test('a delay, a gain that two numbers share, factors, priors', async () => {
  const { recording } = await perturbedArm(9, { noise: 0.002, delay: 0.02 });
  const parameters = [...eight, { delay: true, high: 0.1 }];
  const found = await identify(armXml, recording, parameters, { workers });
  const delay = found.estimate('delay');
  assert.ok(Math.abs(delay.value - 0.02) < 2e-3, `${delay.value} +- ${delay.error}`);
  found.dispose();
  // torque for speed of a motor on a fan: kp and its negative in the bias
  const servo = `<mujoco><option timestep=".01"/><worldbody><body><joint name="j" armature=".1"/><geom size=".05" mass="1"/></body></worldbody>
    <actuator><position name="p" joint="j" kp="3" kv=".3"/></actuator><sensor><jointpos name="q" joint="j"/></sensor></mujoco>`;
  const sim = await load(servo);
  sim.model.actuator_gainprm[0] = 5;
  sim.model.actuator_biasprm[1] = -5;
  const times = Array.from({ length: 200 }, (_, i) => i * 0.01);
  const q = times.map(() => {
    sim.data.ctrl[0] = 1;
    sim.forward();
    const value = sim.data.sensordata[0];
    sim.step();
    return value;
  });
  const recorded = { times, controls: times.map(() => 1), sensors: { q } };
  const kp = {
    name: 'kp',
    of: ['actuator:p.gainprm[0]', '-actuator:p.biasprm[1]'],
    low: 0.1,
    high: 50,
  };
  const gain = await identify(servo, recorded, [kp], { workers: 1 });
  assert.ok(Math.abs(gain.estimate('kp').value - 5) < 1e-6);
  const factor = await identify(servo, recorded, [{ ...kp, relative: true, low: 0.5, high: 3 }], {
    workers: 1,
  });
  assert.ok(Math.abs(factor.estimate('kp').value - 5 / 3) < 1e-6);
  // what a prior says holds where readings say nothing
  const mass = { of: 'body:1.mass', low: 0.1, high: 10, prior: { mean: 1.3, deviation: 0.2 } };
  const both = await identify(servo, recorded, [kp, mass], { workers: 1, noise: { q: 0.01 } });
  const { value, error } = both.estimate('body:1.mass');
  assert.ok(Math.abs(value - 1.3) < 1e-6 && Math.abs(error - 0.2) < 1e-6);
  [gain, factor, both, sim].forEach((one) => one.dispose());
});

test('inertias are consistent by construction, and come back as they were', async () => {
  const { normal } = normals(4);
  for (let i = 0; i < 30; i++) {
    const p = Array.from({ length: 10 }, () => 0.7 * normal());
    const given = fromPseudoInertia(fromParameters(p));
    const [a, b, c] = Array.from(given.inertia);
    assert.ok(given.mass > 0 && a > 0 && b > 0 && c > 0);
    assert.ok(a < b + c && b < a + c && c < a + b);
    const back = toParameters(pseudoInertia(given));
    back?.forEach((value, k) => assert.ok(Math.abs(value - p[k]) < 1e-7, `${back} ${p}`));
  }
  // a brick on a ball joint whose mass lies elsewhere than thought; a known force turns it
  const brick = (
    /** @type {string} */ inertial,
  ) => `<mujoco><option timestep=".005" integrator="implicitfast"/><worldbody><body name="brick"><joint name="x" axis="1 0 0" damping=".2" stiffness="4"/><joint name="y" axis="0 1 0" damping=".2" stiffness="4"/><joint name="z" axis="0 0 1" damping=".2" stiffness="4"/>${inertial}<site name="s"/></body></worldbody>
    <actuator><motor joint="x"/><motor joint="y"/><motor joint="z"/></actuator><sensor><jointpos name="qx" joint="x"/><jointpos name="qy" joint="y"/><jointpos name="qz" joint="z"/><torque name="t" site="s"/><force name="f" site="s"/></sensor></mujoco>`;
  const truth = await load(
    brick('<inertial pos=".05 -.03 .12" mass="1.4" fullinertia=".02 .03 .025 .002 -.001 .003"/>'),
  );
  const times = Array.from({ length: 300 }, (_, i) => i * 0.005);
  const controls = times.flatMap((t) => [
    0.6 * Math.sin(5 * t),
    0.5 * Math.sin(8 * t + 1),
    0.4 * Math.sin(11 * t + 2),
  ]);
  /** @type {Record<string, number[]>} */
  const sensors = { qx: [], qy: [], qz: [], t: [], f: [] };
  times.forEach((_, i) => {
    truth.data.ctrl = controls.slice(3 * i, 3 * i + 3);
    truth.step();
    const reading = truth.data.sensordata;
    ['qx', 'qy', 'qz'].forEach((name, k) => sensors[name].push(reading[k] + 1e-4 * normal()));
    sensors.t.push(...reading.slice(3, 6).map((x) => x + 1e-3 * normal()));
    sensors.f.push(...reading.slice(6, 9).map((x) => x + 1e-2 * normal()));
  });
  const start = brick('<inertial pos="0 0 .1" mass="1" diaginertia=".02 .02 .02"/>');
  const found = await identify(start, { times, controls, sensors }, [{ inertia: 'brick' }], {
    workers,
  });
  const body = found.simulation.body('brick');
  assert.ok(Math.abs(body.mass - 1.4) < 0.01, `${body.mass}`);
  [0.05, -0.03, 0.12].forEach((x, k) =>
    assert.ok(Math.abs(body.ipos[k] - x) < 2e-3, `${body.ipos}`),
  );
  const expected = Array.from(truth.body('brick').inertia);
  Array.from(body.inertia).forEach((x, k) =>
    assert.ok(Math.abs(x - expected[k]) < 2e-3, `${body.inertia} ${expected}`),
  );
  [truth, found].forEach((one) => one.dispose());
});

test('what recordings say nothing of is named', async () => {
  const { recording } = await perturbedArm(2, { noise: 0.001, seconds: 1 });
  const { q1 } = /** @type {Record<string, Float64Array>} */ (recording.sensors);
  await assert.rejects(
    identify(
      armXml,
      { ...recording, sensors: { q1 } },
      [eight[0], { of: 'opt.magnetic[0]', low: -1, high: 1 }],
      { workers: 1 },
    ),
    /'opt\.magnetic\[0\]' cannot be identified: the measured sensors do not depend on it/,
  );
  await assert.rejects(
    identify(
      armXml,
      recording,
      [
        { of: 'joint:wrist.damping', low: 0, high: 1 },
        { name: 'same', of: 'joint:wrist.damping', low: 0, high: 1 },
        eight[0],
      ],
      { workers: 1 },
    ),
    /'joint:wrist\.damping' cannot be identified|cannot be told apart/,
  );
  // a mass on a spring: only their ratio shows
  const spring = `<mujoco><option gravity="0 0 0"/><worldbody><body name="b"><joint name="j" type="slide" stiffness="40"/><geom size=".1" mass="1"/></body></worldbody><sensor><jointpos name="q" joint="j"/></sensor></mujoco>`;
  const times = Array.from({ length: 100 }, (_, i) => i * 0.01);
  const motion = {
    times,
    controls: [],
    qpos: [0.1],
    sensors: { q: times.map((t) => 0.1 * Math.cos(6 * t)) },
  };
  const two = [
    { of: 'body:b.mass', low: 0.1, high: 10 },
    { of: 'joint:j.stiffness', low: 1, high: 100 },
  ];
  await assert.rejects(
    identify(spring, motion, two, { workers: 1 }),
    /'body:b\.mass' and 'joint:j\.stiffness' cannot be told apart|'joint:j\.stiffness' and 'body:b\.mass' cannot be told apart/,
  );
  const [one] = two;
  const found = await identify(spring, motion, [one], { workers: 1 });
  assert.ok(Math.abs(found.estimate('body:b.mass').value - 40 / 36) < 0.01);
  found.dispose();
});

test('recordings from CSV and npz', async (t) => {
  const sim = await load(armXml);
  t.after(() => sim.dispose());
  const text = 'time,m1,m2,m3,q1,v2,note\n0,1,2,3,0.5,nan,0\n0.1,4,5,6,0.6,7,0\n';
  const { times, controls, sensors } = recordingFromCsv(text, sim);
  assert.deepEqual(Array.from(times), [0, 0.1]);
  assert.deepEqual(Array.from(controls), [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(Array.from(sensors.q1), [0.5, 0.6]);
  assert.ok(Number.isNaN(sensors.v2[0]) && sensors.v2[1] === 7);
  assert.throws(() => recordingFromCsv('time,m1\n0,1\n1,2\n', sim), /no column 'm2'/);
  assert.throws(
    () => recordingFromCsv(text.replace('0.6', 'high'), sim),
    /line 3, 'q1': 'high' is no number/,
  );
  assert.throws(
    () => recordingFromCsv(text.replace(',0\n', '\n'), sim),
    /line 2 has 6 cells, 7 are expected/,
  );
  const { zipSync } = await import('fflate');
  /** @param {number[]} values @param {string} shape */
  const npy = (values, shape) => {
    const head =
      `{'descr': '<f8', 'fortran_order': False, 'shape': (${shape}), }`.padEnd(117) + '\n';
    const bytes = new Uint8Array(10 + head.length + 8 * values.length);
    bytes.set([
      0x93,
      ...new TextEncoder().encode('NUMPY'),
      1,
      0,
      head.length,
      0,
      ...new TextEncoder().encode(head),
    ]);
    bytes.set(new Uint8Array(Float64Array.from(values).buffer), 10 + head.length);
    return bytes;
  };
  const archive = zipSync({
    'time.npy': npy([0, 0.1], '2,'),
    'ctrl.npy': npy([1, 2, 3, 4, 5, 6], '2, 3'),
    'q1.npy': npy([0.5, 0.6], '2,'),
    'qpos.npy': npy([1, 2, 3], '3,'),
  });
  const read = await recordingFromNpz(archive, sim);
  assert.deepEqual(
    [Array.from(read.times), Array.from(read.controls), Array.from(read.sensors.q1)],
    [
      [0, 0.1],
      [1, 2, 3, 4, 5, 6],
      [0.5, 0.6],
    ],
  );
  assert.deepEqual([.../** @type {Float64Array} */ (read.qpos)], [1, 2, 3]);
  await assert.rejects(recordingFromNpz(new Uint8Array(30), sim), /not a readable archive/);
});

test('errors of identification', async () => {
  const { recording } = await perturbedArm(2, { noise: 0, seconds: 0.1 });
  /** @param {object} change @param {RegExp} text */
  const refuses = (change, text, parameters = eight) =>
    assert.rejects(identify(armXml, { ...recording, ...change }, parameters, { workers: 1 }), text);
  await refuses(
    { sensors: { height: [1] } },
    /recording 0: there is no sensor 'height': there are q1/,
  );
  await refuses({ sensors: {} }, /recording 0 has no sensors/);
  await refuses({ controls: [1] }, /controls have 20 x 3 numbers/);
  await refuses({ times: [0, 0] }, /times ascend, row 1 is 0 after 0/);
  await refuses({}, /parameters are a list/, []);
  await refuses({}, /'body:fore\.mass' starts at 0\.8, which is not in 2 to 3/, [
    { of: 'body:fore.mass', low: 2, high: 3 },
  ]);
  await refuses({}, /a joint has no field 'softness'/, [
    { of: 'joint:elbow.softness', low: 2, high: 3 },
  ]);
});
