// The editor beside the picture, loaded when it is first opened.
import { byId } from '../dom.js';
import { describe } from './messages.js';

/** @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands */
export function addEditor(studio, commands) {
  const box = byId('editor');
  const button = byId('toggle-editor');
  /** @type {import('../editor.js').Editor | null} */
  let editor = null;

  /** @param {boolean} [on] */
  async function toggle(on) {
    box.hidden = !(on ?? box.hidden);
    button.setAttribute('aria-pressed', String(!box.hidden));
    if (!box.hidden && !editor) {
      const { Editor } = await import('../editor.js');
      editor = new Editor(box, (text) => studio.runText(text));
      editor.text = studio.source.xml;
    }
    studio.stage.resize();
  }

  commands.add({
    id: 'editor',
    group: 'Panes',
    title: 'Edit the model',
    key: 'e',
    run: () => toggle(),
  });
  button.onclick = () => commands.run('editor');
  studio.on('model', ({ kept }) => {
    if (editor && !kept) editor.text = studio.source.xml;
    editor?.showError(null);
  });
  studio.on('error', (error) => {
    const { message, line, file } = describe(error);
    editor?.showError({ message, line: file ? undefined : line });
  });

  return {
    /** The text as it stands, also when it does not compile. */
    get text() {
      return editor?.text ?? studio.source.xml;
    },
    toggle,
    /** @param {number} line */
    async goToLine(line) {
      await toggle(true);
      editor?.goToLine(line);
    },
  };
}
