// The model editor: MJCF with highlighting, live recompilation and errors at their line.
import { xml } from '@codemirror/lang-xml';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { basicSetup } from 'codemirror';

const DELAY = 450; // milliseconds without typing before a recompilation

const theme = EditorView.theme({
  '&': { backgroundColor: 'transparent', color: 'var(--ink)', height: '100%' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--faint)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
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
  { tag: tags.tagName, color: 'var(--accent)' },
  { tag: tags.attributeName, color: 'var(--ink)' },
  { tag: tags.attributeValue, color: 'light-dark(#2b6a8f, #8fc4e3)' },
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
    this.quiet = false;
    this.timer = 0;
    this.status = document.createElement('div');
    this.status.className = 'status';
    this.status.textContent = 'Changes run at once and keep the state.';
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        extensions: [
          basicSetup,
          xml(),
          theme,
          syntaxHighlighting(colors),
          lintGutter(),
          EditorView.contentAttributes.of({ 'aria-label': 'Model (MJCF)' }),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged || this.quiet) return;
            clearTimeout(this.timer);
            this.timer = window.setTimeout(() => onChange(this.text), DELAY);
          }),
        ],
      }),
    });
    parent.append(this.status);
  }

  get text() {
    return this.view.state.doc.toString();
  }

  set text(value) {
    this.quiet = true;
    clearTimeout(this.timer);
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: value } });
    this.quiet = false;
    this.showError(null);
  }

  /** Marks an error, or clears it. @param {{ message: string, line?: number } | null} error */
  showError(error) {
    const { doc } = this.view.state;
    const line = error?.line && error.line <= doc.lines ? doc.line(error.line) : null;
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
    this.status.textContent = error
      ? `${error.line ? `Line ${error.line}: ` : ''}${error.message}`
      : 'Up to date.';
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
