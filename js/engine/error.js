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
 * where it names a place in a model, the place is in the fields too, that of the first problem when there are several.
 */
export class MjError extends Error {
  /**
   * @param {string} text
   * @param {ErrorOptions & { missing?: string[] }} [options]
   */
  constructor(text, options) {
    super(text.startsWith('MuJoCo Error: ') ? text : `MuJoCo Error: ${text}`, options);
    this.name = 'MjError';
    // several problems follow each other
    const [first] = text.split(/\n(?:XML )?Error: /);
    const find = (/** @type {RegExp} */ pattern) => pattern.exec(first)?.[1];
    const line = find(/\bline(?: number)?[ =](\d+)/i);
    const named = find(/(?:file|resource|opening|open)(?: file| resource)? '([^']+)'/i);
    /** File in which the fault is, where the message names one; a line is one of the model's text, not of its assets. */
    this.file = find(/\nFile ([^\n']+)/) ?? find(/, file '([^']+)'/) ?? (line ? undefined : named);
    /** Line in that file, counted from 1. */
    this.line = Number(line) || undefined;
    /** Column in that line, counted from 1: where the attribute stands, else the element. */
    this.column = Number(find(/, column (\d+)/)) || undefined;
    /** XML element at fault, or the name of an element that was not read from XML. */
    this.element =
      find(/(?:XMLElement name=|\(<)(\w+)/) ??
      find(/\nElement (?:name )?'([^']*)'/) ??
      find(/element '([^']*)'/i);
    /** Name of that element in the model. */
    this.elementName = find(/\nElement name '([^']+)'/);
    /** Attribute at fault. */
    this.attribute = find(/attribute(?: missing)?:? '([^']+)'/i);
    /** What should be there instead. */
    this.expected = find(/, expected (?:one of )?(.+)/);
    /** Files that a model needs and that were not found. */
    this.missing =
      options?.missing ??
      [...text.matchAll(/opening (?:file|resource) '([^']+)'/g)].map(([, file]) => file);
  }
}

/**
 * Asks for a condition.
 * @param {unknown} good
 * @param {string} what was expected
 * @param {unknown} got
 * @returns {asserts good}
 */
export function demand(good, what, got) {
  if (!good) {
    const shown = typeof got === 'object' ? JSON.stringify(got) : String(got);
    throw new MjError(`${what}, got ${shown}`);
  }
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
