// The state of the studio: the engine, the running model, its source, the picture. Parts of the page listen to its events.
//
//   'model'    another simulation runs; detail: { kept } says whether state and camera were kept
//   'source'   the text or the files of the model changed
//   'error'    something failed; detail: the error
//   'running'  paused or resumed
//   'reset'    the state was set anew (start, keyframe, a saved state)
//   'frame'    a frame was drawn after time passed or something changed
//   'select'   another body is selected; detail: its id
import { chooseModel } from './files.js';
import { Simulation } from './simulation.js';

const FRAME_BUDGET = 24; // milliseconds of stepping per frame
const LONGEST_FRAME = 0.25; // seconds

/** @typedef {{ xml: string, name: string, files: Map<string, Uint8Array>, address?: string, example?: string }} Source */

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
    this.source = { xml: '', name: 'model.xml', files: new Map() };
    this.running = true;
    this.speed = 1;
    /** Called before every step: mouse forces, controllers, players. @type {Set<(simulation: Simulation) => void>} */
    this.beforeStep = new Set([() => stage.view?.applyPerturb(false)]);
    this.lastFrame = 0;
    stage.onSelect = (body) => this.emit('select', body);
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
      made = new Simulation(this.mujoco, next.xml, next.files, next.name);
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
    this.stage.show(made, keep);
    this.emit('model', { kept: keep });
    old?.dispose();
    this.emit('source');
    document.documentElement.dataset.model = next.name;
    return true;
  }

  /** Runs the text that was edited. @param {string} xml */
  runText(xml) {
    return this.runModel({ ...this.source, xml, example: undefined }, true);
  }

  /** @param {Map<string, Uint8Array>} files */
  runFiles(files) {
    return this.attempt(() => {
      const { name, text } = chooseModel(files);
      return this.runModel({ xml: text, name, files }, false);
    });
  }

  /**
   * Fetches a model with the files that it names: a URL, or github:owner/repo/path.
   * @param {string} address
   */
  runAddress(address) {
    return this.attempt(async () => {
      const { load } = await import('limber');
      const loaded = await load(address, { mujoco: this.mujoco });
      const { name, text } = chooseModel(loaded.files);
      const files = new Map(loaded.files);
      loaded.dispose();
      return this.runModel({ xml: text, name, files, address }, false);
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

  /** Starts again: from a keyframe, or (-1) from the reference state. @param {number} [key] */
  reset(key) {
    this.simulation?.reset(key);
    this.changed('reset');
  }

  /** After the state or the model was changed by hand. @param {string} [type] an event to send */
  changed(type) {
    this.stage.dirty = true;
    if (type) this.emit(type);
  }

  prepareStep() {
    const { simulation } = this;
    if (simulation) for (const action of this.beforeStep) action(simulation);
  }

  /** Draws frames for as long as the page lives. */
  start() {
    const next = (/** @type {number} */ now) => {
      requestAnimationFrame(next);
      const elapsed = Math.min((now - this.lastFrame) / 1000, LONGEST_FRAME);
      this.lastFrame = now;
      this.frame(elapsed);
    };
    requestAnimationFrame(next);
  }

  /** @param {number} elapsed seconds */
  frame(elapsed) {
    const { simulation, stage } = this;
    if (!simulation || !stage.view) return;
    try {
      if (this.running) simulation.advance(elapsed, FRAME_BUDGET, () => this.prepareStep());
      else if (stage.view.perturb.active && stage.view.perturb.select > 0) {
        stage.view.applyPerturb(true);
        simulation.forward();
      }
    } catch (error) {
      this.setRunning(false);
      this.emit('error', error);
    }
    if (!this.running && !stage.dirty) return;
    stage.draw();
    this.emit('frame');
  }
}
