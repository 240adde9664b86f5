#!/usr/bin/env node
// How long models take to load, limber beside the peer: the first time in a fresh module, and again
// (with what the asset caches kept).
//   npm run bench -- --loading [--models FOLDER] [--only TEXT] [--count N] [--rounds N]
// Without --models: examples. The N (10) models below FOLDER that take most memory are measured, in
// turns, every first load in new instances; each finds the whole folder it is in (the topmost one).
import fs from 'node:fs';
import path from 'node:path';
import loadPeer from '@mujoco/mujoco';
import loadLimber from 'limber/mujoco';

const args = process.argv.slice(2);
const option = (name, fallback) => (args.includes(name) ? args[args.indexOf(name) + 1] : fallback);
const folder = path.resolve(
  option('--models', new URL('../../examples', import.meta.url).pathname),
);
const only = option('--only', '');
const count = Number(option('--count', 10));
const rounds = Number(option('--rounds', 5));
const loaders = [loadPeer, loadLimber];
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
const start = (load) => load({ print() {}, printErr() {} });

/** Files below a folder, by their path relative to it. */
function filesBelow(root) {
  return fs
    .readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)));
}

/** A file system with the model's whole folder, and the model's name there. */
function makeVfs(engine, name) {
  const [top, ...rest] = name.split(path.sep);
  const root = rest.length > 0 ? path.join(folder, top) : folder;
  const vfs = new engine.MjVFS();
  for (const file of filesBelow(root)) {
    if (/\.(xml|urdf|stl|obj|msh|skn|png|jpe?g|hf|bin|txt|mtl|vtk)$/i.test(file))
      vfs.addBuffer(file, new Uint8Array(fs.readFileSync(path.join(root, file))));
  }
  return { vfs, name: rest.length > 0 ? rest.join('/') : name };
}

/** Milliseconds of the process's own time that a load takes, and the size of the model. */
function loadOnce(engine, { vfs, name }) {
  const before = process.cpuUsage();
  const model = engine.MjModel.from_xml_path(name, vfs);
  const { user, system } = process.cpuUsage(before);
  const bytes = Number(model.nbuffer);
  model.delete();
  return { time: (user + system) / 1e3, bytes };
}

/** The largest models of the folder. */
async function candidates() {
  const engine = await start(loadLimber);
  const found = [];
  for (const name of filesBelow(folder).filter((file) => /\.xml$/i.test(file))) {
    if (!name.includes(only)) continue;
    const files = makeVfs(engine, name);
    try {
      found.push({ name, bytes: loadOnce(engine, files).bytes });
    } catch {
      continue; // a part of a model, or one that is to be refused
    } finally {
      files.vfs.delete();
    }
  }
  return found.sort((a, b) => b.bytes - a.bytes).slice(0, count);
}

/** First and repeated load in a new instance. */
async function measure(load, name) {
  const engine = await start(load);
  const files = makeVfs(engine, name);
  return [loadOnce(engine, files).time, loadOnce(engine, files).time];
}

console.log(`${'CPU ms'.padEnd(44)}MB  first: peer  limber ratio  again: peer  limber ratio`);
for (const { name, bytes } of await candidates()) {
  const samples = [];
  for (let i = 0; i < rounds; i++)
    samples.push([await measure(loaders[0], name), await measure(loaders[1], name)]);
  const columns = [0, 1].map((which) => {
    const [peer, ours] = [0, 1].map((i) => median(samples.map((s) => s[i][which])));
    const cells = [peer.toFixed(1).padStart(13), ours.toFixed(1).padStart(8)];
    return `${cells.join('')} ${(peer / ours).toFixed(1).padStart(5)}`;
  });
  const size = (bytes / 1e6).toFixed(1).padStart(6);
  console.log(`${name.slice(-40).padEnd(40)}${size} ${columns.join('  ')}`);
}
