// Keys of the view: decorations, rendering, groups, labels, frames and cameras, with the letters that the engine publishes.
import { chooseLook } from '../look.js';
import { nameOf } from '../names.js';
import { hint } from '../dom.js';
import { groupsOf, isFlag, setGroup, setVisual, visualOf } from '../panel/display.js';
import { copyText } from './outputs.js';

const GROUPS = 6;

/** @typedef {import('limber/three').SimulationView} SimulationView */
/** @typedef {(id: string, group: string, title: string, key: string, run: (view: SimulationView) => string | void) => void} Add */

/** @param {unknown} name @param {unknown} on */
const said = (name, on) => `${name}: ${on ? 'on' : 'off'}`;

/** @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands */
export function addViewKeys(studio, commands) {
  /** @type {Add} */
  const add = (id, group, title, key, run) => {
    commands.add({
      id,
      group,
      title,
      // two of the published letters are given twice
      key: commands.byKey.has(key) ? undefined : key || undefined,
      run: () => {
        if (!studio.stage.view) return;
        const told = run(studio.stage.view);
        if (told) hint(told);
        studio.changed();
        studio.emit('settings');
      },
    });
  };
  addFlags(studio, add);
  addGroups(add);
  addCycles(studio, add);
  addCameras(studio, add);
}

/** @param {import('../studio.js').Studio} studio @param {Add} add */
function addFlags({ mujoco }, add) {
  /** @type {string[][]} */
  const visuals = mujoco.mjVISSTRING;
  visuals.forEach(([name, , key], flag) =>
    add(`visual-${flag}`, 'Decorations', name, key.toLowerCase(), (view) => {
      setVisual(view, name, flag, !visualOf(view, name, flag));
      return said(name, visualOf(view, name, flag));
    }),
  );
  add('nice', 'Rendering', 'Nice look: soft shadows, light of the surroundings', '', (view) => {
    chooseLook(view);
    return said('Nice look', view.flags.nice);
  });
  /** @type {string[][]} */
  const renderings = mujoco.mjRNDSTRING;
  for (const [name, , key] of renderings) {
    const flag = name.toLowerCase().replaceAll(' ', '');
    add(`rendering-${flag}`, 'Rendering', name, key.toLowerCase(), (view) => {
      if (!isFlag(view, flag)) return undefined;
      view.flags[flag] = !view.flags[flag];
      view.apply();
      return said(name, view.flags[flag]);
    });
  }
}

/** @param {Add} add */
function addGroups(add) {
  for (const [kind, field, prefix] of /** @type {const} */ ([
    ['Geom', 'geomgroup', ''],
    ['Site', 'sitegroup', 'Shift+'],
  ])) {
    for (let i = 0; i < GROUPS; i++)
      add(`${field}-${i}`, 'Groups', `${kind} group ${i}`, `${prefix}${i}`, (view) => {
        setGroup(view, field, i, !groupsOf(view, field)[i]);
        return said(`${kind} group ${i}`, groupsOf(view, field)[i]);
      });
  }
}

/** @param {import('../studio.js').Studio} studio @param {Add} add */
function addCycles({ mujoco }, add) {
  for (const [field, title, key, names] of /** @type {const} */ ([
    ['frame', 'Next kind of frames', 'Shift+f', mujoco.mjFRAMESTRING],
    ['label', 'Next kind of labels', 'F7', mujoco.mjLABELSTRING],
  ]))
    add(`next-${field}`, 'View', title, key, (view) => {
      view.option[field] = (view.option[field] + 1) % names.length;
      return `${field === 'frame' ? 'Frames' : 'Labels'}: ${names[view.option[field]]}`;
    });
}

/** @param {import('../studio.js').Studio} studio @param {Add} add */
function addCameras(studio, add) {
  const { mujoco, stage } = studio;
  const group = 'View';
  /** Free, tracking, and the cameras of the model in turn. @param {number} way */
  const cycle = (way) => {
    const { camera, simulation } = { camera: stage.camera, simulation: studio.simulation };
    if (!camera || !simulation) return;
    const count = simulation.model.ncam + 2;
    const now = camera.fixed >= 0 ? camera.fixed + 2 : camera.tracked >= 0 ? 1 : 0;
    const next = (now + way + count) % count;
    stage.look(next === 0 ? -1 : next === 1 ? -2 : next - 2);
    if (next < 2) return `Camera: ${next === 0 ? 'free' : 'tracking'}`;
    return `Camera: ${nameOf(simulation, mujoco.mjtObj.mjOBJ_CAMERA.value, next - 2, 'camera')}`;
  };
  add('camera-previous', group, 'Previous camera', '[', () => cycle(-1));
  add('camera-next', group, 'Next camera', ']', () => cycle(1));
  add('align', group, 'Align the view', 'Shift+a', () => stage.align());
  add('copy-camera', group, 'Copy the camera as MJCF', '', () => {
    const text = cameraText(stage);
    if (text) copyText(text, 'Camera copied.');
  });
  add('parent', group, 'Select the parent body', 'PageUp', (view) => {
    const body = view.perturb.select;
    const parent = body > 0 ? view.model.body_parentid[body] : 0;
    if (parent > 0) studio.select({ type: mujoco.mjtObj.mjOBJ_BODY.value, id: parent });
  });
}

/** The view as a camera of a model: its x axis points right, its y axis up. @param {import('../stage.js').Stage} stage */
export function cameraText({ camera }) {
  if (!camera) return '';
  const round = (/** @type {number[]} */ values) =>
    values.map((value) => String(Number(value.toFixed(4)) || 0)).join(' ');
  camera.updateMatrixWorld();
  const m = camera.matrixWorld.elements;
  return `<camera pos="${round([m[12], m[13], m[14]])}" xyaxes="${round([m[0], m[1], m[2], m[4], m[5], m[6]])}" fovy="${round([camera.fov])}"/>`;
}
