// npm run bench: set-up, build, then every table of tests/bench. --access, --rollout, --loading: one of them only. Other arguments are handed on.
import process from 'node:process';
import { CommandFailed, exists, run, runMain } from './run.mjs';
import { buildModule } from './build.mjs';
import { setUp } from './setup.mjs';

await runMain(async () => {
  await setUp();
  await buildModule();
  if (!exists('tests/bench/bench.mjs')) throw new CommandFailed('tests/bench/bench.mjs is missing');
  const args = process.argv.slice(2);
  const tables = ['access', 'rollout', 'loading', 'bench'];
  const chosen = tables.filter((name) => args.includes(`--${name}`));
  const rest = args.filter((arg) => !chosen.includes(arg.slice(2)));
  for (const name of chosen.length > 0 ? chosen : tables)
    await run(process.execPath, [
      `tests/bench/${name}.mjs`,
      ...(name === 'bench' || name === 'loading' ? rest : []),
    ]);
});
