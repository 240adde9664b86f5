// The element <limber-viewer>.
//
// Attributes, each a property too: `src` (what `load` of 'limber' takes: a URL, github:owner/repo/path, ...), `keyframe` (name or
// number of the keyframe to start from; `key` is its older name, which React keeps for itself), `camera` (name or number of a model
// camera, or `track` to follow the first body), `controls` (a bar with run, step and restart), `xr` (a button that shows it in a
// headset, where there is one), `paused`, `speed`, `loading` (`lazy`: what `src` names is fetched when the element comes near),
// `poster` (address of a picture that is shown before), `policy` (address of a policy that drives it), `look` (`nice`: soft shadows and the
// light of the surroundings, where the machine has time for them). Properties: `simulation`, `view`, `camera` (the one of three; a name or number
// chooses another), `headset`, `beforeStep` (called before every step: a controller), `loadOptions` (of what `src` names); load(source) runs something else,
// apply(snapshot) shows a state, a camera and display switches (snapshot.js), enterHeadset() is what the button does. Events: `load`
// and `error` (its `detail` is the error), `reset`, `frame` after each picture, `headset` when one is put on or taken off. Everything
// stops while the element is off the page or out of sight. A page may have any number of viewers: some draw, the others show their
// last picture (contexts.js).
//
// Mouse and fingers: see mouse_control.js. Keys: space runs and pauses, a full stop steps, R starts again, arrows turn the camera,
// + and - zoom. For those who asked their system for less motion a simulation waits for its start.
import { Pace, load } from '../index.js';
import { Stage, watchHeadset } from '../three/index.js';
import { contexts } from './contexts.js';
import { AskedPace } from './program/asked_pace.js';
import { SandboxedProgram } from './program/program.js';
import { readDisplay, writeDisplay } from './display.js';
import { applySnapshot } from './snapshot.js';
import { fetchPolicy, steerPolicy } from './steered_policy.js';
import { Still } from './still.js';

const NEAR = '600px'; // how near an element that loads lazily comes before it does
const KEY_TURN = 0.04; // of half a turn
const KEY_ZOOM = 0.03;

const style = `
:host { display: block; position: relative; min-height: 120px; overflow: hidden; background: #1a1e23; font: 13px/1.4 system-ui, sans-serif; }
canvas { position: absolute; inset: 0; width: 100%; height: 100%; display: block; outline: none; cursor: grab; }
canvas:focus-visible { box-shadow: inset 0 0 0 2px #f0954e; }
.bar { position: absolute; left: 50%; bottom: 10px; transform: translateX(-50%); display: flex; gap: 2px; padding: 4px; border-radius: 10px; background: rgb(20 24 30 / 62%); color: #fff; backdrop-filter: blur(8px); }
button { all: unset; cursor: pointer; padding: 5px 11px; border-radius: 7px; }
button:hover { background: rgb(255 255 255 / 14%); }
button:focus-visible { box-shadow: 0 0 0 2px #f0954e; }
.waiting { position: absolute; inset: 0; display: grid; place-items: center; color: #c3c9d1; pointer-events: none; }
.still, .still > * { position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none; }
.still img { object-fit: cover; }
.still .held { display: grid; place-content: center; justify-items: center; gap: 8px; color: #fff; background: rgb(20 24 30 / 45%); }
.held button { pointer-events: auto; background: rgb(20 24 30 / 80%); border: 1px solid rgb(255 255 255 / 30%); }
.error { position: absolute; inset: 10px 10px auto; padding: 8px 12px; border-radius: 8px; background: rgb(120 20 16 / 86%); color: #fff; white-space: pre-wrap; }
[hidden] { display: none !important; }
`;

// a server that renders pages imports this too, and has no elements
const Element = globalThis.HTMLElement ?? /** @type {typeof HTMLElement} */ (class {});

export class LimberViewer extends Element {
  static observedAttributes = [
    'src',
    'keyframe',
    'key',
    'camera',
    'controls',
    'xr',
    'paused',
    'speed',
    'poster',
    'policy',
    'look',
  ];

