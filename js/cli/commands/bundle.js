// limber bundle: one HTML file with model, engine and viewer inside; it opens from disk and fetches nothing.
import fs from 'node:fs/promises';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { MjError } from '../../engine/error.js';
import { modelBytes } from '../../sim/binary.js';
import { writePage } from '../../viewer/page.js';
import { UsageError, forceOption } from '../arguments.js';
import { openModel, writeOutput } from '../model.js';

const viewerFile = new URL('../../../dist/viewer.js', import.meta.url);
const moduleFile = new URL('../../engine/limber.wasm', import.meta.url);

/** @param {Uint8Array} bytes */
const pack = (bytes) => deflateSync(bytes, { level: 9 }).toString('base64');

/**
 * The folder that all files share, with a slash at its end: a page for others does not tell where the model lay.
 * @param {string[]} names
 */
function commonFolder([first = '', ...others]) {
  let folder = first.slice(0, first.lastIndexOf('/') + 1);
  while (others.some((name) => !name.startsWith(folder)))
    folder = folder.slice(0, folder.slice(0, -1).lastIndexOf('/') + 1);
  return folder;
}

/**
 * Files of a model as the page carries them; a binary model stands alone.
 * @param {import('../../index.js').Simulation} sim
 */
function carriedFiles(sim) {
  const { files, mainFile: main } = sim;
  if (!main) return { main: 'model.mjb', files: { 'model.mjb': pack(modelBytes(sim)) } };
  const { length } = commonFolder([...files.keys()]);
  const entries = [...files].map(([name, bytes]) => [name.slice(length), pack(bytes)]);
  return { main: main.slice(length), files: Object.fromEntries(entries) };
}

/** @param {string} text */
const nameOrId = (text) => (/^\d+$/.test(text) ? Number(text) : text);

/** @type {import('../arguments.js').Command} */
export const command = {
  summary: 'Writes one HTML file with the model, the engine and a viewer inside',
  positionals: ['MODEL', 'OUTPUT'],
  details: 'An OUTPUT of - is standard output.',
  options: {
    key: { type: 'string', short: 'k', value: 'NAME', help: 'keyframe to start from' },
    camera: {
      type: 'string',
      short: 'c',
      value: 'NAME',
      help: 'camera of the model to look through; track: after the first body',
    },
    title: { type: 'string', value: 'TEXT', help: 'title of the page' },
    paused: { type: 'boolean', help: 'wait for the reader to start', default: false },
    plain: { type: 'boolean', help: 'no bar with controls', default: false },
    force: forceOption,
  },
  async run({ positionals: [name, target], options }) {
    if (target !== '-' && !/\.html?$/i.test(target))
      throw new UsageError(`bundle: the page is HTML, '${target}' should end with .html`);
    const viewer = await fs.readFile(viewerFile, 'utf8').catch(() => {
      throw new MjError("dist/viewer.js is missing: 'npm run build' makes it");
    });
    const sim = await openModel(name);
    const { key, camera, paused } = options;
    // what is not there should be known now, not by those who open the page
    if (key) sim.key(nameOrId(key));
    if (camera && camera !== 'track') sim.camera(nameOrId(camera));
    const attributes = { key, camera, paused, controls: !options.plain };
    const carried = { ...carriedFiles(sim), module: pack(await fs.readFile(moduleFile)) };
    const title = options.title ?? path.basename(name).replace(/\.\w+$/, '');
    const html = await writePage({ title, attributes, viewer, carried });
    sim.dispose();
    await writeOutput(target, options.force, html);
  },
};
