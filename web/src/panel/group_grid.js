// The visual groups as a grid: a row for each kind of element, a column for each group.
import { Controller } from 'lil-gui';
import { element } from '../dom.js';

/** A row of switches. @typedef {{ title: string, get: (group: number) => boolean, set: (group: number, on: boolean) => void }} Row */

export class GroupGrid extends Controller {
  /**
   * @param {import('lil-gui').GUI} folder
   * @param {Row[]} rows
   * @param {number} columns
   * @param {(name: string, set: (on: boolean) => void, on: boolean) => void} changed after a switch was used
   */
  constructor(folder, rows, columns, changed) {
    super(folder, { rows }, 'rows', 'group-grid');
    /** @type {{ input: HTMLInputElement, get: () => boolean }[]} */
    this.cells = [];
    const numbers = Array.from({ length: columns }, (_, i) => i);
    const table = element('table', {});
    table.append(
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          element('td'),
          ...numbers.map((i) => element('th', { scope: 'col', textContent: String(i) })),
        ),
      ),
      element('tbody', {}, ...rows.map((row) => this.makeRow(row, numbers, changed))),
    );
    this.$name.remove();
    this.$widget.append(table);
    this.updateDisplay();
  }

  /** @param {Row} row @param {number[]} numbers @param {ConstructorParameters<typeof GroupGrid>[3]} changed */
  makeRow({ title, get, set }, numbers, changed) {
    const cells = numbers.map((i) => {
      const name = `${title}, group ${i}`;
      const input = element('input', { type: 'checkbox', 'aria-label': name, title: name });
      input.onchange = () => {
        set(i, input.checked);
        changed(name, (on) => set(i, on), input.checked);
      };
      this.cells.push({ input, get: () => get(i) });
      return element('td', {}, input);
    });
    return element('tr', {}, element('th', { scope: 'row', textContent: title }), ...cells);
  }

  updateDisplay() {
    for (const { input, get } of this.cells) input.checked = get();
    return this;
  }
}
