// One HTML file with a model, the engine and a viewer inside: it opens from disk, fetches nothing, and may run no code but the viewer's.

import { FRAME_SCRIPT } from './program/frame.js';

/**
 * What a page carries for dist/viewer.js (standalone.js): files and the engine's module are zlib's format in base64.
 * @typedef {object} Carried
 * @property {string} main the model among the files
 * @property {Record<string, string>} files
 * @property {string} [module] limber.wasm, where it is not to be fetched
 * @property {{ code: string, values: Record<string, number> }} [program] what drives it: a classic script, for a sandbox
 * @property {object} [snapshot] what to show at first, its state in base64 of the same kind
 */

/** @param {string} text */
const escape = (text) =>
  text.replace(/[&<>"]/g, (sign) => `&#${/** @type {number} */ (sign.codePointAt(0))};`);

/** Attributes as text: true stands alone, what is false or empty is left out. @param {Record<string, string | boolean | undefined>} attributes */
export const writeAttributes = (attributes) =>
  Object.entries(attributes)
    .filter(([, value]) => value)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escape(String(value))}"`))
    .join('');

/** The model in a page, for dist/viewer.js. @param {Carried} carried */
export const writeCarried = (carried) =>
  `<script type="application/json" id="limber-bundle">${JSON.stringify(carried).replaceAll('<', '\\u003c')}</script>`;

/** What a content security policy calls a script by. @param {string} script */
async function hashOf(script) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script));
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

/**
 * @param {object} content
 * @param {string} content.title
 * @param {Record<string, string | boolean | undefined>} content.attributes of the viewer
 * @param {string} content.viewer code of the viewer: dist/viewer.js
 * @param {Carried} content.carried
 */
export async function writePage({ title, attributes, viewer, carried }) {
  const script = viewer.replace(/<(?=\/script)/gi, '\\x3c').replaceAll('\r\n', '\n');
  const frame = carried.program
    ? [` '${await hashOf(FRAME_SCRIPT)}'`, 'worker-src blob:']
    : ['', "worker-src 'none'"];
  const policy = [
    "default-src 'none'",
    `script-src '${await hashOf(script)}' 'wasm-unsafe-eval'${frame[0]}`,
    frame[1],
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<link rel="icon" href="data:,">
<style>
html, body { margin: 0; height: 100%; }
limber-viewer { display: block; width: 100%; height: 100%; }
</style>
</head>
<body>
<limber-viewer${writeAttributes(attributes)}></limber-viewer>
${writeCarried(carried)}
<script type="module">${script}</script>
</body>
</html>
`;
}
