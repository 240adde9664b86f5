// Robots by name, to be chosen from: those of limber/models, found by name or kind.
import { element } from '../dom.js';

/** @typedef {import('limber/models').ModelEntry} ModelEntry */

/** @param {ModelEntry} model @param {(name: string) => void} choose */
function row({ name, kind, licence, page }, choose) {
  const short = name.replace(/^\w+:/, '');
  const open = element('button', {
    type: 'button',
    className: 'framed',
    textContent: short.replaceAll('_', ' '),
    onclick: () => choose(name),
  });
  const about = element('a', {
    href: page,
    target: '_blank',
    rel: 'noopener',
    textContent: licence,
    'aria-label': `Licence and pictures of ${short}: ${licence}`,
  });
  return { text: `${short} ${kind}`, item: element('li', {}, open, kind, about) };
}

/**
 * @param {(name: string) => void} choose is given what `load` takes
 * @returns {{ content: HTMLElement[], show: () => Promise<void> }} show: fetches the list, which is part of no page until it is asked for
 */
export function makeZooChooser(choose) {
  const list = element('ul', { 'aria-label': 'Robots' });
  const search = element('input', {
    type: 'search',
    'aria-label': 'Find a robot',
    placeholder: 'unitree, arm, humanoid …',
    spellcheck: false,
  });
  const note = element('p', {
    className: 'note',
    textContent:
      'From MuJoCo Menagerie, by the network of GitHub, each with the licence of its makers; kept here after the first time.',
  });
  /** @type {ReturnType<typeof row>[]} */
  let rows = [];
  search.oninput = () => {
    const words = search.value.toLowerCase().split(/[\s_]+/);
    for (const { text, item } of rows) item.hidden = !words.every((word) => text.includes(word));
  };
  search.onkeydown = (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const shown = rows.filter(({ item }) => !item.hidden);
    if (shown.length > 0) shown[0].item.querySelector('button')?.click();
  };
  return {
    content: [search, list, note],
    async show() {
      if (rows.length > 0) return;
      const { listModels } = await import('limber/models');
      rows = listModels().map((model) => row(model, choose));
      list.replaceChildren(...rows.map(({ item }) => item));
    },
  };
}
