// npm run build:docs: the documentation as a site, in build/docs/ (npm run build:web puts it beside the studio, under docs/).
//
// Guides are docs/*.md. References are made from their sources: the declarations of the package, the engine's public headers, and the
// MJCF table.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { readHeaders } from '../wasm/headers.mjs';
import { describeInterface } from '../wasm/interface.mjs';
import { publicMembers, readDeclarations } from './docs/declarations.mjs';
import { historyChart, readHistory } from './docs/history.mjs';
import { readSchema } from './docs/schema.mjs';
import { findBody, findScript, llmsText, sectionsOf } from './docs/search.mjs';
import { exists, root, runMain, say } from './run.mjs';

/**
 * @typedef {import('../wasm/interface.mjs').Interface} Interface
 * @typedef {import('./docs/declarations.mjs').Declaration} Declaration
 * @typedef {import('./docs/schema.mjs').Element} Element
 */

const OUTPUT = 'build/docs';

/** Guides in the order of the menu: file, title. @type {[file: string, title: string][]} */
export const guides = [
  ['hello', 'Hello'],
  ['loading', 'Loading models'],
  ['recipes', 'Recipes'],
  ['performance', 'Performance'],
  ['workers', 'Workers and rollouts'],
  ['batches', 'Batches'],
  ['gpu', 'Batches on the GPU'],
  ['cluster', 'Clusters'],
  ['environments', 'Environments'],
  ['control', 'Control'],
  ['policies', 'Policies and training'],
  ['threads', 'Threads'],
  ['embedding', 'Bundlers, CDNs, policies'],
  ['hosts', 'Hosts'],
  ['pictures', 'Pictures'],
  ['files', 'Files in and out'],
  ['notebooks', 'Notebooks'],
  ['cli', 'Command line'],
  ['c', 'From C and C++'],
  ['migration', 'Coming from @mujoco/mujoco'],
  ['from_python', 'Coming from Python'],
  ['from_dm_control', 'Coming from dm_control'],
  ['from_rapier', 'Coming from Rapier'],
  ['compatibility', 'Compatibility'],
  ['architecture', 'Architecture'],
  ['testing', 'How limber is tested'],
  ['differences', 'Where the manuals differ'],
  ['notation', 'Notation'],
];
/** @type {[file: string, title: string][]} */
const references = [
  ['api', 'limber'],
  ['functions', 'limber/mujoco: functions'],
  ['structs', 'limber/mujoco: structs'],
  ['enums', 'limber/mujoco: enums'],
  ['mjcf', 'MJCF attributes'],
];

