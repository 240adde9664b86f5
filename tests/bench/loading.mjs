#!/usr/bin/env node
// How long models take to load, limber beside the peer: the first time, when code has to be compiled too, and again, with what
// the asset caches kept.
//   npm run bench -- --loading [--models FOLDER] [--only TEXT] [--count N] [--rounds N]
// The N (10) models below FOLDER that take most memory are measured (without --models: ../shared/models, or else examples). Every
// sample is a process of its own, in turns, with all files of the folder that the model is in (or of that folder's parent, when
// the model wants it); a table has medians. Times are the clock's, since the kernel counts a thread's own in steps of 4 ms: the
// machine should do nothing else.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const args = process.argv.slice(2);
/** @param {string} name @param {string} fallback */
const option = (name, fallback) => (args.includes(name) ? args[args.indexOf(name) + 1] : fallback);
const shared = new URL('../../../shared/models', import.meta.url).pathname;
const examples = new URL('../../examples', import.meta.url).pathname;
const folder = path.resolve(option('--models', fs.existsSync(shared) ? shared : examples));
/** @type {('peer' | 'limber')[]} */
const engines = ['peer', 'limber'];
const rounds = Number(option('--rounds', '5'));
const again = 3; // the first of them still fills caches
/** @param {number[]} values */
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

/** Files below a folder, by their path relative to it. @param {string} root */
function filesBelow(root) {
  return fs
    .readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name)));
}

/** A file system with all that a folder holds. @param {Mujoco} engine @param {string} root */
function makeVfs(engine, root) {
  const vfs = new engine.MjVFS();
  for (const file of filesBelow(root)) {
    if (/\.(xml|urdf|stl|obj|msh|skn|png|jpe?g|hf|bin|txt|mtl|vtk)$/i.test(file))
      vfs.addBuffer(file, new Uint8Array(fs.readFileSync(path.join(root, file))));
  }
  return vfs;
}

/** @param {string} which @returns {Promise<Mujoco>} */
async function start(which) {
  const { default: load } = await import(which === 'peer' ? '@mujoco/mujoco' : 'limber/mujoco');
  return load({ print() {}, printErr() {} });
}

/**
 * Times of a model's first load and of more: what a process of its own does.
 *
 * @param {string} which
 * @param {string} root
 * @param {string} name
 */
async function sample(which, root, name) {
  const engine = await start(which);
  const vfs = makeVfs(engine, root);
  const times = [];
  for (let i = 0; i <= again; i++) {
    const before = performance.now();
    const model = engine.MjModel.from_xml_path(name, vfs);
    times.push(performance.now() - before);
    model.delete();
  }
  console.log(JSON.stringify(times));
  process.exit(0); // without waiting for code that is still being compiled
}

/**
 * Bytes of a model, 0 when it does not load: a part of a model, or one that is to be refused.
 *
 * @param {Mujoco} engine
 * @param {string} root
 * @param {string} file
 */
function bytesOf(engine, root, file) {
  const vfs = makeVfs(engine, root);
  try {
    const model = engine.MjModel.from_xml_path(file, vfs);
    const bytes = Number(model.nbuffer);
    model.delete();
    return bytes;
  } catch {
    return 0;
  } finally {
    vfs.delete();
  }
}

/** The largest models that both engines load, with the folders that have all of their files. */
async function candidates() {
  const [limber, peer] = [await start('limber'), await start('peer')];
  const found = [];
  for (const name of filesBelow(folder).filter((file) => /\.xml$/i.test(file))) {
    if (!name.includes(option('--only', ''))) continue;
    const own = path.dirname(path.join(folder, name));
    for (const root of own === folder ? [own] : [own, path.dirname(own)]) {
      const file = path.relative(root, path.join(folder, name));
      const bytes = bytesOf(limber, root, file);
      if (bytes > 0) {
        found.push({ name, root, file, bytes });
        break;
      }
    }
  }
  const count = Number(option('--count', '10'));
  const largest = [];
  for (const model of found.sort((a, b) => b.bytes - a.bytes))
    if (largest.length < count && bytesOf(peer, model.root, model.file) > 0) largest.push(model);
  return largest;
}

/** What a process of its own measures; the first line of what it says where it fails. @param {string} which @param {{ root: string, file: string }} model */
function run(which, { root, file }) {
  const script = new URL(import.meta.url).pathname;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [script, '--sample', which, root, file],
    { encoding: 'utf8' },
  );
  const said = stderr.split('\n').find((line) => /error/i.test(line)) ?? `status ${status}`;
  return status === 0
    ? { times: /** @type {number[]} */ (JSON.parse(stdout)), failure: '' }
    : { times: [], failure: `${which}: ${said}` };
}

async function table() {
  console.log(`${'ms'.padEnd(44)}MB  first: peer  limber ratio  again: peer  limber ratio`);
  for (const model of await candidates()) {
    /** @type {Record<'peer' | 'limber', number[][]>} */
    const samples = { peer: [], limber: [] };
    let failure = '';
    for (let i = 0; i < rounds && !failure; i++) {
      for (const which of engines) {
        const sample = run(which, model);
        samples[which].push(sample.times);
        failure ||= sample.failure;
      }
    }
    if (failure) {
      console.log(`${model.name.slice(-40).padEnd(40)} ${failure}`);
      continue;
    }
    const column = (/** @type {(times: number[]) => number} */ pick) => {
      const [peer, ours] = engines.map((which) => median(samples[which].map(pick)));
      const cells = [peer.toFixed(1).padStart(13), ours.toFixed(1).padStart(8)];
      return `${cells.join('')} ${(peer / ours).toFixed(1).padStart(5)}`;
    };
    const columns = [column(([first]) => first), column(([, ...more]) => median(more))];
    const size = (model.bytes / 1e6).toFixed(1).padStart(6);
    console.log(`${model.name.slice(-40).padEnd(40)}${size} ${columns.join('  ')}`);
  }
}

if (args[0] === '--sample') await sample(args[1], args[2], args[3]);
else await table();
