// Turns the glass by half a circle whenever its time is over.

export const parameters = {
  period: { title: 'Seconds between turns', value: 7, min: 4, max: 20 },
};

const TURN = 1.2; // seconds that half a turn takes

/** @param {{ data: any }} sim @param {Record<string, number>} values */
export function controller({ data }, values) {
  let start = data.time;
  let turns = 0;
  return () => {
    if (data.time < start) [start, turns] = [data.time, 0];
    if (data.time - start > values.period) {
      start = data.time;
      turns++;
    }
    const done = turns === 0 ? 1 : Math.min(1, (data.time - start) / TURN);
    const eased = done * done * (3 - 2 * done);
    data.ctrl[0] = Math.PI * (turns - 1 + eased) * (turns > 0 ? 1 : 0);
  };
}
