// From descriptions of terms to functions that write numbers.
import { MjError } from '../../engine/error.js';
import { placeName } from '../functions.js';
import * as arithmetic from './arithmetic.js';
import * as contacts from './contacts.js';
import * as frames from './frames.js';
import * as joints from './joints.js';
import * as routes from './route.js';

/** @typedef {import('../world.js').TermWorld} TermWorld */

/**
 * A term as messages carry it: its name in the library and what it was given.
 * @typedef {{ term: string, name?: string, [option: string]: unknown }} TermData
 *
 * What may stand for a term: a description, or a number.
 * @typedef {TermData | number} TermInput
 *
 * A term of a model.
 * @typedef {object} Compiled
 * @property {string} name
 * @property {number} size
 * @property {string[]} names of its numbers
 * @property {string[]} units of its numbers
 * @property {number} needs bits of `needs`
 * @property {(out: Float64Array, at: number) => void} write
 * @property {(() => void)[]} updates what is done once a step, before any term is written
 * @property {(() => void)[]} begins what is done when an episode begins
 *
 * @typedef {Omit<Compiled, 'name' | 'needs' | 'updates' | 'begins'> & { name?: string, needs?: number, update?: () => void, begin?: () => void }} Built
 */

/**
 * Makes a term.
 * @template Options
 * @typedef {(world: TermWorld, options: Options, compile: (term: TermInput) => Compiled) => Built} Build
 */

/** Terms by name. */
const library = /** @type {Record<string, Build<TermData>>} */ (
  /** @type {unknown} */ ({
    ...joints,
    ...frames,
    ...contacts,
    ...arithmetic,
    ...routes,
    constant,
    custom,
  })
);

/** @type {Build<{ value: number }>} */
function constant(_world, { value }) {
  return {
    size: 1,
    names: ['constant'],
    units: [''],
    write(out, at) {
      out[at] = value;
    },
  };
}

/** @type {Build<{ module: import('../functions.js').FunctionPlace, size: number, names?: string[], units?: string | string[], needs: number, argument: unknown }>} */
function custom(world, { module, size, names, units = '', needs, argument }) {
  const body = world.functions.get(module);
  const own = placeName(module);
  if (!body) throw new MjError(`the module of '${own}' is not open`);
  return {
    name: own,
    size,
    names: names ?? Array.from({ length: size }, (_, i) => (size > 1 ? `${own}[${i}]` : own)),
    units: Array.isArray(units) ? units : new Array(size).fill(units),
    needs,
    write(out, at) {
      const result = /** @type {unknown} */ (body(world, argument));
      if (typeof result === 'number' || typeof result === 'boolean') {
        out[at] = Number(result);
        if (size !== 1) throw new MjError(`'${own}' gave one number, its size is ${size}`);
        return;
      }
      const values = /** @type {ArrayLike<number> | undefined} */ (result);
      if (values?.length !== size)
        throw new MjError(
          `'${own}' must give ${size} numbers, it gave ${result instanceof Promise ? 'a promise' : (values?.length ?? typeof result)}`,
        );
      for (let i = 0; i < size; i++) out[at + i] = values[i];
    },
  };
}

/**
 * @param {TermWorld} world
 * @param {TermInput} term
 * @param {string} where for messages
 * @returns {Compiled}
 */
export function compileTerm(world, term, where) {
  /** @type {(() => void)[]} */
  const updates = [];
  /** @type {(() => void)[]} */
  const begins = [];
  /** @param {TermInput} input @returns {Compiled} */
  const compile = (input) => {
    if (typeof input === 'number') return compile({ term: 'constant', value: input });
    const build = Object.hasOwn(library, input?.term ?? '') ? library[input.term] : undefined;
    if (!build) throw new MjError(`${where}: expected a term or a number, got ${shown(input)}`);
    let built;
    try {
      built = build(world, input, compile);
    } catch (error) {
      if (!(error instanceof MjError)) throw error;
      const text = error.message.replace(/^MuJoCo Error: /, '');
      throw text.startsWith(where) ? error : new MjError(`${where}: ${text}`, { cause: error });
    }
    if (built.update) updates.push(built.update);
    if (built.begin) begins.push(built.begin);
    const name = input.name ?? built.name ?? input.term;
    return { ...built, name, needs: built.needs ?? 0, updates: [], begins: [] };
  };
  return { ...compile(term), updates, begins };
}

/** @param {unknown} value */
function shown(value) {
  if (typeof value === 'function')
    return "a function: give term(f), or put it in a module and give term(new URL('./module.js#name', import.meta.url))";
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
