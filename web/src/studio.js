// The state of the studio: the engine, the running model, its source, the picture. Parts of the page listen to its events.
//
//   'model'    another simulation runs; detail: { kept } says whether state and camera were kept
//   'loading'  a model is fetched: 'model' or 'error' follows
//   'source'   the text or the files of the model changed
//   'error'    something failed; detail: the error
//   'mistake'  a text does not compile while it is typed; detail: the error. It is told beside the text, not over the picture
//   'running'  paused or resumed
//   'reset'    the state was set anew (start, keyframe, a saved state)
//   'state'    the state was changed by hand: history, sliders, undo
//   'keys'     the keyframes of the model changed
//   'speed'    another speed
//   'settings' display and physics options were set from outside of the panel
//   'program'  the parameters of the program that drives the model changed
//   'frame'    a frame was drawn after time passed or something changed
//   'select'   another element is selected; detail: { type, id } (mjtObj), null for none
//   'pane'     a pane was opened; detail: its name. On a narrow page the others close
//   'plot'     a curve is wanted; detail: its name
//   'tab'      another tab of the panel is shown; detail: its name
import { Pace, Simulation, findModels, openSource } from 'limber';
import { AskedPace } from 'limber/viewer';
import { ControlNoise } from './noise.js';
import { limitModel } from './guard/limits.js';
import { Watchdog } from './guard/watchdog.js';
import { Quality } from './quality.js';
import { withoutRun } from './runs/files.js';
import { originFor } from './share/origin.js';
import { Undo } from './undo.js';

const EARLIER_STATES = 2000;
const EARLIER_BYTES = 64e6; // large models keep fewer states
const EVERY_STEP = 1e-9; // seconds between states: less than any step

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** @typedef {import('limber').History} History */
/** @typedef {import('limber').MujocoModule} MujocoModule */
/** Files of a model by name. @typedef {Map<string, Uint8Array>} Files */
/** @typedef {import('./programs.js').ProgramState} ProgramState */
/** An element of a model; type is its mjtObj. @typedef {{ type: number, id: number }} Target */

/**
 * @typedef {object} Source
 * @property {string} xml the model's text
 * @property {string} name its file
 * @property {Files} files those that it names, and others that came with it
 * @property {Uint8Array} [binary] a compiled model (MJB) instead of a text
 * @property {string} [address] where it was fetched from
 * @property {boolean} [limited] whether what is fetched is limited: addresses that came with a link
 * @property {() => Promise<Files>} [read] reads the files that it was opened from once more
 * @property {string} [example] its name in the gallery, as long as nobody edited it
 * @property {ProgramState} [program] the program that drives it; edits keep it
 * @property {string} [task] the task of 'limber/env' that it is, as long as nobody edited it
 * @property {string} [control] the task of 'limber/control/tasks' that it is, as long as nobody edited it
 * @property {string} [policy] the file among them that drives it: ONNX or our JSON
 * @property {string} [link] the fragment of the link that it came with, as long as nobody edited it
 * @property {boolean} [strange] whether it came with a link, edited or not: from somebody whom the visitor may not know
 * @property {import('./share/origin.js').Origin} [origin] what it is based on
 * @property {string} [draft] its name among the drafts of this browser
 */

/**
 * @typedef {object} Tape
 * @property {boolean} plays whether it says what goes into the steps
 * @property {() => void} before called before each step, after all who drive the model
 * @property {() => void} after called after each step
 */

/** What listeners of the events get. @typedef {object} Details
 * @property {{ kept: boolean }} model
 * @property {unknown} error
 * @property {unknown} mistake
 * @property {Target | null} select
 * @property {string} pane
 * @property {string} tab
 * @property {string} plot the name of a curve that is wanted
 * @property {undefined} loading
 * @property {undefined} source
 * @property {undefined} running
 * @property {undefined} reset
 * @property {undefined} state
 * @property {undefined} keys
 * @property {undefined} speed
 * @property {undefined} settings
 * @property {undefined} frame
 * @property {undefined} program
 */

