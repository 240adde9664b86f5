// npm run bench: set-up, build, then every table of tests/bench. Arguments are handed on.
import process from 'node:process';
import { CommandFailed, exists, run, runMain } from './run.mjs';
import { buildModule } from './build.mjs';
import { setUp } from './setup.mjs';

await runMain(async () => {
  await setUp();
  await buildModule();
  if (!exists('tests/bench/bench.mjs')) throw new CommandFailed('tests/bench/bench.mjs is missing');
  await run(process.execPath, ['tests/bench/bench.mjs', ...process.argv.slice(2)]);
});
