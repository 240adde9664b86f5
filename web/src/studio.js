// The state of the studio: the engine, the running model, its source, the picture. Parts of the page listen to its events.
//
//   'model'    another simulation runs; detail: { kept } says whether state and camera were kept
//   'loading'  a model is fetched: 'model' or 'error' follows
//   'source'   the text or the files of the model changed
//   'error'    something failed; detail: the error
//   'running'  paused or resumed
//   'reset'    the state was set anew (start, keyframe, a saved state)
//   'state'    the state was changed by hand: history, sliders, undo
//   'keys'     the keyframes of the model changed
//   'speed'    another speed
//   'settings' display and physics options were set from outside of the panel
//   'frame'    a frame was drawn after time passed or something changed
//   'select'   another element is selected; detail: { type, id } (mjtObj), null for none
//   'pane'     a pane was opened; detail: its name. On a narrow page the others close
//   'tab'      another tab of the panel is shown; detail: its name
import { chooseModel } from './files.js';
import { History } from './history.js';
import { ControlNoise } from './noise.js';
import { Simulation } from './simulation.js';
import { Undo } from './undo.js';

const FRAME_BUDGET = 24; // milliseconds of stepping per frame
const LONGEST_FRAME = 0.25; // seconds

/** @typedef {{ xml: string, name: string, files: Map<string, Uint8Array>, binary?: Uint8Array, address?: string, example?: string, program?: { on: boolean, values: Record<string, number> } }} Source */

export class Studio extends EventTarget {
  /**
   * @param {any} mujoco
   * @param {import('./stage.js').Stage} stage
   */
  constructor(mujoco, stage) {
    super();
    this.mujoco = mujoco;
    this.stage = stage;
    /** @type {Simulation | null} */
    this.simulation = null;
    /** @type {Source} */
    this.source = { xml: '', name: '', files: new Map() };
    this.running = true;
    this.speed = 1;
    /** Called before every step: mouse forces, controllers, players. @type {Set<(simulation: Simulation) => void>} */
    this.history = new History();
    this.undo = new Undo();
    this.noise = new ControlNoise();
    /** What the watch shows. */
    this.watch = { field: 'qpos', index: 0 };
    this.beforeStep = new Set([
      (/** @type {Simulation} */ simulation) => this.history.record(simulation),
      () => stage.view?.applyPerturb(false),
      () => stage.headset?.update(),
    ]);
    /** Called after those, since it adds to what they command. */
    this.lastly = (/** @type {Simulation} */ simulation) => this.noise.apply(simulation);
    /** The selected element. @type {{ type: number, id: number } | null} */
    this.selected = null;
    /** The program that drives the model and its parameters, null for none. @type {() => { on: boolean, values: Record<string, number> } | null} */
    this.experiment = () => null;
    this.lastFrame = 0;
    stage.onSelect = (body) =>
      this.select(body > 0 ? { type: mujoco.mjtObj.mjOBJ_BODY.value, id: body } : null, true);
  }

  /** @param {string} type @param {any} [detail] */
  emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /**
   * Listens to one event, or to several.
   * @param {string} types separated by spaces
   * @param {(detail: any) => void} action
   */
  on(types, action) {
    for (const type of types.split(' '))
      this.addEventListener(type, (event) => action(/** @type {CustomEvent} */ (event).detail));
  }

  //---------------------------------- models -------------------------------------------------------

