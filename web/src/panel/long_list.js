// A list of controls of any length: a field that filters it, and groups by the beginnings of the names, filled when they are opened.
import { element } from '../dom.js';

/** @typedef {import('../panel.js').Panel} Panel */
/** @typedef {import('lil-gui').GUI} GUI */
/** A control by name, made where it is shown. @typedef {{ name: string, add: (gui: GUI) => import('lil-gui').Controller }} Item */

const FILTERED = 8; // a shorter list needs no filter
const GROUPED = 24; // nor groups, when it is not longer than this
const MOST = 100; // controls in a group: more would be slow

/** What a name begins with, up to its last separator. @param {string} name */
const beginning = (name) => name.match(/^(.*[^\s/._:-])[\s/._:-]+[^\s/._:-]*$/)?.[1] ?? '';

/** @template {{ name: string }} T @param {T[]} items @returns {{ title: string, items: T[] }[]} the groups in the order of the list */
export function groupsOf(items) {
  if (items.length <= GROUPED) return [{ title: '', items }];
  /** @type {Map<string, T[]>} */
  const byBeginning = new Map();
  for (const item of items) {
    const title = beginning(item.name);
    byBeginning.set(title, [...(byBeginning.get(title) ?? []), item]);
  }
  const single = [...byBeginning].filter(([title, { length }]) => title === '' || length === 1);
  for (const [title] of single) byBeginning.delete(title);
  const alone = new Set(single.flatMap(([, some]) => some));
  const others = byBeginning.size > 0 ? 'Others' : 'All';
  // in the order of the list
  if (alone.size > 0)
    byBeginning.set(
      others,
      items.filter((item) => alone.has(item)),
    );
  return [...byBeginning].flatMap(([title, some]) => pieces(title, some));
}

/** A group that is too long in pieces. @template T @param {string} title @param {T[]} items */
function pieces(title, items) {
  if (items.length <= MOST) return [{ title, items }];
  return Array.from({ length: Math.ceil(items.length / MOST) }, (_, i) => {
    const some = items.slice(i * MOST, (i + 1) * MOST);
    return { title: `${title}, from ${i * MOST + 1}`, items: some };
  });
}

/** @param {Panel} panel @param {GUI} folder @param {string} what they are, in the plural @param {Item[]} items */
export function addLongList(panel, folder, what, items) {
  const groups = groupsOf(items);
  /** @param {GUI} gui @param {Item[]} some */
  const fill = (gui, some) => {
    for (const item of some) panel.live.add(item.add(gui));
  };
  if (items.length <= FILTERED) return fill(folder, items);
  const input = element('input', {
    type: 'search',
    className: 'filter',
    placeholder: `Filter ${items.length} ${what}`,
    'aria-label': `Filter ${what}`,
    spellcheck: false,
  });
  folder.$children.append(input);
  const found = folder.addFolder('Found').hide();
  const parts = groups.map((group) => addGroup(folder, group, fill));
  input.oninput = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const part of parts) part.show(words.length === 0);
    for (const controller of [...found.controllers]) {
      panel.live.delete(controller);
      controller.destroy();
    }
    found.show(words.length > 0);
    if (words.length === 0) return;
    const some = items.filter(({ name }) =>
      words.every((word) => name.toLowerCase().includes(word)),
    );
    const rest = some.length > MOST ? `, the first ${MOST} are shown` : '';
    found.title(`Found: ${some.length} of ${items.length}${rest}`);
    fill(found, some.slice(0, MOST));
  };
}

/** @param {GUI} folder @param {{ title: string, items: Item[] }} group @param {(gui: GUI, some: Item[]) => void} fill */
function addGroup(folder, { title, items }, fill) {
  const part = folder.addFolder(title || 'All');
  if (!title) {
    part.$title.hidden = true;
    fill(part, items);
    return part;
  }
  part.title(`${title} (${items.length})`);
  part.close();
  part.onOpenClose(() => {
    if (part.controllers.length === 0) fill(part, items);
  });
  return part;
}
