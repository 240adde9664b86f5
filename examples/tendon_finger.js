// Curls and straightens the finger: the flexor pulls in a wave, the extensor helps on the way back.
import { phaseOf } from './lib/phase.js';

export const parameters = {
  tempo: { title: 'Curls a second', value: 0.4, min: 0.1, max: 1 },
  force: { title: 'Pull of the flexor, N', value: 8, min: 0, max: 12 },
};

/** @param {{ data: any }} sim @param {Record<string, number>} values */
export function controller({ data }, values) {
  const round = phaseOf(data, (passed) => values.tempo * passed);
  return () => {
    const phase = round();
    const pull = 0.5 - 0.5 * Math.cos(2 * Math.PI * phase);
    data.ctrl[0] = values.force * pull;
    data.ctrl[1] = phase > 0.5 ? 2 * (1 - pull) : 0;
  };
}
