// What the servers of the tests say of the files they send.
import path from 'node:path';

/** @type {Record<string, string>} */
const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.wasm': 'application/wasm',
  '.xml': 'text/xml',
};

/** @param {string} file */
export const contentType = (file) => types[path.extname(file)] ?? 'application/octet-stream';
