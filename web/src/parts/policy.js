// Policies: a model that came with one is driven by it, steered by keys, sliders, gamepad or a stick; an inspector shows what it sees.
import { AXES, steerPolicy } from 'limber/viewer';
import { byId, element, hint } from '../dom.js';
import { Inspector } from '../policy/inspector.js';
import { openPolicy, policyAmong } from '../policy/choose.js';

const REFRESH = 100; // milliseconds between two looks at the terms

/** @typedef {import('limber/viewer').SteeredPolicy} SteeredPolicy */

class Policies {
  /** @param {import('../studio.js').Studio} studio @param {import('../panel.js').Panel} panel */
  constructor(studio, panel) {
    this.studio = studio;
    this.panel = panel;
    /** @type {SteeredPolicy | null} */
    this.run = null;
    this.on = true;
    /** @type {Inspector | null} */
    this.inspector = null;
    /** @type {HTMLElement | null} */
    this.note = null;
    /** @type {{ updateDisplay: () => unknown }[]} */
    this.sliders = [];
    this.last = 0;
    studio.beforeStep.add(() => {
      if (this.on) this.run?.beforeStep();
    });
    studio.on('reset', () => this.run?.reset());
    studio.on('model', () => this.open());
    studio.on('frame', () => this.show());
  }

  /** Another model runs. */
  async open() {
    const { studio } = this;
    const { simulation, source } = studio;
    this.close();
    // links, drafts and archives carry it among the files
    const name = source.policy ?? policyAmong(source.files);
    const bytes = name === undefined ? undefined : source.files.get(name);
    if (!bytes || !simulation) return;
    studio.holds.add(this);
    await studio.attempt(async () => {
      const run = await steerPolicy(simulation, await openPolicy(bytes), window);
      if (studio.simulation !== simulation) {
        run.dispose();
        return;
      }
      this.run = run;
      run.reset();
      this.addFolder(run, String(name));
      this.addNote(run);
      hint('A policy drives this model: see Policy in the controls.');
    });
    if (studio.simulation !== simulation) return;
    studio.holds.delete(this);
    studio.pace.restart();
  }

  close() {
    this.studio.holds.delete(this);
    this.run?.dispose();
    this.run = null;
    this.inspector = null;
    this.note?.remove();
    this.note = null;
    this.on = true;
  }

  /** @param {SteeredPolicy} run @param {string} name */
  addFolder({ driver }, name) {
    const folder = this.panel.folder('Policy');
    folder
      .add(this, 'on')
      .name(name)
      .onChange(() => {
        this.studio.simulation?.data.ctrl.fill(0);
        this.run?.reset();
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

  /** Which keys steer it, or a stick for fingers. @param {SteeredPolicy} run */
  addNote({ steering, steered }) {
    if (!steering) return;
    const lines = steered.map(({ axis }) => {
      const { plus, minus, title } = AXES[axis];
      const keys = [plus, minus].map((code) =>
        element('kbd', { textContent: code.replace('Key', '') }),
      );
      return element('span', {}, ...keys, ` ${title}`);
    });
    const content = navigator.maxTouchPoints > 0 ? [steering.stick()] : lines;
    this.note = element('div', { className: 'steering' }, ...content);
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

/** @param {import('../studio.js').Studio} studio @param {import('../panel.js').Panel} panel */
export const addPolicies = (studio, panel) => new Policies(studio, panel);
