// The model as a tree with search; the selected element with its properties below it.
import { element, plotButton } from '../dom.js';
import { EditBar } from './edit_bar.js';
import { plotText } from '../plots/element_curves.js';
import { kinds, nodesOf, propertiesOfNode } from './elements.js';

/** @typedef {import('./elements.js').Node} Node */

const MOST = 400; // rows: a search finds the others
const EVERY = 120; // milliseconds between updates of values

export class Tree {
  /** @param {HTMLElement} parent @param {import('../studio.js').Studio} studio @param {import('../commands.js').Commands} commands */
  constructor(parent, studio, commands) {
    this.studio = studio;
    this.page = parent;
    this.search = element('input', {
      type: 'search',
      placeholder: 'Search names and kinds',
      'aria-label': 'Search the model',
      oninput: () => this.draw(),
    });
    this.list = element('ul', { className: 'tree', role: 'tree', 'aria-label': 'Model' });
    this.list.onkeydown = (event) => this.key(event);
    this.properties = element('dl', { className: 'properties', 'aria-label': 'Properties' });
    this.bar = new EditBar(studio, commands);
    parent.append(this.search, this.list, this.bar.element, this.properties);
    /** @type {Set<Node>} */
    this.open = new Set();
    /** @type {Node | null} */
    this.selected = null;
    /** @type {{ cell: HTMLElement, read: () => string }[]} */
    this.live = [];
    this.last = 0;
    studio.on('model', () => this.rebuild());
    studio.on('select', (target) => this.show(target));
    studio.onAny(['frame', 'state'], () => this.refresh());
    this.rebuild();
  }

  /** Another model runs. */
  rebuild() {
    const { simulation } = this.studio;
    if (!simulation) return;
    this.root = nodesOf(simulation);
    this.open = new Set([this.root, this.root.children[0]]);
    this.selected = null;
    this.show(this.studio.selected);
  }

  /** Shows the selected element, wherever it was selected. @param {{ type: number, id: number } | null} target */
  show(target) {
    this.selected = target && this.root ? find(this.root, target.type, target.id) : null;
    for (let node = this.selected?.parent; node; node = node.parent) this.open.add(node);
    this.draw();
    this.list.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
    this.bar.show(this.selected);
    this.showProperties();
  }

  /** Rows of the tree as it is opened, or what a search finds. */
  rows() {
    if (!this.root) return [];
    const wanted = this.search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    /** @type {{ node: Node, level: number }[]} */
    const rows = [];
    /** @param {Node} node @param {number} level */
    const walk = (node, level) => {
      for (const child of node.children) {
        const text = `${child.label} ${child.kind}`.toLowerCase();
        const found = wanted.every((word) => text.includes(word));
        if (wanted.length === 0) rows.push({ node: child, level });
        else if (found && child.kind) rows.push({ node: child, level: 1 });
        if (wanted.length > 0 || this.open.has(child)) walk(child, level + 1);
      }
    };
    walk(this.root, 1);
    return rows;
  }

  draw() {
    const rows = this.rows();
    const searching = this.search.value.trim() !== '';
    const focused = this.list.contains(document.activeElement);
    const first = this.selected ?? rows[0]?.node;
    this.shown = rows
      .slice(0, MOST)
      .map(({ node, level }) => ({ node, row: this.makeRow(node, level, searching) }));
    this.list.replaceChildren(...this.shown.map(({ row }) => row));
    if (rows.length > MOST)
      this.list.append(
        element('li', {
          className: 'more',
          role: 'none',
          textContent: `and ${rows.length - MOST} more`,
        }),
      );
    const current = this.shown.find(({ node }) => node === first) ?? this.shown[0];
    if (current) current.row.tabIndex = 0;
    if (focused) current?.row.focus();
  }

