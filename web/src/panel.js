// The panel on the right: controls of the model, what to draw, physics.
import { GUI } from 'lil-gui';

const visFlags = {
  'Convex hulls': 0,
  Joints: 2,
  Cameras: 3,
  Actuators: 4,
  Lights: 6,
  Tendons: 7,
  'Range finders': 8,
  Constraints: 9,
  Inertia: 10,
  'Mouse force': 12,
  'Contact points': 14,
  Islands: 15,
  'Contact forces': 16,
  'Split forces': 17,
  Transparent: 18,
  Skeleton: 19,
  'Centre of mass': 20,
  'Bounding boxes': 28,
};
const shown = ['Contact points', 'Contact forces'];
const labels = {
  None: 0,
  Bodies: 1,
  Joints: 2,
  Geoms: 3,
  Sites: 4,
  Tendons: 7,
  Actuators: 8,
  'Contact points': 14,
  'Contact forces': 15,
  Islands: 16,
};
const frames = { None: 0, Body: 1, Geom: 2, Site: 3, Contact: 6, World: 7 };
const rendering = {
  Shadows: 'shadow',
  Reflections: 'reflection',
  Sky: 'skybox',
  Haze: 'haze',
  Fog: 'fog',
  Textures: 'texture',
  Wireframe: 'wireframe',
  Static: 'static',
  Skins: 'skin',
};
const ACTUATOR = 19;
const CAMERA = 7;
const disable = { Gravity: 128, Contacts: 16, Constraints: 1, Actuation: 2048 };

