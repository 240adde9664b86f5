// What the page of a plot does in the browser: its functions travel there as text, so each uses the others and nothing else.

/**
 * @typedef {{ name: string, values: number[] }} PlotAxis
 * @typedef {{ name: string, mean: (number | null)[], low: (number | null)[], high: (number | null)[] }} PlotMetric of each point
 * @typedef {{ title: string, seeds: number, axes: PlotAxis[], metrics: PlotMetric[] }} PlotData
 * @typedef {{ metric: number, x: number, y: number, slice: number[] }} PlotChoice y of -1: curves
 */

/** A number of few digits. @param {number} value */
export const short = (value) => String(Number(value.toPrecision(4)));

/** Index of a point. @param {PlotAxis[]} axes @param {number[]} place */
export const pointAt = (axes, place) =>
  axes.reduce((index, { values }, k) => index * values.length + place[k], 0);

/** An element of SVG. @param {string} name @param {Record<string, string | number>} attributes @param {string} [text] */
export function shape(name, attributes, text) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

/** A colour from dark blue over green to yellow, of equal steps in lightness. @param {number} part from 0 to 1 */
export function colour(part) {
  const stops = [
    [48, 18, 89],
    [44, 88, 140],
    [33, 145, 140],
    [94, 201, 98],
    [253, 231, 37],
  ];
  const at = Math.min(0.9999, Math.max(0, part)) * (stops.length - 1);
  const k = Math.floor(at);
  const mixed = stops[k].map((c, i) => Math.round(c + (at - k) * (stops[k + 1][i] - c)));
  return `rgb(${mixed.join(' ')})`;
}

/** Least and greatest of what there is. @param {(number | null)[]} values @returns {[number, number]} */
export function extent(values) {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return [0, 1];
  const [low, high] = [Math.min(...known), Math.max(...known)];
  return low === high ? [low - 0.5, high + 0.5] : [low, high];
}

/** Names of an axis along the edge. @param {Element} svg @param {number[]} values @param {(index: number) => [number, number]} place @param {string} anchor */
export function ticks(svg, values, place, anchor) {
  const every = Math.ceil(values.length / 12);
  values.forEach((value, i) => {
    if (i % every !== 0) return;
    const [x, y] = place(i);
    svg.append(shape('text', { x, y, 'text-anchor': anchor, class: 'tick' }, short(value)));
  });
}

/** @param {Element} svg @param {PlotData} data @param {PlotChoice} choice */
export function heatMap(svg, { axes, metrics }, { metric, x, y, slice }) {
  const [across, up] = [axes[x].values, axes[y].values];
  const [width, height] = [620 / across.length, 380 / up.length];
  const { mean, name } = metrics[metric];
  const place = [...slice];
  const cells = up.flatMap((_, j) =>
    across.map((__, i) => {
      place[x] = i;
      place[y] = j;
      return { i, j, value: mean[pointAt(axes, place)] };
    }),
  );
  const [low, high] = extent(cells.map(({ value }) => value));
  for (const { i, j, value } of cells) {
    const cell = shape('rect', {
      x: 70 + i * width,
      y: 400 - (j + 1) * height,
      width: width + 0.5,
      height: height + 0.5,
      fill: value === null ? '#0000' : colour((value - low) / (high - low)),
    });
    const text = `${axes[x].name} ${short(across[i])}, ${axes[y].name} ${short(up[j])}: ${value === null ? 'no result' : short(value)}`;
    cell.append(shape('title', {}, text));
    svg.append(cell);
  }
  ticks(svg, across, (i) => [70 + (i + 0.5) * width, 418], 'middle');
  ticks(svg, up, (j) => [64, 404 - (j + 0.5) * height], 'end');
  for (let k = 0; k < 100; k++)
    svg.append(
      shape('rect', { x: 710, y: 396 - 3.8 * k, width: 16, height: 4, fill: colour(k / 99) }),
    );
  svg.append(shape('text', { x: 732, y: 400, class: 'tick' }, short(low)));
  svg.append(shape('text', { x: 732, y: 26, class: 'tick' }, short(high)));
  svg.append(
    shape(
      'text',
      { x: 380, y: 445, 'text-anchor': 'middle' },
      `${axes[x].name} across, ${axes[y].name} up, colour: ${name}`,
    ),
  );
}

