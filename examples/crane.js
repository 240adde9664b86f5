// Carries the load round the yard: slew, trolley and winch move together from one place to the next, without jerk, so that it hardly
// swings.

export const parameters = {
  pace: { title: 'Seconds from place to place', value: 6, min: 3, max: 12 },
};

// slew in radians, trolley in metres, metres of cable paid out
const PLACES = [
  [0, 0, 1.83],
  [0.8, 0.35, 2.3],
  [1.4, 0.1, 1.5],
  [-0.6, 0.4, 2.2],
];

/** @param {{ data: any }} sim @param {Record<string, number>} values */
export function controller({ data }, values) {
  let start = data.time;
  let place = 0;
  return () => {
    if (data.time < start) [start, place] = [data.time, 0];
    if (data.time - start >= values.pace) {
      start = data.time;
      place = (place + 1) % PLACES.length;
    }
    const t = Math.min(1, (data.time - start) / (0.75 * values.pace));
    // no jump in speed or acceleration at either end
    const s = t * t * t * (10 - 15 * t + 6 * t * t);
    const [from, to] = [PLACES[place], PLACES[(place + 1) % PLACES.length]];
    from.forEach((x, i) => (data.ctrl[i] = x + s * (to[i] - x)));
  };
}