export class Panel {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    this.parent = parent;
    /** @type {GUI | null} */
    this.gui = null;
    /** Which folders are open, kept from model to model. @type {Map<string, boolean>} */
    this.open = new Map([
      ['Controls', true],
      ['Show', true],
    ]);
    /** @type {import('lil-gui').Controller[]} */
    this.sliders = [];
  }

  /**
   * @param {import('./simulation.js').Simulation} simulation
   * @param {import('./stage.js').Stage} stage
   * @param {{ plot: HTMLElement }} parts
   */
  build(simulation, stage, parts) {
    this.gui?.destroy();
    this.gui = new GUI({ container: this.parent, title: 'Controls', autoPlace: false });
    this.parent.append(this.gui.domElement);
    this.gui.$title.hidden = true;
    const changed = () => (stage.dirty = true);
    this.addControls(simulation, changed);
    this.addShow(stage, parts, changed);
    this.addCamera(simulation, stage, changed);
    this.addRendering(stage, changed);
    this.addPhysics(simulation);
  }

  /** @param {string} name */
  folder(name) {
    const folder = /** @type {GUI} */ (this.gui).addFolder(name);
    if (!this.open.get(name)) folder.close();
    folder.onOpenClose((which) => {
      if (which === folder) this.open.set(name, !folder._closed);
    });
    return folder;
  }

  /** @param {import('./simulation.js').Simulation} simulation @param {() => void} changed */
  addControls(simulation, changed) {
    const { model, data } = simulation;
    this.sliders = [];
    if (model.nu === 0) return;
    const folder = this.folder('Controls');
    const zero = {
      'All to zero': () => {
        data.ctrl.fill(0);
        changed();
      },
    };
    for (let i = 0; i < Math.min(model.nu, 64); i++) {
      const [low, high] = model.actuator_ctrllimited[i]
        ? [model.actuator_ctrlrange[2 * i], model.actuator_ctrlrange[2 * i + 1]]
        : [-1, 1];
      const name = simulation.nameOf(ACTUATOR, i, 'actuator');
      const holder = {
        get value() {
          return data.ctrl[i];
        },
        set value(value) {
          data.ctrl[i] = value;
        },
      };
      this.sliders.push(
        folder
          .add(holder, 'value', low, high, (high - low) / 200)
          .name(name)
          .onChange(changed),
      );
    }
    folder.add(zero, 'All to zero').onChange(() => this.refresh());
  }

  /** Shows values that the program changed. */
  refresh() {
    for (const slider of this.sliders) slider.updateDisplay();
  }

  /** @param {import('./stage.js').Stage} stage @param {{ plot: HTMLElement }} parts @param {() => void} changed */
  addShow(stage, parts, changed) {
    const view = /** @type {NonNullable<typeof stage.view>} */ (stage.view);
    const folder = this.folder('Show');
    const plot = {
      get Energy() {
        return !parts.plot.hidden;
      },
      set Energy(value) {
        parts.plot.hidden = !value;
      },
    };
    const add = (
      /** @type {GUI} */ where,
      /** @type {string} */ name,
      /** @type {number} */ flag,
    ) => {
      const holder = {
        get on() {
          return view.option.flags[flag] !== 0;
        },
        set on(value) {
          view.option.flags[flag] = value ? 1 : 0;
        },
      };
      where
        .add(holder, 'on')
        .name(name)
        .onChange(() => {
          view.apply();
          changed();
        });
    };
    for (const name of shown)
      add(folder, name, visFlags[/** @type {keyof typeof visFlags} */ (name)]);
    folder.add(plot, 'Energy');
    folder.add(view.option, 'label', labels).name('Labels').onChange(changed);
    folder.add(view.option, 'frame', frames).name('Frames').onChange(changed);
    const more = this.folder('More to show');
    for (const [name, flag] of Object.entries(visFlags))
      if (!shown.includes(name)) add(more, name, flag);
  }

  /** @param {import('./simulation.js').Simulation} simulation @param {import('./stage.js').Stage} stage @param {() => void} changed */
  addCamera(simulation, stage, changed) {
    const { model } = simulation;
    const camera = /** @type {NonNullable<typeof stage.camera>} */ (stage.camera);
    const folder = this.folder('Camera');
    /** @type {Record<string, number>} */
    const cameras = { Free: -1 };
    for (let i = 0; i < model.ncam; i++) cameras[simulation.nameOf(CAMERA, i, 'camera')] = i;
    const holder = {
      get camera() {
        return camera.fixed;
      },
      set camera(id) {
        camera.useFixed(id);
      },
    };
    folder.add(holder, 'camera', cameras).name('Look through').onChange(changed);
    const track = {
      get follow() {
        return camera.tracked >= 0;
      },
      set follow(on) {
        camera.tracked = on && model.nbody > 1 ? 1 : -1;
      },
    };
    folder.add(track, 'follow').name('Follow the model').onChange(changed);
    folder
      .add(
        {
          reset: () => {
            camera.tracked = -1;
            camera.setModel(model);
            stage.resize();
          },
        },
        'reset',
      )
      .name('Reset view');
    const mouse = {
      get grab() {
        return stage.mouse?.grab ?? true;
      },
      set grab(on) {
        if (stage.mouse) stage.mouse.grab = on;
      },
    };
    folder.add(mouse, 'grab').name('Drag pulls bodies');
  }

  /** @param {import('./stage.js').Stage} stage @param {() => void} changed */
  addRendering(stage, changed) {
    const view = /** @type {NonNullable<typeof stage.view>} */ (stage.view);
    const folder = this.folder('Rendering');
    const apply = () => {
      view.apply();
      changed();
    };
    for (const [name, flag] of Object.entries(rendering))
      folder.add(view.flags, flag).name(name).onChange(apply);
    const groups = this.folder('Geom groups');
    for (let i = 0; i < 6; i++)
      groups.add(view.flags.geomgroup, i).name(`Group ${i}`).onChange(changed);
  }

  /** @param {import('./simulation.js').Simulation} simulation */
  addPhysics(simulation) {
    const { opt } = simulation.model;
    const folder = this.folder('Physics');
    const height = {
      get z() {
        return opt.gravity[2];
      },
      set z(value) {
        opt.gravity[2] = value;
      },
    };
    folder.add(height, 'z', -20, 5, 0.01).name('Gravity z');
    folder.add(opt, 'timestep', 0.0005, 0.02, 0.0005).name('Time step');
    folder
      .add(opt, 'integrator', { Euler: 0, RK4: 1, implicit: 2, implicitfast: 3 })
      .name('Integrator');
    folder.add(opt, 'solver', { PGS: 0, CG: 1, Newton: 2 }).name('Solver');
    folder.add(opt, 'iterations', 1, 200, 1).name('Iterations');
    for (const [name, bit] of Object.entries(disable)) {
      const holder = {
        get on() {
          return (opt.disableflags & bit) === 0;
        },
        set on(value) {
          opt.disableflags = value ? opt.disableflags & ~bit : opt.disableflags | bit;
        },
      };
      folder.add(holder, 'on').name(name);
    }
  }
}
