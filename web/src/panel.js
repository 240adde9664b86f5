// The panel beside the picture: tabs, each with folders of controls. The sections in panel/ fill it for every model.
import { GUI } from 'lil-gui';
import { element, plotButton } from './dom.js';
import { addCamera } from './panel/camera.js';
import { addActuators, addEqualities, addJoints, addNoise } from './panel/controls.js';
import { addDisplay } from './panel/display.js';
import { addOutputs } from './panel/outputs.js';
import { addPhysics } from './panel/physics.js';
import { addKeyframes, addWatch } from './panel/state.js';
import { addVisual } from './panel/visual.js';

// the package's studio has nothing that plans
const planned = import.meta.env.MODE === 'package' ? [] : ['Control'];
const TABS = ['Run', 'Physics', ...planned, 'View', 'Model', 'Files'];
const REFRESH = 120; // milliseconds between updates of shown values

/** @typedef {import('lil-gui').Controller} Controller */

export class Panel {
  /**
   * @param {HTMLElement} parent
   * @param {import('./studio.js').Studio} studio
   * @param {import('./commands.js').Commands} commands
   */
  constructor(parent, studio, commands) {
    this.studio = studio;
    this.commands = commands;
    /** Contents by tab. @type {Map<string, { button: HTMLButtonElement, page: HTMLElement, gui: GUI | null }>} */
    this.tabs = new Map();
    /** Which folders are open, kept from model to model. @type {Map<string, boolean>} */
    this.open = new Map(
      [
        'Actuators',
        'Experiment',
        'Policy',
        'Option',
        'Show',
        'Groups',
        'Camera',
        'Save',
        'Keyframes',
      ].map((name) => [name, true]),
    );
    /** Controls whose value the simulation changes. @type {Set<Controller>} */
    this.live = new Set();
    this.lastRefresh = 0;
    this.current = TABS[0];
    this.makeTabs(parent);
    studio.on('model', () => this.build());
    studio.onAny(['reset', 'state'], () => this.refresh(true));
    studio.on('frame', () => this.refresh(false));
    studio.on('settings', () => {
      for (const { gui } of this.tabs.values())
        gui?.controllersRecursive().forEach((one) => one.updateDisplay());
    });
  }

  /** @param {HTMLElement} parent */
  makeTabs(parent) {
    const list = element('div', { className: 'tabs', role: 'tablist', 'aria-label': 'Controls' });
    parent.append(list);
    for (const name of TABS) {
      const id = `tab-${name.toLowerCase()}`;
      const page = element('div', {
        id: `${id}-page`,
        className: 'page',
        role: 'tabpanel',
        'aria-labelledby': id,
        hidden: true,
      });
      const button = element('button', {
        id,
        role: 'tab',
        'aria-controls': page.id,
        textContent: name,
        onclick: () => this.show(name),
      });
      this.tabs.set(name, { button, page, gui: null });
      list.append(button);
      parent.append(page);
    }
    list.onkeydown = (event) => {
      const way = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (!way) return;
      event.preventDefault();
      const next = TABS[(TABS.indexOf(this.current) + way + TABS.length) % TABS.length];
      this.show(next);
      this.tabs.get(next)?.button.focus();
    };
    this.show(this.current);
  }

  /** Shows a tab. @param {string} name */
  show(name) {
    this.current = name;
    for (const [other, { button, page }] of this.tabs) {
      page.hidden = other !== name;
      button.setAttribute('aria-selected', String(other === name));
      button.tabIndex = other === name ? 0 : -1;
    }
    this.refresh(true);
    this.studio.emit('tab', name);
  }

  /** Makes the controls of the model that runs. */
  build() {
    this.live.clear();
    for (const tab of this.tabs.values()) {
      tab.gui?.destroy();
      tab.gui = null;
    }
    addActuators(this);
    addJoints(this);
    addNoise(this);
    addEqualities(this);
    addKeyframes(this);
    addWatch(this);
    addPhysics(this);
    addCamera(this);
    addDisplay(this);
    addVisual(this);
    addOutputs(this);
  }

  get simulation() {
    return /** @type {import('limber').Simulation} */ (this.studio.simulation);
  }

