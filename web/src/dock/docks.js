// Panes at the left, at the right and at the bottom: where each is, and the ways to say so.
import './docks.css';
import { byId, element, hint } from '../dom.js';
import { KEPT, PANES, PLACES } from '../parts/docks.js';

/** @typedef {import('../parts/splitters.js').Place} Place */

const places = /** @type {Place[]} */ (Object.keys(PLACES));
/** The part of the page at an edge where a pane that is dropped goes there. */
const EDGE = 0.3;

/** Places of panes as they were kept; what is no place is left out. @returns {Record<string, Place>} */
function readKept() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT) ?? '{}');
    return Object.fromEntries(
      Object.keys(PANES)
        .filter((pane) => places.includes(kept[pane]))
        .map((pane) => [pane, kept[pane]]),
    );
  } catch {
    return {};
  }
}

export class Docks {
  /**
   * @param {import('../studio.js').Studio} studio
   * @param {Map<string, (place: Place) => void>} splitters
   */
  constructor(studio, splitters) {
    this.studio = studio;
    this.splitters = splitters;
    this.chosen = readKept();
    this.main = /** @type {HTMLElement} */ (document.querySelector('main'));
    this.middle = /** @type {HTMLElement} */ (document.querySelector('.middle'));
    this.narrow = matchMedia('(max-width: 760px)');
    this.narrow.addEventListener('change', () => this.arrange());
    this.menu = element('div', {
      id: 'dock-menu',
      className: 'menu dock-menu',
      popover: 'auto',
      role: 'menu',
    });
    this.menu.onkeydown = (event) => this.walk(event);
    /** Where a pane that is dragged would go. */
    this.shade = element('div', { className: 'dock-shade', hidden: true });
    this.main.append(this.shade, this.menu);
    this.arrange();
  }

  /** Where a pane is. @param {string} pane */
  placeOf(pane) {
    return (!this.narrow.matches && this.chosen[pane]) || PANES[pane].home;
  }

  /** @param {string} pane @param {Place} place */
  put(pane, place) {
    this.chosen[pane] = place;
    this.keep();
    hint(`${PANES[pane].name} ${PLACES[place]}`);
  }

  reset() {
    this.chosen = {};
    this.keep();
    hint('The panes are where they were at first.');
  }

  keep() {
    for (const [pane, place] of Object.entries(this.chosen))
      if (PANES[pane].home === place) delete this.chosen[pane];
    if (Object.keys(this.chosen).length === 0) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, JSON.stringify(this.chosen));
    this.arrange();
  }

  /** Puts all panes into their places; the picture stays where it is in the page, since what moves there starts again. */
  arrange() {
    const focused = document.activeElement;
    for (const pane of Object.keys(PANES)) {
      const box = byId(pane);
      const place = this.placeOf(pane);
      if (place === PANES[pane].home) delete box.dataset.dock;
      else box.dataset.dock = place;
      if (place === 'left') this.middle.before(box);
      else if (place === 'right') this.main.append(box);
      else this.middle.append(box);
      this.splitters.get(pane)?.(place);
    }
    if (focused instanceof HTMLElement && focused !== document.activeElement) focused.focus();
    this.studio.stage.resize();
  }

  //---------------------------------- menu ---------------------------------------------------------

  /** @param {string} pane @param {HTMLElement} grip what it belongs to */
  openMenu(pane, grip) {
    const { menu } = this;
    if (menu.matches(':popover-open')) return;
    const item = (
      /** @type {string} */ text,
      /** @type {() => void} */ run,
      /** @type {object} */ more,
    ) =>
      element('button', {
        textContent: text,
        onclick: () => {
          menu.hidePopover();
          run();
          grip.focus();
        },
        ...more,
      });
    menu.setAttribute('aria-label', `Place of ${PANES[pane].name.toLowerCase()}`);
    menu.replaceChildren(
      ...places.map((place) =>
        item(`${PANES[pane].name} ${PLACES[place]}`, () => this.put(pane, place), {
          role: 'menuitemradio',
          'aria-checked': String(this.placeOf(pane) === place),
        }),
      ),
      item('All panes as at first', () => this.reset(), { role: 'menuitem' }),
    );
    menu.showPopover();
    const { left, bottom, width } = grip.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = menu;
    const x = left + width / 2 - offsetWidth / 2;
    menu.style.left = `${Math.max(8, Math.min(x, innerWidth - offsetWidth - 8))}px`;
    menu.style.top = `${Math.max(8, Math.min(bottom + 2, innerHeight - offsetHeight - 8))}px`;
    const items = this.items;
    (items.find((one) => one.ariaChecked === 'true') ?? items[0]).focus();
  }

  get items() {
    return /** @type {HTMLElement[]} */ ([...this.menu.children]);
  }

  /** Arrows go through the menu. @param {KeyboardEvent} event */
  walk(event) {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    const { items } = this;
    const at = items.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    items[(at + way + items.length) % items.length].focus();
  }

  //---------------------------------- dragging -----------------------------------------------------

  /** The place that a point of the page stands for, null for where a pane stays. @param {number} x @param {number} y @returns {Place | null} */
  placeAt(x, y) {
    const { left, top, width, height } = this.main.getBoundingClientRect();
    const [u, v] = [(x - left) / width, (y - top) / height];
    /** @type {[number, Place][]} */
    const edges = [
      [u, 'left'],
      [1 - u, 'right'],
      [1 - v, 'bottom'],
    ];
    const [distance, place] = edges.sort(([a], [b]) => a - b)[0];
    return v < 0 || distance > EDGE ? null : place;
  }

  /** A pane is dragged by its head until the pointer lets it go. @param {string} pane @param {number} pointer */
  drag(pane, pointer) {
    if (this.narrow.matches) return;
    const { shade } = this;
    const stop = new AbortController();
    const { signal } = stop;
    /** @type {Place | null} */
    let place = null;
    const end = () => {
      stop.abort();
      shade.hidden = true;
      delete document.documentElement.dataset.docking;
    };
    document.documentElement.dataset.docking = '';
    /** @param {'pointermove' | 'pointerup' | 'pointercancel'} type @param {(event: PointerEvent) => void} action */
    const listen = (type, action) =>
      addEventListener(type, (event) => event.pointerId === pointer && action(event), {
        signal,
        capture: true,
      });
    listen('pointermove', ({ clientX, clientY }) => {
      place = this.placeAt(clientX, clientY);
      shade.hidden = place === null;
      shade.dataset.place = place ?? '';
    });
    listen('pointerup', () => {
      end();
      // the head under the pointer is not pressed: the click of this press, where one comes, goes nowhere
      const next = new AbortController();
      const until = { signal: next.signal, capture: true };
      addEventListener('pointerdown', () => next.abort(), until);
      addEventListener(
        'click',
        (event) => {
          next.abort();
          if (event.detail > 0) event.stopImmediatePropagation();
        },
        until,
      );
      if (place && place !== this.placeOf(pane)) this.put(pane, place);
    });
    listen('pointercancel', end);
    addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        event.stopImmediatePropagation();
        end();
      },
      { signal, capture: true },
    );
  }
}
