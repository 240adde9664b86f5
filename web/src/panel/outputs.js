// What can be kept: pictures, video, the model in its formats, listings.

/** @typedef {import('../panel.js').Panel} Panel */

/** @param {Panel} panel */
export function addOutputs(panel) {
  const save = panel.folder('Save', 'Files');
  for (const id of ['screenshot', 'record', 'save-xml', 'save-mjb', 'print-model', 'print-data'])
    panel.command(save, id);
  const load = panel.folder('Load', 'Files');
  for (const id of ['open', 'reload', 'share']) panel.command(load, id);
  load.open();
}
