// Splitters between the panes: dragged or moved with arrow keys; widths and heights are kept in this browser.
import { byId, element } from '../dom.js';
import { PANES } from './docks.js';

const KEPT = 'panes';
const STEP = 24; // pixels of an arrow key

/** Where a pane is. @typedef {'left' | 'right' | 'bottom'} Place */

/**
 * What a splitter moves: the pane, its least width, and the part of the page that it has at most.
 * @typedef {{ pane: string, least: number, most: number }} Split
 * @type {Split[]}
 */
const splits = [
  { pane: 'editor', least: 240, most: 0.6 },
  { pane: 'panel', least: 220, most: 0.45 },
  { pane: 'plots', least: 220, most: 0.6 },
];
const LOWEST = 120; // pixels of a pane at the bottom

/** @returns {Record<string, number>} */
function readKept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '{}');
  } catch {
    return {};
  }
}

/**
 * Splitters of all panes.
 * @param {import('../studio.js').Studio} studio
 * @returns {Map<string, (place: Place) => void>} by pane: puts its splitter beside it, where it is now
 */
export function addSplitters(studio) {
  const kept = readKept();
  return new Map(splits.map((split) => [split.pane, addSplitter(studio, split, kept)]));
}

/** Sides of the splitters, and ways that make panes larger, by places. */
const SIDES = /** @type {const} */ ({ left: 'right', right: 'left', bottom: 'top' });

/** @param {import('../studio.js').Studio} studio @param {Split} split @param {Record<string, number>} kept */
function addSplitter(studio, { pane, least, most }, kept) {
  const { name, home } = PANES[pane];
  const box = byId(pane);
  const bar = element('div', {
    role: 'separator',
    tabIndex: 0,
    'aria-label': `Size of ${name.toLowerCase()}`,
    'aria-controls': pane,
    title: `Drag: size of ${name.toLowerCase()}. Double click: as it was`,
  });
  let place = home;
  const isTall = () => place === 'bottom';
  const size = () => (isTall() ? box.offsetHeight : box.offsetWidth);
  /** Least and most pixels. */
  const limits = () => (isTall() ? [LOWEST, 0.6 * innerHeight] : [least, most * innerWidth]);
  /** Sizes across are kept beside those of where it is at first. */
  const key = () => (isTall() === (home === 'bottom') ? pane : `${pane}-across`);
  const show = () => {
    const [low, high] = limits();
    bar.hidden = box.hidden;
    bar.setAttribute('aria-valuemin', String(low));
    bar.setAttribute('aria-valuemax', String(Math.round(Math.max(low, high))));
    bar.setAttribute('aria-valuenow', String(size()));
  };
  /** @param {number | undefined} pixels none: as it was at first */
  const set = (pixels) => {
    const property = isTall() ? '--height' : '--width';
    if (pixels === undefined) {
      box.style.removeProperty(property);
      delete kept[key()];
    } else {
      const [low, high] = limits();
      kept[key()] = Math.round(Math.max(low, Math.min(pixels, high)));
      box.style.setProperty(property, `${kept[key()]}px`);
    }
    localStorage.setItem(KEPT, JSON.stringify(kept));
    show();
    studio.stage.resize();
  };
  bar.onpointerdown = (event) => {
    event.preventDefault();
    bar.setPointerCapture(event.pointerId);
    const at = (/** @type {PointerEvent} */ one) => (isTall() ? one.clientY : one.clientX);
    const [from, start] = [at(event), size()];
    const sign = place === 'left' ? 1 : -1;
    bar.onpointermove = (moved) => set(start + sign * (at(moved) - from));
  };
  bar.onlostpointercapture = () => (bar.onpointermove = null);
  bar.ondblclick = () => set(undefined);
  bar.onkeydown = (event) => {
    const ways = isTall() ? ['ArrowDown', 'ArrowUp'] : ['ArrowRight', 'ArrowLeft'];
    const way = ways.indexOf(event.key);
    if (way < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const sign = place === 'left' ? 1 : -1;
    set(size() + sign * (way === 0 ? STEP : -STEP));
  };
  /** @param {Place} where */
  const put = (where) => {
    place = where;
    bar.className = `splitter ${SIDES[place]}`;
    bar.setAttribute('aria-orientation', isTall() ? 'horizontal' : 'vertical');
    if (place === 'left') box.after(bar);
    else box.before(bar);
    if (Number.isFinite(kept[key()])) set(kept[key()]);
    else show();
  };
  new MutationObserver(show).observe(box, { attributeFilter: ['hidden'] });
  put(home);
  return put;
}
