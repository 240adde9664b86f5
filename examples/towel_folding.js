// Folds the towel and opens it again. The hands are two constraints: they hold the corners while they are active.

export const parameters = {
  pace: { title: 'Seconds for a fold', value: 6, min: 4, max: 12 },
};

const REACH = 0.2385; // m: the edge of the towel is that far from the middle
const HIGH = 0.02; // of the slide, m
const LOW = -0.37;
const EQUALITY = 11; // numbers in a row of eq_data
// the course of the hands: time in parts of a fold, way along (1 at the edge where it is taken, -1 at the other), height, closed
const COURSE = [
  [0, 1, HIGH, 0],
  [0.14, 1, LOW, 0],
  [0.2, 1, LOW, 1],
  [0.5, 0.1, -0.14, 1],
  [0.74, -0.93, LOW + 0.025, 1],
  [0.82, -0.93, LOW + 0.025, 0],
  [0.92, -0.93, HIGH, 0],
  [1, -0.93, HIGH, 0],
];
// and back: the same corners are taken where they lie
const BACK = [
  [0, -0.93, HIGH, 0],
  [0.14, -0.93, LOW + 0.02, 0],
  [0.2, -0.93, LOW + 0.02, 1],
  [0.5, 0, -0.14, 1],
  [0.76, 1.02, LOW + 0.01, 1],
  [0.84, 1.02, LOW + 0.01, 0],
  [0.94, 1, HIGH, 0],
  [1, 1, HIGH, 0],
];

/** @param {{ mujoco: any, model: any, data: any }} sim @param {Record<string, number>} values */
export function controller({ mujoco, model, data }, values) {
  const type = mujoco.mjtObj.mjOBJ_EQUALITY.value;
  const hands = ['near hand', 'far hand'].map((name) => mujoco.mj_name2id(model, type, name));
  // a hand holds the corner itself, wherever that lay when the model was compiled
  for (const hand of hands) model.eq_data.set([0, 0, 0], EQUALITY * hand + 3);
  let start = data.time;
  let course = COURSE;
  return () => {
    if (data.time < start) [start, course] = [data.time, COURSE];
    if (data.time - start > values.pace) {
      start = data.time;
      course = course === COURSE ? BACK : COURSE;
    }
    const t = (data.time - start) / values.pace;
    let k = 0;
    while (k < course.length - 2 && course[k + 1][0] <= t) k++;
    const [from, to] = [course[k], course[k + 1]];
    const part = Math.max(0, Math.min(1, (t - from[0]) / (to[0] - from[0])));
    const s = part * part * (3 - 2 * part);
    data.ctrl[0] = -REACH * (from[1] + s * (to[1] - from[1]));
    data.ctrl[1] = from[2] + s * (to[2] - from[2]);
    for (const hand of hands) data.eq_active[hand] = from[3] && (to[3] || part < 0.5) ? 1 : 0;
  };
}
