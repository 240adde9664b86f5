// limber render: a picture or a film of a model, as a file.
import fs from 'node:fs';
import path from 'node:path';
import { MotionPlayer } from '../../data/motion.js';
import { createRenderer } from '../../render/index.js';
import { UsageError, forceOption } from '../arguments.js';
import { openModel, openMotion, openOutput, progressBar, writeOutput } from '../model.js';
import { readControls } from './simulate.js';

/** @typedef {import('../../index.js').Simulation} Simulation */
/** @typedef {import('../arguments.js').OptionValues} Values */
/** @typedef {import('../../render/index.js').Renderer} Renderer */

/** Kinds of files by ending. @type {Record<string, 'png' | 'jpeg' | 'webp'>} */
const pictures = { '.png': 'png', '.jpg': 'jpeg', '.jpeg': 'jpeg', '.webp': 'webp' };
/** @type {Record<string, 'webm' | 'mp4'>} */
const films = { '.webm': 'webm', '.mp4': 'mp4' };

/** @param {string} text */
const nameOrId = (text) => (/^-?\d+$/.test(text) ? Number(text) : text);

/** Brings a simulation to a time: steps, with the controls of a file, or shows a motion. @param {Simulation} sim @param {Values} options */
async function stepper(sim, options) {
  if (options.play !== undefined) {
    const player = new MotionPlayer(await openMotion(sim, options.play), sim);
    const start = player.motion.times[0] - sim.time;
    return (/** @type {number} */ time) => void player.seek(start + time);
  }
  const controls = options.controls === undefined ? null : readControls(sim, options.controls);
  let count = 0;
  return (/** @type {number} */ time) => {
    while (sim.time < time - 1e-9) {
      controls?.(count++);
      sim.step();
    }
  };
}

/** @param {Values} options */
function pictureOptions({ size, camera, look }) {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(size) ?? [];
  if (!width) throw new UsageError(`render: --size is such as 640x480, got '${size}'`);
  return { width: Number(width), height: Number(height), camera: nameOrId(camera ?? '-1'), look };
}

/**
 * @param {Renderer} renderer
 * @param {Simulation} sim
 * @param {Values} options
 */
async function film(renderer, sim, options) {
  const { out = '', duration, fps, speed } = options;
  const stepTo = await stepper(sim, options);
  const start = sim.time + options.time;
  stepTo(start);
  const count = Math.max(1, Math.round(duration * fps));
  const container = films[path.extname(out).toLowerCase()];
  const made = await renderer.film({ ...pictureOptions(options), container, fps });
  const bar = progressBar('render', true);
  for (let i = 0; i < count; i++) {
    stepTo(start + (i * speed) / fps);
    await made.add(sim);
    bar.show((i + 1) / count);
  }
  bar.end();
  return made.end();
}

/**
 * @param {Renderer} renderer
 * @param {Simulation} sim
 * @param {import('../../render/index.js').PictureOptions} drawn
 * @param {Values} options
 */
async function picture(renderer, sim, drawn, options) {
  const stepTo = await stepper(sim, options);
  stepTo(sim.time + options.time);
  const { file } = await renderer.render(sim, drawn);
  return /** @type {Uint8Array} */ (file);
}

/** @type {import('../arguments.js').Command} */
export const command = {
  summary: 'Draws a model: a picture (png, jpg, webp) or a film (webm, mp4)',
  positionals: ['MODEL'],
  details:
    'Chrome, Chromium or Edge draws, without a window; the variable CHROMIUM names another program than that of the usual places.',
  options: {
    out: { type: 'string', short: 'o', value: 'FILE', help: 'file to write' },
    size: { type: 'string', short: 's', value: 'WxH', help: 'pixels', default: '640x480' },
    camera: {
      type: 'string',
      short: 'c',
      value: 'NAME',
      help: 'camera of the model; track: after the first body',
    },
    look: {
      type: 'string',
      value: 'NAME',
      help: "reference: as MuJoCo's own renderer; nice: soft shadows, light of the surroundings",
      default: 'reference',
    },
    key: { type: 'string', short: 'k', value: 'NAME', help: 'keyframe to start from' },
    time: {
      type: 'number',
      short: 't',
      value: 'SECONDS',
      help: 'simulated before the picture or the film begins',
      default: 0,
    },
    duration: {
      type: 'number',
      short: 'd',
      value: 'SECONDS',
      help: 'length of the film',
      default: 5,
    },
    fps: {
      type: 'number',
      value: 'N',
      help: 'pictures a second',
      default: 30,
      least: 1,
      most: 240,
    },
    speed: {
      type: 'number',
      value: 'FACTOR',
      help: 'simulated seconds in a second of the film',
      default: 1,
    },
    controls: {
      type: 'string',
      value: 'FILE',
      help: 'CSV of controls: a line of actuators, then one for each step',
    },
    play: {
      type: 'string',
      value: 'FILE',
      help: 'shows this motion, .npz or .csv, in place of stepping',
    },
    force: forceOption,
  },
  async run({ positionals: [name], options }) {
    const { out, force } = options;
    if (out === undefined) throw new UsageError('render: --out is missing: the file to write');
    const ending = path.extname(out).toLowerCase();
    const format = pictures[ending];
    if (!format && !films[ending]) {
      const known = Object.keys({ ...pictures, ...films }).join(' ');
      throw new UsageError(`render: '${out}' should end with one of ${known}`);
    }
    const drawn = pictureOptions(options);
    const sim = await openModel(name);
    if (options.key !== undefined) sim.reset(nameOrId(options.key));
    if (drawn.camera !== -1 && drawn.camera !== 'track') sim.camera(drawn.camera);
    const renderer = await createRenderer();
    try {
      // what cannot be written is known before minutes of drawing
      openOutput(out, force).close();
      const file = format
        ? await picture(renderer, sim, { ...drawn, format }, options)
        : await film(renderer, sim, options);
      await writeOutput(out, true, file);
    } catch (error) {
      // nothing is left where nothing was
      if (fs.existsSync(out) && fs.statSync(out).size === 0) fs.rmSync(out);
      throw error;
    } finally {
      await renderer.close();
      sim.dispose();
    }
  },
};
