// Checks a built limber.wasm: it imports nothing but the documented list (a name more is usually a
// function that nobody defines), and exports what the loader needs and the bindings list.
//
// usage: node scripts/check_module.mjs FILE [--lenient] [--size]
//   --lenient   problems are printed, the exit code stays 0 (development builds)
//   --size      also the size after compression
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { brotliCompressSync } from 'node:zlib';

const ALWAYS_EXPORTED = ['__indirect_function_table', 'malloc', 'free'];
const IMPORT_LIST = 'wasm/imports.syms';
const EXPORT_LIST = 'build/wasm/exports.txt';

/** One name a line; # starts a comment. @param {string} file */
function readNames(file) {
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  return lines.map((line) => line.replace(/#.*/, '').trim()).filter(Boolean);
}

const file = process.argv[2];
const label = path.basename(file);
const bytes = fs.readFileSync(file);
const module = new WebAssembly.Module(bytes);
const problems = [];

const allImports = WebAssembly.Module.imports(module);
const imports = allImports
  .filter(({ kind }) => kind !== 'memory')
  .map(({ module: from, name }) => (from === 'env' ? name : `${from}.${name}`));
if (fs.existsSync(IMPORT_LIST)) {
  const allowed = new Set(readNames(IMPORT_LIST));
  for (const name of imports) {
    if (!allowed.has(name)) problems.push(`imports '${name}', which is not in ${IMPORT_LIST}`);
  }
}

const exported = new Set(WebAssembly.Module.exports(module).map(({ name }) => name));
if (!exported.has('memory') && !allImports.some(({ kind }) => kind === 'memory'))
  problems.push('has no memory');
for (const name of ALWAYS_EXPORTED) {
  if (!exported.has(name)) problems.push(`does not export '${name}'`);
}

// Functions of the public headers that have no definition yet: told, not judged.
if (fs.existsSync(EXPORT_LIST)) {
  const wanted = readNames(EXPORT_LIST).map((name) => name.replace(/^_/, ''));
  const missing = wanted.filter((name) => !exported.has(name));
  if (missing.length) console.log(`${label}: not defined: ${missing.join(' ')}`);
}

// Compressing takes a second or two: only the published build is worth it.
let compressed = '';
if (process.argv.includes('--size')) {
  compressed = `, ${(brotliCompressSync(bytes).length / 1e3).toFixed(0)} kB brotli`;
}
console.log(
  `${label}: ${(bytes.length / 1e3).toFixed(0)} kB${compressed}, ${exported.size} exports, ` +
    `imports: ${imports.join(' ') || 'none'}`,
);
for (const problem of problems) console.error(`${label} ${problem}`);
process.exitCode = problems.length && !process.argv.includes('--lenient') ? 1 : 0;
