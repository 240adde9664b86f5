// Experiments: a model that came with a program (examples/NAME.js) is driven by it; its parameters become sliders. The program stays
// when the model is edited. Nothing moves before it is there.
import { byId, hint } from '../dom.js';
import { knownProgram, programOf, valuesOf } from '../programs.js';
import { Steered, isSteered } from './steering.js';

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
    /** Keys and sticks that change its values. @type {Steered | null} */
    this.steered = null;
    /** What shows the values. @type {{ updateDisplay: () => unknown }[]} */
    this.sliders = [];
    this.moved = false;
    studio.beforeStep.add(({ model }) => {
      this.steered?.update(model.opt.timestep);
      this.act();
    });
    studio.on('frame', () => this.showSteered());
    studio.on('reset', () => this.restart());
    studio.on('model', ({ kept }) => this.open(kept));
    studio.experiment = () =>
      this.program && { example: this.example, on: this.on, values: { ...this.values } };
  }

  /** The sliders follow what is steered. */
  showSteered() {
    if (!this.moved) return;
    this.moved = false;
    for (const slider of this.sliders) slider.updateDisplay();
  }

  /** Lets the visitor steer, where the program can be. */
  steer() {
    this.steered?.dispose();
    this.steered = null;
    const { program } = this;
    if (!program || !this.on || !isSteered(program)) return;
    const parent = /** @type {HTMLElement} */ (byId('canvas').parentElement);
    this.steered = new Steered(program, this.values, parent, () => (this.moved = true));
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
    const changed = () => this.studio.emit('program');
    folder
      .add(this, 'on')
      .name('Program runs')
      .onChange(() => {
        this.studio.simulation?.data.ctrl.fill(0);
        this.steer();
        this.restart();
        changed();
      });
    this.sliders = Object.entries(parameters).map(([name, { title, min, max, step }]) =>
      folder
        .add(this.values, name, min, max, step ?? (max - min) / 200)
        .name(title)
        .onFinishChange(changed),
    );
    folder.domElement.parentElement?.prepend(folder.domElement);
    folder.open();
  }
}

/** @param {import('../studio.js').Studio} studio @param {import('../panel.js').Panel} panel */
export const addExperiments = (studio, panel) => new Experiment(studio, panel);
