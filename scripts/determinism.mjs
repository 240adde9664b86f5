// npm run determinism: the same bits from every host of the engine, natively, in Node, in a worker and in Chromium.
//
// usage: npm run determinism                          the examples, for 300 steps
//        npm run determinism -- FOLDER|FILE... [--only TEXT] [--steps N]
//
// Every model is compiled natively, once, and given to all hosts as MJB; their states are compared after every ten steps. The
// module also compiles it by itself, and must get the same bytes. Models that do not compile are counted.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildModule, buildPreset } from './build.mjs';
import { CommandFailed, root, runMain, say } from './run.mjs';
import { setUp } from './setup.mjs';

const EVERY = 10;

/** Models below a folder, or a file itself. @param {string} place @returns {string[]} */
function modelsBelow(place) {
  const full = path.resolve(root, place);
  if (!fs.existsSync(full)) throw new CommandFailed(`there is no '${place}'`);
  if (!fs.statSync(full).isDirectory()) return [full];
  return fs
    .readdirSync(full, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(xml|urdf)$/.test(name))
    .sort()
    .map((name) => path.join(full, name));
}

/** What differs in one model: undefined when nothing does. */
/** @param {Awaited<ReturnType<typeof openHosts>>} all @param {string} file @param {number} steps */
async function check({ hosts, compile, compileInModule, firstDifference }, file, steps) {
  const bytes = await compile(file);
  if (!bytes) return { refused: true };
  const own = await compileInModule(file);
  const difference =
    own && Buffer.compare(own, bytes)
      ? 'the module compiles it to other bytes'
      : await firstDifference(hosts, bytes, { steps, every: EVERY });
  return { refused: false, difference };
}

async function openHosts() {
  // loaded when the module is built
  const hosts = await import('../tests/determinism/hosts.mjs');
  const { executablePath, flags, skip } = await import('../tests/browser/browser.mjs');
  if (skip) throw new CommandFailed(skip);
  const program = hosts.nativeProgram('release');
  if (!program) throw new CommandFailed('there is no native build');
  return {
    hosts: [
      hosts.nativeHost('release'),
      await hosts.moduleHost(),
      hosts.workerHost(),
      await hosts.browserHost({ executablePath, args: flags }),
    ],
    compile: (/** @type {string} */ file) => hosts.compileNatively(program, file),
    compileInModule: hosts.compileInModule,
    firstDifference: hosts.firstDifference,
  };
}

await runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { only: { type: 'string' }, steps: { type: 'string' } },
  });
  const places = positionals.length ? positionals : ['examples'];
  const files = places.flatMap(modelsBelow).filter((file) => file.includes(values.only ?? ''));
  await setUp();
  await buildPreset('release', '--target', 'state_hash');
  await buildModule();
  const all = await openHosts();
  const counts = { same: 0, refused: 0, different: 0 };
  try {
    for (const file of files) {
      const { refused, difference } = await check(all, file, Number(values.steps ?? 300));
      counts[refused ? 'refused' : difference ? 'different' : 'same']++;
      if (difference) console.log(`${path.relative(root, file)}: ${difference}`);
    }
  } finally {
    for (const host of all.hosts) await host.close();
  }
  const { same, refused, different } = counts;
  say('determinism', `${same} models are the same, ${different} differ, ${refused} do not compile`);
  if (different) throw new CommandFailed(`${different} models differ`);
});