/**
 * The model among files that came together.
 * @param {Files} files
 * @param {MujocoModule} mujoco the engine that looks into them
 * @param {string} [name] of the model, the likeliest when it is not given
 * @returns {Promise<Source>}
 */
async function sourceOf(files, mujoco, name) {
  const main = name ?? (await findModels(files, mujoco))[0];
  const content = files.get(main);
  if (!content)
    throw new Error(
      files.size ? 'There is no MJCF or URDF model among these files.' : 'There are no files.',
    );
  if (/\.mjb$/i.test(main)) return { xml: '', name: main, files, binary: content };
  return { xml: decoder.decode(content), name: main, files };
}

export class Studio extends EventTarget {
  /**
   * @param {MujocoModule} mujoco
   * @param {import('./stage.js').Stage} stage
   */
  constructor(mujoco, stage) {
    super();
    this.mujoco = mujoco;
    this.stage = stage;
    /** @type {Simulation | null} */
    this.simulation = null;
    /** Earlier states of the simulation, one for every step. @type {History | null} */
    this.history = null;
    /** @type {Source} */
    this.source = { xml: '', name: '', files: new Map() };
    /** What does not compile, and why; null when the last text did. @type {{ source: Source, error: unknown } | null} */
    this.failed = null;
    /** What the model asks for in vain, in words. */
    this.limits = '';
    /** Counts what was opened: who waits for a file finds out whether something else came meanwhile. */
    this.opened = 0;
    /** Who is not ready: no step is made while there is somebody. @type {Set<unknown>} */
    this.holds = new Set();
    /** The keyframe to start again from, -1 for the reference state. */
    this.key = -1;
    this.running = true;
    this.pace = new Pace({
      beforeStep: () => this.prepareStep(),
      onStep: () => this.tape?.after(),
    });
    this.asked = new AskedPace(this.pace);
    this.watchdog = new Watchdog();
    this.quality = new Quality(stage);
    this.undo = new Undo();
    this.noise = new ControlNoise();
    /** What the watch shows. */
    this.watch = { field: 'qpos', index: 0 };
    /** Called before every step: mouse forces, controllers, players. @type {Set<(simulation: Simulation) => void>} */
    this.beforeStep = new Set([() => stage.pull()]);
    /** What records the steps or plays those of a run. @type {Tape | null} */
    this.tape = null;
    /** The run that is replayed, and the files of the model with it. @type {{ run: unknown, files: Files } | null} */
    this.runs = null;
    /** The selected element. @type {Target | null} */
    this.selected = null;
    /** The program that drives the model, null for none. @type {() => ProgramState | null} */
    this.experiment = () => null;
    /** Numbers that the program wants to see as curves. @type {() => Record<string, number>} */
    this.plotted = () => ({});
    /** Who is asked before each step and answers later, null for nobody. @type {(() => Promise<unknown>) | null} */
    this.waits = null;
    /** Where the steps of a stranger's model are made first. @type {import('./guard/trial.js').Trial | null} */
    this.trial = null;
    this.lastFrame = 0;
    stage.onSelect = (body) =>
      this.select(body > 0 ? { type: mujoco.mjtObj.mjOBJ_BODY.value, id: body } : null, true);
  }

  /** Simulated seconds per second. */
  get speed() {
    return this.pace.speed;
  }

  /** @template {keyof Details} K @param {K} type @param {Details[K]} [detail] */
  emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /**
   * Listens to an event.
   * @template {keyof Details} K
   * @param {K} type
   * @param {(detail: Details[K]) => void} action
   */
  on(type, action) {
    this.addEventListener(type, (event) => action(/** @type {CustomEvent} */ (event).detail));
  }

  /** Listens to several events. @param {(keyof Details)[]} types @param {() => void} action */
  onAny(types, action) {
    for (const type of types) this.addEventListener(type, action);
  }

  //---------------------------------- models -------------------------------------------------------

