// The model editor: MJCF with highlighting, live recompilation and errors at their line.
import { acceptCompletion, autocompletion } from '@codemirror/autocomplete';
import { javascript, javascriptLanguage } from '@codemirror/lang-javascript';
import { xml, xmlLanguage } from '@codemirror/lang-xml';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { basicSetup } from 'codemirror';
import { completeMjcf } from './completion.js';
import { completeProgram } from './program/completion.js';

const DELAY = 450; // milliseconds without typing before a recompilation

const theme = EditorView.theme({
  '&': { backgroundColor: 'transparent', color: 'var(--ink)', height: '100%' },
  // lines that scroll sideways go below it
  '.cm-gutters': { backgroundColor: 'var(--paper)', color: 'var(--faint)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'var(--hover)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--paper)', color: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--line) !important',
  },
  '.cm-panels, .cm-tooltip': {
    backgroundColor: 'var(--paper)',
    color: 'var(--ink)',
    borderColor: 'var(--line)',
  },
});
const colors = HighlightStyle.define([
  { tag: tags.tagName, color: 'var(--accent-text)' },
  { tag: tags.attributeName, color: 'var(--ink)' },
  { tag: tags.attributeValue, color: 'light-dark(#2b6a8f, #8fc4e3)' },
  { tag: [tags.string, tags.number, tags.bool], color: 'light-dark(#2b6a8f, #8fc4e3)' },
  { tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword], color: 'var(--accent-text)' },
  { tag: tags.comment, color: 'var(--faint)', fontStyle: 'italic' },
  { tag: [tags.angleBracket, tags.definitionOperator], color: 'var(--faint)' },
]);

export class Editor {
  /**
   * @param {HTMLElement} parent
   * @param {(text: string) => void} onChange
   */
  constructor(parent, onChange) {
    this.parent = parent;
    this.onChange = onChange;
    this.quiet = false;
    this.timer = 0;
    this.status = document.createElement('div');
    this.status.className = 'status';
    this.status.role = 'status';
    this.status.textContent = 'Changes run at once and keep the state.';
    this.extensions = [
      basicSetup,
      autocompletion({ icons: false }),
      keymap.of([{ key: 'Tab', run: acceptCompletion }]),
      theme,
      syntaxHighlighting(colors),
      lintGutter(),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged || this.quiet) return;
        clearTimeout(this.timer);
        this.timer = window.setTimeout(() => this.flush(), DELAY);
      }),
    ];
    /** The file that is shown, null for none yet, and what the others were when they were left: with their undo history. @type {string | null} */
    this.file = null;
    /** @type {Map<string, EditorState>} */
    this.left = new Map();
    this.view = new EditorView({ parent, state: this.stateOf('') });
    parent.append(this.status);
  }

  /** @param {string} doc @param {string | null} [name] of the file, which says its language */
  stateOf(doc, name = this.file) {
    const isScript = /\.js$/.test(name ?? '');
    const language = isScript
      ? [javascript(), javascriptLanguage.data.of({ autocomplete: completeProgram })]
      : [xml(), xmlLanguage.data.of({ autocomplete: completeMjcf })];
    const label = isScript ? 'Program (JavaScript)' : 'Model (MJCF)';
    const attributes = { 'aria-label': label, tabindex: '0' };
    return EditorState.create({
      doc,
      extensions: [...language, this.extensions, EditorView.contentAttributes.of(attributes)],
    });
  }

  /** Runs what was typed just now, without waiting for more. */
  flush() {
    if (!this.timer) return;
    clearTimeout(this.timer);
    this.timer = 0;
    this.onChange(this.text);
  }

  /** What was typed is of no interest any more. */
  drop() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  /**
   * Shows a file. A text that is new here begins a history of its own: undo never leads to another one.
   * @param {string} name
   * @param {string} text
   */
  open(name, text) {
    if (name !== this.file) {
      if (this.file !== null) this.left.set(this.file, this.view.state);
      this.file = name;
      const state = this.left.get(name);
      this.drop();
      this.view.setState(state && state.doc.toString() === text ? state : this.stateOf(text));
    } else if (text !== this.text) this.text = text;
  }

  /** Another model: what was left of the files is of no use. */
  forget() {
    this.left.clear();
    this.file = null;
  }

  get text() {
    return this.view.state.doc.toString();
  }

  set text(value) {
    this.quiet = true;
    this.drop();
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: value } });
    this.quiet = false;
    this.showError(null);
  }

  /**
   * Marks an error, or clears it. One in another file is told with the way there.
   * @param {{ message: string, line?: number, file?: string } | null} error `file`: the other file
   * @param {() => void} [show] goes to the line in the other file
   */
  showError(error, show) {
    const { doc } = this.view.state;
    const here = !error?.file;
    const line = here && error?.line && error.line <= doc.lines ? doc.line(error.line) : null;
    const marks =
      error && line
        ? [
            {
              from: line.from,
              to: line.to,
              severity: /** @type {const} */ ('error'),
              message: error.message,
            },
          ]
        : [];
    this.view.dispatch(setDiagnostics(this.view.state, marks));
    this.status.classList.toggle('bad', error !== null);
    const place = error?.line ? `Line ${error.line}: ` : '';
    this.status.textContent = error
      ? here
        ? `${place}${error.message}`
        : `${error.file}, ${place.toLowerCase()}${error.message} `
      : 'Up to date.';
    if (error && !here && show) {
      const button = document.createElement('button');
      button.textContent = 'Show the line';
      button.onclick = show;
      this.status.append(button);
    }
  }

  /** @param {number} number */
  goToLine(number) {
    const { doc } = this.view.state;
    const line = doc.line(Math.min(Math.max(number, 1), doc.lines));
    this.view.dispatch({
      selection: { anchor: line.from, head: line.to },
      effects: EditorView.scrollIntoView(line.from, { y: 'center' }),
    });
    this.view.focus();
  }
}
