// Models from outside: the file picker, drops, the gallery's menu, addresses.
import { byId, element } from '../dom.js';
import { exampleNames, exampleText, themes, titleOf } from '../examples.js';
import { filesOfDrop, filesOfInput } from '../files.js';

/** @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands */
export function addFiles(studio, commands) {
  const gallery = byId('gallery');
  for (const { theme, models } of themes)
    gallery.append(
      element(
        'optgroup',
        { label: theme },
        ...models.map((name) => new Option(titleOf(name), name)),
      ),
    );
  gallery.onchange = () => runExample(studio, gallery.value);
  studio.on('model', () => (gallery.value = studio.source.example ?? ''));

  const input = byId('files');
  commands.add({
    id: 'open',
    group: 'Model',
    title: 'Open files',
    key: 'Ctrl+o',
    run: () => input.click(),
  });
  commands.add({
    id: 'reload',
    group: 'Model',
    title: 'Load the model anew',
    key: 'Ctrl+l',
    run: () => studio.runModel(studio.source, false),
  });
  byId('open').onclick = () => commands.run('open');
  input.onchange = async () => {
    if (input.files?.length) studio.runFiles(await filesOfInput(input.files));
    input.value = '';
  };
  addDrops(studio);
}

/** @param {import('../studio.js').Studio} studio @param {string} name */
export function runExample(studio, name) {
  return studio.attempt(async () => {
    const xml = await exampleText(name);
    const source = { xml, name: `${name}.xml`, files: new Map(), example: name };
    if (studio.runModel(source, false))
      history.replaceState(null, '', name === exampleNames[0] ? location.pathname : `#${name}`);
  });
}

/** @param {import('../studio.js').Studio} studio */
function addDrops(studio) {
  const shade = byId('drop');
  addEventListener('dragover', (event) => {
    event.preventDefault();
    shade.hidden = false;
  });
  addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) shade.hidden = true;
  });
  addEventListener('drop', (event) => {
    event.preventDefault();
    shade.hidden = true;
    const { dataTransfer } = event;
    if (dataTransfer) studio.attempt(async () => studio.runFiles(await filesOfDrop(dataTransfer)));
  });
}
