// The editor beside the picture, loaded when it is first opened: a tab for the model and for each file that it includes.
import { byId, element, isNarrow } from '../dom.js';
import { describe } from './messages.js';

const decoder = new TextDecoder();

/** @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands */
export function addEditor(studio, commands) {
  const box = byId('editor');
  const button = byId('toggle-editor');
  const tabs = element('div', { className: 'tabs', role: 'tablist', 'aria-label': 'Files' });
  /** @type {import('../editor.js').Editor | null} */
  let editor = null;
  /** The file that is edited, '' for the model itself. */
  let file = '';

  const textOf = (/** @type {string} */ name) =>
    name === '' ? studio.source.xml : decoder.decode(studio.source.files.get(name));
  /** Files of text that belong to the model. */
  const others = () =>
    [...studio.source.files.keys()].filter(
      (name) => name !== studio.source.name && /\.(xml|mjcf|urdf)$/i.test(name),
    );

  function showTabs() {
    const names = ['', ...others()];
    if (!names.includes(file)) file = '';
    tabs.hidden = names.length === 1;
    tabs.replaceChildren(
      ...names.map((name) =>
        element('button', {
          role: 'tab',
          'aria-selected': String(name === file),
          title: name || studio.source.name,
          textContent: (name || studio.source.name).split('/').pop() ?? '',
          onclick: () => show(name),
        }),
      ),
    );
  }

  /** @param {string} name */
  function show(name) {
    file = name;
    editor?.open(name, textOf(name));
    showTabs();
  }

  /** @param {boolean} [on] */
  async function toggle(on) {
    box.hidden = !(on ?? box.hidden);
    button.setAttribute('aria-pressed', String(!box.hidden));
    if (!box.hidden) studio.emit('pane', 'editor');
    if (!box.hidden && !editor) {
      const { Editor } = await import('../editor.js');
      box.append(tabs);
      editor = new Editor(box, (text) => {
        if (file === '') studio.runText(text);
        else studio.runFile(file, text);
      });
      show('');
    }
    studio.stage.resize();
  }

  commands.add({
    id: 'editor',
    group: 'Panes',
    title: 'Edit the model',
    key: 'F8',
    run: () => studio.attempt(() => toggle()),
  });
  button.onclick = () => commands.run('editor');
  studio.on('pane', (name) => {
    if (name !== 'editor' && isNarrow() && !box.hidden) toggle(false);
  });
  studio.on('model', ({ kept }) => {
    if (!editor) return;
    if (!kept) editor.forget();
    show(kept && studio.source.files.has(file) ? file : '');
    editor.showError(null);
  });
  studio.on('error', (error) => {
    const { message, line, file: where } = describe(error);
    const here = (where ?? '') === file;
    editor?.showError({ message, line: here ? line : undefined });
  });

  return {
    /** The text of the model as it stands, also when it does not compile. */
    get text() {
      return editor && file === '' ? editor.text : studio.source.xml;
    },
    toggle,
    /** @param {number} line @param {string} [where] a file of the model */
    async goToLine(line, where = '') {
      await toggle(true);
      if (where !== file && (where === '' || studio.source.files.has(where))) show(where);
      editor?.goToLine(line);
    },
  };
}
