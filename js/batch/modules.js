// Functions and plugins that modules export: a function cannot travel to a worker, the address of a module can.
import { MjError, demand } from '../engine/error.js';

/** @typedef {import('../mujoco.js').Plugin} Plugin */
/** @typedef {{ name: string, used: boolean }} Known a plugin of the model's maker */

/** Modules that are part of this thread's code. @type {Map<string, Record<string, unknown>>} */
const provided = new Map();

/**
 * Gives a module of the package an address of its own: bundlers make one file of many, and then it has none that could be imported.
 * @param {string} address such as `limber:control`
 * @param {Record<string, unknown>} content what it exports
 */
export const provideModule = (address, content) => void provided.set(address, content);

/** A module of the program's own, or one that was provided. @param {string} url @returns {Promise<Record<string, unknown>>} */
const open = async (url) =>
  provided.get(url) ??
  import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ url).catch(
    (cause) => {
      throw new MjError(`'${url}' cannot be loaded: ${cause.message}`, { cause });
    },
  );

/**
 * A function that a module exports.
 * @param {string} address of the module, with `#name` for one of its exports
 * @param {string} [name] of the export where the address says none; the default export where there is none of this name
 * @returns {Promise<Function>}
 */
export async function openFunction(address, name = 'default') {
  const hash = address.lastIndexOf('#');
  const [url, wanted] =
    hash < 0 ? [address, name] : [address.slice(0, hash), address.slice(hash + 1)];
  const content = await open(url);
  const found = content[wanted] ?? (hash < 0 ? content.default : undefined);
  const what = hash < 0 ? 'a function' : `a function '${wanted}'`;
  demand(typeof found === 'function', `'${url}' must export ${what}`, found);
  return /** @type {Function} */ (found);
}

/**
 * The address of a module that a program gave; a function is refused.
 * @param {unknown} given
 * @param {string} what it is for
 */
export function moduleAddress(given, what) {
  if (typeof given === 'function')
    throw new MjError(
      `${what}: a function of this program cannot run in workers: put it in a module and give its address, ` +
        "new URL('./module.js#name', import.meta.url)",
    );
  demand(
    typeof given === 'string' || given instanceof URL,
    `${what} is the address of a module`,
    given,
  );
  return new URL(given, globalThis.document?.baseURI).href;
}

/**
 * Registers the plugins of modules in the order that the model's maker registered them: models name plugins by their slot.
 * @param {import('../mujoco.js').MujocoModule} mujoco
 * @param {string[]} addresses
 * @param {Known[]} known
 * @param {string} caller for the message
 */
export async function registerPlugins(mujoco, addresses, known, caller) {
  const modules = await Promise.all(addresses.map(open));
  /** @type {Plugin[]} */
  const plugins = modules.flatMap((content) => /** @type {Plugin | Plugin[]} */ (content.default));
  for (const { name, used } of known) {
    const plugin = plugins.find((candidate) => candidate.name === name);
    if (!plugin && used)
      throw new MjError(`${caller}: plugin '${name}' is in none of the plugin modules`);
    mujoco.registerPlugin(plugin ?? { name, capabilities: ['passive'], compute() {} });
  }
}
