// What a policy sees and earns, by name: a row for each term, a bar for each of its numbers.
import { element } from '../dom.js';

/** @typedef {import('limber/env').Driver} Driver */

const LEAST = 1e-3; // what fills a bar at least

export class Inspector {
  /** @param {Driver} driver */
  constructor(driver) {
    this.driver = driver;
    this.rows = driver.terms.map((term) => {
      const bars = [...term.values].map((_, k) => {
        const fill = element('i');
        const title = `${term.names[k]}${term.units[k] ? `, ${term.units[k]}` : ''}`;
        return { fill, box: element('span', { className: 'meter', title }, fill), most: LEAST };
      });
      const value = element('output');
      const title = term.kind === 'reward' ? `reward: ${term.name}` : term.name;
      const row = element(
        'div',
        { className: 'term' },
        element('span', { className: 'name', textContent: title, title }),
        element('span', { className: 'bars' }, ...bars.map(({ box }) => box)),
        value,
      );
      return { term, bars, value, row };
    });
    this.element = element(
      'div',
      { className: 'inspector', role: 'group', 'aria-label': 'What the policy sees' },
      ...this.rows.map(({ row }) => row),
    );
  }

  /** Shows the present numbers; bars are as long as the largest number so far. */
  show() {
    for (const { term, bars, value } of this.rows) {
      bars.forEach((bar, k) => {
        const number = term.values[k];
        bar.most = Math.max(bar.most, Math.abs(number));
        const height = (50 * Math.abs(number)) / bar.most;
        bar.fill.style.height = `${height}%`;
        bar.fill.style.top = `${number > 0 ? 50 - height : 50}%`;
      });
      value.textContent = term.values.length === 1 ? term.values[0].toFixed(3) : '';
    }
  }
}
