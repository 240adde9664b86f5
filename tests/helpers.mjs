// What many tests need to say to the type checker, and to themselves.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * What a search found; that it found nothing is an error.
 *
 * @template T
 * @param {T | null | undefined} value
 * @returns {T}
 */
export function found(value) {
  assert.ok(value !== null && value !== undefined, 'nothing was found');
  return value;
}

/** The text of what was thrown. @param {unknown} error */
export const messageOf = (error) =>
  String(/** @type {{ message?: unknown }} */ (error).message ?? error);

/** A module with what the package alone uses of it. @param {Mujoco} mujoco */
export const internalsOf = (mujoco) =>
  /** @type {import('../js/mujoco/module.js').LoadedModule} */ (mujoco);

/** Functions of an object by names that are known at run time only. @param {object} object */
export const functionsOf = (object) =>
  /** @type {Record<string, (...args: unknown[]) => unknown>} */ (object);

/** Properties of an object by names that are known at run time only. @param {object} object */
export const valuesOf = (object) => /** @type {Record<string, unknown>} */ (object);

/** Arrays of numbers of an object by names that are known at run time only. @param {object} object */
export const arraysOf = (object) => /** @type {Record<string, Float64Array>} */ (object);

/**
 * A value of an enum by a name that is known at run time only.
 *
 * @template Value
 * @param {{ readonly values: Readonly<Record<number, Value>> }} type
 * @param {string} name
 */
export const enumValue = (type, name) =>
  /** @type {Record<string, Value>} */ (/** @type {object} */ (type))[name];

/** The port that a server listens at. @param {{ address(): string | object | null } | null} server */
export const portOf = (server) =>
  /** @type {import('node:net').AddressInfo} */ (found(server).address()).port;

/** A port that is free now. @returns {Promise<number>} */
export const freePort = () =>
  new Promise((resolve) => {
    const server = net.createServer();
    server.listen(0, '127.0.0.1', () => {
      const port = portOf(server);
      server.close(() => resolve(port));
    });
  });

/** A number among the arguments of a program: --word=3. @param {string[]} args @param {string} word @param {number} usual */
export const numberIn = (args, word, usual) =>
  Number(args.find((arg) => arg.startsWith(`--${word}=`))?.split('=')[1] ?? usual);

/** Lets the engine say nothing. */
export const quiet = () => ({ print() {}, printErr() {} });

/**
 * The program of an npm package for this machine: an install script may have moved it out of the package of the platform.
 * @param {string} scope @param {string} command
 */
export function findProgram(scope, command) {
  const modules = fileURLToPath(new URL('../node_modules', import.meta.url));
  const own = ['.exe', ''].map((end) => `${command}/bin/${command}${end}`);
  const base = path.join(modules, scope);
  const platforms = fs.existsSync(base) ? fs.readdirSync(base) : [];
  const file = process.platform === 'win32' ? `${command}.exe` : command;
  const places = platforms.flatMap((name) => [`${name}/${file}`, `${name}/bin/${file}`]);
  const all = [...places.map((name) => path.join(scope, name)), ...own];
  return all.map((name) => path.join(modules, name)).find((name) => fs.existsSync(name)) ?? null;
}
