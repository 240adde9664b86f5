#!/usr/bin/env node
// The command `limber`: looks at models, converts, simulates and shows them without a program.
//
// Exit code: 0 done, 1 the model or the file is at fault (or `check` found something), 2 the command line is.
import path from 'node:path';
import process from 'node:process';
import { UsageError, parseCommand, usageOf } from './arguments.js';
import { MjError } from '../engine/error.js';

/** @typedef {import('./arguments.js').Command} Command */

/** Modules of the commands, loaded when they are asked for. @type {Record<string, () => Promise<{ command: Command }>>} */
const commands = {
  view: () => import('./commands/view.js'),
  info: () => import('./commands/info.js'),
  compile: () => import('./commands/compile.js'),
  simulate: () => import('./commands/simulate.js'),
  bench: () => import('./commands/bench.js'),
  bundle: () => import('./commands/bundle.js'),
  types: () => import('./commands/types.js'),
  check: () => import('./commands/check.js'),
  render: () => import('./commands/render.js'),
  export: () => import('./commands/export.js'),
  models: () => import('./commands/models.js'),
  sweep: () => import('./commands/sweep.js'),
  worker: () => import('./commands/worker.js'),
  jobs: () => import('./commands/jobs.js'),
  train: () => import('./commands/train.js'),
};

async function overview() {
  const lines = ['usage: limber COMMAND [OPTIONS] MODEL', '', 'Commands:'];
  for (const [name, open] of Object.entries(commands))
    lines.push(`  ${name.padEnd(10)}${(await open()).command.summary}`);
  lines.push(
    '',
    'MODEL: an MJCF, URDF, MJB or zip file, a URL, github:owner/repo/path@ref, or - for any of them on standard input.',
    "'limber COMMAND --help' tells more about a command.",
    '',
  );
  return lines.join('\n');
}

async function version() {
  const { readFile } = await import('node:fs/promises');
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  return JSON.parse(text).version;
}

/**
 * @param {string[]} args
 * @returns {Promise<number>} exit code
 */
async function main([name, ...rest]) {
  if (name === 'help' && rest.length > 0) return main([rest[0], '--help']);
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(await overview());
    return name === undefined ? 2 : 0;
  }
  if (name === '--version' || name === '-v') {
    process.stdout.write(`${await version()}\n`);
    return 0;
  }
  const open = Object.hasOwn(commands, name) ? commands[name] : null;
  if (!open)
    throw new UsageError(`there is no command '${name}'; 'limber --help' lists the commands`);
  const { command } = await open();
  if (rest.includes('--help') || rest.includes('-h')) {
    process.stdout.write(usageOf(name, command));
    return 0;
  }
  return (await command.run(parseCommand(name, command, rest))) ?? 0;
}

/** What the system says of a file, in words. @type {Record<string, string>} */
const systemErrors = {
  ENOENT: 'there is no file',
  EACCES: 'there is no permission for',
  ENOTDIR: 'there is no folder on the way to',
  EISDIR: 'there is a folder in place of the file',
};

/**
 * What a user can do something about is one line; anything else is our fault and shows its stack.
 * @param {unknown} thrown
 */
function report(thrown) {
  const error = /** @type {Error & { code?: unknown, path?: string }} */ (thrown);
  if (error instanceof UsageError) {
    process.stderr.write(`limber: ${error.message}\n`);
    return 2;
  }
  const words = systemErrors[String(error?.code)];
  if (words && error.path) {
    process.stderr.write(`limber: ${words} '${path.relative('', error.path)}'\n`);
    return 1;
  }
  const expected = error instanceof MjError || typeof error?.code === 'string';
  const text = expected
    ? error.message.replace(/^MuJoCo Error: |file:\/\/(?=\/)/g, '')
    : (error?.stack ?? error);
  process.stderr.write(`limber: ${text}\n`);
  return 1;
}

// a reader that closes early (limber info x | head) is no error
process.stdout.on('error', (error) => {
  process.exit(/** @type {{ code?: string }} */ (error).code === 'EPIPE' ? 0 : report(error));
});
process.exitCode = await main(process.argv.slice(2)).catch(report);
