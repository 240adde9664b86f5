// The card of the visitor's own curves: any number of the data or of a sensor over time, one value for each step.
import { element, hint } from '../dom.js';
import { curvesOf, fieldNames, sensorNames } from '../fields.js';
import { Chart } from './chart.js';
import { Columns } from './columns.js';
import { elementCurvesOf } from './element_curves.js';

const STEPS = 4000;
const MOST = 24; // curves

/** Curves of fields and sensors, or of elements by their names. @param {import('limber').Simulation} simulation @param {string} text */
function allCurvesOf(simulation, text) {
  const curves = curvesOf(simulation, text);
  return curves.length > 0 ? curves : elementCurvesOf(simulation, text);
}

/**
 * A form that takes the name of a value which the simulation has.
 * @param {import('limber').Simulation} simulation
 * @param {(text: string) => void} add
 */
function makeForm(simulation, add) {
  const list = element('datalist', { id: 'plot-fields' });
  list.append(
    ...[...sensorNames(simulation), ...fieldNames(simulation)].map(
      (name) => new Option(name, name),
    ),
  );
  const input = element('input', {
    type: 'text',
    placeholder: 'qpos[0], a sensor, joint.qvel',
    'aria-label': 'Field or sensor to plot',
    spellcheck: false,
    autocomplete: 'off',
  });
  input.setAttribute('list', list.id);
  const button = element('button', { textContent: 'Add' });
  const form = element('form', { className: 'add' }, input, button, list);
  form.onsubmit = (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    if (allCurvesOf(simulation, text).length === 0) return hint(`There is no value '${text}'.`);
    input.value = '';
    add(text);
  };
  return form;
}

/**
 * @param {HTMLElement} box
 * @param {import('limber').Simulation} simulation
 * @param {string[]} texts the curves; kept when another model runs
 * @param {(card: import('./cards.js').Card) => void} refill shows what led to the present
 * @returns {import('./cards.js').Card}
 */
export function curvesCard(box, simulation, texts, refill) {
  /** @type {Columns} */
  let columns;
  /** @type {Chart | null} */
  let chart = null;
  /** @type {ReturnType<typeof curvesOf>} */
  let curves = [];
  const form = makeForm(simulation, (text) => {
    if (!texts.includes(text)) texts.push(text);
    make();
    refill(card);
  });
  const chips = element('div', { className: 'chips' });
  const place = element('div');
  box.append(form, chips, place);

  /** Starts anew with the curves that the model has. */
  function make() {
    const all = texts.flatMap((text) => allCurvesOf(simulation, text));
    curves = all.slice(0, MOST);
    if (all.length > MOST) hint(`The first ${MOST} of ${all.length} curves are shown.`);
    const names = curves.map(({ name }) => name);
    columns = new Columns(names, STEPS);
    chart?.remove();
    chart = new Chart(place, names);
    chips.replaceChildren(
      ...texts.map((text) =>
        element('button', {
          textContent: `${text} ×`,
          'aria-label': `Remove ${text}`,
          onclick: () => {
            texts.splice(texts.indexOf(text), 1);
            make();
            refill(card);
          },
        }),
      ),
    );
  }
  make();

  const take = (/** @type {import('limber').SimulationReader} */ now) => {
    if (curves.length > 0)
      columns.add(
        now.data.time,
        curves.map(({ read }) => read(now)),
      );
  };
  const card = {
    take,
    step: () => take(simulation),
    sample: () => take(simulation),
    draw: () => chart?.draw(columns.values),
    clear: () => columns.clear(),
    csv: () => columns.toCsv(),
    remove: () => chart?.remove(),
  };
  return card;
}
