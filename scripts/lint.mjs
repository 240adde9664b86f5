// Style: eslint for mistakes, prettier for JavaScript's layout, clang-format for C's.
//
// usage: npm run lint             reports, changes nothing
//        npm run lint -- --fix    lays files out anew
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { filesBelow, packageProgram, root, run, runMain } from './run.mjs';

// Its versions lay out differently: this is the one that scripts/setup.mjs installs.
const CLANG_FORMAT = 'clang-format-19';
const C_FOLDERS = ['src', 'wasm', 'cmake', 'tests', 'examples'];

const cFiles = () =>
  C_FOLDERS.flatMap((name) => filesBelow(name, (file) => /\.(c|h|cc)$/.test(file)));

export async function lint({ fix = false } = {}) {
  await run(packageProgram('eslint'), ['.']);
  await run(packageProgram('prettier'), [fix ? '--write' : '--check', '--log-level=warn', '.']);
  const list = path.join(root, 'build/c_files.txt');
  fs.mkdirSync(path.dirname(list), { recursive: true });
  fs.writeFileSync(list, cFiles().join('\n'));
  await run(CLANG_FORMAT, [...(fix ? ['-i'] : ['--dry-run', '-Werror']), `--files=${list}`]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(() => lint({ fix: process.argv.includes('--fix') }));
}
