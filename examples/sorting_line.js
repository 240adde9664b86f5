// Sorts the parcels: the range finder sees one pass, and the paddle pushes it off the belt if it is red. Parcels that left the line
// are put back on the feed.

export const parameters = {
  sort: { title: 'Push the red ones', value: 1, min: 0, max: 1, step: 1 },
};

const BODY = 1; // object type
const FEED = [-1.05, 0, 0.4415];
const DELAY = 0.5; // seconds from the eye to the paddle

/** @param {{ mujoco: any, model: any, data: any }} sim @param {Record<string, number>} values */
export function controller({ mujoco, model, data }, values) {
  const parcels = ['red1', 'blue1', 'red2', 'blue2', 'red3'].map((name) => {
    const body = mujoco.mj_name2id(model, BODY, name);
    const joint = model.body_jntadr[body];
    return { red: name.startsWith('red'), q: model.jnt_qposadr[joint], v: model.jnt_dofadr[joint] };
  });
  let pushUntil = -1;
  let pushFrom = -1;
  return () => {
    if (data.time < pushFrom - 1) pushUntil = pushFrom = -1;
    const seen = data.sensordata[0];
    const before = parcels.find(
      ({ q }) => seen > 0 && Math.abs(data.qpos[q] - 0.05) < 0.05 && data.qpos[q + 1] > -0.14,
    );
    if (before?.red && values.sort && pushUntil < data.time) {
      pushFrom = data.time + DELAY;
      pushUntil = pushFrom + 0.3;
    }
    data.ctrl[0] = data.time > pushFrom && data.time < pushUntil ? 0.36 : 0;
    for (const { q, v } of parcels) {
      if (data.qpos[q + 2] > 0.2) continue;
      const free = parcels.every((other) => data.qpos[other.q] > FEED[0] + 0.3 || other.q === q);
      if (!free) continue;
      data.qpos.set(FEED, q);
      data.qpos.set([1, 0, 0, 0], q + 3);
      data.qvel.fill(0, v, v + 6);
    }
  };
}
