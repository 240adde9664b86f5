#!/usr/bin/env node
// Generates the bindings from the public headers:
//   build/wasm/exports.txt          functions that the module exports
//   js/engine/generated/tables.js   what JavaScript must know of structs, enums and functions
//   js/engine/generated/access.js   getters of fields, a copy for each class
//   js/engine/generated/inline.js   place of the module's copy inside the code
//   js/mujoco.d.ts                  types of the entry 'limber/mujoco'
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readHeaders } from './headers.mjs';
import { accessText } from './access.mjs';
import { tablesText } from './tables.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const headers = readHeaders(root);

// Functions that C programs alone can use: variadic, with C callbacks, about files on disk.
const notExported = /^(mjp_|mjc_|mj_printSchema$)/;
headers.functions = Object.fromEntries(
  Object.entries(headers.functions).filter(([name]) => !notExported.test(name)),
);

function write(name, text) {
  const file = path.join(root, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== text) fs.writeFileSync(file, text);
}

const internal = fs.readFileSync(path.join(root, 'wasm/exports.txt'), 'utf8').split('\n');
const exported = [
  ...internal.filter((line) => line && !line.startsWith('#')),
  ...Object.keys(headers.functions),
];
write('build/wasm/exports.txt', exported.map((name) => `_${name}\n`).join(''));
write('js/engine/generated/tables.js', tablesText(headers));
write('js/engine/generated/access.js', accessText());
// npm run build puts the module in here; bundlers want to find the file in any case
const inline = 'js/engine/generated/inline.js';
if (!fs.existsSync(path.join(root, inline))) write(inline, "export const packed = '';\n");
// the accessors' fields are listed by the modules that define them, which read the tables
const { declarationsText } = await import('./declarations.mjs');
write('js/mujoco.d.ts', await declarationsText(headers));