/** @param {Element} svg @param {PlotData} data @param {PlotChoice} choice */
export function curves(svg, { axes, metrics, seeds }, { metric, x, slice }) {
  const { values, name: title } = axes[x] ?? { values: [0], name: 'point' };
  const { name, mean, low, high } = metrics[metric];
  const points = values.map((value, i) => {
    const place = [...slice];
    if (axes[x]) place[x] = i;
    return { value, index: pointAt(axes, place) };
  });
  const [left, right] = extent(values);
  const [bottom, top] = extent(points.flatMap(({ index }) => [low[index], high[index]]));
  const at = (/** @type {number} */ value, /** @type {number} */ y) => [
    70 + (620 * (value - left)) / (right - left),
    400 - (370 * (y - bottom)) / (top - bottom),
  ];
  for (let k = 0; k <= 4; k++) {
    const level = bottom + (k / 4) * (top - bottom);
    const y = 400 - 92.5 * k;
    svg.append(shape('line', { x1: 70, x2: 690, y1: y, y2: y, class: 'grid' }));
    svg.append(
      shape('text', { x: 64, y: y + 4, 'text-anchor': 'end', class: 'tick' }, short(level)),
    );
  }
  const known = points.filter(({ index }) => mean[index] !== null);
  const path = (/** @type {(number | null)[]} */ ys, /** @type {typeof known} */ list) =>
    list.map(({ value, index }) => at(value, Number(ys[index])).join(' ')).join(' ');
  if (seeds > 1)
    svg.append(
      shape('polygon', {
        points: `${path(low, known)} ${path(high, [...known].reverse())}`,
        class: 'band',
      }),
    );
  svg.append(shape('polyline', { points: path(mean, known), class: 'curve' }));
  for (const { value, index } of known) {
    const [cx, cy] = at(value, Number(mean[index]));
    const dot = shape('circle', { cx, cy, r: 3.5, class: 'dot' });
    dot.append(shape('title', {}, `${title} ${short(value)}: ${short(Number(mean[index]))}`));
    svg.append(dot);
  }
  ticks(svg, values, (i) => [at(values[i], bottom)[0], 418], 'middle');
  svg.append(
    shape(
      'text',
      { x: 380, y: 445, 'text-anchor': 'middle' },
      `${name} over ${title}${seeds > 1 ? ` (band: least and greatest of ${seeds} seeds)` : ''}`,
    ),
  );
}

/** @param {string} label @param {string[]} names @param {number} value @param {(value: number) => void} onChange */
export function picker(label, names, value, onChange) {
  const box = document.createElement('label');
  const select = document.createElement('select');
  names.forEach((name, k) => select.append(new Option(name, String(k))));
  select.value = String(value);
  select.addEventListener('change', () => onChange(Number(select.value)));
  box.append(`${label} `, select);
  return box;
}

/** @param {PlotData} data */
export function show(data) {
  const { axes, metrics, title } = data;
  const varied = axes
    .map((axis, k) => ({ k, length: axis.values.length }))
    .filter(({ length }) => length > 1);
  /** @type {PlotChoice} */
  const choice = {
    metric: 0,
    x: varied[0]?.k ?? 0,
    y: varied[1]?.k ?? -1,
    slice: axes.map(() => 0),
  };
  const names = axes.map(({ name }) => name);
  const draw = () => {
    const svg = shape('svg', { viewBox: '0 0 800 460', role: 'img', 'aria-label': title });
    (choice.y >= 0 && choice.y !== choice.x ? heatMap : curves)(svg, data, choice);
    const controls = document.createElement('p');
    const change =
      (/** @type {(value: number) => void} */ set) => (/** @type {number} */ value) => {
        set(value);
        draw();
      };
    controls.append(
      picker(
        'metric',
        metrics.map(({ name }) => name),
        choice.metric,
        change((value) => void (choice.metric = value)),
      ),
    );
    if (names.length > 0)
      controls.append(
        picker(
          'across',
          names,
          choice.x,
          change((value) => void (choice.x = value)),
        ),
      );
    if (names.length > 1)
      controls.append(
        picker(
          'up',
          [...names, '(curves)'],
          choice.y < 0 ? names.length : choice.y,
          change((value) => void (choice.y = value === names.length ? -1 : value)),
        ),
      );
    axes.forEach(({ name, values }, k) => {
      if (k === choice.x || k === choice.y || values.length < 2) return;
      controls.append(
        picker(
          name,
          values.map(short),
          choice.slice[k],
          change((value) => void (choice.slice[k] = value)),
        ),
      );
    });
    document.querySelector('main')?.replaceChildren(controls, svg);
  };
  draw();
}
