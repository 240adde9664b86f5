// The result of a sweep as a page that needs nothing else: curves over one parameter, a heat map over two.
import { MjError } from '../engine/error.js';
import {
  colour,
  curves,
  extent,
  heatMap,
  picker,
  pointAt,
  shape,
  short,
  show,
  ticks,
} from './plot_page.js';

/** @typedef {import('./table.js').Table} Table */

/** What JSON does not know. @param {number} value */
const orNull = (value) => (Number.isFinite(value) ? value : null);

/** @param {Table} table @param {string} name @returns {import('./plot_page.js').PlotMetric} */
function metricOf(table, name) {
  const { seeds, length } = table;
  const all = table.column(name);
  const points = Array.from({ length: length / seeds }, (_, k) =>
    [...all.subarray(k * seeds, (k + 1) * seeds)].filter(Number.isFinite),
  );
  return {
    name,
    mean: points.map((values) => orNull(values.reduce((sum, x) => sum + x, 0) / values.length)),
    low: points.map((values) => orNull(Math.min(...values))),
    high: points.map((values) => orNull(Math.max(...values))),
  };
}

const style = `:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}
svg{width:100%;font:13px system-ui,sans-serif;fill:currentColor}label{margin-right:1rem}.tick{font-size:11px;opacity:.75}
.grid{stroke:currentColor;opacity:.15}.curve{fill:none;stroke:#2c7fb8;stroke-width:2}.band{fill:#2c7fb8;opacity:.2}.dot{fill:#2c7fb8}`;

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

/**
 * @param {Table} table of a sweep
 * @param {string} title
 * @returns {string} HTML
 */
export function plotPage(table, title) {
  const { parameters, metrics, seeds, length } = table;
  if (metrics.length === 0)
    throw new MjError('there is nothing to plot: no simulation gave a metric');
  const axes = parameters.map((name) => {
    const values = table.valuesOf(name);
    if (!values)
      throw new MjError('a plot shows all combinations of values, these are single points');
    return { name, values };
  });
  const data = { title, seeds, axes, metrics: metrics.map((name) => metricOf(table, name)) };
  // a text that cannot end its script
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  const arrows = { short, pointAt };
  const code = [
    ...Object.entries(arrows).map(([name, body]) => `const ${name} = ${body};`),
    ...[shape, colour, extent, ticks, heatMap, curves, picker, show].map(String),
    `show(${json});`,
  ].join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>
<style>${style}</style></head>
<body><h1>${escaped(title)}</h1><p>${length} simulations, ${seeds} of each point</p><main></main>
<script>
${code}
</script></body></html>
`;
}
