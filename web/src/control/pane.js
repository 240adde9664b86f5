// The controls of a planner: task, method, weights, parameters, curves of costs, timings.
import { plannerMethods } from 'limber/control';
import { element } from '../dom.js';
import { Chart } from '../plots/chart.js';
import { bounds } from './file.js';

/** @typedef {import('../panel.js').Panel} Panel */
/** @typedef {import('./file.js').Control} Control */
/** @typedef {import('./pilot.js').Pilot} Pilot */

const TAB = 'Control';
const NONE = 'none';
const REFRESH = 200; // milliseconds between two looks at curves and timings
/** Options of the planner that make another one, with their steps. */
const remade = /** @type {const} */ ({ horizon: 0.05, rollouts: 1, iterations: 1 });

/**
 * What the pane calls back.
 * @typedef {object} Actions
 * @property {(name: string) => void} choose another task, '' for none
 * @property {() => void} turned weights, parameters or the switch were changed
 * @property {() => void} remade the planner is to be made anew
 */

export class ControlPane {
  #last = 0;
  /** @type {Chart | null} */
  #chart = null;

  /**
   * @param {Panel} panel
   * @param {Control | null} control
   * @param {Record<string, string>} titles of the shipped tasks
   * @param {Actions} actions
   */
  constructor(panel, control, titles, actions) {
    this.panel = panel;
    this.control = control;
    const folder = panel.folder('Planner', TAB);
    const choices = { '(none)': NONE, ...invert(titles) };
    const name = control?.task.name ?? '';
    // a task of the visitor's own has its place in the list too
    if (control && !Object.hasOwn(titles, name))
      Object.assign(choices, { [control.task.title || name || 'own']: name });
    const chosen = { task: control ? name : NONE };
    folder
      .add(chosen, 'task', choices)
      .name('Task')
      .onChange((/** @type {string} */ value) => actions.choose(value === NONE ? '' : value));
    if (control) this.#addPlanner(folder, control, actions);
    folder.open();
    this.#addHandle();
    if (!control) return;
    this.#addWeights(control, actions);
    this.#addParameters(control, actions);
    this.#addCurves(control);
  }

  /** A handle for what is selected. */
  #addHandle() {
    const folder = this.panel.folder('Handle', TAB);
    for (const id of ['reach', 'reach-turn']) this.panel.command(folder, id);
  }

  /** @param {import('lil-gui').GUI} folder @param {Control} control @param {Actions} actions */
  #addPlanner(folder, control, actions) {
    const { planner } = control;
    folder.add(control, 'on').name('Plans and acts').onChange(actions.turned);
    const methods = Object.fromEntries(plannerMethods.map((method) => [method, method]));
    folder.add(planner, 'method', methods).name('Method').onChange(actions.remade);
    for (const [name, step] of Object.entries(remade))
      folder
        .add(
          /** @type {Record<string, number>} */ (/** @type {unknown} */ (planner)),
          name,
          ...bounds[name],
          step,
        )
        .name(name[0].toUpperCase() + name.slice(1))
        .onFinishChange(actions.remade);
    folder
      .add(planner, 'noise', ...bounds.noise)
      .name('Noise')
      .onChange(actions.turned);
  }

  /** @param {Control} control @param {Actions} actions */
  #addWeights({ task }, actions) {
    const folder = this.panel.folder('Weights', TAB);
    for (const term of task.terms) {
      const most = 4 * (term.weight || 1);
      folder
        .add(/** @type {{ weight: number }} */ (term), 'weight', 0, most, most / 400)
        .name(String(term.name))
        .onChange(actions.turned);
    }
    folder.open();
  }

  /** @param {Control} control @param {Actions} actions */
  #addParameters({ task }, actions) {
    const entries = Object.entries(task.parameters).filter(
      // long lists, such as a posture, are no sliders
      ([, value]) => typeof value === 'number' || value.length <= 4,
    );
    if (entries.length === 0) return;
    const folder = this.panel.folder('Parameters', TAB);
    this.parameters = entries.flatMap(([name, value]) => {
      if (typeof value === 'number') {
        const reach = Math.max(1, 2 * Math.abs(value));
        return [
          folder.add(task.parameters, name, -reach, reach, reach / 500).onChange(actions.turned),
        ];
      }
      return value.map((_, k) =>
        folder
          .add(
            /** @type {Record<string, number>} */ (/** @type {unknown} */ (value)),
            String(k),
            -3,
            3,
            0.01,
          )
          .name(value.length > 1 ? `${name} ${'xyzw'[k]}` : name)
          .onChange(actions.turned),
      );
    });
    folder.open();
  }

  /** @param {Control} control */
  #addCurves({ task }) {
    const folder = this.panel.folder('Cost', TAB);
    this.box = element('div', { className: 'costs card-plot' });
    this.told = element('p', { className: 'note', role: 'status' });
    folder.$children.append(this.box, this.told);
    folder.open();
    this.names = ['cost', ...task.terms.map(({ name }) => String(name))];
  }

  /** Parameters were changed by a handle. */
  showParameters() {
    for (const slider of this.parameters ?? []) slider.updateDisplay();
  }

  /** Shows curves and timings, now and then. @param {Pilot} pilot */
  show({ records, planner, control, waits, studio }) {
    const { running: isRunning, pace } = studio;
    const { realTimeFactor: realTime } = pace;
    const now = performance.now();
    const { box, told, names } = this;
    if (!box || !told || !names || !planner || now - this.#last < REFRESH) return;
    this.#last = now;
    if (!box.checkVisibility()) return;
    this.#chart ??= new Chart(box, names);
    this.#chart.draw([
      records.map(({ time }) => time),
      records.map(({ cost }) => (Number.isFinite(cost) ? cost : null)),
      ...control.task.terms.map((_, k) => records.map(({ terms }) => terms[k])),
    ]);
    const { milliseconds, samples, stepsPerSecond } = planner.timing;
    const slow =
      isRunning && (waits || realTime < 0.9)
        ? ` Slower than real time: ×${realTime.toFixed(2)}.`
        : '';
    told.textContent =
      `A plan takes ${milliseconds.toFixed(1)} ms: ${samples} samples, ` +
      `${Math.round(stepsPerSecond / 1000)} thousand steps a second. Cost ${planner.cost.toPrecision(3)}.${slow}`;
  }

  dispose() {
    this.#chart?.remove();
    this.#chart = null;
  }
}

/** @param {Record<string, string>} titles @returns {Record<string, string>} */
const invert = (titles) =>
  Object.fromEntries(Object.entries(titles).map(([name, title]) => [title, name]));
