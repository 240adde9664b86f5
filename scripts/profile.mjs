// npm run profile: how often each part of a step's code runs, for the build of the module. A native build counts while it steps the examples
// and the scenes of the bench; every scene weighs the same. The result is cmake/profile.txt, one function a line: its name, the hash of its
// branches, and its counters ("0*7" are seven zeros). A function whose branches have changed since is compiled as if it had no counters.
//
// usage: npm run profile
//        node scripts/profile.mjs --index FILE     cmake/profile.txt in the form that the compiler reads
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { filesBelow, root, runMain, say } from './run.mjs';

const PROFILE = 'cmake/profile.txt';
const LEVELS = 'cmake/levels.txt';
const TOOL = 'llvm-profdata-19';
const STEPS = '500';
const SCENE = 1e6; // the sum of a scene's counters

/**
 * @typedef {object} Counted
 * @property {string} name
 * @property {string} hash
 * @property {number[]} counters
 */

/** Sources of a step: those that are not compiled for size alone. */
function sourcesOfSteps() {
  let level = '';
  const sources = [];
  for (const line of fs.readFileSync(path.join(root, LEVELS), 'utf8').split('\n')) {
    const text = line.replace(/#.*/, '').trim();
    if (text.startsWith('[')) level = text;
    else if (text && level !== '[-Oz]') sources.push(text);
  }
  return sources;
}

/** The functions that a source names at all. @param {string} source @returns {Set<string>} */
function namesIn(source) {
  const text = fs.readFileSync(path.join(root, source), 'utf8');
  return new Set([...text.matchAll(/\b(\w+)\(/g)].map(([, name]) => name));
}

/** Whether a function, named as the compiler does, may belong to one of the sources. @param {string[]} sources */
function belongsTo(sources) {
  const files = new Set(sources.map((source) => path.basename(source)));
  const names = new Set(sources.flatMap((source) => [...namesIn(source)]));
  return (/** @type {string} */ name) =>
    name.includes(':') ? files.has(name.split(':')[0]) : names.has(name);
}

/** Sources of which some function ran: the level of the others has other reasons than steps. @param {string[]} sources @param {Counted[]} counted */
function thatRan(sources, counted) {
  const ran = new Set(counted.filter(({ counters }) => counters.some(Boolean)).map(fileOf));
  return sources.filter((source) => ran.has(path.basename(source)));
}

/** The file of a function that others do not see. @param {Counted} counted */
const fileOf = ({ name }) => name.split(':')[0];

/** What llvm-profdata prints as text. @param {string} text @returns {Counted[]} */
function parse(text) {
  return text
    .split('\n\n')
    .map((block) => block.split('\n').filter((line) => line && !/^[#:]/.test(line)))
    .filter((lines) => lines.length > 3)
    .map(([name, hash, , ...counters]) => ({ name, hash, counters: counters.map(Number) }));
}

/** Counters of a line. @param {string[]} words */
const expand = (words) =>
  words.flatMap((word) => (word.startsWith('0*') ? Array(Number(word.slice(2))).fill(0) : word));

/** @param {Counted} counted */
function line({ name, hash, counters }) {
  const numbers = counters.map((n) => (n ? Math.ceil(Number(n.toPrecision(2))) : 0)).join(' ');
  return `${name} ${hash} ${numbers.replace(/\b0(?: 0)+\b/g, (zeros) => `0*${(zeros.length + 1) / 2}`)}\n`;
}

/** @param {string} target */
function index(target) {
  const functions = fs
    .readFileSync(path.join(root, PROFILE), 'utf8')
    .split('\n')
    .filter((text) => text && !text.startsWith('#'));
  const blocks = functions.map((text) => {
    const [name, hash, ...words] = text.split(' ');
    const counters = expand(words);
    return [name, hash, counters.length, ...counters].join('\n');
  });
  const text = `${target}.txt`;
  fs.writeFileSync(text, `${blocks.join('\n\n')}\n`);
  execFileSync(TOOL, ['merge', '-o', target, text]);
  fs.rmSync(text);
}

/** Counters of a scene's steps. @param {string} program @param {string} scene @param {string} folder */
function count(program, scene, folder) {
  const raw = path.join(folder, 'scene.profraw');
  const env = { ...process.env, LLVM_PROFILE_FILE: raw };
  execFileSync(program, [STEPS, scene], { cwd: root, env });
  const text = path.join(folder, 'scene.txt');
  execFileSync(TOOL, ['merge', '--text', '-o', text, raw]);
  return parse(fs.readFileSync(text, 'utf8'));
}

async function profile() {
  // an index is made where nothing is set up for this
  const { buildPreset } = await import('./build.mjs');
  const { setUp } = await import('./setup.mjs');
  await setUp();
  await buildPreset('profile', '--target', 'profile');
  const sources = sourcesOfSteps();
  const isOfSteps = belongsTo(sources);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'limber-'));
  /** @type {Map<string, Counted>} */
  const all = new Map();
  for (const scene of ['examples', 'tests/bench/scenes', 'tests/bench/profile'].flatMap((place) =>
    filesBelow(place, (name) => name.endsWith('.xml')),
  )) {
    const functions = count(path.join(root, 'build/profile/profile'), scene, folder).filter(
      ({ name }) => isOfSteps(name),
    );
    const sum = functions.flatMap(({ counters }) => counters).reduce((a, b) => a + b, 0);
    for (const { name, hash, counters } of functions) {
      const key = `${name} ${hash}`;
      const total = all.get(key) ?? { name, hash, counters: counters.map(() => 0) };
      counters.forEach((n, i) => (total.counters[i] += (n * SCENE) / sum));
      all.set(key, total);
    }
  }
  fs.rmSync(folder, { recursive: true });
  const isKept = belongsTo(thatRan(sources, [...all.values()]));
  const lines = [...all.values()]
    .filter(({ name }) => isKept(name))
    .map(line)
    .sort();
  fs.writeFileSync(
    path.join(root, PROFILE),
    `# Made by npm run profile (scripts/profile.mjs); do not edit.\n${lines.join('')}`,
  );
  say('profile', `${PROFILE}: ${lines.length} functions`);
}

await runMain(async () => {
  const target = process.argv[2] === '--index' ? process.argv[3] : undefined;
  if (target) index(path.resolve(target));
  else await profile();
});
