// welcome.html of the site: figures and samples of code are read where they are kept, so that none is written twice. A figure that is not
// found there ends the build.
import fs from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

const root = new URL('../', import.meta.url);
/** @param {string} file */
const read = (file) => fs.readFileSync(new URL(file, root), 'utf8');

/** @param {string} text */
const escape = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** What a file says. @param {string} file @param {RegExp} pattern with groups @returns {string[]} */
export function said(file, pattern) {
  const groups = pattern.exec(read(file))?.slice(1);
  if (!groups) throw new Error(`${file} has no ${pattern} for welcome.html.`);
  return groups;
}

/** Speeds of the peer's in the table of the benchmark. */
function ratios() {
  const [head, ...rows] = read('tests/bench/results.csv').trim().split('\n');
  const column = head.split(',').indexOf('ratio');
  const values = rows.map((row) => Number(row.split(',')[column])).filter((value) => value > 0);
  if (values.length === 0) throw new Error('tests/bench/results.csv has no ratios.');
  const mean = Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
  return { count: values.length, mean, least: Math.min(...values) };
}

/** @typedef {{ value: string, text: string, page: string }} Figure page: of the documentation, that says how it is measured */

/** @returns {Figure[]} */
export function figures() {
  const { count, mean, least } = ratios();
  const engine = fs.readFileSync(new URL('js/engine/limber.wasm', root));
  const [picture, moves] = said(
    'docs/performance.md',
    /picture of the first scene\s+stands there after ([\d.]+) s, and the robot walks under its policy\s+after ([\d.]+) s/,
  );
  const [compared] = said('docs/testing.md', /^\| conformance \|.*\| ([\d,]+) \|$/m);
  const [tests] = said('docs/testing.md', /^\| c-debug \|.*\| ([\d,]+) tests in/m);
  return [
    {
      value: `${mean.toFixed(1)} ×`,
      text: `the speed of @mujoco/mujoco in the same process: the mean over ${count} scenes, of which the least has ${least.toFixed(2)}`,
      page: 'performance.html#measuring',
    },
    {
      value: `${Math.round(brotliCompressSync(engine).length / 1000)} kB`,
      text: 'to fetch for the whole engine, in brotli',
      page: 'performance.html#size',
    },
    {
      value: `${moves} s`,
      text: `until a robot walks in the studio on a slow phone network, at the first visit; its picture is there after ${picture} s`,
      page: 'performance.html#the-first-visit',
    },
    {
      value: compared,
      text: 'tests hold it against @mujoco/mujoco, number by number',
      page: 'testing.html',
    },
    {
      value: tests,
      text: 'tests of the C code, with sanitizers of addresses and undefined behaviour',
      page: 'testing.html',
    },
  ];
}

/** The first sample of a language in the README, whose samples run in tests. @param {string} language */
export const sample = (language) =>
  said('README.md', new RegExp(`^\`\`\`${language}\\n([^]*?)\\n\`\`\`$`, 'm'))[0];

/** A link to the source, where the package says where that is. */
function sourceLink() {
  const { repository } = /** @type {{ repository?: string | { url: string } }} */ (
    JSON.parse(read('package.json'))
  );
  const url = typeof repository === 'string' ? repository : repository?.url;
  if (!url?.startsWith('https://') && !url?.startsWith('git+https://')) return '';
  return ` <a href="${escape(url.replace(/^git\+|\.git$/g, ''))}">Source</a>`;
}

/** @param {Figure} figure */
const written = ({ value, text, page }) =>
  `<div><dt>${escape(value)}</dt><dd>${escape(text)}. <a href="./docs/${page}">How it is measured<span class="hidden">: ${escape(value)}</span></a></dd></div>`;

/** @returns {import('vite').Plugin} */
export function welcomePage() {
  return {
    name: 'limber-welcome-page',
    transformIndexHtml: {
      order: 'pre',
      handler(html, { path }) {
        if (!path.endsWith('/welcome.html')) return html;
        return html
          .replace('<!-- numbers -->', () => figures().map(written).join(''))
          .replace(/<!-- sample (\w+) -->/g, (_all, language) => escape(sample(language)))
          .replace('<!-- source -->', sourceLink);
      },
    },
  };
}
