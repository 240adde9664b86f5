// Builds the package: limber.wasm, the generated bindings, the types, and what dist/ holds.
//
// usage: npm run build [-- --dev]     --dev: the module without link-time optimisation, and nothing of dist/
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { buildDist, buildInline } from './dist.mjs';
import { exists, filesBelow, packageProgram, root, run, runMain, say } from './run.mjs';
import { setUp } from './setup.mjs';
import { buildThreads } from './threads.mjs';

// Where tsc writes declarations before they are copied next to the modules they describe.
const TYPES = 'build/types';
// js/ with its declarations, then what is checked only.
const PROJECTS = ['tsconfig.json', 'tsconfig.tools.json', 'tsconfig.tests.json'];
const TYPES_LIST = 'build/types.json';

/** Configures (when needed) and builds one of the CMake presets. @param {string} preset @param {string[]} args */
export async function buildPreset(preset, ...args) {
  if (!exists(`build/${preset}/build.ninja`)) {
    await run('cmake', ['--preset', preset, '-Wno-dev']);
  }
  await run('cmake', ['--build', '--preset', preset, ...args]);
}

export async function buildModule({ dev = false } = {}) {
  await buildPreset(dev ? 'wasm-dev' : 'wasm');
  // with threads; the development build is for changes of everything else
  if (!dev) await buildPreset('wasm-mt');
  await buildInline();
  buildThreads();
}

// Declarations of an earlier build would be read as sources of this one: they go first.
function removeOldTypes() {
  if (!exists(TYPES_LIST)) return;
  for (const name of JSON.parse(fs.readFileSync(path.join(root, TYPES_LIST), 'utf8'))) {
    fs.rmSync(path.join(root, name), { force: true });
  }
  fs.rmSync(path.join(root, TYPES_LIST));
}

// Checks the JavaScript against its JSDoc types and writes a .d.ts beside each module.
export async function buildTypes() {
  if (filesBelow('js', (name) => name.endsWith('.js')).length === 0) return;
  removeOldTypes();
  fs.rmSync(path.join(root, TYPES), { recursive: true, force: true });
  say('build', 'types: tsc');
  for (const project of PROJECTS) await run(packageProgram('tsc'), ['-p', project]);
  const written = [];
  for (const name of filesBelow(TYPES, (file) => file.endsWith('.d.ts'))) {
    const target = path.relative(TYPES, name);
    if (exists(target)) continue; // written by hand or by the generator
    fs.copyFileSync(path.join(root, name), path.join(root, target));
    written.push(target);
  }
  fs.writeFileSync(path.join(root, TYPES_LIST), JSON.stringify(written));
  // the studio is a user of the package: it is checked against the declarations just written
  await run(packageProgram('tsc'), ['-p', 'web']);
}

/** @param {{ dev?: boolean }} [options] */
export async function build(options) {
  await buildModule(options);
  await buildTypes();
  if (!options?.dev) await buildDist();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(async () => {
    await setUp();
    await build({ dev: process.argv.includes('--dev') });
  });
}
