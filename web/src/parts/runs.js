// Runs: what happens is recorded as inputs and hashes, and replayed bit for bit; the first step that differs is named. A run goes with
// its model, in links and archives.
import { RunPlayer, RunRecorder, readRun } from 'limber/data';
import { applySnapshot, checkSnapshot, readPhysics, takeSnapshot } from 'limber/viewer';
import { zip } from 'fflate';
import { byId, download, hint } from '../dom.js';
import { limitModel } from '../guard/limits.js';
import { RunBar } from '../runs/bar.js';
import { checkRun } from '../runs/check.js';
import { RUN, notesOf, withRun, withoutRun } from '../runs/files.js';

/** @typedef {import('limber/data').Run} Run */
/** @typedef {import('limber/viewer').Values} Values */

const MOST_STEPS = 2e6; // of a run in a page
const encoder = new TextEncoder();

class Runs {
  /** @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands */
  constructor(studio, commands) {
    this.studio = studio;
    /** @type {RunRecorder | null} */
    this.recorder = null;
    /** @type {RunPlayer | null} */
    this.player = null;
    /** @type {Run | null} */
    this.run = null;
    /** Options of the model as it was loaded. @type {Values} */
    this.loaded = {};
    /** Those that the recording began with, as text. */
    this.physics = '';
    /** Whether options may have changed since the last step. */
    this.fresh = true;
    this.bar = new RunBar({
      seek: (step) => this.seek(step),
      end: () => this.end(),
      save: () => this.save(),
      share: () => commands.run('share'),
      close: () => this.close(),
    });
    studio.on('model', () => this.open());
    studio.on('reset', () => this.restart());
    studio.on('running', () => this.resume());
    studio.onAny(['frame', 'state'], () => this.follow());
  }

  //---------------------------------- recording ----------------------------------------------------

  toggle() {
    if (this.recorder) this.end();
    else this.begin();
  }

  begin() {
    const { studio } = this;
    const { simulation } = studio;
    if (!simulation) return;
    this.close();
    this.recorder = new RunRecorder(simulation);
    this.physics = optionsOf(simulation);
    studio.tape = {
      plays: false,
      before: () => this.beforeRecorded(),
      after: () => this.afterRecorded(),
    };
    this.press(true);
    this.bar.showRecording(0);
    if (!studio.running) studio.setRunning(true);
  }

  beforeRecorded() {
    const { simulation } = this.studio;
    if (!this.recorder || !simulation) return;
    const changed = this.fresh && optionsOf(simulation) !== this.physics;
    this.fresh = false;
    if (changed || this.recorder.moved) {
      this.breakOff(changed ? 'options of the model' : 'the state');
      return;
    }
    this.recorder.before();
  }

  afterRecorded() {
    if (!this.recorder) return;
    this.recorder.after();
    if (this.recorder.length >= MOST_STEPS)
      this.end('The recording ended: it is as long as a page can hold.');
  }

  /** Ends the recording; what there is of it can be replayed. @param {string} [why] */
  end(why) {
    const { recorder, studio } = this;
    this.stop();
    if (!recorder) return;
    studio.setRunning(false);
    if (why) hint(why);
    if (recorder.length === 0) {
      this.bar.hide();
      return;
    }
    this.replay(recorder.run, recorder.length);
  }

  /** The recording cannot go on: what was changed is no input. @param {string} what */
  breakOff(what) {
    const { recorder, studio } = this;
    studio.tape = null;
    studio.setRunning(false);
    // the step that was about to be made is still made
    setTimeout(() => {
      if (recorder && this.recorder === recorder)
        this.end(`The recording ended: ${what} changed by hand.`);
    });
  }

  /** @param {boolean} on */
  press(on) {
    byId('record-run').setAttribute('aria-pressed', String(on));
  }

  //---------------------------------- replaying ----------------------------------------------------

  /** Another model runs: a run that came with it is replayed. */
  open() {
    const { studio } = this;
    const { simulation, source } = studio;
    this.close();
    if (!simulation) return;
    this.loaded = readPhysics(simulation.model);
    const bytes = source.files.get(RUN);
    if (!bytes) return;
    studio.holds.add(this);
    studio.attempt(async () => {
      try {
        const run = await readRun(bytes, RUN);
        if (studio.simulation !== simulation) return;
        this.applyNotes();
        if (run.length > MOST_STEPS)
          throw new Error(`${RUN} has ${run.length} steps; a page replays ${MOST_STEPS}.`);
        this.replay(run, 0);
      } finally {
        studio.holds.delete(this);
      }
    });
  }

  /** Sets the options that run.json names. */
  applyNotes() {
    const { simulation, stage, source } = this.studio;
    const { view, camera } = stage;
    if (!simulation || !view || !camera) return;
    const { physics } = checkSnapshot(notesOf(source.files));
    if (!physics) return;
    applySnapshot({ simulation, view, camera }, { physics });
    limitModel(simulation.model);
  }

