// How the instructions of a step changed: a chart of tests/bench/history.csv, whose rows `node tests/bench/instructions.mjs --write` adds.
import fs from 'node:fs';
import path from 'node:path';

/** @typedef {{ date: string, counts: Map<string, number> }} Row */

/** The rows of the history; the table of today is the last one. @param {string} root of the repository @returns {Row[]} */
export function readHistory(root) {
  const read = (/** @type {string} */ name) =>
    fs
      .readFileSync(path.join(root, 'tests/bench', name), 'utf8')
      .trim()
      .split('\n');
  const [head, ...lines] = read('history.csv').map((line) => line.split(','));
  const rows = lines.map(([date, ...values]) => ({
    date,
    counts: new Map(values.map((value, k) => [head[k + 1], Number(value)])),
  }));
  const today = new Map(
    read('instructions.csv')
      .slice(1)
      .map((line) => line.split(','))
      .map(([name, count]) => [name, Number(count)]),
  );
  const last = rows[rows.length - 1].counts;
  if ([...today].some(([name, count]) => last.get(name) !== count))
    rows.push({ date: 'today', counts: today });
  return rows;
}

const [width, height, left, right, top, bottom] = [720, 340, 52, 116, 16, 40];
/** Scenes with a colour and a name; the others are grey. */
const named = [
  ['empty', '#888'],
  ['pendulum', '#b4500f'],
  ['humanoid', '#2f6fb0'],
  ['quadruped', '#2c8a57'],
  ['pgs', '#8a4fb0'],
  ['trampoline', '#b02f5f'],
];

/** Heights of names, so that none covers another. @param {{ y: number }[]} labels */
function spread(labels) {
  labels.sort((a, b) => a.y - b.y);
  labels.forEach((label, k) => {
    if (k > 0) label.y = Math.max(label.y, labels[k - 1].y + 13);
  });
}

/**
 * The chart: instructions a step against those of the first row.
 * @param {Row[]} rows
 */
export function historyChart(rows) {
  const names = [...rows[rows.length - 1].counts.keys()].filter((name) => rows[0].counts.has(name));
  const shares = new Map(
    names.map((name) => {
      const first = rows[0].counts.get(name) ?? NaN;
      return [name, rows.map(({ counts }) => (counts.get(name) ?? NaN) / first)];
    }),
  );
  const all = [...shares.values()].flat().filter(Number.isFinite);
  const low = Math.floor(20 * Math.min(...all)) / 20;
  const high = Math.ceil(20 * Math.max(...all)) / 20;
  const x = (/** @type {number} */ k) =>
    left + ((width - left - right) * k) / Math.max(1, rows.length - 1);
  const y = (/** @type {number} */ share) =>
    top + (height - top - bottom) * (1 - (share - low) / (high - low));
  const parts = [`<rect width="${width}" height="${height}" fill="#fff"/>`];
  for (let share = low; share <= high + 1e-9; share += 0.05) {
    const at = y(share).toFixed(1);
    parts.push(
      `<path d="M${left} ${at}H${width - right}" stroke="#ddd"/>`,
      `<text x="${left - 6}" y="${at}" dy="4" text-anchor="end">${Math.round(100 * share)} %</text>`,
    );
  }
  rows.forEach(({ date }, k) => {
    if (k % Math.ceil(rows.length / 6) && k < rows.length - 1) return;
    const [day, time = ''] = date.split('T');
    parts.push(
      `<text x="${x(k).toFixed(1)}" y="${height - 22}" text-anchor="middle">${day}</text>`,
      `<text x="${x(k).toFixed(1)}" y="${height - 8}" text-anchor="middle">${time}</text>`,
    );
  });
  const colors = new Map(/** @type {[string, string][]} */ (named));
  const line = (/** @type {string} */ name, /** @type {string} */ color) => {
    const points = (shares.get(name) ?? []).map(
      (share, k) => `${x(k).toFixed(1)} ${y(share).toFixed(1)}`,
    );
    parts.push(
      `<path d="M${points.join('L')}" fill="none" stroke="${color}" stroke-width="${colors.has(name) ? 2 : 1}"><title>${name}</title></path>`,
    );
  };
  for (const name of names.filter((one) => !colors.has(one))) line(name, '#ccc');
  const labels = named.flatMap(([name, color]) => {
    const share = shares.get(name)?.at(-1);
    return share === undefined ? [] : [{ name, color, share, y: y(share) }];
  });
  for (const { name, color } of labels) line(name, color);
  spread(labels);
  for (const { name, color, share, y: at } of labels)
    parts.push(
      `<text x="${width - right + 6}" y="${at.toFixed(1)}" dy="4" fill="${color}">${name} ${Math.round(100 * share)} %</text>`,
    );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11" fill="#444">\n${parts.join('\n')}\n</svg>\n`;
}
