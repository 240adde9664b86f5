// Moves the lift: it waits below, goes up without jerk, lets its marbles roll off, and comes down again.
import { phaseOf } from './lib/phase.js';

export const parameters = {
  period: { title: 'Seconds for a ride', value: 3.2, min: 2, max: 6 },
};

const HEIGHT = 0.555; // m

/** @param {{ data: any }} sim @param {Record<string, number>} values */
export function controller({ data }, values) {
  const round = phaseOf(data, (passed) => passed / values.period);
  return () => {
    const phase = round();
    // below for a quarter, up for a quarter, above for a quarter, down
    const ramp =
      phase < 0.25
        ? 0
        : phase < 0.55
          ? (phase - 0.25) / 0.3
          : phase < 0.75
            ? 1
            : (1 - phase) / 0.25;
    data.ctrl[0] = HEIGHT * ramp * ramp * (3 - 2 * ramp);
  };
}
