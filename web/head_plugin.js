// What the heads of all pages have in common: the content security policy, and what other sites show of a link to the page.
//
// The policy lets the pages run the site's own scripts and WebAssembly and nothing else: a model, a link or a file name that
// strangers made cannot. Styles may be inline, since widgets make theirs; models are fetched from any host.
//
// A link to the documentation stays where that is built too (scripts/web.mjs).
//
// SITE_URL in the environment of the build makes addresses of previews absolute, which some sites ask for.
import { createHash } from 'node:crypto';
import process from 'node:process';
import { FRAME_SCRIPT } from '../js/viewer/program/frame.js';

/** The frame that starts the worker of a program inherits the policy of the page. */
const frame = `'sha256-${createHash('sha256').update(FRAME_SCRIPT).digest('base64')}'`;

/** @param {string} connect where the page may fetch from */
export const policy = (connect) =>
  [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval' ${frame}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    `connect-src ${connect}`,
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/**
 * What other sites show of a link to a page: attributes of its meta elements.
 * @typedef {{ title: string, description: string, image: { file: string, alt: string }, page: string }} Preview file and page from the root of the site
 * @param {Preview} preview
 * @param {string} [root] of the site, from the page
 * @returns {Record<string, string>[]}
 */
export function socialTags({ title, description, image, page }, root = './') {
  const site = process.env.SITE_URL?.replace(/\/?$/, '/');
  const social = {
    'og:type': 'website',
    'og:site_name': 'limber',
    'og:title': title,
    'og:description': description,
    'og:image': (site ?? root) + image.file,
    'og:image:alt': image.alt,
    ...(site ? { 'og:url': site + page } : {}),
  };
  const tags = Object.entries(social).map(([property, content]) => ({ property, content }));
  return [...tags, { name: 'twitter:card', content: 'summary_large_image' }];
}

/** @param {string} html @param {RegExp} pattern */
const find = (html, pattern) => pattern.exec(html)?.[1] ?? '';

/** @returns {import('vite').Plugin} */
export function commonHead() {
  return {
    name: 'limber-common-head',
    transformIndexHtml: {
      order: 'pre',
      handler(html, { path }) {
        const loads = !/\/(gallery|welcome)\.html$/.test(path);
        const title = find(html, /<title>([^<]*)<\/title>/);
        const description = find(html, /<meta\s+name="description"\s+content="([^"]*)"/);
        const page = path.slice(path.lastIndexOf('/') + 1).replace('index.html', '');
        const social = socialTags({
          title,
          description,
          image: {
            file: 'preview.webp',
            alt: 'A humanoid of capsules on a floor of tiles, in the studio',
          },
          page,
        });
        const tags = [
          {
            tag: 'meta',
            attrs: {
              'http-equiv': 'Content-Security-Policy',
              content: policy(loads ? "'self' https: http: blob:" : "'self'"),
            },
            injectTo: /** @type {const} */ ('head-prepend'),
          },
          {
            tag: 'meta',
            attrs: { name: 'referrer', content: 'no-referrer' },
            injectTo: /** @type {const} */ ('head'),
          },
          ...social.map((attrs) => ({
            tag: 'meta',
            attrs,
            injectTo: /** @type {const} */ ('head'),
          })),
        ];
        const docs = /\n\s*<a [^>]*href="\.\/docs\/[^<]*<\/a>/;
        return { html: process.env.LIMBER_DOCS ? html : html.replace(docs, ''), tags };
      },
    },
  };
}
