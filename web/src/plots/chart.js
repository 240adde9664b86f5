// A chart of a card: uPlot in the colours of the page.
import uPlot from 'uplot';
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
   * @param {{ bars?: boolean, points?: boolean, x?: string, range?: [number, number] }} [kind]
   */
  constructor(parent, names, { bars = false, points = false, x = 'time', range } = {}) {
    this.parent = parent;
    /** @type {any} */
    this.plot = new uPlot(
      {
        width: this.width,
        height: HEIGHT,
        padding: [8, 8, 0, 0],
        cursor: { show: !bars, points: { show: false }, y: false },
        scales: {
          x: { time: false, ...(range && { range: () => range }) },
        },
        axes: [
          { ...axis, size: 26 },
          { ...axis, size: 50 },
        ],
        series: [
          { label: x },
          ...names.map((label, i) => ({
            label,
            stroke: colors[i % colors.length],
            width: bars ? 0 : 1.5,
            fill: bars ? colors[i % colors.length] : undefined,
            points: { show: points, size: 5 },
            paths: bars ? uPlot.paths.bars?.({ size: [0.8, 60] }) : undefined,
          })),
        ],
        legend: { show: !bars, live: false },
      },
      /** @type {any} */ ([[], ...names.map(() => [])]),
      parent,
    );
    // a long legend scrolls, also with the keyboard
    this.plot.root.querySelector('.u-legend')?.setAttribute('tabindex', '0');
  }

  get width() {
    return Math.max(this.parent.clientWidth - 4, 180);
  }

  /** @param {(number | null)[][]} columns */
  draw(columns) {
    if (this.plot.width !== this.width) this.plot.setSize({ width: this.width, height: HEIGHT });
    this.plot.setData(columns);
  }

  remove() {
    this.plot.destroy();
  }
}
