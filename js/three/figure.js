// Figures of the engine (MjvFigure: curves or bars with grid, legend and title) on a 2D canvas.
//
//   const figure = new mujoco.MjvFigure();
//   mujoco.mjv_defaultFigure(figure);
//   ...fill linepnt, linedata, linename, title
//   drawFigure(canvas.getContext('2d'), figure);
//
// What is where afterwards stands in xaxispixel, yaxispixel (from the lower left corner of the canvas) and xaxisdata, yaxisdata, so
// that a press can be told from pixels to data. Texts are read up to their first zero; a line of the title starts a new row.

const MAX_POINTS = 1001;
const MAX_LINES = 100;
const NAME = 100; // bytes of one name
const decoder = new TextDecoder();

/** @typedef {import('../mujoco.js').MjvFigure} MjvFigure */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/** @typedef {{ low: number, high: number }} Range */

/** Text of a row of bytes. @param {ArrayLike<number>} bytes @param {number} [start] @param {number} [length] */
function textOf(bytes, start = 0, length = bytes.length) {
  let end = start;
  while (end < start + length && bytes[end] !== 0) end++;
  return decoder.decode(Uint8Array.from({ length: end - start }, (_, i) => bytes[start + i] & 255));
}

/** @param {ArrayLike<number>} rgb @param {number} [at] @param {number} [alpha] */
function colorOf(rgb, at = 0, alpha = 1) {
  const [r, g, b] = [0, 1, 2].map((k) => Math.round(255 * rgb[at + k]));
  return `rgb(${r} ${g} ${b} / ${alpha})`;
}

/** A number in one of C's formats: %[-+ 0][width][.precision] and e, f, g or d. @param {string} format @param {number} value */
export function formatNumber(format, value) {
  return format.replace(
    /%(?:%|([-+ 0]*)(\d*)(?:\.(\d+))?l?([eEfFgGdi]))/g,
    (all, flags, width, precision, kind) => {
      if (!kind) return '%';
      const digits = precision === undefined ? 6 : Number(precision);
      let text = numberAs(kind.toLowerCase(), Math.abs(value), digits);
      const sign = value < 0 ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
      const space = Number(width) - sign.length;
      if (flags.includes('0') && !flags.includes('-')) text = text.padStart(space, '0');
      text = sign + text;
      return flags.includes('-') ? text.padEnd(Number(width)) : text.padStart(Number(width));
    },
  );
}

