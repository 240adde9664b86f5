// A model with a task: its planner drives it, places of the task are dragged in the picture, the lines of its plans are shown.
import { Handle, dragHandle } from 'limber/three';
import { tasks } from 'limber/control/tasks';
import { hint } from '../dom.js';
import { runControl } from '../parts/files_pane.js';
import { controlAmong } from './among.js';
import { readControl, writeControl } from './file.js';
import { Ghosts } from './ghosts.js';
import { ControlPane } from './pane.js';
import { Pilot } from './pilot.js';
import './control.css';

/** @typedef {import('../studio.js').Studio} Studio */
/** @typedef {import('../panel.js').Panel} Panel */
/** @typedef {import('./file.js').Control} Control */

/** Height of places on the ground, m. */
const LOW = 0.02;

const titles = Object.fromEntries(Object.entries(tasks).map(([name, { title }]) => [name, title]));

/** What controls the model that runs. */
export class ControlSession {
  /** @type {Control | null} */
  control = null;
  /** @type {Pilot | null} */
  pilot = null;
  /** @type {ControlPane | null} */
  pane = null;
  /** @type {Ghosts | null} */
  ghosts = null;
  /** @type {{ handle: Handle, end: () => void, name: string }[]} */
  handles = [];
  #file = '';

  /** @param {Studio} studio @param {Panel} panel */
  constructor(studio, panel) {
    this.studio = studio;
    this.panel = panel;
    studio.beforeStep.add(() => this.pilot?.beforeStep());
    studio.on('reset', () => this.pilot?.restart());
    studio.on('state', () => this.pilot?.turn());
    studio.on('frame', () => this.frame());
    studio.on('model', () => this.open());
  }

  /** Another model runs. */
  open() {
    this.close();
    const { studio } = this;
    const { files } = studio.source;
    this.#file = controlAmong(files) ?? '';
    this.control = null;
    try {
      const bytes = files.get(this.#file);
      if (bytes) this.control = readControl(bytes);
    } catch (error) {
      studio.emit('error', error);
    }
    this.pane = new ControlPane(this.panel, this.control, titles, {
      choose: (name) => this.choose(name),
      turned: () => this.turned(),
      remade: () => {
        this.keep();
        this.start();
      },
    });
    if (!this.control) return;
    this.ghosts = new Ghosts(studio.stage.scene);
    this.addHandles(this.control);
    this.start();
    hint('A planner drives this model: see Control in the panel.');
  }

  close() {
    this.pilot?.dispose();
    this.pane?.dispose();
    this.ghosts?.dispose();
    for (const { handle, end } of this.handles) {
      end();
      handle.dispose();
    }
    this.pilot = this.pane = this.ghosts = null;
    this.handles = [];
  }

  /** Makes the planner anew. */
  start() {
    const { studio, control } = this;
    this.pilot?.dispose();
    this.pilot = null;
    if (!control) return;
    const pilot = new Pilot(studio, control, ({ planner }) => {
      if (planner) this.ghosts?.show(planner.paths, planner.traces.length);
      studio.stage.dirty = true;
    });
    this.pilot = pilot;
    studio.attempt(() => pilot.start());
  }

  /** @param {string} name of a task, '' for none */
  choose(name) {
    const { studio } = this;
    if (name) return runControl(studio, name);
    const files = new Map(studio.source.files);
    files.delete(this.#file);
    return studio.runModel({ ...studio.edited, files }, true);
  }

  /** Weights or parameters were turned. */
  turned() {
    const { studio, pilot, control } = this;
    pilot?.turn();
    if (!control?.on) studio.simulation?.data.ctrl.fill(0);
    studio.stage.dirty = true;
    this.keep();
  }

  /** The files of the model have what was turned: a link or a draft takes it along. */
  keep() {
    const { studio, control } = this;
    if (!control || !this.#file) return;
    studio.source.files.set(this.#file, writeControl(control));
    studio.emit('program');
  }

  /** Handles for what the task calls places. @param {Control} control */
  addHandles({ task }) {
    const { stage } = this.studio;
    for (const name of task.places) {
      const value = task.parameters[name];
      if (!Array.isArray(value) || value.length < 2 || value.length > 3) continue;
      const axes = value.length === 3 ? 'xyz' : 'xy';
      const handle = new Handle({ axes, color: 0x39b54a });
      handle.position.set(value[0], value[1], value[2] ?? LOW);
      stage.scene.add(handle);
      const onDrag = () => {
        handle.position.toArray().forEach((x, k) => {
          if (k < value.length) value[k] = Number(x.toFixed(4));
        });
        this.pilot?.turn();
        this.pane?.showParameters();
      };
      const end = dragHandle(handle, stage, { onDrag, onEnd: () => this.turned() });
      this.handles.push({ handle, end, name });
    }
  }

  frame() {
    const { studio, pilot, pane, control } = this;
    const { camera } = studio.stage;
    for (const { handle, name } of this.handles) {
      const value = control?.task.parameters[name];
      if (Array.isArray(value)) handle.position.set(value[0], value[1], value[2] ?? LOW);
      if (camera) handle.fit(camera);
    }
    pilot?.frame();
    if (pilot) pane?.show(pilot);
  }
}
