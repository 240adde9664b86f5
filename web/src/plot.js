// Energy over the last seconds.
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

const POINTS = 240;
const EVERY = 50; // milliseconds between points

export class EnergyPlot {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    this.parent = parent;
    /** @type {number[][]} */
    this.columns = [[], [], [], []];
    this.last = 0;
    const ink = () => getComputedStyle(document.documentElement).getPropertyValue('--faint').trim();
    const axis = {
      stroke: ink,
      grid: { stroke: 'rgb(128 128 128 / 18%)', width: 1 },
      ticks: { show: false },
      font: '11px system-ui, sans-serif',
    };
    this.plot = new uPlot(
      {
        width: 302,
        height: 132,
        cursor: { show: false },
        scales: { x: { time: false } },
        axes: [axis, { ...axis, size: 46 }],
        series: [
          { label: 'time' },
          { label: 'potential', stroke: '#5b9bd5', width: 1.5 },
          { label: 'kinetic', stroke: '#e07a2f', width: 1.5 },
          { label: 'sum', stroke: '#8a919b', width: 1.5, dash: [4, 3] },
        ],
        legend: { live: false },
      },
      /** @type {any} */ (this.columns),
      parent,
    );
  }

  /** @param {{ time: number, energy: Float64Array }} data */
  add(data) {
    const now = performance.now();
    const [times] = this.columns;
    if (times.length && data.time < times[times.length - 1]) this.clear();
    if (now - this.last < EVERY || (times.length && data.time === times[times.length - 1])) return;
    this.last = now;
    const [potential, kinetic] = data.energy;
    [data.time, potential, kinetic, potential + kinetic].forEach((value, i) => {
      this.columns[i].push(value);
      if (this.columns[i].length > POINTS) this.columns[i].shift();
    });
    if (!this.parent.hidden) this.plot.setData(/** @type {any} */ (this.columns));
  }

  clear() {
    for (const column of this.columns) column.length = 0;
  }
}
