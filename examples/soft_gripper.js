// Down, close, lift, hold, down, open, up, over and over.

export const parameters = {
  grip: { title: 'Pull of the tendons', value: 0.75, min: 0, max: 1 },
  height: { title: 'Height of the lift, m', value: 0.14, min: 0.03, max: 0.2 },
};

const LOW = -0.062; // m
const READY = 0.04;
const OPEN = -0.25; // the tendons push the fingers apart a little
// seconds at which the parts of a cycle begin: down, close, lift, hold, down again, open, up
const TIMES = [0, 1.2, 2.2, 3.6, 5, 6.4, 7.2, 8.2];

/** @param {{ data: any }} sim @param {Record<string, number>} values */
export function controller({ data }, values) {
  let start = data.time;
  return () => {
    if (data.time < start || data.time - start > TIMES[7]) start = data.time;
    const t = data.time - start;
    const part = (/** @type {number} */ i) => {
      const s = Math.max(0, Math.min(1, (t - TIMES[i]) / (TIMES[i + 1] - TIMES[i])));
      return s * s * (3 - 2 * s);
    };
    const between = READY - LOW;
    data.ctrl[0] =
      READY - between * part(0) + (values.height - LOW) * (part(2) - part(4)) + between * part(6);
    data.ctrl.fill(OPEN + (values.grip - OPEN) * (part(1) - part(5)), 1, 4);
  };
}
