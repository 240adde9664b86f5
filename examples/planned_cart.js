// Model predictive control, live: predictive sampling (Howell and others, 2022). The plan is a curve of forces through a few knots.
// Each time it is replanned, variations of it are simulated from the present state by the engine itself, and the best one is kept.

export const parameters = {
  tries: { title: 'Futures tried each time', value: 24, min: 2, max: 60, step: 1 },
  noise: { title: 'Size of the variations', value: 0.5, min: 0.05, max: 1 },
  pause: { title: 'Seconds until the flag moves', value: 6, min: 3, max: 15 },
};

const HORIZON = 0.9; // seconds that a plan looks ahead
const KNOTS = 7;
const EVERY = 4; // steps between two plans
const FLAGS = [0.8, -0.8]; // m
const FAR = 0.35; // costs of the way to the flag, of speeds, and of effort
const SPEED = 0.015;
const TURNING = 0.008;
const EFFORT = 0.01;

/** Numbers from 0 to 1, the same in every run. @param {number} seed */
function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
}

/** What is tried out is kept as long as its model is driven. @type {{ model: any, data: any } | undefined} */
let scratch;

/** @param {any} mujoco @param {any} model */
function scratchFor(mujoco, model) {
  if (scratch?.model !== model) {
    scratch?.data.delete();
    scratch = { model, data: new mujoco.MjData(model) };
  }
  return scratch.data;
}

/** @param {{ mujoco: any, model: any, data: any }} sim @param {Record<string, number>} values */
export function controller({ mujoco, model, data }, values) {
  const trial = scratchFor(mujoco, model);
  const uniform = random(1);
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const { timestep } = model.opt;
  const steps = Math.round(HORIZON / timestep);
  let plan = new Array(KNOTS).fill(0);
  let begun = data.time;
  let count = 0;

  /** The force of a plan some time after its beginning. @param {number[]} knots @param {number} time */
  const force = (knots, time) => {
    const at = Math.max(0, Math.min(KNOTS - 1.001, (time / HORIZON) * (KNOTS - 1)));
    const i = Math.floor(at);
    return Math.max(-1, Math.min(1, knots[i] + (at - i) * (knots[i + 1] - knots[i])));
  };

  /** What is bad about a state: a low pole, a long way to the flag, speed, force. */
  const badness = () => {
    const [x, angle] = trial.qpos;
    const [v, turning] = trial.qvel;
    const height = -Math.cos(angle);
    const away = x - data.mocap_pos[0];
    return (
      1 -
      height +
      FAR * away * away +
      SPEED * v * v +
      EFFORT * trial.ctrl[0] ** 2 +
      TURNING * turning * turning * Math.max(0, height)
    );
  };

  /** The cost of a plan, simulated from the present state. @param {number[]} knots */
  const cost = (knots) => {
    trial.qpos.set(data.qpos);
    trial.qvel.set(data.qvel);
    let sum = 0;
    for (let k = 0; k < steps; k++) {
      trial.ctrl[0] = force(knots, k * timestep);
      mujoco.mj_step(model, trial);
      sum += badness();
    }
    return sum;
  };

  const replan = () => {
    const passed = data.time - begun;
    begun = data.time;
    const spacing = HORIZON / (KNOTS - 1);
    plan = plan.map((_, i) => force(plan, passed + i * spacing));
    let least = cost(plan);
    const from = plan;
    for (let k = 0; k < values.tries; k++) {
      // large changes and small ones
      const size = values.noise * [1, 0.3, 0.1][k % 3];
      const other = from.map((u) => u + size * normal());
      const price = cost(other);
      if (price < least) [least, plan] = [price, other];
    }
  };

  return () => {
    if (data.time < begun) [begun, count] = [data.time, 0];
    data.mocap_pos[0] = FLAGS[Math.floor(data.time / values.pause) % FLAGS.length];
    if (count++ % EVERY === 0) replan();
    data.ctrl[0] = force(plan, data.time - begun);
  };
}
