// What makes the module with threads out of limber.wasm: js/engine/generated/threads.js. Every build of a module runs it.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { applyDifference, checksum } from '../js/engine/difference.js';
import { difference } from './difference.mjs';
import { root, runMain, say } from './run.mjs';

const MODULE = 'js/engine/limber.wasm';
const THREADED = 'build/wasm-mt/limber-mt.wasm';
const RESULT = 'js/engine/generated/threads.js';
const SOURCES = [MODULE, THREADED, 'scripts/threads.mjs', 'scripts/difference.mjs'];
const LZMA_HEADER = 13; // bytes

/** @param {string} name */
const at = (name) => path.join(root, name);
/** When a file was written; 0 for one that is not there. @param {string} name */
const age = (name) => fs.statSync(at(name), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Bytes as text that js/engine/lzma.js unpacks: that knows the parameters and needs no header. @param {Uint8Array} bytes */
export function packLzma(bytes) {
  const args = ['--format=lzma', '--lzma1=preset=9e,lc=4,lp=0,pb=0', '--stdout'];
  const packed = execFileSync('xz', args, { input: bytes, maxBuffer: 1e8 });
  return packed.subarray(LZMA_HEADER).toString('base64');
}

export function buildThreads() {
  if (!age(MODULE) || !age(THREADED)) return;
  // one without a size is the placeholder
  const isMade = age(RESULT) && /size = [1-9]/.test(fs.readFileSync(at(RESULT), 'utf8'));
  if (isMade && SOURCES.every((name) => age(name) <= age(RESULT))) return;
  const plain = fs.readFileSync(at(MODULE));
  const threaded = fs.readFileSync(at(THREADED));
  const bytes = difference(plain, threaded);
  if (!threaded.equals(applyDifference(plain, bytes)))
    throw new Error(`${RESULT}: the difference does not give ${THREADED}`);
  const packed = packLzma(bytes);
  fs.writeFileSync(
    at(RESULT),
    `// Made by scripts/threads.mjs from limber.wasm and limber-mt.wasm; do not edit.
/** @type {string} */
export const packed = '${packed}';
export const size = ${bytes.length};
export const base = ${checksum(plain)};
`,
  );
  say('build', `${RESULT}: ${(packed.length / 1e3).toFixed(0)} kB`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(async () => buildThreads());
}
