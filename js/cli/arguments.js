// Command lines: options, their checks, and the help text, all from one description of each command.
import { parseArgs } from 'node:util';

/**
 * @typedef {object} Option
 * @property {'string' | 'boolean' | 'number'} type
 * @property {string} help
 * @property {string} [short]
 * @property {string} [value] what stands for the value in the help
 * @property {string | number | boolean} [default]
 *
 * @typedef {object} Parsed
 * @property {string[]} positionals
 * @property {Record<string, any>} options
 *
 * @typedef {object} Command
 * @property {string} summary one line
 * @property {string[]} positionals names of what comes without an option; those in brackets may be left out
 * @property {string} [details] further lines of the help
 * @property {Record<string, Option>} options
 * @property {(parsed: Parsed) => Promise<number | void>} run
 */

/** A command line that cannot be understood. */
export class UsageError extends Error {}

/**
 * @param {string} name
 * @param {Command} command
 * @param {string[]} args
 * @returns {Parsed}
 */
export function parseCommand(name, command, args) {
  const hint = `; 'limber ${name} --help' lists what there is`;
  let parsed;
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(command.options).map(([key, { type, short }]) => [
          key,
          { type: type === 'boolean' ? 'boolean' : 'string', ...(short ? { short } : {}) },
        ]),
      ),
    });
  } catch (error) {
    const text = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw new UsageError(`${name}: ${text}${hint}`);
  }
  const { positionals } = parsed;
  const needed = command.positionals.filter((word) => !word.startsWith('['));
  if (positionals.length < needed.length)
    throw new UsageError(`${name}: ${needed[positionals.length]} is missing${hint}`);
  if (positionals.length > command.positionals.length) {
    const extra = positionals[command.positionals.length];
    throw new UsageError(`${name}: '${extra}' is one argument too many${hint}`);
  }
  return { positionals, options: readOptions(name, command, parsed.values) };
}

/**
 * @param {string} name
 * @param {Command} command
 * @param {Record<string, unknown>} values
 */
function readOptions(name, command, values) {
  /** @type {Record<string, unknown>} */
  const options = {};
  for (const [key, option] of Object.entries(command.options)) {
    const value = values[key] ?? option.default;
    if (option.type !== 'number' || value === undefined) {
      options[key] = value;
      continue;
    }
    const number = Number(value);
    if (!Number.isFinite(number) || number < 0 || value === '')
      throw new UsageError(`${name}: --${key} must be a positive number, got '${value}'`);
    options[key] = number;
  }
  return options;
}

/**
 * The help text of a command.
 * @param {string} name
 * @param {Command} command
 */
export function usageOf(name, { summary, positionals, options, details }) {
  const rows = Object.entries(options).map(([key, option]) => {
    const value = option.type === 'boolean' ? '' : ` ${option.value ?? 'VALUE'}`;
    const shown = `  ${option.short ? `-${option.short}, ` : ''}--${key}${value}`;
    const fallback =
      option.default === undefined || option.default === false ? '' : ` (${option.default})`;
    return [shown, option.help + fallback];
  });
  rows.push(['  -h, --help', 'this text']);
  const width = Math.max(...rows.map(([shown]) => shown.length)) + 2;
  return [
    `usage: limber ${name} [OPTIONS] ${positionals.join(' ')}`,
    '',
    `${summary}.`,
    ...(details ? ['', details] : []),
    '',
    'Options:',
    ...rows.map(([shown, help]) => shown.padEnd(width) + help),
    '',
  ].join('\n');
}
