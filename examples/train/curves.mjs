// Draws learning curves as an SVG: node examples/train/curves.mjs OUT.svg A.csv B.csv ... ; files of `limber train --curve`.
import fs from 'node:fs';
import path from 'node:path';

const [, , out, ...files] = process.argv;
const [WIDTH, HEIGHT, LEFT, BOTTOM] = [640, 260, 48, 34];
const colors = ['#2f6fb7', '#c2502e', '#3c8a4e', '#8a5aa8', '#b08a1e'];

const curves = files.map((file) => {
  const [, ...lines] = fs.readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => line.split(',').map(Number));
});
const most = Math.max(...curves.flat().map(([samples]) => samples));
const values = curves.flat().map(([, , value]) => value);
const [low, high] = [Math.min(0, ...values), Math.max(...values)];
const x = (/** @type {number} */ samples) => LEFT + ((WIDTH - LEFT - 12) * samples) / most;
const y = (/** @type {number} */ value) =>
  HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - 12) * (value - low)) / (high - low);

const steps = [0, 1, 2, 3, 4];
const grid = steps.map((k) => {
  const value = low + ((high - low) * k) / 4;
  const samples = (most * k) / 4;
  return `<path d="M${LEFT} ${y(value).toFixed(1)}H${WIDTH - 12}" stroke="#ddd"/>
<text x="${LEFT - 6}" y="${(y(value) + 4).toFixed(1)}" text-anchor="end">${value.toFixed(1)}</text>
<text x="${x(samples).toFixed(1)}" y="${HEIGHT - 16}" text-anchor="middle">${(samples / 1e6).toFixed(2)} M</text>`;
});
const lines = curves.map((rows, k) => {
  // at most 200 points
  const some = rows.filter((_, i) => i % Math.ceil(rows.length / 200) === 0);
  const points = some.map(
    ([samples, , value]) => `${x(samples).toFixed(1)},${y(value).toFixed(1)}`,
  );
  return `<polyline points="${points.join(' ')}" fill="none" stroke="${colors[k % 5]}" stroke-width="1.6"/>
<text x="${LEFT + 10}" y="${22 + 15 * k}" fill="${colors[k % 5]}">${path.basename(files[k], '.csv')}</text>`;
});
fs.writeFileSync(
  out,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11" fill="#444">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
${[...grid, ...lines].join('\n')}
<text x="${WIDTH / 2}" y="${HEIGHT - 3}" text-anchor="middle">steps of all environments</text>
</svg>
`,
);
