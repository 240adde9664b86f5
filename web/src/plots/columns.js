// Values over time: columns of numbers, the oldest dropped.

export class Columns {
  /** @param {string[]} names @param {number} most rows that are kept */
  constructor(names, most) {
    this.names = names;
    this.most = most;
    /** Time and one column for each name. @type {number[][]} */
    this.values = [[], ...names.map(() => /** @type {number[]} */ ([]))];
  }

  get length() {
    return this.values[0].length;
  }

  /** @param {number} time @param {number[]} row */
  add(time, row) {
    const [times] = this.values;
    // after a reset or a step back, what came later is no more
    while (times.length && times[times.length - 1] >= time)
      for (const column of this.values) column.pop();
    times.push(time);
    row.forEach((value, i) => this.values[i + 1].push(value));
    if (times.length > 1.25 * this.most)
      for (const column of this.values) column.splice(0, times.length - this.most);
  }

  clear() {
    for (const column of this.values) column.length = 0;
  }

  /** One line for each time, with names in the first. */
  toCsv() {
    const quote = (/** @type {string} */ name) =>
      /[",\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
    const lines = [['time', ...this.names].map(quote).join(',')];
    for (let i = 0; i < this.length; i++)
      lines.push(this.values.map((column) => String(column[i])).join(','));
    return `${lines.join('\n')}\n`;
  }
}
