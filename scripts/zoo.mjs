// Compares the models that are known by name (js/zoo/menagerie.js) with their repository: each scene must be there and load.
//
// usage: node scripts/zoo.mjs [COMMIT]    needs a network; COMMIT: another state than the pinned one
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { load } from '../js/index.js';
import { models, source } from '../js/zoo/menagerie.js';
import { CommandFailed, runMain, say } from './run.mjs';

/** @param {string} commit */
async function compare(commit) {
  let failed = 0;
  for (const [name, kind, , scene] of models) {
    const address = path.posix.join(source.repository, name, scene);
    let bytes = 0;
    try {
      const simulation = await load(`github:${address}@${commit}`, {
        onProgress: ({ loaded }) => (bytes = loaded),
      });
      say('zoo', `${name}: ${kind}, ${simulation.model.nbody} bodies, ${bytes} files`);
      simulation.dispose();
    } catch (error) {
      failed++;
      say('zoo', `${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  if (failed) throw new CommandFailed(`${failed} of ${models.length} models cannot be loaded`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await runMain(() => compare(process.argv[2] ?? source.commit));