/** @type {Record<string, string>} */
const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** @param {string | number} text */
export const escape = (text) => String(text).replace(/[&<>"]/g, (sign) => entities[sign]);
/** @param {string} text */
const slug = (text) =>
  text
    .toLowerCase()
    .replace(/[^\w]+/g, '-')
    .replace(/^-|-$/g, '');

const style = `
:root { color-scheme: light dark; --ink: light-dark(#1c2127, #e4e7ea); --soft: light-dark(#59636e, #9aa4ae); --line: light-dark(#d9dee3, #31383f); --page: light-dark(#fff, #16191d); --code: light-dark(#f3f5f7, #1f2429); --mark: light-dark(#b4500f, #f0954e); }
* { box-sizing: border-box; }
body { margin: 0; display: grid; grid-template-columns: 260px minmax(0, 1fr); color: var(--ink); background: var(--page); font: 16px/1.6 system-ui, sans-serif; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 24px 20px; border-right: 1px solid var(--line); font-size: 14px; }
nav b { display: block; margin: 18px 0 4px; color: var(--soft); font-weight: 600; }
nav a { display: block; padding: 2px 0; color: inherit; text-decoration: none; }
nav a:hover, nav a[aria-current] { color: var(--mark); }
main { max-width: 900px; padding: 32px 40px 80px; overflow-wrap: break-word; }
a { color: var(--mark); }
code { font: 13.5px/1.5 ui-monospace, monospace; background: var(--code); padding: 1px 4px; border-radius: 4px; }
pre { background: var(--code); padding: 12px 16px; border-radius: 8px; overflow: auto; }
pre code { padding: 0; background: none; }
table { border-collapse: collapse; width: 100%; font-size: 14px; display: block; overflow: auto; }
th, td { text-align: left; vertical-align: top; padding: 5px 12px 5px 0; border-bottom: 1px solid var(--line); }
h2, h3 { margin-top: 2em; scroll-margin-top: 12px; }
h3 { font-size: 1em; }
.run { margin-right: 12px; padding: 3px 14px; font: inherit; font-size: 14px; border: 1px solid var(--line); border-radius: 6px; color: var(--mark); background: var(--page); cursor: pointer; }
.printed { display: block; white-space: pre-wrap; font: 13.5px/1.5 ui-monospace, monospace; color: var(--soft); }
.printed.wrong { color: light-dark(#b3261e, #f2877f); }
limber-viewer { position: fixed; right: 16px; bottom: 16px; width: 320px; height: 240px; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
input[type=search] { width: 100%; padding: 6px 10px; font: inherit; border: 1px solid var(--line); border-radius: 6px; background: var(--page); color: inherit; }
.soft { color: var(--soft); }
@media (max-width: 760px) {
  body { display: block; }
  nav { position: static; display: flex; flex-wrap: wrap; gap: 0 14px; height: auto; padding: 12px 16px; border: 0; border-bottom: 1px solid var(--line); }
  nav b { width: 100%; margin: 6px 0 0; }
  main { padding: 16px; }
}
`;

// hides what does not match; kept in a file of its own, so that pages need no inline script
const searchScript = `const field = document.querySelector('main input[type=search]');
const entries = [...document.querySelectorAll('[data-entry]')];
field?.addEventListener('input', () => {
  const wanted = field.value.trim().toLowerCase();
  for (const entry of entries) entry.hidden = !entry.dataset.entry.includes(wanted);
});
`;

/**
 * A page with the menu.
 *
 * @param {string} name @param {string} title @param {string} body
 */
function page(name, title, body, { search = false, live = false } = {}) {
  const link = (/** @type {[string, string]} */ [file, text]) =>
    `<a href="${file === 'hello' ? 'index' : file}.html"${file === name ? ' aria-current="page"' : ''}>${escape(text)}</a>`;
  const field = search
    ? '<p><input type="search" placeholder="Find a name" aria-label="Find a name"></p>'
    : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} - limber</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="style.css">
</head>
<body>
<nav aria-label="Pages"><a href="../index.html">limber studio</a>
<a href="../welcome.html">About limber</a>
<form role="search" action="search.html"><input type="search" name="q" placeholder="Search" aria-label="Search all pages"></form>
<b>Guide</b>${guides.map(link).join('')}
<b>Reference</b>${references.map(link).join('')}</nav>
<main>
${field}${body}
</main>
${search ? '<script src="search.js"></script>' : ''}${live ? '<script type="module" src="live.js"></script>' : ''}
</body>
</html>
`;
}

/**
 * Markdown, with headings that can be linked and links between guides that lead to pages.
 *
 * @param {string} name @param {string} title
 */
async function guidePage(name, title) {
  const { Marked } = await import('marked');
  const marked = new Marked();
  marked.use({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${slug(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const target = href.replace(
          /^(?:\.\/)?([\w-]+)\.md/,
          (_, file) => `${file === 'hello' ? 'index' : file}.html`,
        );
        return `<a href="${escape(target)}">${this.parser.parseInline(tokens)}</a>`;
      },
    },
  });
  const text = fs.readFileSync(path.join(root, 'docs', `${name}.md`), 'utf8');
  return page(name, title, await marked.parse(text), { live: name === 'recipes' });
}

/** Comment text with `code` in it. @param {string} text */
const prose = (text) => escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');
/** @param {string} text */
const codeBlock = (text) => `<pre><code>${escape(text)}</code></pre>`;
/** @param {string} id @param {string} body */
const entry = (id, body) =>
  `<section data-entry="${escape(id.toLowerCase())}"><h3 id="${escape(slug(id))}"><code>${escape(id)}</code></h3>${body}</section>\n`;

/** Types in declarations without the paths of the modules they come from. @param {string} code */
const shortTypes = (code) =>
  code.replace(/import\("[^"]*"\)\./g, '').replace(/^export (declare )?/, '');

/** @param {string[]} tags */
function tagList(tags) {
  const rows = tags
    .filter((tag) => /^@(param|property|returns)\b/.test(tag))
    .map((tag) =>
      /^@(\w+)(?: \{[^]*?\}(?= |$))?(?: (\[?[\w.]+(?:=[^\]]*)?\]?))?\s*(?:- )?([^]*)$/.exec(tag),
    )
    .filter((match) => match !== null)
    .filter((match) => match[3] && match[1] !== 'returns');
  if (rows.length === 0) return '';
  return `<table>${rows.map(([, , name, text]) => `<tr><td><code>${escape(name ?? '')}</code></td><td>${prose(text)}</td></tr>`).join('')}</table>`;
}

/** What the entry 'limber' offers: file, names. @type {[file: string, names: string[]][]} */
const apiSources = [
  ['sim/load', ['load', 'LoadOptions']],
  ['index', ['onWarning', 'registerPlugin']],
  ['sim/engine', ['sharedEngine', 'provideEngine']],
  ['sim/source', ['openSource', 'readFiles', 'findModels', 'ModelSource', 'SourceOptions']],
  ['sim/collect', ['Progress']],
  ['sim/simulation', ['Simulation']],
  ['sim/reader', ['SimulationReader']],
  ['sim/history', ['History', 'HistoryOptions']],
  ['sim/types', ['HandleTypes', 'Joint', 'Sensor', 'Equality', 'Callbacks', 'RayHit']],
  ['sim/contacts', ['Contacts', 'Contact']],
  ['sim/loop', ['RunOptions', 'Loop']],
  ['sim/pace', ['Pace', 'PaceOptions']],
  ['remote/start', ['moveToWorker']],
  ['remote/simulation', ['RemoteSimulation', 'RemoteHistory', 'RemoteRunOptions', 'RemoteOptions']],
  ['batch/create', ['createBatch']],
  [
    'batch/batch',
    [
      'BatchBase',
      'BatchOptions',
      'BatchCall',
      'BatchReset',
      'Noise',
      'RolloutPlan',
      'Recorded',
      'PolicyContext',
    ],
  ],
  ['batch/names', ['resolveParameter', 'Resolved', 'Target']],
  ['rollout/start', ['rollout', 'createRolloutPool']],
  ['rollout/pool', ['RolloutPool', 'PoolOptions', 'RolloutOptions', 'RolloutResult']],
  ['engine/error', ['MjError']],
  ['fields', ['structs', 'fieldsOf', 'StructInfo', 'FieldInfo']],
  ['inline', ['loadMujoco']],
];

/** Every public declaration of 'limber', with its file. */
export function readApi() {
  return apiSources.flatMap(([file, names]) => {
    const source = path.join(root, 'js', `${file}.d.ts`);
    if (!fs.existsSync(source)) return [];
    const found = readDeclarations(fs.readFileSync(source, 'utf8'));
    return names.map((name) => ({
      file,
      name,
      declaration: found.find((item) => item.name === name),
    }));
  });
}

function apiPage() {
  const api = readApi();
  const reader = api.find(({ name }) => name === 'SimulationReader');
  const sections = api.map(({ name, declaration }) => {
    if (!declaration) throw new Error(`no declaration of ${name}`);
    // what simulations have in common is shown with them
    if (name === reader?.name) return '';
    const { kind, doc, code, tags } = declaration;
    const inherited =
      name === 'Simulation' && reader?.declaration ? publicMembers(reader.declaration) : [];
    const members = [...publicMembers(declaration), ...inherited].filter(
      (member) => member.name !== 'constructor',
    );
    const head = kind === 'class' ? `<h2 id="${slug(name)}">${name}</h2>` : '';
    const list = members.map((member) =>
      entry(
        `${name}.${member.name}`,
        `${codeBlock(shortTypes(member.code))}<p>${prose(member.doc)}</p>${tagList(member.tags)}`,
      ),
    );
    if (head) return `${head}<p>${prose(doc)}</p>${list.join('')}`;
    return entry(name, `${codeBlock(shortTypes(code))}<p>${prose(doc)}</p>${tagList(tags)}`);
  });
  return page('api', 'limber', `<h1>limber</h1>${sections.join('\n')}`, { search: true });
}

/** @param {import('../wasm/headers.mjs').Headers} headers */
function functionsPage(headers) {
  const all = Object.values(headers.functions).sort((a, b) => (a.name < b.name ? -1 : 1));
  const sections = all.map(({ name, returns, args, comment }) => {
    const list = args
      .map((arg) => `${arg.type} ${arg.name}${arg.dim ? `[${arg.dim}]` : ''}`)
      .join(', ');
    return entry(name, `${codeBlock(`${returns} ${name}(${list})`)}<p>${prose(comment)}</p>`);
  });
  const intro =
    '<p>In C notation. In JavaScript, arrays are arrays, typed arrays or buffers; counts that follow from an array are left out; outputs are filled in place.</p>';
  return page('functions', 'Functions', `<h1>Functions</h1>${intro}${sections.join('')}`, {
    search: true,
  });
}

/** @param {string} name @param {string | number} type @param {string} meaning */
const fieldRow = (name, type, meaning) =>
  `<tr><td><code>${escape(name)}</code></td><td class="soft">${escape(type)}</td><td>${prose(meaning)}</td></tr>`;

/** @param {Interface} description */
function structsPage({ structs }) {
  const sections = structs.map(({ name, comment, fields }) => {
    const rows = fields.map(({ name: field, ctype, shape, type, comment: meaning }) =>
      fieldRow(field, `${ctype === 'struct' ? type : ctype}${shape ? ` (${shape})` : ''}`, meaning),
    );
    return entry(
      `M${name.slice(1)}`,
      `${comment ? `<p>${prose(comment)}</p>` : ''}<table>${rows.join('')}</table>`,
    );
  });
  return page('structs', 'Structs', `<h1>Structs</h1>${sections.join('')}`, { search: true });
}

/** @param {Interface} description */
function enumsPage({ enums }) {
  const sections = enums.map(({ name, comment, values }) =>
    entry(
      name,
      `<p>${prose(comment)}</p><table>${values.map(({ name: key, value, comment: meaning }) => fieldRow(key, value, meaning)).join('')}</table>`,
    ),
  );
  return page('enums', 'Enums', `<h1>Enums</h1>${sections.join('')}`, { search: true });
}

/** @param {Element} element */
function attributeTable({ attributes }) {
  if (attributes.length === 0) return '';
  const rows = attributes.map(({ name, type, initial, notes, meaning }) => {
    const text = [meaning, ...notes].filter(Boolean).join('; ');
    return `<tr><td><code>${name}</code></td><td class="soft">${escape(type)}</td><td class="soft">${escape(initial)}</td><td>${prose(text)}</td></tr>`;
  });
  return `<table><tr><th>attribute</th><th>type</th><th>default</th><th>meaning</th></tr>${rows.join('')}</table>`;
}

function mjcfPage() {
  const elements = readSchema(root);
  const seen = new Set();
  /** @type {string[]} */
  const sections = [];
  const visit = (/** @type {string} */ id, /** @type {string[]} */ parents) => {
    const element = elements.get(id);
    if (!element || seen.has(id)) return;
    seen.add(id);
    const where = [...parents, element.name].join(' / ');
    const inside = element.children.flatMap((child) => elements.get(child) ?? []);
    const children = inside.length
      ? `<p class="soft">inside: ${inside.map((child) => `<a href="#${child.id.toLowerCase()}">${child.name}</a>`).join(', ')}</p>`
      : '';
    const rules = element.rules.map((rule) => `<p>${prose(rule)}</p>`).join('');
    sections.push(
      `<section data-entry="${escape(`${where} ${element.attributes.map((a) => a.name).join(' ')}`.toLowerCase())}"><h3 id="${id.toLowerCase()}"><span class="soft">${escape([...parents, ''].join(' / '))}</span>${element.name}</h3>${attributeTable(element)}${rules}${children}</section>`,
    );
    for (const child of element.children) visit(child, [...parents, element.name]);
  };
  visit('LB_ELEM_MUJOCO', []);
  return page(
    'mjcf',
    'MJCF attributes',
    `<h1>MJCF attributes</h1><p>Made from the table that the engine reads models by.</p>${sections.join('\n')}`,
    { search: true },
  );
}

/** What is found by search, and the guides as text. @param {string} folder @param {Record<string, string>} pages */
function writeSearch(folder, pages) {
  const write = (/** @type {string} */ name, /** @type {string} */ text) =>
    fs.writeFileSync(path.join(folder, name), text);
  const sections = Object.entries(pages).flatMap(([name, html]) => sectionsOf(name, html));
  write('search.json', JSON.stringify(sections));
  write('find.js', findScript);
  write('search.html', page('search', 'Search', findBody));
  const texts = guides.map(([name, title]) => ({
    name,
    title,
    text: fs.readFileSync(path.join(root, 'docs', `${name}.md`), 'utf8'),
  }));
  for (const { name, text } of texts) write(`${name}.md`, text);
  write('llms.txt', llmsText(texts));
  write('llms-full.txt', texts.map(({ text }) => text).join('\n'));
}

/** Writes the site. */
export async function buildDocs(output = OUTPUT) {
  if (!exists('js/index.d.ts')) {
    const { buildTypes } = await import('./build.mjs');
    await buildTypes();
  }
  const folder = path.resolve(root, output);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const headers = readHeaders(root);
  const description = describeInterface(headers);
  /** @type {Record<string, string>} */
  const pages = {
    api: apiPage(),
    functions: functionsPage(headers),
    structs: structsPage(description),
    enums: enumsPage(description),
    mjcf: mjcfPage(),
  };
  for (const [name, title] of guides)
    pages[name === 'hello' ? 'index' : name] = await guidePage(name, title);
  writeSearch(folder, pages);
  for (const [name, html] of Object.entries(pages))
    fs.writeFileSync(path.join(folder, `${name}.html`), html);
  for (const name of fs
    .readdirSync(path.join(root, 'docs'))
    .filter((file) => /\.(svg|webp)$/.test(file)))
    fs.copyFileSync(path.join(root, 'docs', name), path.join(folder, name));
  // drawn anew: the table may be newer than the chart that is kept
  fs.writeFileSync(path.join(folder, 'bench_history.svg'), historyChart(readHistory(root)));
  for (const name of ['live.js', 'robot.xml'])
    fs.copyFileSync(path.join(root, 'scripts/docs', name), path.join(folder, name));
  fs.writeFileSync(path.join(folder, 'style.css'), style);
  fs.writeFileSync(path.join(folder, 'search.js'), searchScript);
  say('build', `${path.relative(root, folder)}: ${Object.keys(pages).length} pages`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runMain(() => buildDocs());
