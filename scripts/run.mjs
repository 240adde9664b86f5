// Helpers shared by the commands in scripts/: run programs, say what happens, find files.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

export class CommandFailed extends Error {}

/** @param {string} topic @param {string} text */
export function say(topic, text) {
  console.log(`[${topic}] ${text}`);
}

// Node's own folder first, so that child processes use the node that runs us.
const environment = {
  ...process.env,
  PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`,
};

/**
 * @typedef {object} RunOptions
 * @property {(text: string) => void} [onOutput] sees what the program prints
 * @property {Record<string, string>} [env] added to the environment
 * @property {string} [cwd]
 */

/**
 * Runs a program with its output shown; resolves with the exit code.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<number>}
 */
export function runProgram(program, args, { onOutput, env = {}, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    /** @type {import('node:child_process').StdioOptions} */
    const stdio = onOutput ? ['ignore', 'pipe', 'pipe'] : 'inherit';
    const child = spawn(program, args, { cwd, stdio, env: { ...environment, ...env } });
    child.on('error', (error) => {
      reject(new CommandFailed(`cannot run ${program}: ${error.message}`));
    });
    child.on('close', (code, signal) => resolve(signal ? 128 : (code ?? 1)));
    for (const name of /** @type {const} */ (['stdout', 'stderr'])) {
      child[name]?.on('data', (/** @type {Buffer} */ chunk) => {
        process[name].write(chunk);
        onOutput?.(chunk.toString());
      });
    }
  });
}

/**
 * Like runProgram, but anything except exit code 0 is an error.
 *
 * @param {string} program @param {string[]} args @param {RunOptions} [options]
 */
export async function run(program, args, options) {
  const code = await runProgram(program, args, options);
  if (code !== 0) throw new CommandFailed(`${program} ${args.join(' ')}: exit code ${code}`);
}

/**
 * The output of a program that says little, or null when it fails.
 *
 * @param {string} program @param {string[]} args
 */
export function output(program, args) {
  const result = spawnSync(program, args, { cwd: root, env: environment, encoding: 'utf8' });
  return result.status === 0 ? result.stdout.trim() : null;
}

/** @param {string} name */
export function commandExists(name) {
  return output('sh', ['-c', `command -v ${name}`]) !== null;
}

/**
 * Every file below `folder` (relative to the root) that passes the filter, sorted.
 *
 * @param {string} folder
 * @param {(name: string) => boolean} [filter]
 * @returns {string[]}
 */
export function filesBelow(folder, filter = () => true) {
  const base = path.join(root, folder);
  if (!fs.existsSync(base)) return [];
  const files = [];
  for (const entry of fs.readdirSync(base, { withFileTypes: true })) {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules') {
      files.push(...filesBelow(name, filter));
    } else if (entry.isFile() && filter(name)) {
      files.push(name);
    }
  }
  return files.sort();
}

/** @param {string} name */
export function exists(name) {
  return fs.existsSync(path.join(root, name));
}

/** The program of a package in node_modules/.bin. @param {string} name */
export function packageProgram(name) {
  return path.join(root, 'node_modules', '.bin', name);
}

/**
 * Runs a command's main function; a failure is one clear line and a non-zero exit code.
 *
 * @param {() => void | Promise<void>} main
 */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    console.error(`\nfailed: ${error.message}`);
    process.exitCode = 1;
  }
}