  /**
   * Opens what the attribute `policy` names: JSON by itself; with loadPolicy of 'limber/env' here, ONNX files too.
   * @type {(address: string) => Promise<import('../env/policy/policy.js').Policy>}
   */
  static loadPolicy = fetchPolicy;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    const sheet = document.createElement('style');
    sheet.textContent = style;
    this.canvas = this.makeCanvas();
    this.still = new Still(() => this.takeUp(true));
    this.bar = this.makeBar();
    this.message = document.createElement('div');
    this.message.className = 'error';
    this.message.setAttribute('part', 'error');
    this.message.role = 'alert';
    this.message.hidden = true;
    this.waiting = document.createElement('div');
    this.waiting.className = 'waiting';
    this.waiting.role = 'status';
    this.waiting.textContent = 'Loading …';
    this.waiting.hidden = true;
    root.append(sheet, this.canvas, this.still.element, this.waiting, this.bar, this.message);
    /** @type {import('../index.js').Simulation | null} */
    this.simulation = null;
    /** While it is on a page. @type {Stage | null} */
    this.stage = null;
    this.hasHeadset = false;
    this.connection = new AbortController();
    /** Called before every step. @type {(simulation: import('../index.js').Simulation) => void} */
    this.beforeStep = () => {};
    /** Asked before each step, which is made when its promise is done. @type {((simulation: import('../index.js').Simulation) => Promise<unknown>) | null} */
    this.ready = null;
    this.pace = new Pace({ beforeStep: () => this.prepareStep() });
    this.asked = new AskedPace(this.pace);
    /** The program in a sandbox that drives it, with the values of its parameters. @type {{ sandboxed: SandboxedProgram, values: Record<string, number> } | null} */
    this.program = null;
    this.last = 0;
    /** @type {Event} */
    this.frameEvent = new CustomEvent('frame');
    this.loads = 0;
    this.visible = true;
    /** Whether the wish for less motion was heard. */
    this.calm = false;
    this.resizing = new ResizeObserver(() => this.resize());
    this.watching = new IntersectionObserver((entries) =>
      this.see(entries[entries.length - 1].isIntersecting),
    );
    /** Whether a source waits until the element comes near. */
    this.lazy = false;
    /** How what `src` names is loaded. @type {import('../index.js').LoadOptions | undefined} */
    this.loadOptions = undefined;
    this.nearing = new IntersectionObserver(
      (entries) => {
        if (this.lazy && entries.some(({ isIntersecting }) => isIntersecting)) this.loadSource();
      },
      { rootMargin: NEAR },
    );
    /** How it was shown when its place was given to another. @type {{ display: ReturnType<typeof readDisplay>, pose: Partial<import('../three/orbit_camera.js').OrbitCamera> } | null} */
    this.shown = null;
    /** Whether the browser took the picture away: it comes back when the visitor asks for it. */
    this.lost = false;
    /** The policy that drives it. @type {import('./steered_policy.js').SteeredPolicy | null} */
    this.policyRun = null;
    /** Whether this browser draws nothing in 3D. */
    this.unable = false;
  }

  makeCanvas() {
    const canvas = document.createElement('canvas');
    canvas.tabIndex = 0;
    canvas.setAttribute(
      'aria-label',
      'Simulation: drag to turn, right drag or two fingers to move, wheel or pinch to zoom; space runs and pauses, arrow keys turn',
    );
    canvas.addEventListener('keydown', (event) => this.press(event));
    canvas.addEventListener('webglcontextlost', () => this.lose(canvas));
    return canvas;
  }

  //---------------------------------- a place to draw in -------------------------------------------

  get isSeen() {
    return this.visible;
  }

  get isBusy() {
    return this.headset !== null;
  }

  /** @param {boolean} visible */
  see(visible) {
    this.visible = visible;
    this.last = 0;
    if (!this.isConnected) return;
    if (!visible) contexts.next();
    else if (this.stage) contexts.take(this);
    else if (!this.lost) this.takeUp();
  }

  /** Draws, if there is a place. @param {boolean} [insists] as its visitor wishes */
  takeUp(insists = false) {
    if (this.stage || this.unable || !this.isConnected) return;
    if (!contexts.take(this, insists)) {
      if (this.visible) this.still.hold();
      return;
    }
    this.lost = false;
    try {
      this.stage = new Stage(this.canvas, {
        onHeadset: (detail) => this.dispatchEvent(new CustomEvent('headset', { detail })),
      });
    } catch {
      contexts.leave(this);
      this.unable = true;
      this.fail(
        new Error('This needs WebGL 2, which this browser does not offer or has turned off.'),
      );
      return;
    }
    // frames are the headset's while one is on
    this.stage.renderer.setAnimationLoop((now) => this.frame(now));
    if (this.simulation) this.show(this.simulation);
    const { shown, view, camera } = this;
    if (!shown || !view || !camera) return;
    this.shown = null;
    writeDisplay(view, shown.display);
    const { lookat, fixed, ...pose } = shown.pose;
    Object.assign(camera, pose);
    if (lookat) camera.lookat.copy(lookat);
    camera.useFixed(fixed ?? -1);
  }

  /** Gives its place to another viewer, and keeps its picture. */
  letGo() {
    const { stage } = this;
    if (!stage) return;
    this.still.keep(stage);
    this.still.hold();
    this.remember();
    this.endStage();
  }

  remember() {
    const { view, camera } = this;
    if (!view || !camera) return;
    const { fixed, tracked, lookat, distance, azimuth, elevation } = camera;
    const pose = { fixed, tracked, lookat: lookat.clone(), distance, azimuth, elevation };
    this.shown = { display: readDisplay(view), pose };
  }

  /** The browser took the picture away. @param {HTMLCanvasElement} canvas */
  lose(canvas) {
    if (!this.stage || canvas !== this.canvas) return;
    this.lost = true;
    this.remember();
    contexts.lost(this);
    this.endStage();
    this.still.hold('The browser took this picture away: too many are drawn at a time.');
  }

  /** Frees the stage with its canvas: one that had a context gets no other. */
  endStage() {
    const { stage, canvas } = this;
    if (!stage) return;
    this.stage = null;
    stage.dispose();
    stage.renderer.forceContextLoss();
    this.canvas = this.makeCanvas();
    canvas.replaceWith(this.canvas);
  }

  /** What is drawn: display switches, decorations. */
  get view() {
    return this.stage?.view ?? null;
  }

  /** The camera of the picture. @returns {import('../three/index.js').OrbitCamera | null} */
  get camera() {
    return this.stage?.camera ?? null;
  }

  /**
   * Looks through a camera of the model, `'track'`: after the first body, null: freely.
   * @param {string | number | import('../three/index.js').OrbitCamera | null | undefined} camera
   */
  set camera(camera) {
    if (typeof camera !== 'object' || camera === null) this.reflect('camera', camera);
  }

  /** Address or text of the model. @returns {string | null} */
  get src() {
    return this.getAttribute('src');
  }

  /** @param {string | URL | null | undefined} source */
  set src(source) {
    this.reflect('src', source === null || source === undefined ? source : String(source));
  }

  /** Keyframe to start from, by name or number. @returns {string | null} */
  get keyframe() {
    return this.getAttribute('keyframe') ?? this.getAttribute('key');
  }

  /** @param {string | number | null | undefined} key */
  set keyframe(key) {
    this.reflect('keyframe', key);
  }

  /** How it is drawn. @returns {'reference' | 'nice'} */
  get look() {
    return this.getAttribute('look') === 'nice' ? 'nice' : 'reference';
  }

  /** @param {'reference' | 'nice' | null | undefined} name */
  set look(name) {
    this.reflect('look', name);
  }

  chooseLook() {
    this.view?.setLook(this.look);
    this.touch();
  }

  /** Whether there is a bar with run, step and restart. */
  get controls() {
    return this.hasAttribute('controls');
  }

  set controls(on) {
    this.toggleAttribute('controls', Boolean(on));
  }

  /** Whether there is a button for a headset. */
  get xr() {
    return this.hasAttribute('xr');
  }

  set xr(on) {
    this.toggleAttribute('xr', Boolean(on));
  }

  /** Sets an attribute where its value is another one. @param {string} name @param {string | number | null | undefined} value */
  reflect(name, value) {
    if (value === null || value === undefined) this.removeAttribute(name);
    else if (this.getAttribute(name) !== String(value)) this.setAttribute(name, String(value));
  }

  get renderer() {
    return this.stage?.renderer ?? null;
  }

  /** The picture in a headset. */
  get headset() {
    return this.stage?.headset ?? null;
  }

  makeBar() {
    const bar = document.createElement('div');
    bar.className = 'bar';
    bar.role = 'toolbar';
    bar.setAttribute('aria-label', 'Simulation');
    bar.hidden = true;
    const add = (/** @type {string} */ text, /** @type {() => void} */ action) => {
      const button = document.createElement('button');
      button.textContent = text;
      button.addEventListener('click', action);
      bar.append(button);
      return button;
    };
    this.runButton = add('Pause', () => (this.paused = !this.paused));
    add('Step', () => {
      this.paused = true;
      this.step();
    });
    add('Restart', () => this.reset());
    this.headsetButton = add('Headset', () => this.enterHeadset());
    this.headsetButton.setAttribute('aria-label', 'Show in a headset');
    return bar;
  }

  /** Which buttons there are. */
  showBar() {
    if (!this.bar) return;
    const [controls, headset] = [
      this.hasAttribute('controls'),
      this.hasAttribute('xr') && this.hasHeadset,
    ];
    for (const button of /** @type {Iterable<HTMLElement>} */ (this.bar.children))
      button.hidden = !(button === this.headsetButton ? headset : controls);
    this.bar.hidden = !controls && !headset;
  }

  /** Whether it stands still. */
  get paused() {
    return this.hasAttribute('paused');
  }

  set paused(on) {
    this.toggleAttribute('paused', Boolean(on));
  }

  /** Simulated seconds for a second of the clock. */
  get speed() {
    return this.pace.speed;
  }

  set speed(factor) {
    this.reflect('speed', factor);
  }

  connectedCallback() {
    if (!this.calm && matchMedia('(prefers-reduced-motion: reduce)').matches) this.paused = true;
    this.calm = true;
    // as long as nobody knows better, it is in sight
    this.visible = true;
    this.takeUp();
    this.resizing.observe(this);
    this.watching.observe(this);
    this.nearing.observe(this);
    this.connection = new AbortController();
    watchHeadset((on) => {
      this.hasHeadset = on;
      this.showBar();
    }, this.connection.signal);
  }

  disconnectedCallback() {
    this.connection.abort();
    this.resizing.disconnect();
    this.watching.disconnect();
    this.nearing.disconnect();
    this.endStage();
    contexts.leave(this);
  }

  /** @param {string} name @param {string | null} _old @param {string | null} value */
  attributeChangedCallback(name, _old, value) {
    this.touch();
    if (name === 'src' && value) {
      // with the attributes that come after it, in whatever order a framework sets them
      const { loads } = this;
      queueMicrotask(() => {
        if (loads !== this.loads) return;
        this.lazy = this.getAttribute('loading') === 'lazy' && !this.simulation;
        if (!this.lazy) this.loadSource();
      });
    } else if (name === 'poster') this.still?.setPoster(value);
    else if (name === 'policy') this.choosePolicy();
    else if (name === 'controls' || name === 'xr') this.showBar();
    else if (name === 'paused') {
      // steps that wait for an answer are not made after it
      this.pace.restart();
      if (this.runButton) this.runButton.textContent = value === null ? 'Pause' : 'Run';
    } else if (name === 'speed') {
      const speed = Number(value ?? 1);
      this.pace.speed = speed >= 0 && speed < Infinity ? speed : 1;
    } else if (name === 'key' || name === 'keyframe') this.reset();
    else if (name === 'camera') this.chooseCamera();
    else if (name === 'look') this.chooseLook();
  }

  /** Loads what `src` names, for which it waited. */
  loadSource() {
    this.lazy = false;
    const source = this.getAttribute('src');
    if (source) this.load(source, this.loadOptions);
  }

  /**
   * Runs another model; an error is shown and the old one keeps running.
   * @param {import('../index.js').ModelSource} source
   * @param {import('../index.js').LoadOptions} [options]
   * @returns {Promise<boolean>} whether it runs
   */
  async load(source, options) {
    const turn = ++this.loads;
    this.waiting.hidden = this.simulation !== null;
    try {
      const simulation = await load(source, options);
      if (turn !== this.loads) {
        simulation.dispose();
        return false;
      }
      // without a picture there is more to say than that it runs
      this.message.hidden = !this.unable;
      this.show(simulation);
      // with its policy from the first step on
      await this.choosePolicy();
      if (turn !== this.loads) return false;
      this.reset();
      this.dispatchEvent(new CustomEvent('load', { detail: simulation }));
      return true;
    } catch (error) {
      if (turn === this.loads) this.fail(error);
      return false;
    } finally {
      if (turn === this.loads) this.waiting.hidden = true;
    }
  }

  /**
   * Shows state, camera, display switches and pace of a checked snapshot.
   * @param {import('./snapshot.js').Snapshot} snapshot
   * @returns {string[]} what does not fit the model
   */
  apply(snapshot) {
    const { simulation, view, camera } = this;
    if (!simulation || !view || !camera) return [];
    const notes = applySnapshot({ simulation, view, camera }, snapshot);
    if (this.hasAttribute('look')) this.chooseLook();
    if (snapshot.paused !== undefined) this.paused = snapshot.paused;
    if (snapshot.speed !== undefined) this.setAttribute('speed', String(snapshot.speed));
    this.resize();
    return notes;
  }

  /** Lets the policy that the attribute names drive the simulation. */
  async choosePolicy() {
    const address = this.getAttribute('policy');
    const { simulation } = this;
    this.policyRun?.dispose();
    this.policyRun = null;
    if (!address || !simulation) return;
    const isCurrent = () =>
      this.getAttribute('policy') === address && this.simulation === simulation;
    try {
      const policy = await LimberViewer.loadPolicy(new URL(address, document.baseURI).href);
      if (isCurrent()) await this.drive(policy);
      else policy.dispose();
    } catch (error) {
      if (isCurrent()) this.fail(error);
    }
  }

  /**
   * Lets a policy drive the simulation that is shown; keys on the element steer it.
   * @param {import('../env/policy/policy.js').Policy} policy as `loadPolicy` of 'limber/env' gives it; the viewer frees it
   * @returns {Promise<import('../env/drive.js').Driver>}
   */
  async drive(policy) {
    const { simulation } = this;
    if (!simulation) throw new Error('There is no simulation yet: wait for the event `load`.');
    const run = await steerPolicy(simulation, policy, this);
    this.policyRun?.dispose();
    this.policyRun = run;
    return run.driver;
  }

  /**
   * Lets a program in a sandbox drive the simulation that is shown (program/program.js).
   * @param {string} code a classic script: what the program exports are its variables
   * @param {Record<string, number>} [given] values of its parameters
   */
  async runProgram(code, given = {}) {
    const { simulation } = this;
    if (!simulation) throw new Error('There is no simulation yet: wait for the event `load`.');
    const sandboxed = new SandboxedProgram(code);
    const parameters = await sandboxed.open(simulation);
    if (this.simulation !== simulation) return sandboxed.dispose();
    this.endProgram();
    const values = Object.fromEntries(
      Object.entries(parameters).map(([name, { value }]) => [name, given[name] ?? value]),
    );
    this.program = { sandboxed, values };
    return parameters;
  }

  endProgram() {
    this.program?.sandboxed.dispose();
    this.program = null;
  }

  /** Asks who is to be asked about the step that comes; whether it may be made. @param {import('../index.js').Simulation} simulation */
  async ask(simulation) {
    const { program, ready } = this;
    const isCurrent = () => this.program === program && this.simulation === simulation;
    try {
      await program?.sandboxed.ask(program.values);
      program?.sandboxed.apply();
      await ready?.(simulation);
    } catch (error) {
      if (isCurrent()) {
        this.endProgram();
        this.paused = true;
        this.fail(error);
      }
      throw error;
    }
    if (!isCurrent()) throw new Error('Something else runs.');
  }

  /** What drives the simulation: its commands, and what the policy sees by name. */
  get driver() {
    return this.policyRun?.driver ?? null;
  }

  /** @param {unknown} error */
  fail(error) {
    this.message.textContent = error instanceof Error ? error.message : String(error);
    this.message.hidden = false;
    this.dispatchEvent(new CustomEvent('error', { detail: error }));
  }

  /** @param {import('../index.js').Simulation} simulation */
  show(simulation) {
    const old = this.simulation;
    this.simulation = simulation;
    if (old !== simulation) this.endProgram();
    this.stage?.show(simulation);
    this.chooseLook();
    if (old && old !== simulation) old.dispose();
    this.chooseCamera();
    this.resize();
  }

  /** Another picture is needed. */
  touch() {
    if (this.stage) this.stage.dirty = true;
  }

  /** Shows it in a headset; only after a click or a key. @returns {Promise<boolean>} whether it is shown */
  async enterHeadset() {
    try {
      return (await this.stage?.enterHeadset()) ?? false;
    } catch (error) {
      this.fail(error);
      return false;
    }
  }

  leaveHeadset() {
    this.stage?.leaveHeadset();
  }

  /** Id of what is named or numbered; -1 for none. @param {string | null} text @param {'mjOBJ_CAMERA' | 'mjOBJ_KEY'} type @param {number} count */
  idOf(text, type, count) {
    if (!text || !this.simulation) return -1;
    const { mujoco, model } = this.simulation;
    const id = /^\d+$/.test(text)
      ? Number(text)
      : mujoco.mj_name2id(model, mujoco.mjtObj[type].value, text);
    return id < count ? id : -1;
  }

  chooseCamera() {
    if (!this.simulation) return;
    const { model } = this.simulation;
    const id = this.idOf(this.getAttribute('camera'), 'mjOBJ_CAMERA', model.ncam);
    const tracks = id < 0 && this.getAttribute('camera') === 'track' && model.nbody > 1;
    this.stage?.lookThrough(id, tracks ? 1 : -1);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.camera) return;
    const actions = /** @type {Record<string, () => void>} */ ({
      ' ': () => (this.paused = !this.paused),
      '.': () => {
        this.paused = true;
        this.step();
      },
      r: () => this.reset(),
      '+': () => this.camera?.dolly(KEY_ZOOM),
      '-': () => this.camera?.dolly(-KEY_ZOOM),
      ArrowLeft: () => this.camera?.rotate(-KEY_TURN, 0),
      ArrowRight: () => this.camera?.rotate(KEY_TURN, 0),
      ArrowUp: () => this.camera?.rotate(0, KEY_TURN),
      ArrowDown: () => this.camera?.rotate(0, -KEY_TURN),
    });
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action();
    this.touch();
  }

  /** Starts again, from the keyframe that is asked for if there is one. */
  reset() {
    if (!this.simulation) return;
    const key = this.idOf(this.keyframe, 'mjOBJ_KEY', this.simulation.model.nkey);
    this.pace.restart();
    this.simulation.reset(key < 0 ? undefined : key);
    this.policyRun?.reset();
    this.program?.sandboxed.restart();
    this.touch();
    this.dispatchEvent(new CustomEvent('reset'));
  }

  prepareStep() {
    if (this.simulation) this.beforeStep(this.simulation);
    this.policyRun?.beforeStep();
    this.program?.sandboxed.apply();
    this.stage?.pull();
  }

  /** One step; it is made later where somebody is asked before. @returns {void | Promise<void>} */
  step() {
    const { simulation } = this;
    if (!simulation) return;
    const go = () => {
      this.prepareStep();
      simulation.step(1);
      this.touch();
    };
    if (!this.program && !this.ready) go();
    else return this.ask(simulation).then(go, () => {});
  }

  /** Steps for a time that passed; whether a picture is due. @param {import('../index.js').Simulation} simulation @param {number} elapsed seconds */
  advance(simulation, elapsed) {
    if (this.program || this.ready)
      return this.asked.advance(
        simulation,
        elapsed,
        () => this.ask(simulation),
        // told when it was asked
        () => {},
      );
    this.pace.advance(simulation, elapsed);
    return true;
  }

  resize() {
    this.stage?.resize();
  }

  /** @param {number} now */
  frame(now) {
    // a headset may have a clock of its own
    const elapsed = this.last ? Math.max(now - this.last, 0) / 1000 : 0;
    this.last = now;
    const { stage, simulation } = this;
    if (!stage || !simulation || (!this.visible && !stage.headset)) return;
    // an edit has put another model into the simulation
    if (stage.view && stage.view.model !== simulation.model) stage.show(simulation, true);
    try {
      if (this.paused) stage.movePaused();
      else if (!this.advance(simulation, elapsed)) return;
    } catch (error) {
      this.paused = true;
      this.fail(error);
    }
    if (this.paused && !stage.dirty && !stage.headset) return;
    stage.draw();
    if (!this.still.isClear) this.still.clear();
    this.dispatchEvent(this.frameEvent);
  }
}
