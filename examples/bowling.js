// Bowls: throws the ball, counts the pins that fell, sets them up again. Between throws the aim can be changed.

export const parameters = {
  aim: { title: 'Aim, m to the left', value: -0.12, min: -0.4, max: 0.4, steer: 'turn' },
  speed: { title: 'Speed, m/s', value: 7, min: 4, max: 10 },
  hook: { title: 'Spin', value: 2, min: -8, max: 8 },
};

const THROW = 6; // seconds from one to the next
const PINS = 10;
/** How many fell in the last throw that was counted. */
export const score = { pins: 0, throws: 0 };

/** @param {{ model: any, data: any }} sim @param {Record<string, number>} values */
export function controller({ model, data }, values) {
  let start = data.time;
  let counted = false;
  const bowl = () => {
    start = data.time;
    counted = false;
    data.qpos.set(model.qpos0);
    data.qpos[1] = values.aim;
    data.qvel.fill(0);
    // the ball slides and spins about an axis of its own: it hooks when it grips
    data.qvel.set([values.speed, 0.1, 0, -values.hook, values.speed, 0]);
  };
  bowl();
  return () => {
    const since = data.time - start;
    if (!counted && since > THROW - 0.5) {
      counted = true;
      score.throws++;
      score.pins = 0;
      // a pin has fallen when it leans by more than 30 degrees, or is not on the boards
      for (let pin = 1; pin <= PINS; pin++) {
        const [, , z, , x, y] = data.qpos.subarray(7 * pin, 7 * pin + 6);
        if (1 - 2 * (x * x + y * y) < 0.87 || z < -0.03) score.pins++;
      }
    }
    if (since > THROW || since < 0) bowl();
  };
}
