// Errors of the engine as JavaScript sees them.

/** What the engine raises from inside the module; becomes an MjError where the call began. */
export class Raised {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
}

/**
 * An error that the engine raised, or a call that cannot be made. The message is the engine's own after 'MuJoCo Error: ';
 * where it names a place in a model, the place is in the fields too.
 */
export class MjError extends Error {
  /**
   * @param {string} text
   * @param {ErrorOptions & { missing?: string[] }} [options]
   */
  constructor(text, options) {
    super(text.startsWith('MuJoCo Error: ') ? text : `MuJoCo Error: ${text}`, options);
    this.name = 'MjError';
    const place = findPlace(text);
    /** File in which the fault is, where the message names one. */
    this.file = place.file;
    /** Line in that file, counted from 1. */
    this.line = place.line;
    /**
     * Column in that line, counted from 1: where the attribute stands, else the element.
     * @type {number | undefined}
     */
    this.column = undefined;
    /** XML element or model element at fault. */
    this.element = place.element;
    /** Attribute at fault. */
    this.attribute = place.attribute;
    /** Files that a model needs and that were not found. */
    this.missing = options?.missing ?? place.missing;
  }
}

/**
 * Reads file, line, element and attribute out of a message.
 * @param {string} text
 */
function findPlace(text) {
  const find = (/** @type {RegExp} */ pattern) => pattern.exec(text)?.[1];
  const line = find(/\bline(?: number)?[ =](\d+)/i);
  const named = find(/(?:file|resource|opening|open)(?: file| resource)? '([^']+)'/i);
  const unopened = find(/opening (?:file|resource) '([^']+)'/);
  return {
    // a line is one of the model's text, not of a mesh or picture that it names
    file: find(/\nFile ([^\n']+)/) ?? find(/, file '([^']+)'/) ?? (line ? undefined : named),
    line: line === undefined ? undefined : Number(line),
    element:
      find(/XMLElement name=(\w+)/) ??
      find(/\nElement (?:name )?'([^']*)'/) ??
      find(/element '([^']*)'/i),
    attribute: find(/attribute(?: missing)?:? '([^']+)'/i),
    missing: unopened ? [unopened] : [],
  };
}

/**
 * Completes an error by the text that it is about: file, column, and what the message leaves out.
 * @param {unknown} error
 * @param {(file: string | undefined) => string} read text of a file, of the model itself without a name
 * @param {string} [main] name of the model
 * @returns {unknown} the error
 */
export function placeError(error, read, main) {
  if (!(error instanceof MjError) || !error.line) return error;
  const row = read(error.file).split('\n')[error.line - 1] ?? '';
  error.file ??= main;
  if (!row) return error;
  const keyword = /keyword: ('.*?')/.exec(error.message)?.[1].replaceAll("'", '"');
  if (keyword) error.attribute ??= /(\w+)\s*=\s*$/.exec(row.split(keyword)[0])?.[1];
  const { attribute, element, message } = error;
  const places = [
    attribute ? row.search(new RegExp(`\\b${attribute}\\s*=`)) : -1,
    row.indexOf(message.includes('\nElement name') ? `"${element}"` : `<${element}`),
    row.search(/\S/),
  ];
  error.column = (places.find((place) => place >= 0) ?? 0) + 1;
  error.element ||= /<(\w+)/.exec(row)?.[1];
  return error;
}

/**
 * The MjError to throw for anything that came out of the module; errors of the caller's own code stay as they are.
 * @param {unknown} error
 * @returns {unknown}
 */
export function toError(error) {
  if (error instanceof Raised) return new MjError(error.text);
  if (error instanceof WebAssembly.RuntimeError)
    return new MjError(`internal error: ${error.message}`, { cause: error });
  if (error instanceof RangeError && /call stack/i.test(error.message))
    return new MjError('stack exhausted', { cause: error });
  return error;
}

/**
 * The text that C keeps when it catches an error.
 * @param {unknown} error
 * @returns {string}
 */
export function errorText(error) {
  if (error instanceof Raised) return error.text;
  const shown = toError(error);
  return shown instanceof Error ? shown.message.replace(/^MuJoCo Error: /, '') : String(shown);
}
