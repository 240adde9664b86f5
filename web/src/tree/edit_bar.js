// What can be done with the selected element: its fields, written into the text of the model, and add, copy, paste, duplicate, delete.
import { element } from '../dom.js';
import { ModelEdits, additions, shownFields } from '../mjcf/edits.js';

/** @typedef {import('./elements.js').Node} Node */

export class EditBar {
  /** @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands */
  constructor(studio, commands) {
    this.commands = commands;
    this.edits = new ModelEdits(studio);
    this.studio = studio;
    this.element = element('section', { className: 'edit-bar', 'aria-label': 'Edit the element' });
    /** @type {Node | null} */
    this.node = null;
  }

  /** @param {Node | null} node */
  show(node) {
    this.node = node;
    const place = node && this.edits.place(node);
    this.element.replaceChildren();
    if (!node || !place) return;
    const { edits } = this;
    const button = (/** @type {string} */ text, /** @type {() => unknown} */ run) =>
      element('button', { textContent: text, onclick: run });
    const buttons = element('div', {
      className: 'buttons',
      role: 'group',
      'aria-label': 'Element',
    });
    if (node.kind === 'body') {
      const add = element('select', { 'aria-label': `Add to ${node.label}` });
      add.append(
        new Option('Add …', ''),
        ...Object.keys(additions).map((kind) => new Option(kind, kind)),
      );
      add.onchange = () => this.change(() => edits.add(node, add.value));
      buttons.append(add);
    }
    const isWorld = node.kind === 'body' && node.id === 0;
    if (!isWorld)
      buttons.append(
        button('Copy', () => edits.copy(node)),
        button('Duplicate', () => this.change(() => edits.duplicate(node))),
        button('Delete', () => this.change(() => edits.remove(node))),
      );
    const { commands } = this;
    if (!isWorld && ['body', 'geom', 'site'].includes(node.kind))
      buttons.append(button('Move', () => commands.run('move-element')));
    if (['geom', 'site'].includes(node.kind))
      buttons.append(button('Size', () => commands.run('size-element')));
    buttons.append(button('Paste', () => this.change(() => edits.paste(node))));
    const fields = isWorld ? [] : (shownFields[node.kind] ?? []);
    this.element.append(buttons, ...fields.map((name) => this.field(node, name)));
  }

  /** @param {Node} node @param {string} name */
  field(node, name) {
    const input = element('input', {
      type: 'text',
      value: this.edits.read(node, name),
      spellcheck: false,
    });
    input.onchange = () => {
      if (!this.change(() => this.edits.write(node, { [name]: input.value })))
        input.value = this.edits.read(node, name);
    };
    return element('label', {}, element('span', { textContent: name }), input);
  }

  /** Does something and keeps the element selected, where it is still there. @param {() => unknown} action */
  change(action) {
    const { node, studio } = this;
    if (!action()) return false;
    const { simulation } = studio;
    const name = node && simulation?.mujoco.mj_id2name(simulation.model, node.type, node.id);
    if (node && (name || node.label) === node.label)
      studio.select({ type: node.type, id: node.id });
    return true;
  }
}
