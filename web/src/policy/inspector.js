// What a policy sees and earns, by name: a row for each term, a bar and a curve for each of its numbers.
import { element } from '../dom.js';
import './inspector.css';

/** @typedef {import('limber/env').Driver} Driver */

const LEAST = 1e-3; // what fills a bar at least
const SAMPLES = 100; // of a curve: ten seconds, as the page looks ten times a second
const [WIDTH, HEIGHT] = [112, 36]; // pixels of a curve

/** Curves of the numbers of a term: the last ones, the oldest to the left. */
class Curves {
  #rows = new Float32Array(0);
  #count = 0;

  /** @param {number} size numbers of the term */
  constructor(size) {
    this.size = size;
    this.#rows = new Float32Array(size * SAMPLES);
    this.canvas = element('canvas', { width: WIDTH, height: HEIGHT, title: 'The last seconds' });
    this.context = this.canvas.getContext('2d');
  }

  clear() {
    this.#count = 0;
  }

  /** @param {ArrayLike<number>} values */
  add(values) {
    if (this.#count === SAMPLES) this.#rows.copyWithin(0, this.size);
    else this.#count++;
    this.#rows.set(values, (this.#count - 1) * this.size);
  }

  /** @param {number} most what reaches the edge */
  draw(most) {
    const { context, size } = this;
    if (!context) return;
    context.clearRect(0, 0, WIDTH, HEIGHT);
    context.lineWidth = 2;
    for (let k = 0; k < size; k++) {
      context.strokeStyle = `hsl(${30 + (360 * k) / size} 80% 60%)`;
      context.beginPath();
      for (let i = 0; i < this.#count; i++) {
        const y = (0.5 - (0.45 * this.#rows[i * size + k]) / most) * HEIGHT;
        context.lineTo((i / (SAMPLES - 1)) * WIDTH, y);
      }
      context.stroke();
    }
  }
}

export class Inspector {
  /** @param {Driver} driver */
  constructor(driver) {
    this.driver = driver;
    /** When curves had their last numbers, seconds. */
    this.time = -Infinity;
    this.rows = driver.terms.map((term) => {
      const bars = [...term.values].map((_, k) => {
        const fill = element('i');
        const title = `${term.names[k]}${term.units[k] ? `, ${term.units[k]}` : ''}`;
        return { fill, box: element('span', { className: 'meter', title }, fill), most: LEAST };
      });
      const curves = new Curves(term.values.length);
      const value = element('output');
      const title = term.kind === 'reward' ? `reward: ${term.name}` : term.name;
      const row = element(
        'div',
        { className: 'term' },
        element('span', { className: 'name', textContent: title, title }),
        element('span', { className: 'bars' }, ...bars.map(({ box }) => box)),
        curves.canvas,
        value,
      );
      return { term, bars, curves, value, row };
    });
    this.element = element(
      'div',
      { className: 'inspector', role: 'group', 'aria-label': 'What the policy sees' },
      ...this.rows.map(({ row }) => row),
    );
  }

  /** Shows the present numbers; bars are as long as the largest number so far, and curves as high. */
  show() {
    const { time } = this.driver.simulation.data;
    const [isNew, isBack] = [time !== this.time, time < this.time];
    this.time = time;
    for (const { term, bars, curves, value } of this.rows) {
      bars.forEach((bar, k) => {
        const number = term.values[k];
        bar.most = Math.max(bar.most, Math.abs(number));
        const height = (50 * Math.abs(number)) / bar.most;
        bar.fill.style.height = `${height}%`;
        bar.fill.style.top = `${number > 0 ? 50 - height : 50}%`;
      });
      value.textContent = term.values.length === 1 ? term.values[0].toFixed(3) : '';
      if (isBack) curves.clear();
      if (!isNew) continue;
      curves.add(term.values);
      curves.draw(Math.max(...bars.map(({ most }) => most)));
    }
  }
}