  get view() {
    return /** @type {import('limber/three').SimulationView} */ (this.studio.stage.view);
  }

  /** @param {string} name @param {string} [tabName] */
  folder(name, tabName = 'Run') {
    const tab = this.tabs.get(tabName);
    if (!tab) throw new Error(`There is no tab '${tabName}'.`);
    if (!tab.gui) {
      tab.gui = new GUI({ container: tab.page, title: tabName, autoPlace: false });
      tab.gui.$title.hidden = true;
    }
    const folder = tab.gui.addFolder(name);
    if (!this.open.get(name)) folder.close();
    folder.onOpenClose((which) => {
      if (which === folder) this.open.set(name, !folder._closed);
    });
    return folder;
  }

  /** A folder that is filled when it is first opened. @param {string} name @param {string} tab @param {(folder: GUI) => void} fill */
  lazyFolder(name, tab, fill) {
    const folder = this.folder(name, tab);
    let filled = false;
    const open = () => {
      if (filled || folder._closed) return;
      filled = true;
      fill(folder);
    };
    open();
    folder.onOpenClose((which) => {
      if (which !== folder) return;
      this.open.set(name, !folder._closed);
      open();
    });
    return folder;
  }

  /**
   * A control of a value that is read and written by functions. A change can be undone.
   * @template T
   * @param {GUI} folder
   * @param {string} name
   * @param {() => T} get
   * @param {(value: T) => void} set
   * @param {...(Record<string, number> | number | string)} range choices, or minimum, maximum and step, or 'color'
   */
  bind(folder, name, get, set, ...range) {
    const holder = {
      get value() {
        return get();
      },
      set value(value) {
        set(value);
      },
    };
    let before = get();
    const made =
      range[0] === 'color'
        ? folder.addColor(holder, 'value')
        : folder.add(holder, 'value', .../** @type {(object | number)[]} */ (range));
    const controller = /** @type {Controller} */ (made).name(name);
    // long names are cut
    controller.$name.title = name;
    controller.onChange(() => this.studio.changed());
    const finish = () => {
      const [old, now] = [before, get()];
      before = now;
      controller.updateDisplay();
      if (old === now) return;
      this.studio.undo.push(`Undone: ${name}`, () => {
        set(old);
        before = old;
        controller.updateDisplay();
      });
    };
    controller.onFinishChange(finish);
    // a colour has two fields, which do not say when they are left
    if (range[0] === 'color') controller.domElement.addEventListener('change', finish);
    return controller;
  }

  /** A button beside a control that plots its value. @param {Controller} controller @param {string} text */
  plotted(controller, text) {
    const button = plotButton(text, () => this.studio.emit('plot', text));
    controller.domElement.append(button);
    return controller;
  }

  /** Numbers of an array as a line of text. @param {GUI} folder @param {string} name @param {() => ArrayLike<number> & { set(values: number[]): void }} get */
  bindVector(folder, name, get) {
    return this.bind(
      folder,
      name,
      () => Array.from(get(), (value) => String(Number(value.toPrecision(6)))).join(' '),
      (text) => {
        const numbers = text
          .trim()
          .split(/[\s,]+/)
          .map(Number);
        const target = get();
        if (numbers.length === target.length && numbers.every(Number.isFinite)) target.set(numbers);
      },
    );
  }

  /** A button. @param {GUI} folder @param {string} name @param {() => void} run */
  button(folder, name, run) {
    return folder.add({ run }, 'run').name(name);
  }

  /** A button that runs a command, with its key. @param {GUI} folder @param {string} id */
  command(folder, id) {
    const { title, key } = this.commands.get(id);
    const button = this.button(folder, title, () => this.commands.run(id));
    if (key) button.domElement.title = key;
    return button;
  }

  /** Shows values that the simulation changed, of what is visible. @param {boolean} now */
  refresh(now) {
    const time = performance.now();
    if (!now && time - this.lastRefresh < REFRESH) return;
    this.lastRefresh = time;
    for (const controller of this.live) {
      const box = controller.domElement;
      if (box.offsetParent && !box.contains(document.activeElement)) controller.updateDisplay();
    }
  }
}
