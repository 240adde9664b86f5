// Entry 'limber/inline': everything of 'limber' with the engine inside, for programs that are one file. Nothing is fetched.
//
//   import { load } from 'limber/inline';
import { MjError } from './engine/error.js';
import { inlinedBytes } from './engine/inlined.js';
import { load as loadWith } from './index.js';
import loadPlain from './mujoco.js';

export * from './index.js';

/** @type {Promise<WebAssembly.Module> | undefined} */
let module;

/** The engine's module, compiled once. */
async function compiled() {
  const bytes = inlinedBytes();
  if (!bytes) throw new MjError('limber/inline: this checkout has no copy of the module inside');
  return WebAssembly.compile(bytes);
}

/**
 * Loads the engine, as the default export of 'limber/mujoco' does.
 * @param {import('./mujoco.js').EngineOptions} [options]
 */
export async function loadMujoco(options = {}) {
  if (options.wasmBinary) return loadPlain(options);
  module ??= compiled();
  return loadPlain({ ...options, wasmBinary: await module });
}

/** The engine that simulations share. @type {Promise<import('./mujoco.js').MujocoModule> | undefined} */
let shared;

/**
 * The engine that simulations share, made when it is first asked for.
 * @returns {Promise<import('./mujoco.js').MujocoModule>}
 */
export function sharedEngine() {
  shared ??= loadMujoco();
  return shared;
}

/**
 * Loads a model with all files that it names and makes a simulation of it.
 * @param {import('./index.js').ModelSource} source
 * @param {import('./index.js').LoadOptions} [options]
 */
export function load(source, options = {}) {
  return loadWith(source, { ...options, mujoco: options.mujoco ?? sharedEngine() });
}

export default loadMujoco;
