// Helpers shared by the commands in scripts/: run programs, say what happens, find files.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

export class CommandFailed extends Error {}

export function say(topic, text) {
  console.log(`[${topic}] ${text}`);
}

// Node's own folder first, so that child processes use the node that runs us.
const environment = {
  ...process.env,
  PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`,
};

// Runs a program with its output shown; resolves with the exit code. `onOutput` sees the text too.
export function runProgram(program, args, { onOutput, env = {}, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = onOutput ? ['ignore', 'pipe', 'pipe'] : 'inherit';
    const child = spawn(program, args, { cwd, stdio, env: { ...environment, ...env } });
    child.on('error', (error) => {
      reject(new CommandFailed(`cannot run ${program}: ${error.message}`));
    });
    child.on('close', (code, signal) => resolve(signal ? 128 : code));
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      from?.on('data', (chunk) => {
        to.write(chunk);
        onOutput(chunk.toString());
      });
    }
  });
}

// Like runProgram, but anything except exit code 0 is an error.
export async function run(program, args, options) {
  const code = await runProgram(program, args, options);
  if (code !== 0) throw new CommandFailed(`${program} ${args.join(' ')}: exit code ${code}`);
}

// The output of a program that says little, or null when it fails.
export function output(program, args) {
  const result = spawnSync(program, args, { cwd: root, env: environment, encoding: 'utf8' });
  return result.status === 0 ? result.stdout.trim() : null;
}

export function commandExists(name) {
  return output('sh', ['-c', `command -v ${name}`]) !== null;
}

// Every file below `folder` (relative to the root) that passes the filter, sorted.
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

export function exists(name) {
  return fs.existsSync(path.join(root, name));
}

// The program of a package in node_modules/.bin.
export function packageProgram(name) {
  return path.join(root, 'node_modules', '.bin', name);
}

// Runs a command's main function; a failure is one clear line and a non-zero exit code.
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    console.error(`\nfailed: ${error.message}`);
    process.exitCode = 1;
  }
}