  /**
   * Runs a model; an error leaves the old one running.
   * @param {Source} next
   * @param {boolean} keep keep state and camera: the same model, edited
   */
  runModel(next, keep) {
    let made;
    try {
      made = new Simulation(this.mujoco, next.xml, next.files, next.name, next.binary);
    } catch (error) {
      this.source = next;
      this.emit('error', error);
      return false;
    }
    const old = this.simulation;
    if (old && keep) made.adoptState(old);
    made.speed = this.speed;
    this.simulation = made;
    this.source = next;
    this.history.fit(made);
    this.undo.clear();
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

  /** Runs the text that was edited. @param {string} xml */
  runText(xml) {
    return this.runModel({ ...this.source, xml, binary: undefined, example: undefined }, true);
  }

  /** Runs the model with one of its other files edited. @param {string} name @param {string} text */
  runFile(name, text) {
    const files = new Map(this.source.files).set(name, new TextEncoder().encode(text));
    return this.runModel({ ...this.source, files, example: undefined }, true);
  }

  /** @param {Map<string, Uint8Array>} files */
  runFiles(files) {
    return this.attempt(() => {
      const { name, text, binary } = chooseModel(files);
      return this.runModel({ xml: text, name, files, binary }, false);
    });
  }

  /**
   * Fetches a model with the files that it names: a URL, or github:owner/repo/path.
   * @param {string} address
   * @param {typeof fetch} [fetch] used instead of the global one
   * @param {boolean} [keep] keep state and camera: the same model, edited
   */
  runAddress(address, fetch, keep = false) {
    return this.attempt(async () => {
      this.emit('loading');
      const { load } = await import('limber');
      const loaded = await load(address, { mujoco: this.mujoco, fetch });
      const { name, text, binary } = chooseModel(loaded.files);
      const files = new Map(loaded.files);
      loaded.dispose();
      return this.runModel({ xml: text, name, files, binary, address }, keep);
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
    this.simulation?.restartClock();
    this.emit('running');
  }

  /** @param {number} factor simulated seconds per second */
  setSpeed(factor) {
    this.speed = factor;
    if (this.simulation) this.simulation.speed = factor;
    this.emit('speed');
  }

  /** One step, or several. @param {number} [count] */
  step(count = 1) {
    const { simulation } = this;
    if (!simulation) return;
    if (this.running) this.setRunning(false);
    for (let i = 0; i < count; i++) {
      this.prepareStep();
      simulation.step();
    }
    this.stage.dirty = true;
  }

  /** Goes through earlier states: by so many steps, or to the state with an index. @param {{ by?: number, to?: number }} where */
  scrub({ by, to }) {
    const { simulation, history } = this;
    if (!simulation || history.count === 0) return;
    if (this.running) this.setRunning(false);
    history.go(simulation, to ?? history.position + (by ?? 0));
    this.changed('state');
  }

  /** Starts again: from a keyframe, or (-1) from the reference state. @param {number} [key] */
  reset(key) {
    const { simulation } = this;
    if (!simulation) return;
    this.keepState('Undone: start again');
    simulation.reset(key);
    this.history.clear();
    this.changed('reset');
  }

  /** Makes the present state one that undo comes back to. @param {string} title */
  keepState(title) {
    const { mujoco, simulation } = this;
    if (!simulation) return;
    const { model, data } = simulation;
    const signature = mujoco.mjtState.mjSTATE_INTEGRATION.value;
    const state = new Float64Array(mujoco.mj_stateSize(model, signature));
    mujoco.mj_getState(model, data, state, signature);
    this.undo.push(title, () => {
      mujoco.mj_setState(model, data, state, signature);
      simulation.forward();
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

  /** Selects an element; one that has a place is marked in the picture. @param {{ type: number, id: number } | null} element @param {boolean} [fromView] */
  select(element, fromView = false) {
    this.selected = element;
    this.stage.mark(element, fromView);
    this.changed();
    this.emit('select', element);
  }

  /** After the state or the model was changed by hand. @param {string} [type] an event to send */
  changed(type) {
    this.stage.dirty = true;
    if (type) this.emit(type);
  }

  prepareStep() {
    const { simulation } = this;
    if (!simulation) return;
    for (const action of this.beforeStep) action(simulation);
    this.lastly(simulation);
  }

  /** Draws frames for as long as the page lives. */
  start() {
    // frames are the headset's while one is on
    this.stage.renderer.setAnimationLoop((now) => {
      // a headset may have a clock of its own
      const elapsed = Math.min(Math.max(now - this.lastFrame, 0) / 1000, LONGEST_FRAME);
      this.lastFrame = now;
      this.frame(elapsed);
    });
  }

  /** @param {number} elapsed seconds */
  frame(elapsed) {
    const { simulation, stage } = this;
    if (!simulation || !stage.view) return;
    try {
      if (this.running) simulation.advance(elapsed, FRAME_BUDGET, () => this.prepareStep());
      else if (stage.headset || (stage.view.perturb.active && stage.view.perturb.select > 0)) {
        stage.headset?.update(true);
        stage.view.applyPerturb(true);
        simulation.forward();
      }
    } catch (error) {
      this.setRunning(false);
      this.emit('error', error);
    }
    if (!this.running && !stage.dirty && !stage.headset) return;
    stage.draw();
    this.emit('frame');
  }
}
