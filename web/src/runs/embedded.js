// A run in a page that is nothing but a viewer: it is replayed again and again, until somebody pulls at the model.
import { RunPlayer, readRun } from 'limber/data';
import { checkSnapshot } from 'limber/viewer';
import { limitModel } from '../guard/limits.js';
import { RUN, notesOf } from './files.js';

/**
 * Replays the run among the files of what was loaded; returns whether there is one.
 * @param {import('limber/viewer').LimberViewer} viewer
 * @param {import('./files.js').Files} files
 */
export async function replayIn(viewer, files) {
  const bytes = files.get(RUN);
  const { simulation } = viewer;
  if (!bytes || !simulation) return false;
  const run = await readRun(bytes, RUN);
  const { physics } = checkSnapshot(notesOf(files));
  if (physics) viewer.apply({ physics });
  limitModel(simulation.model);
  const player = new RunPlayer(simulation, run);
  let stepped = false;
  const start = () => {
    player.seek(0);
    stepped = false;
  };
  const goOn = () => {
    if (stepped && !player.after()) {
      viewer.beforeStep = () => {};
      viewer.removeEventListener('reset', start);
      return;
    }
    if (player.position >= run.length) player.seek(0);
    player.before();
    stepped = true;
  };
  viewer.addEventListener('reset', start);
  viewer.beforeStep = goOn;
  return true;
}
