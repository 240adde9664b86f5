// Errors of the engine as JavaScript sees them.

/**
 * What is known of an error beside its message.
 * @typedef {object} Fault
 * @property {string} [file] in which the fault is; a line is one of the model's text, not of its assets
 * @property {number} [line] in that file, counted from 1
 * @property {number} [column] in that line, counted from 1: where the attribute stands, else the element
 * @property {string} [element] XML element at fault, or the name of an element that was not read from XML
 * @property {string} [elementName] name of that element in the model
 * @property {string} [attribute] at fault
 * @property {string} [expected] what should be there instead
 * @property {string[]} [missing] files that a model needs and that were not found
 */

const prefix = 'MuJoCo Error: ';

/** What the engine raises from inside the module; becomes an MjError where the call began. */
export class Raised {
  /** @param {string} text @param {Fault} [fault] */
  constructor(text, fault) {
    this.text = text;
    this.fault = fault;
  }
}

/**
 * Reads C's lbError (src/api/errors.h): seven texts, then three numbers.
 * @param {import('./module.js').Engine} engine
 * @param {number} address
 * @returns {Raised}
 */
export function readError(engine, address) {
  const words = engine.u32.subarray(address >> 2);
  const [message, file, element, elementName, attribute, expected] = Array.from(
    words.subarray(0, 6),
    (pointer) => engine.string(pointer) || undefined,
  );
  const [names, count, line, column] = words.subarray(6);
  const missing = [];
  for (let at = names; missing.length < count; at = engine.u8.indexOf(0, at) + 1)
    missing.push(engine.string(at));
  return new Raised(message ?? '', {
    file,
    line: line || undefined,
    column: column || undefined,
    element,
    elementName,
    attribute,
    expected,
    missing,
  });
}

/**
 * An error that the engine raised, or a call that cannot be made. The message is the engine's own after 'MuJoCo Error: ';
 * where it tells of a place in a model, the place is in the fields too, that of the first problem when there are several.
 */
export class MjError extends Error {
  /**
   * @param {string} text
   * @param {ErrorOptions & Fault} [options]
   */
  constructor(text, options = {}) {
    /** What a program gave may be nothing or no object. @type {ErrorOptions & Fault} */
    const given = Object(options);
    super(
      String(text).startsWith(prefix) ? text : prefix + String(text),
      'cause' in given ? { cause: given.cause } : undefined,
    );
    this.name = 'MjError';
    /** File in which the fault is, where it is known; a line is one of the model's text, not of its assets. */
    this.file = given.file;
    /** Line in that file, counted from 1. */
    this.line = given.line;
    /** Column in that line, counted from 1: where the attribute stands, else the element. */
    this.column = given.column;
    /** XML element at fault, or the name of an element that was not read from XML. */
    this.element = given.element;
    /** Name of that element in the model. */
    this.elementName = given.elementName;
    /** Attribute at fault. */
    this.attribute = given.attribute;
    /** What should be there instead. */
    this.expected = given.expected;
    /** Files that a model needs and that were not found. */
    this.missing = given.missing ?? [];
    // consoles show what is known
    const fields = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (this));
    for (const name in fields) if (fields[name] === undefined) delete fields[name];
  }
}

/** Any value for a message: some objects are no text, whatever is asked of them. @param {unknown} value */
export function show(value) {
  try {
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  } catch {
    return 'an object';
  }
}

/**
 * Asks for a condition.
 * @param {unknown} good
 * @param {string} what was expected
 * @param {unknown} got
 * @param {Fault} [fault]
 * @returns {asserts good}
 */
export function demand(good, what, got, fault) {
  if (!good) {
    throw new MjError(`${what}, got ${show(got)}`, fault);
  }
}

/**
 * Refuses functions that go on after they have returned, and the promises that they return: what they do later would be lost.
 * @param {string} what takes the function
 * @param {unknown} value a function, or what one returned
 */
export function demandSync(what, value) {
  const promise = /** @type {{ then?: unknown } | null | undefined} */ (value);
  const isAsync =
    typeof value === 'function'
      ? /^Async/.test(value.constructor.name)
      : typeof promise === 'object' && typeof promise?.then === 'function';
  if (!isAsync) return;
  if (value instanceof Promise) value.catch(() => {});
  throw new MjError(`${what} takes a function that is done when it returns, got an async one`);
}

/**
 * Asks for a function that is done when it returns, or for none.
 * @param {string} what takes it
 * @param {unknown} value
 */
export function demandHook(what, value) {
  if ((value ?? null) !== null && typeof value !== 'function')
    throw new TypeError(`${what} must be a function or null`);
  demandSync(what, value);
}

/**
 * The MjError to throw for anything that came out of the module; errors of the caller's own code stay as they are.
 * @param {unknown} error
 * @returns {unknown}
 */
export function toError(error) {
  if (error instanceof Raised) return new MjError(error.text, error.fault);
  if (error instanceof WebAssembly.RuntimeError)
    return new MjError(`internal error: ${error.message}`, { cause: error });
  // (where the stack is exhausted, regular expressions are too)
  if (error instanceof RangeError && error.message.includes('call stack'))
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
  if (!(shown instanceof Error)) return String(shown);
  const { message } = shown;
  return message.startsWith(prefix) ? message.slice(prefix.length) : message;
}
