// Reads the field tables of settings and spec elements (src/api/option_fields.h, spec_fields.h); src/api/field_table.h explains their columns.

/**
 * @typedef {{ type: string, name: string, dims: string[], comment: string, initial?: string, attribute?: Call | null, target?: Call | null }} FieldRow
 *   comment: the meaning; initial: the default as text, '' for a struct or container; attribute: where MJCF has the field; target: the column `model`
 * @typedef {{ name: string, args: string[] }} Call
 */

/** Splits at commas that are in no brackets and no text. @param {string} text @returns {string[]} */
export function splitArguments(text) {
  const parts = [];
  let depth = 0;
  let quoted = false;
  let part = '';
  for (const letter of text) {
    if (letter === '"') quoted = !quoted;
    if (!quoted && '({'.includes(letter)) depth++;
    if (!quoted && ')}'.includes(letter)) depth--;
    if (letter === ',' && depth === 0 && !quoted) {
      parts.push(part.trim());
      part = '';
    } else part += letter;
  }
  return [...parts, part.trim()].filter(Boolean);
}

/** The calls `NAME(...)` that a text consists of. @param {string} text @returns {Call[]} */
function readCalls(text) {
  const calls = [];
  let depth = 0;
  let quoted = false;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '"') quoted = !quoted;
    if (quoted) continue;
    if (text[i] === '(') depth++;
    if (text[i] === ')' && --depth === 0) {
      calls.push(/** @type {Call} */ (readCall(text.slice(start, i + 1).trim())));
      start = i + 1;
    }
  }
  return calls;
}

/** `NAME(a, b)` taken apart; null for NONE. @param {string} text @returns {Call | null} */
function readCall(text) {
  const match = /^(\w+)\(([^]*)\)$/.exec(text);
  return match && { name: match[1], args: splitArguments(match[2]) };
}

/** The texts of the macros of a header, lines joined. @param {string} text @returns {Map<string, string>} */
function readMacros(text) {
  const macros = new Map();
  const joined = text.replace(/\\\n/g, ' ');
  for (const [, name, body] of joined.matchAll(/^#define (LB_\w+)(?:\([^)]*\))?[ \t]+(.*)$/gm))
    macros.set(name, body.replace(/\s*\/\/.*$/, '').trim());
  return macros;
}

/**
 * A default as documentation shows it: numbers apart by spaces, '' for what is not known before compilation.
 * @param {string} text @param {Map<string, string>} macros @param {Record<string, number>} numbers constants @returns {string}
 */
function initialText(text, macros, numbers) {
  if (macros.has(text)) return initialText(String(macros.get(text)), macros, numbers);
  const list = /^VALUES\((.*)\)$/.exec(text);
  if (list)
    return splitArguments(list[1])
      .map((item) => initialText(item, macros, numbers))
      .join(' ')
      .trim();
  if (text === 'NULL' || text === 'NAN') return '';
  const difference = /^(\w+) - (\d+)$/.exec(text);
  if (difference) return String(numbers[difference[1]] - Number(difference[2]));
  return text.replace(/^'(.)'$/, '$1').replace(/^([-+.\deE]+)f$/, '$1');
}

/**
 * All tables, by the names of their macros. `numbers`: constants and enum values, for defaults.
 * @param {string[]} texts the headers @param {Record<string, number>} numbers @returns {Map<string, FieldRow[]>}
 */
export function readFieldTables(texts, numbers) {
  const macros = new Map(texts.flatMap((text) => [...readMacros(text)]));
  /** @param {string} name @returns {FieldRow[]} */
  const rowsOf = (name) =>
    readCalls(String(macros.get(name))).flatMap((call) => {
      if (macros.has(call.name)) return rowsOf(call.name);
      const meaning = String(call.args.at(-1)).replace(/^"|"$/g, '');
      if (call.name === 'PART')
        return { type: call.args[0], name: call.args[1], dims: [], comment: meaning };
      const [type, field, count, initial, attribute, target] = call.args;
      return {
        type,
        name: field,
        dims: count === '1' ? [] : [count],
        comment: meaning,
        initial: initialText(initial, macros, numbers),
        attribute: readCall(attribute),
        target: readCall(target),
      };
    });
  const tables = [...macros.keys()].filter((name) => name.endsWith('_FIELDS'));
  return new Map(tables.map((name) => [name, rowsOf(name)]));
}

/**
 * Flags of mjOption by bit: the enum's name of the bit, what messages and lists of switches call it, what MJCF calls it.
 * @typedef {{ bit: string, name: string, attribute: string }} Flag
 * @param {string[]} texts the headers @returns {{ disable: Flag[], enable: Flag[] }}
 */
export function readFlags(texts) {
  const macros = new Map(texts.flatMap((text) => [...readMacros(text)]));
  /** @param {string} name @returns {Flag[]} */
  const list = (name) =>
    readCalls(String(macros.get(name))).map(({ args: [bit, ...words] }) => {
      const [label, attribute] = words.map((word) => word.replaceAll('"', ''));
      return { bit, name: label, attribute };
    });
  return { disable: list('LB_DISABLE_FLAGS'), enable: list('LB_ENABLE_FLAGS') };
}
