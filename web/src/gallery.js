// The gallery's page: a card for every example, by theme.
import showcase from '../../examples/showcase.json';
import { byId, element, takeTheme } from './dom.js';
import { descriptionOf, themes, titleOf } from './examples.js';
import { programOf } from './programs.js';

/** @type {Record<string, string>} */
const texts = import.meta.glob('../../examples/*.xml', {
  query: '?raw',
  import: 'default',
  eager: true,
});
/** @type {Record<string, string>} */
const sources = import.meta.glob('../../examples/*.xml', {
  query: '?url',
  import: 'default',
  eager: true,
});

takeTheme();

/** @param {string} name @param {string} theme */
function card(name, theme) {
  const path = `../../examples/${name}.xml`;
  const title = titleOf(name);
  const heading = element('h3', {}, title);
  if (programOf(name))
    heading.append(element('span', { className: 'badge', textContent: 'experiment' }));
  const picture = element('img', {
    src: `./thumbnails/${name}.webp`,
    alt: '',
    width: 480,
    height: 300,
    loading: 'lazy',
  });
  const description = descriptionOf(texts[path]);
  // moments one above the other: they play while somebody points at the card, and are fetched then
  const strip = element('div', { className: 'strip', ariaHidden: 'true' });
  const { try: tried } = /** @type {Record<string, { try: string }>} */ (showcase)[name];
  const made = element(
    'li',
    { className: 'card' },
    element('div', { className: 'picture' }, picture, strip),
    heading,
    element('p', { textContent: description }),
    element('p', { className: 'try', textContent: tried }),
    element(
      'div',
      { className: 'links' },
      element(
        'a',
        { className: 'open', href: `./#${name}`, 'aria-label': `Open ${title} in the studio` },
        'Open',
      ),
      element('a', { href: sources[path], 'aria-label': `Source of ${title}` }, 'Source'),
    ),
  );
  made.addEventListener(
    'pointerenter',
    () => (strip.style.backgroundImage = `url("./thumbnails/${name}.strip.webp")`),
    { once: true },
  );
  made.dataset.words = `${made.textContent} ${theme}`.toLowerCase();
  return made;
}

byId('themes').append(
  ...themes.map(({ theme, models }) =>
    element(
      'section',
      {},
      element('h2', { textContent: theme }),
      element('ul', { className: 'cards' }, ...models.map((name) => card(name, theme))),
    ),
  ),
);

const filter = byId('filter', HTMLInputElement);

/** Shows the cards in which all words are found. */
function show() {
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const section of document.querySelectorAll('#themes > section')) {
    let some = false;
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (section.querySelectorAll('.card'))) {
      one.hidden = !words.every((word) => one.dataset.words?.includes(word));
      if (!one.hidden) count++;
      some ||= !one.hidden;
    }
    /** @type {HTMLElement} */ (section).hidden = !some;
  }
  byId('nothing').hidden = count > 0;
  byId('found').textContent = `${count} ${count === 1 ? 'model' : 'models'}`;
}

filter.addEventListener('input', show);
show();