  /** Replays a run on the model that is there. @param {Run} run @param {number} at the step to begin with */
  async replay(run, at) {
    const { studio } = this;
    const { simulation } = studio;
    if (!simulation) return;
    /** @type {Map<number, Float64Array>} */
    const marks = new Map();
    const end = simulation.saveState();
    const player = new RunPlayer(simulation, run, { marks });
    this.run = run;
    this.player = player;
    if (at > 0) {
      simulation.restoreState(end);
      if (!player.find()) player.seek(0);
    }
    studio.tape = {
      plays: true,
      before: () => this.beforePlayed(),
      after: () => this.afterPlayed(),
    };
    studio.changed('state');
    const isWanted = () => this.player === player;
    this.bar.showVerdict('');
    const first = await checkRun(simulation, run, {
      marks,
      onProgress: (part) =>
        isWanted() && this.bar.showVerdict(`Checked ${(100 * part).toFixed(0)}%`),
      isWanted,
    });
    if (isWanted() && first !== undefined) this.tell(first);
  }

  /** @param {number | null} first step that differs */
  tell(first) {
    const { run, studio } = this;
    if (!run || !studio.simulation) return;
    const { timestep } = studio.simulation;
    const text =
      first === null
        ? `${run.length.toLocaleString('en')} steps, all bits the same`
        : `Step ${first} (${((first + 1) * timestep).toFixed(3)} s) is the first that differs`;
    this.bar.showVerdict(text, first !== null);
  }

  beforePlayed() {
    const { player, run } = this;
    if (!player || !run) return;
    if (player.find()) {
      if (player.position < run.length) player.before();
      return;
    }
    this.close();
    hint('The state was changed by hand: the run ended, and the simulation goes on.');
  }

  afterPlayed() {
    const { player, run, studio } = this;
    if (!player || !run) return;
    const { position } = player;
    const isSame = player.after();
    if (!isSame) this.tell(position);
    if (!isSame || player.position >= run.length) studio.setRunning(false);
  }

  /** Who runs on at the end begins again. */
  resume() {
    const { player, run, studio } = this;
    if (studio.running && player && run && player.position >= run.length) this.comeTo(0);
  }

  /** Start again: the start of the run. */
  restart() {
    if (this.recorder) this.begin();
    else if (this.player) this.comeTo(0);
  }

  /** @param {number} step */
  seek(step) {
    if (this.studio.running) this.studio.setRunning(false);
    this.comeTo(step);
  }

  /** @param {number} step */
  comeTo(step) {
    if (!this.player) return;
    this.player.seek(step);
    this.studio.changed('state');
  }

  /** The bar follows. */
  follow() {
    const { recorder, player, run, studio } = this;
    const { simulation } = studio;
    this.fresh = true;
    if (!simulation) return;
    if (recorder) this.bar.showRecording(recorder.length * simulation.timestep);
    else if (player && run) {
      // the history of states has brought it elsewhere
      if (!studio.running) player.find();
      this.bar.showPlace(player.position, run.length, simulation.timestep);
    }
  }

  stop() {
    this.recorder = null;
    this.studio.tape = null;
    this.press(false);
  }

  /** Leaves what is recorded or replayed; the simulation goes on. */
  close() {
    this.studio.holds.delete(this);
    this.stop();
    this.player = null;
    this.run = null;
    this.bar.hide();
  }

  //---------------------------------- taking it along ----------------------------------------------

  /** The files of the model with the run; those of the model where there is none. */
  get files() {
    const { simulation, stage, source } = this.studio;
    const { view, camera } = stage;
    if (!this.run || !simulation || !view || !camera) return withoutRun(source.files);
    const parts = { simulation, view, camera };
    const { physics = {} } = takeSnapshot(parts, { physics: this.loaded });
    return withRun(source.files, this.run, physics);
  }

  /** Model and run as one archive. */
  save() {
    const { source } = this.studio;
    const files = new Map(this.files).set(source.name, source.binary ?? encoder.encode(source.xml));
    const base = (source.name.split('/').pop() ?? 'model').replace(/\.\w+$/, '');
    zip(Object.fromEntries(files), (error, bytes) => {
      if (error) this.studio.emit('error', error);
      else
        download(new Blob([new Uint8Array(bytes)], { type: 'application/zip' }), `${base}_run.zip`);
    });
  }
}

/** Options of a model as a text. @param {import('limber').Simulation} simulation */
const optionsOf = ({ model }) => JSON.stringify(readPhysics(model));

/** @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands */
export function addRuns(studio, commands) {
  const runs = new Runs(studio, commands);
  studio.runs = runs;
  commands.add({
    id: 'record-run',
    group: 'Simulation',
    title: 'Record a run, or end it',
    key: 'Shift+r',
    run: () => runs.toggle(),
  });
  byId('record-run').onclick = () => commands.run('record-run');
}
