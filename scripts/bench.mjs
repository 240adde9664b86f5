// npm run bench: set-up, build, then every table of tests/bench. --access, --rollout, --batch, --env, --threads, --loading: one of them only;
// --all: every class of model, also natively; --cluster: sweeps on Redis; --gpu: batches on the GPU. Other arguments are handed on.
import process from 'node:process';
import { CommandFailed, exists, run, runMain } from './run.mjs';
import { buildModule, buildPreset } from './build.mjs';
import { setUp } from './setup.mjs';

await runMain(async () => {
  await setUp();
  await buildModule();
  if (!exists('tests/bench/bench.mjs')) throw new CommandFailed('tests/bench/bench.mjs is missing');
  const args = process.argv.slice(2);
  const tables = ['access', 'rollout', 'batch', 'env', 'threads', 'loading', 'bench'];
  const chosen = [...tables, 'cluster', 'all', 'gpu'].filter((name) => args.includes(`--${name}`));
  if (chosen.includes('all')) await buildPreset('release', '--target', 'steps');
  const rest = args.filter((arg) => !chosen.includes(arg.slice(2)));
  for (const name of chosen.length > 0 ? chosen : tables)
    await run(process.execPath, [
      `tests/bench/${name}.mjs`,
      ...(['bench', 'loading', 'all', 'gpu', 'env'].includes(name) ? rest : []),
    ]);
});
