// Files: models from outside and to share, what can be kept (pictures, video, the model in its formats, listings), the page.

/** @typedef {import('../panel.js').Panel} Panel */

// the package's studio has no gallery
const folders = {
  Model: ['new', 'open', 'open-folder', 'reload', 'share'],
  Save: [
    'screenshot',
    'cut-out',
    'record',
    'record-gif',
    'turntable',
    'save-xml',
    'save-mjb',
    'print-model',
    'print-data',
  ],
  'This page': ['gallery', 'help', 'theme', 'fullscreen'],
};

/** @param {Panel} panel */
export function addOutputs(panel) {
  for (const [title, ids] of Object.entries(folders)) {
    const folder = panel.folder(title, 'Files');
    for (const id of ids.filter((id) => panel.commands.all.has(id))) panel.command(folder, id);
    folder.open();
  }
}
