// The pane of plots: which cards are shown, when they read, when they draw.
import { download, element, hint } from '../dom.js';
import { countsCard, energyCard, sensorsCard, solverCard, timingsCard } from './cards.js';
import { drawPicture } from './picture.js';
import { curvesCard } from './curves.js';
import { programCard } from './program_card.js';

const EVERY = 60; // milliseconds between drawings
const REPLAYED = 200; // earlier states that a new card shows

/** What the numbers of a card are. @type {Record<string, string>} */
const UNITS = {
  Energy: 'J',
  Timings: 'ms per step',
  Solver: 'last step',
};

/** @typedef {import('./cards.js').Card} Card */

export class Plots {
  /** @param {HTMLElement} parent @param {import('../studio.js').Studio} studio */
  constructor(parent, studio) {
    this.studio = studio;
    this.active = true;
    this.last = 0;
    /** Curves that were asked for. @type {string[]} */
    this.curves = ['qpos'];
    /** @type {Record<string, (box: HTMLElement, simulation: import('limber').Simulation) => Card>} */
    this.kinds = {
      Curves: (box, simulation) =>
        curvesCard(box, simulation, this.curves, (card) => this.refill(card)),
      Program: (box) => programCard(box, studio),
      Energy: energyCard,
      Sensors: sensorsCard,
      Timings: timingsCard,
      Solver: solverCard,
      Counts: countsCard,
    };
    /** @type {Map<string, { box: HTMLElement, body: HTMLElement, button: HTMLElement, card: Card | null }>} */
    this.cards = new Map();
    const bar = element('div', { className: 'plots-bar', role: 'group', 'aria-label': 'Plots' });
    this.row = element('div', {
      className: 'plots-row',
      tabIndex: 0,
      role: 'group',
      'aria-label': 'Charts',
    });
    parent.append(bar, this.row);
    for (const name of Object.keys(this.kinds)) this.addCard(bar, name);
    this.show(['Curves', 'Energy']);
    studio.on('model', () => this.remake());
    studio.on('reset', () => this.each((card) => card.clear?.()));
    studio.on('frame', () => this.frame());
    studio.onAny(['state', 'running'], () => this.frame(true));
    studio.beforeStep.add(() => this.each((card) => card.step?.()));
    new ResizeObserver(() => this.each((card) => card.draw())).observe(parent);
  }

  /** @param {HTMLElement} bar @param {string} name */
  addCard(bar, name) {
    const body = element('div');
    const box = element(
      'article',
      { className: 'card-plot', hidden: true },
      element(
        'header',
        {},
        element(
          'h2',
          { textContent: name },
          element('span', { className: 'unit', textContent: UNITS[name] ?? '' }),
        ),
        element(
          'span',
          {},
          ...['PNG', 'CSV'].map((kind) =>
            element('button', {
              textContent: kind,
              title: `Save ${name.toLowerCase()} as ${kind}`,
              'aria-label': `Save ${name.toLowerCase()} as ${kind}`,
              onclick: () => (kind === 'CSV' ? this.save(name) : this.savePicture(name)),
            }),
          ),
        ),
      ),
      body,
    );
    box.dataset.card = name;
    const button = element('button', {
      textContent: name,
      'aria-pressed': 'false',
      onclick: () => this.toggle(name, Boolean(box.hidden)),
    });
    bar.append(button);
    this.row.append(box);
    this.cards.set(name, { box, body, button, card: null });
  }

  /** Shows these cards and no others. @param {string[]} names */
  show(names) {
    for (const name of this.cards.keys()) this.toggle(name, names.includes(name));
  }

  /** A curve more, beside those that are shown. @param {string} text */
  addCurve(text) {
    if (!this.curves.includes(text)) this.curves.push(text);
    this.toggle('Curves', false);
    this.toggle('Curves', true);
    this.cards.get('Curves')?.box.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** @param {string} name @param {boolean} on */
  toggle(name, on) {
    const entry = this.cards.get(name);
    if (!entry) return;
    entry.box.hidden = !on;
    entry.button.setAttribute('aria-pressed', String(on));
    const { simulation } = this.studio;
    if (on && !entry.card && simulation) {
      entry.card = this.kinds[name](entry.body, simulation);
      entry.card.setActive?.(this.active);
      this.refill(entry.card);
    } else if (!on) this.drop(entry);
  }

  /** Shows what led to the present. @param {Card} card */
  refill(card) {
    const { simulation, history } = this.studio;
    if (card.take && simulation) {
      card.clear?.();
      history?.replay(REPLAYED, (past) => card.take?.(past));
    }
    card.draw();
  }

  /** @param {{ body: HTMLElement, card: Card | null }} entry */
  drop(entry) {
    entry.card?.setActive?.(false);
    entry.card?.remove();
    entry.card = null;
    entry.body.replaceChildren();
  }

  /** Another model runs. */
  remake() {
    for (const [name, entry] of this.cards) {
      this.drop(entry);
      this.toggle(name, !entry.box.hidden);
    }
  }

  /** @param {(card: Card) => void} action */
  each(action) {
    if (this.active) for (const { card } of this.cards.values()) if (card) action(card);
  }

  /** @param {boolean} on the pane is open */
  setActive(on) {
    this.active = on;
    for (const { card } of this.cards.values()) card?.setActive?.(on);
  }

  /** @param {boolean} [now] */
  frame(now = false) {
    if (!this.active) return;
    this.each((card) => card.sample?.());
    const time = performance.now();
    if (!now && this.studio.running && time - this.last < EVERY) return;
    this.last = time;
    this.each((card) => card.draw());
  }

  /** @param {string} name */
  async savePicture(name) {
    const body = this.cards.get(name)?.body;
    const picture = body && drawPicture(body, name);
    if (!picture) return hint('There is no curve yet.');
    const blob = await new Promise((/** @type {BlobCallback} */ done) => picture.toBlob(done));
    if (blob) download(blob, `${name.toLowerCase()}.png`);
    return undefined;
  }

  /** @param {string} name */
  save(name) {
    const card = this.cards.get(name)?.card;
    card?.sample?.();
    if (card) download(new Blob([card.csv()], { type: 'text/csv' }), `${name.toLowerCase()}.csv`);
  }
}
