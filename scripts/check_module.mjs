// Checks a built limber.wasm: it imports nothing but the documented list, and exports what the
// loader needs. usage: node scripts/check_module.mjs FILE
import fs from 'node:fs';
import process from 'node:process';
import { brotliCompressSync } from 'node:zlib';

const ALWAYS_EXPORTED = ['memory', '__indirect_function_table', 'malloc', 'free'];
const IMPORT_LIST = 'wasm/imports.syms';

// One name a line; # starts a comment.
function readNames(file) {
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  return lines.map((line) => line.replace(/#.*/, '').trim()).filter(Boolean);
}

const file = process.argv[2];
const bytes = fs.readFileSync(file);
const module = new WebAssembly.Module(bytes);
const problems = [];

const imports = WebAssembly.Module.imports(module).map(({ module: from, name }) =>
  from === 'env' ? name : `${from}.${name}`,
);
if (fs.existsSync(IMPORT_LIST)) {
  const allowed = new Set(readNames(IMPORT_LIST));
  for (const name of imports) {
    if (!allowed.has(name)) problems.push(`imports '${name}', which is not in ${IMPORT_LIST}`);
  }
}

const exported = new Set(WebAssembly.Module.exports(module).map(({ name }) => name));
for (const name of ALWAYS_EXPORTED) {
  if (!exported.has(name)) problems.push(`does not export '${name}'`);
}

// Compressing takes a second or two: only the published build is worth it.
let compressed = '';
if (process.argv.includes('--size')) {
  compressed = `, ${(brotliCompressSync(bytes).length / 1e3).toFixed(0)} kB brotli`;
}
console.log(
  `limber.wasm: ${(bytes.length / 1e3).toFixed(0)} kB${compressed}, ${exported.size} exports, ` +
    `imports: ${imports.join(' ') || 'none'}`,
);
for (const problem of problems) console.error(`limber.wasm ${problem}`);
process.exitCode = problems.length ? 1 : 0;
