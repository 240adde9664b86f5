// Starts the race anew as soon as all beads are down, and tells how long each needed: in the console of the page and to whoever asks.

export const parameters = {
  pause: { title: 'Seconds between races', value: 3, min: 2, max: 6 },
};

const BEADS = ['straight', 'cycloid', 'arc'];
const BODY = 1; // object type
const FINISH = 1.2566; // m along the tracks

/** Seconds that each bead needed in the last race. @type {Record<string, number>} */
export const times = {};

/** @param {{ mujoco: any, model: any, data: any }} sim @param {Record<string, number>} values */
export function controller({ mujoco, model, data }, values) {
  const beads = BEADS.map((name) => ({
    name,
    q: model.jnt_qposadr[model.body_jntadr[mujoco.mj_name2id(model, BODY, name)]],
    down: false,
  }));
  let start = data.time;
  return () => {
    if (data.time < start) start = data.time;
    if (data.time - start > values.pause) {
      start = data.time;
      data.qpos.fill(0);
      data.qvel.fill(0);
      for (const bead of beads) bead.down = false;
    }
    for (const bead of beads) {
      if (bead.down || data.qpos[bead.q] < FINISH) continue;
      bead.down = true;
      times[bead.name] = data.time - start;
    }
  };
}
