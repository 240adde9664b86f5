// models/NAME.html of the site: what other sites show of a link to a model of the gallery, its picture and what it is about. The page
// leads on to the studio, with what the link carries.
import fs from 'node:fs';
import { policy, socialTags } from './head_plugin.js';

const FOLDER = 'models';
const examples = new URL('../examples/', import.meta.url);

/** Leads to the studio: scripts of pages are files of their own. */
const LEAD = `const name = location.pathname.replace(/^.*\\/|\\.html$/g, '');
location.replace('../' + location.search + (location.hash || '#' + name));
`;

/** @param {string} text */
const escape = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @param {string} tag @param {Record<string, string>} attributes */
const written = (tag, attributes) =>
  `<${tag} ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${escape(value)}"`)
    .join(' ')} />`;

/** @param {string} file */
const read = (file) => fs.readFileSync(new URL(file, examples), 'utf8');

/** @param {string} name of a model @param {string} tried what to try */
function modelPage(name, tried) {
  const title = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ');
  const [, comment = ''] = /^\s*<!--([^]*?)-->/.exec(read(`${name}.xml`)) ?? [];
  const description = comment.replace(/\s+/g, ' ').trim();
  const image = { file: `thumbnails/${name}.webp`, alt: `${title}, in the studio` };
  const preview = { title: `${title} - limber`, description, image };
  const social = socialTags({ ...preview, page: `${FOLDER}/${name}.html` }, '../');
  const head = [
    '<meta charset="utf-8" />',
    written('meta', { 'http-equiv': 'Content-Security-Policy', content: policy("'self'") }),
    '<meta name="viewport" content="width=device-width, initial-scale=1" />',
    '<meta name="color-scheme" content="dark light" />',
    '<meta name="referrer" content="no-referrer" />',
    `<title>${escape(preview.title)}</title>`,
    written('meta', { name: 'description', content: description }),
    ...social.map((attributes) => written('meta', attributes)),
    '<link rel="icon" href="../icon.svg" type="image/svg+xml" />',
    '<script src="./lead.js"></script>',
  ];
  const body = [
    `<main><h1>${escape(title)}</h1>`,
    `<p>${escape(description)}</p><p>${escape(tried)}</p>`,
    `<p><a href="../#${name}">Open it in the studio</a></p></main>`,
  ];
  return `<!doctype html>\n<html lang="en">\n<head>\n${head.join('\n')}\n</head>\n<body>\n${body.join('\n')}\n</body>\n</html>\n`;
}

/** @returns {import('vite').Plugin} */
export function modelPages() {
  return {
    name: 'limber-model-pages',
    generateBundle() {
      const themes = /** @type {{ models: string[] }[]} */ (JSON.parse(read('gallery.json')));
      const showcase = /** @type {Record<string, { try: string }>} */ (
        JSON.parse(read('showcase.json'))
      );
      for (const name of themes.flatMap(({ models }) => models))
        this.emitFile({
          type: 'asset',
          fileName: `${FOLDER}/${name}.html`,
          source: modelPage(name, showcase[name].try),
        });
      this.emitFile({ type: 'asset', fileName: `${FOLDER}/lead.js`, source: LEAD });
    },
  };
}
