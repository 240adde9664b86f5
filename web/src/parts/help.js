// The help overlay: mouse, and every command with its key.
import { byId, element } from '../dom.js';

export const mouse = [
  ['Drag', 'turn the view; on a body: pull it'],
  ['Right drag', 'move the view; with Shift along the ground'],
  ['Wheel, pinch', 'nearer and farther'],
  ['Double click', 'select a body'],
  ['Tap; two fingers', 'select a body; move and zoom the view'],
  ['Hold or double-tap, then drag', 'pull a body with a finger'],
  ['Ctrl + drag', 'turn the selected body'],
  ['Ctrl + right drag', 'move the selected body'],
];
/** @type {Record<string, string>} */
const signs = {
  ' ': 'Space',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Backspace: '⌫',
  Escape: 'Esc',
  PageUp: 'Page Up',
};

/** A key as people read it. @param {string} key */
export const shown = (key) =>
  key
    .split(/(?<=.)\+/)
    .map((part) => signs[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join(' + ');

/** @param {import('../commands.js').Commands} commands */
export function addHelp(commands) {
  const box = byId('keys', HTMLDialogElement);
  const toggle = () => {
    if (box.open) return box.close();
    if (!box.firstChild) fill();
    box.showModal();
  };

  function fill() {
    /** @type {Map<string, string[][]>} */
    const groups = new Map([['Mouse', mouse]]);
    for (const { group, title, key } of commands.all.values()) {
      const rows = groups.get(group) ?? [];
      groups.set(group, rows);
      if (key) rows.push([shown(key), title]);
    }
    box.append(
      element(
        'header',
        {},
        element('h2', { id: 'keys-title', textContent: 'Keys and mouse' }),
        ...(commands.all.has('welcome')
          ? [element('a', { href: './welcome.html', textContent: 'About limber' })]
          : []),
        element('button', { textContent: 'Close', onclick: () => box.close() }),
      ),
      element(
        'div',
        { className: 'content', tabIndex: 0 },
        element(
          'div',
          { className: 'columns' },
          ...[...groups]
            .filter(([, rows]) => rows.length > 0)
            .map(([name, rows]) => section(name, rows)),
        ),
      ),
    );
    // a click beside the box closes it
    box.onclick = (event) => event.target === box && box.close();
  }

  commands.add({ id: 'help', group: 'Panes', title: 'Keys and mouse', key: 'F1', run: toggle });
  byId('help').onclick = toggle;
}

/** @param {string} name @param {string[][]} rows */
function section(name, rows) {
  return element(
    'section',
    {},
    element('h3', { textContent: name }),
    element(
      'dl',
      {},
      ...rows.flatMap(([key, title]) => [
        element('dt', {}, element('kbd', { textContent: key })),
        element('dd', { textContent: title }),
      ]),
    ),
  );
}
