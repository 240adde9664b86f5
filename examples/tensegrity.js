// Rolls: three cables are shortened one after the other, and the frame tumbles over the side that they make steep.

export const parameters = {
  period: { title: 'Seconds for a round', value: 1.2, min: 0.5, max: 3 },
  pull: { title: 'Pull', value: 1, min: 0, max: 1 },
};

const ORDER = [0, 2, 1]; // of the controls

/** @param {{ data: any }} sim @param {Record<string, number>} values */
export function controller({ data }, values) {
  let phase = 0;
  let last = data.time;
  return () => {
    phase = data.time < last ? 0 : (phase + (data.time - last) / values.period) % 1;
    last = data.time;
    ORDER.forEach((control, i) => {
      data.ctrl[control] = (phase + i / 3) % 1 < 1 / 3 ? values.pull : 0;
    });
  };
}
