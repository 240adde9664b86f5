// The program that a visitor wrote, beside the running model: it is asked before every step. Another text takes its place while the
// simulation goes on; one that does not work leaves the one before in place.
import { SandboxedProgram } from 'limber/viewer';
import { byId, hint, isNarrow } from '../dom.js';
import { valuesOf } from '../programs.js';
import { ParameterSliders } from '../parts/parameters.js';
import { mayRun } from './ask.js';
import { PROGRAM, programIn } from './file.js';

/** @typedef {import('../studio.js').Studio} Studio */
/** @typedef {import('limber').Simulation} Simulation */

const encoder = new TextEncoder();

export class OwnProgram {
  /** @param {Studio} studio @param {import('../panel.js').Panel} panel @param {import('../commands.js').Commands} commands */
  constructor(studio, panel, commands) {
    this.studio = studio;
    this.panel = panel;
    this.commands = commands;
    /** Whether its curves were shown. */
    this.isPlotted = false;
    /** Whether the model has a program. */
    this.isThere = false;
    this.on = true;
    /** @type {Record<string, number>} */
    this.values = {};
    /** @type {Record<string, import('limber/viewer').ProgramParameter>} */
    this.parameters = {};
    /** What runs. @type {SandboxedProgram | null} */
    this.program = null;
    /** What is wrong with the text as it stands. @type {unknown} */
    this.failed = null;
    /** Texts that were written or allowed here. @type {Set<string>} */
    this.allowed = new Set();
    /** Counts starts: one that is late is dropped. */
    this.starts = 0;
    /** Whether it was an error of the program that paused the simulation. */
    this.paused = false;
    this.sliders = new ParameterSliders(studio);
    studio.beforeStep.add(() => this.program?.apply());
    studio.on('frame', () => this.showPlots());
    studio.plotted = () => this.program?.plots ?? {};
    studio.on('reset', () => this.program?.restart());
    studio.on('model', ({ kept }) => studio.attempt(() => this.open(kept)));
    const { experiment } = studio;
    studio.experiment = () =>
      this.isThere ? { example: '', on: this.on, values: { ...this.values } } : experiment();
  }

  get text() {
    return programIn(this.studio.source.files);
  }

  /** Curves that it asks for are shown, once, where there is room. */
  showPlots() {
    if (this.isPlotted || !this.program || Object.keys(this.program.plots).length === 0) return;
    this.isPlotted = true;
    if (!isNarrow() && byId('plots').hidden) this.commands.run('program-plots');
  }

  /** Another model runs. @param {boolean} kept the same, edited */
  async open(kept) {
    const { studio, text } = this;
    const { simulation, source } = studio;
    const wasThere = this.isThere;
    this.isThere = text !== undefined;
    // it went with the panel of the model before
    this.folder = undefined;
    if (kept && wasThere && this.program && simulation) {
      this.addFolder();
      await this.program.open(simulation).catch((error) => this.fail(error));
      return;
    }
    this.end();
    studio.holds.delete(this);
    this.failed = null;
    this.isPlotted = false;
    if (text === undefined || !simulation) return;
    this.on = source.program?.on ?? true;
    this.values = source.program?.values ?? {};
    // what was written in this browser
    if (source.draft) this.allowed.add(text);
    studio.holds.add(this);
    if (this.on && !this.allowed.has(text)) {
      this.on = await mayRun(text);
      if (this.on) this.allowed.add(text);
      else hint('The program does not run: see Program in the controls.');
    }
    if (studio.simulation === simulation) await this.start();
    if (studio.simulation !== simulation) return;
    studio.holds.delete(this);
    studio.pace.restart();
  }

  /** Takes another text, as it is typed. @param {string} text '' for no program */
  async edit(text) {
    const { studio } = this;
    const files = new Map(studio.source.files);
    if (text) files.set(PROGRAM, encoder.encode(text));
    else files.delete(PROGRAM);
    const wasThere = this.isThere;
    this.isThere = text !== '';
    if (!wasThere) [this.on, this.values] = [true, {}];
    this.allowed.add(text);
    studio.source = { ...studio.edited, files };
    studio.emit('source');
    if (text) await this.start();
    else this.end();
  }

  /** Starts the text that is there; what ran before goes on until it works. */
  async start() {
    const { studio, text } = this;
    const { simulation } = studio;
    const turn = ++this.starts;
    if (!this.on || text === undefined || !simulation) {
      this.end();
      if (this.isThere) this.addFolder();
      return;
    }
    /** @type {SandboxedProgram | null} */
    let made = null;
    try {
      const { prepare } = await import('./prepare.js');
      const state = (await this.program?.state().catch(() => ({}))) ?? {};
      made = new SandboxedProgram(prepare(text));
      const parameters = await made.open(simulation, state);
      if (turn !== this.starts || studio.simulation !== simulation) return made.dispose();
      this.take(made, parameters);
    } catch (error) {
      made?.dispose();
      if (turn === this.starts) this.fail(error, this.program !== null);
    }
  }

  /** @param {SandboxedProgram} made @param {OwnProgram['parameters']} parameters */
  take(made, parameters) {
    const { studio } = this;
    made.begun = this.program?.begun ?? false;
    this.program?.dispose();
    this.program = made;
    this.failed = null;
    this.parameters = parameters;
    this.values = valuesOf({ parameters }, { example: '', on: true, values: this.values });
    studio.waits = async () => {
      try {
        await made.ask(this.values);
        made.apply();
      } catch (error) {
        // one that was replaced meanwhile has nothing to tell
        if (this.program === made) this.fail(error);
        throw error;
      }
    };
    studio.pace.restart();
    this.addFolder();
    if (this.paused) studio.setRunning(true);
    this.paused = false;
    studio.emit('program');
  }

  /** @param {unknown} error @param {boolean} [typing] whether another program goes on */
  fail(error, typing = false) {
    const { studio } = this;
    this.failed = error;
    if (error instanceof Error) Object.assign(error, { file: PROGRAM });
    if (!typing) {
      this.end();
      this.addFolder();
      this.paused = studio.running;
      studio.setRunning(false);
    }
    studio.emit(typing ? 'mistake' : 'error', error);
  }

  end() {
    this.starts++;
    this.program?.dispose();
    this.program = null;
    this.sliders.steer(null, this.values);
    this.studio.waits = null;
  }

  addFolder() {
    const { studio, parameters } = this;
    this.folder?.destroy();
    const folder = this.panel.folder('Program');
    this.folder = folder;
    folder
      .add(this, 'on')
      .name('Program runs')
      .onChange(async () => {
        const { text } = this;
        // turned on by hand: what it is can be read in the editor
        if (this.on && text !== undefined) this.allowed.add(text);
        else studio.simulation?.data.ctrl.fill(0);
        await this.start();
        studio.emit('program');
      });
    this.sliders.show(folder, this.program ? parameters : {}, this.values);
    this.sliders.steer(this.program ? parameters : null, this.values);
  }
}
