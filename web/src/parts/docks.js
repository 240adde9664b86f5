// Panes have a place: left, right or bottom. Each has a grip at its top that is dragged, or opens a menu; what moves them is loaded when it
// is needed first. On a narrow page they come from below, whatever was chosen.
import { byId, element } from '../dom.js';

/** Where places of panes are kept in this browser. */
export const KEPT = 'docks';

/** @typedef {import('./splitters.js').Place} Place */
/** @typedef {{ name: string, home: Place }} Pane */

/** @type {Record<string, Pane>} */
export const PANES = {
  editor: { name: 'Editor', home: 'left' },
  panel: { name: 'Controls', home: 'right' },
  plots: { name: 'Plots', home: 'bottom' },
};
/** Places and how they are called. @type {Record<Place, string>} */
export const PLACES = { left: 'on the left', right: 'on the right', bottom: 'at the bottom' };
/** What a pane is dragged by: its head, but for fields. */
const HEADS = '.grip, .tabs, .tab-row, .plots-bar';
const FAR = 8; // pixels that begin a drag

/**
 * @param {import('../studio.js').Studio} studio
 * @param {import('../commands.js').Commands} commands
 * @param {Map<string, (place: Place) => void>} splitters
 */
export function addDocks(studio, commands, splitters) {
  /** @type {Promise<import('../dock/docks.js').Docks> | null} */
  let loaded = null;
  const load = () =>
    (loaded ??= import('../dock/docks.js').then(({ Docks }) => new Docks(studio, splitters)));
  /** @param {(docks: import('../dock/docks.js').Docks) => void} action */
  const withDocks = (action) => studio.attempt(async () => action(await load()));

  for (const [pane, { name }] of Object.entries(PANES)) {
    const box = byId(pane);
    const grip = element('button', {
      className: 'grip',
      title: `Place of ${name.toLowerCase()}: drag, or press for a menu`,
      'aria-label': `Place of ${name.toLowerCase()}`,
      'aria-haspopup': 'menu',
      onclick: () => withDocks((docks) => docks.openMenu(pane, grip)),
    });
    box.prepend(grip);
    box.addEventListener('pointerdown', (event) => watch(pane, event));
    for (const place of /** @type {Place[]} */ (Object.keys(PLACES)))
      commands.add({
        id: `dock-${pane}-${place}`,
        group: 'Panes',
        title: `${name} ${PLACES[place]}`,
        run: () => withDocks((docks) => docks.put(pane, place)),
      });
  }
  commands.add({
    id: 'dock-reset',
    group: 'Panes',
    title: 'All panes where they were at first',
    run: () => withDocks((docks) => docks.reset()),
  });

  /** A head was pressed: far enough from there it is dragged. @param {string} pane @param {PointerEvent} down */
  function watch(pane, down) {
    const target = /** @type {Element} */ (down.target);
    if (down.button !== 0 || !target.closest(HEADS)) return;
    load();
    const stop = new AbortController();
    const { signal } = stop;
    addEventListener(
      'pointermove',
      ({ pointerId, clientX, clientY }) => {
        if (pointerId !== down.pointerId) return;
        if (Math.hypot(clientX - down.clientX, clientY - down.clientY) < FAR) return;
        stop.abort();
        withDocks((docks) => docks.drag(pane, pointerId));
      },
      { signal },
    );
    for (const type of ['pointerup', 'pointercancel'])
      addEventListener(type, () => stop.abort(), { signal });
  }

  if (localStorage.getItem(KEPT)) withDocks(() => {});
}
