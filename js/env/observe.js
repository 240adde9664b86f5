// Observations: terms, noise, delay and history of a group, into a row.
import { MjError } from '../engine/error.js';
import { draw } from './distributions.js';
import { streams } from './random.js';

/** @typedef {import('./terms/compile.js').Compiled} Compiled */
/** @typedef {import('./distributions.js').Distribution} Distribution */
/** @typedef {import('./world.js').TermWorld} TermWorld */

/** What a group of observations is made of. */
export class Group {
  /**
   * @param {TermWorld} world
   * @param {string} name
   * @param {number} number which of the groups
   * @param {Compiled[]} terms
   * @param {{ noise: (Distribution | null)[], delay: [number, number], history: number, order: 'frames' | 'terms' }} setting
   */
  constructor(world, name, number, terms, { noise, delay, history, order }) {
    this.world = world;
    this.name = name;
    this.number = number;
    this.terms = terms;
    this.noise = noise;
    this.delay = delay;
    this.history = history;
    this.order = order;
    let size = 0;
    this.starts = terms.map((term) => {
      size += term.size;
      return size - term.size;
    });
    /** Numbers of one moment. */
    this.frameSize = size;
    /** Numbers of an observation. */
    this.size = size * history;
    /** Moments that are kept; none where an observation is the present moment. */
    this.kept = history > 1 || delay[1] > 0 ? history + delay[1] : 0;
    this.frame = new Float64Array(size);
    this.hasNoise = noise.some((entry) => entry !== null);
  }

  /** The present moment, with noise. */
  #look() {
    const { world, frame, terms, starts } = this;
    for (let k = 0; k < terms.length; k++) {
      world.where = terms[k].name;
      terms[k].write(frame, starts[k]);
    }
    for (let i = 0; i < frame.length; i++) if (!Number.isFinite(frame[i])) this.#refuse(i);
    if (!this.hasNoise) return;
    const random = world.random.begin(
      world.seed,
      world.index,
      world.episode,
      world.step,
      streams.noise + 16 * (this.number + 1),
    );
    for (let k = 0; k < terms.length; k++) {
      const noise = this.noise[k];
      if (!noise) continue;
      for (let i = starts[k]; i < starts[k] + terms[k].size; i++) frame[i] += draw(random, noise);
    }
  }

  /** @param {number} i number of the frame that is not finite */
  #refuse(i) {
    const k = this.starts.filter((start) => start <= i).length - 1;
    const term = this.terms[k];
    throw new MjError(
      `it gave ${this.frame[i]} for ${term.names[i - this.starts[k]]} in the group '${this.name}'`,
    );
  }

  /**
   * Writes the observation.
   * @param {import('../batch/native.js').Row} into
   * @param {number} at
   * @param {import('../batch/native.js').Row | null} ring moments that are kept
   * @param {number} from where they begin
   * @param {number} delay in steps
   * @param {boolean} begins whether an episode begins: the past is as the present
   */
  write(into, at, ring, from, delay, begins) {
    this.#look();
    const { frame, frameSize, kept, world } = this;
    if (!ring || kept === 0) {
      for (let i = 0; i < frameSize; i++) into[at + i] = frame[i];
      return;
    }
    const { step } = world;
    const first = begins ? 0 : step % kept;
    const last = begins ? kept - 1 : first;
    for (let slot = first; slot <= last; slot++)
      for (let i = 0; i < frameSize; i++) ring[from + slot * frameSize + i] = frame[i];
    for (let back = 0; back < this.history; back++) {
      const slot = (((step - delay - back) % kept) + kept) % kept;
      this.#put(into, at, this.history - 1 - back, ring, from + slot * frameSize);
    }
  }

  /**
   * Puts a moment into its place: moments one after another, the oldest first, or each term with its moments.
   * @param {import('../batch/native.js').Row} into
   * @param {number} at
   * @param {number} place 0: the oldest
   * @param {import('../batch/native.js').Row} ring
   * @param {number} from
   */
  #put(into, at, place, ring, from) {
    if (this.order === 'frames') {
      const start = at + place * this.frameSize;
      for (let i = 0; i < this.frameSize; i++) into[start + i] = ring[from + i];
      return;
    }
    for (let k = 0; k < this.terms.length; k++) {
      const { size } = this.terms[k];
      const start = at + this.starts[k] * this.history + place * size;
      for (let i = 0; i < size; i++) into[start + i] = ring[from + this.starts[k] + i];
    }
  }

  /** Names of all numbers, with their moment where there are several. */
  get names() {
    const { terms, history } = this;
    /** @param {Compiled} term @param {number} back */
    const of = (term, back) =>
      term.names.map((name) => {
        const whole = term.size === 1 && name === term.name ? name : `${term.name}[${name}]`;
        return back > 0 ? `${whole}@-${back}` : whole;
      });
    const moments = Array.from({ length: history }, (_, k) => history - 1 - k);
    if (this.order === 'terms')
      return terms.flatMap((term) => moments.flatMap((back) => of(term, back)));
    return moments.flatMap((back) => terms.flatMap((term) => of(term, back)));
  }
}
