// Keyframes of the model, and a watch on any field of the data.
import { nameOf } from '../names.js';
import { fieldsIn, valueAt } from '../fields.js';

/** @typedef {import('../panel.js').Panel} Panel */

/** @param {Panel} panel */
export function addKeyframes(panel) {
  const { studio } = panel;
  panel.lazyFolder('Keyframes', 'Run', (folder) => {
    const { model, mujoco } = panel.simulation;
    /** @type {Record<string, number>} */
    const choices = {};
    for (let i = 0; i < model.nkey; i++)
      choices[nameOf(panel.simulation, mujoco.mjtObj.mjOBJ_KEY.value, i, 'key')] = i;
    if (model.nkey > 0) {
      const chosen = { key: Math.max(studio.key, 0) };
      folder.add(chosen, 'key', choices).name('Key');
      panel.button(folder, 'Load key', () => studio.reset(chosen.key));
      panel.button(folder, 'Save state in key', () => studio.saveKey(chosen.key));
    }
    for (const id of ['add-key', 'copy-key']) panel.command(folder, id);
  });
}

/** @param {Panel} panel */
export function addWatch(panel) {
  const { watch } = panel.studio;
  panel.lazyFolder('Watch', 'Run', (folder) => {
    folder.add(watch, 'field').name('Field');
    folder.add(watch, 'index', undefined, undefined, 1).name('Index');
    const shown = {
      get value() {
        return valueAt(panel.simulation, watch.field, watch.index);
      },
    };
    const controller = folder.add(shown, 'value').name('Value').disable();
    panel.live.add(controller);
    panel.button(folder, 'Plot it', () => {
      const { data } = panel.simulation;
      const one = typeof fieldsIn(data)[watch.field] === 'number';
      panel.studio.emit('plot', watch.field + (one ? '' : `[${watch.index}]`));
    });
  });
}
