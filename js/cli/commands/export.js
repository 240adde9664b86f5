// limber export: a model as glTF, for other programs that draw.
import { MjError } from '../../engine/error.js';
import { UsageError, forceOption } from '../arguments.js';
import { openModel, openMotion, writeOutput } from '../model.js';

/** three is a package of its own, which who only simulates does not have. */
async function openThree() {
  try {
    return await import('../../three/gltf.js');
  } catch (error) {
    throw new MjError("export: shapes are made by the package three: 'npm install three'", {
      cause: error,
    });
  }
}

/** @type {import('../arguments.js').Command} */
export const command = {
  summary: 'Writes a model as glTF (.glb), with a motion as animation',
  positionals: ['MODEL', 'OUTPUT'],
  details:
    'Bodies become nodes, visible geoms meshes with their colours. An OUTPUT of - is standard output.',
  options: {
    key: { type: 'string', short: 'k', value: 'NAME', help: 'keyframe to start from' },
    play: {
      type: 'string',
      value: 'FILE',
      help: 'motion, .npz or .csv, such as limber simulate writes',
    },
    fps: {
      type: 'number',
      value: 'N',
      help: 'poses of the animation a second',
      default: 30,
      least: 1,
      most: 1000,
    },
    force: forceOption,
  },
  async run({ positionals: [name, target], options }) {
    if (target !== '-' && !/\.glb$/i.test(target))
      throw new UsageError(`export: '${target}' should end with .glb`);
    const { exportGltf } = await openThree();
    const { play, key, fps, force } = options;
    const sim = await openModel(name);
    if (key !== undefined) sim.reset(/^\d+$/.test(key) ? Number(key) : key);
    sim.forward();
    const motion = play === undefined ? undefined : await openMotion(sim, play);
    const file = exportGltf(sim, { motion, fps });
    sim.dispose();
    await writeOutput(target, force, file);
  },
};
