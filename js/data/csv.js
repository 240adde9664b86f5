// Tables as text: a line of names, then numbers.
import { MjError } from '../engine/error.js';

/** Columns of numbers by name. @typedef {{ columns: string[], rows: number, values: Float64Array }} Table values: (rows x columns) */

/** @param {string} text */
const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * A table as text; numbers come back as they were.
 * @param {readonly string[]} columns
 * @param {ArrayLike<number>} values (rows x columns)
 */
export function writeCsv(columns, values) {
  const width = columns.length;
  if (width === 0 || values.length % width !== 0)
    throw new MjError(`a table of ${width} columns cannot have ${values.length} numbers`);
  const lines = [columns.map(quoted).join(',')];
  for (let at = 0; at < values.length; at += width) {
    let line = String(values[at]);
    for (let k = 1; k < width; k++) line += `,${values[at + k]}`;
    lines.push(line);
  }
  return `${lines.join('\n')}\n`;
}

/** Cells of a line. @param {string} line @param {string} separator */
function cellsOf(line, separator) {
  if (!line.includes('"')) return line.split(separator);
  const cells = [];
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}]*))(?:${separator}|$)`, 'gy');
  for (let match; cell.lastIndex < line.length && (match = cell.exec(line));)
    cells.push(match[1] === undefined ? match[2] : match[1].replaceAll('""', '"'));
  return cells;
}

/**
 * The table of a text: commas, semicolons or tabs between numbers; without a line of names columns are called by their number.
 * @param {string} text
 * @param {string} [name] for messages
 * @returns {Table}
 */
export function readCsv(text, name = 'the table') {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() && !line.startsWith('#'));
  if (lines.length === 0) throw new MjError(`${name} is empty`);
  const separator = [',', ';', '\t'].find((letter) => lines[0].includes(letter)) ?? ',';
  const first = cellsOf(lines[0], separator).map((cell) => cell.trim());
  const headed = first.some(
    (cell) => cell !== '' && Number.isNaN(Number(cell)) && !/^nan$/i.test(cell),
  );
  const columns = headed ? first : first.map((_, k) => String(k));
  const body = headed ? lines.slice(1) : lines;
  const values = new Float64Array(body.length * columns.length);
  body.forEach((line, row) => {
    const cells = cellsOf(line, separator);
    if (cells.length !== columns.length)
      throw new MjError(
        `${name}: row ${row + 1} has ${cells.length} cells, there are ${columns.length} columns`,
      );
    cells.forEach((cell, k) => {
      const empty = cell.trim() === '' || /^nan$/i.test(cell.trim());
      const value = empty ? NaN : Number(cell);
      if (!empty && Number.isNaN(value))
        throw new MjError(`${name}: row ${row + 1}, ${columns[k]}: '${cell}' is no number`);
      values[row * columns.length + k] = value;
    });
  });
  return { columns, rows: body.length, values };
}
