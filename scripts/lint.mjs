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
  const list = path.join(root, 'build/c_files.txt');
  fs.mkdirSync(path.dirname(list), { recursive: true });
  fs.writeFileSync(list, cFiles().join('\n'));
  const layOut = () =>
    run(packageProgram('prettier'), [fix ? '--write' : '--check', '--log-level=warn', '.']);
  // what is being written is not to be read
  if (fix) await layOut();
  const checks = await Promise.allSettled([
    run(packageProgram('eslint'), ['.']),
    ...(fix ? [] : [layOut()]),
    run(CLANG_FORMAT, [...(fix ? ['-i'] : ['--dry-run', '-Werror']), `--files=${list}`]),
  ]);
  for (const check of checks) if (check.status === 'rejected') throw check.reason;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(() => lint({ fix: process.argv.includes('--fix') }));
}
