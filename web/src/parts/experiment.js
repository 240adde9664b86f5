// Experiments: a model that came with a program (examples/NAME.js) is driven by it; its parameters become sliders. The program stays
// when the model is edited. Nothing moves before it is there.
import { hint } from '../dom.js';
import { knownProgram, programOf, valuesOf } from '../programs.js';
import { ParameterSliders } from './parameters.js';

/** @typedef {import('../programs.js').Program} Program */

/** The program of the model that runs, if it has one. */
class Experiment {
  /** @param {import('../studio.js').Studio} studio @param {import('../panel.js').Panel} panel */
  constructor(studio, panel) {
    this.studio = studio;
    this.panel = panel;
    /** @type {Program | null} */
    this.program = null;
    /** Whose program it is. */
    this.example = '';
    /** @type {Record<string, number>} */
    this.values = {};
    this.on = true;
    this.act = () => {};
    this.sliders = new ParameterSliders(studio);
    studio.beforeStep.add(() => this.act());
    studio.on('reset', () => this.restart());
    studio.on('model', ({ kept }) => this.open(kept));
    studio.experiment = () =>
      this.program && { example: this.example, on: this.on, values: { ...this.values } };
  }

  steer() {
    this.sliders.steer(this.on && this.program ? this.program.parameters : null, this.values);
  }

  /** Starts the program anew on the model that runs. */
  restart() {
    const { simulation } = this.studio;
    this.act = () => {};
    if (!this.program || !this.on || !simulation) return;
    try {
      this.act = this.program.controller(simulation, this.values);
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      this.studio.emit('error', new Error(`The program does not fit this model: ${message}`));
    }
  }

  /** Another model runs. @param {boolean} kept the same, edited */
  async open(kept) {
    const { studio } = this;
    const { program: given } = studio.source;
    this.act = () => {};
    if (kept && this.program && given?.example === this.example) {
      this.show(this.program);
      return;
    }
    this.program = null;
    this.steer();
    this.example = given?.example ?? '';
    studio.holds.delete(this);
    const read = given && programOf(given.example);
    if (!read) return;
    const known = knownProgram(given.example);
    if (known) {
      this.begin(known, given);
      return;
    }
    studio.holds.add(this);
    const { simulation } = studio;
    await studio.attempt(async () => {
      const loaded = await read();
      if (studio.simulation === simulation) this.begin(loaded, given);
    });
    if (studio.simulation === simulation) this.ready();
  }

  /** @param {Program} loaded @param {import('../programs.js').ProgramState} given */
  begin(loaded, given) {
    this.program = loaded;
    this.on = given.on;
    this.values = valuesOf(loaded, given);
    this.show(loaded);
    hint('A program drives this model: see Experiment in the controls.');
  }

  ready() {
    this.studio.holds.delete(this);
    this.studio.pace.restart();
  }

  /** @param {Program} loaded */
  show(loaded) {
    this.addFolder(loaded);
    this.steer();
    this.restart();
  }

  /** @param {Program} loaded */
  addFolder({ parameters }) {
    const folder = this.panel.folder('Experiment');
    folder
      .add(this, 'on')
      .name('Program runs')
      .onChange(() => {
        this.studio.simulation?.data.ctrl.fill(0);
        this.steer();
        this.restart();
        this.studio.emit('program');
      });
    this.sliders.show(folder, parameters, this.values);
  }
}

/** @param {import('../studio.js').Studio} studio @param {import('../panel.js').Panel} panel */
export const addExperiments = (studio, panel) => new Experiment(studio, panel);