  /** A function that tells later whether nothing else was opened since. */
  opening() {
    const turn = ++this.opened;
    return () => turn === this.opened;
  }

  /**
   * Runs a model; an error leaves the old one running, whole: its text stays too, unless it is the one that was edited.
   * @param {Source} next
   * @param {boolean} keep keep state and camera: the same model, edited
   * @param {boolean} [typing] the text is being typed
   */
  runModel(next, keep, typing = false) {
    let made;
    if (!keep) this.opened++;
    /** @type {Files} */
    const files = new Map(next.files);
    try {
      files.set(next.name, next.binary ?? encoder.encode(next.xml));
      made = Simulation.fromFiles(this.mujoco, { files, main: next.name });
    } catch (error) {
      // without a model the text is shown, so that it can be mended
      if (keep || !this.simulation) this.source = next;
      this.failed = { source: next, error };
      this.emit(typing ? 'mistake' : 'error', error);
      return false;
    }
    this.failed = null;
    if (!keep) this.tryWith(null);
    else this.trial?.follow(new Map(files), next.name);
    this.limits = limitModel(made.model);
    const old = this.simulation;
    const { nkey } = made.model;
    if (!old || !keep || this.key >= nkey) this.key = nkey > 0 ? 0 : -1;
    if (this.key >= 0) made.reset(this.key);
    if (old && keep) made.adoptState(old);
    this.simulation = made;
    this.source = next;
    this.history = made.record({ interval: EVERY_STEP, capacity: roomFor(made) });
    this.pace.restart();
    this.undo.clear(keep);
    this.noise.forget();
    this.selected = null;
    this.stage.marked = null;
    this.stage.show(made, keep);
    this.emit('model', { kept: keep });
    old?.dispose();
    this.emit('source');
    document.documentElement.dataset.model = next.name;
    return true;
  }

  /** Runs a model from a stranger: tried first where it can be stopped. @param {Source} source */
  async runStrange(source) {
    this.emit('loading');
    const isLast = this.opening();
    const main = source.binary ?? encoder.encode(source.xml);
    const { tryOut } = await import('./guard/trial.js');
    const trial = await tryOut(new Map(source.files).set(source.name, main), source.name);
    const runs = isLast() && this.runModel({ ...source, strange: true }, false);
    if (runs) this.tryWith(trial);
    else trial.dispose();
    return runs;
  }

  /** Steps are made where they can be stopped before they are made here. @param {import('./guard/trial.js').Trial | null} trial */
  tryWith(trial) {
    this.trial?.dispose();
    this.trial = trial;
  }

  /** What is to be waited for before a step; null for nothing. @returns {(() => Promise<unknown>) | null} */
  get waiting() {
    const { trial, simulation } = this;
    const waits = this.tape?.plays ? null : this.waits;
    if (!trial || !simulation) return waits;
    return async () => {
      await waits?.();
      await trial.ready(simulation, waits !== null);
    };
  }

  /** What stays of the source when somebody edits it. */
  get edited() {
    const program = this.experiment() ?? this.source.program;
    const gone = { example: undefined, task: undefined, control: undefined, link: undefined };
    const origin = originFor(this.source);
    return { ...this.source, files: withoutRun(this.source.files), program, origin, ...gone };
  }

  /** Runs the text that was edited. @param {string} xml @param {boolean} [typing] */
  runText(xml, typing) {
    return this.runModel({ ...this.edited, xml, binary: undefined }, true, typing);
  }

  /** Runs the model with one of its other files edited. @param {string} name @param {string} text @param {boolean} [typing] */
  runFile(name, text, typing) {
    const files = withoutRun(this.source.files).set(name, encoder.encode(text));
    return this.runModel({ ...this.edited, files }, true, typing);
  }

  /**
   * Runs a model among files.
   * @param {Files} files
   * @param {string} [main] its name, the likeliest when it is not given
   * @param {() => Promise<Files>} [read] reads the files once more
   */
  runFiles(files, main, read) {
    return this.attempt(async () => {
      const isLast = this.opening();
      const source = await sourceOf(files, this.mujoco, main);
      // another model among those that came with a link
      const strange = files === this.source.files && this.source.strange;
      return isLast() && this.runModel({ ...source, read, strange }, false);
    });
  }

