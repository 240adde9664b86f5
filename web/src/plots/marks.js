// Marks on a chart: vertical lines at a time, with the values that the curves have there.
import { element } from '../dom.js';

const NEAR = 6; // pixels around a mark: a click there takes it away
const STILL = 3; // pixels: who moves farther drags

/** @param {number} value */
const short = (value) => String(Number(value.toPrecision(5)));

export class Marks {
  /** @param {import('uplot')} plot @param {string[]} names of the curves */
  constructor(plot, names) {
    this.plot = plot;
    this.names = names;
    /** @type {{ x: number, row: HTMLElement }[]} */
    this.all = [];
    this.list = element('ul', {
      className: 'marks',
      tabIndex: 0,
      'aria-label': 'Marks',
      hidden: true,
    });
    this.button = element('button', {
      className: 'mark',
      textContent: 'Mark',
      title: 'Mark the present values; a click on the chart marks those there',
      onclick: () => this.add(plot.data[0].length - 1),
    });
    this.element = element('div', { className: 'marking' }, this.button, this.list);
    let from = 0;
    plot.over.addEventListener('pointerdown', (event) => (from = event.clientX));
    plot.over.addEventListener('click', (event) => {
      if (Math.abs(event.clientX - from) <= STILL) this.click(event.offsetX);
    });
  }

  /** @param {number} left pixels from the left of the chart */
  click(left) {
    const near = this.all.find(({ x }) => Math.abs(this.plot.valToPos(x, 'x') - left) <= NEAR);
    if (near) this.remove(near);
    else this.add(this.plot.posToIdx(left));
  }

  /** Marks a row of the data. @param {number} index */
  add(index) {
    const [times, ...values] = this.plot.data;
    const x = times[index];
    if (x === undefined || this.all.some((one) => one.x === x)) return;
    const texts = this.names.map((name, i) => {
      const value = values[i][index];
      return `${name} ${typeof value === 'number' ? short(value) : 'none'}`;
    });
    const text = `${short(x)}: ${texts.join(', ')}`;
    const remove = element('button', {
      textContent: '×',
      'aria-label': `Remove the mark at ${short(x)}`,
    });
    const mark = { x, row: element('li', {}, element('span', { textContent: text }), remove) };
    remove.onclick = () => this.remove(mark);
    this.all.push(mark);
    this.show();
  }

  /** @param {{ x: number }} mark */
  remove(mark) {
    this.all = this.all.filter((one) => one !== mark);
    this.show();
  }

  show() {
    this.all.sort((a, b) => a.x - b.x);
    this.list.replaceChildren(...this.all.map(({ row }) => row));
    this.list.hidden = this.all.length === 0;
    this.plot.redraw(false);
  }

  /** After a reset or a step back, what came later is no more. */
  trim() {
    const [times] = this.plot.data;
    const last = times[times.length - 1] ?? -Infinity;
    if (this.all.every(({ x }) => x <= last)) return;
    this.all = this.all.filter(({ x }) => x <= last);
    this.show();
  }

  /** Draws the lines on the chart's canvas. @param {string} color */
  draw(color) {
    const { ctx, bbox } = this.plot;
    ctx.save();
    ctx.strokeStyle = color;
    ctx.setLineDash([4, 3]);
    for (const { x } of this.all) {
      const at = Math.round(this.plot.valToPos(x, 'x', true)) + 0.5;
      if (at < bbox.left || at > bbox.left + bbox.width + 1) continue;
      ctx.beginPath();
      ctx.moveTo(at, bbox.top);
      ctx.lineTo(at, bbox.top + bbox.height);
      ctx.stroke();
    }
    ctx.restore();
  }
}
