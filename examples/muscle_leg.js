// Kicks: the hip flexor and the quadriceps are excited together, then the hamstrings and the gluteus draw the leg back.
import { phaseOf } from './lib/phase.js';

export const parameters = {
  tempo: { title: 'Kicks a second', value: 0.6, min: 0.2, max: 1.2 },
  effort: { title: 'Effort', value: 0.8, min: 0, max: 1 },
};

// excitations in the order of the muscles: hip flexor, gluteus, quadriceps, hamstrings, calf, shin
const DRAW = [0, 0.1, 0, 0.06, 0.1, 0];
const KICK = [0.3, 0, 1, 0, 0.1, 0.2];
const REST = [0, 0, 0, 0, 0, 0];

/** @param {{ data: any }} sim @param {Record<string, number>} values */
export function controller({ data }, values) {
  const round = phaseOf(data, (passed) => values.tempo * passed);
  return () => {
    const phase = round();
    const pattern = phase < 0.35 ? DRAW : phase < 0.6 ? KICK : REST;
    pattern.forEach((excitation, i) => (data.ctrl[i] = values.effort * excitation));
  };
}