  /** Reads the model again from where it came from, files or an address, and runs it; one that came from nowhere runs as it is. */
  reload() {
    const { address, limited, read, name } = this.source;
    if (address) return this.runAddress(address, { limited, cache: 'no-cache' });
    if (!read) return this.runModel({ ...this.source }, false);
    return this.attempt(async () => {
      const files = await read();
      return this.runFiles(files, files.has(name) ? name : undefined, read);
    });
  }

  /**
   * Fetches a model with the files that it names: a URL, or github:owner/repo/path.
   * @param {string} address
   * @param {object} [options]
   * @param {boolean} [options.limited] limit what is fetched: the address came with a link
   * @param {boolean} [options.keep] keep state and camera: the same model, edited
   * @param {RequestCache} [options.cache] how the browser's cache is used
   * @param {string} [options.link] the fragment of the link that names the address
   */
  runAddress(address, { limited = false, keep = false, cache = 'default', link } = {}) {
    return this.attempt(async () => {
      this.emit('loading');
      const isLast = this.opening();
      const { boundedFetch, isOwn, plainFetch } = await import('./share/address.js');
      const get = limited ? boundedFetch() : plainFetch;
      const fetch = (/** @type {RequestInfo | URL} */ from, /** @type {RequestInit} */ init = {}) =>
        get(from, { ...init, cache });
      const { files, main } = await openSource(address, { fetch, mujoco: this.mujoco });
      const source = await sourceOf(files, this.mujoco, main);
      if (!isLast()) return false;
      const whole = { ...source, address, limited, link };
      const isStrange = limited && !isOwn(address);
      return isStrange ? this.runStrange(whole) : this.runModel(whole, keep);
    });
  }

  /** Reports what goes wrong. @template T @param {() => T | Promise<T>} action */
  async attempt(action) {
    try {
      return await action();
    } catch (error) {
      this.emit('error', error);
      return undefined;
    }
  }

  //---------------------------------- time ---------------------------------------------------------

  /** @param {boolean} on */
  setRunning(on) {
    this.running = on;
    this.pace.restart();
    this.emit('running');
  }

  /** @param {number} factor simulated seconds per second */
  setSpeed(factor) {
    this.pace.speed = factor;
    this.emit('speed');
  }

  /** One step, or several; with somebody who is asked before, they are done later. @param {number} [count] */
  step(count = 1) {
    const { simulation } = this;
    if (!simulation || this.holds.size > 0) return undefined;
    if (this.running) this.setRunning(false);
    const { waiting } = this;
    if (waiting) return this.attempt(() => this.stepAfter(count, waiting));
    for (let i = 0; i < count; i++) {
      this.stepOnce(simulation);
    }
    this.stage.dirty = true;
    return undefined;
  }

  /** @param {Simulation} simulation */
  stepOnce(simulation) {
    this.prepareStep();
    simulation.step();
    this.tape?.after();
  }

  /** Steps of which each waits for an answer. @param {number} count @param {() => Promise<unknown>} waiting */
  async stepAfter(count, waiting) {
    const { simulation, waits } = this;
    for (let i = 0; i < count; i++) {
      try {
        await waiting();
      } catch (error) {
        // a program tells it itself
        if (this.waits === waits) throw error;
        return;
      }
      if (!simulation || this.simulation !== simulation || this.running) return;
      this.stepOnce(simulation);
    }
    this.stage.dirty = true;
  }

  /** Goes through earlier states: by so many steps, or to the state with an index. @param {{ by?: number, to?: number }} where */
  scrub({ by, to }) {
    const { simulation, history } = this;
    if (!simulation || !history) return;
    if (this.running) this.setRunning(false);
    const last = history.length - 1;
    // the present may have been changed by hand
    if (history.position === last) history.note();
    history.go(Math.min(Math.max(to ?? history.position + (by ?? 0), 0), last));
    this.changed('state');
  }

