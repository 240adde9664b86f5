// The package as npm publishes it: built, packed, unpacked into the node_modules of an empty project.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

const newest = (/** @type {string[]} */ names) =>
  Math.max(
    0,
    ...names.map((/** @type {string} */ name) => fs.statSync(path.join(root, name)).mtimeMs),
  );

/** What packing needs and an earlier phase of npm test may not have made. */
async function buildMissing() {
  const { buildTypes } = await import('../../scripts/build.mjs');
  const { buildDist } = await import('../../scripts/dist.mjs');
  const { filesBelow } = await import('../../scripts/run.mjs');
  const sources = filesBelow('js', (name) => /(?<!\.d)\.(js|wasm)$/.test(name));
  const isOld = (/** @type {string} */ name) =>
    !fs.existsSync(path.join(root, name)) || newest([name]) < newest(sources);
  if (isOld('js/index.d.ts')) await buildTypes();
  if (isOld('dist/viewer.js') || isOld('dist/studio/index.html')) await buildDist();
}

const tarballs = path.join(root, 'build/tarball');

/**
 * The tarball; made again when a file of the package is newer.
 * @returns {Promise<{ filename: string, size: number, files: { path: string, size: number }[] }>}
 */
async function packOnce() {
  const { filesBelow } = await import('../../scripts/run.mjs');
  const listing = path.join(tarballs, 'listing.json');
  const packed = ['js', 'dist', 'docs'].flatMap((name) => filesBelow(name, () => true));
  const texts = ['package.json', 'README.md', 'CHANGELOG.md', 'NOTICE', 'LICENSE'];
  const isThere = fs.existsSync(listing);
  if (isThere && fs.statSync(listing).mtimeMs > newest([...packed, ...texts]))
    return JSON.parse(fs.readFileSync(listing, 'utf8'));
  fs.mkdirSync(tarballs, { recursive: true });
  // under a name of its own until it is whole: test files run beside each other
  const own = fs.mkdtempSync(path.join(tarballs, 'making-'));
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', own];
  const output = execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const listed = JSON.parse(output);
  const [report] = Array.isArray(listed) ? listed : Object.values(listed);
  fs.writeFileSync(path.join(own, 'listing.json'), JSON.stringify(report));
  for (const name of [report.filename, 'listing.json'])
    fs.renameSync(path.join(own, name), path.join(tarballs, name));
  fs.rmdirSync(own);
  return report;
}

/**
 * Packs the package into a project of its own.
 * @param {string} name of the project's folder below build/
 * @returns {Promise<{ folder: string, tarball: string, files: Map<string, number>, packedBytes: number }>} files with their sizes
 */
export async function packPackage(name) {
  await buildMissing();
  const folder = path.join(root, 'build', name);
  fs.rmSync(folder, { recursive: true, force: true });
  const place = path.join(folder, 'node_modules/limber');
  fs.mkdirSync(place, { recursive: true });
  const report = await packOnce();
  const tarball = path.join(tarballs, report.filename);
  execFileSync('tar', ['-xzf', tarball, '-C', place, '--strip-components=1']);
  // a project of its own: below a package named limber that name would be the package itself
  fs.writeFileSync(path.join(folder, 'package.json'), '{ "name": "project", "private": true }\n');
  // what the package depends on, as npm would put it beside it
  for (const other of ['three', '@types/three', '@types/node', 'undici-types', '@types/webxr'])
    link(folder, other);
  const files = new Map(
    report.files.map((/** @type {{ path: string, size: number }} */ file) => [
      file.path,
      file.size,
    ]),
  );
  return { folder, tarball, files, packedBytes: report.size };
}

/** Makes an installed package visible to the project. */
export function link(/** @type {string} */ folder, /** @type {string} */ name) {
  const source = path.join(root, 'node_modules', name);
  if (!fs.existsSync(source)) return;
  const target = path.join(folder, 'node_modules', name);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  if (!fs.existsSync(target)) fs.symlinkSync(fs.realpathSync(source), target);
}
