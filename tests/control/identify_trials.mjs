// node tests/control/identify_trials.mjs [trials]: eight parameters of an arm from noisy recordings: how many trials, and how many
// estimates, lie within two standard errors.
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { load } from 'limber';
import { identify } from 'limber/control';
import { factorCholesky, solveCholesky } from '../../js/control/linear.js';
import { makeRandom } from '../../js/control/random.js';

export const armXml = `<mujoco><compiler autolimits="true"/><option timestep=".005" integrator="implicitfast"/><worldbody>
  <body name="upper" pos="0 0 1"><joint name="shoulder" axis="0 -1 0" damping=".4" armature=".02"/><geom type="capsule" fromto="0 0 0 .4 0 0" size=".03" mass="1.2"/>
    <body name="fore" pos=".4 0 0"><joint name="elbow" axis="0 -1 0" damping=".2" armature=".01" frictionloss=".05"/><geom type="capsule" fromto="0 0 0 .35 0 0" size=".025" mass=".8"/>
      <body name="hand" pos=".35 0 0"><joint name="wrist" axis="0 -1 0" damping=".05" armature=".005"/><geom type="box" pos=".05 0 0" size=".05 .02 .02" mass=".3"/></body></body></body></worldbody>
  <actuator><position name="m1" joint="shoulder" kp="40" kv="2"/><position name="m2" joint="elbow" kp="15" kv=".7"/><position name="m3" joint="wrist" kp="2" kv=".05"/></actuator>
  <sensor><jointpos name="q1" joint="shoulder"/><jointpos name="q2" joint="elbow"/><jointpos name="q3" joint="wrist"/><jointvel name="v1" joint="shoulder"/><jointvel name="v2" joint="elbow"/><jointvel name="v3" joint="wrist"/></sensor></mujoco>`;

export const eight = [
  { of: 'joint:shoulder.damping', low: 0.01, high: 2 },
  { of: 'joint:elbow.damping', low: 0.01, high: 2 },
  { of: 'joint:wrist.damping', low: 0.001, high: 1 },
  { of: 'joint:shoulder.armature', low: 0.001, high: 0.2 },
  { of: 'joint:elbow.armature', low: 0.001, high: 0.2 },
  { of: 'joint:elbow.frictionloss', low: 0, high: 0.5 },
  { of: 'body:fore.mass', low: 0.2, high: 3 },
  { of: 'body:hand.mass', low: 0.05, high: 1.5 },
];

/** Numbers that look random. @param {number} seed */
export const normals = (seed) => makeRandom(seed, 5);

/**
 * A recording of a perturbed arm with noise, and its true values.
 * @param {number} seed
 * @param {{ noise?: number, seconds?: number, delay?: number }} [options]
 */
export async function perturbedArm(seed, { noise = 0.01, seconds = 2, delay = 0 } = {}) {
  const { uniform, normal } = normals(seed);
  const sim = await load(armXml);
  const { resolveParameter } = await import('limber');
  const truth = eight.map(({ of }) => {
    const { field, targets } = resolveParameter(sim, of);
    const row = /** @type {Float64Array} */ (Reflect.get(sim.model, field));
    const [item] = targets[0].items;
    row[item] *= 0.7 + 0.6 * uniform();
    return row[item];
  });
  sim.mujoco.mj_setConst(sim.model, sim.data);
  sim.reset();
  const count = Math.round(seconds / sim.timestep);
  const times = Float64Array.from({ length: count }, (_, i) => i * sim.timestep);
  const phases = Array.from({ length: 9 }, () => 6.28 * uniform());
  const wish = (/** @type {number} */ t) =>
    [0.4, 0.5, 0.6].map(
      (size, k) =>
        size * [3, 7, 13].reduce((sum, w, j) => sum + Math.sin(w * t + phases[3 * k + j]), 0),
    );
  const controls = new Float64Array(3 * count);
  /** @type {Record<string, Float64Array>} */
  const sensors = Object.fromEntries(
    ['q1', 'q2', 'q3', 'v1', 'v2', 'v3'].map((name) => [name, new Float64Array(count)]),
  );
  for (let i = 0; i < count; i++) {
    controls.set(wish(times[i]), 3 * i);
    sim.data.ctrl = wish(Math.max(0, times[i] - delay));
    sim.forward();
    Object.values(sensors).forEach((readings, k) => {
      readings[i] = sim.data.sensordata[k] + (k < 3 ? 0.2 : 1) * noise * normal();
    });
    sim.step();
  }
  sim.dispose();
  return { truth, recording: { times, controls, sensors } };
}

/** The most that the squared distance of eight estimates from the truth is in 95 % of trials: of chi squared. */
export const REGION = 15.507;

/** @param {number} seed */
export async function trial(seed) {
  const { truth, recording } = await perturbedArm(seed);
  const found = await identify(armXml, recording, eight, { workers: 2 });
  const off = found.estimates.map(({ value }, k) => value - truth[k]);
  const gaps = found.estimates.map(({ error }, k) => Math.abs(off[k]) / error);
  // estimates depend on each other: distances are measured by their covariance, in which single gaps
  // do not simply add up
  const errors = found.estimates.map(({ error }) => error);
  const n = eight.length;
  const correlation = found.covariance.map(
    (value, i) => value / (errors[Math.floor(i / n)] * errors[i % n]),
  );
  const signed = Float64Array.from(off, (value, k) => value / errors[k]);
  const solved = Float64Array.from(signed);
  factorCholesky(correlation, n);
  solveCholesky(correlation, solved, n, 1);
  const distance = signed.reduce((sum, value, k) => sum + value * solved[k], 0);
  found.dispose();
  return { gaps, distance, found, truth };
}

async function main() {
  const trials = Number(process.argv[2] ?? 100);
  const first = Number(process.argv[3] ?? 1);
  const inside = eight.map(() => 0);
  let [good, sum] = [0, 0];
  for (let seed = first; seed < first + trials; seed++) {
    const { gaps, distance } = await trial(seed);
    gaps.forEach((gap, k) => (inside[k] += Number(gap <= 2)));
    good += Number(distance <= REGION);
    sum += distance;
  }
  const within = inside.reduce((a, b) => a + b, 0);
  console.log(
    `${within} of ${8 * trials} estimates lie within two standard errors (95.4 % are expected), by parameter ${inside.join(' ')}; ` +
      `${good} of ${trials} trials within the 95 % region of all eight, mean squared distance ${(sum / trials).toFixed(2)} (8 is expected)`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
