// How the model wants to be drawn (mjVisual, and the sizes of mjStatistic that scale what is drawn): headlight, lens, distances,
// sizes, colours. They are fields of the model, and last as long as it runs.

import { fieldsIn, isRow, numbersIn, propertiesOf, rowsIn } from '../fields.js';

/** @typedef {import('../panel.js').Panel} Panel */
/** @typedef {import('lil-gui').GUI} Folder */

const LENS = ['fovy', 'ipd', 'orthographic'];
const SWITCHES = ['orthographic', 'ellipsoidinertia', 'bvactive', 'active'];
const GLOBAL = ['linewidth', 'glow', 'ellipsoidinertia', 'bvactive'];
const DISTANCES = ['znear', 'zfar'];

/** Names of the fields of a struct that fit. @param {object} struct @param {(value: unknown) => boolean} fits */
const namesOf = (struct, fits) =>
  propertiesOf(struct).filter((name) => fits(fieldsIn(struct)[name]));

/** @param {unknown} value */
const isNumber = (value) => typeof value === 'number';

/** Shows what was changed. @param {Panel} panel */
function refresh(panel) {
  const { vis, stat } = panel.simulation.model;
  const { camera, view } = panel.studio.stage;
  if (!camera || !view) return;
  camera.near = vis.map.znear * stat.extent;
  camera.far = 1.5 * vis.map.zfar * stat.extent;
  if (camera.fixed < 0) camera.fov = vis.global.fovy;
  camera.updateProjectionMatrix();
  view.apply();
}

/** Numbers and switches of a struct. @param {Panel} panel @param {Folder} folder @param {object} struct @param {string[]} names */
function addNumbers(panel, folder, struct, names) {
  const values = numbersIn(struct);
  for (const name of names) {
    const isSwitch = SWITCHES.includes(name);
    panel.bind(
      folder,
      name,
      () => (isSwitch ? values[name] !== 0 : Number(values[name].toPrecision(6))),
      (value) => {
        if (Number.isFinite(Number(value))) values[name] = Number(value);
        refresh(panel);
      },
    );
  }
}

/** Colours of a struct. @param {Panel} panel @param {Folder} folder @param {object} struct */
function addColors(panel, folder, struct) {
  const rows = rowsIn(struct);
  for (const name of namesOf(struct, isRow))
    panel.bind(
      folder,
      name,
      () => hexOf(rows[name]),
      (text) => {
        rows[name].set(rgbOf(text));
        refresh(panel);
      },
      'color',
    );
}

/** @param {Panel} panel */
export function addVisual(panel) {
  const { vis, stat } = panel.simulation.model;
  panel.lazyFolder('Headlight', 'View', (folder) => {
    addNumbers(panel, folder, vis.headlight, ['active']);
    addColors(panel, folder, vis.headlight);
  });
  panel.lazyFolder('Lens', 'View', (folder) => {
    addNumbers(panel, folder, vis.global, LENS);
    addNumbers(panel, folder, vis.map, DISTANCES);
  });
  panel.lazyFolder('Scales', 'View', (folder) => {
    addNumbers(panel, folder, stat, ['extent', 'meansize', 'meanmass']);
    const scales = namesOf(vis.map, isNumber).filter((name) => !DISTANCES.includes(name));
    addNumbers(panel, folder, vis.map, scales);
  });
  panel.lazyFolder('Sizes', 'View', (folder) => {
    addNumbers(panel, folder, vis.global, GLOBAL);
    addNumbers(panel, folder, vis.scale, namesOf(vis.scale, isNumber));
  });
  panel.lazyFolder('Colours', 'View', (folder) => addColors(panel, folder, vis.rgba));
}

/** @param {ArrayLike<number>} rgb */
const hexOf = (rgb) =>
  `#${[0, 1, 2]
    .map((k) =>
      Math.round(255 * Math.min(Math.max(rgb[k], 0), 1))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** @param {string} text */
const rgbOf = (text) => [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16) / 255);