  /** Starts again: from a keyframe, or (-1) from the reference state. @param {number} [key] */
  reset(key) {
    const { simulation } = this;
    if (!simulation) return;
    this.keepState('Undone: start again');
    if (key !== undefined) this.key = key;
    this.history?.clear();
    simulation.reset(this.key < 0 ? undefined : this.key);
    this.changed('reset');
  }

  /** Makes the present state one that undo comes back to. @param {string} title */
  keepState(title) {
    const { simulation } = this;
    if (!simulation) return;
    const state = simulation.saveState();
    this.undo.push(title, () => {
      simulation.restoreState(state);
      this.changed('state');
    });
  }

  /** Writes the present state into a keyframe of the model. @param {number} key */
  saveKey(key) {
    const { mujoco, simulation } = this;
    if (!simulation) return;
    mujoco.mj_setKeyframe(simulation.model, simulation.data, key);
    this.emit('keys');
  }

  /** Selects an element; one that has a place is marked in the picture. @param {Target | null} element @param {boolean} [fromView] */
  select(element, fromView = false) {
    this.selected = element;
    this.stage.mark(element, fromView);
    this.changed();
    this.emit('select', element);
  }

  /** After the state or the model was changed by hand. @param {'state' | 'reset'} [type] an event to send */
  changed(type) {
    this.stage.dirty = true;
    if (type) this.emit(type);
  }

  prepareStep() {
    const { simulation } = this;
    if (!simulation) return;
    // what was changed by hand since the last step
    this.history?.note();
    // in a replay nobody else has a say
    if (!this.tape?.plays) {
      for (const action of this.beforeStep) action(simulation);
      // adds to what they command
      this.noise.apply(simulation);
    }
    this.tape?.before();
  }

  /** Draws frames for as long as the page lives. */
  start() {
    // frames are the headset's while one is on
    this.stage.renderer.setAnimationLoop((now) => {
      // a headset may have a clock of its own
      const elapsed = Math.max(now - this.lastFrame, 0) / 1000;
      this.lastFrame = now;
      this.frame(elapsed);
    });
  }

  /** Steps for a time that passed; whether a picture is due. @param {Simulation} simulation @param {number} elapsed seconds */
  advance(simulation, elapsed) {
    const { waits, waiting, pace } = this;
    if (waiting)
      // a program tells its own errors, and is not asked again
      return this.asked.advance(simulation, elapsed, waiting, (error) => {
        if (this.waits !== waits || this.simulation !== simulation) return;
        this.stop(error);
        if (this.trial) this.leaveStep();
      });
    this.watchdog.watch(() => pace.advance(simulation, elapsed));
    return true;
  }

  /** Goes back to the last state of which it is known that a step comes back from it. */
  leaveStep() {
    const { history } = this;
    if (!history) return;
    if (history.length > 1) history.go(history.length - 2);
    history.clear();
    history.note();
    this.changed('state');
  }

  /** Something went wrong in a step. @param {unknown} error */
  stop(error) {
    this.setRunning(false);
    this.emit('error', error);
  }

  /** @param {number} elapsed seconds */
  frame(elapsed) {
    const { simulation, stage } = this;
    if (!simulation || !stage.view) return;
    const before = performance.now();
    try {
      if (!this.running) stage.movePaused();
      else if (this.holds.size === 0 && !this.advance(simulation, elapsed)) return;
    } catch (error) {
      this.stop(error);
    }
    if (!this.running && !stage.dirty && !stage.headset) return;
    if (this.running) this.quality.frame(elapsed, (performance.now() - before) / 1000);
    stage.draw();
    this.emit('frame');
  }
}

/** How many earlier states are kept. @param {Simulation} simulation */
const roomFor = (simulation) =>
  Math.max(
    2,
    Math.min(EARLIER_STATES, Math.floor(EARLIER_BYTES / simulation.saveState().byteLength)),
  );
