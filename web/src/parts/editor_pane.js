// The editor beside the picture, loaded when it is first opened: a tab for the model and for each file that it includes.
import { byId, element, isNarrow } from '../dom.js';
import { PROGRAM } from '../program/file.js';
import { describe, fileOf } from './messages.js';

const decoder = new TextDecoder();

export class EditorPane {
  /** @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands */
  constructor(studio, commands) {
    this.studio = studio;
    this.box = byId('editor');
    this.button = byId('toggle-editor');
    this.tabs = element('div', { className: 'tabs', role: 'tablist', 'aria-label': 'Files' });
    this.add = element('button', {
      className: 'add-program',
      title: 'Write a program that moves the model before every step',
      textContent: '+ Program',
      onclick: () => this.openProgram(),
    });
    /** @type {import('../editor.js').Editor | null} */
    this.editor = null;
    /** The file that is edited, '' for the model itself. */
    this.file = '';
    /** The program beside the model. @type {{ edit(text: string): Promise<void>, failed: unknown } | null} */
    this.program = null;
    commands.add({
      id: 'program',
      group: 'Panes',
      title: 'Write a program that moves the model',
      run: () => studio.attempt(() => this.openProgram()),
    });
    commands.add({
      id: 'editor',
      group: 'Panes',
      title: 'Edit the model',
      key: 'F8',
      run: () => studio.attempt(() => this.toggle()),
    });
    this.button.onclick = () => commands.run('editor');
    studio.on('pane', (name) => {
      if (name !== 'editor' && isNarrow() && !this.box.hidden) this.toggle(false);
    });
    studio.on('model', ({ kept }) => this.follow(kept));
    studio.onAny(['error', 'mistake'], () => this.showError());
    addEventListener('pagehide', () => this.editor?.flush());
  }

  /** The text of the model as it stands, also when it does not compile. */
  get text() {
    const { editor, file, studio } = this;
    return editor && file === '' ? editor.text : studio.source.xml;
  }

  /** @param {string} name */
  textOf(name) {
    const { xml, files } = this.studio.source;
    return name === '' ? xml : decoder.decode(files.get(name));
  }

  /** Files of text that belong to the model. */
  get others() {
    const { name: main, files } = this.studio.source;
    return [...files.keys()].filter(
      (name) => name !== main && (/\.(xml|mjcf|urdf)$/i.test(name) || name === PROGRAM),
    );
  }

  showTabs() {
    const { source } = this.studio;
    const names = ['', ...this.others];
    if (!names.includes(this.file)) this.file = '';
    this.add.hidden = names.includes(PROGRAM) || source.binary !== undefined;
    this.tabs.replaceChildren(
      ...names.map((name) =>
        element('button', {
          role: 'tab',
          'aria-selected': String(name === this.file),
          title: name || source.name,
          textContent: (name || source.name).split('/').pop() ?? '',
          onclick: () => this.show(name),
        }),
      ),
    );
  }

  /** Shows the program beside the model, or begins one. */
  async openProgram() {
    await this.toggle(true);
    const { source } = this.studio;
    if (!source.files.has(PROGRAM)) {
      const { TEMPLATE } = await import('../program/prepare.js');
      await this.program?.edit(TEMPLATE);
    }
    this.show(PROGRAM);
  }

  /** @param {string} name */
  show(name) {
    this.file = name;
    this.editor?.open(name, this.textOf(name));
    this.showTabs();
    this.showError();
  }

  /** @param {boolean} [on] */
  async toggle(on) {
    const { box, studio } = this;
    box.hidden = !(on ?? box.hidden);
    this.button.setAttribute('aria-pressed', String(!box.hidden));
    if (!box.hidden) studio.emit('pane', 'editor');
    if (!box.hidden && !this.editor) {
      const { Editor } = await import('../editor.js');
      box.append(element('div', { className: 'tab-row' }, this.tabs, this.add));
      this.editor = new Editor(box, (text) => {
        if (this.file === '') studio.runText(text, true);
        else if (this.file === PROGRAM) this.editProgram(text);
        else studio.runFile(this.file, text, true);
      });
      this.show('');
    }
    studio.stage.resize();
  }

  /** @param {string} text */
  async editProgram(text) {
    await this.program?.edit(text);
    if (this.file === PROGRAM) this.showError();
    // without a text there is none
    if (text === '') this.show('');
  }

  /** Another model runs. @param {boolean} kept the same, edited */
  follow(kept) {
    const { editor, file, studio } = this;
    if (!editor) return;
    if (!kept) editor.forget();
    this.show(kept && studio.source.files.has(file) ? file : '');
    editor.showError(null);
  }

  /** Marks what is wrong with the text that is here. */
  showError() {
    const { failed, source } = this.studio;
    if (this.file === PROGRAM) {
      const wrong = this.program?.failed;
      const { message, line } = describe(wrong);
      this.editor?.showError(wrong ? { message, line } : null);
      return;
    }
    if (!failed || failed.source !== source) return;
    const { message, line, file } = describe(failed.error);
    const where = fileOf(source, file);
    const other = where !== undefined && where !== this.file;
    this.editor?.showError(
      { message, line, file: other ? where || source.name : undefined },
      other && line ? () => this.goToLine(line, where) : undefined,
    );
  }

  /** @param {number} line @param {string} [where] a file of the model */
  async goToLine(line, where = '') {
    await this.toggle(true);
    if (where !== this.file && (where === '' || this.studio.source.files.has(where)))
      this.show(where);
    this.editor?.goToLine(line);
  }
}
