// Stands on both feet: a linear-quadratic regulator about the pose, which weighs most where the centre of mass is over the feet. The
// arms wave, and every few seconds somebody pushes.
import { Regulator, stand } from 'limber/control';

export const parameters = {
  push: { title: 'Pushes, N', value: 35, min: 0, max: 100 },
  wave: { title: 'Waving of the arms', value: 0.35, min: 0, max: 1 },
};

const EVERY = 4; // seconds between pushes
const LASTS = 0.15; // seconds of a push
const LOW = 0.7; // m: a pelvis below that has fallen
const PATIENCE = 2; // seconds until who fell is set up again
const ARMS = ['shoulder_lift_left', 'shoulder_lift_right'];
const FEET = ['foot_left', 'foot_right'];

/** Costs of the state: the centre of mass over the feet first, then the pose. @param {import('limber').Simulation} simulation */
function costs(simulation) {
  const { mujoco, model, data } = simulation;
  const { nv } = model;
  const n = 2 * nv;
  const com = new Float64Array(3 * nv);
  mujoco.mj_jacSubtreeCom(model, data, com, simulation.body('pelvis').id);
  for (const foot of FEET) {
    const { position } = simulation.jacobian('body', foot);
    com.forEach((_, i) => (com[i] -= position[i] / FEET.length));
  }
  const Q = new Float64Array(n * n);
  for (let i = 0; i < nv; i++) {
    for (let j = 0; j < nv; j++) {
      const over = com[i] * com[j] + com[nv + i] * com[nv + j];
      Q[i * n + j] = 1000 * over;
      Q[(nv + i) * n + nv + j] = 100 * over;
    }
    Q[i * n + i] += i < 6 ? 0.001 : 3;
    Q[(nv + i) * n + nv + i] += 0.05;
  }
  return Q;
}

/** @param {import('limber').Simulation} simulation @param {Record<string, number>} values */
export function controller(simulation, values) {
  const { model, data } = simulation;
  simulation.forward();
  // who lies or falls is let go: the regulator knows how to stand, not how to get up
  if (data.qpos[2] < 0.95 || data.qpos[2] > 1.02) return () => {};
  // a model that was edited while it ran goes on where it is
  const now = data.time > 0 ? Float64Array.from(data.qpos) : null;
  stand(simulation, { body: 'pelvis' });
  const regulator = new Regulator(simulation, { Q: costs(simulation), R: 1 });
  const arms = ARMS.map((name) => model.jnt_qposadr[simulation.joint(name).id]);
  const chest = simulation.body('chest').id;
  const pose = Float64Array.from(regulator.qpos);
  const home = Float64Array.from(data.qpos);
  if (now) {
    data.qpos.set(now);
    simulation.forward();
  }
  const start = data.time;
  let upright = start;
  let pushed = false;
  return () => {
    const t = data.time - start;
    arms.forEach((q, i) => {
      regulator.qpos[q] = pose[q] + values.wave * Math.min(1, t / 2) * (1 - Math.cos(2 * t + i));
    });
    regulator.control();
    if (data.qpos[2] > LOW) upright = data.time;
    if (data.time - upright > PATIENCE) {
      data.qpos.set(home);
      data.qvel.fill(0);
    }
    const pushes = t % EVERY > EVERY - LASTS;
    // in turn from behind, from the left, from the front, from the right
    const side = (Math.PI / 2) * Math.floor(t / EVERY);
    const force = pushes ? [values.push * Math.cos(side), -values.push * Math.sin(side)] : [0, 0];
    if (pushes || pushed) data.xfrc_applied.set(force, 6 * chest);
    pushed = pushes;
  };
}