  /** @param {Node} node @param {number} level @param {boolean} flat */
  makeRow(node, level, flat) {
    const inner = node.children.length > 0 && !flat;
    const row = element(
      'li',
      {
        role: 'treeitem',
        tabIndex: -1,
        'aria-level': String(level),
        'aria-selected': String(node === this.selected),
        onclick: (/** @type {MouseEvent} */ event) => {
          const { className } = /** @type {HTMLElement} */ (event.target);
          if (inner && (className === 'twist' || !node.kind)) this.toggle(node);
          else this.choose(node);
        },
      },
      element('span', { className: 'twist', 'aria-hidden': 'true', textContent: inner ? '›' : '' }),
      element('span', { className: 'name', textContent: node.label }),
      element('span', { className: 'kind', textContent: node.kind }),
    );
    row.style.setProperty('--level', String(level - 1));
    if (inner) row.setAttribute('aria-expanded', String(this.open.has(node)));
    return row;
  }

  /** @param {Node} node */
  toggle(node) {
    if (!this.open.delete(node)) this.open.add(node);
    this.draw();
  }

  /** @param {Node} node */
  choose(node) {
    if (node.kind) this.studio.select({ type: node.type, id: node.id });
  }

  /** Arrows move and open, Enter selects. @param {KeyboardEvent} event */
  key(event) {
    const rows = this.shown ?? [];
    const at = rows.findIndex(({ row }) => row === document.activeElement);
    if (at < 0) return;
    const { node } = rows[at];
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move) rows[at + move]?.row.focus();
    else if (event.key === 'ArrowRight' && node.children.length && !this.open.has(node))
      this.toggle(node);
    else if (event.key === 'ArrowLeft' && this.open.has(node)) this.toggle(node);
    else if (event.key === 'Enter' || event.key === ' ') {
      if (node.kind) this.choose(node);
      else this.toggle(node);
    } else if (!this.edit(event, node)) return;
    // the row was made anew: the focus goes to it
    if (!move) (this.shown ?? []).find((entry) => entry.node === node)?.row.focus();
    event.preventDefault();
    event.stopPropagation();
  }

  /** Delete, Ctrl+C, Ctrl+V, Ctrl+D: edits of the text; false for other keys. @param {KeyboardEvent} event @param {Node} node */
  edit(event, node) {
    const { edits } = this.bar;
    const key = (event.ctrlKey || event.metaKey ? 'Ctrl+' : '') + event.key.toLowerCase();
    if (!node.kind || !['delete', 'ctrl+c', 'ctrl+v', 'ctrl+d'].includes(key.toLowerCase()))
      return false;
    this.bar.node = node;
    if (key === 'delete') this.bar.change(() => edits.remove(node));
    else if (key === 'Ctrl+c') edits.copy(node);
    else if (key === 'Ctrl+v') this.bar.change(() => edits.paste(node));
    else this.bar.change(() => edits.duplicate(node));
    return true;
  }

  showProperties() {
    const { simulation } = this.studio;
    this.live = [];
    this.properties.replaceChildren();
    if (!this.selected || !simulation || !(this.selected.kind in kinds)) return;
    for (const { name, live, read } of propertiesOfNode(simulation, this.selected)) {
      const cell = element('dd', { textContent: read() });
      const label = element('dt', { textContent: name, className: live ? 'live' : '' });
      if (live) label.append(' ', this.plotButton(simulation, this.selected, name));
      this.properties.append(label, cell);
      if (live) this.live.push({ cell, read });
    }
  }

  /** @param {import('limber').Simulation} simulation @param {Node} node @param {string} field */
  plotButton(simulation, { kind, id }, field) {
    const text = plotText(simulation, kind, id, field);
    return plotButton(text, () => this.studio.emit('plot', text));
  }

  refresh() {
    const now = performance.now();
    if (
      this.page.hidden ||
      this.live.length === 0 ||
      (now - this.last < EVERY && this.studio.running)
    )
      return;
    this.last = now;
    for (const { cell, read } of this.live) cell.textContent = read();
  }
}

/** @param {Node} node @param {number} type @param {number} id @returns {Node | null} */
function find(node, type, id) {
  if (node.type === type && node.id === id) return node;
  for (const child of node.children) {
    const found = find(child, type, id);
    if (found) return found;
  }
  return null;
}
