// What is drawn: decorations, rendering, groups, labels, frames. Names come from the engine.
import { numbered } from './enums.js';
import { GroupGrid } from './group_grid.js';
import { chooseLook } from '../look.js';

/** @typedef {import('../panel.js').Panel} Panel */
/** @typedef {import('limber/three').SimulationView} SimulationView */
/** Switches of the view that are on or off. @typedef {Exclude<keyof SimulationView['flags'], 'geomgroup'>} Flag */
/** Groups of the engine's options, and those that the renderer has itself. @typedef {typeof groups[keyof typeof groups]} Groups */

/** Decorations that most visitors look for. */
const FIRST = ['Contact Point', 'Contact Force', 'Joint', 'Center of Mass', 'Transparent'];
/** Flags that the renderer keeps itself, by the name of the decoration. @type {Record<string, Flag>} */
const OWN = { Texture: 'texture', 'Static Body': 'static', Skin: 'skin' };
const GROUPS = 6;
const groups = /** @type {const} */ ({
  Geoms: 'geomgroup',
  Sites: 'sitegroup',
  Joints: 'jointgroup',
  Tendons: 'tendongroup',
  Actuators: 'actuatorgroup',
  Flexes: 'flexgroup',
  Skins: 'skingroup',
});

/** @param {Panel} panel */
export function addDisplay(panel) {
  const { mujoco } = panel.simulation;
  const { view } = panel;
  const show = panel.folder('Show', 'View');
  panel.bind(
    show,
    'Label',
    () => view.option.label,
    (value) => (view.option.label = value),
    numbered(mujoco.mjLABELSTRING),
  );
  panel.bind(
    show,
    'Frame',
    () => view.option.frame,
    (value) => (view.option.frame = value),
    numbered(mujoco.mjFRAMESTRING),
  );
  /** @type {string[]} */
  const names = mujoco.mjVISSTRING.map((/** @type {string[]} */ row) => row[0]);
  for (const name of FIRST) addVisual(panel, show, name, names.indexOf(name));
  panel.lazyFolder('All decorations', 'View', (folder) => {
    names.forEach((name, flag) => addVisual(panel, folder, name, flag));
    panel.bind(
      folder,
      'Tree depth',
      () => view.option.bvh_depth,
      (value) => (view.option.bvh_depth = value),
      0,
      20,
      1,
    );
    panel.bind(
      folder,
      'Flex layer',
      () => view.option.flex_layer,
      (value) => (view.option.flex_layer = value),
      0,
      10,
      1,
    );
  });
  panel.lazyFolder('Rendering', 'View', (folder) => {
    const { quality } = panel.studio;
    panel.bind(
      folder,
      'Adapt to the machine',
      () => quality.automatic,
      (on) => quality.setAutomatic(on),
    );
    panel.live.add(
      panel.bind(
        folder,
        'Nice look',
        () => view.flags.nice,
        (on) => void chooseLook(view, on),
      ),
    );
    for (const [name] of mujoco.mjRNDSTRING) {
      const flag = name.toLowerCase().replaceAll(' ', '');
      if (isFlag(view, flag)) addRendering(panel, folder, name, flag);
    }
  });
  panel.lazyFolder('Groups', 'View', (folder) => addGroups(panel, folder));
}

/** @param {Panel} panel @param {import('lil-gui').GUI} folder */
function addGroups(panel, folder) {
  const { view, studio } = panel;
  const rows = Object.entries(groups).map(([title, field]) => ({
    title,
    get: (/** @type {number} */ i) => Boolean(groupsOf(view, field)[i]),
    set: (/** @type {number} */ i, /** @type {boolean} */ on) => setGroup(view, field, i, on),
  }));
  const grid = new GroupGrid(folder, rows, GROUPS, (name, set, on) => {
    studio.changed();
    studio.undo.push(`Undone: ${name}`, () => {
      set(!on);
      grid.updateDisplay();
    });
  });
  panel.live.add(grid);
}

/** Whether a name is that of a switch of the view. @param {SimulationView} view @param {string} name @returns {name is Flag} */
export const isFlag = (view, name) => name in view.flags && name !== 'geomgroup';

/** The renderer draws the model's geoms itself and has their groups. @param {SimulationView} view @param {Groups} field */
export const groupsOf = (view, field) =>
  field === 'geomgroup' ? view.flags.geomgroup : Array.from(view.option[field], Boolean);

/** @param {SimulationView} view @param {Groups} field @param {number} group @param {boolean} on */
export function setGroup(view, field, group, on) {
  if (field === 'geomgroup') view.flags.geomgroup[group] = on;
  else view.option[field][group] = on ? 1 : 0;
  view.apply();
}

/** @param {SimulationView} view @param {string} name @param {number} flag */
export const visualOf = (view, name, flag) =>
  name in OWN ? view.flags[OWN[name]] : view.option.flags[flag] !== 0;

/** @param {SimulationView} view @param {string} name @param {number} flag @param {boolean} on */
export function setVisual(view, name, flag, on) {
  view.option.flags[flag] = on ? 1 : 0;
  if (name in OWN) view.flags[OWN[name]] = on;
  view.apply();
}

/** @param {Panel} panel @param {import('lil-gui').GUI} folder @param {string} name @param {number} flag */
function addVisual(panel, folder, name, flag) {
  const { view } = panel;
  const controller = panel.bind(
    folder,
    name,
    () => visualOf(view, name, flag),
    (on) => setVisual(view, name, flag, on),
  );
  panel.live.add(controller);
}

/** @param {Panel} panel @param {import('lil-gui').GUI} folder @param {string} name @param {Flag} flag */
function addRendering(panel, folder, name, flag) {
  const { flags } = panel.view;
  const controller = panel.bind(
    folder,
    name,
    () => flags[flag],
    (on) => {
      flags[flag] = on;
      panel.view.apply();
    },
  );
  panel.live.add(controller);
}