/** @param {string} kind @param {number} value not negative @param {number} digits */
function numberAs(kind, value, digits) {
  const scientific = (/** @type {number} */ places) =>
    value.toExponential(places).replace(/e([+-])(\d)$/, 'e$10$2');
  if (kind === 'd' || kind === 'i') return String(Math.trunc(value));
  if (kind === 'f') return value.toFixed(Math.min(digits, 100));
  if (kind === 'e') return scientific(digits);
  // as short as it can be said with so many digits
  const places = Math.max(digits, 1);
  const exponent = value === 0 ? 0 : Number(value.toExponential(places - 1).split('e')[1]);
  if (exponent < -4 || exponent >= places) return scientific(places - 1).replace(/\.?0+(?=e)/, '');
  const text = value.toFixed(Math.max(places - 1 - exponent, 0));
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** Ranges of the axes, wide enough for the data where the figure asks for that. @param {MjvFigure} figure @returns {{ x: Range, y: Range }} */
function findRanges(figure) {
  const { range, linepnt, linedata } = figure;
  const axes = [0, 1].map((axis) => ({ low: range[2 * axis], high: range[2 * axis + 1] }));
  axes.forEach((axis, k) => {
    // a range from more to less stands for that of the data
    const given = axis.low < axis.high;
    if (given && !figure.flg_extend) return;
    if (!given) [axis.low, axis.high] = [Infinity, -Infinity];
    for (let line = 0; line < MAX_LINES; line++) {
      const count = Math.min(linepnt[line], MAX_POINTS);
      for (let i = 0; i < count; i++) {
        const value = linedata[2 * MAX_POINTS * line + 2 * i + k];
        if (value < axis.low) axis.low = value;
        if (value > axis.high) axis.high = value;
      }
    }
    if (!(axis.low < axis.high)) {
      const middle = Number.isFinite(axis.low) ? axis.low : 0.5;
      [axis.low, axis.high] = [middle - 0.5, middle + 0.5];
    }
  });
  const [x, y] = axes;
  if (figure.flg_symmetric) {
    y.high = Math.max(Math.abs(y.low), Math.abs(y.high));
    y.low = -y.high;
  }
  return { x, y };
}

/** Lines of the grid: place from 0 to 1 and label. @param {number} count @param {Range} range @param {string} format */
function ticksOf(count, { low, high }, format) {
  return Array.from({ length: Math.max(count, 0) }, (_, i) => {
    const share = count > 1 ? i / (count - 1) : 0;
    return { share, text: formatNumber(format, low + share * (high - low)) };
  });
}

/**
 * Draws a figure.
 * @param {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} context
 * @param {MjvFigure} figure
 * @param {Partial<Box> & { scale?: number }} [place] part of the canvas in its pixels, all of it when not given; scale of text and lines
 */
export function drawFigure(context, figure, place = {}) {
  const { width: canvasWidth, height: canvasHeight } = context.canvas;
  const { x = 0, y = 0, scale = 1 } = place;
  const { width = canvasWidth - x, height = canvasHeight - y } = place;
  const ranges = findRanges(figure);
  const xTicks = ticksOf(figure.gridsize[0], ranges.x, textOf(figure.xformat));
  const yTicks = ticksOf(figure.gridsize[1], ranges.y, textOf(figure.yformat));
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.fillStyle = colorOf(figure.figurergba, 0, figure.figurergba[3]);
  context.fillRect(x, y, width, height);
  context.font = `${12 * scale}px system-ui, sans-serif`;
  const pane = findPane(context, figure, { x, y, width, height }, yTicks, scale);
  if (pane.width > 0 && pane.height > 0) {
    drawGrid(context, figure, pane, xTicks, yTicks, scale);
    drawLines(context, figure, pane, ranges, scale);
    if (figure.flg_legend) drawLegend(context, figure, pane, scale);
  }
  drawTitle(context, figure, { x, y, width, height }, pane, scale);
  context.restore();
  figure.xaxispixel.set([Math.round(pane.x), Math.round(pane.x + pane.width)]);
  figure.yaxispixel.set(
    [pane.y + pane.height, pane.y].map((edge) => Math.round(canvasHeight - edge)),
  );
  figure.xaxisdata.set([ranges.x.low, ranges.x.high]);
  figure.yaxisdata.set([ranges.y.low, ranges.y.high]);
}

/**
 * Where the curves are: what labels, title and the margins leave.
 * @param {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} context
 * @param {MjvFigure} figure @param {Box} box @param {{ text: string }[]} yTicks @param {number} scale
 * @returns {Box}
 */
function findPane(context, figure, box, yTicks, scale) {
  const margin = 6 * scale;
  const row = 16 * scale;
  const widest = figure.flg_ticklabel[1]
    ? Math.max(
        ...[textOf(figure.minwidth), ...yTicks.map(({ text }) => text)].map(
          (text) => context.measureText(text).width,
        ),
      )
    : 0;
  const left = margin + (widest > 0 ? widest + margin : 0);
  const rows = textOf(figure.title) ? textOf(figure.title).split('\n').length : 0;
  const top = margin + rows * row;
  const bottom = margin + (figure.flg_ticklabel[0] ? row : 0) + (textOf(figure.xlabel) ? row : 0);
  return {
    x: box.x + left,
    y: box.y + top,
    width: box.width - left - 2 * margin,
    height: box.height - top - bottom,
  };
}

/**
 * @param {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} context
 * @param {MjvFigure} figure @param {Box} pane
 * @param {{ share: number, text: string }[]} xTicks @param {{ share: number, text: string }[]} yTicks @param {number} scale
 */
function drawGrid(context, figure, pane, xTicks, yTicks, scale) {
  const { x, y, width, height } = pane;
  context.fillStyle = colorOf(figure.panergba, 0, figure.panergba[3]);
  context.fillRect(x, y, width, height);
  context.strokeStyle = colorOf(figure.gridrgb);
  context.lineWidth = figure.gridwidth * scale;
  context.beginPath();
  for (const { share } of xTicks) {
    context.moveTo(x + share * width, y);
    context.lineTo(x + share * width, y + height);
  }
  for (const { share } of yTicks) {
    context.moveTo(x, y + (1 - share) * height);
    context.lineTo(x + width, y + (1 - share) * height);
  }
  context.stroke();
  context.fillStyle = colorOf(figure.textrgb);
  if (figure.flg_ticklabel[0]) {
    context.textBaseline = 'top';
    for (const { share, text } of xTicks) {
      // the outer ones stay inside
      context.textAlign = share === 0 ? 'left' : share === 1 ? 'right' : 'center';
      context.fillText(text, x + share * width, y + height + 4 * scale);
    }
  }
  if (figure.flg_ticklabel[1]) {
    context.textAlign = 'right';
    context.textBaseline = 'middle';
    for (const { share, text } of yTicks)
      context.fillText(text, x - 6 * scale, y + (1 - share) * height);
  }
}

/**
 * @param {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} context
 * @param {MjvFigure} figure @param {Box} pane @param {{ x: Range, y: Range }} ranges @param {number} scale
 */
function drawLines(context, figure, pane, ranges, scale) {
  const { linepnt, linedata, linergb } = figure;
  const toX = (/** @type {number} */ value) =>
    pane.x + ((value - ranges.x.low) / (ranges.x.high - ranges.x.low)) * pane.width;
  const toY = (/** @type {number} */ value) =>
    pane.y + ((ranges.y.high - value) / (ranges.y.high - ranges.y.low)) * pane.height;
  const chosen = chosenLine(figure, pane, context, scale);
  context.save();
  context.beginPath();
  context.rect(pane.x, pane.y, pane.width, pane.height);
  context.clip();
  context.lineJoin = 'round';
  for (let line = 0; line < MAX_LINES; line++) {
    const count = Math.min(linepnt[line], MAX_POINTS);
    if (count === 0) continue;
    context.strokeStyle = colorOf(linergb, 3 * line);
    context.lineWidth = figure.linewidth * scale * (line === chosen ? 2 : 1);
    context.beginPath();
    for (let i = 0; i < count; i++) {
      const at = 2 * MAX_POINTS * line + 2 * i;
      const [px, py] = [toX(linedata[at]), toY(linedata[at + 1])];
      // bars are segments from one point to the next, each by itself
      if (i === 0 || (figure.flg_barplot && i % 2 === 0)) context.moveTo(px, py);
      else context.lineTo(px, py);
    }
    context.stroke();
  }
  if (figure.flg_selection) {
    context.strokeStyle = colorOf(figure.textrgb);
    context.lineWidth = 2 * scale;
    context.beginPath();
    context.moveTo(toX(figure.selection), pane.y);
    context.lineTo(toX(figure.selection), pane.y + pane.height);
    context.stroke();
  }
  context.restore();
}

/** Numbers of the curves that the legend names. @param {MjvFigure} figure */
const namedLines = ({ linepnt, linename }) =>
  Array.from({ length: MAX_LINES }, (_, i) => i).filter(
    (i) => linepnt[i] > 0 && linename[NAME * i] !== 0,
  );

/**
 * Rows of the legend with their place.
 * @param {MjvFigure} figure @param {Box} pane
 * @param {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} context @param {number} scale
 */
function legendOf(figure, pane, context, scale) {
  const row = 16 * scale;
  const lines = namedLines(figure).map((line) => ({
    line,
    text: textOf(figure.linename, NAME * line, NAME),
  }));
  const width =
    Math.max(0, ...lines.map(({ text }) => context.measureText(text).width)) + 12 * scale;
  const top = pane.y + 4 * scale + figure.legendoffset * row;
  const left = pane.x + pane.width - width - 4 * scale;
  const rows = lines.map((one, i) => ({ ...one, y: top + i * row }));
  return { rows, left, top, width, row };
}

/** The curve that stands out: the one asked for, or the one whose name is pointed at. @type {(figure: MjvFigure, pane: Box, context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D, scale: number) => number} */
function chosenLine(figure, pane, context, scale) {
  if (figure.highlightid >= 0) return figure.highlightid;
  const [px, fromBottom] = figure.highlight;
  if (!figure.flg_legend || (px === 0 && fromBottom === 0)) return -1;
  const py = context.canvas.height - fromBottom;
  const { rows, left, width, row } = legendOf(figure, pane, context, scale);
  if (px < left || px > left + width) return -1;
  return rows.find(({ y }) => py >= y && py < y + row)?.line ?? -1;
}

/**
 * @param {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} context
 * @param {MjvFigure} figure @param {Box} pane @param {number} scale
 */
function drawLegend(context, figure, pane, scale) {
  const { rows, left, top, width, row } = legendOf(figure, pane, context, scale);
  if (rows.length === 0) return;
  const chosen = chosenLine(figure, pane, context, scale);
  const font = context.font;
  context.fillStyle = colorOf(figure.legendrgba, 0, figure.legendrgba[3]);
  context.fillRect(left, top, width, rows.length * row);
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  for (const { line, text, y } of rows) {
    context.fillStyle = colorOf(figure.linergb, 3 * line);
    context.font = line === chosen ? `bold ${font}` : font;
    context.fillText(text, left + width - 6 * scale, y + row / 2);
  }
  context.font = font;
}

/**
 * @param {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} context
 * @param {MjvFigure} figure @param {Box} box @param {Box} pane @param {number} scale
 */
function drawTitle(context, figure, box, pane, scale) {
  const middle = pane.x + Math.max(pane.width, 0) / 2;
  const font = context.font;
  context.fillStyle = colorOf(figure.textrgb);
  context.textAlign = 'center';
  context.textBaseline = 'top';
  // of several titles, the one of the chosen part is bold
  textOf(figure.title)
    .split('\n')
    .forEach((text, i, rows) => {
      context.font = rows.length === 1 || i === figure.subplot ? `bold ${font}` : font;
      context.fillText(text, middle, box.y + 4 * scale + i * 16 * scale);
    });
  context.font = font;
  context.textBaseline = 'bottom';
  context.fillText(textOf(figure.xlabel), middle, box.y + box.height - 4 * scale);
}
