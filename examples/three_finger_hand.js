// Grasps the ball, lifts it, holds it and puts it down again.

export const parameters = {
  grip: { title: 'Pull of the tendons', value: 0.8, min: 0, max: 1 },
  height: { title: 'Height of the lift, m', value: 0.25, min: 0.05, max: 0.35 },
};

// seconds at which a cycle goes on: down, close, lift, hold, lower, open
const TIMES = [0, 1, 1.8, 3.3, 4.5, 6, 7];

/** @param {{ data: any }} sim @param {Record<string, number>} values */
export function controller({ data }, values) {
  let start = data.time;
  return () => {
    if (data.time < start || data.time - start >= TIMES[6]) start = data.time;
    const t = data.time - start;
    const part = (/** @type {number} */ i) =>
      Math.max(0, Math.min(1, (t - TIMES[i]) / (TIMES[i + 1] - TIMES[i])));
    const lift = part(2) - part(4);
    data.ctrl[0] = values.height * lift * lift * (3 - 2 * lift);
    const close = values.grip * (part(1) - (t > TIMES[5] ? 1 : 0));
    data.ctrl.fill(Math.max(0, close), 1, 4);
  };
}
