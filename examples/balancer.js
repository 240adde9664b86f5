// Keeps the balancer upright and drives it: a linear-quadratic regulator. The linear model is measured on the simulation itself,
// by small changes of the state.

import { regulator } from './lib/regulator.js';

export const parameters = {
  speed: { title: 'Speed, m/s', value: 0.3, min: -0.8, max: 0.8, steer: 'forward' },
  turn: { title: 'Turn, rad/s', value: 0.3, min: -1.5, max: 1.5, steer: 'turn' },
};

const RADIUS = 0.1; // wheel, m
const PERIOD = 0.01; // seconds between controls
const WEIGHTS = [40, 1, 6]; // of lean, rate of lean and speed
const EFFORT = 0.6;

/** @param {{ mujoco: any, model: any, data: any }} sim @param {Record<string, number>} values */
export function controller({ mujoco, model, data }, values) {
  const gains = regulator(...linearise(mujoco, model), WEIGHTS, EFFORT);
  return () => {
    const [lean, rate, speed, yaw] = observe(data);
    const error = [lean, rate, speed - values.speed];
    const torque = -gains.reduce((sum, gain, i) => sum + gain * error[i], 0) / 2;
    const turning = 3 * (values.turn - yaw);
    data.ctrl[0] = torque - turning;
    data.ctrl[1] = torque + turning;
  };
}

/** Lean and its rate (rad, rad/s), forward speed (m/s), rate of turn (rad/s). @param {any} data */
function observe({ qpos, qvel }) {
  const [w, x, y, z] = qpos.subarray(3, 7);
  const lean = Math.asin(2 * (w * y - x * z));
  return [lean, qvel[4], (RADIUS * (qvel[6] + qvel[7])) / 2 + RADIUS * qvel[4], qvel[5]];
}

/** A and B of the reduced state (lean, rate, speed) over one period. @param {any} mujoco @param {any} model */
function linearise(mujoco, model) {
  const data = new mujoco.MjData(model);
  const steps = Math.round(PERIOD / model.opt.timestep);
  const after = (/** @type {number[]} */ [lean, rate, speed], /** @type {number} */ torque) => {
    mujoco.mj_resetData(model, data);
    data.qpos[2] = 0.0995;
    data.qpos[3] = Math.cos(lean / 2);
    data.qpos[5] = Math.sin(lean / 2);
    data.qvel[0] = speed;
    data.qvel[4] = rate;
    data.qvel.fill(speed / RADIUS - rate, 6);
    data.ctrl.fill(torque / 2);
    for (let i = 0; i < steps; i++) mujoco.mj_step(model, data);
    return observe(data).slice(0, 3);
  };
  const SMALL = 1e-3;
  const columns = [0, 1, 2, 3].map((k) => {
    const at = (/** @type {number} */ sign) =>
      after(
        [0, 1, 2].map((i) => (i === k ? sign * SMALL : 0)),
        k === 3 ? sign * SMALL : 0,
      );
    const [high, low] = [at(1), at(-1)];
    return high.map((value, i) => (value - low[i]) / (2 * SMALL));
  });
  data.delete?.();
  const A = [0, 1, 2].map((i) => [0, 1, 2].map((k) => columns[k][i]));
  return /** @type {const} */ ([A, columns[3]]);
}
