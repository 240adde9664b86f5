// Builds what the package carries beside its modules:
//   js/engine/generated/inline.js   a copy of limber.wasm inside the code
//   dist/limber.js                  'limber' in one file, for <script type="module"> from a CDN
//   dist/viewer.js                  the same with renderer, three and <limber-viewer>; `limber bundle` puts it into its pages
//   dist/studio/                    the studio, for `limber view`
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { bundleOptions } from './viewer_code.mjs';
import { modulesOf, sharedCode, workerCode } from './shared_code.mjs';
import { filesBelow, root, runMain, say } from './run.mjs';
import { packLzma } from './threads.mjs';

const MODULE = 'js/engine/limber.wasm';
const INLINE = 'js/engine/generated/inline.js';
/** @param {string} name */
const at = (name) => path.join(root, name);

/** @param {string[]} names */
const newest = (names) => Math.max(...names.map((name) => fs.statSync(at(name)).mtimeMs));

// The module is packed anew when it is newer than its copy.
export async function buildInline() {
  // a copy without its size is a placeholder, or packed in another way
  const isThere =
    fs.existsSync(at(INLINE)) && /size = [1-9]\d*;\s*$/.test(fs.readFileSync(at(INLINE), 'utf8'));
  if (isThere && newest([INLINE]) >= newest([MODULE])) return;
  const packed = packLzma(fs.readFileSync(at(MODULE)));
  fs.writeFileSync(
    at(INLINE),
    `// Made by scripts/dist.mjs from limber.wasm; do not edit.\n/** @type {string} */\nexport const packed = '${packed}';\nexport const size = ${fs.statSync(at(MODULE)).size};\n`,
  );
  say('build', `${INLINE}: ${(packed.length / 1e3).toFixed(0)} kB`);
}

/**
 * What dist/ holds: the studio first, since viewer.js exports what that uses.
 */
export async function buildDist() {
  await buildInline();
  const { build } = await import('esbuild');
  const options = bundleOptions((file) => `../${file}`);
  const entry = 'js/standalone.js';
  const { metafile } = await build({
    ...options,
    entryPoints: [at(entry)],
    absWorkingDir: root,
    metafile: true,
    write: false,
  });
  const shared = sharedCode(modulesOf(metafile, entry));
  await buildStudio(shared.plugin);
  await build({ ...options, entryPoints: { limber: at('js/index.js') }, outdir: at('dist') });
  await build({
    ...options,
    stdin: {
      contents: `export * from './standalone.js';\nexport { default } from './standalone.js';\n${shared.furtherExports()}`,
      resolveDir: at('js'),
    },
    outfile: at('dist/viewer.js'),
  });
  for (const name of ['dist/limber.js', 'dist/viewer.js'])
    say('build', `${name}: ${(fs.statSync(at(name)).size / 1e3).toFixed(0)} kB`);
}

/** Removes assets that no other file names: workers of parts that the package's studio leaves out. @param {string} folder */
function removeUnnamed(folder) {
  const texts = new Map(
    filesBelow(folder, (file) => /\.(js|css|html)$/.test(file)).map((file) => [
      file,
      fs.readFileSync(at(file), 'utf8'),
    ]),
  );
  for (const file of filesBelow(`${folder}/assets`)) {
    const name = path.basename(file);
    const isNamed = [...texts].some(([other, text]) => other !== file && text.includes(name));
    if (!isNamed) fs.rmSync(at(file));
  }
}

/** The studio without its own copies of module and viewer: `limber view` serves the package's. @param {import('vite').Plugin} shared */
async function buildStudio(shared) {
  const { build } = await import('vite');
  await build({
    configFile: at('web/vite.config.js'),
    mode: 'package',
    logLevel: 'error',
    plugins: [shared],
    worker: { plugins: () => [workerCode()] },
    build: {
      outDir: at('dist/studio'),
      emptyOutDir: true,
    },
  });
  for (const name of filesBelow('dist/studio', (file) =>
    /(limber[\w-]*\.wasm|inlined[\w-]*\.js|viewer\.js|poster\.js|\.webp|\.json)$/.test(file),
  ))
    fs.rmSync(at(name));
  removeUnnamed('dist/studio');
  const bytes = filesBelow('dist/studio').reduce(
    (sum, name) => sum + fs.statSync(at(name)).size,
    0,
  );
  say('build', `dist/studio: ${(bytes / 1e3).toFixed(0)} kB`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(buildDist);
}
