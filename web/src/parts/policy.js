// Policies: a model that came with one is driven by it, steered by keys, sliders, gamepad or a stick; an inspector shows what it sees.
import { byId, hint } from '../dom.js';
import { Inspector } from '../policy/inspector.js';
import { steeringNote } from './steering.js';

const REFRESH = 100; // milliseconds between two looks at the terms

/** @typedef {import('limber/viewer').SteeredPolicy} SteeredPolicy */

class Policies {
  /** @param {import('../studio.js').Studio} studio @param {import('../panel.js').Panel} panel @param {import('../policy/driving.js').Driving} driving */
  constructor(studio, panel, driving) {
    this.studio = studio;
    this.panel = panel;
    this.driving = driving;
    /** @type {Inspector | null} */
    this.inspector = null;
    /** @type {HTMLElement | null} */
    this.note = null;
    /** @type {{ updateDisplay: () => unknown }[]} */
    this.sliders = [];
    this.last = 0;
    studio.on('model', () => this.open());
    studio.on('frame', () => this.show());
  }

  /** Another model runs. */
  async open() {
    const { studio, driving } = this;
    const { simulation } = studio;
    this.inspector = null;
    this.note?.remove();
    this.note = null;
    await driving.ready;
    const { run } = driving;
    if (!run || studio.simulation !== simulation) return;
    this.addFolder(run, driving.name);
    this.addNote(run);
    hint('A policy drives this model: see Policy in the controls.');
  }

  /** @param {SteeredPolicy} run @param {string} name */
  addFolder({ driver }, name) {
    const folder = this.panel.folder('Policy');
    folder
      .add(this.driving, 'on')
      .name(name)
      .onChange(() => {
        this.studio.simulation?.data.ctrl.fill(0);
        this.driving.restart();
      });
    this.sliders = driver.commands.flatMap(({ names, units, low, high, values }) =>
      names.map((label, k) =>
        folder
          .add(
            /** @type {Record<string, number>} */ (/** @type {unknown} */ (values)),
            String(k),
            low[k],
            high[k],
          )
          .name(units[k] ? `${label}, ${units[k]}` : label),
      ),
    );
    this.inspector = new Inspector(driver);
    folder.$children.append(this.inspector.element);
    folder.domElement.parentElement?.prepend(folder.domElement);
    folder.open();
  }

  /** What steers it. @param {SteeredPolicy} run */
  addNote({ steering }) {
    if (!steering) return;
    this.note = steeringNote(steering);
    byId('canvas').parentElement?.append(this.note);
  }

  show() {
    const now = performance.now();
    if (!this.inspector || now - this.last < REFRESH) return;
    this.last = now;
    for (const slider of this.sliders) slider.updateDisplay();
    if (this.inspector.element.checkVisibility()) this.inspector.show();
  }
}

/** @param {import('../studio.js').Studio} studio @param {import('../panel.js').Panel} panel @param {import('../policy/driving.js').Driving} driving */
export const addPolicies = (studio, panel, driving) => new Policies(studio, panel, driving);
