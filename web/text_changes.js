// Changes of texts whose places are known from reading them as programs.

/** @typedef {{ start: number, end: number, text: string }} Change */

/** A text with changes, which do not overlap. @param {string} code @param {Change[]} changes */
export function changed(code, changes) {
  const pieces = [];
  let at = 0;
  for (const { start, end, text } of [...changes].sort((a, b) => a.start - b.start)) {
    pieces.push(code.slice(at, start), text);
    at = end;
  }
  return [...pieces, code.slice(at)].join('');
}
