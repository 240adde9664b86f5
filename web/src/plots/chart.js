// A chart of a card: uPlot in the colours of the page.
import uPlot from 'uplot';
import { element } from '../dom.js';
import { Marks } from './marks.js';
import 'uplot/dist/uPlot.min.css';

const HEIGHT = 132;
/** Colours that can be told apart on light and dark ground. */
export const colors = [
  '#e07a2f',
  '#4a93d9',
  '#3aa876',
  '#c75fae',
  '#9b8cf0',
  '#d0a215',
  '#d95757',
  '#2aa7b5',
  '#8a919b',
];

const ink = () => getComputedStyle(document.documentElement).getPropertyValue('--faint').trim();

const whole = [1, 2, 5].flatMap((k) => [k, 10 * k, 100 * k, 1000 * k]).sort((a, b) => a - b);

/** @param {uPlot} _plot @param {number | null} low @param {number | null} high @returns {[number, number]} */
const fit = (_plot, low, high) => {
  const from = low ?? 0;
  return [from, high !== null && high > from ? high : from + 1];
};

const axis = {
  stroke: ink,
  grid: { stroke: 'rgb(128 128 128 / 18%)', width: 1 },
  ticks: { show: false },
  font: '11px system-ui, sans-serif',
};

export class Chart {
  /**
   * @param {HTMLElement} parent
   * @param {string[]} names of the curves, or of the bars' values
   * @param {{ bars?: boolean, points?: boolean, x?: string, range?: [number, number], note?: string, tell?: (index: number) => string }} [kind] tell: what is under the pointer, in words; note: stands there otherwise
   */
  constructor(
    parent,
    names,
    { bars = false, points = false, x = 'time', range, note = '', tell } = {},
  ) {
    this.parent = parent;
    this.note = note;
    /** @type {Marks | null} */
    this.marks = null;
    this.plot = new uPlot(
      {
        width: this.width,
        height: HEIGHT,
        padding: [8, 8, 0, 0],
        cursor: { points: { show: false }, y: false, drag: { x: !bars } },
        scales: {
          x: { time: false, range: range ? () => range : fit },
        },
        axes: [
          // numbers of steps and sensors are whole
          { ...axis, size: 26, ...(x !== 'time' && { incrs: whole }) },
          { ...axis, size: 50 },
        ],
        series: [
          { label: x },
          ...names.map((label, i) => ({
            label,
            stroke: colors[i % colors.length],
            width: bars ? 0 : 1.5,
            fill: bars ? colors[i % colors.length] : undefined,
            // one value alone makes no line
            points: {
              show: (/** @type {uPlot} */ plot) => points || (!bars && plot.data[0].length < 2),
              size: 5,
            },
            paths: bars ? uPlot.paths.bars?.({ size: [0.8, 60] }) : undefined,
          })),
        ],
        legend: { live: false },
        hooks: {
          draw: [() => this.marks?.draw(ink())],
          ...(tell && {
            setCursor: [(/** @type {uPlot} */ plot) => this.tell(plot.cursor.idx, tell)],
          }),
        },
      },
      /** @type {uPlot.AlignedData} */ ([[], ...names.map(() => [])]),
      parent,
    );
    this.told = element('p', { className: 'told', hidden: !tell, textContent: note });
    parent.append(this.told);
    if (x === 'time') {
      this.marks = new Marks(this.plot, names);
      parent.append(this.marks.element);
    }
    // a long legend scrolls, also with the keyboard
    this.plot.root.querySelector('.u-legend')?.setAttribute('tabindex', '0');
  }

  /** Says what is under the pointer. @param {number | null | undefined} index @param {(index: number) => string} words */
  tell(index, words) {
    if (this.told)
      this.told.textContent = index === null || index === undefined ? this.note : words(index);
  }

  get width() {
    return Math.max(this.parent.clientWidth - 4, 180);
  }

  /** @param {(number | null)[][]} columns */
  draw(columns) {
    if (this.plot.width !== this.width) this.plot.setSize({ width: this.width, height: HEIGHT });
    this.plot.setData(/** @type {uPlot.AlignedData} */ (columns));
    this.marks?.trim();
  }

  remove() {
    this.plot.destroy();
    this.told?.remove();
    this.marks?.element.remove();
  }
}
