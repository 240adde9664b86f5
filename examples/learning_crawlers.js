// Learning by the cross-entropy method (Rubinstein, 1999): a round tries eight gaits drawn from a normal distribution; the best three
// give the mean and the spread of the next round. A gait is six numbers: middle, size and lead of the swings of shoulder and elbow, and
// how fast.

export const parameters = {
  round: { title: 'Seconds of a round', value: 2.5, min: 1.5, max: 6 },
  spread: { title: 'Least spread of the tries', value: 0.06, min: 0, max: 0.3 },
};

const CRAWLERS = 8;
const BEST = 3;
const JOINTS = 5; // degrees of freedom of one
// middle and size of the shoulder's swing, of the elbow's, lead of the elbow in turns, swings a second
const FIRST = [-0.3, 0.3, 0.8, 0.3, 0.1, 0.9];
const WIDE = [0.4, 0.3, 0.5, 0.4, 0.3, 0.35];
/** How far the best of each round came, m. @type {number[]} */
export const history = [];

/** Numbers from 0 to 1, the same in every run. @param {number} seed */
function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
}

/** @param {{ data: any }} sim @param {Record<string, number>} values */
export function controller({ data }, values) {
  const uniform = random(4);
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  let mean = [...FIRST];
  let spread = [...WIDE];
  /** @type {number[][]} */
  let gaits = [];
  let start = data.time;
  history.length = 0;

  const draw = () => {
    gaits = Array.from({ length: CRAWLERS }, (_, k) =>
      // the first of a later round is the mean itself
      mean.map((m, i) => m + (k === 0 && history.length > 0 ? 0 : spread[i] * normal())),
    );
  };
  const learn = () => {
    const far = gaits.map((_, k) => data.qpos[JOINTS * k]);
    const order = far.map((_, k) => k).sort((a, b) => far[b] - far[a]);
    history.push(far[order[0]]);
    const best = order.slice(0, BEST).map((k) => gaits[k]);
    mean = mean.map((_, i) => best.reduce((sum, gait) => sum + gait[i] / BEST, 0));
    spread = spread.map((s, i) => {
      const own = Math.sqrt(best.reduce((sum, gait) => sum + (gait[i] - mean[i]) ** 2 / BEST, 0));
      return Math.max(values.spread, 0.5 * s + 0.5 * own);
    });
  };

  draw();
  return () => {
    if (data.time < start) start = data.time;
    if (data.time - start > values.round) {
      learn();
      draw();
      start = data.time;
      data.qpos.fill(0);
      data.qvel.fill(0);
    }
    const t = data.time - start;
    gaits.forEach(([shoulder, swing, elbow, bend, lead, pace], k) => {
      const turn = 2 * Math.PI * Math.max(0.2, pace) * t;
      data.ctrl[2 * k] = shoulder + swing * Math.sin(turn);
      data.ctrl[2 * k + 1] = elbow + bend * Math.sin(turn + 2 * Math.PI * lead);
    });
  };
}
