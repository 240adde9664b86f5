// Splitters between the panes: dragged or moved with arrow keys; widths and heights are kept in this browser.
import { byId, element } from '../dom.js';

const KEPT = 'panes';
const STEP = 24; // pixels of an arrow key

/**
 * What a splitter moves: the pane, the side of it that it is on, and least and most pixels.
 * @typedef {{ pane: string, name: string, side: 'left' | 'right' | 'top', least: number, most: () => number }} Split
 * @type {Split[]}
 */
const splits = [
  { pane: 'editor', name: 'Editor', side: 'right', least: 240, most: () => 0.6 * innerWidth },
  { pane: 'panel', name: 'Controls', side: 'left', least: 220, most: () => 0.45 * innerWidth },
  { pane: 'plots', name: 'Plots', side: 'top', least: 120, most: () => 0.6 * innerHeight },
];

/** @returns {Record<string, number>} */
function readKept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? '{}');
  } catch {
    return {};
  }
}

/** @param {import('../studio.js').Studio} studio */
export function addSplitters(studio) {
  const kept = readKept();
  for (const split of splits) addSplitter(studio, split, kept);
}

/** @param {import('../studio.js').Studio} studio @param {Split} split @param {Record<string, number>} kept */
function addSplitter(studio, { pane, name, side, least, most }, kept) {
  const box = byId(pane);
  const isTall = side === 'top';
  const property = isTall ? '--height' : '--width';
  const bar = element('div', {
    className: `splitter ${side}`,
    role: 'separator',
    tabIndex: 0,
    'aria-label': `Size of ${name.toLowerCase()}`,
    'aria-controls': pane,
    'aria-orientation': isTall ? 'horizontal' : 'vertical',
    title: `Drag: size of ${name.toLowerCase()}. Double click: as it was`,
  });
  const size = () => (isTall ? box.offsetHeight : box.offsetWidth);
  const show = () => {
    bar.hidden = box.hidden;
    bar.setAttribute('aria-valuemin', String(least));
    bar.setAttribute('aria-valuemax', String(Math.round(Math.max(least, most()))));
    bar.setAttribute('aria-valuenow', String(size()));
  };
  /** @param {number | undefined} pixels none: as it was at first */
  const set = (pixels) => {
    if (pixels === undefined) {
      box.style.removeProperty(property);
      delete kept[pane];
    } else {
      kept[pane] = Math.round(Math.max(least, Math.min(pixels, most())));
      box.style.setProperty(property, `${kept[pane]}px`);
    }
    localStorage.setItem(KEPT, JSON.stringify(kept));
    show();
    studio.stage.resize();
  };
  if (Number.isFinite(kept[pane])) set(kept[pane]);
  const sign = side === 'right' ? 1 : -1;
  bar.onpointerdown = (event) => {
    event.preventDefault();
    bar.setPointerCapture(event.pointerId);
    const [from, start] = [isTall ? event.clientY : event.clientX, size()];
    bar.onpointermove = (moved) =>
      set(start + sign * ((isTall ? moved.clientY : moved.clientX) - from));
  };
  bar.onlostpointercapture = () => (bar.onpointermove = null);
  bar.ondblclick = () => set(undefined);
  bar.onkeydown = (event) => {
    const ways = isTall ? ['ArrowDown', 'ArrowUp'] : ['ArrowRight', 'ArrowLeft'];
    const way = ways.indexOf(event.key);
    if (way < 0) return;
    event.preventDefault();
    event.stopPropagation();
    set(size() + sign * (way === 0 ? STEP : -STEP));
  };
  if (side === 'right') box.after(bar);
  else box.before(bar);
  new MutationObserver(show).observe(box, { attributeFilter: ['hidden'] });
  show();
}
