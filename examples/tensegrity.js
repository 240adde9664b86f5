// Rolls: three cables are shortened one after the other, and the frame tumbles over the side that they make steep.
import { phaseOf } from './lib/phase.js';

export const parameters = {
  period: { title: 'Seconds for a round', value: 1.2, min: 0.5, max: 3 },
  pull: { title: 'Pull', value: 1, min: 0, max: 1 },
};

const ORDER = [0, 2, 1]; // of the controls

/** @param {{ data: any }} sim @param {Record<string, number>} values */
export function controller({ data }, values) {
  const round = phaseOf(data, (passed) => passed / values.period);
  return () => {
    const phase = round();
    ORDER.forEach((control, i) => {
      data.ctrl[control] = (phase + i / 3) % 1 < 1 / 3 ? values.pull : 0;
    });
  };
}
