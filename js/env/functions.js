// Functions of a program's own in environments: those of modules, which all threads can open, and functions as they are, which only the
// thread that made them has.
import { MjError } from '../engine/error.js';
import { moduleAddress, openFunction } from '../batch/modules.js';

/** The address of a module, or the function itself. @typedef {string | Function} FunctionPlace */

/**
 * Where a function is that a program gave.
 * @param {unknown} given
 * @param {string} what it is for
 * @returns {FunctionPlace}
 */
export const functionPlace = (given, what) =>
  typeof given === 'function' ? given : moduleAddress(given, what);

/** For messages, and as a name. @param {FunctionPlace} place */
export const placeName = (place) =>
  typeof place === 'function' ? place.name || 'function' : place.replace(/^.*[/#]/, '');

/** All functions that a description names. @param {unknown} data @param {Set<FunctionPlace>} [into] */
export function placesOf(data, into = new Set()) {
  if (data === null || typeof data !== 'object' || ArrayBuffer.isView(data)) return into;
  for (const [key, value] of Object.entries(data)) {
    if (key === 'module' && (typeof value === 'string' || typeof value === 'function'))
      into.add(value);
    else if (key !== 'argument') placesOf(value, into);
  }
  return into;
}

/** Opens the functions that a description names. @param {unknown} data @returns {Promise<Map<FunctionPlace, Function>>} */
export async function openFunctions(data) {
  const entries = [...placesOf(data)].map(async (place) => [
    place,
    typeof place === 'function' ? place : await openFunction(place),
  ]);
  return new Map(/** @type {[FunctionPlace, Function][]} */ (await Promise.all(entries)));
}

/** Arguments of functions travel to workers. @param {unknown} data */
function demandMessages(data) {
  if (data === null || typeof data !== 'object' || ArrayBuffer.isView(data)) return;
  for (const [key, value] of Object.entries(data)) {
    if (key !== 'argument') {
      demandMessages(value);
      continue;
    }
    try {
      structuredClone(value);
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      const name = placeName(/** @type {{ module?: FunctionPlace }} */ (data).module ?? key);
      throw new MjError(
        `makeEnv: the argument of '${name}' is data that can travel to workers: ${message}`,
        { cause: error },
      );
    }
  }
}

/**
 * Functions that are in no module keep an environment on the thread that has them; whether there are some.
 * @param {unknown} data
 * @param {{ workers: number | 'auto', here: boolean | undefined }} threads as they were asked for
 */
export function staysHere(data, { workers, here }) {
  const own = [...placesOf(data)].filter((place) => typeof place === 'function');
  if (own.length === 0) {
    if (workers !== 1 || here === false) demandMessages(data);
    return false;
  }
  const names = own.map((place) => `'${placeName(place)}'`).join(', ');
  if (workers !== 1 || here === false)
    throw new MjError(
      `makeEnv: ${names}: a function of this program cannot run in workers: take workers: 1, or put it in a module, ` +
        "new URL('./module.js#name', import.meta.url)",
    );
  return true;
}
