// The gallery's page: a card for every example, by theme.
import { element } from './dom.js';
import { descriptionOf, themes, titleOf } from './examples.js';

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
const programs = import.meta.glob('../../examples/*.js');

document.documentElement.dataset.theme =
  localStorage.getItem('theme') ??
  (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark');

/** @param {string} name */
function card(name) {
  const path = `../../examples/${name}.xml`;
  const title = titleOf(name);
  const heading = element('h3', {}, title);
  if (programs[`../../examples/${name}.js`])
    heading.append(element('span', { className: 'badge', textContent: 'experiment' }));
  const picture = element('img', {
    src: `./thumbnails/${name}.webp`,
    alt: '',
    width: 480,
    height: 300,
    loading: 'lazy',
  });
  return element(
    'li',
    { className: 'card' },
    element('a', { href: `./#${name}`, tabIndex: -1, 'aria-hidden': 'true' }, picture),
    heading,
    element('p', { textContent: descriptionOf(texts[path]) }),
    element(
      'div',
      { className: 'links' },
      element('a', { href: `./#${name}`, 'aria-label': `Open ${title} in the studio` }, 'Open'),
      element('a', { href: sources[path], 'aria-label': `Source of ${title}` }, 'Source'),
    ),
  );
}

document
  .getElementById('themes')
  ?.append(
    ...themes.map(({ theme, models }) =>
      element(
        'section',
        {},
        element('h2', { textContent: theme }),
        element('ul', { className: 'cards' }, ...models.map(card)),
      ),
    ),
  );
