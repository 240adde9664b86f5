// One field that finds everything: commands, elements of the model, examples, what the mouse does.
import { byId, element } from '../dom.js';
import { exampleNames, titleOf } from '../examples.js';
import { nodesOf } from '../tree/elements.js';
import { runExample } from './files_pane.js';
import { mouse, shown } from './help.js';
import './palette.css';

const MOST = 60; // rows
/** Headings are no elements: their type. */
const HEADING = -1;

/**
 * @typedef {object} Entry
 * @property {string} title
 * @property {string} kind what it is: its group, or the kind of the element
 * @property {string} [key] the key that does the same
 * @property {() => unknown} run
 */

/** How well an entry fits: 0 the best, -1 not at all. @param {Entry} entry @param {string[]} words in lower case */
export function rank({ title, kind }, words) {
  const name = title.toLowerCase();
  const text = `${name} ${kind.toLowerCase()}`;
  if (!words.every((word) => text.includes(word))) return -1;
  if (words.length === 0) return 0;
  if (name === words.join(' ')) return 0;
  if (name.startsWith(words[0])) return 1;
  return name.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(words[0])) ? 2 : 3;
}

/** The elements of a tree, as entries. @param {import('../tree/elements.js').Node} node @param {(node: import('../tree/elements.js').Node) => void} select @returns {Entry[]} */
const elementsIn = (node, select) => [
  ...(node.type === HEADING
    ? []
    : [{ title: node.label, kind: node.kind, run: () => select(node) }]),
  ...node.children.flatMap((child) => elementsIn(child, select)),
];

class Palette {
  /** @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands @param {import('../panel.js').Panel} panel */
  constructor(studio, commands, panel) {
    this.studio = studio;
    this.commands = commands;
    this.panel = panel;
    /** @type {Entry[]} */
    this.entries = [];
    /** @type {Entry[]} */
    this.found = [];
    this.at = 0;
    this.list = element('ul', { id: 'palette-list', role: 'listbox', 'aria-label': 'Found' });
    this.input = element('input', {
      type: 'text',
      role: 'combobox',
      placeholder: 'Find commands, elements, examples',
      'aria-label': 'Find commands, elements, examples',
      'aria-controls': 'palette-list',
      'aria-expanded': 'true',
      'aria-autocomplete': 'list',
      spellcheck: false,
      oninput: () => this.search(),
    });
    this.input.onkeydown = (event) => this.key(event);
    this.dialog = element(
      'dialog',
      { className: 'palette', 'aria-label': 'Find' },
      this.input,
      this.list,
    );
    this.dialog.onclick = (event) => event.target === this.dialog && this.dialog.close();
    document.body.append(this.dialog);
  }

  show() {
    if (this.dialog.open) return this.dialog.close();
    this.entries = this.collect();
    this.input.value = '';
    this.search();
    this.dialog.showModal();
  }

  /** @returns {Entry[]} */
  collect() {
    const { studio, commands } = this;
    const { simulation } = studio;
    const select = (/** @type {import('../tree/elements.js').Node} */ node) => this.select(node);
    return [
      ...[...commands.all.values()]
        .filter(({ id }) => id !== 'palette')
        .map(({ id, title, group, key }) => ({
          title,
          kind: group,
          key: key && shown(key),
          run: () => commands.run(id),
        })),
      ...(simulation ? elementsIn(nodesOf(simulation), select) : []),
      ...exampleNames.map((name) => ({
        title: titleOf(name),
        kind: 'Example',
        run: () => runExample(studio, name),
      })),
      ...mouse.map(([what, does]) => ({
        title: does,
        kind: 'Mouse',
        key: what,
        run: () => commands.run('help'),
      })),
    ];
  }

  /** Selects an element and shows its properties. @param {import('../tree/elements.js').Node} node */
  select({ type, id }) {
    if (byId('panel').hidden) this.commands.run('panel');
    this.panel.show('Model');
    this.studio.select({ type, id });
  }

  search() {
    const words = this.input.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    this.found = this.entries
      .map((entry) => ({ entry, place: rank(entry, words) }))
      .filter(({ place }) => place >= 0)
      .sort((a, b) => a.place - b.place)
      .slice(0, MOST)
      .map(({ entry }) => entry);
    const rows = this.found.map((entry, k) => this.row(entry, k));
    this.list.replaceChildren(
      ...(rows.length > 0
        ? rows
        : [element('li', { className: 'none', textContent: 'Nothing has this name.' })]),
    );
    this.mark(0);
  }

  /** @param {Entry} entry @param {number} k */
  row({ title, kind, key }, k) {
    const row = element(
      'li',
      { id: `palette-${k}`, role: 'option', onclick: () => this.choose(k) },
      element('span', { className: 'title', textContent: title }),
      element('span', { className: 'kind', textContent: kind }),
    );
    if (key) row.append(element('kbd', { textContent: key }));
    return row;
  }

  /** @param {number} at */
  mark(at) {
    this.at = at;
    for (const [k, row] of [...this.list.children].entries())
      row.setAttribute('aria-selected', String(k === at));
    if (this.found.length > 0) this.input.setAttribute('aria-activedescendant', `palette-${at}`);
    else this.input.removeAttribute('aria-activedescendant');
    this.list.children[at]?.scrollIntoView({ block: 'nearest' });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const count = this.found.length;
    if (event.key === 'ArrowDown' && count > 0) this.mark((this.at + 1) % count);
    else if (event.key === 'ArrowUp' && count > 0) this.mark((this.at + count - 1) % count);
    else if (event.key === 'Enter') this.choose(this.at);
    else return;
    event.preventDefault();
  }

  /** @param {number} k */
  choose(k) {
    const entry = this.found[k];
    if (!entry) return;
    this.dialog.close();
    entry.run();
  }
}

/** @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands @param {import('../panel.js').Panel} panel */
export function addPalette(studio, commands, panel) {
  /** @type {Palette | undefined} */
  let palette;
  commands.add({
    id: 'palette',
    group: 'Panes',
    title: 'Find commands, elements and examples',
    key: '?',
    run: () => {
      palette ??= new Palette(studio, commands, panel);
      palette.show();
    },
  });
}
