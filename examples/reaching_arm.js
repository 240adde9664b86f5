// Reaches for the target: torques that would bring the joints to its angles are shared among the muscles that can pull that way, on
// top of a little tension in all of them. A new target appears every few seconds.

export const parameters = {
  pause: { title: 'Seconds for a target', value: 2, min: 1, max: 5 },
  tension: { title: 'Tension in all muscles', value: 0.04, min: 0, max: 0.3 },
};

const UPPER = 0.3; // m
const FORE = 0.3; // m
// places of the target, m
const PLACES = [
  [0.25, 0.35],
  [0.42, 0.15],
  [0.1, 0.45],
  [0.3, 0.2],
  [0.45, 0.3],
  [0.05, 0.3],
];
const STIFF = [30, 20]; // N m/rad
const CALM = [3, 2]; // N m s/rad
/** Distances of the hand from the targets at the end of their time, m. @type {number[]} */
export const misses = [];

/** Angles of shoulder and elbow with the hand at a place. @param {number[]} place */
function reach([x, y]) {
  const far = Math.min(Math.hypot(x, y), 0.999 * (UPPER + FORE));
  const elbow = Math.acos((far * far - UPPER * UPPER - FORE * FORE) / (2 * UPPER * FORE));
  const inner = Math.atan2(FORE * Math.sin(elbow), UPPER + FORE * Math.cos(elbow));
  return [Math.atan2(y, x) - inner, elbow];
}

/** @param {{ mujoco: any, model: any, data: any }} sim @param {Record<string, number>} values */
export function controller({ mujoco, model, data }, values) {
  const hand = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_SITE.value, 'hand');
  const { nu } = model;
  let start = data.time;
  let turn = 0;
  // what a target and its angles add up to over time: the muscles' own springs pull to a rest of theirs
  const gathered = [0, 0];
  misses.length = 0;
  return () => {
    if (data.time < start) [start, turn] = [data.time, 0];
    if (data.time - start > values.pause) {
      const [x, y] = PLACES[turn];
      misses.push(Math.hypot(data.site_xpos[3 * hand] - x, data.site_xpos[3 * hand + 1] - y));
      turn = (turn + 1) % PLACES.length;
      start = data.time;
    }
    const place = PLACES[turn];
    data.mocap_pos[0] = place[0];
    data.mocap_pos[1] = place[1];
    const wanted = reach(place).map((angle, i) => {
      const error = angle - data.qpos[i];
      gathered[i] += Math.abs(error) < 0.3 ? 60 * error * model.opt.timestep : 0;
      gathered[i] = Math.max(-4, Math.min(4, gathered[i]));
      return STIFF[i] * error - CALM[i] * data.qvel[i] + gathered[i];
    });
    for (let i = 0; i < nu; i++) {
      // a muscle pulls: its force is negative, along its moment arms
      let pull = 0;
      for (let k = 0; k < data.moment_rownnz[i]; k++) {
        const at = data.moment_rowadr[i] + k;
        pull -= data.actuator_moment[at] * wanted[data.moment_colind[at]];
      }
      data.ctrl[i] = Math.max(0, Math.min(1, values.tension + 2.2 * pull));
    }
  };
}
