// Picks the blocks up, stacks them into a tower, and puts them back where they were. Where a block lies is read from the simulation;
// the arm's angles follow from two links in a plane, with the hand pointing down.

export const parameters = {
  speed: { title: 'Speed, m/s', value: 0.4, min: 0.1, max: 0.8 },
};

const BLOCKS = ['yellow', 'red', 'green'];
const TOWER = [0.42, 0]; // m
const SIZE = 0.05; // m, of a block
const TABLE = 0.2; // m
const ABOVE = 0.1; // m, from which the hand comes down
const SHOULDER = 0.31; // m above the floor
const UPPER = 0.34; // m from shoulder to elbow
const FORE = 0.33; // m from elbow to wrist
const HAND = 0.16; // m from the wrist to between the fingertips
const OPEN = 0.04;
const GAINS = 10; // numbers in a row of actuator_gainprm
const PAUSE = 0.4; // seconds that the fingers take

/** @typedef {{ at?: number[], grip?: number }} Move */

/** @param {{ mujoco: any, model: any, data: any }} sim @param {Record<string, number>} values */
export function controller({ mujoco, model, data }, values) {
  const body = mujoco.mjtObj.mjOBJ_BODY.value;
  const blocks = BLOCKS.map((name) => mujoco.mj_name2id(model, body, name));
  const home = BLOCKS.map((_, i) => [0.5 + 0.1 * Number(i === 0), [0, -0.15, 0.15][i]]);
  const site = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_SITE.value, 'tool');
  /** @type {Move[]} */
  let moves = [];
  let stage = 0;
  let until = 0;
  let last = data.time;
  let target = [0.45, 0, 0.4];
  let grip = OPEN;

  /** From where a block is to a place, and up again. @param {number} block @param {number[]} place */
  const carry = (block, [x, y, z]) => {
    const [bx, by, bz] = data.xpos.subarray(3 * block, 3 * block + 3);
    const high = Math.max(bz, z) + ABOVE;
    return [
      { at: [bx, by, high] },
      { at: [bx, by, bz] },
      { grip: 0 },
      { at: [bx, by, high] },
      { at: [x, y, high] },
      { at: [x, y, z + 0.002] },
      { grip: OPEN },
      { at: [x, y, high] },
    ];
  };
  /** The next block: up the tower, or from its top to where it was. */
  const plan = () => {
    const down = stage >= BLOCKS.length;
    const i = down ? 2 * BLOCKS.length - 1 - stage : stage;
    const level = TABLE + SIZE * (i + 0.5);
    moves = carry(blocks[i], down ? [...home[i], TABLE + SIZE / 2] : [...TOWER, level]);
    stage = (stage + 1) % (2 * BLOCKS.length);
  };

  return () => {
    if (data.time < last) {
      [moves, stage, until, target, grip] = [[], 0, 0, [0.45, 0, 0.4], OPEN];
    }
    const passed = Math.max(0, data.time - last);
    last = data.time;
    if (data.time >= until) {
      if (moves.length === 0) plan();
      const [{ at, grip: wanted }] = moves;
      if (wanted !== undefined) {
        grip = wanted;
        until = data.time + PAUSE;
        moves.shift();
      } else if (at && approach(target, at, values.speed * passed)) {
        // the arm lags behind: go on when the hand is there
        const away = at.map((x, k) => x - data.site_xpos[3 * site + k]);
        if (Math.hypot(...away) < 0.008) moves.shift();
      }
    }
    // servos that would sag under the weight of the arm are set as much higher
    const angles = reach(target).map(
      (q, i) => q + data.qfrc_bias[i] / model.actuator_gainprm[GAINS * i],
    );
    data.ctrl.set([...angles, grip]);
  };
}

/** Moves a point towards another; whether it has arrived. @param {number[]} point @param {number[]} goal @param {number} most */
function approach(point, goal, most) {
  const way = goal.map((x, i) => x - point[i]);
  const length = Math.hypot(...way);
  const part = length > most ? most / length : 1;
  way.forEach((x, i) => (point[i] += x * part));
  return part === 1;
}

/** Angles of the six joints with the fingers at a point, the hand pointing down. @param {number[]} point */
function reach([x, y, z]) {
  const turn = Math.atan2(y, x);
  const out = Math.hypot(x, y);
  const up = z + HAND - SHOULDER;
  const far = Math.min(Math.hypot(out, up), 0.999 * (UPPER + FORE));
  const cosine = (far * far - UPPER * UPPER - FORE * FORE) / (2 * UPPER * FORE);
  const elbow = Math.acos(Math.max(-1, Math.min(1, cosine)));
  const shoulder =
    Math.atan2(out, up) - Math.atan2(FORE * Math.sin(elbow), UPPER + FORE * Math.cos(elbow));
  return [turn, shoulder, elbow, 0, Math.PI - shoulder - elbow, turn];
}
