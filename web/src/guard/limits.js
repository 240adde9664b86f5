// What a page does for a model at most. A model or a link may ask for any number; a page that shows it stays a page.

import { numbersIn } from '../fields.js';

/** @typedef {import('limber').Simulation['model']} MjModel */

/** Numbers of the solver and of collisions: least, most, step. @type {Record<string, number[]>} */
export const solverRanges = {
  iterations: [1, 1000, 1],
  tolerance: [0, 1],
  ls_iterations: [1, 500, 1],
  ls_tolerance: [0, 1],
  noslip_iterations: [0, 1000, 1],
  noslip_tolerance: [0, 1],
  ccd_iterations: [1, 500, 1],
  ccd_tolerance: [0, 1],
  sleep_tolerance: [0, 10],
  sdf_iterations: [1, 100, 1],
  sdf_initpoints: [1, 200, 1],
};

/** What makes a step or a picture long, and nothing else; the most of each. @type {Record<string, number>} */
const mostOf = Object.fromEntries(
  Object.entries(solverRanges)
    .filter(([, [, , step]]) => step)
    .map(([name, [, most]]) => [name, most]),
);

/** How finely round shapes are drawn. @type {Record<string, number>} */
const finest = { numslices: 128, numstacks: 128, numquads: 64 };

/** Sizes of models that a page can draw. @type {Record<string, number>} */
const largest = {
  ngeom: 60_000,
  nsite: 60_000,
  nlight: 1000,
  nmeshface: 2e7,
  nhfielddata: 2e7,
  ntexdata: 6e8,
  nflexelem: 2e6,
  nskinface: 5e6,
};

/** @param {object} struct @param {Record<string, number>} most */
function limit(struct, most) {
  const values = numbersIn(struct);
  const notes = [];
  for (const [name, bound] of Object.entries(most)) {
    if (!(values[name] > bound)) continue;
    notes.push(`${name} ${values[name].toLocaleString('en')} → ${bound.toLocaleString('en')}`);
    values[name] = bound;
  }
  return notes;
}

/** Limits what a model asks of solver and renderer. @param {MjModel} model @returns {string} what was limited, in words; '' for nothing */
export function limitModel({ opt, vis }) {
  const notes = [...limit(opt, mostOf), ...limit(vis.quality, finest)];
  return notes.length > 0 ? `Limited on this page: ${notes.join(', ')}.` : '';
}

/** Which size of a model is more than a page can draw, in words; '' for none. @param {MjModel} model */
export function tooLarge(model) {
  const sizes = numbersIn(model);
  const [name] = Object.entries(largest).find(([one, most]) => sizes[one] > most) ?? [];
  return name ? `${name} is ${sizes[name].toLocaleString('en')}` : '';
}
