// Experiments: an example with a program beside it (examples/NAME.js) is driven by that program; its parameters become sliders.
import { hint } from '../dom.js';
import { programOf, valuesOf } from '../programs.js';

/** @typedef {import('../programs.js').Program} Program */

/** The program of the model that runs, if it has one. */
class Experiment {
  /** @param {import('../studio.js').Studio} studio @param {import('../panel.js').Panel} panel */
  constructor(studio, panel) {
    this.studio = studio;
    this.panel = panel;
    /** @type {Program | null} */
    this.program = null;
    /** @type {Record<string, number>} */
    this.values = {};
    this.on = true;
    this.act = () => {};
    studio.beforeStep.add(() => this.act());
    studio.on('reset', () => this.restart());
    studio.on('model', () => this.open());
    studio.experiment = () => this.program && { on: this.on, values: { ...this.values } };
  }

  /** Starts the program anew on the model that runs. */
  restart() {
    const { simulation } = this.studio;
    this.act = () => {};
    if (!this.program || !this.on || !simulation) return;
    this.act = this.program.controller(simulation, this.values);
  }

  /** Another model runs. */
  async open() {
    const { studio } = this;
    const { example, xml } = studio.source;
    this.act = () => {};
    this.program = null;
    const read = example && programOf(example);
    if (!read) return;
    await studio.attempt(async () => {
      const loaded = await read();
      if (studio.source.xml !== xml) return;
      this.program = loaded;
      const { program: given } = studio.source;
      if (given) this.on = given.on;
      this.values = valuesOf(loaded, given);
      this.addFolder(loaded);
      this.restart();
      hint('A program drives this model: see Experiment in the controls.');
    });
  }

  /** @param {Program} loaded */
  addFolder({ parameters }) {
    const folder = this.panel.folder('Experiment');
    folder
      .add(this, 'on')
      .name('Program runs')
      .onChange(() => {
        this.studio.simulation?.data.ctrl.fill(0);
        this.restart();
      });
    for (const [name, { title, min, max, step }] of Object.entries(parameters))
      folder.add(this.values, name, min, max, step ?? (max - min) / 200).name(title);
    folder.domElement.parentElement?.prepend(folder.domElement);
    folder.open();
  }
}

/** @param {import('../studio.js').Studio} studio @param {import('../panel.js').Panel} panel */
export const addExperiments = (studio, panel) => new Experiment(studio, panel);
