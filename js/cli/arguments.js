// Command lines: options, their checks, and the help text, all from one description of each command.
import { parseArgs } from 'node:util';

/**
 * @typedef {object} Option
 * @property {'string' | 'boolean' | 'number' | 'count' | 'list'} type a count is a whole number; a list may be given several times
 * @property {string} help
 * @property {string} [short]
 * @property {string} [value] what stands for the value in the help
 * @property {string | number | boolean} [default]
 * @property {number} [least] smallest number that makes sense, 0 when left out
 * @property {number} [most] largest one
 *
 * Values of options by name. A command reads those that it describes; numbers and booleans are always there, by their defaults.
 * @typedef {object} Values
 * @property {boolean} force
 * @property {boolean} json
 * @property {boolean} plain
 * @property {boolean} paused
 * @property {boolean} sizes
 * @property {string} [key]
 * @property {string} [camera]
 * @property {'reference' | 'nice'} look
 * @property {string} [title]
 * @property {string} [format]
 * @property {string} [names]
 * @property {string} [fields]
 * @property {string} [controls]
 * @property {string} [ignore]
 * @property {string} [out]
 * @property {string} [root]
 * @property {string} [play]
 * @property {string} size
 * @property {number} rounds
 * @property {number} [decompose]
 * @property {number} every
 * @property {number} time
 * @property {number} port
 * @property {number} duration
 * @property {number} fps
 * @property {number} speed
 * @property {number} [steps]
 * @property {number} seeds
 * @property {number} limit
 * @property {number} verify
 * @property {number} lock
 * @property {number} chunk
 * @property {number} [threads]
 * @property {number} [metrics]
 * @property {number} [price]
 * @property {boolean} all
 * @property {string[]} [vary]
 * @property {string} [noise]
 * @property {string} [metric]
 * @property {string} [policy]
 * @property {string} [argument]
 * @property {string} [record]
 * @property {string} [plot]
 * @property {string} [redis]
 * @property {string} [prefix]
 * @property {string} [store]
 * @property {string} [name]
 * @property {number} seed
 * @property {number} [workers]
 * @property {number} [count]
 * @property {number} [samples]
 * @property {number} [minutes]
 * @property {string} [method]
 * @property {string} [checkpoint]
 * @property {string} [resume]
 * @property {string} [curve]
 * @property {number} bits
 *
 * @typedef {Values & { 'no-open': boolean, 'allow-code': boolean, 'dry-run': boolean, 'record-every': number }} OptionValues
 *
 * @typedef {object} Parsed
 * @property {string[]} positionals
 * @property {OptionValues} options
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

/** What commands have that write a file. @type {Option} */
export const forceOption = {
  type: 'boolean',
  short: 'f',
  help: 'overwrite the file',
  default: false,
};

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
          {
            type: type === 'boolean' ? 'boolean' : 'string',
            ...(short ? { short } : {}),
            ...(type === 'list' ? { multiple: true } : {}),
          },
        ]),
      ),
    });
  } catch (error) {
    const text = error instanceof Error ? error.message.split(/\.\s/)[0] : String(error);
    // a value that begins with a dash is what Node calls ambiguous
    const reason = text.replace(/argument is ambiguous/, 'needs a value');
    throw new UsageError(`${name}: ${reason}${hint}`);
  }
  const { positionals } = parsed;
  const needed = command.positionals.filter((word) => !word.startsWith('['));
  if (positionals.length < needed.length)
    throw new UsageError(`${name}: ${needed[positionals.length]} is missing${hint}`);
  if (positionals.length > command.positionals.length) {
    const extra = positionals[command.positionals.length];
    throw new UsageError(`${name}: '${extra}' is one argument too many${hint}`);
  }
  return {
    positionals,
    options: /** @type {OptionValues} */ (readOptions(name, command, parsed.values)),
  };
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
    const { type, least = 0, most = Infinity } = option;
    if ((type !== 'number' && type !== 'count') || value === undefined) {
      options[key] = value;
      continue;
    }
    const number = Number(value);
    const known = type === 'count' ? Number.isSafeInteger(number) : Number.isFinite(number);
    if (!known || number < least || number > most || value === '') {
      const what = type === 'count' ? 'a whole number' : 'a number';
      const range = most < Infinity ? `from ${least} to ${most}` : `of at least ${least}`;
      throw new UsageError(`${name}: --${key} must be ${what} ${range}, got '${value}'`);
    }
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
