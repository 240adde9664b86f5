// Programs that repeat something.

/**
 * How much of a round is over, from 0 to 1, each time it is asked; a simulation that starts again begins a round.
 * @param {{ time: number }} data
 * @param {(passed: number) => number} rounds that so many seconds make
 */
export function phaseOf(data, rounds) {
  let phase = 0;
  let last = data.time;
  return () => {
    phase = data.time < last ? 0 : (phase + rounds(data.time - last)) % 1;
    last = data.time;
    return phase;
  };
}
