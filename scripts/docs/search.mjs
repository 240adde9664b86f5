// Search over the whole documentation: an index of headings with their texts, and the page that looks into it. And llms.txt, the same
// documentation as plain text for programs that read it.

/**
 * @typedef {{ page: string, title: string, heading: string, anchor: string, text: string }} Section
 */

/** @type {Record<string, string>} */
const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Text of HTML, without its tags. @param {string} html */
const plain = (html) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name])
    .replace(/\s+/g, ' ')
    .trim();

const most = 400; // letters of a section that are kept

/**
 * Sections of a page.
 * @param {string} name of the page
 * @param {string} html
 * @returns {Section[]}
 */
export function sectionsOf(name, html) {
  const title = plain(html.match(/<title>([^<]*) - limber<\/title>/)?.[1] ?? name);
  const body = html.match(/<main>([^]*)<\/main>/)?.[1] ?? '';
  const parts = body.split(/(?=<h[1-3] id=")/);
  return parts.flatMap((part) => {
    const head = part.match(/^<h[1-3] id="([^"]*)">([^]*?)<\/h[1-3]>/);
    const text = plain(part.replace(/^<h[1-3][^]*?<\/h[1-3]>/, '')).slice(0, most);
    if (!head && !text) return [];
    const [, anchor = '', heading = title] = head ?? [];
    return [{ page: `${name}.html`, title, heading: plain(heading), anchor, text }];
  });
}

/** The script of search.html: sections with all words, those with them in their heading first. */
export const findScript = `const field = document.querySelector('main input[type=search]');
const list = document.querySelector('#found');
const query = new URLSearchParams(location.search).get('q') ?? '';
field.value = query;
const index = fetch('search.json').then((response) => response.json());
const weight = ({ heading, title, text }, words) => {
  const places = [heading, title, text].map((part) => part.toLowerCase());
  let sum = 0;
  for (const word of words) {
    const at = places.findIndex((part) => part.includes(word));
    if (at < 0) return 0;
    sum += [9, 4, 1][at] + (at === 0 && places[0] === word ? 20 : 0);
  }
  return sum;
};
async function find() {
  const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const sections = await index;
  const hits = words.length
    ? sections.map((section) => ({ section, sum: weight(section, words) })).filter(({ sum }) => sum > 0)
    : [];
  hits.sort((a, b) => b.sum - a.sum);
  list.replaceChildren(
    ...hits.slice(0, 40).map(({ section: { page, title, heading, anchor, text } }) => {
      const item = document.createElement('li');
      const link = document.createElement('a');
      link.href = anchor ? page + '#' + anchor : page;
      link.textContent = heading;
      const from = document.createElement('span');
      from.className = 'soft';
      from.textContent = ' ' + title;
      const words = document.createElement('div');
      words.textContent = text.slice(0, 160);
      item.append(link, from, words);
      return item;
    }),
  );
  document.querySelector('#count').textContent = words.length ? hits.length + ' found' : '';
}
field.addEventListener('input', find);
find();
`;

export const findBody = `<h1>Search</h1>
<p><input type="search" aria-label="Search" autofocus></p>
<p class="soft" id="count" role="status"></p>
<ol id="found"></ol>
<script src="find.js"></script>`;

/**
 * llms.txt: what there is, a line for each page, with its text beside it.
 * @param {{ name: string, title: string, text: string }[]} guides
 */
export function llmsText(guides) {
  const lines = guides.map(({ name, title, text }) => {
    const first = text
      .replace(/^#.*$/m, '')
      .trim()
      .split(/\n\s*\n/)[0];
    const words = plain(first.replace(/[`*]|\[([^\]]*)\]\([^)]*\)/g, '$1'));
    const summary = /^[|#`]|^\s*$/.test(first) ? '' : `: ${words.slice(0, 200)}`;
    return `- [${title}](${name}.md)${summary}`;
  });
  return `# limber

> A MuJoCo-compatible physics engine for the web: C compiled to WebAssembly, with a JavaScript API, a three.js renderer and a viewer.

\`npm install limber\`. In short: \`import { load } from 'limber'; const sim = await load('robot.xml'); sim.step();\`

## Guides

${lines.join('\n')}

## Reference

- [limber](api.html), [functions](functions.html), [structs](structs.html), [enums](enums.html), [MJCF attributes](mjcf.html)
- [All guides in one text](llms-full.txt)
`;
}
