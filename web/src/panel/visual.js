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

/** @param {Panel} panel */
export function addVisual(panel) {
  const { vis, stat } = panel.simulation.model;
  const { stage } = panel.studio;
  const refresh = () => {
    const { camera, view } = stage;
    if (!camera || !view) return;
    camera.near = vis.map.znear * stat.extent;
    camera.far = 1.5 * vis.map.zfar * stat.extent;
    if (camera.fixed < 0) camera.fov = vis.global.fovy;
    camera.updateProjectionMatrix();
    view.apply();
  };
  /** @param {Folder} folder @param {object} struct @param {string[]} names */
  const numbers = (folder, struct, names) => {
    const values = numbersIn(struct);
    for (const name of names) {
      const isSwitch = SWITCHES.includes(name);
      panel.bind(
        folder,
        name,
        () => (isSwitch ? values[name] !== 0 : Number(values[name].toPrecision(6))),
        (value) => {
          if (Number.isFinite(Number(value))) values[name] = Number(value);
          refresh();
        },
      );
    }
  };
  /** @param {Folder} folder @param {object} struct @param {string[]} names */
  const colors = (folder, struct, names) => {
    const rows = rowsIn(struct);
    for (const name of names)
      panel.bind(
        folder,
        name,
        () => hexOf(rows[name]),
        (text) => {
          rows[name].set(rgbOf(text));
          refresh();
        },
        'color',
      );
  };
  panel.lazyFolder('Headlight', 'View', (folder) => {
    numbers(folder, vis.headlight, ['active']);
    colors(folder, vis.headlight, namesOf(vis.headlight, isRow));
  });
  panel.lazyFolder('Lens', 'View', (folder) => {
    numbers(folder, vis.global, LENS);
    numbers(folder, vis.map, DISTANCES);
  });
  panel.lazyFolder('Scales', 'View', (folder) => {
    numbers(folder, stat, ['extent', 'meansize', 'meanmass']);
    numbers(
      folder,
      vis.map,
      namesOf(vis.map, isNumber).filter((name) => !DISTANCES.includes(name)),
    );
  });
  panel.lazyFolder('Sizes', 'View', (folder) => {
    numbers(folder, vis.global, GLOBAL);
    numbers(folder, vis.scale, namesOf(vis.scale, isNumber));
  });
  panel.lazyFolder('Colours', 'View', (folder) => {
    colors(folder, vis.rgba, namesOf(vis.rgba, isRow));
  });
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
