// The Control tab: a planner drives the model. What plans is loaded when a model comes with a task, or when the tab is opened.
import { controlAmong } from '../control/among.js';

class Control {
  /** @type {import('../control/session.js').ControlSession | null} */
  session = null;
  #isLoading = false;

  /** @param {import('../studio.js').Studio} studio @param {import('../panel.js').Panel} panel */
  constructor(studio, panel) {
    this.studio = studio;
    this.panel = panel;
    studio.on('model', () => {
      if (controlAmong(studio.source.files)) this.open();
    });
    studio.on('tab', (name) => {
      if (name === 'Control') this.open();
    });
  }

  /** Loads it, once; nothing moves meanwhile. */
  async open() {
    if (this.session || this.#isLoading) return;
    const { studio } = this;
    this.#isLoading = true;
    studio.holds.add(this);
    await studio.attempt(async () => {
      const { ControlSession } = await import('../control/session.js');
      this.session = new ControlSession(studio, this.panel);
      if (studio.simulation) this.session.open();
    });
    this.#isLoading = false;
    studio.holds.delete(this);
    studio.pace.restart();
  }
}

/** @param {import('../studio.js').Studio} studio @param {import('../panel.js').Panel} panel */
export const addControl = (studio, panel) => new Control(studio, panel);
