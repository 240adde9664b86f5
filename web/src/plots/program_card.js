// The card of the numbers that a program plots: their names are those that it says.
import { element } from '../dom.js';
import { Chart } from './chart.js';
import { Columns } from './columns.js';

const STEPS = 4000;

/** @param {HTMLElement} box @param {import('../studio.js').Studio} studio @returns {import('./cards.js').Card} */
export function programCard(box, studio) {
  const empty = element('p', {
    className: 'empty',
    textContent: "sim.plot('name', value) in a program draws a curve here.",
  });
  const place = element('div');
  box.append(empty, place);
  let columns = new Columns([], STEPS);
  /** @type {Chart | null} */
  let chart = null;

  /** Other names: the curves begin anew. @param {string[]} names */
  function make(names) {
    empty.hidden = names.length > 0;
    columns = new Columns(names, STEPS);
    chart?.remove();
    chart = names.length > 0 ? new Chart(place, names) : null;
  }

  const take = () => {
    const values = studio.plotted();
    const names = Object.keys(values);
    if (names.length === 0 || !studio.simulation) return;
    if (names.join('\n') !== columns.names.join('\n')) make(names);
    columns.add(studio.simulation.data.time, Object.values(values));
  };
  return {
    step: take,
    draw: () => chart?.draw(columns.values),
    clear: () => columns.clear(),
    csv: () => columns.toCsv(),
    remove: () => chart?.remove(),
  };
}
