// Terms of environments as WGSL: the same as ../terms, which say what they mean. A term gives expressions, one for each of its numbers.
import { MjError } from '../../engine/error.js';
import * as arithmetic from './arithmetic.js';
import { number } from './block.js';
import * as contacts from './contacts.js';
import * as frames from './frames.js';
import * as joints from './joints.js';
import * as routes from './route.js';

/** @typedef {import('../world.js').TermWorld} TermWorld */
/** @typedef {import('../terms/compile.js').TermInput} TermInput */
/** @typedef {import('../terms/compile.js').TermData} TermData */
/** @typedef {import('./block.js').Block} Block */

/**
 * A term of a model.
 * @typedef {object} Term
 * @property {number} size
 * @property {(block: Block) => string[]} write adds what is needed to a block; gives an expression for each number
 * @property {(block: Block) => void} [update] what is done once a step, before any term is written
 * @property {(block: Block) => void} [begin] what is done when an episode begins
 */

/**
 * @template Options
 * @typedef {(terms: Terms, options: Options) => Term} Build
 */

/** @type {Build<{ value: number }>} */
const constant = (_terms, { value }) => ({ size: 1, write: () => [number(value)] });

const library = /** @type {Record<string, Build<TermData>>} */ (
  /** @type {unknown} */ ({
    ...joints,
    ...frames,
    ...contacts,
    ...arithmetic,
    ...routes,
    constant,
  })
);

/** Terms of one model, and what they have in common. */
export class Terms {
  /** Numbers that are kept from step to step. */
  memorySize = 0;
  /** Functions beside the terms, by name. @type {Map<string, string>} */
  functions = new Map();
  /** Whether a term looks at contacts, forces or accelerations: the first observation needs all of dynamics. */
  dynamics = false;
  /** Whether a term looks at sensors. */
  sensors = false;
  /** What terms have in common, by what they are of. @type {Map<string, unknown>} */
  shared = new Map();
  /** @type {((block: Block) => void)[]} */
  updates = [];
  /** @type {((block: Block) => void)[]} */
  begins = [];
  /** Names of terms that are not here. @type {Set<string>} */
  missing = new Set();

  /** @param {TermWorld} world */
  constructor(world) {
    this.world = world;
  }

  /** Place of numbers that are kept. @param {number} count */
  remember(count) {
    this.memorySize += count;
    return this.memorySize - count;
  }

  /** @param {number} at */
  memory(at) {
    return `ld(own_memory + ${at})`;
  }

  /** @param {TermInput} input @returns {Term} */
  compile(input) {
    const data = typeof input === 'number' ? { term: 'constant', value: input } : input;
    const build = Object.hasOwn(library, data.term) ? library[data.term] : undefined;
    if (!build) {
      this.missing.add(data.term === 'custom' ? 'functions as terms' : `the term ${data.term}`);
      return { size: 1, write: () => ['0.0f'] };
    }
    try {
      const term = build(this, data);
      if (term.update) this.updates.push(term.update);
      if (term.begin) this.begins.push(term.begin);
      return term;
    } catch (error) {
      if (!(error instanceof MjError)) throw error;
      this.missing.add(error.message.replace(/^MuJoCo Error: /, ''));
      return { size: 1, write: () => ['0.0f'] };
    }
  }
}
