// A chart as a picture: title, curves and their names, as it looks on the page.
import { colors } from './chart.js';

const LINE = 18; // pixels of a line of text
const PAD = 10;

/** The chart in a box on a canvas; null where there is none. @param {HTMLElement} box @param {string} title */
export function drawPicture(box, title) {
  const chart = box.querySelector('canvas');
  if (!chart) return null;
  const ratio = chart.width / Math.max(chart.clientWidth, 1);
  const names = Array.from(box.querySelectorAll('.u-legend .u-series'), (row) =>
    (row.textContent ?? '').trim(),
  );
  const canvas = document.createElement('canvas');
  canvas.width = chart.width + 2 * PAD * ratio;
  canvas.height = chart.height + (LINE * (names.length + 1) + 2 * PAD) * ratio;
  const context = canvas.getContext('2d');
  if (!context) return null;
  const style = getComputedStyle(document.documentElement);
  context.fillStyle = style.getPropertyValue('--paper');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.scale(ratio, ratio);
  context.textBaseline = 'top';
  context.fillStyle = style.getPropertyValue('--ink');
  context.font = '600 13px system-ui, sans-serif';
  context.fillText(title, PAD, PAD);
  context.drawImage(chart, PAD, PAD + LINE, chart.width / ratio, chart.height / ratio);
  context.font = '12px system-ui, sans-serif';
  names.forEach((name, i) => {
    const y = PAD + LINE + chart.height / ratio + i * LINE;
    context.fillStyle = colors[i % colors.length];
    context.fillRect(PAD, y + 3, 10, 10);
    context.fillStyle = style.getPropertyValue('--ink');
    context.fillText(name, PAD + 16, y);
  });
  return canvas;
}
