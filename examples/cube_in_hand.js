// Turns the cube as one opens a jar: press, twist, open, reach back. The course of a cycle is given; the servos give way where the cube
// is wider.
import { phaseOf } from './lib/phase.js';

export const parameters = {
  tempo: { title: 'Twists a second', value: 0.8, min: 0.2, max: 1.5 },
  way: { title: 'Way round', value: 1, min: -1, max: 1, step: 2 },
};

const SWING = 0.5; // rad to either side
const PRESS = -0.6; // rad, beyond the surface: the servo's limit is the force
const OPEN = 0.35; // rad

/** From 0 to 1 without a jerk. @param {number} t */
const ease = (t) => t * t * (3 - 2 * t);

/** @param {{ data: any }} sim @param {Record<string, number>} values */
export function controller({ data }, values) {
  const round = phaseOf(data, (passed) => values.tempo * passed);
  return () => {
    const phase = round();
    // twist while pressed, back while open
    const isPressed = phase < 0.55;
    const part =
      phase < 0.15
        ? 0
        : phase < 0.5
          ? (phase - 0.15) / 0.35
          : phase < 0.65
            ? 1
            : (1 - phase) / 0.35;
    for (let finger = 0; finger < 3; finger++) {
      data.ctrl[2 * finger] = values.way * SWING * (2 * ease(part) - 1);
      data.ctrl[2 * finger + 1] = isPressed ? PRESS : OPEN;
    }
  };
}
