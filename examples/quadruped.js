// A trotting gait: diagonal legs swing together. Feet follow an ellipse under the hips; two-link inverse kinematics gives the
// joint angles, and the lean of the trunk is fed back into the width of the stance. Who lies for two
// seconds is set on its feet.

export const parameters = {
  speed: { title: 'Speed, m/s', value: 0.35, min: -0.4, max: 0.6, steer: 'forward' },
  turn: { title: 'Turn', value: 0, min: -1, max: 1, steer: 'turn' },
  height: { title: 'Height, m', value: 0.29, min: 0.22, max: 0.33 },
};

const LINK = 0.2; // thigh and shank, m
const FREQUENCY = 2.2; // steps per second of one leg
const LIFT = 0.05; // m
const LYING = 0.5; // cosine of the lean of a trunk that lies
const PATIENCE = 2; // seconds until it is set on its feet
const HEIGHT = 0.36; // m above the floor, from where it drops
// legs in the order of the controls: front left, front right, rear left, rear right
const PHASES = [0, 0.5, 0.5, 0];
const SIDES = [1, -1, 1, -1];

/** @param {{ data: any }} sim @param {Record<string, number>} values */
export function controller({ data }, values) {
  let start = data.time;
  let upright = data.time;
  return () => {
    const begun = Math.min(1, data.time - start);
    const [w, x, y, z] = data.qpos.subarray(3, 7);
    if (1 - 2 * (x * x + y * y) > LYING || data.time < upright) upright = data.time;
    if (data.time - upright > PATIENCE) {
      const heading = Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z));
      data.qpos.set([HEIGHT, Math.cos(heading / 2), 0, 0, Math.sin(heading / 2)], 2);
      data.qvel.fill(0);
      upright = start = data.time;
    }
    const roll = Math.asin(Math.max(-1, Math.min(1, 2 * (w * x + y * z))));
    PHASES.forEach((offset, leg) => {
      const phase = (FREQUENCY * data.time + offset) % 1;
      const stride = begun * (values.speed + SIDES[leg] * -0.2 * values.turn) * (0.5 / FREQUENCY);
      // stance is the first half: the foot moves back; in the second it is lifted and swings forward
      const swing = phase > 0.5;
      const along = swing ? -Math.cos(2 * Math.PI * (phase - 0.5)) : 1 - 4 * phase;
      const lift = swing ? begun * LIFT * Math.sin(2 * Math.PI * (phase - 0.5)) : 0;
      const [hip, knee] = reach(stride * along, values.height - lift);
      data.ctrl[3 * leg] = -0.3 * roll - 0.15 * data.qvel[3] * 0.2;
      data.ctrl[3 * leg + 1] = hip;
      data.ctrl[3 * leg + 2] = knee;
    });
  };
}

/** Hip and knee angles that bring the foot `forward` metres ahead of and `down` metres under the hip. @param {number} forward @param {number} down */
function reach(forward, down) {
  const distance = Math.min(Math.hypot(forward, down), 1.99 * LINK);
  const bend = Math.acos(distance / (2 * LINK));
  return [bend - Math.atan2(forward, down), -2 * bend];
}
